"""Combinations of cards in conditions and values, compared with all subsets computed in this file."""

from __future__ import annotations

from itertools import combinations

import pytest

from hoyle.interpreter.engine import Fault
from hoyle.interpreter.engine.sets import sized_subsets

PIPS = "values pips of each card\n    A..9: 1..9\n    10 J Q K: 10\nshape triple: 3 or more cards of one rank\nshape run: 3 or more cards of one suit in sequence\nshape meld: triple or run\n"
REMEMBER = "n, least, most, best, melds: number\nfound: yes or no\nchosen: cards\n"
DECK = "A 2 3 4 5 6 7 8 9 10 J Q K"
HANDS = {
    "5c 5d 5h Js 10c": "fifteens",
    "7c 8c 9c 7d 8d 6s": "runs",
    "Ac 2c 3c 4c 4d 4h": "overlapping",
    "Kc": "one card",
}


def _given(hand: str) -> str:
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    return "".join(f"move (the c in stock where c = {x[:-1]} of {suits[x[-1]]}) to heap\n" for x in hand.split())


def _pips(card: str) -> int:
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


def _is_meld(cards: tuple[str, ...]) -> bool:
    ranks = sorted(DECK.split().index(card[:-1]) for card in cards)
    same_rank, same_suit = len({*ranks}) == 1, len({card[-1] for card in cards}) == 1
    return len(cards) >= 3 and (same_rank or (same_suit and ranks == [*range(ranks[0], ranks[0] + len(ranks))]))


@pytest.mark.parametrize("hand", HANDS)
def test_any_number_total_and_best_of_all_combinations(play, hand: str) -> None:
    main = (
        _given(hand)
        + """
set n to number of cs in 2 or more cards of heap where total pips of cs = 15
set found to any cs in 2..3 cards of heap has total pips of cs = 17
set most to highest pips_of(cs) for cs in 2 cards of heap
set least to lowest pips_of(cs) for cs in 1 or more cards of heap
set melds to number of cs in 3 or more cards of heap where cs is a meld
set best to total size of cs for cs in 3 or more cards of heap where cs is a meld
set chosen to the highest cs in 3 or more cards of heap where cs is a meld by pips_of(cs)
"""
    )
    table = play(main, more=PIPS + "define pips_of(cs: cards) means total pips of cs\n", remember=REMEMBER, deck=DECK)
    cards = hand.split()
    every = [cs for size in range(1, len(cards) + 1) for cs in combinations(cards, size)]
    totals = {cs: sum(map(_pips, cs)) for cs in every}
    melds = [cs for cs in every if _is_meld(cs)]
    assert table.var("n") == sum(totals[cs] == 15 and len(cs) > 1 for cs in every)
    assert table.var("found") == any(totals[cs] == 17 and len(cs) in (2, 3) for cs in every)
    assert table.var("most") == max((totals[cs] for cs in every if len(cs) == 2), default=0)
    assert table.var("least") == min(totals.values())
    assert (table.var("melds"), table.var("best")) == (len(melds), sum(map(len, melds)))
    chosen = table.var("chosen")
    taken = [table.card(c) for c in range(52) if chosen >> c & 1]
    assert sum(map(_pips, taken)) == max((totals[cs] for cs in melds), default=0)


def test_every_subset_comes_once_and_in_order() -> None:
    for mask in (0, 1, 0b1011, 0b110100101, (1 << 63) - 1 & 0x7000_0000_0010_0101):
        bits = [1 << i for i in range(64) if mask >> i & 1]
        for size in range(len(bits) + 2):
            assert [*sized_subsets(mask, size)] == sorted(sum(some) for some in combinations(bits, size))


def test_too_many_combinations_are_a_fault_before_one_is_tried(play) -> None:
    with pytest.raises(Fault, match="1,000,000"):
        play("set n to number of cs in 20 cards of stock where cs is a meld\n", more=PIPS, remember=REMEMBER, deck=DECK)
    table = play("set n to number of cs in 51 or more cards of stock where size of cs > 51\n", remember=REMEMBER)
    assert table.var("n") == 1


OTHERWISE = """
for q in players from p until n = 2
    q chooses
        "take {cs}" for cs in 2 cards of heap where total pips of cs = want
            move cs to q.hand
        "knock" if want > 20
        "pass" otherwise
            add 1 to n
"""


def test_an_answer_offered_only_if_there_is_no_other(play) -> None:
    remember = "p: player\nn, want: number\n"
    table = play(_given("5c 6c 4d Kd") + "set want to 10\n" + OTHERWISE, more=PIPS, remember=remember, deck=DECK)
    assert table.labels == ["take 6c 4d"]
    table.choose("take 6c 4d")
    assert table.labels == ["pass"]
    table.choose("pass")
    assert table.labels == ["pass"]
    table.choose("pass")
    assert table.over
    table = play(_given("5c 6c 4d Kd") + "set want to 30\n" + OTHERWISE, more=PIPS, remember=remember, deck=DECK)
    assert table.labels == ["knock"]


def test_a_set_of_ranks_in_braces(play) -> None:
    main = "for r in {A, 10, K}\n    add (number of c in stock where c.rank = r) to n\nset found to (any r in {2, K} has r = K)\n"
    table = play(main, remember=REMEMBER, deck=DECK)
    assert (table.var("n"), table.var("found")) == (12, 1)


def test_a_game_won_by_the_highest_value_of_a_define(play) -> None:
    main = "add 3 to score of each player\nadd 2 to p.score\nset p.left.taken to 4\n    "
    main = main.strip() + "\ngame over, won by the player with highest worth, then lowest score\n"
    more = "define worth(q: player) means q.score + q.taken\n"
    table = play(main, more=more, remember="p: player\ntaken of each player: number\n", end=False)
    assert table.over
    assert table.result.winners == (1,)
