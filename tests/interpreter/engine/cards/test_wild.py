"""Wild cards in shapes, in every executor, compared with every window and rank tried in this file."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from hoyle.interpreter.engine import Fault

DECK = "2 3 4 5 6 7 8"
RANKS = DECK.split()
SHAPES = {
    "group": ("3 or more cards of one rank", "joker and 2"),
    "run": ("3 or more cards of one suit in sequence", "joker"),
    "row": ("3..5 cards in sequence", "2 3 of hearts and joker"),
    "colour": ("3 cards of one suit", "5 6 of spades"),
    "plain": ("3 cards of one rank", ""),
}
WILD = {
    "group": {"*", "2c", "2d", "2h", "2s"},
    "run": {"*"},
    "row": {"*", "2h", "3h"},
    "colour": {"5s", "6s"},
    "plain": set[str](),
}
_LINES = [f"shape {n}: {form}{f', {w} wild' if w else ''}\n" for n, (form, w) in SHAPES.items()]
MORE = f"""{"".join(_LINES)}
shape meld: group or run
shape any_meld: plain or 3 cards of one suit in sequence, joker wild
values pips of each card
    2..8: 2..8
    joker: 15
"""


def _fits(cards: tuple[str, ...], name: str) -> bool:
    if name in ("meld", "any_meld"):
        return _fits(cards, "group" if name == "meld" else "plain_joker") or (
            _fits(cards, "run") and (name == "meld" or len(cards) == 3)
        )
    wild = {"*"} if name == "plain_joker" else WILD[name]
    natural = [card for card in cards if card not in wild]
    if (
        "*" in natural
        or len(cards) < 3
        or len(cards) > {"row": 5, "colour": 3, "plain": 3, "plain_joker": 3}.get(name, 99)
    ):
        return False
    if name in ("group", "plain", "plain_joker"):
        return any(all(card[:-1] == rank for card in natural) for rank in RANKS)
    if name == "colour":
        return any(all(card[-1] == suit for card in natural) for suit in "cdhs")
    ranks = [RANKS.index(card[:-1]) for card in natural]
    windows = [range(low, low + len(cards)) for low in range(len(RANKS) - len(cards) + 1)]
    in_row = any(len({*ranks}) == len(ranks) and all(rank in window for rank in ranks) for window in windows)
    return in_row and (name == "row" or len({card[-1] for card in natural}) <= 1)


def _least(hand: list[str], name: str) -> tuple[int, int]:
    """The least number of pips left over, and the least number of cards with it.  Tries every set of melds."""
    melds = [frozenset(m) for k in range(3, len(hand) + 1) for m in combinations(range(len(hand)), k)
             if _fits(tuple(hand[i] for i in m), name)]  # fmt: skip

    @cache
    def best(rest: frozenset[int]) -> tuple[int, int]:
        own = sum(15 if hand[i] == "*" else int(hand[i][:-1]) for i in rest), len(rest)
        return min([own, *(best(rest - meld) for meld in melds if meld <= rest)])

    return best(frozenset(range(len(hand))))


@pytest.mark.parametrize("seed", range(6))
def test_melds_with_wild_cards(play, seed: int) -> None:
    dice = random.Random(seed)
    deck = [f"{r}{s}" for r in RANKS for s in "cdhs"] + ["*", "*"]
    common = [c for c in deck if c[0] in "23*" or c[-1] == dice.choice("cs")]
    hand = dice.sample(common, 5)
    hand += dice.sample([c for c in deck if c not in hand], 2)
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    main = "".join(
        f"move (first c in stock where {'c is joker' if x == '*' else f'c = {x[:-1]} of {suits[x[-1]]}'}) to heap\n"
        for x in hand
    )
    names = [*SHAPES, "meld", "any_meld"]
    for name in names:
        main += f"set {name}_n to number of cs in 1..7 cards of heap where cs is a {name}\n"
    main += "set least to total pips of (heap left over by melds with least pips)\n"
    main += "set few to size of (heap left over by any_melds with least pips)\n"
    main += 'p chooses\n    "{cs}" for cs in 3 or more cards of heap where cs is a group\n    "pass"\n    "stay"\n'
    remember = "p: player\nleast, few: number\n" + ", ".join(f"{name}_n" for name in names) + ": number\n"
    table = play(main, more=MORE, remember=remember, deck=DECK + ", 2 jokers")
    subsets = [s for k in range(1, 8) for s in combinations(hand, k)]
    for name in names:
        assert table.var(f"{name}_n") == sum(_fits(s, name) for s in subsets), (name, hand)
    assert table.var("least") == _least(hand, "meld")[0]
    assert table.var("few") == _least(hand, "any_meld")[1]
    offered = {tuple(sorted(s)) for s in subsets if _fits(s, "group")}
    assert len(table.labels) == len(offered) + 2


def test_melds_of_wild_cards_only_and_of_more_cards_than_ranks(play) -> None:
    main = 'move top 12 of stock to heap\nset n to 1 if heap is a row otherwise 0\np chooses\n    "a"\n    "b"\n'
    more = "shape row: 3 or more cards in sequence, joker wild\n"
    table = play(main, more=more, remember="p: player\nn: number\n", deck="2 3, 12 jokers")
    assert table.var("n") == 0  # all are wild, and there are no twelve ranks
    table = play(main.replace("top 12", "top 3"), more=more, remember="p: player\nn: number\n", deck="2 3 4, 12 jokers")
    assert table.var("n") == 1


def test_too_many_melds_are_a_fault(play) -> None:
    more = "shape meld: 3 or more cards of one rank, 2..5 wild\n"
    with pytest.raises(Fault, match="1,000,000"):
        play("set few to size of (stock left over by melds)\n", more=more, remember="few: number\n")
