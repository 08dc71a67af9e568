"""Playouts in which all players choose by a net: in a module, and slowly, question by question."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import fmean, stdev

import pytest

from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.engine.state import State
from hoyle.interpreter.learning.lessons import lessons
from hoyle.interpreter.learning.nets import NetMachine
from hoyle.interpreter.learning.weights import Weights
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import decision_of
from hoyle.interpreter.players.think import ThinkersNet
from hoyle.interpreter.program import RNG, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.modules import code_of
from hoyle.interpreter.search.thinker import Budget, Thinker, ThoughtRequest
from hoyle.interpreter.wasm.search.writer import UNSURE

from ...small_rules import game_of
from ...small_tricks import small_tricks

PLAYOUTS, SLOW = 2_000, 250


@cache
def learned() -> tuple[Program, Weights]:
    """Small tricks of one deal, and what a short lesson taught."""
    program = lower(game_of(small_tricks(until=1)))
    *_, last = lessons(program, choices=3_000, seed=3)
    return program, last.weights()


class Slow:
    """Plays by the net outside of a search: every question is rated alone."""

    def __init__(self, program: Program, weights: Weights) -> None:
        self.program, self.engine = program, Engine(program)
        self.machine = NetMachine(code_of(program, rating=True))
        self.machine.put_net(weights.net(self.machine.learned.features.blocks)[0])

    def note(self, state: State, choice: Choice) -> None:
        """Remember a choice."""
        machine, at = self.machine, self.machine.module.room.address
        machine.put(state.values)
        for number, value in enumerate((choice.alternative, *choice.values)):
            machine.memory[at + 8 * number : at + 8 * number + 8] = value.to_bytes(8, "little", signed=True)
        machine.call("l_recall")

    def gain(self, state: State, first: Choice, seat: int, remembered: bytes, dice: Random) -> int:
        """What the side of a seat gains more than the other, if it begins so."""
        self.machine.remember(remembered)
        slots = list(state.values)
        slots[RNG] = dice.getrandbits(63)
        state, choice = State(slots), first
        while True:
            self.note(state, choice)
            state = self.engine.apply(state, choice)
            question = self.engine.question(state)
            if question is None:
                break
            options = list(question.choices())
            self.machine.put(state.values)
            values = self.machine.values(len(options)) if len(options) > 1 else [0.0]
            unsure = [value + UNSURE * dice.random() for value in values]
            found = options[unsure.index(max(unsure))]
            choice = Choice(found.alternative, found.values)
        one, other = (state.values[slot] for slot in self.program.scores)
        assert isinstance(one, int)
        assert isinstance(other, int)
        return one - other if seat in self.program.sides[0] else other - one


@pytest.mark.parametrize(("seed", "length"), [(1, 0), (2, 0), (3, 1), (4, 1), (3, 2), (5, 3)])
def test_they_bring_what_they_bring_question_by_question(seed: int, length: int) -> None:
    program, weights = learned()
    slow, dice = Slow(program, weights), Random(seed)
    history, engine = History(program), slow.engine
    state = engine.start(seed=seed, listener=history.hear)
    for made in range(99):
        history.asked(state.values)
        question = engine.question(state)
        assert question is not None
        options = list(question.choices())
        if made >= length and len(options) > 1:
            break
        found = options[dice.randrange(len(options))]
        state = engine.apply(state, Choice(found.alternative, found.values), listener=history.hear)
    machine = NetMachine(code_of(program, rating=True))
    thinker, net = Thinker(program, machine), ThinkersNet(program, machine, weights)
    seen = history.seen_by(question.player, state.values)
    decision = decision_of(engine, state, Dice(7, 0, question.player), history=history)
    remembered = decision.remembered(machine.learned.memory)
    assert remembered is not None

    def means(*, by_net: bool) -> dict[int, float]:
        found = dict[int, float]()
        for option in range(len(options)):
            net.expected(decision)
            budget = Budget(playouts=PLAYOUTS * len(options), nodes=0)
            thinker.writer.head(seen, len(options), budget)
            thinker.put_worlds([state.values])
            thought = thinker._search(seen, 1, 0, ThoughtRequest(budget, option, by_net=by_net))
            for one in thought.values:
                found.setdefault(one.option, one.value)
                if one.option == option:
                    found[option] = one.value
        return found

    quick = means(by_net=True)
    for number, option in enumerate(options):
        choice = Choice(option.alternative, option.values)
        gains = [slow.gain(state, choice, question.player, remembered, dice) for _ in range(SLOW)]
        error = stdev(gains) / SLOW**0.5 + 0.05
        assert abs(fmean(gains) - quick[number]) < 4 * error, (number, fmean(gains), quick[number])
    if not length:
        assert quick != means(by_net=False), "by the cheap model they bring something else"
