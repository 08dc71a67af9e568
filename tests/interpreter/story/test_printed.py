"""What is said of random games, word for word: the items, the scene before each question, and the settlement, as several
people see them.

The texts lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.  Each game has something of its own: cards that are passed
in secret, incidents, melds, auctions, cards that are drawn, piles of a team.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoyle.cli.terminal.scenes import SceneStyle, settlement_lines, table_lines
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.story.items import line_data
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.story.transcript import Transcript
from hoyle.interpreter.text.parse import Words

from ...golden import same_as_file
from .playing import game

CLUB = Path(__file__).parents[2] / "cli" / "club" / "club_whist.hoyle"
PASSING = """game "Passing"
language 1
players 3
deck 2 3 4 5 6 7 8 9
zones
    stock: face down
    hand of each player: private
    away of each player: face down
    table: face up
remember
    keeper: player or none
    mood: suit or none
    bonus of each player: number
    points of each player: number
written on the table
    "mood {mood}" if mood is not none
    "keeper" beside p in players where p = keeper
main
    repeat 2 times
        one_deal
    game over, won by the player with highest points, otherwise shared
phase one_deal
    gather every card into stock
    shuffle stock
    set keeper to none
    deal 4 from stock to hand of each player
    move top of stock to table
    for p in players
        p chooses
            "pass on {c}" for c in p.hand
                move c to p.left.hand
    for p in players
        p chooses
            "keep {c}" for c in p.hand where keeper is none
                show c to everyone
                set keeper to p
                set mood to c.suit
            "lay away {c}" for c in p.hand
                move c to p.away
            "draw"
                deal 1 from stock to p.hand
    for p in players: show p.hand to everyone
    for p in players: scored(p, size of p.hand)
table scored(p: player, n: 0..9)
    p = keeper -> add 2 * n to p.points
    p != keeper and n > 4 -> add 1 to p.points, add 1 to p.left.bonus
    p != keeper and n <= 4 -> subtract 1 from p.points
"""
GAMES = ("club", "passing", "newberry_euchre", "gin_rummy", "hearts", "cassino", "schnapsen")


def rules(name: str) -> Any:
    loaded = load({"club": CLUB, "passing": Source("passing.hoyle", PASSING)}.get(name, name))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    return lower(loaded.game)


def lines_of(lines: Any) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


@pytest.mark.parametrize("viewer", [None, -1, 0], ids=["all", "nobody", "first"])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_game(name: str, viewer: int | None) -> None:
    program = rules(name)
    words = Words(program)
    story, transcript = Story(words, viewer), Transcript(words, viewer, reasons=True)
    out: list[str] = []
    copied: list[tuple[Story, Transcript]] = []
    for number, (records, state) in enumerate(game(program, Random(name), 30)):
        if number == 12:
            copied.append((story.copy(), transcript.copy()))
        lines = story.tell(records)
        if number == 12:
            assert copied[0][0].tell(records) == lines
        items = transcript.read(records, "a note" if number == 3 else "")
        out.append(f"== {number}")
        out += [json.dumps(line_data(item), ensure_ascii=False) for item in items]
        if number % 4 == 0:
            shown = scene(story, state.values)
            out += lines_of(table_lines(shown, SceneStyle()))
            if shown.get("settlement"):
                out += lines_of(settlement_lines(shown, SceneStyle()))
    out.append("== rest")
    out += [json.dumps(line_data(item), ensure_ascii=False) for item in transcript.rest()]
    who = {None: "all", -1: "nobody", 0: "first"}[viewer]
    same_as_file(Path(__file__).with_name("printed") / f"{name}_{who}.txt", "\n".join(out) + "\n")
