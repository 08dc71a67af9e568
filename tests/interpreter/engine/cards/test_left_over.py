"""Cards of a hand left over by melds, in every executor, compared with every packing of melds tried in this file."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from hoyle.interpreter.engine import Fault, melding
from hoyle.interpreter.wasm import module

PIPS = """
values pips of each card
    A..9: 1..9
    10 J Q K: 10
    joker: 25
shape set_of_a_rank: 3 or more cards of one rank
shape run: 3 or more cards of one suit in sequence
shape meld: set_of_a_rank or run
shape pair: 2 cards of one rank
shape short: 2..3 cards of one suit in sequence or pair
define owed(c: card) means 3 - c.pips
"""
DECK = "A 2 3 4 5 6 7 8 9 10 J Q K"
RANKS = DECK.split()
SHAPES = {
    "melds": (3, 13, 3, 13),
    "runs": (99, 99, 3, 13),
    "shorts": (2, 2, 2, 3),
}


def _pips(card: str) -> int:
    return 25 if card == "*" else {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


def _is_meld(cards: tuple[str, ...], shape: tuple[int, int, int, int]) -> bool:
    if "*" in cards:
        return False
    ranks = sorted(RANKS.index(card[:-1]) for card in cards)
    low, high, least, most = shape
    if low <= len(cards) <= high and len({*ranks}) == 1:
        return True
    in_row = ranks == [*range(ranks[0], ranks[0] + len(ranks))]
    return least <= len(cards) <= most and len({card[-1] for card in cards}) == 1 and in_row


def _least(hand: list[str], shape: tuple[int, int, int, int], worth) -> tuple[int, int]:
    """The least value of the left over cards, and the least number of cards with it.  Tries every set of melds."""
    numbers = range(len(hand))
    melds = {
        frozenset(m) for k in range(2, len(hand) + 1) for m in combinations(numbers, k)
        if _is_meld(tuple(hand[i] for i in m), shape)
    }  # fmt: skip

    @cache
    def best(rest: frozenset[int]) -> tuple[int, int]:
        own = sum(worth(hand[i]) for i in rest), len(rest)
        return min([own, *(best(rest - meld) for meld in melds if meld <= rest)])

    return best(frozenset(numbers))


def _hand(dice: random.Random, size: int, copies: int) -> list[str]:
    """A random hand that contains some melds."""
    deck = [f"{r}{s}" for r in RANKS for s in "cdhs"] * copies + ["*"]
    start, hand = dice.randrange(10), list[str]()
    while len(hand) < size:
        near = dice.random() < 0.8
        some = [c for c in deck if c != "*" and start <= RANKS.index(c[:-1]) <= start + 4] if near else deck
        card = dice.choice(some or deck)
        deck.remove(card)
        hand.append(card)
    return hand


def _taken(hand: list[str]) -> str:
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    return "".join(
        f"move (first c in stock where c = {x[:-1]} of {suits[x[-1]]}) to heap\n" if x != "*" else
        "move (first c in stock where c is joker) to heap\n" for x in hand
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_the_least_value_left_over(play, seed: int) -> None:
    dice = random.Random(seed)
    hand = _hand(dice, 3 + seed, 1)
    main = _taken(hand)
    for name in SHAPES:
        main += f"set {name}_left to heap left over by {name} with least pips\n"
        main += f"set {name}_few to size of (heap left over by {name})\n"
        main += f"set {name}_owed to total owed of (heap left over by {name} with least owed)\n"
    remember = "".join(f"{name}_left: cards\n{name}_few, {name}_owed: number\n" for name in SHAPES)
    table = play(main, more=PIPS, remember=remember, deck=DECK + ", 1 joker")
    for name, shape in SHAPES.items():
        left = table.var(f"{name}_left")
        names = ["*" if c == 52 else table.card(c) for c in range(53) if left >> c & 1]
        assert (sum(map(_pips, names)), len(names)) == _least(hand, shape, _pips)
        assert table.var(f"{name}_few") == _least(hand, shape, lambda c: 0)[1]
        assert table.var(f"{name}_owed") == _least(hand, shape, lambda c: 3 - _pips(c))[0]


@pytest.mark.parametrize("seed", range(4))
def test_identical_cards_in_melds(play, seed: int) -> None:
    dice = random.Random(seed)
    deck = "A 2 3 4 5 6"
    ranks = deck.split()
    cards = [f"{r}{s}" for r in ranks for s in "cdhs"] * 2
    hand = dice.sample(cards, 9)
    main = (
        _taken(hand)
        + "set left to heap left over by melds with least pips\nset few to size of (heap left over by shorts)\n"
    )
    more = PIPS.replace("    A..9: 1..9\n    10 J Q K: 10\n    joker: 25\n", "    A..6: 1..6\n")
    more = more.replace("3 or more cards of one rank", "3..8 cards of one rank")
    table = play(main, more=more, remember="left: cards\nfew: number\n", deck=deck + ", 2 copies")
    left = table.var("left")
    names = [table.card(c) for c in range(48) if left >> c & 1]
    assert not [c for c in names if names.count(c) > hand.count(c)]
    assert (sum(map(_pips, names)), len(names)) == _least(hand, SHAPES["melds"], _pips)
    assert table.var("few") == _least(hand, SHAPES["shorts"], lambda c: 0)[1]


def test_melds_are_found_in_the_second_copies_of_cards(play) -> None:
    """There is one joker, so not every card of the deck has a second copy."""
    cards = [f"{rank} of clubs" for rank in ("A", "2", "3")]
    main = "".join(f"move (first c in stock where c = {card}) to heap\n" for card in [*cards, *cards])
    main += "".join(f"move (first c in heap where c = {card}) to stock\n" for card in cards)
    main += "set few to size of (heap left over by straights)\n"
    more = "shape straight: 3 or more cards of one suit in sequence\n"
    table = play(main, more=more, remember="few: number\n", deck="A 2 3 4, 2 copies, 1 joker")
    assert (table.size("heap"), table.var("few")) == (3, 0)


def test_a_whole_pack_is_searched_and_too_many_melds_are_a_fault(play) -> None:
    main = "set left to stock left over by melds with least pips\nset few to size of (heap left over by melds)\n"
    table = play(main, more=PIPS, remember="left: cards\nfew: number\n", deck=DECK + ", 1 joker")
    assert (table.var("left").bit_count(), table.var("few")) == (1, 0)
    main = "set few to size of (stock left over by pairs)\n"
    with pytest.raises(Fault, match="1,000,000"):
        play(main, more="shape pair: 2 cards of one rank\n", remember="few: number\n", deck="2, 15 copies")


def test_every_executor_has_the_same_limit_on_the_search(play, monkeypatch: pytest.MonkeyPatch) -> None:
    main = "move top 30 of stock to heap\nset few to total pips of (heap left over by melds with least pips)\n"
    most = [600, 9, 3]
    for limit in most:
        monkeypatch.setattr(melding, "TRIAL_LIMIT", limit)
        monkeypatch.setattr(module, "TRIAL_LIMIT", limit)
        text = f"add {limit} to p.score\n" + main
        if limit == max(most):
            play(text, more=PIPS, remember="few: number\np: player\n", deck=DECK + ", 1 joker")
        else:
            with pytest.raises(Fault, match=f"{limit:,}"):
                play(text, more=PIPS, remember="few: number\np: player\n", deck=DECK + ", 1 joker")
