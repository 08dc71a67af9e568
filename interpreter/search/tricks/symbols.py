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

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from ...engine.sets import mask_of
from .assumptions import TRICK, Assumptions, NeedsAnswer, Sum, Term, Undecided


class Unknown:
    """A value that must not decide anything.  What is computed from it is unknown too."""

    __slots__ = ()

    def _same(self, *_: object) -> Unknown:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __and__ = __rand__ = __or__ = __ror__ = _same
    __xor__ = __rxor__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = __neg__ = _same
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __lt__ = __le__ = __gt__ = __ge__ = _same
    __eq__ = __ne__ = _same  # type: ignore[assignment]

    def _decide(self, *_: object) -> NoReturn:
        raise Undecided

    __bool__ = __index__ = __iter__ = __len__ = __hash__ = __getitem__ = __contains__ = __int__ = _decide  # type: ignore[assignment]


UNKNOWN = Unknown()


class HeldCards(Unknown):
    """The cards of a player, of which only the number is known."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count

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

    __hash__ = Unknown._decide  # type: ignore[assignment]


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
        return self + -other if isinstance(other, int | Total) else NotImplemented  # type: ignore[operator]

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


class UnknownExtreme:
    """The highest or the lowest of numbers of which some are not known.  Compared with a number, each of them is
    compared with it; they are compared with each other only where that is not enough.
    """

    __slots__ = ("highest", "values")

    def __init__(self, values: tuple[Any, ...], highest: bool) -> None:
        self.values, self.highest = values, highest

    def found(self) -> Any:
        """The number itself."""
        return max(self.values) if self.highest else min(self.values)

    def __ge__(self, other: Any) -> bool:
        tests = (value >= other for value in self.values)
        return any(tests) if self.highest else all(tests)

    def __gt__(self, other: Any) -> bool:
        tests = (value > other for value in self.values)
        return any(tests) if self.highest else all(tests)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __eq__(self, other: object) -> bool:
        beyond = self > other if self.highest else self < other
        return not beyond and any(value == other for value in self.values)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    def __hash__(self) -> int:
        return hash(self.found())

    def __int__(self) -> int:
        return int(self.found())

    __index__ = __int__

    def __add__(self, other: Any) -> Any:
        return self.found() + other

    def __sub__(self, other: Any) -> Any:
        return self.found() - other

    def __rsub__(self, other: Any) -> Any:
        return other - self.found()

    def __mul__(self, other: Any) -> Any:
        return self.found() * other

    __radd__, __rmul__ = __add__, __mul__


def highest(*values: Any, **default: Any) -> Any:
    """`max` for code that is run with unknown numbers."""
    if len(values) > 1 and any(isinstance(value, Total) for value in values):
        return UnknownExtreme(values, True)
    return max(*values, **default)


def lowest(*values: Any, **default: Any) -> Any:
    """`min` for code that is run with unknown numbers."""
    if len(values) > 1 and any(isinstance(value, Total) for value in values):
        return UnknownExtreme(values, False)
    return min(*values, **default)


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
        raise Undecided

    __and__ = __rand__ = __xor__ = __rxor__ = __sub__ = __rsub__ = __invert__ = __eq__ = __ne__ = __hash__ = _decide  # type: ignore[assignment]
    __bool__ = __index__ = __iter__ = __len__ = __rshift__ = __lshift__ = __lt__ = __gt__ = _decide  # type: ignore[assignment]


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
        raise Undecided

    __iter__ = __getitem__ = __hash__ = _decide  # type: ignore[assignment]


class SomeTrick(OpenTrick):
    """The pile of a trick to which somebody has played."""

    def __init__(self) -> None:
        super().__init__(0)

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


class _Elements:
    """Goes through a set of unknown cards: through all cards that could be in it, for a sum or an `any` that asks for
    it.
    """

    def __init__(self, cards: Taken, every: tuple[int, ...]) -> None:
        self.cards, self.every = cards, iter(every)
        self.current, self.asked = -1, False

    def __iter__(self) -> _Elements:
        self.cards.assumed.waiting.append(self)
        return self

    def __next__(self) -> int:
        if not self.asked:
            raise Undecided
        self.current = next(self.every)
        return self.current


class CardBits:
    """Stands for `BITS`, the elements of a mask, in code that is run with unknown cards."""

    def __init__(self, bits: Any, every: tuple[int, ...]) -> None:
        self.bits, self.every = bits, every

    def __getitem__(self, mask: Any) -> Any:
        return _Elements(mask, self.every) if isinstance(mask, Taken) else self.bits[mask]


def _by_card(values: Iterable[Any], assumed: Assumptions) -> tuple[Taken, dict[int, Any]] | None:
    """What was computed for each card of an unknown set; None if the values do not come from one."""
    if not assumed.waiting or not isinstance(values, Iterator):
        return None
    elements = assumed.waiting.pop()
    elements.asked = True
    found: dict[int, Any] = {}
    for value in values:
        if elements.current < 0:
            raise Undecided
        found.setdefault(elements.current, []).append(value)
    return elements.cards, found


class UnknownFolds:
    """`sum`, `any` and `all` for code that is run with unknown cards."""

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.assumed = Assumptions(0, 0, 0)

    def sum(self, values: Iterable[Any]) -> Any:
        """The sum; over an unknown set, as a number that counts points of cards."""
        found = _by_card(values, self.assumed)
        if found is None:
            total: Any = 0
            for value in values:
                total = total + value
            return total
        cards, by_card = found
        points = [0] * self.cards
        for card, each in by_card.items():
            if not all(isinstance(one, int) for one in each):
                raise Undecided
            points[card] = sum(map(int, each))
        own = cards.known
        known = sum(n for card, n in enumerate(points) if n and own >> card & 1)
        if not any(points) or not cards.of:
            return known
        in_play = self.assumed.in_play
        counted = tuple(n if in_play >> card & 1 else 0 for card, n in enumerate(points))
        if not any(counted):
            return known
        return Total(self.assumed, known, {(who, counted): 1 for who in cards.of})

    def any(self, values: Iterable[Any]) -> bool:
        """Whether one holds."""
        found = _by_card(values, self.assumed)
        if found is None:
            return any(values)
        cards, by_card = found
        holding = sum(1 << card for card, each in by_card.items() if any(each))
        if holding & cards.known:
            return True
        holding &= self.assumed.in_play
        if not holding:
            return False
        if cards.of != frozenset({TRICK}):
            raise Undecided
        if holding not in self.assumed.answers:
            raise NeedsAnswer(holding)
        return self.assumed.answers[holding]

    def all(self, values: Iterable[Any]) -> bool:
        """Whether every one holds."""
        if self.assumed.waiting:
            return not self.any(not value for value in values)
        return all(values)

    def checked(self, value: Any, low: int, high: int, place: int) -> Any:
        """The value, which must lie in a range."""
        if not low <= value <= high:
            raise Undecided
        return value
