"""The kernel compared with exhaustive play of tricks, with each refinement switched off in turn."""

from __future__ import annotations

import random
import shutil
import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from hoyle.interpreter.wasm.search import tricks
from hoyle.interpreter.wasm.search.tricks import REFINEMENTS, TrickKernel, binary


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


def larger_deal(dice: random.Random) -> Deal:
    """A deal of four seats in which only tricks count: too large to be gone through, large enough that positions by rank
    are met again.
    """
    tricks_left = dice.choice([5, 6])
    size = [0] * 4
    cards = list(range(4 * tricks_left))
    for _ in cards:
        size[dice.randrange(4)] += 1
    dice.shuffle(cards)
    hands = tuple(sum(1 << c for c in cards[i * tricks_left : (i + 1) * tricks_left]) for i in range(4))
    return Deal(hands, tuple(size), dice.choice([-1, 0, 1]), dice.randrange(4), 5, (0,) * len(cards), True)


def solved(
    kernel: TrickKernel, deal: Deal, off: frozenset[str], memory: int = 1 << 24, *, falling: bool = False
) -> int:
    off_bits = sum(REFINEMENTS[name] for name in off)
    kernel.begin(deal.described(off_bits), deal.hands[0].bit_count(), memory)
    most = deal.hands[0].bit_count() if deal.by_rank else sum(deal.points)
    if falling:  # what is out of reach is remembered before what is made
        return next(goal for goal in range(most, -1, -1) if not goal or kernel.makes(-1, goal, 10**9) == 1)
    return max(goal for goal in range(most + 1) if not goal or kernel.makes(-1, goal, 10**9) == 1)


SOURCE = Path(tricks.__file__).with_name("tricks.c").read_bytes()
OFF = [frozenset[str](), *(frozenset({name}) for name in REFINEMENTS), frozenset(REFINEMENTS)]


@pytest.mark.parametrize("off", OFF, ids=lambda off: "+".join(sorted(off)) or "all on")
def test_it_finds_what_exhaustive_play_finds(off: frozenset[str]) -> None:
    kernel, dice = TrickKernel(), random.Random(len(off) * 7 + 1)
    for _ in range(20):
        deal = random_deal(dice)
        assert solved(kernel, deal, off) == solved(kernel, deal, off, falling=True) == exhaustive(deal), (deal, off)


def test_larger_deals_are_worth_the_same_without_refinements() -> None:
    kernel, dice = TrickKernel(), random.Random(17)
    for _ in range(40):
        deal = larger_deal(dice)
        expected = solved(kernel, deal, frozenset(REFINEMENTS))
        assert solved(kernel, deal, frozenset()) == solved(kernel, deal, frozenset(), falling=True) == expected


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
        if wrong:
            break
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
    assert binary()[-32:] == sha256(SOURCE).digest(), "run `python interpreter/wasm/search/tricks.py`"


PLANTED = {
    "one sure trick too many": ("return plain > partners ? total - (plain - partners) : total;", "return total + 1;"),
    "one later trick too many": ("if (most) { total += most;", "if (most) { total += most + 1;"),
    "too much remembered as made": ("e->low = made ? goal : least;", "e->low = made ? goal + 1 : least;"),
    "too much remembered as out of reach": ("e->high = made ? most : goal - 1;", "e->high = made ? most : goal - 2;"),
    "cards equal across another one": ("if ((others & between) || S.kind", "if (S.kind"),
    "no ranks remembered": ("*ma = w[0]; *mb = w[1];", "*ma = 0; *mb = 0;"),
    "one trick too few still to come": ("most = n * S.each_trick", "most = (n - 1) * S.each_trick"),
    "a ruff forgotten": ("if (!ruffed_after) continue;", "ruffed_after = BIG;"),
}
DEALS = 200
"""After so many deals a planted bound counts as missed."""


@pytest.mark.skipif(not (shutil.which("clang") and shutil.which("wasm-ld")), reason="clang or lld is not installed")
@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_bound_is_found(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is compiled, which takes a second."""
    right, (before, after) = TrickKernel(), PLANTED[what]
    text = SOURCE.decode()
    assert before in text
    (tmp_path / "planted.c").write_text(text.replace(before, after))
    options = ["--target=wasm32", "-O1", "-mbulk-memory", "-nostdlib", "-Wl,--no-entry", "-Wl,-z,stack-size=262144"]
    made = tmp_path / "planted.wasm"
    subprocess.run(["clang", *options, "-o", str(made), str(tmp_path / "planted.c")], check=True)
    monkeypatch.setattr(tricks, "binary", lambda: made.read_bytes() + bytes(32))
    compiled = tricks._compiled.__wrapped__()
    monkeypatch.setattr(tricks, "_compiled", lambda: compiled)
    planted, dice = TrickKernel(), random.Random(11)

    def wrong(deal: Deal) -> bool:
        expected = exhaustive(deal) if deal.hands[0].bit_count() < 5 else solved(right, deal, frozenset(REFINEMENTS))
        return any(solved(planted, deal, frozenset(), falling=falling) != expected for falling in (False, True))

    assert any(wrong(make(dice)) for _ in range(DEALS) for make in (larger_deal, random_deal))


def test_the_table_of_positions_is_as_large_as_the_memory_and_the_tricks_allow() -> None:
    """Its heads are a power of two: fewer for fewer tricks, and none that do not fit into the memory."""
    made = TrickKernel.__new__(TrickKernel)
    asked: list[tuple[int, int]] = []
    written: list[tuple[bytes, int]] = []

    class Memory:
        def write(self, store: object, content: bytes, at: int) -> None:
            written.append((content, at))

    made._store, made._memory, made._at, made._by_best_at = None, Memory(), 5, 7
    made._results_at, made._divided = lambda store: 9, lambda store: asked.append((-1, -1))
    made._begin = lambda store, memory, heads: asked.append((memory, heads)) or 1
    for left, heads in ((1, 8), (4, 8), (5, 9), (6, 10), (7, 10), (8, 12), (10, 16), (11, 18), (13, 18)):
        made.begin(b"position", left, 1 << 30)
        assert asked.pop() == (1 << 30, heads), left
    for memory, heads in (
        (16 << 18, 18),
        ((16 << 18) - 1, 17),
        (16 << 17, 17),
        (16 << 16, 16),
        (16 << 9, 9),
        ((16 << 9) - 1, 8),
        (100, 8),
    ):
        made.begin(b"position", 13, memory)
        assert asked.pop() == (memory, heads), memory
    assert set(written) == {(b"position", 5)}
    written.clear()
    made.begin(b"position", 1, 5_000, b"best", b"results")
    assert written == [(b"position", 5), (b"best", 7), (b"results", 9)]
    assert asked == [(5_000, 8), (-1, -1)]
    made._begin = lambda store, memory, heads: 0
    with pytest.raises(MemoryError, match="there is too little memory for the table of positions"):
        made.begin(b"position", 1, 5_000)
