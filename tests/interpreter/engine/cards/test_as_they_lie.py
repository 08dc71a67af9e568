"""Piles that are gathered as they lie, and cut."""

from __future__ import annotations

ZONES = """
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each player: face down
"""
REMEMBER = "    p: player\n    n: number\n"


def test_piles_are_laid_on_top_of_each_other_as_they_lie(play) -> None:
    """First what is there, then zone by zone as declared, and owner by owner in each."""
    main = """\
let q be p.left
for n1 in {1, 2, 3}: move (first c in stock where c = (K of hearts if n1 = 1 otherwise 9 of hearts if n1 = 2 otherwise A of hearts)) to q.won
for n1 in {1, 2}: move (first c in stock where c = (10 of clubs if n1 = 1 otherwise J of clubs)) to trick
for n1 in {1, 2}: move (first c in stock where c = (Q of spades if n1 = 1 otherwise 9 of spades)) to p.won
for n1 in {1, 2, 3}: move (first c in stock where c = (A of diamonds if n1 = 1 otherwise 9 of diamonds if n1 = 2 otherwise J of diamonds)) to p.hand
for c in stock: move c to q.hand
gather every card into stock in the order they lie
"""
    table = play(main, zones=ZONES, remember=REMEMBER, deck="9 10 J Q K A", players="2")
    below, above = ["10c", "Jc", "Ad", "9d", "Jd"], ["Qs", "9s", "Kh", "9h", "Ah"]
    rest = [card for card in table.zone("stock").split() if card not in below + above]
    expected = [*below, *rest, *above]
    assert table.zone("stock").split() == expected


def test_a_cut_turns_the_pile_and_keeps_its_order(play) -> None:
    main = "gather every card into stock in the order they lie\ncut stock\n"
    seen, ranks = set[int](), ["9", "10", "J", "Q", "K", "A"]
    for seed in range(12):
        table = play(main, zones=ZONES, remember=REMEMBER, deck="9 10 J Q K A", players="2", seed=seed)
        cards = table.zone("stock").split()
        start = cards.index("9c")
        assert start > 0, "at least one card is cut, and not all"
        seen.add(start)
        assert cards[start:] + cards[:start] == [rank + suit for suit in "cdhs" for rank in ranks]
    assert len(seen) > 5


def test_a_pile_that_was_shuffled_is_cut_anywhere(play) -> None:
    """The cards that come under the others are any cards, not those that the pack lists last."""
    main = "shuffle every card into stock\ncut stock\nmove bottom of stock to trick\n"
    found = {
        play(main, zones=ZONES, remember=REMEMBER, deck="9 10 J Q K A", players="2", seed=seed).zone("trick")
        for seed in range(16)
    }
    assert len({card[-1] for card in found}) > 2


def test_a_pile_of_one_card_is_not_cut(play) -> None:
    main = "gather every card into stock\nmove (first c in stock where c.rank = A) to trick\ncut trick\ncut p.won\n"
    table = play(main, zones=ZONES, remember=REMEMBER, deck="9 10 J Q K A", players="2")
    assert table.zone("trick") == "Ac"


def test_cards_are_dealt_as_they_lie(play) -> None:
    """A deal from a pile that was gathered as it lay takes its top cards, and nothing is drawn."""
    main = """\
for c in stock where c.rank = A: move c to p.won
gather every card into stock in the order they lie
deal 2 from stock to hand of each player
"""
    table = play(main, zones=ZONES, remember=REMEMBER, deck="9 10 J Q K A", players="2")
    hands = {frozenset(table.zone("hand", q).split()) for q in range(2)}
    assert hands == {frozenset({"As", "Ah"}), frozenset({"Ad", "Ac"})}
