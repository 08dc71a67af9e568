"""What follows a trick by the rules, and what the deal is worth at its end.

The code of the program is run from the end of one trick to the beginning of the next, once for each player who may win
it, with all that depends on the cards unknown (`symbols.py`).  What the tricks change in the same way each time is a
number that counts them: it becomes a `Total`.  What the winner alone decides becomes unknown.  If that can be repeated
until the deal ends, the result is a function of what the sides win in tricks and points (`results.py`).

A run notes which values of its first state it depends on (`slots.py`); what it found is kept for all states with the
same ones.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from ...faults import Fault
from ...program import Program
from .assumptions import (
    NOT_KNOWN,
    TRICK,
    Assumptions,
    Counted,
    NeedsAnswer,
    NeedsCard,
    NeedsPart,
    NeedsTotal,
    Undecided,
)
from .duties import DutyTables
from .payoff import Course
from .reading import TrickInPlay, TrickQuestion
from .results import States, payoff_found
from .running import AnySlots, TrickCode, TrickRun
from .slots import TrackedSlots
from .symbols import UNKNOWN, Taken, Total

FEWEST_TRICKS = 3
"""With fewer tricks left, two tricks cannot be compared."""
MOST_FOLLOWED = 4
"""The most cards that are followed from trick to trick, because the rules look at who plays them."""
_IN_PLAY, _HOLDER = -1, -2
"""Stand among the slots that a run reads for the cards in play, and (less the card) for who plays a card."""
MOST_KEPT = 1_000
"""How many courses are kept."""
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
        self.duties = DutyTables(program)
        self.most_followed = MOST_FOLLOWED

    def course(self, question: TrickQuestion, values: AnySlots, here: TrickInPlay) -> Course:
        """The course of play from a position.  Raises `Undecided`."""
        if not self.rules.scores:
            raise Undecided("no points are counted")
        if here.tricks < FEWEST_TRICKS:
            raise Undecided(f"fewer than {FEWEST_TRICKS} tricks are left")
        known = self._known(question, values, here)
        found = self._found(known, values, here)
        if found is None:
            found = self._of_other_side(known, values, here) or self._fresh(known, question, values, here)
        if isinstance(found, str):
            raise Undecided(found)
        return found

    def knows(self, question: TrickQuestion, values: AnySlots, here: TrickInPlay) -> bool:
        """Whether the course from a position is known, or why there is none."""
        if not self.rules.scores or here.tricks < FEWEST_TRICKS:
            return True
        return self._found(self._known(question, values, here), values, here) is not None

    def _known(self, question: TrickQuestion, values: AnySlots, here: TrickInPlay) -> tuple[Any, ...]:
        """What is known before a run.  Who is still to play to the open trick matters only where the rules do something
        at each card.
        """
        side = next((players for players in self.rules.sides if here.seat in players), (here.seat,))
        each = question.own >= 0 or question.turn >= 0
        taking = sum(1 << seat for seat in (*here.playing, *here.order))
        return side, question.ask, here.tricks, taking, values[question.rules.rest] if each else -1

    def _of_other_side(self, known: tuple[Any, ...], values: AnySlots, here: TrickInPlay) -> Course | None:
        """The course as the other of two sides sees it, if that is known."""
        sides, (side, *rest) = self.rules.sides, known
        if len(sides) != 2 or side not in sides:
            return None
        found = self._found((sides[1 - sides.index(side)], *rest), values, here)
        if not isinstance(found, Course):
            return None
        flipped = replace(found, payoff=found.payoff.of_other_side(found.taking, here.tricks, here.in_play))
        for read, by_values in self._kept[(sides[1 - sides.index(side)], *rest)].items():
            own = _read_in(read, values, here)
            if own in by_values:
                self._kept.setdefault(known, {}).setdefault(read, {})[own] = flipped
        return flipped

    def _found(self, known: tuple[Any, ...], values: AnySlots, here: TrickInPlay) -> Course | str | None:
        """What was found before for a position."""
        for read, by_values in self._kept.get(known, {}).items():
            own = _read_in(read, values, here)
            if own in by_values:
                return by_values[own]
        return None

    def _fresh(
        self, known: tuple[Any, ...], question: TrickQuestion, values: AnySlots, here: TrickInPlay
    ) -> Course | str:
        found: Course | str = NOT_KNOWN
        reads = set[int]()
        followed = frozenset[int]()
        for hidden in (True, False):  # what lies in the heaps mostly does not matter
            again = True
            while again:
                again = False
                run = CourseRun(self, question, values, here, followed)
                try:
                    found = run.find(hidden=hidden)
                except NeedsCard as needed:
                    followed |= {needed.card}
                    found, again = NOT_KNOWN, len(followed) <= self.most_followed
                except _BROKEN as error:
                    found = error.what if isinstance(error, Undecided) else NOT_KNOWN
                reads |= run.assumed.reads | {_HOLDER - card for card in run.assumed.asked}
                if run.assumed.looked:
                    reads.add(_IN_PLAY)
            if isinstance(found, Course):
                break
        if self._count >= MOST_KEPT:
            self._kept.clear()
            self._count = 0
        self._count += 1
        read = tuple(sorted(reads))
        own = _read_in(read, values, here)
        self._kept.setdefault(known, {}).setdefault(read, {})[own] = found
        return found


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


class CourseRun(TrickRun):
    """One run of `TrickCourse.course`."""

    def __init__(
        self, owner: TrickCourse, question: TrickQuestion, values: AnySlots, here: TrickInPlay, followed: frozenset[int]
    ) -> None:
        super().__init__(owner.rules, question, TrackedSlots(values, set()), here.tricks, here.seat)
        self.duties = owner.duties
        self.followed = followed
        self.open_trick = dict(zip(here.lying, here.order, strict=True))
        holders = {card: here.holder(card) for card in range(here.in_play.bit_length()) if here.in_play >> card & 1}
        self.begin(Assumptions(0, here.in_play, 0, reads=self.values.reads, holders=holders))
        if any(values[slot] for slot in self.windows):
            raise Undecided
        self.template: dict[int, Any] = {}

    def find(self, *, hidden: bool) -> Course:
        """The course.  `hidden`: what lies in the heaps at the beginning is not looked at.  Raises `Undecided`."""
        values, assumed = self.values, self.assumed
        if hidden:
            for zone in self.program.zones:
                for slot in range(zone.base, zone.base + zone.count):
                    if not zone.ordered and slot not in self.hands:
                        heap = Taken(assumed, values.peek(slot), frozenset(), frozenset({slot}))
                        values[slot] = heap
        assumed.taking = taking = self._seats_taking(values)
        seats = range(self.program.players)
        winners = [seat for seat in seats if taking >> seat & 1]
        stops, stop_worth = set[int](), set[int]()
        self._learn(values, winners)
        duty_tables: list[Any] = []
        also: set[int] = set()
        by_best = not self._by_place(values)
        now: States = {(False, frozenset()): values}
        always: list[TrackedSlots] = []
        assumed.tricks = 0
        for number in range(self.tricks):
            self.left = self.tricks - number
            for state in now.values():
                self.at_each_card(state)
            rows = [[state for (flag, _), state in now.items() if flag == up] for up in (False, True)]
            rows = [row or [*now.values()] for row in rows]
            duty_tables.append(
                [
                    self.duties.by_place(self, row[0] if len(row) == 1 else self._merged(row), leading=by_best)
                    for row in rows
                ]
            )
            also |= {self.duties.also(self, row[0] if len(row) == 1 else self._merged(row)) for row in rows}
            if number + 1 == self.tricks:
                break
            after: dict[tuple[bool, frozenset[int]], list[TrackedSlots]] = {}
            for (up, before), state in now.items():
                for winner in winners:
                    for made, over, answers, gone in self.ways(state, winner, before):
                        if over:
                            stops.add(winner)
                            stop_worth.add(int(self.utility(made)))
                            continue
                        if winner in stops:
                            raise Undecided
                        self._hold(state, made, winner)
                        for answer in answers:
                            after.setdefault((up or answer, gone), []).append(made)
            assumed.tricks = number + 1
            if not self.flag:
                kinds = {gone for _, gone in after}
                after = {
                    (False, g): [s for (_, gone), states in after.items() if gone == g for s in states] for g in kinds
                }
            now = {key: self._merged(states) for key, states in after.items()}
            always += now.values()
        if len(also) > 1:
            raise Undecided
        table = None
        if by_best:
            assumed.reads |= self.ruling
            table = self.duties.by_best(self, self._merged(always))
        assumed.tricks = self.tricks - 1
        payoff = payoff_found(self, now, winners, stops, stop_worth)
        duties = tuple(tuple(each) for each in duty_tables)
        plain = all(each[0] == each[1] for each in duties)
        return Course(payoff, taking, 0 if plain else self.flag, duties, table, also.pop())

    def _by_place(self, values: TrackedSlots) -> bool:
        """Whether the duties depend on nothing that lies in the trick."""
        try:
            self.duties.by_place(self, values, leading=False)
        except Undecided:
            return False
        return True

    def _seats_taking(self, values: TrackedSlots) -> int:
        """The seats that take part in the next tricks, as the rules say at the beginning of the next."""
        self.assumed.taking = (1 << self.program.players) - 1  # until it is known
        why = NOT_KNOWN
        rest = values.peek(self.question.rules.rest)
        count = rest.bit_count() + len(values.peek(self.trick))
        for winner in range(self.program.players):
            for taking in range(1, 1 << self.program.players):
                if taking & rest == rest and taking.bit_count() == count and taking >> winner & 1:
                    self.assumed.taking = taking
                    try:
                        for _, over, _, _ in self.ways(values, winner):
                            if over:
                                raise Undecided("the deal may end after any trick")
                    except Undecided as error:
                        why = error.what
                        continue
                    return taking
        raise Undecided(why)

    def _learn(self, values: TrackedSlots, winners: list[int]) -> None:
        """Find out which slots count: their numbers grow by the same amount whenever the same player wins."""
        assumed = self.assumed
        first: dict[int, TrackedSlots] = {}
        for winner in winners:
            for made, over, _, _ in self.ways(values, winner):
                if not over:
                    first.setdefault(winner, made)
        if not first:
            raise Undecided
        second: dict[tuple[int, int], TrackedSlots] = {}
        assumed.tricks, self.left = 1, self.tricks - 1
        for before, start in list(first.items())[:2]:
            state = start.branch()
            for slot, one in enumerate(start.plain()):
                if isinstance(one, Total):  # what the trick counted is won now
                    won = {(before if who == TRICK else who, counted): n for (who, counted), n in one.terms.items()}
                    state[slot] = Total(assumed, one.known, won)
                elif isinstance(one, Taken) and one.of:
                    state[slot] = UNKNOWN
            for winner in first:
                try:
                    for made, over, _, _ in self.ways(state, winner):
                        if not over:
                            second.setdefault((before, winner), made)
                except Undecided:
                    pass
        written = {slot for slot in range(len(values)) if any(slot not in state.fresh for state in first.values())}
        for slot in written - {*self.hands} - self.question.inside:
            ones = {winner: state.peek(slot) for winner, state in first.items()}
            was = values.peek(slot)
            if any(isinstance(one, Taken) for one in ones.values()) and isinstance(was, int | Taken):
                of = frozenset(w for w, one in ones.items() if isinstance(one, Taken) and TRICK in one.of)
                if isinstance(was, Taken):
                    self.template[slot] = Taken(assumed, was.cards, of, was.origins)
                else:
                    self.template[slot] = Taken(assumed, values[slot], of)
            elif all(isinstance(one, int | Total) for one in ones.values()) and isinstance(was, int):
                self._counts(slot, ones, second)
        assumed.tricks, self.left = 0, self.tricks

    def _counts(self, slot: int, ones: dict[int, Any], second: dict[tuple[int, int], TrackedSlots]) -> None:
        """Whether a slot counts; if so, note what."""
        numbers = all(isinstance(one, int) for one in ones.values())
        if numbers and len(ones) > 1:
            if len({*ones.values()}) == 1:
                return  # the same whoever wins
            for winner in ones:
                more = {
                    after.peek(slot) - ones[start] if isinstance(after.peek(slot), int) else None
                    for (start, by), after in second.items()
                    if by == winner
                }
                if len(more) != 1:
                    return  # it depends on the winner alone
        before = self.values[slot]
        if numbers:
            if len({*ones.values()}) == 1 and next(iter(ones.values())) == before:
                return
            for start, winner in product(list(ones)[:2], ones):
                after = second[start, winner].peek(slot) if (start, winner) in second else None
                if not isinstance(after, int) or after - ones[start] != ones[winner] - before:
                    return
        terms: dict[tuple[int, Counted], int] = {}
        for winner, one in ones.items():
            known, more_terms = (one.known, one.terms) if isinstance(one, Total) else (one, {})
            terms[winner, None] = known - before
            for (who, counted), times in more_terms.items():
                if who != TRICK:
                    return
                terms[winner, counted] = times
        self.template[slot] = Total(self.assumed, before, terms)

    def _hold(self, before: TrackedSlots, made: TrackedSlots, winner: int) -> None:
        """Hold what a trick changed in the slots that count against what it should change.  Raises `Undecided`."""
        for slot, kept in self.template.items():
            found = made.peek(slot)
            was = before.peek(slot)
            if isinstance(kept, Taken):
                of = kept.of if isinstance(was, Taken) else frozenset[int]()
                of = was.of if isinstance(was, Taken) else of
                expected = Taken(self.assumed, kept.cards, of | {TRICK} if winner in kept.of else of, kept.origins)
                if not expected.same(found) and not (
                    not expected.of and isinstance(found, int) and found == kept.cards
                ):
                    raise Undecided
                continue
            more = kept.terms.get((winner, None), 0)
            points = {
                (TRICK, counted): times for (who, counted), times in kept.terms.items() if who == winner and counted
            }
            expected_total = was + Total(self.assumed, more, points)
            if isinstance(found, int):
                found = Total(self.assumed, found, {})
            if not isinstance(found, Total) or not found.same(expected_total):
                raise Undecided

    def _merged(self, states: list[TrackedSlots]) -> TrackedSlots:
        """The states after tricks of different winners as one: what differs is unknown, what counts is a template."""
        made: AnySlots = []
        fresh = set[int]().union(*(state.fresh for state in states))
        for slot, values in enumerate(zip(*(state.plain() for state in states), strict=True)):
            kept = self.template.get(slot)
            if kept is not None:
                made.append(kept)
                continue
            one = values[0]
            same = True
            for value in values:
                if value is not one:
                    same = False
                    break
            if same and slot not in fresh:
                made.append(one)
                continue
            if isinstance(one, Taken):
                same = all(one.same(v) for v in values)
            else:
                same = all(v is one or (type(v) is type(one) and type(v) in (int, tuple) and v == one) for v in values)
                if slot in fresh and not all(slot in state.fresh for state in states):
                    self.assumed.reads.add(slot)
            made.append(one if same else UNKNOWN)
        return TrackedSlots(made, self.assumed.reads, fresh - self.template.keys())
