"""Where in the rules an answer is chosen that is none of the open question, and why that question is not asked now.

Two questions may stand in the branches of one `if`; then what it tests is the reason.  Otherwise the place says most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ...dsl.checked import CheckedGame, Choose, Expr, If, IncidentRule, LocalRef, PhaseSymbol, PlayTrick, Stmt
from ...dsl.settle.logic import negated
from ...dsl.settle.requirements import Requirement
from ...dsl.source.span import Span
from ...dsl.traversal import blocks
from ..program import Program
from ..text.refused import RefusalText
from .refusals import Refusals

_Turns = tuple[tuple[If, bool], ...]


@dataclass(frozen=True, slots=True)
class AskedAt:
    """Where a question stands: its phase or incident, the player who answers, and each `if` around it, with whether
    its condition holds there.
    """

    part: PhaseSymbol | IncidentRule
    chooser: Expr | None
    turns: _Turns


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where an answer stands.  `text`: why its question is not asked now, if it is known; `part`: the phase or incident
    to which it belongs, if that is another one than that of the open question.
    """

    span: Span
    text: RefusalText | None
    part: str


class OtherQuestions:
    """The questions of one game, for given options and a given number of players."""

    def __init__(self, game: CheckedGame, program: Program, refusals: Refusals) -> None:
        self.game = game
        self.program = program
        self._refusals = refusals

    def nearest(self, here: int, answers: Iterable[tuple[int, int]]) -> Elsewhere | None:
        """Of some answers, each the number of a question and of an alternative, the one that stands nearest to the open
        question: in another branch of an `if`, in the same phase, anywhere.  None if there is none.
        """
        asked = self._at(here, 0)
        found: list[tuple[int, Elsewhere]] = []
        for ask, alternative in answers:
            other = self._at(ask, alternative)
            if asked is None or other is None or ask == here:
                continue
            span = self.program.places[self.program.asks[ask].alternatives[alternative].place]
            condition = _first_difference(asked.turns, other.turns)
            if condition is not None:
                text = self._refusals.text(Requirement(condition, condition.span), asked.chooser)
                found.append((0, Elsewhere(span, text, "")))
            else:
                own = other.part is asked.part
                found.append((1 if own else 2, Elsewhere(span, None, "" if own else _called(other.part))))
        return min(found, key=lambda one: one[0], default=(0, None))[1]

    def _at(self, ask: int, alternative: int) -> AskedAt | None:
        return self._places.get(self.program.places[self.program.asks[ask].alternatives[alternative].place])

    @cached_property
    def _places(self) -> dict[Span, AskedAt]:
        """Where each choice, and each trick, stands."""
        found: dict[Span, AskedAt] = {}
        for phase in (self.game.main, *self.game.phases):
            for body in (phase.body, *(row.actions for row in phase.rows)):
                found.update(_asked(phase, body, ()))
        for incident in self.game.incidents:
            found.update(_asked(incident, incident.body, ()))
        return found


def _called(part: PhaseSymbol | IncidentRule) -> str:
    return f"`{part.name}`" if isinstance(part, PhaseSymbol) else f"the incident `{part.title}`"


def _asked(part: PhaseSymbol | IncidentRule, body: tuple[Stmt, ...], turns: _Turns) -> Iterator[tuple[Span, AskedAt]]:
    for st in body:
        match st:
            case If(then=then, otherwise=otherwise):
                yield from _asked(part, then, (*turns, (st, True)))
                yield from _asked(part, otherwise, (*turns, (st, False)))
                continue
            case Choose(player=player, choices=choices):
                yield from ((choice.span, AskedAt(part, player, turns)) for choice in choices)
            case PlayTrick(player=local):
                chooser = LocalRef(local, type=local.type) if local is not None else None
                yield st.span, AskedAt(part, chooser, turns)
            case _:
                pass
        for block in blocks(st):
            yield from _asked(part, block, turns)


def _first_difference(here: _Turns, there: _Turns) -> Expr | None:
    """What would have to hold for a question to be asked instead of another, if an `if` stands between them."""
    for (test, holds), (other, wanted) in zip(here, there, strict=False):
        if test is not other:
            return None
        if holds != wanted:
            return test.condition if wanted else negated(test.condition)
    return None
