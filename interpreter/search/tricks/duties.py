"""What duties besides following suit prefer: masks of cards, found by running the question with cards unknown.

A duty may depend on the trick that lies on the table: on the group led, the card that wins so far, and its player
("whoever can must beat it").  Then there is a mask for each of these.  What depends on more is refused.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from ...program import Program
from ...wasm.search.tricks import SEATS
from .assumptions import NeedsLed, Undecided
from .payoff import ByBest
from .slots import NeedsRead, SomeSlots, TrackedSlots
from .symbols import UNKNOWN, OpenTrick, SomeTrick

if TYPE_CHECKING:
    from .running import TrickRun

MOST_KEPT = 60
"""How many tables of duties by the winning card are kept."""
_BROKEN = (Undecided, TypeError, ValueError, IndexError, AttributeError, KeyError, AssertionError)


class DutyTables:
    """Finds the duties of one program's questions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.everything = (1 << len(program.deck)) - 1
        self._kept: list[tuple[tuple[Any, ...], dict[int, Any], ByBest]] = []

    def by_place(self, run: TrickRun, state: TrackedSlots, *, leading: bool) -> tuple[Any, ...]:
        """For each duty, by the place in the trick and the seat, the cards it prefers.  `leading`: for the leader
        alone.  Raises `Undecided`.
        """
        question = run.question
        if not question.duties:
            return ()
        rows = [[[0] * SEATS for _ in range(SEATS)] for _ in question.duties]
        run.assumed.answers = {}
        places = 1 if leading else run.assumed.taking.bit_count()
        for place, seat in product(range(places), range(self.program.players)):
            if not run.assumed.taking >> seat & 1:
                continue
            made = run.after_trick(state, 0)
            made[question.rules.best] = UNKNOWN
            made[question.player] = seat
            made[run.trick] = OpenTrick(place) if place else ()
            for duty, preferred in enumerate(self._preferred(run, made, seat)):
                rows[duty][place][seat] = preferred
        return tuple(tuple(tuple(row) for row in duty) for duty in rows)

    def _preferred(self, run: TrickRun, made: TrackedSlots | SomeSlots, seat: int) -> list[int]:
        """The cards that each duty prefers in a state, among those that the duties before it have left."""
        question, found = run.question, list[int]()
        parts = [self.everything]
        for slot in question.duties:
            preferred, halves = 0, list[int]()
            for part in parts:
                one = made.branch()
                one[run.hands[0] + seat] = part
                if question.suit >= 0:  # following narrows nothing
                    one[question.suit] = self.everything
                run.owner.code.rounds[0] = 0
                if run.blocks[question.head](one, None) != ~question.ask:
                    raise Undecided
                kept = one[slot]
                if not isinstance(kept, int):
                    raise Undecided
                preferred |= kept
                halves += [kept, part & ~kept]
            found.append(preferred)
            parts = [part for part in halves if part]
        return found

    def also(self, run: TrickRun, state: TrackedSlots) -> int:
        """The cards that may be played as well as those that follow suit.  Raises `Undecided`."""
        found: set[int] = set()
        if not run.question.exception:
            return 0
        run.assumed.answers = {}
        for place, seat in product(range(1, run.assumed.taking.bit_count()), range(self.program.players)):
            if run.assumed.taking >> seat & 1:
                # whichever card alone follows: what may be played with both of two is what may be played besides
                found.add(self._offered(run, state, place, seat, 1) & self._offered(run, state, place, seat, 2))
        if len(found) > 1:
            raise Undecided
        return found.pop() if found else 0

    def _offered(self, run: TrickRun, state: TrackedSlots, place: int, seat: int, following: int) -> int:
        """The cards that a seat with all cards may play if some follow."""
        question, made = run.question, run.after_trick(state, 0)
        made[question.rules.best] = UNKNOWN
        made[question.player], made[run.trick] = seat, OpenTrick(place)
        made[run.hands[0] + seat], made[question.suit] = self.everything, following
        if run.blocks[question.head](made, None) != ~question.ask:
            raise Undecided
        offered = made[question.legal]
        if not isinstance(offered, int):
            raise Undecided
        return offered

    def by_best(self, run: TrickRun, state: TrackedSlots) -> ByBest:
        """What the duties prefer behind the leader; `state`: what is the same at the beginning of each trick.  Raises
        `Undecided`.
        """
        base = run.question.ask, run.assumed.taking, run.ranking
        for known, read, found in self._kept:
            if known == base and all(_same(state.peek(slot), value) for slot, value in read.items()):
                state.reads |= {*read} & state.fresh
                return found
        values, needed = state.plain(), set[int]()
        while True:
            try:
                found = self._by_best(run, SomeSlots(values, needed))
                break
            except NeedsRead as error:
                needed.add(error.slot)
            except _BROKEN:
                raise Undecided from None
            finally:
                state.reads |= needed & state.fresh
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept.append((base, {slot: values[slot] for slot in needed}, found))
        return found

    def _by_best(self, run: TrickRun, state: SomeSlots) -> ByBest:
        question, program = run.question, self.program
        deck, group = program.deck, partial(program.group_of, question.rules, run.ranking)
        power = partial(program.power_of, question.rules, run.ranking)
        seats = [seat for seat in range(program.players) if run.assumed.taking >> seat & 1]
        first: dict[int, int] = {}  # one card of each group
        same: dict[tuple[int, int], tuple[int, int]] = {}  # what was found for another card of the same face
        members: dict[int, list[int]] = {}
        for card in range(len(deck)):
            first.setdefault(group(card), card)
            members.setdefault(group(card), []).append(card)
        found: ByBest = {}
        for led, best in product(first, range(len(deck))):
            own = group(best) == led
            if not own and power(led, best) < 0:
                continue
            other = same.setdefault((led, deck[best]), (led, best))
            for winner, seat in product(seats, seats):
                if winner == seat:
                    continue
                if other != (led, best):
                    found[led, best, winner, seat] = found[*other, winner, seat]
                    continue
                made = self._lying(run, state, None if own else first[led], best, winner, seats)
                made[question.player] = seat
                try:
                    found[led, best, winner, seat] = tuple(self._preferred(run, made, seat))
                except NeedsLed:
                    # the rules look at the card led: it must not matter which of its group that is
                    ways: set[tuple[int, ...]] = set()
                    for card in members[led]:
                        made[run.trick] = SomeTrick(card)
                        ways.add(tuple(self._preferred(run, made, seat)))
                    if len(ways) != 1:
                        raise Undecided from None
                    found[led, best, winner, seat] = ways.pop()
        return found

    def _lying(
        self, run: TrickRun, state: SomeSlots, led: int | None, best: int, winner: int, seats: list[int]
    ) -> SomeSlots:
        """The state behind a card that wins so far; `led`: the card that was led, if that was another one."""
        question = run.question
        made = state.branch()
        for slot in run.hands:
            made[slot] = UNKNOWN
        made[run.trick] = ()
        others = next(seat for seat in seats if seat != winner)
        for seat, card in ((others, led), (winner, best)):
            if card is None:
                continue
            made[question.player], made[question.card] = seat, card
            made[run.hands[0] + seat] = 1 << card
            made[question.rules.rest] = run.assumed.taking
            run.blocks[question.played](made, None)
            made[run.hands[0] + seat] = UNKNOWN
        if made[question.rules.best] != winner:
            raise Undecided
        for slot in question.inside - question.winning:
            made[slot] = UNKNOWN
        made[question.rules.rest], made[run.trick] = UNKNOWN, SomeTrick()
        return made


def _same(one: object, other: object) -> bool:
    if one is UNKNOWN:
        return other is UNKNOWN
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    return isinstance(one, tuple) and isinstance(other, tuple) and one == other
