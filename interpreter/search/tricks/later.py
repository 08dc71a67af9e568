"""What the run from one trick says of the later tricks of the same deal.

A run (`course_run.py`) goes through all tricks that are left, and knows of the state at the beginning of each what does
not depend on how the tricks before went, and what counts how often who won.  A state that agrees with that is one of
those the run went through: how play goes on from there needs no run of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from operator import sub
from typing import TYPE_CHECKING, Any

from ...program import ACTOR, DECISIONS, PC, STEPS
from .payoff import Course, DividedPayoff, OpenPayoff, Payoff
from .reading import TrickInPlay
from .symbols import UNKNOWN, Taken, Total

if TYPE_CHECKING:
    from .course_run import CourseRun
    from .slots import TrackedSlots

CountedTricks = tuple[dict[int, int], int]
"""How often each of some players' tricks counts, and what that makes together."""


@dataclass(frozen=True, slots=True)
class _Won:
    """What was won since the run began: `tricks` by each player in each way that agrees with the state, and the cards
    of them that lie in the heap of some players.
    """

    tricks: list[dict[int, int]]
    heaps: list[tuple[frozenset[int], int]]
    cards: int

    def number(self, side: int) -> int | None:
        """How many tricks some seats won; None if that is not certain."""
        found = {sum(n for seat, n in way.items() if side >> seat & 1) for way in self.tricks}
        return found.pop() if len(found) == 1 else None

    def points(self, side: int, points: tuple[int, ...]) -> int | None:
        """What the cards of their tricks count; None if that is not certain."""
        missing = sum(1 << card for card, n in enumerate(points) if n and self.cards >> card & 1)
        total = 0
        for of, heap in self.heaps:
            owners = sum(1 << seat for seat in of)
            if owners & side and owners & ~side and heap & missing:
                return None
            if owners & side:
                total += sum(points[card] for card in range(len(points)) if heap & missing & 1 << card)
            missing &= ~heap
        return None if missing else total


class LaterTricks:
    """A course, and what its run knew of the state before each of the later tricks."""

    def __init__(self, run: CourseRun, course: Course, in_play: int) -> None:
        self.found, self.states, self.in_play = course, run.states, in_play
        self.question, self.tricks = run.question, run.tricks
        self.seats = [seat for seat in range(run.program.players) if course.taking >> seat & 1]
        self.reads = frozenset(run.assumed.reads)
        rules = run.question.rules
        self.left_out = {
            *run.question.inside, *run.question.cards, *run.hands, run.trick, run.question.card, rules.rest, rules.best,
            rules.winning, ACTOR, DECISIONS, PC, STEPS, *run.assumed.aside,
        }  # fmt: skip
        """The slots that say how a trick stands: each run begins with others there."""
        self._divided_before: tuple[tuple[int, ...], dict[tuple[int, ...], int]] | None = None

    @staticmethod
    def serves(run: CourseRun) -> bool:
        """Whether what a run found can be used for later tricks."""
        return run.question.own < 0 and run.question.turn < 0 and not run.followed

    def course(self, values: list[Any], here: TrickInPlay) -> tuple[Course, set[int]] | None:
        """The course from a state of a later trick, and the slots that tell it; None if the state is not one that the
        run went through.
        """
        number, found = self.tricks - here.tricks, self.found
        played = self.in_play & ~here.in_play
        if not 0 < number < len(self.states) or here.in_play & ~self.in_play:
            return None
        if any(values[slot] != kept for slot, kept in self._lasting):
            return None
        if played.bit_count() != number * len(self.seats):
            return None
        for (up, _), state in self.states[number].items():
            won = self._won(state, values, played, number)
            if won is None or not won.tricks:
                continue
            payoff = self._left(won, here)
            if payoff is None:
                return None
            duties = tuple((row[1], row[1]) if up else row for row in found.duties[number:])
            telling = {slot for slot, kept in enumerate(state.plain()) if self._tells(state, slot, kept)}
            return replace(found, payoff=payoff, duties=duties, flag=0 if up else found.flag), telling
        return None

    def _left(self, won: _Won, here: TrickInPlay) -> Payoff | DividedPayoff | OpenPayoff | None:
        """What the deal is worth by what is won from now on."""
        payoff = self.found.payoff
        if isinstance(payoff, OpenPayoff):
            found = [won.number(payoff.side) if one is None else won.points(payoff.side, one) for one in payoff.needed]
            now = [n for n in found if n is not None]
            return replace(payoff, won=tuple(now)) if len(now) == len(found) else None
        if isinstance(payoff, DividedPayoff):
            before = [self._counted(won, part, payoff) for part in payoff.parts]
            if None in before:
                return None
            known = tuple(n for n in before if n is not None)
            return replace(payoff, total=payoff.total - sum(known), worth=self._divided(payoff, known))
        ours = self._counted(won, payoff.side, payoff)
        if ours is None:
            return None
        points = sum(n for card, n in enumerate(payoff.points) if here.in_play >> card & 1)
        most = payoff.each * here.tricks + points + payoff.last
        return replace(payoff, worth={n - ours: one for n, one in payoff.worth.items() if 0 <= n - ours <= most})

    def _divided(self, payoff: DividedPayoff, known: tuple[int, ...]) -> dict[tuple[int, ...], int]:
        """What the deal is worth by what the parts win besides what is known.  Mostly more is known than the last time,
        and little of what was possible then is possible still.
        """
        before, worth = self._divided_before or ((0,) * len(known), payoff.worth)
        more = tuple(map(sub, known, before))
        if min(more) < 0:
            more, worth = known, payoff.worth
        found = {left: one for won, one in worth.items() if min(left := tuple(map(sub, won, more))) >= 0}
        self._divided_before = known, found
        return found

    @staticmethod
    def _counted(won: _Won, side: int, payoff: Payoff | DividedPayoff) -> int | None:
        """What some seats have won; None if that is not certain."""
        tricks = won.number(side) if payoff.each else 0
        points = won.points(side, payoff.points) if any(payoff.points) else 0
        return None if tricks is None or points is None else payoff.each * tricks + points

    def _won(self, state: TrackedSlots, values: list[Any], played: int, number: int) -> _Won | None:
        """What was won if a state agrees with what the run knew; None if it does not."""
        rows, heaps = list[CountedTricks](), list[tuple[frozenset[int], int]]()
        for slot, kept in enumerate(state.plain()):
            now = values[slot]
            if not self._tells(state, slot, kept):
                continue
            if isinstance(kept, Total):
                if not isinstance(now, int) or any(counted for _, counted in kept.terms):
                    return None
                rows.append(({who: n for (who, _), n in kept.terms.items()}, now - kept.known))
            elif isinstance(kept, Taken):
                if not isinstance(now, int) or min(kept.of, default=0) < 0:
                    return None
                if (kept.origins <= self.reads or not kept.origins) and now & ~played != kept.cards:
                    return None
                heaps.append((kept.of, now & played))
            elif type(kept) is not type(now) or not isinstance(kept, (int, tuple)) or kept != now:
                return None
        ways = [way for way in self._divisions(number) if _agrees(way, rows)]
        return _Won(ways, heaps, played)

    def _tells(self, state: TrackedSlots, slot: int, kept: object) -> bool:
        """Whether the run depends on what is in a slot at the beginning of a trick."""
        return slot not in self.left_out and kept is not UNKNOWN and (slot not in state.fresh or slot in self.reads)

    @cached_property
    def _lasting(self) -> list[tuple[int, int]]:
        """The numbers that are the same in all states of the run, and on which it depends."""
        states = [state for number in self.states[1:] for state in number.values()]
        return [
            (slot, kept)
            for slot, kept in enumerate(states[0].plain() if states else ())
            if type(kept) is int and all(self._tells(one, slot, kept) and _is(one.peek(slot), kept) for one in states)
        ]

    @cached_property
    def _kept_divisions(self) -> dict[int, list[dict[int, int]]]:
        return {}

    def _divisions(self, tricks: int) -> list[dict[int, int]]:
        """The ways to divide some tricks among the seats."""
        if tricks not in self._kept_divisions:
            self._kept_divisions[tricks] = [*_ways(self.seats, tricks)]
        return self._kept_divisions[tricks]


def _ways(seats: list[int], tricks: int) -> Iterator[dict[int, int]]:
    if len(seats) == 1:
        yield {seats[0]: tricks}
        return
    for n in range(tricks + 1):
        for rest in _ways(seats[1:], tricks - n):
            yield {seats[0]: n, **rest}


def _is(value: object, number: int) -> bool:
    return type(value) is int and value == number


def _agrees(way: dict[int, int], rows: list[CountedTricks]) -> bool:
    return all(sum(way.get(who, 0) * n for who, n in terms.items()) == total for terms, total in rows)
