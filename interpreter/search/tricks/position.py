"""The kernel's description of a position: cards numbered group by group, masks, and which card beats which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from struct import pack
from typing import Any

from ....dsl.source.identity import Exactly
from ...program import OVER, PC, Program
from ...wasm.search.tricks import REFINEMENTS, SEATS
from .course import TrickCourse
from .payoff import ByBest, Course, DividedPayoff
from .reading import TrickInPlay, TrickQuestion, UnreadQuestion, read_question, with_card_code
from .symbols import Undecided

GROUPS, CARDS, DUTIES, TRICKS = 8, 64, 4, 20
"""The most of each that the kernel can take."""
MOST_NUMBERED = 64
"""How many numberings are kept."""
MOST_RUNS = 8
"""How often the rules are run at most to learn the course of play from some states."""


@dataclass(frozen=True)
class CardNumbering:
    """The cards in play as the kernel numbers them, and all that does not depend on who holds which.

    `cards[i]` is the program's card for the kernel's card `i`, and `number` the other way round.  Groups are numbered,
    too: `start` and `size` say which cards are in each, `follow` which follow it, and `beats` by the group led and the
    card that wins so far which cards beat it.
    """

    course: Course
    cards: tuple[int, ...]
    by_rank: bool
    start: tuple[int, ...]
    size: tuple[int, ...]
    follow: tuple[int, ...]
    beats: tuple[tuple[int, ...], ...]
    duties: tuple[Any, ...]
    kinds: tuple[int, ...]
    by_best: bytes

    @cached_property
    def number(self) -> dict[int, int]:
        """For each card of the program its number."""
        return {card: i for i, card in enumerate(self.cards)}

    def mask(self, cards: int) -> int:
        """A mask of the program's cards as one of the kernel's."""
        return sum(1 << i for i, card in enumerate(self.cards) if cards >> card & 1)

    @cached_property
    def before_trick(self) -> bytes:
        """The bytes of a description between the hands and the open trick: which cards follow, beat and count."""
        points = () if self.by_rank else self.course.settled.points
        weight = [points[card] if card < len(points) else 0 for card in self.cards]
        return b"".join((
            pack("<3Q", self.mask(self.course.flag), 0, self.mask(self.course.also)),
            pack("<16i", *_padded(self.start, GROUPS), *_padded(self.size, GROUPS)),
            pack("<8Q", *_padded(self.follow, GROUPS)),
            b"".join(pack("<64Q", *_padded(row, CARDS)) for row in _padded(self.beats, GROUPS, ())),
            pack("<128i", *_padded(weight, CARDS), *_padded(self.kinds, CARDS)),
        ))  # fmt: skip

    @cached_property
    def described_duties(self) -> bytes:
        """What of the description stands behind the open trick."""
        rows: list[int] = []
        for duty in range(DUTIES):
            for up in (0, 1):
                for number in range(TRICKS):
                    for place in range(SEATS):
                        held = duty < len(self.duties[0][0]) and number < len(self.duties)
                        rows += self.duties[number][up][duty][place] if held else (0,) * SEATS
        return pack(f"<{len(rows)}Q", *rows)


@dataclass(frozen=True, slots=True)
class TrickPosition:
    """A position in the middle of the tricks, in the terms of the kernel.

    `hands` hold the kernel's cards, with those of the open trick still in the hands they came from.  `trick`: the
    kernel's cards in the open trick, the first of them played by `leader`.
    """

    question: TrickQuestion
    numbering: CardNumbering
    hands: tuple[int, ...]
    trick: tuple[int, ...]
    leader: int
    seat: int
    ours: int

    @property
    def course(self) -> Course:
        """What follows each trick, and what the deal is worth."""
        return self.numbering.course

    @property
    def tricks(self) -> int:
        """How many tricks are left, with the open one."""
        return max(hand.bit_count() for hand in self.hands)

    def described(self, off: frozenset[str] = frozenset()) -> bytes:
        """The position as the kernel reads it (`Spec` in `wasm/search/tricks.c`), without some refinements."""
        bits, one = sum(REFINEMENTS[name] for name in off), self.numbering
        payoff, players = one.course.settled, len(self.hands)
        last, side, divided = 0, 0, (0,) * (SEATS + 3)
        if isinstance(payoff, DividedPayoff):
            part_of = _padded([payoff.part(seat) for seat in range(players)], SEATS)
            divided = len(payoff.parts), payoff.total, *part_of, len(payoff.worth)
        else:
            last, side = payoff.last, payoff.side
        return b"".join((
            pack(
                "<22i", players, len(one.cards), len(one.size), self.ours, one.by_rank, bits,
                1 if one.by_rank else payoff.each, last, side, len(one.duties[0][0]), 1, 0,
                *divided, bool(one.by_best),
            ),
            pack(f"<{SEATS}Q", *_padded(self.hands, SEATS)),
            one.before_trick,
            pack(f"<{SEATS + 4}i", len(self.trick), self.leader, *_padded(self.trick, SEATS), 0, 0),
            one.described_duties,
        ))  # fmt: skip


def _padded(values: Any, count: int, filler: Any = 0) -> tuple[Any, ...]:
    return (*values, *(filler,) * (count - len(values)))


class TrickReader:
    """Describes positions of one program for the kernel."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.questions: dict[int, TrickQuestion] = {}
        self.unread: dict[int, str] = {}
        """Why the other questions cannot be read."""
        for number in range(len(program.asks)):
            try:
                self.questions[number] = read_question(program, number)
            except UnreadQuestion as error:
                self.unread[number] = error.what
        split = with_card_code(program, self.questions)
        self.courses = TrickCourse(split) if self.questions and program.players <= SEATS else None
        self._numberings: dict[tuple[int, int, int, Exactly[Course]], CardNumbering] = {}
        """What was numbered, by question, part of the ranking that counts, cards in play, and course."""

    def position(self, values: list[Any], sides: tuple[tuple[int, ...], ...]) -> TrickPosition | None:
        """The position of a state; None if it is not one of tricks, or not one that the kernel can take."""
        question = self.question(values)
        if question is None or self.courses is None:
            return None
        try:
            return self._described(question, values, sides)
        except Undecided:
            return None

    def refusal(self, values: list[Any], sides: tuple[tuple[int, ...], ...]) -> str:
        """Why the kernel cannot take a state, for people; "" if it can."""
        question = self.question(values)
        if question is None:
            pc = values[PC]
            return self.unread.get(~pc, "the game is over")
        if self.courses is None:
            return f"there are more than {SEATS} players"
        try:
            self._described(question, values, sides)
        except Undecided as error:
            return error.what
        return ""

    def knows(self, values: list[Any]) -> bool:
        """Whether the course of play from a state was found out already, or why it cannot be."""
        question = self.question(values)
        if question is None or self.courses is None:
            return True
        try:
            return self.courses.knows(question, values, self.in_play(question, values))
        except Undecided:
            return True

    def cards_left(self, values: list[Any], ask: int) -> int:
        """How many cards the hands have at most at a question for a card to a trick."""
        rules = self.program.asks[ask].trick
        assert rules is not None
        zone = self.program.zones[rules.hand]
        return max(values[zone.base + seat].bit_count() for seat in range(zone.count))

    def learn(self, states: Sequence[list[Any]]) -> bool:
        """Find out the course of play from each of some states; whether there is one from all.  Few runs of the rules
        must be enough.  Raises `TakesTooLong`.
        """
        runs = 0
        for values in states:
            question = self.question(values)
            if question is None or self.courses is None:
                return False
            try:
                here = self.in_play(question, values)
                if runs and self.courses.knows(question, values, here):
                    continue
                runs += 1
                if runs > MOST_RUNS:
                    return False
                self.courses.course(question, values, here)
            except Undecided:
                return False
        return True

    def question(self, values: list[Any]) -> TrickQuestion | None:
        """The open question of a state, if it is one for a card to a trick that the kernel can take."""
        pc = values[PC]
        return self.questions.get(~pc) if pc <= -1 and pc > OVER else None

    def in_play(self, question: TrickQuestion, values: list[Any]) -> TrickInPlay:
        """The hands and the trick of a state.  Raises `Undecided`."""
        assert self.courses is not None
        program, rules = self.program, question.rules
        at, _, _, _, rest = self.courses.code.names[f"q{question.ask}"](values, None)
        zone = program.zones[rules.hand]
        seat: int = values[question.player]
        lying: tuple[int, ...] = values[program.zones[rules.trick].base]
        if zone.count != program.players:
            raise Undecided
        held = [values[zone.base + one] for one in range(program.players)]
        tricks = held[seat].bit_count()
        # the open trick was played by those before the player who is asked
        playing = [one for one in range(program.players) if rest >> one & 1]
        found: list[int] = []
        one = seat
        while len(found) < len(lying):
            one = (one - 1) % program.players
            if one == seat:
                raise Undecided
            if held[one].bit_count() == tricks - 1 and not rest >> one & 1:
                found.append(one)
        order = found[::-1]
        hands = [held[one] if rest >> one & 1 else 0 for one in range(program.players)]
        for who, card in zip(order, lying, strict=True):
            hands[who] = held[who] | 1 << card
        if any(hands[one].bit_count() != tricks for one in (*playing, *order)):
            raise Undecided
        in_play = 0
        for hand in hands:
            if in_play & hand:
                raise Undecided
            in_play |= hand
        if in_play.bit_count() > CARDS or tricks > TRICKS:
            raise Undecided
        return TrickInPlay(seat, at, tuple(hands), lying, tuple(order), tuple(playing), in_play, tricks)

    def _described(
        self, question: TrickQuestion, values: list[Any], sides: tuple[tuple[int, ...], ...]
    ) -> TrickPosition:
        assert self.courses is not None
        here = self.in_play(question, values)
        seat, at, hands, lying, order, playing, in_play, _ = here
        course = self.courses.course(question, values, here)
        if course.taking != sum(1 << one for one in (*playing, *order)):
            raise Undecided
        side = next((players for players in sides if seat in players), (seat,))
        if question.stand_in is not None:
            chooser, absent = (values[slot] for slot in question.stand_in)
            if not any({chooser, absent} <= {*players} for players in (*sides, (seat,))):
                raise Undecided
        key = question.ask, at, in_play, Exactly(course)
        numbering = self._numberings.get(key)
        if numbering is None:
            if len(self._numberings) >= MOST_NUMBERED:
                self._numberings.clear()
            numbering = self._numberings[key] = self.numbered(question, course, at, in_play)
        number = numbering.number
        return TrickPosition(
            question, numbering, tuple(numbering.mask(hand) for hand in hands), tuple(number[card] for card in lying),
            order[0] if order else seat, seat, sum(1 << one for one in side),
        )  # fmt: skip

    def numbered(self, question: TrickQuestion, course: Course, at: int, together: int) -> CardNumbering:
        """The cards of a mask, `together`, numbered for the kernel.  `at`: the part of the ranking that counts."""
        program, rules = self.program, question.rules
        group, power = partial(program.group_of, rules, at), partial(program.power_of, rules, at)
        in_play = [card for card in range(len(program.deck)) if together >> card & 1]
        present = sorted({group(card) for card in in_play})
        if len(present) > GROUPS:
            raise Undecided
        cards = sorted(in_play, key=lambda card: (present.index(group(card)), power(group(card), card), card))
        number = {card: i for i, card in enumerate(cards)}
        size = [sum(group(card) == one for card in cards) for one in present]
        start = [sum(size[:i]) for i in range(len(size))]
        follow, beats = list[int](), list[tuple[int, ...]]()
        for i, led in enumerate(present):
            everything = not question.follow or led == rules.groups - 1
            follow.append((1 << len(cards)) - 1 if everything else (1 << size[i]) - 1 << start[i])
            strength = [power(led, card) for card in cards]
            beats.append(tuple(
                sum(
                    1 << other
                    for other, mine in enumerate(strength)
                    if mine > theirs or (question.last_wins and mine == theirs >= 0 and other != this)
                )
                for this, theirs in enumerate(strength)
            ))  # fmt: skip
        payoff = course.settled
        points = [payoff.points[card] if card < len(payoff.points) else 0 for card in cards]
        masks = Renumbered(number)
        duties = tuple(
            tuple(tuple(tuple(tuple(masks[mask] for mask in row) for row in duty) for duty in up) for up in each)
            for each in course.duties
        )
        telling = sorted({*masks.values(), masks[course.flag], masks[course.also]})
        signs = _signs(course.by_best, cards, group)
        # a card that is as strong as another one of its group is equal to no neighbour
        ranks = [(group(card), power(group(card), card)) for card in cards]
        alone = [rank if ranks.count(rank) > 1 else None for rank in ranks]
        classes: dict[tuple[Any, ...], int] = {}
        kinds = [
            classes.setdefault((points[i], alone[i], signs[i], *(mask >> i & 1 for mask in telling)), len(classes))
            for i in range(len(cards))
        ]
        whole = [(1 << n) - 1 << s for n, s in zip(size, start, strict=True)]
        by_rank = (
            not any(points) and (isinstance(payoff, DividedPayoff) or not payoff.last) and question.follow
            and course.by_best is None and not course.also
            and all(mask & group in (0, group) for mask in telling for group in whole)
            and _ranked(beats, whole, size, start)
        )  # fmt: skip
        return CardNumbering(
            course, tuple(cards), by_rank, tuple(start), tuple(size), tuple(follow), tuple(beats), duties, tuple(kinds),
            b"" if course.by_best is None else _by_best(course.by_best, present, number),
        )  # fmt: skip


def _by_best(found: ByBest, present: list[int], number: dict[int, int]) -> bytes:
    """The duties behind the leader as the kernel reads them."""
    masks = Renumbered(number)
    duties = len(next(iter(found.values())))
    rows = [0] * (duties * GROUPS * CARDS * SEATS * SEATS)
    for (led, best, winner, seat), preferred in found.items():
        if led not in present or best not in number:
            continue
        for duty, mask in enumerate(preferred):
            at = (((duty * GROUPS + present.index(led)) * CARDS + number[best]) * SEATS + winner) * SEATS + seat
            rows[at] = masks[mask]
    return pack(f"<{len(rows)}Q", *rows)


def _signs(found: ByBest | None, cards: list[int], group: Callable[[int], int]) -> list[Any]:
    """For each card something that is equal only if duties which depend on the card that wins so far treat cards alike:
    those of other groups, and those of their own group as far as nothing but their order tells them apart.
    """
    if found is None:
        return [None] * len(cards)
    groups, made = [group(card) for card in cards], list[Any]()
    in_order: set[int] = set()
    for own in {*groups}:
        members = [card for card in cards if group(card) == own]
        rows = {key: preferred for key, preferred in found.items() if key[1] in members}
        patterns: dict[tuple[int, int, int, int], set[tuple[bool, bool]]] = {}
        for (led, best, winner, seat), preferred in rows.items():
            for duty, mask in enumerate(preferred):
                for card in members:
                    if card != best:
                        above = members.index(card) > members.index(best)
                        patterns.setdefault((led, winner, seat, duty), set()).add((above, bool(mask >> card & 1)))
        # above and below the card that wins, all are treated alike
        if all(len({above for above, _ in seen}) == len(seen) for seen in patterns.values()):
            in_order.add(own)
    for card, own in zip(cards, groups, strict=True):
        if own not in in_order:
            made.append(card)
            continue
        others = sum(1 << one for one, its in zip(cards, groups, strict=True) if its != own)
        made.append((
            tuple(sorted((*key, *(m >> card & 1 for m in masks)) for key, masks in found.items()
                         if key[1] in cards and group(key[1]) != own)),
            tuple(sorted((key[0], *key[2:], *(m & others for m in masks)) for key, masks in found.items()
                         if key[1] == card)),
        ))  # fmt: skip
    return made


class Renumbered(dict[int, int]):
    """Masks of cards as masks of the numbers that the cards have for the kernel.  Each mask is worked out once."""

    def __init__(self, number: dict[int, int]) -> None:
        super().__init__()
        self._bits = [(card, 1 << i) for card, i in number.items()]

    def __missing__(self, mask: int) -> int:
        found = self[mask] = sum(bit for card, bit in self._bits if mask >> card & 1)
        return found


def _ranked(beats: list[tuple[int, ...]], whole: list[int], size: list[int], start: list[int]) -> bool:
    """Whether in each group the higher card beats the lower, and between groups only the groups decide."""
    for row in beats:
        for i, own in enumerate(whole):
            for j, other in enumerate(whole):
                for n in range(size[i]):
                    card = start[i] + n
                    found = row[card] & other
                    if i == j:
                        above = own >> card + 1 << card + 1 & own
                        if found not in (0, above):
                            return False
                    elif found not in (0, other):
                        return False
            firsts = {row[start[i] + n] & ~own for n in range(size[i])}
            inside = {bool(row[start[i] + n] & own) for n in range(size[i] - 1)}
            if len(firsts) > 1 or len(inside) > 1:
                return False
    return True
