"""Judgements of the questions of small games, with a small effort: every value of each, kept as text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.interpreter.analysis.judge import Effort, Judge, JudgedOption, Judgement
from hoyle.interpreter.analysis.opened import OpenHandJudge, judgement
from hoyle.interpreter.analysis.script import JudgedChoice
from hoyle.interpreter.batch.statistics import Estimate
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.errors import GameError
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.records import AnyRecord, Choice
from hoyle.interpreter.search.exact import ExactValue, Solution
from hoyle.interpreter.search.following import HistoryFeeder
from hoyle.interpreter.search.history import History

from ...golden import same_as_file
from ...small_constructs import construct_game
from ...small_rules import game_of, small_rules
from ...small_tricks import program_of, small_tricks

GOLDEN = Path(__file__).with_name("golden")
HIDDEN = small_rules(
    players="3",
    answers='            "pass"\n                add 2 to p.left.points',
    act="add 1 + size of p.hand to p.points",
)
EFFORTS = (Effort(60, 3, 0), Effort(90, 10, 0), Effort(7, 4, 0), Effort(80, 9, 400))

pytestmark = pytest.mark.usefixtures("short_lesson")


def game(name: str) -> Program:
    if name == "tricks":
        return program_of(small_tricks(until=2))
    return lower(game_of(HIDDEN) if name == "hidden" else construct_game(name))


def questions(program: Program, seed: int, most: int) -> Iterator[tuple[History, State, list[tuple[int, ...]]]]:
    """The questions of a game of random players, each with what led to it and its options."""
    engine, followed, dice, records = Engine(program), HistoryFeeder(program), Dice(seed), list[AnyRecord]()
    state = engine.start(seed=seed, listener=lambda record, _: records.append(record))
    followed.begin(records)
    for _ in range(most):
        pc = state.values[PC]
        assert isinstance(pc, int)
        if pc <= OVER:
            return
        options = options_of(engine, state)
        yield followed.history, state, options
        option, before = options[dice.below(len(options))], state
        records.clear()
        state = engine.apply(before, Choice(option[0], option[1:]), listener=lambda record, _: records.append(record))
        followed.made(before.values, records)


def shown(one: Estimate | None) -> str:
    return "none" if one is None else f"{one.value:.4f} [{one.low:.4f} {one.high:.4f}]"


def lines_of(found: Judgement | None) -> Iterator[str]:
    if found is None:
        yield "    not judged"
        return
    yield f"    player {found.player}, made {found.made}, cost {shown(found.cost)}, {found.worlds} worlds, exact {found.exact}"
    yield "    " + ", ".join(f"{one.option}: {shown(one.value)}" for one in found.options)


@pytest.mark.parametrize("name", ["tricks", "hidden", "flow"])
def test_what_options_are_worth_and_what_a_choice_costs(name: str) -> None:
    program, lines = game(name), list[str]()
    judge = Judge(program, EFFORTS[0])
    for number, (history, state, options) in enumerate(questions(program, 6, 12)):
        judge.effort = EFFORTS[number % len(EFFORTS)]
        made = options[number % len(options)]
        found = judge.judge(history, state, made, seed=number)
        assert found == judge.judge(history, state, made, seed=number)
        assert (found is None) == (len(options) < 2)
        lines += [f"{number}: {judge.effort}", *lines_of(found)]
        if found is not None:
            assert found.options[found.made].option == made
            assert [one.value.value for one in found.options] == sorted(
                (one.value.value for one in found.options), reverse=True
            )
    unmade = next(iter(questions(program, 7, 1)))
    lines += [*lines_of(judge.judge(unmade[0], unmade[1])), *lines_of(judge.judge(unmade[0], unmade[1], (9, 9)))]
    same_as_file(GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in lines))


def test_a_game_that_is_over_is_not_judged() -> None:
    program = game("hidden")
    history, state, _ = [*questions(program, 1, 50)][-1]
    over = state.values.copy()
    over[PC] = OVER
    with pytest.raises(GameError, match="the game is over"):
        Judge(program, EFFORTS[0]).judge(history, State(over))


def test_open_hands_are_judged_by_the_solver() -> None:
    program = game("tricks")
    opened, compared = OpenHandJudge.of(program, 4_000), 0
    small = OpenHandJudge(opened.solver, 1)
    for _, state, options in questions(program, 4, 14):
        found = opened.judge(state, options[-1])
        if len(options) < 2:
            assert found is None
            continue
        if found is None:
            continue
        solved = opened.solver.solve(state, nodes=4_000, line=False)
        assert found == judgement(solved, options[-1])
        assert opened.judge(state) == judgement(solved)
        compared += len(options) == 2
        assert small.judge(state) is None or len(options) < 3
    assert compared


def test_the_order_of_exact_values() -> None:
    values = tuple(ExactValue((0, card), float(value), 1) for card, value in enumerate((1, 3, 2, 3)))
    found = judgement(Solution(2, values, ()), (0, 3))
    assert [one.option for one in found.options] == [(0, 3), (0, 1), (0, 2), (0, 0)]
    assert (found.player, found.made, found.cost, found.worlds, found.exact) == (2, 0, Estimate(0.0, 0.0, 0.0), 1, True)
    assert found.options[2].value == Estimate(2.0, 2.0, 2.0)
    other = judgement(Solution(2, values, ()), (0, 2))
    assert (other.made, other.cost) == (2, Estimate(1.0, 1.0, 1.0))
    assert other.mistake
    assert [one.option for one in other.options] == [(0, 1), (0, 3), (0, 2), (0, 0)]
    none = judgement(Solution(2, values, ()))
    assert (none.made, none.cost, none.mistake) == (-1, None, False)


def test_the_outlook_is_the_lead_and_what_the_choice_is_worth() -> None:
    options = (JudgedOption((0,), Estimate(2.0, 1.0, 4.0)), JudgedOption((1,), Estimate(-1.0, -2.0, 0.5)))
    judged = Judgement(0, options, 1, None, 3, False)
    assert JudgedChoice(1, 1, 0, "", 0, (), 10.0, "", judged).outlook == Estimate(9.0, 8.0, 10.5)
    assert JudgedChoice(1, 1, 0, "", 0, (), 10.0, "", Judgement(0, options, -1, None, 3, False)).outlook is None
