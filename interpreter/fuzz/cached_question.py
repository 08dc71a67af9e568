"""A question whose answers are computed once, however often they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..engine import Engine, Question, State
from ..program import ACTOR, OVER, PC

_AT_ONCE = 64
"""How many answers are computed at once, after the first."""


class CachedQuestion(Question):
    """The open question of a state.  It keeps the answers that have been computed.

    If computing them raises an error of the rules, every later call raises it again.
    """

    def __init__(self, engine: Engine, state: State, ask: int, player: int) -> None:
        super().__init__(engine.compiled, state.values, ask, player)
        self._known: list[tuple[int, ...]] = []
        self._more: Iterator[tuple[int, ...]] | None = None
        self._ended = False

    def answers(self) -> Iterable[tuple[int, ...]]:
        """Every legal choice as a plain tuple: the number of the alternative, and the values."""
        return self._known if self._ended else self._following()

    def answerable(self) -> bool:
        """Whether there is any legal choice."""
        return bool(self._known) or not (self._ended or self._work_out(1) == 0)

    def _following(self) -> Iterator[tuple[int, ...]]:
        at = 0
        while True:
            yield from islice(self._known, at, None)
            at = len(self._known)
            if self._ended or self._work_out(_AT_ONCE) == 0:
                return

    def _work_out(self, count: int) -> int:
        """Compute `count` more answers; returns how many there were."""
        if self._more is None:
            self._known.clear()
            self._more = iter(super().answers())
        before = len(self._known)
        more, self._more = self._more, None  # made anew if the rules stop here
        self._known.extend(islice(more, count))
        self._more = more
        found = len(self._known) - before
        self._ended = found < count
        return found


def question_of(engine: Engine, state: State) -> Question | None:
    """The open question of a state; None when the game is over.

    Raises `Fault` if the question has no answer, which is an error of the rule file.
    """
    pc, player = state.values[PC], state.values[ACTOR]
    assert isinstance(pc, int)
    assert isinstance(player, int)
    if pc <= OVER or engine.program.asks[~pc].trick is not None:
        return engine.question(state)  # the answers of a card to a trick are found quickly
    question = CachedQuestion(engine, state, ~pc, player)
    return question if question.answerable() else engine.question(state)  # `engine.question` raises the fault
