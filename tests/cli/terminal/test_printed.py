"""A game of the small rules of the club at a terminal, word for word, with each style named.

The texts lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.terminal.scenes import Data, SceneStyle, settlement_lines, table_lines

from ...golden import same_as_file

import_module("hoyle.cli.commands.games.play")  # loaded before the tests, so that the first is not slow

PRINTED = Path(__file__).with_name("printed")
GAME = ("play", "club_whist.hoyle", "--seed", "3", "--seat", "all=random", "--seat", "A=person")


SAID = [
    "help",
    "?",
    "? bid 1",
    "score",
    "rules",
    "log",
    "undo",
    "nonsense",
    "b",
    "bid 1",
    "1",
    "1",
    "1",
    "undo",
    *"111111111",
]
EVENINGS = {"alone": (), "plain": ("--plain", "--ascii"), "two": ("--seat", "C=person")}


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_at_a_terminal(hoyle: Callable[..., Any], club: Path, name: str) -> None:
    done = hoyle(*GAME, *EVENINGS[name], stdin="\n".join((*SAID, "q", "")).encode())
    assert done.code == 0
    same_as_file(PRINTED / f"play_{name}.txt", done.out + done.err)


def zone(name: str, cards: list[str | None], **more: Any) -> Data:
    return {"name": name, "cards": cards, "count": len(cards), "owner": -1, "whose": "", **more}


def column(name: str, values: list[int], gained: list[int], *, decides: bool = True) -> Data:
    return {"name": name, "values": values, "gained": gained, "decides": decides}


ZONES = [
    zone("hand", ["A♠", "K♥", "9♣", None], owner=0, whose="Ann", kind="hand", new=[1, 3]),
    zone("hand", [None, None], owner=1, whose="Bob", kind="hand"),
    zone("shown", ["2♠", None], owner=1, whose="Bob"),
    zone("row 1", [None], owner=2, whose="Cyd"),
    zone("row 2", ["5♦"], owner=2, whose="Cyd"),
    zone("row 3", [None, None], owner=2, whose="Cyd"),
    zone("won", [None], owner=0, whose="Ann and Cyd"),
    zone("empty", [], owner=2, whose="Cyd"),
    zone("stock", [None] * 7),
    zone("pile", ["3♠", "4♠", "5♠"], by=[0, 1, 1], last=2),
    zone("heap", ["6♠"], by=[2], last=1),
    zone("laid", ["7♠", "8♠"], by=[2, 2], last=2),
    zone("nothing", []),
    zone("trick", ["J♦", None], kind="trick", by=[1, -1]),
]
SCENE: Data = {
    "deal": 2, "trick_of_deal": 3, "seats": ["Ann", "Bob", "Cyd", "Dan"], "viewer": 0, "turn": 2,
    "teams": [[0, 2], [1, 3]], "zones": ZONES, "trick": None, "last_trick": None, "calls": [],
    "facts": [{"text": "trump ♠"}, {"name": "bid", "value": 3}, {"name": "kontra"}],
    "badges": [{"seat": 1, "text": "bidder"}, {"seat": 0, "name": "tricks", "value": 0}],
    "roles": [{"name": "dealer", "seats": [3]}, {"name": "leader", "text": "leads", "seats": [0]}],
    "scores": [
        {"owner": "team", "owners": ["Ann and Cyd", "Bob and Dan"], "columns": [
            column("points", [12, -3], [4, -3]), column("tricks", [2, 1], [1, 1], decides=False),
        ]},
        {"owner": "player", "owners": ["Ann", "Bob", "Cyd", "Dan"], "columns": [column("pot", [5, -2, 0, 1], [1, 2, 0, 0])]},
    ],
}  # fmt: skip
PLAYS = [{"seat": 3, "card": "Q♦"}, {"seat": 0, "card": None}, {"seat": -1, "card": "K♦"}]


def lines_of(lines: Any) -> list[str]:
    """Lines with the style of each piece."""
    return ["".join(text if not style else f"{{{style}:{text}}}" for text, style in line) for line in lines]


def test_the_table_of_any_scene() -> None:
    """A table with all that can be on it, as several people see it, in each style."""
    out: list[str] = []

    def table(name: str, style: SceneStyle, leads: int = -1, **changed: Any) -> None:
        out.extend((f"== {name}", *lines_of(table_lines({**SCENE, **changed}, style, leads=leads))))

    table("as Ann sees it", SceneStyle())
    table("in plain lines", SceneStyle(plain=True))
    table("with letters", SceneStyle(ascii=True), viewer=1, turn=-1, facts=[], deal=0)
    table("as nobody sees it", SceneStyle(), viewer="everybody", deal=0, trick_of_deal=0)
    table("with nothing at its head", SceneStyle(), deal=0, trick_of_deal=0, facts=[])
    table("Ann leads", SceneStyle(), leads=0)
    table("Bob leads", SceneStyle(), leads=1, trick={"plays": [], "winning": -1})
    trick = {"plays": PLAYS, "winning": 0, "leader": 3}
    table("in a trick", SceneStyle(), leads=1, trick=trick, last_trick={"plays": PLAYS[:2], "winner": 3, "leader": 0})
    table("in another trick", SceneStyle(), trick={**trick, "winning": -1}, last_trick={"plays": PLAYS, "winner": -1})
    calls = [{"seat": at % 4, "text": f"bid {at}"} for at in range(17)]
    table("an auction", SceneStyle(), zones=[], calls=calls[:16])
    table("a long auction", SceneStyle(), zones=[], calls=calls, last_trick={"plays": PLAYS, "winner": 0})
    table(
        "a card that is hidden wins", SceneStyle(), trick={**trick, "winning": 1}, last_trick={"plays": [], "winner": 0}
    )
    same_as_file(PRINTED / "tables.txt", "\n".join(out) + "\n")


def test_what_any_deal_came_to() -> None:
    change = {"whose": "Ann", "by": [4, -2]}
    reason = {
        "name": "points",
        "why": "the bid",
        "at": "x:1",
        "cites": ["5", "7"],
        "changes": [change],
        "cards": [["A♠"], ["K♠", "Q♠"]],
    }
    bare = {
        "name": "points",
        "why": "",
        "at": "",
        "cites": [],
        "changes": [change, {"whose": "", "by": [1]}],
        "cards": [],
    }
    entries = [
        {"whose": "Ann", "name": "points", "before": 3, "now": 5}, {"whose": "Bob", "name": "points", "before": 0, "now": 0},
        {"whose": "", "name": "pot", "before": 3, "now": -1},
    ]  # fmt: skip
    laid = [{"zone": "hand", "whose": "Ann", "cards": ["A♠", "K♠"]}, {"zone": "kitty", "whose": "", "cards": ["2♠"]}]
    named = [{"name": "bid", "whose": "Ann", "value": "3"}, {"name": "bid", "whose": "Bob", "value": "pass"}]
    deal = {"deal": 4, "laid_open": laid, "named": named, "entries": entries, "reasons": [reason, bare]}
    none = {"deal": 5, "deal_over": False, "laid_open": [], "named": [], "entries": [], "reasons": []}
    out: list[str] = []
    for settled in (deal, none):
        for style in (SceneStyle(), SceneStyle(plain=True), SceneStyle(ascii=True)):
            out += ["==", *lines_of(settlement_lines({"settlement": settled}, style))]
    same_as_file(PRINTED / "settlements.txt", "\n".join(out) + "\n")
