"""Where the mistake of somebody else's player is said to be, and the values of a game of one side."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import Player
from hoyle.interpreter.players.plugins import BadPlayer, GuardedPlayer, _at, _where, guarded
from hoyle.interpreter.search import world_solver
from hoyle.interpreter.search.world_solver import LONGEST, SHARE, TRIED, WorldSolver

from ...brute import BruteForce, TreeTooLarge
from ...small_rules import game_of, small_rules


class Failing(Player):
    """Fails wherever it is asked."""

    def begin(self) -> None:
        raise ValueError("not today")

    def choose(self, decision: Any) -> Any:
        return 7


def line_of(code: Any) -> str:
    return f" in {__file__}:{code.__code__.co_firstlineno}"


def test_a_place_is_that_of_the_method_that_chooses() -> None:
    assert _at(Failing) == line_of(Failing.choose)
    assert _at(line_of) == line_of(line_of)
    assert _at(len) == ""
    assert _at(3) == ""
    answering = type("Answering", (), {"answer": line_of, "choose": Failing.choose})
    assert _at(answering) == line_of(line_of)
    assert _at(type("Nothing", (), {})) == ""


def test_a_failure_is_where_the_file_of_the_player_was_last() -> None:
    begin = Failing.begin.__code__.co_firstlineno
    with pytest.raises(BadPlayer) as failed:
        GuardedPlayer("the player `x` at seat A", Failing()).begin()
    assert f"the player `x` at seat A failed in {__file__}:{begin + 1}: ValueError('not today')" in str(failed.value)
    assert _where(ValueError("never raised"), Failing) == line_of(Failing.choose)
    with pytest.raises(BadPlayer) as failed:
        GuardedPlayer("the player `x` at seat A", Failing()).choose(SimpleNamespace(options=(1, 2)))  # type: ignore[arg-type]
    assert f"the player `x` at seat A chose what it was not offered{line_of(Failing.choose)}: 7" in str(failed.value)

    def wrong(program: Any, seat: int) -> Any:
        return "nobody"

    with pytest.raises(BadPlayer) as failed:
        guarded("x", wrong)(None, 1)  # type: ignore[arg-type]
    assert f"the player `x` at seat B is not a `Player`{line_of(wrong)}: 'nobody'" in str(failed.value)


# --------------------------------------------------------------------------------------------------------- exact values


@pytest.mark.parametrize(("players", "best", "sign"), [("2", "highest", 1), ("2", "lowest", -1), ("3", "highest", 1)])
def test_exhaustive_play_of_a_game_whose_values_are_known(players: str, best: str, sign: int) -> None:
    """Each player takes the card that counts most for them, and what an option gains is less the mean of the others."""
    text = small_rules(players=players, cards="2", act="add (1 if c.suit = hearts otherwise 5) to p.points").replace(
        "with highest", f"with {best}"
    )
    program = lower(game_of(text))
    engine, brute = Engine(program), BruteForce(program)
    state = engine.start(seed=4)
    question = engine.question(state)
    assert question is not None
    count = int(players)
    hands = [
        state.values[next(zone for zone in program.zones if zone.name == "hand").base + seat] for seat in range(count)
    ]
    hearts = program.suits.index("hearts")
    worth = [1 if program.faces[face].suit == hearts else 5 for face in program.deck]
    numbers = [[worth[card] for card in range(52) if int(hand) >> card & 1] for hand in hands]  # type: ignore[arg-type]
    # whoever chooses first expects the others to do what is worst for it
    best_of = max if sign > 0 else min
    others = sum(best_of(held) for held in numbers[1:])
    wanted = [sign * ((count - 1) * own - others) / (count - 1) for own in numbers[0]]
    assert sorted(brute.values(state.values, 500)) == pytest.approx(sorted(wanted))
    with pytest.raises(TreeTooLarge, match="there is too much to go through"):
        brute.values(state.values, 2)


def test_a_game_of_one_side_is_worth_what_it_brings() -> None:
    text = small_rules(players="2", cards="2", act="add 3 to points of each player")
    program = lower(game_of(text))
    brute, engine = BruteForce(program), Engine(program)
    brute._sides = ((0, 1),)
    brute._scores = brute._scores[:1]
    state = engine.start(seed=1)
    assert brute.values(state.values, 200) == [0.0, 0.0]


def test_the_time_for_worlds_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    solver: Any = SimpleNamespace(_speed=1000.0, _pace=50.0)
    monkeypatch.setattr(world_solver, "monotonic", lambda: 100.0)
    too_slow = WorldSolver._too_slow
    assert too_slow(solver, 0, 5, 99.0, 100.0)
    assert not too_slow(solver, 0, 5, 99.0, 100.1)
    assert not too_slow(solver, TRIED - 1, 500, 99.0, 100.1)
    assert too_slow(solver, TRIED, 500, 99.0, 100.1)
    assert not too_slow(solver, TRIED, 0, 99.0, 100.1)
    assert not too_slow(solver, TRIED, TRIED, 99.0, 101.0)
    assert too_slow(solver, TRIED, TRIED, 99.0, 100.9)
    in_time = WorldSolver._in_time
    assert in_time(solver, 0, 100.5) == int(0.5 * min(1.0, SHARE) * 1000)
    assert in_time(solver, 4, 100.5) == int(0.5 * min(1.0, SHARE / 4) * 1000)
    assert in_time(solver, 1, 100.0 + 9 * LONGEST) == int(LONGEST * min(1.0, SHARE) * 1000)
    until = WorldSolver._until
    assert until(solver, 10, 100.5) == 10
    assert until(solver, 100, 100.5) == 25
    assert until(solver, 100, 100.0) == 1
    assert until(solver, 10**9, 100.0 + 9 * LONGEST) == int(LONGEST * 50)
