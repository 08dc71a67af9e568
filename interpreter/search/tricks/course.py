"""What follows a trick by the rules, and what the deal is worth at its end.

The code of the program is run from the end of one trick to the beginning of the next, once for each player who may win
it, with all that depends on the cards unknown (`symbols.py`).  What the tricks change in the same way each time is a
number that counts them: it becomes a `Total`.  What the winner alone decides becomes unknown.  If that can be repeated
until the deal ends, the result is a function of what the sides win in tricks and points (`results.py`).

A run notes which values of its first state it depends on (`slots.py`); what it found is kept for all states with the
same ones, and for the later tricks of the same deal (`later.py`).  A run that is broken off is gone on with when
the next position is asked for.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from time import monotonic
from typing import Any

from ....dsl.source.identity import Exactly
from ...faults import Fault
from ...program import Program
from .assumptions import (
    NOT_KNOWN,
    NeedsAnswer,
    NeedsCard,
    NeedsPart,
    NeedsTotal,
    Undecided,
)
from .course_run import CourseRun, CourseSteps
from .duties import DutyTables
from .later import LaterTricks
from .payoff import Course, OpenPayoff, Payoff
from .reading import TrickInPlay, TrickQuestion
from .results import NO_SUM
from .running import AnySlots, TakesTooLong, TrickCode

FEWEST_TRICKS = 3
"""With fewer tricks left, two tricks cannot be compared."""
MOST_FOLLOWED = 4
"""The most cards that are followed from trick to trick, because the rules look at who plays them."""
_IN_PLAY, _HOLDER = -1, -2
"""Stand among the slots that a run reads for the cards in play, and (less the card) for who plays a card."""
MOST_KEPT = 1_000
"""How many courses are kept."""
MOST_LATER = 64
"""For how many runs it is kept what they knew of later tricks.  Deals that begin alike share them."""
_BROKEN = (
    Undecided, NeedsAnswer, NeedsTotal, NeedsPart, TypeError, ValueError, IndexError, AttributeError, KeyError,
    AssertionError, Fault,
)  # fmt: skip
"""The rules would have to know something, or an unknown value met code that is not made for it."""


class TrickCourse:
    """Finds the course of play for positions of one program."""

    def __init__(self, program: Program) -> None:
        self.program, self.rules = program, TrickCode(program)
        self.code = self.rules.code
        self._kept: dict[tuple[Any, ...], dict[tuple[int, ...], dict[tuple[Any, ...], Course | str]]] = {}
        """What was found (or why nothing was), by what is known before a run, the slots that it read, and what was in
        them.
        """
        self._count = 0
        self.until: float | None = None
        """When runs are broken off."""
        self._open: _OpenRun | None = None
        self._later: deque[tuple[tuple[Any, ...], LaterTricks]] = deque(maxlen=MOST_LATER)
        self.duties = DutyTables(program)
        self.most_followed = MOST_FOLLOWED
        self.aside = frozenset[int]()
        """The slots of heaps whose cards are not looked at in a run, so that it is the same whatever lies there: none
        must come to them or leave them while tricks are played.
        """
        self._with_aside: dict[tuple[Exactly[Course], Exactly[Payoff]], Course] = {}

    def course(self, question: TrickQuestion, values: AnySlots, here: TrickInPlay) -> Course:
        """The course of play from a position.  Raises `Undecided`, and `TakesTooLong` after `until`."""
        if not self.rules.scores:
            raise Undecided("no points are counted")
        if here.tricks < FEWEST_TRICKS:
            raise Undecided(f"fewer than {FEWEST_TRICKS} tricks are left")
        known, narrow, here = self._known(question, values, here), here, self._widened(values, here)
        found = self._derived(known, values, here)
        if found is None and self._open is not None and self._open.serves(known):
            self._go_on(self._open)
            found = self._derived(known, values, here)
        if found is None:
            self._open = _OpenRun(known, self._fresh(known, question, values, here))
            found = self._go_on(self._open)
        if isinstance(found, str):
            raise Undecided(found)
        return self._narrowed(found, values, narrow) if self.aside else found

    def knows(self, question: TrickQuestion, values: AnySlots, here: TrickInPlay) -> bool:
        """Whether the course from a position is known, or why there is none."""
        if not self.rules.scores or here.tricks < FEWEST_TRICKS:
            return True
        return self._derived(self._known(question, values, here), values, self._widened(values, here)) is not None

    def _widened(self, values: AnySlots, here: TrickInPlay) -> TrickInPlay:
        """The same with the cards that lie aside among those in play: together these are known."""
        together = here.in_play
        for slot in self.aside:
            together |= values[slot]
        return here._replace(in_play=together)

    def _narrowed(self, found: Course, values: AnySlots, here: TrickInPlay) -> Course:
        """The course when it is known what lies aside."""
        if not isinstance(found.payoff, OpenPayoff):
            return found
        payoff = found.payoff.known({slot: values[slot] for slot in self.aside}, here.tricks, here.in_play)
        if payoff is None:
            raise Undecided(NO_SUM)
        key = Exactly(found), Exactly(payoff)
        if key not in self._with_aside:
            if len(self._with_aside) >= MOST_KEPT:
                self._with_aside.clear()
            self._with_aside[key] = replace(found, payoff=payoff)
        return self._with_aside[key]

    def _known(self, question: TrickQuestion, values: AnySlots, here: TrickInPlay) -> tuple[Any, ...]:
        """What is known before a run.  Who is still to play to the open trick matters only where the rules do something
        at each card.
        """
        side = next((players for players in self.rules.sides if here.seat in players), (here.seat,))
        each = question.own >= 0 or question.turn >= 0
        taking = sum(1 << seat for seat in (*here.playing, *here.order))
        return side, question.ask, here.tricks, taking, values[question.rules.rest] if each else -1, self.aside

    def _derived(self, known: tuple[Any, ...], values: AnySlots, here: TrickInPlay) -> Course | str | None:
        """What was found for a position, for the other side, or for an earlier trick; None if a run is needed."""
        return (
            self._found(known, values, here)
            or self._of_other_side(known, values, here)
            or self._of_earlier_trick(known, values, here)
        )

    def _go_on(self, run: _OpenRun) -> Course | str:
        """Go on with a run to its end.  Raises `TakesTooLong`."""
        try:
            while self.until is None or monotonic() < self.until:
                next(run.steps)
        except StopIteration as end:
            self._open = None
            return end.value
        raise TakesTooLong

    def _other_side(self, known: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """What is known before a run for the other of two sides."""
        sides, (side, *rest) = self.rules.sides, known
        return (sides[1 - sides.index(side)], *rest) if len(sides) == 2 and side in sides else None

    def _of_other_side(self, known: tuple[Any, ...], values: AnySlots, here: TrickInPlay) -> Course | None:
        """The course as the other of two sides sees it, if that is known."""
        other = self._other_side(known)
        found = None if other is None or self.aside else self._found(other, values, here)
        if other is None or not isinstance(found, Course):
            return None
        flipped = replace(found, payoff=found.settled.of_other_side(found.taking, here.tricks, here.in_play))
        for read, by_values in self._kept[other].items():
            own = _read_in(read, values, here)
            if own in by_values:
                self._kept.setdefault(known, {}).setdefault(read, {})[own] = flipped
        return flipped

    def _of_earlier_trick(self, known: tuple[Any, ...], values: AnySlots, here: TrickInPlay) -> Course | None:
        """The course for this trick if it follows from the run for an earlier trick of the deal; otherwise None."""
        others = known, self._other_side(known)
        for base, later in self._later:
            for one in others:
                if one is None or not _same_deal(base, one):
                    continue
                found = later.course(values, here)
                if found is not None:
                    course, telling = found
                    self._keep(one, {*telling, _IN_PLAY}, values, here, course)
                    return course if one is known else self._of_other_side(known, values, here)
        return None

    def _found(self, known: tuple[Any, ...], values: AnySlots, here: TrickInPlay) -> Course | str | None:
        """What was found before for a position."""
        for read, by_values in self._kept.get(known, {}).items():
            own = _read_in(read, values, here)
            if own in by_values:
                return by_values[own]
        return None

    def _fresh(
        self, known: tuple[Any, ...], question: TrickQuestion, values: AnySlots, here: TrickInPlay
    ) -> CourseSteps:
        found: Course | str = NOT_KNOWN
        reads = set[int]()
        run, followed = None, frozenset[int]()
        for hidden in (True,) if known[-1] else (True, False):  # what lies in the heaps mostly does not matter
            again = True
            while again:
                again = False
                run = CourseRun(self.rules, self.duties, question, values, here, followed, known[-1])
                try:
                    found = yield from run.find(hidden=hidden)
                except NeedsCard as needed:
                    followed |= {needed.card}
                    found, again = NOT_KNOWN, len(followed) <= self.most_followed
                except _BROKEN as error:
                    found = error.what if isinstance(error, Undecided) else NOT_KNOWN
                reads |= run.assumed.reads | {_HOLDER - card for card in run.assumed.asked}
                if run.assumed.looked:
                    reads.add(_IN_PLAY)
            if isinstance(found, Course):
                if run is not None and not followed and LaterTricks.serves(run):
                    self._later.appendleft((known, LaterTricks(run, found, here.in_play)))
                break
        self._keep(known, reads, values, here, found)
        return found

    def _keep(
        self, known: tuple[Any, ...], reads: set[int], values: AnySlots, here: TrickInPlay, found: Course | str
    ) -> None:
        """Keep what was found for all positions in which the same is read."""
        if self._count >= MOST_KEPT:
            self._kept.clear()
            self._count = 0
        self._count += 1
        read = tuple(sorted(reads))
        own = _read_in(read, values, here)
        self._kept.setdefault(known, {}).setdefault(read, {})[own] = found


class _OpenRun:
    """A run that may not have come to its end."""

    def __init__(self, known: tuple[Any, ...], steps: CourseSteps) -> None:
        self.known, self.steps = known, steps

    def serves(self, known: tuple[Any, ...]) -> bool:
        """Whether it pays to go on with the run for a position: not if many tricks have been played since."""
        return _same_deal(self.known, known, whose=False) and 2 * known[2] > self.known[2]


def _same_deal(base: tuple[Any, ...], known: tuple[Any, ...], *, whose: bool = True) -> bool:
    """Whether what is known before two runs differs only in the number of tricks (`whose`: and not in the side)."""
    side, ask, tricks, *rest = base
    other, other_ask, left, *other_rest = known
    return ask == other_ask and tricks >= left and rest == other_rest and (side == other or not whose)


def _read_in(read: tuple[int, ...], values: AnySlots, here: TrickInPlay) -> tuple[Any, ...]:
    """What a run reads in a position: values of slots, the cards in play, and who plays a card."""
    return tuple(
        values[slot]
        if slot >= 0
        else here.in_play
        if slot == _IN_PLAY
        else (here.holder(_HOLDER - slot), _HOLDER - slot in here.lying)
        for slot in read
    )
