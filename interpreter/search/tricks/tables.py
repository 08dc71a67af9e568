"""How many tricks each side takes in a deal with all cards known, for every trump and every player who may lead.

Bridge players know it as the double-dummy table.  It needs nothing of the auction: for each value of the variable that
the ranking depends on, and for each leader, the kernel says what the sides win if nothing but tricks counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
from typing import cast

from ...engine import Dice, Engine, State
from ...program import OVER, PC, Program, trick_rules
from ...wasm.search.tricks import GAVE_UP, TrickKernel
from ..exact import TooLarge
from .payoff import Course, Payoff
from .position import TrickPosition, TrickReader
from .reading import TrickInPlay, TrickQuestion
from .symbols import Undecided

AT_ONCE = 1_000_000
"""After so many positions it is looked whether the time is over, and Ctrl-C works."""
MOST_CHOICES, MOST_TRIES, MOST_OFFERED = 300, 40, 200
"""How many choices are tried, how often, and among how many each, to get from the deal to its tricks."""


class NoTable(ValueError):
    """There is no such table for these rules or this deal; the text says why."""


@dataclass(frozen=True, slots=True)
class TrickTable:
    """The tricks that sides take.  `ruling[i]`: the value of the variable `variable` that the ranking depends on in row
    `i` (None: it depends on none).  `tricks[i][seat]`: how many the side of `seat` takes if the next player leads.
    `hands`: the cards of each seat.
    """

    variable: int
    ruling: tuple[int | None, ...]
    tricks: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    positions: int


class TrickTables:
    """Makes the tables of one program."""

    def __init__(self, program: Program, memory: int) -> None:
        self.program, self.memory = program, memory
        self.reader = TrickReader(program)
        self.sides = program.sides
        self.kernel = TrickKernel()

    def table(self, state: State, seconds: float | None = None) -> TrickTable:
        """The table of a state in which the first card is led.  Raises `NoTable` and `TooLarge`."""
        end = None if seconds is None else monotonic() + seconds
        question, found = self._first_lead(state)
        rules, program = question.rules, self.program
        first = sum(1 << seat for seat in self.sides[0])
        course = self._course(question, state, found)
        flat = Payoff(first, 1, (), 0, {won: won for won in range(found.tricks + 1)})
        looked_at, rows = 0, list[tuple[int, ...]]()
        ruling = list(self._ruling(question, found.at))
        for at, _ in ruling:
            numbering = self.reader.numbered(question, replace(course, payoff=flat), at, found.in_play)
            hands = tuple(numbering.mask(hand) for hand in found.hands)
            position = TrickPosition(question, numbering, hands, (), found.seat, found.seat, first)
            self.kernel.begin(position.described(), found.tricks, self.memory)
            won: dict[int, int] = {}
            for leader in range(program.players):
                self.kernel.move(hands, (), leader)
                won[leader] = self._made(found.tricks, end)
            looked_at += self.kernel.positions
            seats = range(program.players)
            taken = [won[(seat + 1) % program.players] for seat in seats]
            pairs = zip(seats, taken, strict=True)
            rows.append(tuple(n if first >> seat & 1 else found.tricks - n for seat, n in pairs))
        return TrickTable(rules.ruler, tuple(value for _, value in ruling), tuple(rows), found.hands, looked_at)

    def _first_lead(self, state: State) -> tuple[TrickQuestion, TrickInPlay]:
        values = state.values
        question = self.reader.question(values)
        if question is None:
            raise NoTable("no tricks are played here that can be solved for all trumps")
        if len(self.sides) != 2:
            raise NoTable(f"the table is for two sides, and {len(self.sides)} play here")
        try:
            found = self.reader.in_play(question, values)
        except Undecided:
            raise NoTable("the cards of the players cannot be read here") from None
        if found.lying or len({hand.bit_count() for hand in found.hands}) != 1:
            raise NoTable("the tricks have begun, or some player does not take part")
        return question, found

    def _course(self, question: TrickQuestion, state: State, found: TrickInPlay) -> Course:
        assert self.reader.courses is not None
        try:
            course = self.reader.courses.course(question, state.values, found)
        except Undecided:
            raise NoTable("what follows each trick depends on more than who took it") from None
        if course.duties[0][0] or course.flag:
            raise NoTable("which card may be played depends on more here than on the suit led")
        return course

    def _ruling(self, question: TrickQuestion, now: int) -> Iterator[tuple[int, int | None]]:
        """The parts of the ranking, each with the value of the variable that makes it count."""
        rules = question.rules
        parts = len(self.program.tables[rules.group]) // len(self.program.faces)
        if rules.ruler < 0 or parts == 1:
            yield now, None
            return
        optional = self.program.variables[rules.ruler].type.optional
        yield from ((at, at - 1) for at in range(0 if optional else 1, parts))

    def _made(self, tricks: int, end: float | None) -> int:
        """How many tricks the first side makes."""
        low, high = 0, tricks
        while low < high:
            middle = (low + high + 1) // 2
            while (found := self.kernel.makes(-1, middle, AT_ONCE)) == GAVE_UP:
                if end is not None and monotonic() > end:
                    raise TooLarge("this deal is too large to be solved in the time")
            low, high = (middle, high) if found else (low, middle - 1)
        return low


def first_lead(engine: Engine, state: State) -> State:
    """A state in which the first card of the deal is led, after any choices that leave the hands as they are.

    Raises `NoTable` if chance finds none.
    """
    program = engine.program
    trick = trick_rules(program)
    if trick is None:
        raise NoTable(f"no tricks are played in {program.title}")
    zone = program.zones[trick.hand]
    held = [state.values[zone.base + seat] for seat in range(zone.count)]
    for attempt in range(MOST_TRIES):
        here, dice = state, Dice(attempt)
        for _ in range(MOST_CHOICES):
            question = engine.question(here)
            if question is None or cast("int", here.values[PC]) <= OVER:
                break
            if program.asks[question.ask].trick is not None:
                if [here.values[zone.base + seat] for seat in range(zone.count)] == held:
                    return here
                break
            choices = list(islice(question.choices(), MOST_OFFERED))
            here = engine.apply(here, choices[dice.below(len(choices))])
    raise NoTable("the hands change between the deal and the first trick, or no choices lead to one")
