"""The thinking player: it tries its options in worlds that agree with what it has seen (`search/`).

`think:quick` and `think:deep` differ in budget.  The parts of a budget can be given after colons, too:
`think:worlds=64:playouts=2000` or `think:ms=100`.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, ClassVar

from ..program import Program
from ..records import Choice
from ..wasm.search.host import BUDGETS, Budget
from .player import Decision, Maker, Player

if TYPE_CHECKING:
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
}
"""The parts of a budget that can be given: the field of `Budget`, and the least number that makes sense."""
_LARGE = 1_000_000_000


class ThinkPlayer(Player):
    """Plays one seat of any game; see the module docstring."""

    remembers: ClassVar[bool] = True

    def __init__(self, program: Program, seat: int, budget: Budget) -> None:
        self.program = program
        self.budget = budget

    def choose(self, decision: Decision) -> Choice:
        number = decision.dice.below(1 << 32)
        thinker, seen = thinker_of(self.program), decision.seen()
        if thinker is None or seen is None:
            return decision.options[number % len(decision.options)]

        def other() -> list[int | tuple[int, ...]]:
            found = decision.imagined()
            assert found is not None
            return found

        thought = thinker.think(
            seen, len(decision.options), self.budget, number, other if decision.can_imagine else None
        )
        self.thought = thought
        return decision.options[thought.best]


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
    _known.thinkers.append((program, thinker))


class _CompiledThinkers(threading.local):
    """The thinkers made in this thread, for the last few programs."""

    def __init__(self) -> None:
        self.thinkers: deque[tuple[Program, Thinker | None]] = deque(maxlen=2)


def thinker_of(program: Program) -> Thinker | None:
    """The thinker for the players of a program in this thread; None if it cannot be compiled."""
    from ..search.thinker import Thinker
    from ..wasm import Uncompilable

    for one, thinker in _known.thinkers:
        if one is program:
            return thinker
    try:
        made = Thinker(program)
    except (Uncompilable, ImportError):  # ImportError: wasmtime is not installed
        made = None
    _known.thinkers.append((program, made))
    return made


_known = _CompiledThinkers()
