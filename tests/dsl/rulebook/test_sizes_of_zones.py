"""The size of a zone is the number of its cards, whatever the plural that names it: melds and tricks are several cards each."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Sizes"
language 1
players 2
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    bottles: face up
    discards: face up
    threes: face up
    aces: face up
    hand of each player: private
    won of each player: face down
    melds of each player: face up
    sets of each player: 3 places, face up
remember
    dealer: player
    points of each player: number
main
    set dealer to a random player
    {}
    game over, won by the player with highest points, otherwise shared
"""


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (
            "set dealer.points to size of dealer.melds",
            "Set the dealer's points to the number of cards in the dealer's melds.",
        ),
        (
            "add size of dealer.melds to dealer.points",
            "The dealer gains as many points as the dealer has cards in melds.",
        ),
        ("if size of dealer.melds > 2: set dealer to dealer.left", "If the dealer has more than two cards in melds,"),
        ("if size of dealer.melds = 1: set dealer to dealer.left", "If the dealer has one card in melds,"),
        ("if dealer.melds is empty: set dealer to dealer.left", "If the dealer has no melds,"),
        ("if size of bottles = 1: set dealer to dealer.left", "If there is one card in the bottles,"),
        ("set dealer.points to size of bottles", "Set the dealer's points to the number of cards in the bottles."),
        ("set dealer.points to size of dealer.sets", "to the number of cards in the dealer's sets."),
        ("set dealer.points to size of dealer.sets(2)", "to the number of cards in place 2 of the dealer's sets."),
        ("set dealer.points to highest size of p.melds for p in players", "to the most cards in melds of any player."),
        (
            "if size of dealer.melds > size of dealer.hand: set dealer to dealer.left",
            "If the dealer has more cards in melds than the dealer has in hand,",
        ),
        (
            "if size of dealer.melds > size of dealer.left.melds: set dealer to dealer.left",
            "If the dealer has more cards in melds than the player to the dealer's left has,",
        ),
        ("set dealer.points to size of discards", "Set the dealer's points to the number of discards."),
        ("set dealer.points to size of threes + size of aces", "to the number of threes plus the number of aces."),
        ("set dealer.points to size of dealer.won", "to the number of the dealer's won cards."),
        ("move top of discards to stock", "Put the top discard face down"),
        ("if size of dealer.won > 2: set dealer to dealer.left", "If the dealer has more than two won cards,"),
    ],
)
def test_cards_are_counted(statement: str, words: str) -> None:
    loaded = load(Source("sizes.hoyle", RULES.format(statement)))
    assert loaded.game is not None, loaded
    assert words in " ".join(plain(rulebook(loaded.game, RulebookSettings({}))).split())
