"""Solves positions in the middle of tricks with the kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import cast

from ...engine import Engine, State
from ...program import ACTOR, OVER, PC, Program, Slots
from ...wasm.search.counted import added_later
from ...wasm.search.tricks import GAVE_UP, MOST_GOALS, LevelRange, TrickKernel
from ..exact import BoundsProgress, ExactValue, Solution, TooLarge, ValueBounds
from .payoff import DividedPayoff
from .position import TrickPosition, TrickReader

AT_ONCE = 100_000
"""The first limit of positions of one call; see `_more`."""


class TrickSolver:
    """Solves positions of one program in the middle of tricks."""

    def __init__(self, program: Program, memory: int, off: frozenset[str] = frozenset()) -> None:
        self.program, self.memory, self.off = program, memory, off
        self.engine = Engine(program)
        self.reader = TrickReader(program)
        self.sides, self.scores, self.later = program.sides, program.scores, added_later(program)
        self.kernel: TrickKernel | None = None

    def takes(self, state: State) -> bool:
        """Whether the position of a state is one for the kernel."""
        return self.reader.position(state.values, self.sides) is not None

    def knows(self, state: State) -> bool:
        """Whether everything that has to be found out about the rules for a state is known already."""
        return self.reader.knows(state.values)

    def refusal(self, state: State) -> str:
        """Why the position of a state is none for the kernel, for people; "" if it is one."""
        return self.reader.refusal(state.values, self.sides)

    def solve(
        self,
        state: State,
        nodes: int,
        end: float | None,
        *,
        line: bool,
        total: int | None = None,
        progress: BoundsProgress | None = None,
    ) -> Solution | None:
        """The values of all options, and the best line; None if the position is not one for the kernel.

        `total`: the most positions for all options together.  Raises `TooLarge`; see `Solver.solve`.
        """
        position = self.reader.position(state.values, self.sides)
        if position is None:
            return None
        options = list(self.engine.compiled.options(state.values, position.question.ask))
        if self.kernel is None:
            self.kernel = TrickKernel()
        payoff = position.course.settled
        results = payoff.results if isinstance(payoff, DividedPayoff) else b""
        self.kernel.begin(
            position.described(self.off), position.tricks, self.memory, position.numbering.by_best, results
        )
        number = position.numbering.number
        deck = self.program.deck
        allowed = self.kernel.legal
        legal = {deck[card] for i, card in enumerate(position.numbering.cards) if allowed >> i & 1}
        if legal != {deck[option[1]] for option in options}:
            return None
        run = _SolvingRun(self.kernel, position, nodes, end, total)
        if len(run.goals) > MOST_GOALS:
            return None
        before = self._utility(state.values, position.seat)
        scale = max(1, len(self.sides) - 1)

        def reached(ranges: list[LevelRange]) -> None:
            if progress is not None:
                ends = [
                    ((run.worths[low] - before) / scale, (run.worths[high] - before) / scale) for low, high, _ in ranges
                ]
                progress(tuple(ValueBounds(option, *one) for option, one in zip(options, ends, strict=True)))

        ranges = run.ranges([number[option[1]] for option in options], reached)
        levels = [one.low for one in ranges]
        found = [
            ExactValue(option, (run.worths[one.low] - before) / scale, one.positions)
            for option, one in zip(options, ranges, strict=True)
        ]
        best = max(range(len(found)), key=lambda i: found[i].value)
        played = self._line(state, run, options[best], levels[best]) if line else ()
        return Solution(position.seat, tuple(found), played)

    def _utility(self, values: Slots, seat: int) -> int:
        """What the scores are worth to the side of a seat, compared with those of the others."""
        numbers = [cast("int", values[slot]) for slot in self.scores]
        if self.later >= 0:
            numbers = [n + cast("int", values[self.later + i]) for i, n in enumerate(numbers)]
        side = next((n for n, players in enumerate(self.sides) if seat in players), 0)
        found = len(numbers) * numbers[side] - sum(numbers)
        return found if self.program.highest_wins else -found

    def _line(
        self, state: State, run: _SolvingRun, option: tuple[int, ...], level: int
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Follow the best play to the end of the deal."""
        position, line = run.position, list[tuple[int, tuple[int, ...]]]()
        number = position.numbering.number
        player = position.question.player
        values = state.values.copy()
        while True:
            line.append((cast("int", values[ACTOR]), option))
            run.play(number[option[1]])
            self.engine.take(values, position.question.ask, option)
            pc = cast("int", values[PC])
            if run.over or pc <= OVER or ~pc != position.question.ask:
                return tuple(line)
            options = list(self.engine.compiled.options(values, position.question.ask))
            if len(line) > 1 and any(one[1] not in number for one in options):
                return tuple(line)
            option = options[0]
            if len(options) > 1:
                option = next(one for one in options if run.keeps(number[one[1]], cast("int", values[player]), level))


def _more(limit: int, looked_at: int) -> int:
    """The next limit of positions of one call.  It stays small, so that Ctrl-C works, but it grows with what was looked
    at, so that a search which remembers nothing comes to an end, too.
    """
    return min(2 * limit, max(8 * AT_ONCE, looked_at // 8))


class _SolvingRun:
    """One position while it is solved, and then along its best line."""

    def __init__(
        self, kernel: TrickKernel, position: TrickPosition, nodes: int, end: float | None, total: int | None = None
    ) -> None:
        self.kernel, self.position, self.nodes, self.end = kernel, position, nodes, end
        self.last = None if total is None else kernel.positions + total
        """The number of positions after which the whole search is given up."""
        payoff = position.course.settled
        self.parts = [0] * len(payoff.parts) if isinstance(payoff, DividedPayoff) else []
        """What each part of the seats has won, if what counts is divided between several."""
        factor = payoff.each if position.numbering.by_rank and payoff.each else 1
        self.goals: list[int] = []
        """The sums with which the deal becomes worth more, and what it is worth then."""
        self.worths: list[int] = []
        if isinstance(payoff, DividedPayoff):
            self.worths = [*payoff.levels]
            self.goals = [*range(len(self.worths))]
        else:
            for total, worth in payoff.worth.items():
                if not self.worths or worth > self.worths[-1]:
                    self.goals.append(-(-total // factor))
                    self.worths.append(worth)
        self.each = 1 if position.numbering.by_rank else payoff.each
        self.hands, self.trick, self.leader = position.hands, position.trick, position.leader
        self.taking = [seat for seat, hand in enumerate(position.hands) if hand]
        self.won = 0

    def ranges(self, cards: Sequence[int], reached: Callable[[list[LevelRange]], None]) -> list[LevelRange]:
        """The number of the highest goal that is made after each of the legal cards.  `reached` is given what is known
        so far.  Raises `TooLarge`.
        """
        most = self.nodes * len(cards) if self.last is None else self.last - self.kernel.positions
        limit = min(AT_ONCE, most)
        self.kernel.begin_levels(self.goals)
        while not self.kernel.levels(limit):
            most -= limit
            known = self.kernel.found_levels()
            reached([known[card] for card in cards])
            if most <= 0 or (self.end is not None and monotonic() > self.end):
                raise TooLarge("too much is left of this deal to be solved")
            limit = min(_more(limit, self.kernel.positions), most)
        found = self.kernel.found_levels()
        return [found[card] for card in cards]

    def makes(self, card: int, goal: int) -> bool:
        """Whether a goal is made after a card.  Raises `TooLarge`."""
        limit, begun = AT_ONCE, self.kernel.positions
        while (found := self.kernel.makes(card, goal - self.won, limit)) == GAVE_UP:
            if self.kernel.positions - begun > self.nodes or (self.end is not None and monotonic() > self.end):
                raise TooLarge("too much is left of this deal to be solved")
            limit = _more(limit, self.kernel.positions)
        return bool(found)

    def keeps(self, card: int, seat: int, level: int) -> bool:
        """Whether a player who plays a card still reaches the best result that was possible before."""
        if self.position.ours >> seat & 1:
            return self.makes(card, self.goals[level])
        return level + 1 >= len(self.goals) or not self.makes(card, self.goals[level + 1])

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not any(self.hands)

    def play(self, card: int) -> None:
        """Go on with a card."""
        position = self.position
        self.trick += (card,)
        order = [self.leader]
        while len(order) < len(self.taking):
            order.append(self.taking[(self.taking.index(order[-1]) + 1) % len(self.taking)])
        if len(self.trick) == len(self.taking):
            cards = position.numbering
            groups = [i for i, size in enumerate(cards.size) if self.trick[0] - cards.start[i] in range(size)]
            best = self.trick[0]
            for one in self.trick[1:]:
                if cards.beats[groups[0]][best] >> one & 1:
                    best = one
            winner = order[self.trick.index(best)]
            self.hands = tuple(hand & ~sum(1 << one for one in self.trick) for hand in self.hands)
            payoff = position.course.settled
            played = [cards.cards[one] for one in self.trick] if not cards.by_rank else []
            worth = self.each + sum(payoff.points[one] for one in played if one < len(payoff.points))
            if isinstance(payoff, DividedPayoff):
                self.parts[payoff.part(winner)] += worth
            elif payoff.side >> winner & 1:
                self.won += worth
            self.trick, self.leader = (), winner
        if not self.over:
            payoff = position.course.settled
            won = payoff.number(self.parts) if isinstance(payoff, DividedPayoff) else 0
            self.kernel.move(self.hands, self.trick, self.leader, won)
