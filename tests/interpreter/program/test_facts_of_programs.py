"""What a program says of itself: each fact by hand."""

from __future__ import annotations

from dataclasses import replace

from hoyle.dsl.types import Type
from hoyle.interpreter.batch.report import template
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import ACTOR, DECISIONS, PC, RNG, STEPS, Program
from hoyle.interpreter.program.expressions import Const, Domain, Reg
from hoyle.interpreter.program.program import trick_rules
from hoyle.interpreter.program.slots import FIRST_FREE

from ...small_constructs import construct_game
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


def test_the_words_of_an_answer_have_something_at_each_placeholder() -> None:
    answers = '            "swap {c} {d}" for c in p.hand, d in p.hand where c != d\n                nothing'
    swap = lower(game_of(small_rules(answers=answers))).asks[0].alternatives[1]
    assert swap.filled() == template(swap) == "swap … …"
    assert swap.filled(lambda hole: swap.bound[hole].name if hole else None) == "swap … d"


def test_teams_of_players() -> None:
    pairs = program_of(small_tricks())
    assert [pairs.team_of(player) for player in range(4)] == [0, 1, 0, 1]
    alone: Program = lower(game_of(small_rules()))
    assert alone.teams == ()
    assert alone.team_of(0) is None


def test_how_many_values_of_a_type_there_are_and_which_numbers_stand_for_one() -> None:
    program = lower(construct_game("values"))
    types = {info.name: info.type for info in program.variables}
    words = {"flag": 2, "who": 4, "side": 2, "s": 4, "bid": 6, "r": 8, "seen": 34}
    for name, count in words.items():
        assert program.count_of(types[name]) == count, name
        assert [n for n in range(-2, count + 3) if program.has(types[name], n)] == [*range(count)]
    assert program.count_of(Type("word", words=("a", "b"))) == 2
    number, cards = types["n"], types["held"]
    assert [program.has(number, n) for n in (-1, 0, 1 << 40)] == [True] * 3
    assert [n for n in (-1, 0, 1, (1 << 34) - 1, 1 << 34) if program.has(cards, n)] == [0, 1, (1 << 34) - 1]


def test_owners_counted_from_a_player_or_his_team() -> None:
    program = lower(construct_game("values"))
    names = {info.name: info for info in program.variables}
    zones = {info.name: info for info in program.zones}
    for player in range(4):
        assert [program.owner_from(names["points"], player, n) for n in range(5)] == [
            (player + n) % 4 for n in range(5)
        ]
        assert [program.owner_from(names["tricks"], player, n) for n in range(3)] == [
            (player + n) % 2 for n in range(3)
        ]
        assert [program.owner_from(zones["hand"], player, n) for n in range(4)] == [(player + n) % 4 for n in range(4)]
        assert [program.owner_from(zones["won"], player, n) for n in range(2)] == [(player + n) % 2 for n in range(2)]
        assert program.owner_from(names["n"], player, 3) == 3
    alone = lower(construct_game("values"), {}, 3)
    assert alone.teams == ((0,), (1,), (2,))
    tricks = next(info for info in alone.variables if info.name == "tricks")
    assert [alone.owner_from(tricks, player, 2) for player in range(3)] == [2, 0, 1]


def test_the_first_slots_of_a_program_are_those_of_the_engine() -> None:
    assert (PC, RNG, STEPS, ACTOR, DECISIONS, FIRST_FREE) == (0, 1, 2, 3, 4, 5)
    program = lower(game_of(small_rules()))
    bases = [*(info.base for info in program.zones), *(info.base for info in program.variables)]
    assert min(bases) >= FIRST_FREE
    assert len(program.initial) > max(bases)


def test_the_score_that_decides_is_counted_while_the_game_is_played() -> None:
    def score(ending: str) -> tuple[str, bool] | None:
        text = small_rules(defines="define late(p: player) means size of p.hand")
        program = lower(game_of(text.replace("game over, won by the player with highest points", ending)))
        found = program.score
        if found is None:
            return None
        names = {info.base: info.name for info in program.variables}
        return names.get(found[0], "counted at the end"), found[1]

    assert score("game over, won by the player with highest points") == ("points", True)
    assert score("game over, won by the player with lowest points") == ("points", False)
    assert score("game over, won by the player with lowest late, then highest points") == ("points", True)
    assert score("game over, won by the player with highest points, then lowest late") == ("points", True)
    late = score("game over, won by the player with lowest late")
    assert late is not None
    assert late[1] is False


def test_the_rules_of_tricks_are_those_of_the_first_question_for_a_trick() -> None:
    program = program_of(small_tricks())
    found = trick_rules(program)
    assert found is not None
    assert found is next(ask.trick for ask in program.asks if ask.trick is not None)
    assert trick_rules(lower(game_of(small_rules()))) is None
