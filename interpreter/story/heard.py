"""The records of a deal as one seat may know them: what a player that is a program hears.

    deal = DealHeard(program)
    deal.hear(record)                        # every record of the game
    deal.heard_by(seat, secret=False)        # those of the current deal, without what the seat may not know

A record is changed where it says too much:

* a card that the seat does not know is -1 (`UNSEEN`) in `Moved`, `Tucked`, `CardsCounted` and `Drawn`; of cards that
  are known in part, the known ones come first, so that their place among the others tells nothing;
* in a choice of another seat, a card that the seat does not know is -2 (`NOT_SEEN`), and a set has only the cards that
  it knows.  Cards that it sees while the choice is carried out are known;
* a secret choice of another seat has the alternative -1 until all have chosen;
* of variables, only what has changed from one question to the next is mentioned: in between they may hold what nobody
  may know;
* cards shown to others only are not mentioned, nor are the rows of tables, nor the places of rules (`span`).

A deal begins when all cards are shuffled together, as in `search/history.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...dsl.source.span import NOWHERE
from ...dsl.types import NONE
from ..program import Program, Slots
from ..records import (
    AnyRecord,
    Assigned,
    CardsCounted,
    Choice,
    Chosen,
    Declared,
    Drawn,
    GameOver,
    Moved,
    RowFired,
    SetAgain,
    Shown,
    Shuffled,
    Tucked,
    Where,
)
from ..text.format import bits
from .chosen import named_cards
from .known_cards import KnownCards
from .view import UNSEEN

NOT_SEEN = -2
"""Stands in a choice for a card that the seat does not know; -1 stands there for no card."""
_SECRET = Choice(-1)


class DealHeard:
    """Keeps the records of the current deal, and for each seat that asked, what it heard of them."""

    def __init__(self, program: Program, values: Slots | None = None) -> None:
        """`values`: the slots with which it begins; without them, those of a new game."""
        self.program = program
        self.records: list[AnyRecord] = []
        self._values = values
        self._together: Where | None = None
        """The pile in which all cards lay when the deal began."""
        self._heard: dict[int, _SeatHearing] = {}

    def hear(self, record: AnyRecord) -> None:
        """Take the next record of the game."""
        self.records.append(record)

    def deal_begins(self, shuffled: Shuffled) -> None:
        """All cards were shuffled together: forget what was before."""
        self.records = [shuffled]
        self._heard, self._values, self._together = {}, None, shuffled.pile

    def heard_by(self, seat: int, *, secret: bool) -> tuple[AnyRecord, ...]:
        """What a seat heard of the deal.  `secret`: whether the open question is answered in secret."""
        hearing = self._heard.get(seat)
        if hearing is None:
            known = KnownCards(self.program, seat)
            if self._values is not None:
                known.lay_out(self._values)
            if self._together is not None:
                known.put_together(self._together)
            hearing = self._heard[seat] = _SeatHearing(self.program, seat, known)
        for record in self.records[hearing.at :]:
            hearing.follow(record)
        hearing.at = len(self.records)
        return hearing.so_far(secret=secret)

    def __deepcopy__(self, _: object) -> DealHeard:
        other = DealHeard(self.program, self._values)
        other.records, other._together = self.records.copy(), self._together
        return other


class _SeatHearing:
    """What one seat heard so far."""

    def __init__(self, program: Program, seat: int, known: KnownCards) -> None:
        self.program, self.seat, self.known = program, seat, known
        self.at = 0
        """How many records of the deal were followed."""
        self.heard: list[AnyRecord] = []
        self.waiting: list[tuple[int, Chosen]] = []
        """The choices whose cards the seat may still see when they are carried out, each with its place in `heard`."""
        self.changes: dict[tuple[int, int], tuple[int, int]] = {}
        """The variables that were set since the last question: the values then and now."""
        self.seen = 0
        """The mask of the cards that were seen since the first of these choices."""

    def so_far(self, *, secret: bool) -> tuple[AnyRecord, ...]:
        for place, record in self.waiting:
            hidden = secret and self._secret(record)
            self.heard[place] = self._choice(record, _SECRET if hidden else None)
        return (*self.heard, *self._changed())

    def _changed(self) -> list[AnyRecord]:
        """The variables that have another value than at the question before."""
        changes = sorted(self.changes.items())
        return [Assigned(*place, before, now) for place, (before, now) in changes if before != now]

    def follow(self, record: AnyRecord) -> None:
        """Take the next record."""
        if isinstance(record, Chosen | Declared | GameOver):
            self.heard += self._changed()
            self.changes.clear()
        self._take(record)
        self.known.follow(record)
        if isinstance(record, Moved) and self.known.sees(record.target):
            self._saw(record.cards)

    def _take(self, record: AnyRecord) -> None:
        match record:
            case Chosen(player):
                if not self._secret(record) or any(not self._secret(one) for _, one in self.waiting):
                    self._settle()
                if player == self.seat:
                    self.heard.append(replace(record, span=NOWHERE))
                    return
                self._saw(self.known.seen(bits(named_cards(self.program, record))))
                self.waiting.append((len(self.heard), record))
                self.heard.append(record)  # `so_far` writes over it
            case Declared() | Shuffled():
                self._settle()
                self.heard.append(replace(record, span=NOWHERE))
            case Moved():
                known = self.known.moved(record)
                self._saw(card for card in known if card >= 0)
                self.heard.append(replace(record, cards=_ordered(known), span=NOWHERE))
            case Tucked(cards) | CardsCounted(cards):
                self.heard.append(replace(record, cards=_ordered(self.known.known(cards)), span=NOWHERE))
            case Shown(cards, to):
                if to < 0 or to >> self.seat & 1:
                    self._saw(cards)
                    self.heard.append(replace(record, span=NOWHERE))
            case Drawn("card", _, value):
                card = value if value >= 0 and self.known.knows(value) else UNSEEN
                self.heard.append(replace(record, value=card, span=NOWHERE))
            case Assigned(variable, owner, before, value):
                self.changes[variable, owner] = self.changes.get((variable, owner), (before,))[0], value
            case RowFired() | SetAgain():
                pass
            case _:
                self.heard.append(replace(record, span=NOWHERE))

    def _secret(self, record: Chosen) -> bool:
        return self.program.asks[record.ask].secret

    def _saw(self, cards: Iterable[int]) -> None:
        for card in cards:
            self.seen |= 1 << card

    def _settle(self) -> None:
        """The choices that waited are carried out: no more of their cards will be seen."""
        self.so_far(secret=False)
        self.waiting, self.seen = [], 0

    def _choice(self, record: Chosen, secret: Choice | None) -> Chosen:
        """A choice of another seat, with the cards that were seen."""
        if secret is not None:
            return Chosen(record.player, record.ask, secret)
        bound = self.program.asks[record.ask].alternatives[record.choice.alternative].bound
        values: list[int] = []
        for name, value in zip(bound, record.choice.values, strict=True):
            if name.type.kind == "card" and value != NONE:
                values.append(value if self.seen >> value & 1 else NOT_SEEN)
            elif name.type.holds_cards:
                values.append(value & self.seen)
            else:
                values.append(value)
        return Chosen(record.player, record.ask, Choice(record.choice.alternative, tuple(values)))


def _ordered(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Cards in the order in which they came.  If some are unknown, the known ones come first, sorted."""
    if UNSEEN not in cards:
        return cards
    known = tuple(sorted(card for card in cards if card >= 0))
    return known + (UNSEEN,) * (len(cards) - len(known))
