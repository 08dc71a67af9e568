"""Finds what chance decided in a step of a game; makes chance that decides the same again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..records import AnyRecord, Choice, Drawn, Moved, Where


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """Something that chance decided: a card taken from a pile for a place (None: the card was only looked at), or a
    player.
    """

    purpose: str
    target: Where | None
    value: int


@dataclass(frozen=True, slots=True)
class StepOutcomes:
    """What was done in a step (None: the start of the game), and what chance decided in it."""

    action: Choice | int | None
    """A choice, or the number of an incident."""
    ask: int
    draws: tuple[ChanceOutcome, ...]


class Echo:
    """Chance that gives the same again."""

    def __init__(self, draws: tuple[ChanceOutcome, ...]) -> None:
        self.left = list(draws)

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """The card that came for this place, if it is possible now."""
        return self._first(lambda draw: draw.target == target and not draw.purpose and draw.value in bag)

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """The player that was drawn for this purpose."""
        return self._first(lambda draw: draw.purpose == purpose and draw.value in candidates)

    def _first(self, fits: Callable[[ChanceOutcome], bool]) -> int | None:
        at = next((i for i, draw in enumerate(self.left) if fits(draw)), None)
        return self.left.pop(at).value if at is not None else None


def draws_of(records: list[AnyRecord], since: int = 0) -> list[ChanceOutcome]:
    """What chance decided, according to the records: every card that was dealt or looked at, and every player drawn."""
    found: list[ChanceOutcome] = []
    for record in records[since:]:
        if type(record) is not Drawn and not (type(record) is Moved and record.dealt):
            continue
        match record:
            case Drawn("player", purpose, value):
                found.append(ChanceOutcome(purpose, None, value))
            case Drawn("card", value=value, end="top" | "bottom"):
                found.append(ChanceOutcome("", None, value))
            case Moved(cards, _, target, True):
                found += [ChanceOutcome("", target, card) for card in cards]
            case _:
                pass
    return found
