"""A slip in every construct of the list for 1.1, planted in a shipped game, is found.

The result of a slip is a valid rule file for another game.

An author has three means to find a slip, tried in this order: `check` reads the rules; it also plays a short run of
games; and the replay of the scripted games fails.

The slips were chosen among those that are found.  These are not found, because each gives another legal game:
`counterclockwise` left out, `the middle of` left out in Crazy Eights, a wrong count of wild or suited cards in Deuces
Wild, `no cs in 2 or more` for the bound in Scopa, and `bottom of trick` for the winning card in Belote.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.replay.events import Failed
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.trial.report import found_in_play

from .test_table import CONSTRUCTS

PLANTED: dict[str, tuple[str, str, str, str]] = {
    "`taken by w with the highest c by V`":
        ("spoil_five", "with the highest c by height(c)", "with the lowest c by height(c)", "E1065"),
    "`following suit or c where …`":
        ("rook", "following suit or c where c.rank = Rook", "following suit", "E1052"),
    "`for n in 60..180 in steps of 5`":
        ("rook", "in steps of 5", "in steps of 10", "E1052"),
    "`before each card by p`, `after each card c by p`":
        ("clabber", "before each card by p", "before each card by leader", "E0303"),
    "a duty, with whoever is to play: `played by p`":
        ("schafkopf", "if able c where may_play(p, c)", "if able c where may_play(leader, c)", "E0801"),
    "`the winner so far`, `the winning card so far`":
        ("belote", "the winner so far = p.partner and", "the winner so far = leader.partner and", "W0301"),
    "`c beats d`":
        ("schafkopf", "c beats (the highest d in q.trumps by the ranking)", "(the highest d in q.trumps by the ranking) beats c", "E1060"),
    "`c follows d`":
        ("pitch", "or c follows bottom of trick", "or not c follows bottom of trick", "E1052"),
    "`c is a trump`":
        ("pinochle", "if able c where trick is empty or c is a trump\n", "if able c where trick is empty or not c is a trump\n", "E1052"),
    "`the highest c in S by the ranking`":
        ("schafkopf", "(the highest d in q.trumps", "(the lowest d in q.trumps", "E1060"),
    "`c.player`, `p.played`":
        ("belote", "set royal to c.player", "set royal to leader", "E1060"),
    "names that people read: `names`":
        ("slovenian_tarok", '    C "cavalier"\n', '    N "cavalier"\n', "E0305"),
    "`counterclockwise`":
        ("scopa", "hand of each player from dealer.next", "hand of each player from dealer.left", "W0617"),
    "`play the other way round`":
        ("queens_turn_round", "if c.rank = Q: play", "if c.rank != Q: play", "E1050"),
    "`for dealer around the table …`, of a name that is there":
        ("crazy_eights", "for dealer around", "for p around", "W0304"),
    "`for dealer around the table …, deals times`":
        ("schafkopf", "from a random player, deals times", "from a random player, 8 times", "W0302"),
    "`points of each player except p`":
        ("schafkopf", "subtract n from points of each player except side", "subtract n from points of each player", "E1302"),
    "`shuffle every card into S`":
        ("cribbage", "    shuffle every card into stock\n", "    shuffle stock\n", "W0303"),
    "`players 2 or 4`":
        ("slovenian_tarok", "players 3 or 4 = 4", "players 3 or 4 or 5 = 4", "E1303"),
    "`partners opposite with 4`":
        ("cassino", "partners opposite with 4", "partners opposite", "E0606"),
    "`p.next`":
        ("scopa", "around the table from dealer.next", "around the table from dealer.left", "W0617"),
    "sides made during a deal":
        ("schafkopf", "p = declarer or p = helper", "p = declarer and p = helper", "E1302"),
    "`a random suit`, or another value":
        ("killer_whist", "a random suit", "a random suit in {hearts}", "E1046"),
    "`any cs in 2 or more cards of S`":
        ("cassino", "no cs in 1..7 cards of floor has can_take", "any cs in 1..7 cards of floor has can_take", "E1303"),
    "`number of cs in 2 cards of S`":
        ("cribbage", "number of xs in 2 or more cards of whole", "number of xs in 2 cards of whole", "E1060"),
    "`highest`, `total … for cs in 5 cards of S`":
        ("cribbage", "highest size of xs for xs in 3 or more", "highest size of xs for xs in 6 or more", "E1060"),
    "`highest n for n in 1..k where …`":
        ("cribbage", "2 .. size of played where top n of played is a same", "2 .. size of played where top n of done is a same", "E1060"),
    "`S left over by melds`":
        ("gin_rummy", "where melded + c left over by melds is empty", "where melded left over by melds is empty", "E1302"),
    "a deck in rows":
        ("slovenian_tarok", "J C Q K of hearts diamonds", "J C Q K of hearts", "E0507"),
    "`wild` cards of a shape":
        ("deuces_wild", "straight: 5 cards in sequence, 2 wild", "straight: 5 cards in sequence, joker wild", "E0502"),
    "`move … to bottom of`, `to the middle of`":
        ("schnapsen", "move jack to bottom of stock", "move jack to stock", "E1302"),
    "`for p in S, c in T`":
        ("golf", "for p in players, n in 1..6: move", "for p in players, n in 1..5: move", "E1302"),
    "`values … of each` kind":
        ("slovenian_tarok", "    one: 30\n", "", "E0511"),
    "zones with places":
        ("golf", "for n in 1..6 where p.down(n)", "for n in 1..7 where p.down(n)", "E1303"),
    "an answer `otherwise`":
        ("adding_ninety_nine", '"lose a life" otherwise', '"lose a life" if p.hand is empty', "E1303"),
    "a set written out: `c.rank in {7, Q}`":
        ("cribbage", "if count in {15, 31}", "if count in {15, 32}", "E1060"),
    "`number of p in S, c in T where …`":
        ("slovenian_tarok", "number of p in ps, c in p.won where c.rank = K", "number of p in players, c in p.won where c.rank = K", "W0301"),
}  # fmt: skip
"""For each construct: the file, the text in it, the text planted instead, and the code that finds it."""
SAID_AT = {
    "`the winner so far`, `the winning card so far`": "play trick",
    "`for dealer around the table …`, of a name that is there": "dealer: player",
    "`for dealer around the table …, deals times`": "option deals",
    "`shuffle every card into S`": "done",
    "a deck in rows": "deal 48 / number of players",
    "`values … of each` kind": "values worth",
}
"""The start of the line that is reported, where it is not the line of the slip."""
NOT_PLANTED = {"`add value` to an option"}
"""No shipped file uses this construct.  Tests in tests/dsl/resolve plant mistakes in it."""


def test_every_construct_has_a_slip() -> None:
    assert {*PLANTED} | NOT_PLANTED == {*CONSTRUCTS}


@pytest.mark.parametrize("construct", PLANTED)
def test_a_planted_slip_is_found(construct: str) -> None:
    name, right, wrong, code = PLANTED[construct]
    path = next(path for path in (RULESETS / f"{name}.hoyle", RULESETS / "variants" / f"{name}.hoyle") if path.exists())
    text = path.read_text(encoding="utf-8").partition("\nexample ")[0] + "\n"  # examples say some of it, too
    assert text.count(right) == 1
    loaded = load(Source(str(path), text.replace(right, wrong)))
    found = list(loaded.diagnostics)
    if code.startswith(("E10", "E13")):
        assert loaded.game is not None
        assert not found
        found = [*_replayed(name, loaded.game)] if code.startswith("E10") else [*found_in_play(loaded.game)]
    assert code in [problem.code for problem in found]
    if not code.startswith(("E10", "E13")):
        said = [_line(problem.span.source.text, problem.span.start) for problem in found if problem.code == code]
        where = SAID_AT.get(construct) or _line(text.replace(right, wrong), text.index(right))
        assert any(line.startswith(where) for line in said)


def _line(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 : text.index("\n", at)].strip()


def _replayed(name: str, game: CheckedGame) -> Iterator[Diagnostic]:
    """The first complaint in each scripted game of a ruleset."""
    for path in sorted((Path(RULESETS) / "games").glob("*.play")):
        text = path.read_text(encoding="utf-8")
        if f"game {name}\n" not in text:
            continue
        script, _ = parse_script(text)
        assert script is not None
        for one in script.games:
            program = lower(game, {s.name.text: s.value.text for s in one.options}, len(one.players))
            for event in Replay(one, OpenedGame.lowered(game, program, one.names)):
                if isinstance(event, Failed):
                    yield event.diagnostic
                    break
