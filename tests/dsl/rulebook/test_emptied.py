"""Sets that are emptied, and names with a plural that is not their last word: `cards left`."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook import english as en
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Emptied"
language 1
players 3
deck 7 8 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    folded: players
    suits_led: suits
    laid of each player: cards
    points of each player: number
define cards_left(p: player) means size of p.hand
define held(p: player) means 2 * size of p.hand  "how many cards … has"
main
    shuffle every card into stock
    deal 4 from stock to hand of each player
    set suits_led to {}
    set folded to {}
    turns
    game over, won by the player with lowest cards_left
phase turns
    set laid of each player to {}
    for p in players
        set p.laid to {}
        if p.laid is empty: set suits_led to suits_led + hearts
        if folded = {}: set folded to folded + p
        if folded != {} and p.held = p.left.cards_left: set folded to folded + p
        if p.cards_left > 3 and hearts in suits_led: add p.cards_left to p.points
"""


@pytest.fixture(scope="module")
def said() -> str:
    loaded = load(Source("emptied.hoyle", RULES))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    return " ".join(plain(rulebook(loaded.game, RulebookSettings({}))).split())


@pytest.mark.parametrize(
    "sentence",
    [
        "There are now no suits led. There are now no folded players.",
        "No player has any laid cards.",
        "The player now has no laid cards.",
        "If the player has no laid cards, hearts join the suits led.",
        "If there are no folded players, the player joins the folded players.",
        "If there are some folded players and how many cards the player has is",
        "How many cards a player has is twice the number of cards in the player's hand.",
        "The cards left of a player are the number of cards in the player's hand.",
        "The player with the fewest cards left wins.",
    ],
)
def test_what_is_empty_is_said_in_plain_words(said: str, sentence: str) -> None:
    assert sentence in said


def test_what_stands_behind_a_noun_has_no_plural() -> None:
    assert [en.is_plural(words) for words in ("cards left", "card left", "left", "last won")] == [
        True,
        False,
        False,
        False,
    ]
    assert (en.plural("trick made"), en.singular("tricks made"), en.singular("last won")) == (
        "tricks made", "trick made", "last won",
    )  # fmt: skip
