"""Neighbours in words: `c.player.left` is the player on the left of the one who played the card."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Neighbours"
language 1
players 4, partners opposite{direction}
deck 2 3 4 5 6
ranking
    any suit: 6 5 4 3 2
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    dealer: player
    points of each player: number
main
    deal 2 from stock to hand of each player
    play trick from hand to trick, led by dealer, any card
        after each card c by p
            {line}
    game over, won by the player with highest points, otherwise shared
"""
ONE = "the one who played the card played"


def said(line: str, direction: str = "") -> str:
    """The rulebook of a game with a line after each card."""
    loaded = load(Source("neighbours.hoyle", RULES.format(line=line, direction=direction)))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics if one.severity == "error"]
    return plain(rulebook(loaded.game, RulebookSettings({})), 10_000)


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("c.player.left", f"the player on the left of {ONE}"),
        ("c.player.right", f"the player on the right of {ONE}"),
        ("c.player.next", f"the player on the left of {ONE}"),
        ("c.player.left.left", f"the player two places to the left of {ONE}"),
        ("c.player.left(2).next", f"the player three places to the left of {ONE}"),
        ("c.player.left.right", "the player who played the card played"),
        ("c.player.left.right(2)", f"the player on the right of {ONE}"),
        ("dealer.left", "the player to the dealer's left"),
        ("dealer.left.left.left", "the player three places to the dealer's left"),
        ("dealer.partner.left", "the player on the left of the dealer's partner"),
        ("dealer.left.partner", "the partner of the player to the dealer's left"),
        ("dealer.left.partner.right", "the player on the right of the partner of the player to the dealer's left"),
    ],
)
def test_neighbours_of_neighbours(who: str, words: str) -> None:
    assert f"{words[0].upper()}{words[1:]} gains 1 point." in said(f"add 1 to {who}.points")
    assert f"Deal one card from the stock to {words}." in said(f"deal 1 from stock to {who}.hand")


def test_the_next_player_sits_on_the_other_side_where_play_goes_the_other_way() -> None:
    text = said("add 1 to c.player.next.right.points", ", counterclockwise")
    assert f"The player two places to the right of {ONE} gains 1 point." in text
