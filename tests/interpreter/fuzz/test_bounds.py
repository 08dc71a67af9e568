"""Hostile rules cost fuzz and the short run of check little time, because all their steps are counted."""

from __future__ import annotations

from itertools import islice

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.fuzz import watched
from hoyle.interpreter.fuzz.ground import Ground
from hoyle.interpreter.fuzz.settings import MOST_SETTINGS, rows
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.trial.report import found_in_play

GAME = """\
game "G"
language 1
players 2
deck 7 8 9
{options}
zones
    stock: face down
remember
    points of each player: number
main
    shuffle stock
{body}
    for p in players
        p chooses
            "a"
                add 1 to p.points
            "b"
    game over, won by the player with highest points, otherwise shared
"""
NESTED = """\
    repeat 1000 times
        repeat 1000 times
            repeat 1000 times
                add 1 to points of each player
                subtract 1 from points of each player
"""


def checked(options: str = "", body: str = "") -> CheckedGame:
    loaded = load(Source("g.hoyle", GAME.format(options=options, body=body)))
    assert loaded.game is not None, [d.message for d in loaded.diagnostics]
    return loaded.game


def test_an_endless_game_is_reported_and_abandoned() -> None:
    game = watched.WatchedGame(Ground(lower(checked(body=NESTED))), (), Dice(0, 0, 0))
    broken = game.start()
    assert broken is not None
    assert (broken.code, broken.invariant) == ("E1205", "rules")
    assert len(game.records) <= watched.MOST_RECORDS + 1


def test_the_short_run_keeps_no_data_of_an_endless_game() -> None:
    (fault,) = found_in_play(checked(body=NESTED))
    assert fault.code == "E1303"
    assert "this does not end" in fault.message


def test_hundreds_of_options_are_drawn_at_random_and_not_in_pairs() -> None:
    game = checked("".join(f"option o{i}: 0..100 = 5\n" for i in range(200)))
    found = list(islice(rows(game), MOST_SETTINGS + 1))
    assert len(found) == MOST_SETTINGS + 1
    assert all(one != found[0] for one in found[1:])
