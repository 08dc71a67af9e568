"""The player that has learned: it takes the option of which its net expects most (`wasm/learned/`).

It looks at a state that looks the same to its seat, in a module, with what the seat remembers of the deal.  If it was
asked just the same before in a deal that lasts long, it takes the next best one, so that no two go round in circles for
ever (`wasm/learned/asked.py`).  Its weights
are those that `learning/store.py` finds; a program for which there are none is learned first, for a short time.
"""

from __future__ import annotations

import threading
from array import array
from collections import deque
from collections.abc import Sequence
from operator import add
from typing import ClassVar

from ..engine import Dice, Fault
from ..learning import budget
from ..learning.lessons import lessons
from ..learning.nets import NetMachine, code_of
from ..learning.store import find, keep
from ..learning.weights import Weights
from ..program import Program, Slots
from ..records import Choice
from .player import Decision, Maker, Player

NAME = "learned"


class LearnedPlayer(Player):
    """Plays one seat of any game; see the module docstring."""

    remembers: ClassVar[bool] = True

    def __init__(self, program: Program, seat: int, weights: Weights | None = None) -> None:
        """`weights`: other weights than those that are found."""
        self.program, self.given = program, weights

    def choose(self, decision: Decision) -> Choice:
        machine = machine_of(self.program, self.given)
        if machine is None:
            return decision.options[decision.dice.below(len(decision.options))]
        expected = values_of(machine, decision)
        if expected is None:
            return decision.options[decision.dice.below(len(decision.options))]
        mixing = machine.mixing()
        values = unsure_of(expected, mixing, decision.dice)
        return decision.options[after_best(values, 0 if mixing else repeats_of(machine, decision))]


def values_of(machine: NetMachine, decision: Decision) -> list[float] | None:
    """What the net of a machine expects of each option of a decision, in units of the usual gain; None if the rules
    break down in the imagined state.
    """
    state, remembered = _looks(machine, decision)
    machine.put(state)
    machine.remember(remembered)
    try:
        return machine.values(len(decision.options))
    except Fault:
        return None


def _looks(machine: NetMachine, decision: Decision) -> tuple[Slots, bytes]:
    """A state that looks the same to whoever decides, and what is remembered of the deal."""
    state, memory = decision.imagined(Dice(0)), machine.learned.memory  # where hidden cards lie makes no difference
    assert state is not None
    return state, decision.remembered(memory) or bytes(memory.size)


def repeats_of(machine: NetMachine, decision: Decision) -> int:
    """How many of the last questions that the player was asked in a deal that lasts long were the same."""
    before = decision.marks(machine.learned.memory, machine.mark)
    return before.count(machine.mark(*_looks(machine, decision))) if before else 0


def unsure_of(values: list[float], mixing: float, dice: Dice) -> list[float]:
    """The values, to each of which a number from 0 to `mixing` is added by the dice, as 32-bit numbers like those of a
    module.  With a mixing of 0, the values as they are; the dice are not thrown.
    """
    if not mixing:
        return values
    added = array("f", [mixing * (dice.below(65_536) / 65_536) for _ in values])
    return array("f", map(add, values, added)).tolist()


def after_best(values: Sequence[float], places: int) -> int:
    """The number of the option that comes so many places after that of which most is expected; after the last one, the
    best comes again.  Of equal ones the first comes first.
    """
    if not places:
        return values.index(max(values))
    return sorted(range(len(values)), key=lambda number: -values[number])[places % len(values)]


def learned(program: Program, seat: int) -> Player:
    """Make a player."""
    return LearnedPlayer(program, seat)


def learned_with(weights: Weights) -> Maker:
    """The function that makes players with these weights."""
    return lambda program, seat: LearnedPlayer(program, seat, weights)


class _LoadedNets(threading.local):
    """The machines made in this thread, for the last few programs and weights."""

    def __init__(self) -> None:
        self.machines: deque[tuple[Program, Weights | None, NetMachine | None]] = deque(maxlen=4)


_loaded = _LoadedNets()


def machine_of(program: Program, weights: Weights | None = None) -> NetMachine | None:
    """A machine with the net for a program; None if no module can be made of it, or nothing can be learned of it."""
    from ..wasm import Uncompilable

    for one, given, machine in _loaded.machines:
        if one is program and given is weights:
            return machine
    try:
        made = NetMachine(code_of(program))
        used = weights or known_weights(program)
        made.put_net(used.net(made.learned.features.blocks)[0])
    except (Uncompilable, ImportError, Fault):  # ImportError: wasmtime is not installed
        made = None
    _loaded.machines.append((program, weights, made))
    return made


def known_weights(program: Program) -> Weights:
    """The weights that are found for a program; if there are none, they are learned first, and kept.

    If the rules break down in many of the games, what was learned before is used, and not kept.  Raises
    `wasm.Uncompilable`, and the `Fault` of the rules if nothing was learned.
    """
    found = find(program).weights
    if found is not None:
        return found
    steps = iter(lessons(program, choices=budget.FIRST_CHOICES, seconds=budget.SECONDS, workers=budget.THREADS))
    last = next(steps)
    try:
        for last in steps:  # noqa: B007 - the last one counts
            pass
    except Fault:
        return last.weights()
    made = last.weights()
    keep(program, made)
    return made
