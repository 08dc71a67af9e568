"""Decks declared in rows: suits of different length, special cards, copies, and rows that depend on the number of
players.
"""

from __future__ import annotations

from collections import Counter

import pytest

DECK = """
    1..3 Sky of trumps
    J Q K of clubs hearts
    7 8 of clubs, 2 copies
    Q, 1 copies if number of players = 3
"""
RANKING = """
ranking
    trumps: Sky 3 2 1
    any other suit: K Q J 8 7
values pips of each card
    Sky: 5
    K: 4
    otherwise: 1
"""
FACES = ["1t", "2t", "3t", "Skyt", "Jc", "Qc", "Kc", "Jh", "Qh", "Kh", "7c", "7c", "8c", "8c"]


@pytest.mark.parametrize(("players", "more"), [("4", []), ("3", ["Qc", "Qd", "Qh", "Qs"])])
def test_the_deck_has_the_cards_of_all_rows(play, players: str, more: list[str]) -> None:
    main = "set n to number of c in stock where c.rank = Q\nset found to any c in stock has c = Q of clubs\n"
    table = play(main, players=players, deck=DECK, more=RANKING, remember="n: number\nfound: yes or no\n")
    cards = Counter(table.card(card) for card in range(len(table.program.deck)))
    assert cards == Counter([*FACES, *more])
    assert table.var("n") == 2 + len(more)
    assert table.var("found") == 1


def test_special_cards_follow_suit_and_win_by_the_ranking(play) -> None:
    from ..tricks.test_tricks import ZONES

    main = """
gather every card into stock
move (the c in stock where c = K of clubs) to p.hand
move (the c in stock where c = 2 of trumps) to p.left.hand
move (the c in stock where c.rank = Sky) to p.left(2).hand
move (first c in stock where c = 7 of clubs) to p.left(3).hand
move (first c in stock where c = 3 of trumps) to p.left(3).hand
play trick from hand to trick, led by p, following suit, taken by winner
set got to winner
set n to total pips of trick
set worst to the lowest c in trick by the ranking
"""
    remember = "p, got: player\nn: number\nworst: card or none\n"
    table = play(main, deck=DECK, more=RANKING, zones=ZONES, remember=remember)
    asked = []
    while not table.over:
        asked.append(table.labels)
        table.choose(table.labels[0])
    assert asked == [["play Kc"], ["play 2t"], ["play Skyt"], ["play 7c"]]
    assert (table.var("got"), table.var("n")) == (2, 4 + 1 + 5 + 1)
    assert table.card(table.var("worst")) == "7c"


def test_a_card_in_no_row_is_an_error(refuses, rules) -> None:
    assert "E0518" in refuses(rules("if Sky of clubs in stock: stop\n", deck=DECK, more=RANKING))
    assert "E0519" in refuses(rules("nothing\n", deck="\n    A..3 of clubs\n"))


def test_sets_and_options_of_more_than_64_cards(play) -> None:
    """Two packs have 104 cards.  Remembering, searching and offering them gives the same in every executor."""
    main = """gather every card into stock
shuffle stock
deal 3 from stock to hand of each player
set these to p.hand + p.left.hand
set it to first c in these
add size of these to p.score
p chooses
    "give {c} to {q}" for c in p.hand, q in players except p
        move c to q.hand
"""
    deck = "2 3 4 5 6 7 8 9 10 J Q K A, 2 copies"
    for seed in range(3):
        table = play(main, deck=deck, remember="p: player\nthese: cards\nit: card or none", seed=seed)
        assert table.each("score")[0] == 6
        assert len(table.labels) == 3 * len(set(table.zone("hand", 0).split()))
        table.choose(table.labels[-1])
        assert [table.size("hand", i) for i in range(4)] in ([2, 4, 3, 3], [2, 3, 4, 3], [2, 3, 3, 4])


@pytest.mark.parametrize("low", [-127, -128, -129, -200, -32768, -32769])
def test_values_of_cards_may_be_far_below_zero(value, low) -> None:
    """A module stores a table of values in as few bytes as its numbers need."""
    more = f"values cost of each card\n    2: {low}\n    otherwise: 100\n"
    assert value("total cost of heap", before="gather every card into heap", deck="2 3", more=more) == 4 * low + 400


@pytest.mark.parametrize("n", [0, 1])
def test_cards_of_a_large_deck_are_assigned_under_a_condition(play, n) -> None:
    """A set of cards takes several words of a module's memory."""
    main = f"""
        gather every card into stock
        deal 60 from stock to p.hand
        deal 60 from stock to p.left.hand
        let mine be p.hand
        let chosen be p.left.hand
        set x to {n}
        p chooses
            "on"
                nothing
        if x = 1: set chosen to mine
        move chosen to heap
    """
    table = play(main, "on", deck="2 3 4 5 6 7 8 9 10 J Q K A, 3 copies", remember="p: player\nx: number")
    assert table.size("hand", 0) == 60 - 60 * n
    assert table.size("heap") == 60
