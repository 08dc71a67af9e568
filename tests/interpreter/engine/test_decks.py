"""Decks given row by row: suits of different length, special cards, copies, and rows that depend on how many play."""

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
def test_the_cards_of_all_rows(play, players: str, more: list[str]) -> None:
    main = "set n to number of c in stock where c.rank = Q\nset found to any c in stock has c = Q of clubs\n"
    table = play(main, players=players, deck=DECK, more=RANKING, remember="n: number\nfound: yes or no\n")
    cards = Counter(table.card(card) for card in range(len(table.program.deck)))
    assert cards == Counter([*FACES, *more])
    assert table.var("n") == 2 + len(more)
    assert table.var("found") == 1


def test_special_cards_follow_and_win_as_the_ranking_says(play) -> None:
    from .test_tricks import ZONES

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


def test_a_card_no_row_lists_is_reported(refuses, rules) -> None:
    assert "E0518" in refuses(rules("if Sky of clubs in stock: stop\n", deck=DECK, more=RANKING))
    assert "E0519" in refuses(rules("nothing\n", deck="\n    A..3 of clubs\n"))
