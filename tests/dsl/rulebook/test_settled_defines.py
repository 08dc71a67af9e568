"""What the rulebook says of a define that is always true, or never."""

from __future__ import annotations

from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.english import Noun
from hoyle.dsl.rulebook.explanations import _settled
from hoyle.dsl.rulebook.speech import new_book

from ...small_rules import game_of, small_rules

DEFINES = """\
define can_fold(p: player) means yes
define is_good(cs: cards) means yes
define alike(c: card, d: card) means no
define open_game means yes
define out(p: player) means no
"""


def test_a_define_that_is_settled_is_one_clause() -> None:
    game = game_of(small_rules(defines=DEFINES))
    book = new_book(game, RulebookSettings({}))
    nouns = {
        "can_fold": [Noun("the player")], "is_good": [Noun("the cards", True)], "alike": [Noun("the card"), Noun("the other")],
        "open_game": [], "out": [Noun("the player")],
    }  # fmt: skip
    found = {
        (one.name, holds): _settled(book, one, nouns[one.name], holds)
        for one in game.defines
        if one.name in nouns
        for holds in (True, False)
    }
    assert found == {
        ("can_fold", True): "every player can fold",
        ("can_fold", False): "no player can fold",
        ("is_good", True): "the cards are good in every case",
        ("is_good", False): "the cards are not good in any case",
        ("alike", True): "the card is alike in every case",
        ("alike", False): "the card is not alike in any case",
        ("open_game", True): "“open game” applies in every case",
        ("open_game", False): "“open game” does not apply in any case",
        ("out", True): "every player is out",
        ("out", False): "no player is out",
    }
