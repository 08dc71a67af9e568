"""Where a deal begins: with the round of the innermost loop around the statement that gathers the cards (or shuffles
them, in a game that never gathers), if no cards are dealt or chosen between.

    repeat until somebody has won
        each player pays an ante            # it belongs to the deal, though the cards are not gathered yet
        shuffle every card into stock
        ...

Where there is no loop around it, a deal begins with the game, once everything is set up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...dsl import checked as c
from ...dsl.source.identity import Exactly
from ...dsl.traversal import every, within

Round = c.Repeat | c.For
_NOTHING, _CHANGED, _DEALT = range(3)
"""What was done in a round so far: nothing that could belong to a deal, numbers were changed, or cards were dealt."""
_DEEPEST = 50
"""How deeply calls of phases are followed."""


@dataclass
class DealRounds:
    """The loops with whose rounds deals begin, and the statement of `main` with which the game begins a deal."""

    gathers: bool
    rounds: list[Round] = field(default_factory=list["Round"])
    first: c.Stmt | None = None
    _loop: Round | None = None
    _called: dict[tuple[c.PhaseSymbol, Exactly[Round | None], int], int] = field(
        default_factory=dict["tuple[c.PhaseSymbol, Exactly[Round | None], int]", "int"]
    )
    _depth: int = 0
    _set_up: c.Stmt | None = None

    def walk(self, statements: tuple[c.Stmt, ...], so_far: int) -> int:
        """Follow statements.  `so_far`: what was done in the round before them.  Returns the same after them."""
        for st in statements:
            so_far = self._one(st, so_far)
        return so_far

    def _one(self, st: c.Stmt, so_far: int) -> int:
        match st:
            case c.Gather() | c.Shuffle() if isinstance(st, c.Gather if self.gathers else c.Shuffle):
                if isinstance(st, c.Gather) and st.as_they_lie:
                    return so_far
                if so_far == _CHANGED and self._loop is not None:
                    self.rounds += [] if self.opens(self._loop) else [self._loop]
                elif so_far == _CHANGED:
                    self.first = self.first or self._set_up
                return _DEALT
            case c.If(then=then, otherwise=otherwise):
                return max(self.walk(then, so_far), self.walk(otherwise, so_far))
            case c.Repeat() | c.For():
                outer, self._loop = self._loop, st
                inner = self.walk(st.body, _NOTHING)
                self._loop = outer
                so_far = max(so_far, inner)
                return self.walk(st.otherwise, so_far) if isinstance(st, c.Repeat) else so_far
            case c.CallPhase(phase):
                return self._call(phase, so_far)
            case c.Choose() | c.Together():
                return _DEALT if _of_cards(st) else max(so_far, _CHANGED)
            case c.Deal() | c.PlayTrick() | c.Again():
                return _DEALT
            case c.Assign(target=c.VariableSymbol() as target) if target.owner is not None:
                return max(so_far, _CHANGED)
            case _:
                return so_far

    def _call(self, phase: c.PhaseSymbol, so_far: int) -> int:
        key = phase, Exactly(self._loop), so_far
        if key not in self._called:
            if self._depth == _DEEPEST:
                return _DEALT
            self._depth += 1
            inner = self.walk(phase.body, so_far)
            for row in phase.rows:
                inner = max(inner, self.walk(row.actions, inner))
            self._depth -= 1
            self._called[key] = inner
        return self._called[key]

    def opens(self, st: c.Stmt) -> bool:
        """Whether a deal begins with each round of a loop."""
        return any(st is one for one in self.rounds)

    def begin(self, main: c.PhaseSymbol) -> None:
        """Follow a whole game."""
        self._set_up = next((st for st in main.body if not _sets_up(st)), None)
        at = next((i for i, st in enumerate(main.body) if st is self._set_up), len(main.body))
        self.walk(main.body[at:], _NOTHING)


def _of_cards(st: c.Stmt) -> bool:
    """Whether a choice names cards or leads to more than new numbers; a stake named before the deal does not."""
    parts = tuple(within((st,)))
    named = (hole.type for part in parts if isinstance(part, c.Choice) for hole in part.holes)
    kinds = c.Choose | c.Together | c.Choice | c.Assign | c.Let | c.If | c.For | c.Nothing
    return any(kind.kind == "card" or kind.holds_cards for kind in named) or not all(
        isinstance(part, kinds) for part in parts
    )


def _sets_up(st: c.Stmt) -> bool:
    """Whether a statement only gives something its first value: everybody's chips are no gain of the first deal."""
    return isinstance(st, c.Let) or (isinstance(st, c.Assign) and st.op == "set")


def deal_rounds(game: c.CheckedGame) -> DealRounds:
    """Where the deals of a game begin."""
    phases = (game.main, *game.phases)
    gathers = any(isinstance(st, c.Gather) and not st.as_they_lie for phase in phases for st in every(phase))
    found = DealRounds(gathers)
    found.begin(game.main)
    return found
