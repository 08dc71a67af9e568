"""What follows a trick by the rules, and what the deal is worth at its end.

The code of the program is run from the end of one trick to the beginning of the next, once for each player who may win
it, with all that depends on the cards unknown (`symbols.py`).  What the tricks change in the same way each time is a
number that counts them: it becomes a `Total`.  What the winner alone decides becomes unknown.  If that can be repeated
until the deal ends, the result is a function of what two sides win in tricks and points, and it is tabulated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ...engine.compiled import CompiledBlocks
from ...engine.runtime import Runtime
from ...faults import Fault
from ...program import ACTOR, DECISIONS, OVER, RNG, STEPS, Program
from ...wasm.search.counted import added_later
from ..sides import highest_wins, scores_of, sides_of
from .assumptions import TRICK, Assumptions, Counted, NeedsAnswer, NeedsTotal, Undecided
from .payoff import Course, Payoff, WorthForRange, payoff_of
from .reading import TrickQuestion
from .symbols import UNKNOWN, CardBits, HeldCards, OpenTrick, PlayedTrick, Taken, Total, UnknownFolds, mask_of_pile

AnySlots = list[Any]
FEWEST_TRICKS = 3
"""With fewer tricks left, two tricks cannot be compared."""
FEW = 8
"""A range of sums no longer than this is taken apart at once."""
MOST_KEPT = 256
"""How many courses are kept."""
MOST_RESULTS = 4_000
"""The most different results of a deal that are tabulated."""


class _NextDeal(Exception):
    """The next deal begins."""


class TrickCourse:
    """Finds the course of play for positions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sides, self.scores = sides_of(program), scores_of(program)
        self.later = added_later(program)
        self.folds = UnknownFolds(len(program.deck))
        self._kept: dict[tuple[Any, ...], Course | None] = {}
        runtime = Runtime(program, self._deal_begins)
        self.code = CompiledBlocks(program, runtime)
        names = self.code.names
        names |= {
            "BITS": CardBits(names["BITS"], tuple(range(len(program.deck)))), "mask_of": mask_of_pile,
            "sum": self.folds.sum, "any": self.folds.any, "all": self.folds.all, "checked": self.folds.checked,
        }  # fmt: skip

    def _deal_begins(self, _: AnySlots) -> None:
        raise _NextDeal

    def course(self, question: TrickQuestion, values: AnySlots, seat: int, cards: tuple[int, int]) -> Course:
        """The course of play from a position.  `cards`: those in play, and how many are left to each player of those
        who have not played to the open trick.  Raises `Undecided`.
        """
        in_play, tricks = cards
        if tricks < FEWEST_TRICKS or not self.scores:
            raise Undecided
        key = self.key(question, values, seat, cards)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._course(question, values, seat, in_play, tricks)
        found = self._kept[key]
        if found is None:
            raise Undecided
        return found

    def key(self, question: TrickQuestion, values: AnySlots, seat: int, cards: tuple[int, int]) -> tuple[Any, ...]:
        """What the course from a position depends on: all but who holds which of the cards in play."""
        in_play, tricks = cards
        zones = self.program.zones
        hand, trick = zones[question.rules.hand], zones[question.rules.trick].base
        left_out = {*question.inside, *range(hand.base, hand.base + hand.count), trick, ACTOR, DECISIONS, STEPS, RNG}
        side = next((players for players in self.sides if seat in players), (seat,))
        others = tuple(value for slot, value in enumerate(values) if slot not in left_out)
        return question.ask, side, in_play, tricks, len(values[trick]), others

    def _course(self, question: TrickQuestion, values: AnySlots, seat: int, in_play: int, tricks: int) -> Course | None:
        try:
            return _CourseRun(self, question, values, seat, in_play, tricks).found
        except Undecided:
            return None
        except (NeedsAnswer, NeedsTotal, TypeError, ValueError, IndexError, AttributeError, KeyError, AssertionError):
            return None  # an unknown value met code that is not made for it


class _CourseRun:
    """One run of `TrickCourse.course`."""

    def __init__(
        self, owner: TrickCourse, question: TrickQuestion, values: AnySlots, seat: int, in_play: int, tricks: int
    ) -> None:
        self.owner, self.question, self.program = owner, question, owner.program
        self.seat, self.in_play, self.tricks = seat, in_play, tricks
        self.blocks = owner.code.blocks
        self.assumed = Assumptions(0, in_play, 0)
        owner.folds.assumed = self.assumed
        zones = self.program.zones
        rules = question.rules
        self.hands = range(zones[rules.hand].base, zones[rules.hand].base + zones[rules.hand].count)
        self.trick = zones[rules.trick].base
        self.heaps = [
            zone.base + i
            for zone in zones
            if not zone.ordered and zone.base != self.hands[0]
            for i in range(zone.count)
        ]
        incidents = self.program.asks[question.ask].incidents
        self.windows = [self.program.incidents[number].window for number in incidents]
        if any(values[slot] for slot in self.windows):
            raise Undecided
        self._ranking = owner.code.names[f"q{question.ask}"]
        self.ranking = self._ranking(values, None)[0]
        self.flag, self.left = 0, tricks
        self.template: dict[int, Any] = {}
        self.found = self._find(values)

    def _taken(self, values: AnySlots, winner: int) -> AnySlots:
        """The state when all have played to a trick and somebody wins it."""
        made = values.copy()
        for slot in (*self.question.inside, *self.hands, DECISIONS, ACTOR):
            made[slot] = UNKNOWN
        for seat, slot in enumerate(self.hands):
            if self.assumed.taking >> seat & 1:
                made[slot] = HeldCards(self.left - 1)
        made[STEPS] = 0
        made[self.question.rules.best], made[self.question.rules.rest] = winner, 0
        made[self.trick] = PlayedTrick(self.assumed, self.assumed.taking.bit_count())
        return made

    def _on(self, values: AnySlots, winner: int) -> tuple[AnySlots, bool]:
        """Run from the end of a trick to the beginning of the next.  Returns the state, and whether the deal has
        ended.
        """
        made, pc = self._taken(values, winner), self.question.after
        self.assumed.waiting.clear()
        self.owner.code.rounds[0] = 0
        try:
            while pc >= 0 and pc != self.question.head:
                pc = self.blocks[pc](made, None)
        except _NextDeal:
            if self.owner.later >= 0:
                for i, slot in enumerate(self.owner.scores):
                    made[slot] = made[slot] + made[self.owner.later + i]
            return made, True
        if pc <= OVER:
            return made, True
        if pc != self.question.head:
            raise Undecided
        if made[self.question.player] != winner:
            raise Undecided
        if made[self.question.rules.rest] != self.assumed.taking or made[self.question.rules.winning] != -2:
            raise Undecided
        if any(made[slot] != values[slot] for slot in self.question.stand_in or ()):
            raise Undecided
        if (
            self._ranking(made, None)[0] != self.ranking
            or made[self.trick] != ()
            or any(made[slot] for slot in self.windows)
        ):
            raise Undecided
        return made, False

    def _ways(self, values: AnySlots, winner: int) -> Iterator[tuple[AnySlots, bool, tuple[bool, ...]]]:
        """Run on in each way that the cards of the trick allow: with a card of `flag` in it, or without; last, which of
        the two it was.
        """
        try:
            self.assumed.answers = {}
            made, over = self._on(values, winner)
        except NeedsAnswer as needed:
            if self.flag not in (0, needed.cards):
                raise Undecided from None
            self.flag = needed.cards
            for answer in (False, True):
                self.assumed.answers = {needed.cards: answer}
                made, over = self._on(values, winner)
                yield made, over, (answer,)
            return
        yield made, over, (False, True)

    def _find(self, values: AnySlots) -> Course:
        assumed = self.assumed
        assumed.taking = 15  # replaced by what the rules say at the next trick
        seats = range(self.program.players)
        taking = self._seats_taking(values)
        assumed.taking = taking
        winners = [seat for seat in seats if taking >> seat & 1]
        stops: set[int] = set()
        self.duty_tables: list[Any] = []
        now: dict[bool, AnySlots] = {False: values}
        self._learn(values, winners, stops)
        stop_worth: set[int] = set()
        assumed.tricks = 0
        for number in range(self.tricks):
            self.left = self.tricks - number
            self.duty_tables.append([self._duties(now.get(up, now[min(now)]), number == 0) for up in (False, True)])
            if number + 1 == self.tricks:
                break
            after: dict[bool, list[AnySlots]] = {}
            for up, state in now.items():
                for winner in winners:
                    for made, over, answers in self._ways(state, winner):
                        if over:
                            stops.add(winner)
                            stop_worth.add(int(self._utility(made)))
                            continue
                        if winner in stops:
                            raise Undecided
                        self._hold(state, made, winner)
                        for answer in answers:
                            after.setdefault(up or answer, []).append(made)
            assumed.tricks = number + 1
            now = {up: self._merged(states) for up, states in after.items()}
            if not self.flag and len(now) > 1:
                now = {False: self._merged([*after[False], *after[True]])}
        assumed.tricks = self.tricks - 1
        payoff = self._payoff(now, winners, stops, stop_worth)
        duties = tuple(tuple(each) for each in self.duty_tables)
        plain = all(each[0] == each[1] for each in duties)
        return Course(payoff, taking, 0 if plain else self.flag, False, duties)

    def _seats_taking(self, values: AnySlots) -> int:
        """The seats that take part in the next tricks, as the rules say at the beginning of the next."""
        rest = values[self.question.rules.rest]
        count = rest.bit_count() + len(values[self.trick])
        for winner in range(self.program.players):
            for taking in range(1, 1 << self.program.players):
                if taking & rest == rest and taking.bit_count() == count and taking >> winner & 1:
                    self.assumed.taking = taking
                    try:
                        for _, over, _ in self._ways(values, winner):
                            if over:
                                raise Undecided
                    except Undecided:
                        continue
                    return taking
        raise Undecided

    def _learn(self, values: AnySlots, winners: list[int], stops: set[int]) -> None:
        """Find out which slots count: their numbers grow by the same amount whenever the same player wins."""
        assumed = self.assumed
        first: dict[int, AnySlots] = {}
        for winner in winners:
            for made, over, _ in self._ways(values, winner):
                if not over:
                    first.setdefault(winner, made)
        if not first:
            raise Undecided
        second: dict[tuple[int, int], AnySlots] = {}
        assumed.tricks, self.left = 1, self.tricks - 1
        for before, start in first.items():
            state = [UNKNOWN if isinstance(one, Total | Taken) else one for one in start]
            for winner in first:
                try:
                    for made, over, _ in self._ways(state, winner):
                        if not over:
                            second.setdefault((before, winner), made)
                except Undecided:
                    pass
        for slot in range(len(values)):
            ones = {winner: state[slot] for winner, state in first.items()}
            if slot in self.hands or slot in self.question.inside:
                continue
            if any(isinstance(one, Taken) for one in ones.values()) and isinstance(values[slot], int):
                of = frozenset(w for w, one in ones.items() if isinstance(one, Taken) and TRICK in one.of)
                self.template[slot] = Taken(assumed, values[slot], of)
            elif all(isinstance(one, int | Total) for one in ones.values()) and isinstance(values[slot], int):
                self._counts(slot, values[slot], ones, second)
        assumed.tricks, self.left = 0, self.tricks

    def _counts(self, slot: int, before: int, ones: dict[int, Any], second: dict[tuple[int, int], AnySlots]) -> None:
        """Whether a slot counts; if so, note what."""
        if not any(isinstance(one, Total) for one in ones.values()):
            if len({*ones.values()}) == 1 and (len(ones) > 1 or next(iter(ones.values())) == before):
                return  # the same whoever wins
            for start, winner in product(ones, ones):
                after = second[start, winner][slot] if (start, winner) in second else None
                if not isinstance(after, int) or after - ones[start] != ones[winner] - before:
                    return
        terms: dict[tuple[int, Counted], int] = {}
        for winner, one in ones.items():
            known, more = (one.known, one.terms) if isinstance(one, Total) else (one, {})
            terms[winner, None] = known - before
            for (who, counted), times in more.items():
                if who != TRICK:
                    return
                terms[winner, counted] = times
        self.template[slot] = Total(self.assumed, before, terms)

    def _hold(self, before: AnySlots, made: AnySlots, winner: int) -> None:
        """Hold what a trick changed in the slots that count against what it should change.  Raises `Undecided`."""
        for slot, kept in self.template.items():
            found = made[slot]
            was = before[slot]
            if isinstance(kept, Taken):
                expected = Taken(self.assumed, kept.known, kept.of | {TRICK} if winner in kept.of else kept.of)
                if not isinstance(was, Taken):
                    expected = Taken(self.assumed, kept.known, frozenset({TRICK} if winner in kept.of else ()))
                if not expected.same(found) and not (not expected.of and found == kept.known):
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

    def _merged(self, states: list[AnySlots]) -> AnySlots:
        """The states after tricks of different winners as one: what differs is unknown, what counts is a template."""
        made: AnySlots = []
        for slot, values in enumerate(zip(*states, strict=True)):
            kept = self.template.get(slot)
            if kept is not None:
                made.append(kept)
                continue
            one = values[0]
            same = (
                all(isinstance(v, int) and v == one for v in values)
                if isinstance(one, int)
                else all(isinstance(v, tuple) and v == one for v in values)
            )
            made.append(one if same else UNKNOWN)
        return made

    def _duties(self, state: AnySlots, first: bool) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each duty, by the place in the trick and the seat, the cards it prefers."""
        question = self.question
        if not question.duties:
            return ()
        players = self.program.players
        rows = [[[0] * 4 for _ in range(4)] for _ in question.duties]
        self.assumed.answers = {}
        for place, seat in product(range(self.assumed.taking.bit_count()), range(players)):
            if not self.assumed.taking >> seat & 1:
                continue
            parts = [self.in_play]
            for duty, slot in enumerate(question.duties):
                preferred, halves = 0, list[int]()
                for part in parts:
                    made = self._taken(state, 0)
                    made[question.rules.best] = UNKNOWN
                    made[question.player] = seat
                    made[self.hands[0] + seat] = part
                    made[self.trick] = OpenTrick(place) if place else ()
                    if question.suit >= 0:  # following narrows nothing
                        made[question.suit] = (1 << len(self.program.deck)) - 1
                    if self.blocks[question.head](made, None) != ~question.ask:
                        raise Undecided
                    kept = made[slot]
                    if not isinstance(kept, int):
                        raise Undecided
                    preferred |= kept
                    halves += [kept, part & ~kept]
                rows[duty][place][seat] = preferred
                parts = [part for part in halves if part]
        return tuple(tuple(tuple(row) for row in duty) for duty in rows)

    def _utility(self, made: AnySlots) -> Any:
        """What the deal is worth to the side of the seat, not divided by the number of other sides."""
        scores = [made[slot] for slot in self.owner.scores]
        side = next((n for n, players in enumerate(self.owner.sides) if self.seat in players), 0)
        total = scores[0]
        for one in scores[1:]:
            total = total + one
        found = len(scores) * scores[side] - total
        return found if highest_wins(self.program) else -found

    def _payoff(self, now: dict[bool, AnySlots], winners: list[int], stops: set[int], stop_worth: set[int]) -> Payoff:
        assumed = self.assumed
        if len(stop_worth) > 1 or (stops and len(stops) == len(winners)):
            raise Undecided
        assumed.side = sum(1 << seat for seat in stops)
        everything: dict[Counted, tuple[int, int]] = {None: (0, self.tricks)} if stops else {}
        boxes: list[WorthForRange] = []
        waiting = [everything]
        while waiting:
            won = waiting.pop()
            if stops and won[None][0]:
                boxes += [WorthForRange(won, last, next(iter(stop_worth))) for last in (0, 1)]
                continue
            if stops and won[None][1]:
                waiting += [won | {None: (0, 0)}, won | {None: (1, self.tricks)}]
                continue
            if len(boxes) + len(waiting) > MOST_RESULTS:
                raise Undecided
            assumed.won = dict(won)
            try:
                found = self._results(now, [w for w in winners if w not in stops])
            except NeedsTotal as needed:
                low, high = assumed.won[needed.counted]
                if low == high:
                    raise Undecided from None
                each = 1 if high - low < FEW else (high - low) // 2 + 1
                parts = [(first, min(first + each - 1, high)) for first in range(low, high + 1, each)]
                waiting += [assumed.won | {needed.counted: part} for part in parts]
                continue
            if len({*found.values()}) == 1:
                boxes += [WorthForRange(assumed.won, last, next(iter(found.values()))) for last in (0, 1)]
                continue
            boxes += [
                WorthForRange(assumed.won, last, self._agreed(found, last))
                for last in (0, 1)
                if any(assumed.side >> winner & 1 == last for winner in found)
            ]
        assumed.won, assumed.winner = None, -1
        assumed.tricks = self.tricks
        found_payoff = payoff_of(boxes, assumed)
        if found_payoff is None:
            raise Undecided
        return found_payoff

    def _agreed(self, found: dict[int, int], last: int) -> int:
        """What the deal is worth whoever of a side takes the last trick."""
        (worth,) = {worth for winner, worth in found.items() if self.assumed.side >> winner & 1 == last}
        return worth

    def _results(self, now: dict[bool, AnySlots], winners: list[int]) -> dict[int, int]:
        """What the deal is worth if our side has won what is assumed, by who takes the last trick."""
        assumed, results = self.assumed, dict[int, int]()
        for winner, state in product(winners, now.values()):
            assumed.winner = winner
            try:
                for made, over, _ in self._ways(state, winner):
                    worth = int(self._utility(made))
                    if not over or results.setdefault(winner, worth) != worth:
                        raise Undecided
            except Fault:  # the rules do not allow this division: it does not occur
                continue
        return results
