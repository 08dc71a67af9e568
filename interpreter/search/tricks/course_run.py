"""One run of the rules through all tricks that are left, from which the course of play is known.

The first two tricks tell which slots count; then each trick must change them as these did.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import product
from typing import Any

from .assumptions import ASIDE, NOT_KNOWN, TRICK, Assumptions, Counted, Undecided
from .duties import DutyTables
from .payoff import Course
from .reading import TrickInPlay, TrickQuestion
from .results import States, payoff_found
from .running import AnySlots, TrickCode, TrickRun
from .slots import TrackedSlots
from .symbols import UNKNOWN, Taken, Total

CourseSteps = Generator[None, None, Any]
"""The steps of a run; it returns the course, or why there is none."""


class CourseRun(TrickRun):
    """One run of the rules through all tricks that are left."""

    def __init__(
        self,
        rules: TrickCode,
        duties: DutyTables,
        question: TrickQuestion,
        values: AnySlots,
        here: TrickInPlay,
        followed: frozenset[int],
        aside: frozenset[int] = frozenset(),
    ) -> None:
        super().__init__(rules, question, TrackedSlots(values, set()), here.tricks, here.seat)
        self.duties = duties
        self.followed = followed
        self.open_trick = dict(zip(here.lying, here.order, strict=True))
        holders = {card: here.holder(card) for card in range(here.in_play.bit_length()) if here.in_play >> card & 1}
        assumed = Assumptions(0, here.in_play, 0, reads=self.values.reads, holders=holders, aside=tuple(sorted(aside)))
        self.begin(assumed)
        if any(values[slot] for slot in self.windows):
            raise Undecided
        self.template: dict[int, Any] = {}
        self.states: list[States] = []
        """What is known before each trick."""

    def find(self, *, hidden: bool) -> CourseSteps:
        """The course, step by step.  `hidden`: what lies in the heaps at the beginning is not looked at.  Raises
        `Undecided`.
        """
        values, assumed = self.values, self.assumed
        if hidden:
            for zone in self.program.zones:
                for slot in range(zone.base, zone.base + zone.count):
                    if slot in assumed.aside:
                        values[slot] = Taken(assumed, 0, frozenset({ASIDE - slot}))
                    elif not zone.ordered and slot not in self.hands:
                        values[slot] = Taken(assumed, values.peek(slot), frozenset(), frozenset({slot}))
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
            yield
            self.begin(assumed)
            self.states.append(now)
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
        payoff = yield from payoff_found(self, now, winners, stops, stop_worth)
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
                    self.template[slot] = Taken(assumed, was.cards, of | was.of, was.origins)
                else:
                    self.template[slot] = Taken(assumed, values[slot], of)
            elif all(isinstance(one, int | Total) for one in ones.values()) and isinstance(was, int):
                self._counts(slot, ones, second)
        assumed.tricks, self.left = 0, self.tricks

    def _counts(self, slot: int, ones: dict[int, Any], second: dict[tuple[int, int], TrackedSlots]) -> None:
        """Note what a slot counts, if it counts: if it grows by an amount that depends on the winner alone."""
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
