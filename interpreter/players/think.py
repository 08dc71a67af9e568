"""The thinking player: it tries its options in worlds that agree with what it has seen (`search/`).

Where just these rules have been learned (`learning/store.py`), what the player `learned` expects of each option counts,
too.

`think:quick` and `think:deep` differ in budget.  The parts of a budget can be given after colons, too:
`think:worlds=64:playouts=2000` or `think:ms=100`.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from ..program import Program
from ..records import Choice
from ..wasm.search.host import BUDGETS, NO_SCORES, Budget
from .player import Decision, Maker, Player

if TYPE_CHECKING:
    from ..learning.nets import NetMachine
    from ..learning.weights import Weights
    from ..search.thinker import Thinker

NAME = "think"
KNOBS = {
    "worlds": ("worlds", 1),
    "playouts": ("playouts", 1),
    "ms": ("milliseconds", 1),
    "chains": ("chains", 1),
    "nodes": ("nodes", 0),
    "trust": ("trust", 0),
    "match": ("match", 0),
    "each": ("each", 0),
    "kernel": ("kernel", 0),
    "learned": ("learned", 0),
    "net": ("net", 0),
}
"""The parts of a budget that can be given: the field of `Budget`, and the least number that makes sense."""
_LARGE = 1_000_000_000


class ThinkPlayer(Player):
    """Plays one seat of any game; see the module docstring."""

    remembers: ClassVar[bool] = True

    def __init__(self, program: Program, seat: int, budget: Budget, counted: tuple[int, int] | None = None) -> None:
        """`counted`: in place of `WeightsHead.counted` of the net."""
        self.program = program
        self.budget = budget
        self.counted = counted

    def choose(self, decision: Decision) -> Choice:
        number = decision.dice.below(1 << 32)
        thinker, seen = thinker_of(self.program), decision.seen()
        if thinker is None or seen is None:
            return decision.options[number % len(decision.options)]

        def other() -> list[int | tuple[int, ...]]:
            found = decision.imagined()
            assert found is not None
            return found

        net = net_of(self.program) if self.budget.learned and decision.can_imagine else None
        expected = net.expected(decision) if net is not None else ()
        thought = thinker.think(
            seen,
            len(decision.options),
            self.budget if net is None else self._weighed(self.counted or net.weights.head.counted, decision.ask),
            number,
            other if decision.can_imagine else None,
            expected,
            by_net=bool(expected) and self.by_net(decision.ask),
        )
        self.thought = thought
        return decision.options[thought.best]

    def by_net(self, ask: int) -> bool:
        """Whether playouts go on by the net at a question, where there is one: as a rule, in bidding."""
        asks, wanted = self.program.asks, self.budget.net
        return wanted > 1 or (wanted == 1 and asks[ask].trick is None and any(one.trick is not None for one in asks))

    def _weighed(self, counted: tuple[int, int], ask: int) -> Budget:
        """The budget, in which the net counts as much as is right at a question."""
        in_tricks, elsewhere = counted
        factor = elsewhere if self.program.asks[ask].trick is None else in_tricks
        return replace(self.budget, learned=factor * self.budget.learned)


def budget_of(text: str) -> Budget:
    """The budget for the text after `think:`.  Raises `ValueError` with the reason if it is not valid."""
    found, given = dict(BUDGETS[""]), set[str]()
    for part in text.split(":") if text else ():
        name, _, value = part.partition("=")
        if not value and name in BUDGETS:
            found |= BUDGETS[name]
            continue
        if name not in KNOBS:
            raise ValueError(f"`{name}` is no knob of `think`; there are {', '.join((*filter(None, BUDGETS), *KNOBS))}")
        field, least = KNOBS[name]
        if not (value.isascii() and value.isdecimal() and least <= int(value) <= _LARGE):
            raise ValueError(f"`{name}` of `think` takes a whole number from {least} on, not `{value}`")
        found[field] = int(value)
        given.add(field)
        if name == "playouts":
            found["each"] = 0
    if "milliseconds" in found:
        free = {"worlds": 64, "playouts": 1_000 * found["milliseconds"], "nodes": 1_000 * found["milliseconds"]}
        found |= {field: most for field, most in free.items() if field not in given}
    return Budget(**found)


def think(text: str) -> Maker:
    """Return the function that makes thinking players, for the text after `think:`.  Raises `ValueError`."""
    budget = budget_of(text)
    return lambda program, seat: ThinkPlayer(program, seat, budget)


def lend(program: Program, thinker: Thinker) -> None:
    """Let the players of the program in this thread use this thinker from now on."""
    _known.thinkers.append((program, thinker, None))


class ThinkersNet:
    """What somebody who learned a game expects, computed in the module of a thinker."""

    def __init__(self, program: Program, machine: NetMachine, weights: Weights) -> None:

        self.machine, self.weights = machine, weights
        self.unit = weights.head.scale * (1 if program.scores else NO_SCORES)
        """The points that a unit of the net stands for."""
        self._written: memoryview | None = None
        """The memory of the instance into which the net was written."""

    def write(self) -> None:
        """Write the net into the instance, unless it is there."""
        if self._written is not self.machine.memory:
            self.machine.put_net(self.weights.net(self.machine.learned.features.blocks)[0])
            self._written = self.machine.memory

    def expected(self, decision: Decision) -> list[float]:
        """The points that are expected of each option; nothing if the rules break down in the imagined state."""
        from .learned import values_of

        self.write()
        return [self.unit * one for one in values_of(self.machine, decision) or ()]


class _CompiledThinkers(threading.local):
    """The thinkers made in this thread, for the last few programs."""

    def __init__(self) -> None:
        self.thinkers: deque[tuple[Program, Thinker | None, ThinkersNet | None]] = deque(maxlen=2)


def thinker_of(program: Program) -> Thinker | None:
    """The thinker for the players of a program in this thread; None if it cannot be compiled."""
    return _made(program)[0]


def net_of(program: Program) -> ThinkersNet | None:
    """The net that the thinker of a program can ask; None if nobody has learned just these rules."""
    return _made(program)[1]


def _made(program: Program) -> tuple[Thinker | None, ThinkersNet | None]:
    from ..learning.nets import NetMachine
    from ..learning.store import find
    from ..search.modules import code_of
    from ..search.thinker import Thinker
    from ..wasm import Uncompilable

    for one, known, its_net in _known.thinkers:
        if one is program:
            return known, its_net
    thinker, net = None, None
    try:
        found = find(program)
        if found.weights is not None and found.exact:
            machine = NetMachine(code_of(program, rating=True))
            thinker, net = Thinker(program, machine), ThinkersNet(program, machine, found.weights)
        else:
            thinker = Thinker(program)
    except (Uncompilable, ImportError):  # ImportError: wasmtime is not installed
        pass
    _known.thinkers.append((program, thinker, net))
    return thinker, net


_known = _CompiledThinkers()
