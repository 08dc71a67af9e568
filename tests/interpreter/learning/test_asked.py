"""A player who was asked just the same before takes its next best option, so that no two go round in circles for ever: in
a module, and choice by choice in Python.
"""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest

from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import ModulePairedGames, outcomes
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.engine import Dice, State
from hoyle.interpreter.learning import remembered
from hoyle.interpreter.learning.lessons import lessons
from hoyle.interpreter.learning.nets import FIRST, NetMachine, code_of
from hoyle.interpreter.learning.store import find
from hoyle.interpreter.learning.weights import Weights
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import decision_of
from hoyle.interpreter.players.learned import LearnedPlayer, after_best, learned_with, repeats_of
from hoyle.interpreter.players.sampling import exchanged_for
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm.learned import asked
from hoyle.interpreter.wasm.tallies import LOGGED

from .test_kernel import Sitting, program_of

SWAPS = """game "Swaps"
language 1
players 2
deck 2 3 4 5
zones
    stock: face down
    table: face up
    hand of each player: private
remember
    dealer: player
    points of each player: number
    turns: number
main
    shuffle every card into stock
    deal 2 from stock to hand of each player
    deal 2 from stock to table
    for p around the table from dealer until total points > 0
        p chooses
            "swap {c} for {d}" for c in p.hand, d in table
                move c to table
                move d to p.hand
            "show" if any c in p.hand has any d in p.hand has (c != d and c.rank = d.rank)
                add 1 to p.points
        add 1 to turns
    game over, won by the player with highest points, otherwise shared
"""
"""Cards come back, and a number grows that nobody needs to know."""


@pytest.fixture(scope="module")
def swaps() -> Program:
    game = load(Source("swaps.hoyle", SWAPS)).game
    assert game is not None
    return lower(game)


def stubborn(program: Program, seed: int) -> Weights:
    """Weights of somebody who has learned nothing."""
    machine = NetMachine(code_of(program))
    machine.call("l_begin_net", seed)
    made = machine.weights(1, 0.0, seed)
    return replace(made, rows=array("f", machine.net()[: 4 * len(made.rows)].cast("f")))


def in_module(
    program: Program, weights: Weights, games: int, first: int = 0
) -> list[tuple[int, bool, tuple[int, ...]]]:
    """Games inside a module: how many choices they have, whether they were cut, and who won."""
    machine = NetMachine(code_of(program))
    machine.put_net(weights.net(machine.learned.features.blocks)[0])
    machine.seat((FIRST,) * program.players)
    done, log = 0, list[tuple[int, tuple[int, ...]]]()
    while done < games:
        done += machine.call("games", LOGGED, 1, first + done, games - done, 5_000)
        log += machine.log()
    return [(one.decisions, one.cut, one.winners) for one in outcomes(log)]


def in_python(
    program: Program, weights: Weights, games: int, first: int = 0
) -> list[tuple[int, bool, tuple[int, ...]]]:
    """The same games, each choice by a player of Python."""
    playout = Playout(program, (learned_with(weights),) * program.players, 1, paired=True)
    found = [playout.play(first + index) for index in range(games)]
    return [(one.decisions, one.cut, one.winners) for one in found]


def test_who_has_learned_nothing_does_not_do_the_same_for_ever(swaps: Program) -> None:
    lasted = list[int]()
    for seed in (1, 2, 9):
        weights = stubborn(swaps, seed)
        found = in_module(swaps, weights, 5)
        assert found == in_python(swaps, weights, 5)
        assert not any(cut for _, cut, _ in found)
        lasted += [decisions for decisions, _, _ in found]
    assert max(lasted) > 2 * asked.FEW_ASKED, "nobody went round in circles"


@pytest.mark.parametrize(("name", "first", "games"), [("gin_rummy", 71, 4), ("yaniv", 0, 3), ("whist", 0, 3)])
def test_games_of_a_module_are_those_of_players_of_python(name: str, first: int, games: int) -> None:
    """In two of these games of Gin Rummy somebody is asked the same twice."""
    program = program_of(name)
    weights = find(program).weights
    assert weights is not None
    assert in_module(program, weights, games, first) == in_python(program, weights, games, first)


@pytest.mark.parametrize("name", ["gin_rummy", "golf"])
def test_players_after_a_short_lesson_end_their_games(name: str) -> None:
    """Without this, 60 of 300 games of Gin Rummy and 183 of Golf were cut at the limit of length."""
    game = load(name).game
    assert game is not None
    program = lower(game, players=2)
    *_, last = lessons(program, choices=300_000, seed=1)
    assert not [one for one in in_module(program, last.weights(), 100) if one[1]]


def test_the_same_rules_under_another_name_change_nothing() -> None:
    game = load("gin_rummy").game
    assert game is not None
    rules = lower(game)
    text = (RULESETS / "gin_rummy.hoyle").read_text(encoding="utf-8").replace('game "Gin Rummy"', 'game "Other"')
    other = load(Source("other.hoyle", text)).game
    assert other is not None
    weights = find(rules).weights
    assert weights is not None
    sums = ModulePairedGames(rules, lower(other), ("learned",) * 2, 1, (weights, weights)).runner().run(0, 300).sums
    assert sums.otherwise == 0
    assert not sums.examples


@pytest.mark.parametrize("name", ["swaps", "gin_rummy", "go_fish", "golf", "durak"])
def test_a_module_and_a_record_know_the_same_questions_whatever_is_hidden(
    name: str, swaps: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the third question on, how often a seat was asked the same; cards that it cannot see are exchanged."""
    monkeypatch.setattr(asked, "FEW_ASKED", 2)
    monkeypatch.setattr(remembered, "FEW_ASKED", 2)
    program = swaps if name == "swaps" else program_of(name)
    sitting, dice, met, exchanged = Sitting(program, 3), Dice(11), list[int](), 0
    machine = NetMachine(code_of(program))
    for _ in range(150):
        if sitting.over:
            break
        options = sitting.ask()
        decision = decision_of(sitting.engine, sitting.state, Dice(1), options, sitting.history)
        met.append(repeats_of(machine, decision))
        kept = sitting.machine.state
        other = exchanged_for(program, kept, sitting.engine.view(State(kept), sitting.seat), dice)
        exchanged += other != kept
        for state in (other, kept):
            sitting.machine.put(state)
            assert sitting.machine.call("l_repeats") == met[-1]
        sitting.machine.call("l_asked")
        number = sitting.dice.below(min(2, len(options)))  # nobody shows a pair in the small game
        sitting.take(number, options[number])
    assert exchanged
    assert name != "swaps" or max(met) > 1, "nobody was asked the same twice"


def test_who_keeps_no_record_was_never_asked_before(swaps: Program) -> None:
    sitting = Sitting(swaps, 3)
    decision = decision_of(sitting.engine, sitting.state, Dice(1))
    assert decision.marks(sitting.learned.memory, lambda state, kept: 1) == []
    assert repeats_of(NetMachine(code_of(swaps)), decision) == 0


def test_the_option_so_many_places_after_the_best() -> None:
    values = [1.0, 3.0, 2.0, 3.0]
    assert [after_best(values, places) for places in range(6)] == [1, 3, 2, 0, 1, 3]


def test_who_mixes_its_choices_takes_the_best_of_the_mixed_values(
    swaps: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(swaps, 3)
    options = sitting.ask()
    decision = decision_of(sitting.engine, sitting.state, Dice(1), options, sitting.history)
    weights = stubborn(swaps, 1)
    best = LearnedPlayer(swaps, sitting.seat, weights).choose(decision)
    monkeypatch.setattr("hoyle.interpreter.players.learned.repeats_of", lambda machine, decision: 1)
    second = LearnedPlayer(swaps, sitting.seat, weights).choose(decision)
    assert second != best
    monkeypatch.setattr(NetMachine, "mixing", lambda self: 1e-9)
    assert LearnedPlayer(swaps, sitting.seat, weights).choose(decision) == best
