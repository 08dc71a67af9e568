"""What a program says of itself: each fact by hand."""

from __future__ import annotations

from dataclasses import replace

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.program.expressions import Const, Domain, Reg

from ...small_rules import game_of, small_rules
from ...small_tricks import program_of, small_tricks


def test_a_range_is_short_if_it_has_a_thousand_numbers_at_most() -> None:
    def short(low: int, high: int) -> bool:
        return Domain("range", (Const(low), Const(high))).short

    assert [short(0, 999), short(0, 1000), short(-499, 500), short(-500, 500), short(999, 0)] == [
        True, False, True, False, True,
    ]  # fmt: skip
    assert not Domain("range", (Const(0), Reg(0))).short
    assert not Domain("range", (Reg(0), Const(1))).short
    assert not Domain("mask", (Const(1),)).short


def test_values_are_tried_but_for_the_last_name_without_a_condition() -> None:
    program = lower(
        game_of(
            small_rules(
                answers='            "swap {c} {d}" for c in p.hand, d in p.hand where c != d\n                nothing'
            )
        )
    )
    play, swap = program.asks[0].alternatives
    assert [play.tries(0)] == [False]
    assert [swap.tries(0), swap.tries(1)] == [True, True]
    free = replace(swap, where=None)
    assert [free.tries(0), free.tries(1)] == [True, False]
    always = replace(swap, where=Const(1))
    assert [always.tries(0), always.tries(1)] == [True, False]


def test_teams_of_players() -> None:
    pairs = program_of(small_tricks())
    assert [pairs.team_of(player) for player in range(4)] == [0, 1, 0, 1]
    alone: Program = lower(game_of(small_rules()))
    assert alone.teams == ()
    assert alone.team_of(0) is None
