"""Runs the rules from the end of a trick to the beginning of the next, with the cards unknown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from ....dsl.source.identity import Exactly
from ...engine.compiled import CompiledBlocks
from ...engine.runtime import Runtime
from ...faults import Fault
from ...program import ACTOR, DECISIONS, OVER, STEPS, Program
from ...wasm.search.counted import added_later
from .assumptions import NOT_KNOWN, Assumptions, NeedsAnswer, NeedsCard, Undecided
from .folds import CardBits, PileEnds, UnknownFolds, highest, lowest
from .reading import TrickQuestion
from .slots import TrackedSlots
from .symbols import UNKNOWN, CardOfSeat, HeldCards, PlayedTrick, SomeTrick, mask_of_pile

AnySlots = list[Any]
NOT_MADE_FOR = (TypeError, ValueError, IndexError, AttributeError, KeyError, AssertionError)
"""What code that is not made for an unknown value raises if it meets one."""


class TakesTooLong(Exception):
    """There is no time to run the rules to the end."""


class NextDeal(Exception):
    """The next deal begins."""


class TrickCode:
    """The code of a program, made so that it can be run with unknown cards, and who plays for what."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sides, self.scores = program.sides, program.scores
        self.later = added_later(program)
        self.folds = UnknownFolds(len(program.deck))
        self.code = CompiledBlocks(program, Runtime(program, self._deal_begins))
        names = self.code.names
        names |= {
            "BITS": CardBits(names["BITS"], tuple(range(len(program.deck)))), "mask_of": mask_of_pile,
            "sum": self.folds.sum, "any": self.folds.any, "all": self.folds.all, "checked": self.folds.checked,
            "max": highest, "min": lowest, "tuple": self.folds.elements,
            "pile_end": PileEnds(names["pile_end"], tuple(zone.base for zone in program.zones)),
        }  # fmt: skip

    def _deal_begins(self, _: AnySlots) -> None:
        raise NextDeal


class TrickRun:
    """One run from some position, for a seat.  `left`: how many tricks are left with the one just played."""

    def __init__(self, owner: TrickCode, question: TrickQuestion, values: TrackedSlots, tricks: int, seat: int) -> None:
        self.owner, self.question, self.program, self.seat = owner, question, owner.program, seat
        self.tricks = self.left = tricks
        self.blocks = owner.code.blocks
        zones, rules = self.program.zones, question.rules
        self.hands = range(zones[rules.hand].base, zones[rules.hand].base + zones[rules.hand].count)
        self.trick = zones[rules.trick].base
        incidents = self.program.asks[question.ask].incidents
        self.windows = [self.program.incidents[number].window for number in incidents]
        self._ranking = owner.code.names[f"q{question.ask}"]
        self.ranking: int = self._ranking(values.plain(), None)[0]
        probe = TrackedSlots(values.plain(), set())
        self._ranking(probe, None)
        self.ruling = probe.reads - question.inside - {rules.best, rules.rest}
        """The slots that decide which part of the ranking counts."""
        self.values = values
        self.flag = 0
        self.followed = frozenset[int]()
        """The cards that are followed from trick to trick."""
        self.open_trick: dict[int, int] = {}
        """The cards that lie in the trick that is open at first, and who played them."""
        self._ready: tuple[tuple[object, ...], TrackedSlots, TrackedSlots] | None = None
        """The last state behind a trick, whoever won it, and what it was made of."""

    def begin(self, assumed: Assumptions) -> None:
        """Assume something from now on."""
        self.assumed = assumed
        self.owner.folds.assumed = assumed

    def after_trick(self, values: TrackedSlots, winner: int) -> TrackedSlots:
        """The state when all have played to a trick and somebody wins it.  Who takes no part keeps the same cards."""
        known = Exactly(values), self.left, self.assumed.taking, Exactly(self.assumed)
        if self._ready is None or self._ready[0] != known:
            made = values.branch()
            for slot in (*self.question.inside, DECISIONS, ACTOR):
                made[slot] = UNKNOWN
            for seat, slot in enumerate(self.hands):
                if self.assumed.taking >> seat & 1:
                    made[slot] = HeldCards(self.assumed, seat, self.left - 1)
            made[STEPS], made[self.question.rules.rest] = 0, 0
            made[self.trick] = PlayedTrick(self.assumed, self.assumed.taking.bit_count())
            self._ready = known, values, made
        made = self._ready[2].branch()
        made[self.question.rules.best] = winner
        return made

    def to_next(self, values: TrackedSlots, winner: int) -> tuple[TrackedSlots, bool]:
        """Run from the end of a trick to the beginning of the next.  Returns the state, and whether the deal has
        ended.
        """
        made, pc = self.after_trick(values, winner), self.question.after
        assert self._ready is not None
        for seat, slot in enumerate(self.question.cards):
            if slot >= 0 and self.assumed.taking >> seat & 1:
                made[slot] = CardOfSeat(self.assumed, seat)
        self._play_followed(made)
        self.assumed.waiting.clear()
        self.owner.code.rounds[0] = 0
        try:
            while pc >= 0 and pc != self.question.head:
                pc = self.blocks[pc](made, None)
        except NextDeal:
            if self.owner.later >= 0:
                for i, slot in enumerate(self.owner.scores):
                    made[slot] = made[slot] + made[self.owner.later + i]
            return made, True
        if pc <= OVER:
            return made, True
        rules = self.question.rules
        if pc != self.question.head or made[self.question.player] != winner:
            raise Undecided
        if made[rules.rest] != self.assumed.taking or made[rules.winning] != -2:
            raise Undecided
        if any(made[slot] != values[slot] for slot in self.question.stand_in or ()):
            raise Undecided
        if any(made.peek(slot) is not self._ready[2].peek(slot) for slot in self.hands):
            raise Undecided  # cards came to a hand, or left it
        if made[self.trick] != () or any(made[slot] for slot in self.windows):
            raise Undecided
        if not self.ruling <= made.fresh and self._ranking(made, None)[0] != self.ranking:
            raise Undecided
        return made, False

    def _play_followed(self, made: TrackedSlots) -> None:
        """Do what the rules do after each of the cards that are followed and lie in the trick just played: in any order
        the same.
        """
        cards = [card for card, there in self.assumed.in_trick.items() if there]
        if self.left == self.tricks:
            cards = [card for card in cards if card not in self.open_trick]
        if self.question.own < 0 or not cards:
            return
        ways: list[TrackedSlots] = []
        for order in permutations(cards):
            one = made.branch()
            for card in order:
                one = self._card_played(one, self.assumed.holder(card), card)
            if ways and self._changed(one, ways[0]):
                raise Undecided
            ways.append(one)
        for slot in self._changed(ways[0], made):
            made[slot] = ways[0][slot]

    def _card_played(self, values: TrackedSlots, seat: int, card: int) -> TrackedSlots:
        """The state when the rules have done what they do after a card."""
        made, question = values.branch(), self.question
        for slot in question.inside:
            made[slot] = UNKNOWN
        made[self.trick] = SomeTrick()
        made[question.player], made[question.card], made[question.rules.rest] = seat, card, 0
        self._run(made, question.own, question.after)
        return made

    def _run(self, made: TrackedSlots, pc: int, end: int) -> None:
        """Run from one block to another one.  Raises `Undecided` if play goes on elsewhere."""
        self.assumed.waiting.clear()
        self.owner.code.rounds[0] = 0
        try:
            while pc >= 0 and pc != end:
                pc = self.blocks[pc](made, None)
        except NextDeal:
            raise Undecided from None
        if pc != end:
            raise Undecided("the rules ask something at a card that is played")

    def _changed(self, made: TrackedSlots, before: TrackedSlots) -> list[int]:
        """The slots that what the rules do at a card changes, but for those that hold how a trick stands."""
        question, rules = self.question, self.question.rules
        inner = {*question.inside, *question.cards, question.player, question.card, self.trick}
        inner |= {rules.rest, rules.best, rules.winning, STEPS, DECISIONS}
        return [
            slot
            for slot, (now, was) in enumerate(zip(made.plain(), before.plain(), strict=True))
            if now is not was and slot not in inner and not (type(now) is type(was) is int and now == was)
        ]

    def at_each_card(self, values: TrackedSlots) -> None:
        """See that what the rules do before and after each card does nothing, but after cards that are followed.
        Raises `NeedsCard` for another one that should be.
        """
        question = self.question
        if question.own < 0 and question.turn < 0:
            return
        start = self.after_trick(values, 0)
        start[question.rules.best] = UNKNOWN
        first = self.left == self.tricks
        done = self.open_trick.values() if first else ()
        seats = [s for s in range(self.program.players) if self.assumed.taking >> s & 1 and s not in done]
        for seat in seats if question.turn >= 0 else ():
            made = start.branch()
            made[self.trick], made[question.rules.rest] = SomeTrick(), UNKNOWN
            made[question.player] = seat
            for one, slot in enumerate(self.hands):
                if self.assumed.taking >> one & 1:
                    held = values[slot] if first else HeldCards(self.assumed, one, self.left)
                    made[slot] = held if one == seat else UNKNOWN
            before = made.branch()
            try:
                self._run(made, question.turn, question.head)
            except Fault:
                raise Undecided("the rules do something at each card that is played") from None
            if self._changed(made, before):
                raise Undecided("the rules do something at each card that is played")
        if question.own < 0:
            return
        in_play = self.assumed.in_play
        for card in (one for one in range(in_play.bit_length()) if in_play >> one & 1):
            if card in self.followed:
                continue
            for seat in seats:
                try:
                    quiet = not self._changed(self._card_played(start, seat, card), start)
                except (Undecided, *NOT_MADE_FOR) as error:
                    if self.assumed.holder(card) == seat:
                        raise Undecided(getattr(error, "what", NOT_KNOWN)) from None
                    continue
                if not quiet and self.assumed.holder(card) == seat:
                    raise NeedsCard(card)

    def ways(
        self, values: TrackedSlots, winner: int, gone: frozenset[int] = frozenset()
    ) -> Iterator[tuple[TrackedSlots, bool, tuple[bool, ...], frozenset[int]]]:
        """Run on in each way that the cards of the trick allow: with a card of `flag` in it, or without, and with each
        set of the cards that are followed and were not played before (`gone`).  Yields the state, whether the deal is
        over, whether a card of `flag` was in the trick, and which of the cards that are followed have been played now.
        """
        for cards in self._followed_in_trick(gone):
            self.assumed.in_trick = {card: card in cards for card in self.followed}
            for made, over, answers in self._ways_of_flag(values, winner):
                yield made, over, answers, gone | cards

    def _followed_in_trick(self, gone: frozenset[int]) -> Iterator[frozenset[int]]:
        """The sets of the cards that are followed which the trick may have."""
        rest, first = sorted(self.followed - gone), self.left == self.tricks
        lying = self.followed & self.open_trick.keys() if first else set[int]()
        for number in range(1 << len(rest)):
            cards = frozenset(card for i, card in enumerate(rest) if number >> i & 1)
            seats = {self.assumed.holders[card] for card in cards}
            if len(seats) < len(cards) or not lying <= cards or (self.left == 1 and len(cards) < len(rest)):
                continue
            if first and any(self.assumed.holders[card] in self.open_trick.values() for card in cards - lying):
                continue
            yield cards

    def _ways_of_flag(self, values: TrackedSlots, winner: int) -> Iterator[tuple[TrackedSlots, bool, tuple[bool, ...]]]:
        try:
            self.assumed.answers = {}
            made, over = self.to_next(values, winner)
        except NeedsAnswer as needed:
            if self.flag not in (0, needed.cards):
                raise Undecided from None
            self.flag = needed.cards
            for answer in (False, True):
                self.assumed.answers = {needed.cards: answer}
                made, over = self.to_next(values, winner)
                yield made, over, (answer,)
            return
        yield made, over, (False, True)

    def utility(self, made: TrackedSlots) -> Any:
        """What the deal is worth to the side of the seat, not divided by the number of other sides."""
        scores = [made[slot] for slot in self.owner.scores]
        side = next((n for n, players in enumerate(self.owner.sides) if self.seat in players), 0)
        total = scores[0]
        for one in scores[1:]:
            total = total + one
        found = len(scores) * scores[side] - total
        return found if self.program.highest_wins else -found
