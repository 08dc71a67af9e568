"""What code that is run with unknown numbers and cards calls in place of Python's own functions: `sum`, `any`, `all`,
`max`, `min`, and the elements of a set of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

from .assumptions import TRICK, Assumptions, NeedsAnswer, NeedsLed, Undecided
from .symbols import HeldCards, OpenTrick, SomeTrick, Taken, Total


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


class _Elements:
    """Goes through a set of unknown cards: through all cards that could be in it, for a sum or an `any` that asks for
    it.
    """

    def __init__(self, cards: Taken | HeldCards, every: tuple[int, ...]) -> None:
        self.cards, self.every = cards, iter(every)
        self.current, self.asked = -1, False
        cards.assumed.waiting.append(self)

    def __iter__(self) -> _Elements:
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
        return _Elements(mask, self.every) if isinstance(mask, Taken | HeldCards) else self.bits[mask]


class PileEnds:
    """`pile_end` for code that is run with unknown cards: the card led is the lowest of a trick.  `bases`: the first
    slot of each zone.
    """

    def __init__(self, pile_end: Callable[..., Any], bases: tuple[int, ...]) -> None:
        self.pile_end, self.bases = pile_end, bases

    def __call__(self, slots: list[Any], observers: Any, zone: int, owner: int, top: bool) -> Any:
        """The card on top or at the bottom of a pile."""
        pile = slots[self.bases[zone] + owner]
        if isinstance(pile, SomeTrick):
            if top or pile.led < 0:
                raise NeedsLed
            return pile.led
        if isinstance(pile, OpenTrick):
            raise Undecided
        return self.pile_end(slots, observers, zone, owner, top)


def _by_card(values: Iterable[Any], assumed: Assumptions) -> tuple[Taken | HeldCards, dict[int, Any]] | None:
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
        self._points: dict[CodeType, tuple[int, ...]] = {}
        """What each card counts in sums that depend on nothing but the card, by their code."""
        self._counted: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
        """The same, with nothing for cards that are not in play."""

    def sum(self, values: Iterable[Any]) -> Any:
        """The sum; over an unknown set, as a number that counts points of cards."""
        code: CodeType | None = getattr(values, "gi_code", None)
        if code is not None and code in self._points and self.assumed.waiting:
            cards, points = self.assumed.waiting.pop().cards, self._points[code]
        else:
            found = _by_card(values, self.assumed)
            if found is None:
                total: Any = 0
                for value in values:
                    total = total + value
                return total
            cards, points = found[0], self._each(found[1])
            if code is not None and not code.co_freevars and len(found[1]) == self.cards:
                self._points[code] = points
        if isinstance(cards, HeldCards):
            raise Undecided
        own = cards.known
        known = sum(n for card, n in enumerate(points) if n and own >> card & 1) if own else 0
        if not cards.of or not any(points):
            return known
        key = points, self.assumed.in_play
        if key not in self._counted:
            self._counted[key] = tuple(n if key[1] >> card & 1 else 0 for card, n in enumerate(points))
        counted = self._counted[key]
        if not any(counted):
            return known
        return Total(self.assumed, known, {(who, counted): 1 for who in cards.of})

    def _each(self, by_card: dict[int, Any]) -> tuple[int, ...]:
        """What each card counts.  Raises `Undecided`."""
        points = [0] * self.cards
        for card, each in by_card.items():
            if not all(isinstance(one, int) for one in each):
                raise Undecided
            points[card] = sum(map(int, each))
        return tuple(points)

    def any(self, values: Iterable[Any]) -> bool:
        """Whether one holds."""
        found = _by_card(values, self.assumed)
        if found is None:
            return any(values)
        cards, by_card = found
        holding = sum(1 << card for card, each in by_card.items() if any(each))
        if isinstance(cards, HeldCards):
            if cards.may_hold(holding):
                raise Undecided
            return False
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

    def elements(self, values: Iterable[Any]) -> tuple[Any, ...]:
        """The elements; of the cards of the trick just played, each that it has."""
        found = _by_card(values, self.assumed)
        if found is None:
            return tuple(values)
        cards, by_card = found
        if isinstance(cards, HeldCards) or not cards.of <= {TRICK}:
            raise Undecided
        assumed = self.assumed
        return tuple(card for card in sorted(by_card) if cards.known >> card & 1 or (cards.of and assumed.plays(card)))

    def all(self, values: Iterable[Any]) -> bool:
        """Whether every one holds."""
        if self.assumed.waiting:
            return not self.any(not value for value in values)
        return all(values)

    def checked(self, value: Any, low: int, high: int, place: int) -> Any:
        """The value, which must lie in a range."""
        if isinstance(value, Total):
            least, most = value.assumed.roughly(value)
            if low <= least and most <= high:
                return value
        if not low <= value <= high:
            raise Undecided
        return value
