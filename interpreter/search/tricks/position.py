"""The kernel's description of a position: cards numbered group by group, masks, and which card beats which."""

from __future__ import annotations

from dataclasses import dataclass
from struct import pack
from typing import Any

from ...program import OVER, PC, Program
from ...wasm.search.tricks import REFINEMENTS
from .course import TrickCourse
from .payoff import Course
from .reading import TrickQuestion, read_question
from .symbols import Undecided

SEATS, GROUPS, CARDS, DUTIES, TRICKS = 4, 8, 64, 4, 20
"""The most of each that the kernel can take."""


@dataclass(frozen=True, slots=True)
class TrickPosition:
    """A position in the middle of the tricks, in the terms of the kernel.

    `cards[i]` is the program's card for the kernel's card `i`; `hands` hold the kernel's cards, with those of the open
    trick still in the hands they came from.  `trick`: the kernel's cards in the open trick, the first of them played by
    `leader`.
    """

    question: TrickQuestion
    course: Course
    cards: tuple[int, ...]
    hands: tuple[int, ...]
    trick: tuple[int, ...]
    leader: int
    seat: int
    ours: int
    by_rank: bool
    start: tuple[int, ...]
    size: tuple[int, ...]
    follow: tuple[int, ...]
    beats: tuple[tuple[int, ...], ...]
    duties: tuple[Any, ...]
    kinds: tuple[int, ...]

    @property
    def tricks(self) -> int:
        """How many tricks are left, with the open one."""
        return max(hand.bit_count() for hand in self.hands)

    def described(self, off: frozenset[str] = frozenset()) -> bytes:
        """The position as the kernel reads it (`Spec` in `wasm/search/tricks.c`), without some refinements."""
        bits = sum(REFINEMENTS[name] for name in off)
        payoff, course, players = self.course.payoff, self.course, len(self.hands)
        each, points = (1, ()) if self.by_rank else (payoff.each, payoff.points)
        weight = [points[card] if card < len(points) else 0 for card in self.cards]
        flag = self._mask(course.flag)
        duties = b""
        for duty in range(DUTIES):
            for up in (0, 1):
                for number in range(TRICKS):
                    for place in range(SEATS):
                        row = (0,) * SEATS
                        if duty < len(self.duties[0][0]) and number < len(self.duties):
                            row = self.duties[number][up][duty][place]
                        duties += pack("<4Q", *row)
        return b"".join((
            pack(
                "<12i", players, len(self.cards), len(self.size), self.ours, self.by_rank, bits, each, payoff.last,
                payoff.side, len(self.duties[0][0]), 1, 0,
            ),
            pack("<4Q", *_padded(self.hands, SEATS)), pack("<2Q", flag, 0),
            pack("<16i", *_padded(self.start, GROUPS), *_padded(self.size, GROUPS)),
            pack("<8Q", *_padded(self.follow, GROUPS)),
            b"".join(pack("<64Q", *_padded(row, CARDS)) for row in _padded(self.beats, GROUPS, ())),
            pack("<128i", *_padded(weight, CARDS), *_padded(self.kinds, CARDS)),
            pack("<6i", len(self.trick), self.leader, *_padded(self.trick, SEATS)),
            duties,
        ))  # fmt: skip

    def _mask(self, cards: int) -> int:
        """A mask of the program's cards as one of the kernel's."""
        return sum(1 << i for i, card in enumerate(self.cards) if cards >> card & 1)


def _padded(values: Any, count: int, filler: Any = 0) -> tuple[Any, ...]:
    return (*values, *(filler,) * (count - len(values)))


class TrickReader:
    """Describes positions of one program for the kernel."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.questions = {
            number: found
            for number in range(len(program.asks))
            if (found := read_question(program, number)) is not None
        }
        self.courses = TrickCourse(program) if self.questions and program.players <= SEATS else None
        self._everything: dict[tuple[Any, ...], Course | None] = {}

    def position(self, values: list[Any], sides: tuple[tuple[int, ...], ...]) -> TrickPosition | None:
        """The position of a state; None if it is not one of tricks, or not one that the kernel can take."""
        pc = values[PC]
        question = self.questions.get(~pc) if pc <= -1 and pc > OVER else None
        if question is None or self.courses is None:
            return None
        try:
            return self._described(question, values, sides)
        except Undecided:
            return None

    def _described(
        self, question: TrickQuestion, values: list[Any], sides: tuple[tuple[int, ...], ...]
    ) -> TrickPosition:
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
        course = self.courses.course(question, values, seat, (in_play, tricks))
        if course.taking != sum(1 << one for one in (*playing, *order)):
            raise Undecided
        side = next((players for players in sides if seat in players), (seat,))
        if question.stand_in is not None:
            chooser, absent = (values[slot] for slot in question.stand_in)
            if not any({chooser, absent} <= {*players} for players in (*sides, (seat,))):
                raise Undecided
        return self._numbered(question, course, at, hands, lying, order, seat, side)

    def _numbered(
        self,
        question: TrickQuestion,
        course: Course,
        at: int,
        hands: list[int],
        lying: tuple[int, ...],
        order: list[int],
        seat: int,
        side: tuple[int, ...],
    ) -> TrickPosition:
        program, rules = self.program, question.rules
        faces, deck = len(program.faces), program.deck
        groups, powers = program.tables[rules.group], program.tables[rules.power]

        def group(card: int) -> int:
            return groups[at * faces + deck[card]]

        def power(led: int, card: int) -> int:
            return powers[(at * rules.groups + led) * faces + deck[card]]

        together = 0
        for hand in hands:
            together |= hand
        in_play = [card for card in range(len(deck)) if together >> card & 1]
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
        payoff = course.payoff
        points = [payoff.points[card] if card < len(payoff.points) else 0 for card in cards]
        duties = tuple(
            tuple(
                tuple(tuple(tuple(_renumbered(mask, number) for mask in row) for row in duty) for duty in up)
                for up in each
            )
            for each in course.duties
        )
        flag = _renumbered(course.flag, number)
        masks = {mask for each in duties for up in each for duty in up for row in duty for mask in row} | {flag}
        telling = sorted(masks)
        # a card that is as strong as another one of its group is equal to no neighbour
        ranks = [(group(card), power(group(card), card)) for card in cards]
        alone = [rank if ranks.count(rank) > 1 else None for rank in ranks]
        classes: dict[tuple[Any, ...], int] = {}
        kinds = [
            classes.setdefault((points[i], alone[i], *(mask >> i & 1 for mask in telling)), len(classes))
            for i in range(len(cards))
        ]
        whole = [(1 << n) - 1 << s for n, s in zip(size, start, strict=True)]
        by_rank = (
            not any(points) and not payoff.last and question.follow
            and all(mask & group in (0, group) for mask in masks for group in whole)
            and _ranked(beats, whole, size, start)
        )  # fmt: skip
        ours = sum(1 << one for one in side)
        return TrickPosition(
            question, course, tuple(cards), tuple(_renumbered(hand, number) for hand in hands),
            tuple(number[card] for card in lying), order[0] if order else seat, seat, ours, by_rank, tuple(start),
            tuple(size), tuple(follow), tuple(beats), duties, tuple(kinds),
        )  # fmt: skip


def _renumbered(mask: int, number: dict[int, int]) -> int:
    return sum(1 << i for card, i in number.items() if mask >> card & 1)


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
