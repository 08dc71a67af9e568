"""Games of the short run in a module: a player that learns comes where chance does not."""

from __future__ import annotations

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.trial import modules
from hoyle.interpreter.trial.modules import FEWEST, MOST, choices_for, first_fault
from hoyle.interpreter.trial.report import found_in_play
from hoyle.interpreter.trial.unfired import FiredRules

RULES = """game "Steps"
language 1
players 2
deck 2 3
zones
    stock: face down
remember
    points of each player: number
    height of each player: 0..40
main
    for p in players
        repeat 20 times
            p chooses
                "climb"
                    add 1 to p.height
                    add 1 to p.points
                "wait"
                    nothing
                "rest"
                    set p.height to 0
        add 12 / ({top} - p.height) to p.points
    game over, won by the player with highest points, otherwise shared
"""


def game(top: int) -> CheckedGame:
    loaded = load(Source("steps.hoyle", RULES.format(top=top)))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    return loaded.game


@pytest.mark.parametrize(("top", "by_chance"), [(7, True), (18, False)])
def test_a_fault_far_up_is_found_by_who_learned_to_climb(top: int, by_chance: bool) -> None:
    found = first_fault(lower(game(top)), MOST, 0)
    assert found is not None
    assert (found.game is not None) == by_chance
    (reported,) = found_in_play(game(top))
    assert (reported.code, reported.span.text) == ("E1303", f"12 / ({top} - p.height)")


def test_without_a_fault_nothing_is_found() -> None:
    assert first_fault(lower(game(40)), FEWEST, 0) is None


def test_where_it_is_noted_what_never_came_up_more_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    most = modules.NOTED
    for enough, noted in ((modules.ENOUGH, most), (1, most), (modules.ENOUGH, modules.BY_CHANCE), (1, 1)):
        monkeypatch.setattr(modules, "ENOUGH", enough)
        monkeypatch.setattr(modules, "NOTED", noted)
        fired = FiredRules()
        assert first_fault(lower(game(40)), MOST, 0, fired) is None
        counted.append(fired.games)
    assert most > 2 * modules.BY_CHANCE
    assert counted[0] > 2 * counted[1] > 2 * counted[3] > 0
    assert counted[1] == counted[2], "as many as without notes are played in any case"


def test_where_there_are_many_options_fewer_choices_are_made() -> None:
    assert choices_for(1) == MOST > choices_for(20) > choices_for(10_000) == FEWEST
