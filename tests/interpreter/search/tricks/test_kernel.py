"""The kernel compared with exhaustive play of tricks, with each refinement switched off in turn."""

from __future__ import annotations

import random
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import pytest

from hoyle.interpreter.wasm.search.tricks import REFINEMENTS, TrickKernel, binary, source


class Deal(NamedTuple):
    """A position for the kernel, with what `TrickPosition` would say about it."""

    hands: tuple[int, ...]
    size: tuple[int, ...]
    trump: int
    leader: int
    ours: int
    points: tuple[int, ...]
    by_rank: bool
    trick: tuple[int, ...] = ()

    @property
    def group(self) -> list[int]:
        return [g for g, n in enumerate(self.size) for _ in range(n)]

    @property
    def start(self) -> list[int]:
        return [sum(self.size[:g]) for g in range(len(self.size))]

    def beats(self, led: int, best: int, card: int) -> bool:
        group = self.group
        if group[card] == group[best]:
            return card > best and group[best] in (led, self.trump)
        return group[card] == self.trump

    def divided(self) -> tuple[int, ...]:
        """What stands in the description about a division between several parts."""
        return (0,) * 9

    def described(self, off: int) -> bytes:
        from struct import pack

        from hoyle.interpreter.search.tricks.position import CARDS, DUTIES, GROUPS, SEATS, TRICKS, _padded

        cards = range(len(self.points))
        rows = [
            [sum(1 << c for c in cards if self.beats(led, best, c)) for best in cards] for led in range(len(self.size))
        ]
        masks = [(1 << n) - 1 << s for s, n in zip(self.start, self.size, strict=True)]
        return b"".join((
            pack("<22i", len(self.hands), len(cards), len(self.size), self.ours, self.by_rank, off,
                 int(self.by_rank), 0, self.ours, 0, 1, 0, *self.divided(), 0),
            pack("<9Q", *_padded(self.hands, SEATS), 0, 0, 0),
            pack("<16i", *_padded(self.start, GROUPS), *_padded(self.size, GROUPS)),
            pack("<8Q", *_padded(masks, GROUPS)),
            b"".join(pack("<64Q", *_padded(row, CARDS)) for row in _padded(rows, GROUPS, ())),
            pack("<128i", *_padded(self.points, CARDS), *_padded(self.points, CARDS)),
            pack("<10i", 0, self.leader, *_padded((), SEATS + 2)),
            bytes(8 * DUTIES * 2 * TRICKS * SEATS * SEATS),
        ))  # fmt: skip


def exhaustive(deal: Deal) -> int:
    """What the side that maximises makes."""
    group, seats = deal.group, len(deal.hands)

    @cache
    def best(hands: tuple[int, ...], leader: int, trick: tuple[int, ...]) -> int:
        if not any(hands):
            return 0
        seat = (leader + len(trick)) % seats
        able = [c for c in range(len(group)) if hands[seat] >> c & 1]
        able = [c for c in able if not trick or group[c] == group[trick[0]]] or able
        found = []
        for card in able:
            left = tuple(hand & ~(1 << card) for hand in hands)
            cards = (*trick, card)
            if len(cards) < seats:
                found.append(best(left, leader, cards))
                continue
            winning = cards[0]
            for one in cards[1:]:
                if deal.beats(group[cards[0]], winning, one):
                    winning = one
            winner = (leader + cards.index(winning)) % seats
            worth = 1 if deal.by_rank else sum(deal.points[one] for one in cards)
            found.append((worth if deal.ours >> winner & 1 else 0) + best(left, winner, ()))
        return (max if deal.ours >> seat & 1 else min)(found)

    return best(deal.hands, deal.leader, ())


def random_deal(dice: random.Random) -> Deal:
    seats, tricks = dice.choice([2, 3, 4, 4]), dice.randint(2, 4)
    groups = dice.randint(1, 5)
    size = [0] * groups
    for _ in range(seats * tricks):
        size[dice.randrange(groups)] += 1
    if max(size) > 14:
        return random_deal(dice)
    cards = list(range(seats * tricks))
    dice.shuffle(cards)
    hands = tuple(sum(1 << c for c in cards[i * tricks : (i + 1) * tricks]) for i in range(seats))
    by_rank = dice.random() < 0.6
    points = tuple(0 if by_rank else dice.choice([0, 0, 1, 2, 5]) for _ in cards)
    ours = dice.randrange(1, (1 << seats) - 1)
    return Deal(hands, tuple(size), dice.choice([-1, *range(groups)]), dice.randrange(seats), ours, points, by_rank)


def solved(kernel: TrickKernel, deal: Deal, off: frozenset[str], memory: int = 1 << 24) -> int:
    off_bits = sum(REFINEMENTS[name] for name in off)
    kernel.begin(deal.described(off_bits), deal.hands[0].bit_count(), memory)
    most = deal.hands[0].bit_count() if deal.by_rank else sum(deal.points)
    return max(goal for goal in range(most + 1) if not goal or kernel.makes(-1, goal, 10**9) == 1)


OFF = [frozenset[str](), *(frozenset({name}) for name in REFINEMENTS), frozenset(REFINEMENTS)]


@pytest.mark.parametrize("off", OFF, ids=lambda off: "+".join(sorted(off)) or "all on")
def test_it_finds_what_exhaustive_play_finds(off: frozenset[str]) -> None:
    kernel, dice = TrickKernel(), random.Random(len(off) * 7 + 1)
    for _ in range(60):
        deal = random_deal(dice)
        assert solved(kernel, deal, off) == exhaustive(deal), (deal, off)


def test_a_small_table_gives_the_same_answer() -> None:
    kernel, dice = TrickKernel(), random.Random(3)
    for _ in range(20):
        deal = random_deal(dice)
        assert solved(kernel, deal, frozenset(), 1 << 17) == solved(kernel, deal, frozenset(), 1 << 26)


def test_a_bound_that_is_not_sound_is_found() -> None:
    """Positions remembered by rank where cards count points: the comparison above must notice."""
    kernel, dice = TrickKernel(), random.Random(5)
    wrong = 0
    for _ in range(200):
        deal = random_deal(dice)
        if deal.by_rank:
            continue
        planted = deal._replace(by_rank=True)
        expected = exhaustive(deal)
        kernel.begin(planted.described(0), planted.hands[0].bit_count(), 1 << 24)
        wrong += expected > 0 and kernel.makes(-1, expected, 10**9) != 1
    assert wrong


def test_each_refinement_saves_positions() -> None:
    dice = random.Random(8)
    deals = [
        deal for deal in (random_deal(dice) for _ in range(400)) if deal.hands[0].bit_count() == 4 and deal.by_rank
    ]

    def looked_at(off: frozenset[str]) -> int:
        kernel, total = TrickKernel(), 0
        for deal in deals:
            solved(kernel, deal, off)
            total += kernel.positions
        return total

    everything = looked_at(frozenset())
    for name in ("table", "equal cards", "sure tricks"):
        assert looked_at(frozenset({name})) > everything, name


def test_the_compiled_kernel_is_that_of_the_source() -> None:
    assert binary()[-32:] == sha256(source()).digest(), "run `python interpreter/wasm/search/tricks.py`"
