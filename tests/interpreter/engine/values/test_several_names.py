"""Several names in one phrase or loop, in every executor, compared with values computed in this file."""

from __future__ import annotations

import random

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

from ..conftest import rule_text

DECK = "2 3 4 5 6 7 8 9 10 J Q K A"
REMEMBER = "n, pairs, triples, steps, most: number\nsome, each, none_left: yes or no\n"


def _codes(main: str) -> list[str]:
    return [d.code for d in load(Source("test", rule_text(main, remember=REMEMBER))).diagnostics if d.code[0] == "E"]


@pytest.mark.parametrize("seed", range(5))
def test_phrases_over_all_pairs(play, seed: int) -> None:
    dice = random.Random(seed)
    cards = dice.sample(range(52), 9)
    heap, hand = cards[:5], cards[5:]
    named = [(DECK.split()[c % 13], ("clubs", "diamonds", "hearts", "spades")[c // 13]) for c in range(52)]
    main = "".join(f"move (first c in stock where c = {named[c][0]} of {named[c][1]}) to heap\n" for c in heap)
    main += "".join(f"move (first c in stock where c = {named[c][0]} of {named[c][1]}) to p.hand\n" for c in hand)
    main += """
set pairs to number of c in heap, d in p.hand where c.suit = d.suit
set triples to number of c in heap, d in heap, e in p.hand where c.suit = d.suit and d.rank = e.rank or c = e
set some to any c in heap, d in p.hand has c.rank = d.rank
set each to every c in heap, d in p.hand has (c.suit != d.suit or c.rank != d.rank)
set none_left to no c in heap, d in p.hand has c.rank = d.rank
for c in heap, d in p.hand where c.rank = d.rank or c.suit = d.suit: add 1 to n
for i in 1..5, j in 1..i, e in {1, 10} where j != 2
    add i * j * e to steps
    if steps > most: set most to steps
"""
    table = play(main, deck=DECK, remember=REMEMBER + "p: player\n")
    rank, suit = (lambda c: named[c][0]), (lambda c: named[c][1])
    assert table.var("pairs") == sum(suit(c) == suit(d) for c in heap for d in hand)
    assert table.var("triples") == sum(
        (suit(c) == suit(d) and rank(d) == rank(e)) or c == e for c in heap for d in heap for e in hand
    )
    same = any(rank(c) == rank(d) for c in heap for d in hand)
    assert (table.var("some"), table.var("each"), table.var("none_left")) == (same, 1, not same)
    assert table.var("n") == sum(rank(c) == rank(d) or suit(c) == suit(d) for c in heap for d in hand)
    assert table.var("steps") == sum(a * b * e for a in range(1, 6) for b in range(1, a + 1) for e in (1, 10) if b != 2)


def test_questions_in_a_loop_over_pairs(play) -> None:
    main = """
for q in players, k in 1..2 where q != p
    q chooses
        "take"
            add k to n
        "leave"
"""
    table = play(main, players="3", remember=REMEMBER + "p: player\n")
    for _ in range(4):
        table.choose("take")
    assert table.over
    assert table.var("n") == 6


def test_invalid_uses_of_several_names() -> None:
    assert _codes("for c in stock, d in stock\n    if c = d: stop\n") == ["E0616"]
    assert _codes("for c in stock, d in stock\n    repeat 3 times\n        stop\n") == []
    assert _codes("for i in 1..2000, j in 1..2000: add 1 to n\n") == ["E0520"]
    assert _codes("for i in 1..3, j in 1..n: add 1 to n\n") == ["E0520"]
    assert _codes("set n to number of c in stock, d in stock, e in stock, f in stock where c = d\n") == ["E0520"]
    assert _codes("set some to any cs in 2 cards of stock, d in stock has d in cs\n") == ["E0413"]
