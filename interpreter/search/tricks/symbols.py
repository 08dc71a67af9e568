"""Numbers and cards that are not known yet.  The code of a program is run with them in its slots.

    Unknown      a value that must not decide anything
    HeldCards    the cards of a player, of which only the number is known
    Total        a number, plus what players win in tricks: tricks, or points on cards
    Taken        a set of cards: some that are known, and those of tricks
    OpenTrick    the pile of a trick of which only the number of cards is known

Where a run of the rules would have to know more, `Undecided` is raised.  So a run that ends without it is a proof: what
it did is what the rules do, whatever the unknown values are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ...engine.sets import mask_of
from .assumptions import TRICK, Assumptions, Sum, Term, Undecided


class Unknown:
    """A value that must not decide anything.  What is computed from it is unknown too."""

    __slots__ = ()

    def _same(self, *_: object) -> Unknown:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __and__ = __rand__ = __or__ = __ror__ = _same
    __xor__ = __rxor__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = __neg__ = _same
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __lt__ = __le__ = __gt__ = __ge__ = _same

    def __eq__(self, other: object) -> Any:
        return self

    __ne__ = __eq__

    def _decide(self, *_: object) -> NoReturn:
        raise Undecided

    def __bool__(self) -> bool:
        raise Undecided

    __index__ = __iter__ = __len__ = __getitem__ = __contains__ = __int__ = _decide
    __hash__ = _decide


UNKNOWN = Unknown()


class HeldCards(Unknown):
    """The cards of a player, of which only the number is known, and that they are among those he had at first."""

    __slots__ = ("assumed", "count", "seat")

    def __init__(self, assumed: Assumptions, seat: int, count: int) -> None:
        self.assumed, self.seat, self.count = assumed, seat, count

    def may_hold(self, cards: int) -> bool:
        """Whether one of some cards may be among them."""
        return any(self.assumed.holder(card) == self.seat for card in range(cards.bit_length()) if cards >> card & 1)

    def _same(self, *_: object) -> Unknown:
        return UNKNOWN

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __and__ = __rand__ = __or__ = __ror__ = _same
    __xor__ = __rxor__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = __neg__ = _same
    __lt__ = __le__ = __gt__ = __ge__ = _same

    def __eq__(self, other: object) -> Any:
        return self.count == 0 if isinstance(other, int) and other == 0 else UNKNOWN

    def __ne__(self, other: object) -> Any:
        return self.count != 0 if isinstance(other, int) and other == 0 else UNKNOWN

    def __bool__(self) -> bool:
        return self.count > 0

    def bit_count(self) -> int:
        """How many cards there are."""
        return self.count

    __hash__ = Unknown._decide


class CardOfSeat(Unknown):
    """The card that a seat played to the trick just played."""

    __slots__ = ("assumed", "seat")

    def __init__(self, assumed: Assumptions, seat: int) -> None:
        self.assumed, self.seat = assumed, seat

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, int):
            return UNKNOWN
        return other >= 0 and self.assumed.holder(other) == self.seat and self.assumed.plays(other)

    def __ne__(self, other: object) -> Any:
        found = self == other
        return found if found is UNKNOWN else not found

    __hash__ = Unknown._decide


class Total(Sum):
    """A number, plus multiples of what players win.  It decides something only as far as the assumptions tell."""

    __slots__ = ("assumed",)

    def __init__(self, assumed: Assumptions, known: int, terms: dict[Term, int]) -> None:
        super().__init__(known, terms)
        self.assumed = assumed

    def same(self, other: object) -> bool:
        """Whether another number is made in the same way."""
        return isinstance(other, Total) and (self.known, self.terms) == (other.known, other.terms)

    def __add__(self, other: object) -> Any:
        if isinstance(other, Total):
            terms = dict(self.terms)
            for term, times in other.terms.items():
                terms[term] = terms.get(term, 0) + times
            return Total(self.assumed, self.known + other.known, terms)
        if isinstance(other, int):
            return Total(self.assumed, self.known + other, self.terms)
        return NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Total:
        return self * -1

    def __mul__(self, other: object) -> Any:
        if isinstance(other, int):
            return Total(self.assumed, self.known * other, {term: times * other for term, times in self.terms.items()})
        if isinstance(other, Total):
            return int(self) * int(other)
        return NotImplemented

    __rmul__ = __mul__

    def __sub__(self, other: object) -> Any:
        return self + -other if isinstance(other, int | Total) else NotImplemented

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def __int__(self) -> int:
        return self.assumed.decide(self, lambda low, high: low if low == high else None)

    def __index__(self) -> int:
        return int(self)

    def __hash__(self) -> int:
        return hash(int(self))

    def __floordiv__(self, other: Any) -> int:
        return int(self) // int(other)

    def __rfloordiv__(self, other: Any) -> int:
        return int(other) // int(self)

    def __mod__(self, other: Any) -> int:
        return int(self) % int(other)

    def __rmod__(self, other: Any) -> int:
        return int(other) % int(self)

    def __bool__(self) -> bool:
        return self != 0

    def _decide(self, other: Any, test: Callable[[int, int], int | None]) -> bool:
        """What a test finds of how far this number is above another."""
        found = self - other
        if not isinstance(found, Total):
            raise Undecided
        return bool(self.assumed.decide(found, test))

    def __lt__(self, other: Any) -> bool:
        return self._decide(other, lambda low, high: high < 0 if high < 0 or low >= 0 else None)

    def __gt__(self, other: Any) -> bool:
        return self._decide(other, lambda low, high: low > 0 if low > 0 or high <= 0 else None)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        return self._decide(other, _is_zero)

    def __ne__(self, other: object) -> bool:
        return not self == other


def _is_zero(low: int, high: int) -> bool | None:
    if low > 0 or high < 0:
        return False
    return True if low == high else None


class Taken:
    """A set of cards: some that are known, and all cards of the tricks that some players won.  `origins`: the slots
    from whose first values the known ones come.
    """

    __slots__ = ("assumed", "cards", "of", "origins")

    def __init__(
        self, assumed: Assumptions, cards: int, of: frozenset[int], origins: frozenset[int] = frozenset()
    ) -> None:
        self.assumed, self.cards, self.of, self.origins = assumed, cards, of, origins

    @property
    def known(self) -> int:
        """The known cards.  Whoever asks depends on the slots from which they come."""
        self.assumed.reads |= self.origins
        return self.cards

    def same(self, other: object) -> bool:
        """Whether another set is made in the same way."""
        return (
            isinstance(other, Taken)
            and (self.cards, self.of, self.origins) == (other.cards, other.of, other.origins)
        )  # fmt: skip

    def __or__(self, other: object) -> Any:
        if isinstance(other, Taken):
            return Taken(self.assumed, self.cards | other.cards, self.of | other.of, self.origins | other.origins)
        if isinstance(other, int):
            return Taken(self.assumed, self.cards | other, self.of, self.origins)
        return NotImplemented

    __ror__ = __or__

    def _decide(self, *_: object) -> NoReturn:
        raise Undecided("the rules look at the cards of the tricks that were won")

    __and__ = __rand__ = __xor__ = __rxor__ = __sub__ = __rsub__ = __invert__ = __eq__ = __ne__ = __hash__ = _decide
    __bool__ = __index__ = __iter__ = __len__ = __rshift__ = __lshift__ = __lt__ = __gt__ = _decide


class OpenTrick:  # noqa: PLW1641 - it has one
    """The pile of a trick of which only the number of cards is known."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count

    def __len__(self) -> int:
        return self.count

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __eq__(self, other: object) -> bool:
        if other == ():
            return False
        raise Undecided

    def _unknown(self, *_: object) -> Unknown:
        return UNKNOWN

    __add__ = __radd__ = _unknown

    def _decide(self, *_: object) -> NoReturn:
        raise Undecided("the rules look at the cards of a trick one after the other")

    __iter__ = __getitem__ = __hash__ = _decide


class SomeTrick(OpenTrick):
    """The pile of a trick to which somebody has played.  `led`: the card led, -1 if that is not known."""

    __slots__ = ("led",)

    def __init__(self, led: int = -1) -> None:
        super().__init__(0)
        self.led = led

    def __len__(self) -> int:
        raise Undecided

    def __bool__(self) -> bool:
        return True


class PlayedTrick(OpenTrick):
    """The pile of a trick that has just been played."""

    __slots__ = ("assumed",)

    def __init__(self, assumed: Assumptions, count: int) -> None:
        super().__init__(count)
        self.assumed = assumed


def mask_of_pile(cards: Any) -> Any:
    """The cards of a pile."""
    if isinstance(cards, PlayedTrick):
        return Taken(cards.assumed, 0, frozenset({TRICK}))
    return UNKNOWN if isinstance(cards, OpenTrick) else mask_of(cards)
