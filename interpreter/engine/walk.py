"""A game walked through in place: the quickest way to play one choice after the other.

`Engine.apply` keeps every state and tests every choice; a `Walk` keeps one state, inside compiled code, and an answer
is the number of an option.

    walk = engine.walk(seed=7)
    options = walk.options
    while options:
        options = walk.take(dice.below(len(options)))
    engine.result(walk.state())
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..program import ACTOR, OVER, PC, Slots
from .compiled import Compiled
from .state import State


class Walk:
    """A game from a state on.  Records nothing, and incidents are not declared: `Engine` can, from `state()`."""

    __slots__ = ("_values", "options", "take")

    def __init__(self, compiled: Compiled, values: Slots) -> None:
        self._values = values
        walk = compiled.walk.walk(values)
        self.options: Sequence[tuple[int, ...]] = next(walk)
        """The options of the first question, each (alternative, values …), at most 10,000; empty if the game is over.
        """
        self.take: Callable[[int], Sequence[tuple[int, ...]]] = walk.send
        """Choose the option of a number, and go on: the options of the next question, empty if the game is over.

        Raises `Fault` for an error of the rule file, `IndexError` if there is no such option; the walk ends with it."""

    @property
    def player(self) -> int:
        """Who is asked; -1 if the game is over."""
        player, pc = self._values[ACTOR], self._values[PC]
        assert isinstance(player, int) and isinstance(pc, int)
        return player if pc > OVER else -1

    @property
    def ask(self) -> int:
        """The open question, an index of `Program.asks`; -1 if the game is over."""
        pc = self._values[PC]
        assert isinstance(pc, int)
        return ~pc if pc > OVER else -1

    def state(self) -> State:
        """The state the game is in now."""
        self.take(-1)
        return State(self._values.copy())
