"""The solver compared with brute force, on endings of every ruleset."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.solve import Solver
from hoyle.interpreter.search.solve import TooLarge as Unsolved

from ...brute import BruteForce, TreeTooLarge


def program_of(name: str) -> Program:
    game = load(name).game
    assert game is not None
    return lower(game, {})


def states(program: Program, seed: int, most: int) -> list[State]:
    """The questions of a game of random players, the last one first."""
    engine, dice, found = Engine(program), Dice(seed), list[State]()
    state = engine.start(seed=seed)
    while isinstance(pc := state.values[PC], int) and pc > OVER and len(found) < most:
        options = options_of(engine, state)
        if len(options) > 1:
            found.append(state)
        option = options[dice.below(len(options))]
        state = engine.apply(state, Choice(option[0], option[1:]))
    return found[::-1]


@pytest.mark.parametrize("name", [*rulesets()][2::6])
def test_values_equal_those_of_brute_force(name: str) -> None:
    program = program_of(name)
    solver, brute, done = Solver(program), BruteForce(program), 0
    for state in states(program, 5, 1_000)[:40]:  # from the end: those before them are larger still
        try:
            expected = brute.values(state.values, 200)
        except TreeTooLarge:
            continue
        found = solver.solve(state)
        assert [one.value for one in found.values] == expected
        assert [one.option for one in found.values] == options_of(Engine(program), state)
        done += 1
        if done == 2:
            break
    if not done:
        pytest.skip("every position of this game is too large to be worked out in full")


def test_the_best_line_gives_its_promised_value() -> None:
    program = program_of("newberry_euchre")
    solver, engine = Solver(program), Engine(program)
    for state in states(program, 9, 20)[::4]:
        found = solver.solve(state)
        assert found.line[0] == (found.player, found.values[found.best[0]].option)
        reached, value = state, found.value
        for player, option in found.line:
            now = solver.solve(reached, line=False)
            assert now.player == player
            moved = sum(
                side * (engine.value(reached, 6, i) - engine.value(state, 6, i)) for i, side in enumerate((1, -1))
            )
            assert moved == 0  # points are counted only at the end of a deal
            ours = player % 2 == found.player % 2
            assert now.value == (value if ours else -value)
            reached = engine.apply(reached, Choice(option[0], option[1:]))


def test_a_position_that_is_too_large_is_refused() -> None:
    program = program_of("whist")
    with pytest.raises(Unsolved):
        Solver(program).solve(Engine(program).start(seed=1), nodes=10_000)


def test_play_that_can_go_on_for_ever_is_too_much_for_exhaustive_search() -> None:
    """At Knock Rummy who takes the discard leaves the stock as it is, and nobody has to knock."""
    program = program_of("knock_rummy")
    state = Engine(program).start(seed=1)
    with pytest.raises(TreeTooLarge, match="too long"):
        BruteForce(program).values(state.values, 10**6)
