"""All but some: what is excepted, and from what, must be clear where sets are joined as well."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Exceptions"
language 1
players 4
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    dealer, maker: player
    makers, out: players
    points of each player: number
main
    set dealer to a random player
    set maker to dealer.left
    set makers to {{maker}}
    set out to players
    {}
    game over, won by the player with highest points, otherwise shared
"""


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (
            "for q in players except maker + dealer: add 1 to q.points",
            "Each player among the dealer and the players except the maker gains 1 point.",
        ),
        (
            "add 1 to points of each player except maker + dealer",
            "Each player except the maker and the dealer gains 1 point.",
        ),
        (
            "for q in players except (maker + dealer): add 1 to q.points",
            "Each player except the maker and the dealer gains 1 point.",
        ),
        (
            "for q in players except maker except dealer: add 1 to q.points",
            "Each player except the maker and the dealer gains 1 point.",
        ),
        (
            "for q in (makers + out) except dealer: add 1 to q.points",
            "Each player among (the makers and the out players) except the dealer gains 1 point.",
        ),
        (
            "set out to players except maker + dealer",
            "The out players are now the dealer and the players except the maker.",
        ),
        (
            "set out to players except maker + (makers except dealer)",
            "The out players are now (the players except the maker) and the makers except the dealer.",
        ),
        ("set out to players except maker except dealer", "are now the players except the maker and the dealer."),
        ("set out to (makers + out) except dealer", "are now (the makers and the out players) except the dealer."),
        (
            "set out to makers except (out except dealer)",
            "are now the makers except (the out players except the dealer).",
        ),
        (
            "for q in makers except (out except dealer): add 1 to q.points",
            "Each maker except (the out players except the dealer) gains 1 point.",
        ),
        (
            "move (pile + maker.hand) except top of pile to stock",
            "Put (the pile and the maker's hand) except the top card of the pile face down into the stock.",
        ),
        (
            "set maker.points to (number of c in (pile + maker.hand) except top of pile where c.rank = A)",
            "to the number of cards of (the pile and the maker's hand) except the top card of the pile that are aces.",
        ),
    ],
)
def test_what_is_excepted(statement: str, words: str) -> None:
    loaded = load(Source("exceptions.hoyle", RULES.format(statement)))
    assert loaded.game is not None, loaded
    assert words in " ".join(plain(rulebook(loaded.game, RulebookSettings({}))).split())
