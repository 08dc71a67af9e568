"""Conditions about each, some or none of several things, with further conditions inside: it must be clear of which thing
each part speaks.
"""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Q"
language 1
players 4
deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 jokers
zones
    stock: face down
    pile: face up
    hand of each player: face up
remember
    points of each player: number
define odd(cs: cards) means {cards}
define fine(p: player) means {player}
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    for p in players
        p chooses
            "odd {{cs}}" for cs in 2 cards of p.hand where odd(cs)
                move cs to pile
            "fine" if fine(p)
                add 1 to p.points
            "pass" otherwise
    game over, won by the player with highest points, otherwise shared
"""
ANY_CARDS, ANY_PLAYER = "size of cs = 2", "p.points = 1"


def said(cards: str = ANY_CARDS, player: str = ANY_PLAYER) -> str:
    """The rulebook's text for the two defines, without its line breaks."""
    loaded = load(Source("q.hoyle", RULES.format(cards=cards, player=player)))
    assert loaded.game is not None
    return " ".join(plain(rulebook(loaded.game, RulebookSettings({}))).split())


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (
            "no c in cs has (c is not joker and any d in cs has (d is not joker and d.rank != c.rank))",
            (
                "if there is no card among the cards that is not a joker, and for which one of the cards is not a joker "
                "and is not of the same rank as that card."
            ),
        ),
        (
            "every c in cs has (c is joker or every d in cs has (d is joker or d.rank = c.rank))",
            (
                "if for every card among the cards that is not a joker, every card among the cards that is not a joker is "
                "of the same rank as that card."
            ),
        ),
        (
            "any c in cs has (c is not joker and every d in cs has (d is joker or d.suit = c.suit))",
            (
                "if there is a card among the cards that is not a joker and for which every card among the cards that is "
                "not a joker is of the same suit as that card."
            ),
        ),
    ],
)
def test_cards_within_cards(condition: str, words: str) -> None:
    assert words in said(cards=condition)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (
            "every q in players has (q = p or size of q.hand >= size of p.hand)",
            "if every other player has at least as many cards in hand as the player has.",
        ),
        ("no q in players has (q != p and any c in q.hand has c.rank = A)", "if no other player has a card in hand"),
    ],
)
def test_players_beside_a_player(condition: str, words: str) -> None:
    assert words in said(player=condition)
