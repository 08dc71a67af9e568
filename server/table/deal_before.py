"""The deal before, as a seat knows it.

A program that thinks for a seat plays the deal again from the state in which it began, and that is the last question
of the deal before, with all its cards.  Here the cards that the seat has not seen lie in the order of the deck, and
what others were shown or chose is forgotten.  Then the last choice of the deal before is made once more: if the seat
would see something else than it did, nothing is known of the deal but what lies open now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ...interpreter.engine import Engine, Fault, State
from ...interpreter.program import NOWHERE_KNOWN, Slots
from ...interpreter.records import AnyRecord, Choice, Chosen, Moved, Shown, Shuffled, Where
from ...interpreter.search.history import History
from ...interpreter.search.seen import SeenDeal
from ...interpreter.story.chosen import named_cards
from ...interpreter.story.view import UNSEEN
from ...interpreter.text.format import bits
from .chance import TableChance
from .entries import DamagedRecord

INCIDENT = -1
"""Stands for the alternative in a choice that is an incident."""


@dataclass(frozen=True, slots=True)
class DealBegun:
    """How a deal began: with the choice that ended the deal before, what chance gave then, the state it led to, and
    for each seat the mask of the cards that it had seen in the deal before."""

    choice: tuple[int, ...]
    draws: tuple[int, ...]
    after: State
    seen: tuple[int, ...]


class DealBefore:
    """Follows a game, and gives what a seat has seen of a deal without what it has not seen of the one before."""

    def __init__(self, engine: Engine, history: History) -> None:
        self.engine, self.history = engine, history
        self._seen = [0] * engine.program.players
        self._begun: DealBegun | None = None
        self._base = history.base
        self._made: dict[int, Slots | None] = {}

    def follow(self, records: Sequence[AnyRecord], choice: tuple[int, ...], draws: Sequence[int], after: State) -> None:
        """Follow a choice that was made, after the history has."""
        if self.history.base is self._base:
            self._note(records)
            return
        at = max((at for at, record in enumerate(records) if isinstance(record, Shuffled)), default=len(records))
        self._note(records[:at])
        self._begun = DealBegun(choice, tuple(draws), after, tuple(self._seen))
        self._base, self._made = self.history.base, {}
        self._seen = [0] * self.engine.program.players
        self._note(records[at:])

    def _note(self, records: Iterable[AnyRecord]) -> None:
        """Note which cards each seat sees."""
        for record in records:
            match record:
                case Moved(cards, source, target):
                    seats = sum(1 << seat for seat in range(len(self._seen)) if self._sees(seat, source, target))
                case Shown(cards, to):
                    seats = -1 if to < 0 else to
                case Chosen(player):
                    cards, seats = tuple(bits(named_cards(self.engine.program, record))), 1 << player
                case _:
                    continue
            mask = sum(1 << card for card in cards)
            for seat in range(len(self._seen)):
                if seats >> seat & 1:
                    self._seen[seat] |= mask

    def _sees(self, seat: int, *places: Where) -> bool:
        """Whether a seat sees the cards in one of some zones."""
        numbers = (self.history.numbers.get(place) for place in places)
        return any(number is not None and self.history.eyes[number] >> seat & 1 for number in numbers)

    def seen_by(self, seat: int, values: Slots) -> SeenDeal:
        """What a seat has seen of the deal (`History.seen_by`), and nothing that it has not seen of the one before."""
        found = self.history.seen_by(seat, values)
        if self._begun is None or found.only_view:
            return found
        if seat not in self._made:
            self._made[seat] = self._checked(self._known_to(seat, self._begun), seat, self._begun)
        base = self._made[seat]
        if base is None:
            return replace(found, base=list(self.engine.program.initial), only_view=True)
        return replace(found, base=base)

    def _known_to(self, seat: int, begun: DealBegun) -> Slots:
        """The state with which the deal began, as a seat knows it."""
        program, values = self.engine.program, list(self._base)
        view = self.engine.view(State(self._base), seat)
        known = begun.seen[seat] | sum(1 << c for zone in view.zones for c in set(zone.cards) if c != UNSEEN)
        left = iter([card for card in range(len(program.deck)) if not known >> card & 1])
        for zone in view.zones:
            info, owner = program.zones[zone.where.zone], max(zone.where.owner, 0)
            content = values[info.base + owner]
            held = content if isinstance(content, tuple) else tuple(bits(content))
            cards = [card if known >> card & 1 else next(left) for card in held]
            values[info.base + owner] = info.stored(owner, cards, values)
        for info, several in zip(program.variables, view.variables, strict=True):
            values[info.base : info.base + info.count] = several
        for ask in program.asks:
            for bound in (bound for alternative in ask.alternatives for bound in alternative.bound):
                values[bound.slot] = program.initial[bound.slot]
        if program.known != NOWHERE_KNOWN:
            for player in range(program.players):
                shown = values[program.known + player]
                values[program.known + player] = shown & known if player == seat and isinstance(shown, int) else 0
        return values

    def _checked(self, values: Slots, seat: int, begun: DealBegun) -> Slots | None:
        """Such a state; None if the last choice of the deal before leads to something else that the seat would see."""
        chance, (kind, *rest) = _ChanceOfDeal(begun.draws), begun.choice
        try:
            if kind == INCIDENT:
                after = self.engine.declare(State(list(values)), rest[0], chance=chance)
            else:
                after = self.engine.apply(State(list(values)), Choice(kind, tuple(rest)), chance=chance)
        except (Fault, DamagedRecord, ValueError, IndexError):
            return None
        same = self.engine.view(after, seat) == self.engine.view(begun.after, seat)
        return values if same else None


class _ChanceOfDeal(TableChance):
    """Gives what chance gave, and the first candidate where that is not to be had: of a card that a seat has not seen
    only the new deal must be as it was, and whether another lay there before must not matter.
    """

    def _drawn(self, candidates: Sequence[int]) -> int:
        given = self.given or ()
        at = len(self.draws)
        found = given[at] if at < len(given) and given[at] in candidates else candidates[0]
        self.draws.append(found)
        return found
