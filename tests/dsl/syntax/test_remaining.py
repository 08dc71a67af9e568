"""Lines that deal or put away what is left of a pile: the line that is advised does it."""

from __future__ import annotations

import re

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.hints.remaining import all_moved

GAME = """\
game "Kitty"
players 3
deck 7 8 9 10 J Q K A
zones
    stock: face down
    kitty: face down
    row: 3 places, face up
    hand of each player: private
remember
    dealer: player
    points of each player: number
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 7 from stock to hand of each player from dealer.left
    {line}
    game over, won by the player with highest points
"""
TO_KITTY = "move stock to kitty"
ROUND = "for p around the table from dealer.left until stock is empty: deal 1 from stock to p.hand"


def _found(line: str, game: str = GAME) -> tuple[Diagnostic, ...]:
    return tuple(one for one in load(Source("kitty.hoyle", game.replace("{line}", line))).diagnostics if one.help)


@pytest.mark.parametrize(
    ("line", "better"),
    [
        ("deal the rest of stock to kitty", TO_KITTY),
        ("deal the rest from stock to kitty", TO_KITTY),
        ("deal rest of stock to kitty", TO_KITTY),
        ("deal rest from stock to kitty", TO_KITTY),
        ("deal all from stock to kitty", TO_KITTY),
        ("move the rest of stock to kitty", TO_KITTY),
        ("deal every card from stock to kitty", TO_KITTY),
        ("deal all the cards of the stock face down to the kitty", TO_KITTY),
        ("deal the remaining cards to kitty", TO_KITTY),
        ("deal the rest of the cards from stock to kitty", TO_KITTY),
        ("move what is left in stock to kitty", TO_KITTY),
        ("put the rest in the kitty", TO_KITTY),
        ("move all stock to kitty", TO_KITTY),
        ("deal stock to kitty", TO_KITTY),
        ("deal the rest to the dealer", "move stock to dealer.hand"),
        ("give the rest of stock to dealer.left", "move stock to dealer.left.hand"),
        ("deal the rest of stock to row(2)", "move stock to row(2)"),
        ("deal the rest of the cards to each player", ROUND),
        ("deal the rest to players", ROUND),
        ("deal all from stock to hand of each player", ROUND),
    ],
)
def test_the_rest_is_moved(line: str, better: str) -> None:
    (problem,) = _found(line)
    assert problem.code in ("E0207", "E0301")
    assert problem.help is not None
    assert re.findall("`(.*)`", problem.help) == [better]
    assert [one for one in _found(better) if one.severity == "error"] == []


def test_a_name_of_the_file_is_no_word_for_what_is_left() -> None:
    game = GAME.replace("    dealer: player\n", "    dealer: player\n    rest: number\n")
    (problem,) = _found("deal the rest from stock to kitty", game)
    assert problem.help == "write `deal rest from stock to kitty`"
    assert _found("deal rest from stock to kitty", game) == ()


@pytest.mark.parametrize(
    "line",
    [
        "put the rest in the middle",  # what is put there is not said
        "move all hands to stock",
        "move all cards to stock",
        "move the rest of stock to stock",
        "deal 3 from stock to kitty",
    ],
)
def test_other_lines_are_none_of_these(line: str) -> None:
    assert all_moved(line, GAME) is None
