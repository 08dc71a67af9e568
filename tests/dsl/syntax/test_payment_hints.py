"""What is advised for a line about a pot does what the line says when it is written word for word: no more is paid, and
nothing gets lost."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

import hoyle
from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source

GAME = """\
game "Paid"
language 1
players 4
deck 7 8 9 10 J Q K A
zones
    stock: face down
    discards: face up
    hand of each player: private
remember
    dealer: player
    leader: player
    winner: player
    pot: number
    chips of each player: number
    tricks of each player: number
    folded of each player: yes or no
define winners means every x in players where x.tricks = 0
main
    shuffle every card into stock
    set dealer to a random player
    set leader to dealer.left
    set winner to dealer.left
    tried(dealer)
    game over, won by the player with highest chips
phase tried(p: player)
    {line}
example "it holds" by p
    set dealer to p
    set leader to p.left
    set winner to p.left
    set pot to 10
    set p.tricks to 1
    set p.left.tricks to 2
    set p.right.folded to yes
    shuffle every card into stock
    tried(p)
    expect {holds}
"""


class Case(NamedTuple):
    """A line, the lines that are advised, and what then holds."""

    line: str
    lines: tuple[str, ...]
    holds: str


ANTED = ("subtract 1 from chips of each player", "add number of players to pot")
ALL_PAID = "pot = 14 and p.chips = -1 and p.left.chips = -1 and p.right.chips = -1"
ONE_PAID = "pot = 11 and p.chips = -1 and p.left.chips = 0"
ONE_PAYS = ("subtract 1 from dealer.chips", "add 1 to pot")
WON = "pot = 0 and p.left.chips = 10 and p.chips = 0"
SHARED = "pot = 0 and p.left.left.chips = 5 and p.right.chips = 5 and p.chips = 0 and p.left.chips = 0"
QUARTERS = "pot = 2 and p.left.chips = 2 and p.chips = 2 and p.right.chips = 2"

CASES = (
    Case(
        "the player with the most tricks wins the pot",
        ("let taker be the highest q in players by q.tricks", "add pot to taker.chips", "set pot to 0"),
        WON,
    ),
    Case(
        "the pot goes to the player with the most tricks",
        ("let taker be the highest q in players by q.tricks", "add pot to taker.chips", "set pot to 0"),
        WON,
    ),
    Case("the pot goes to the winner", ("add pot to winner.chips", "set pot to 0"), WON),
    Case("the winner takes the pot", ("add pot to winner.chips", "set pot to 0"), WON),
    Case(
        "whoever has the fewest chips takes the pot",
        ("let taker be the lowest q in players by q.chips", "add pot to taker.chips", "set pot to 0"),
        "pot = 0 and total chips of players = 10",
    ),
    Case("each player antes 1 chip", ANTED, ALL_PAID),
    Case("everyone antes", ANTED, ALL_PAID),
    Case("each player pays 1 chip", ANTED, ALL_PAID),
    Case(
        "each player antes 2 chips",
        ("subtract 2 from chips of each player", "add 2 * number of players to pot"),
        "pot = 18 and p.chips = -2",
    ),
    Case("dealer antes a chip", ONE_PAYS, ONE_PAID),
    Case("the dealer pays 1 chip", ONE_PAYS, ONE_PAID),
    Case("dealer pays the pot", ONE_PAYS, ONE_PAID),
    Case("move 1 from dealer.chips to pot", ONE_PAYS, ONE_PAID),
    Case("take a chip from dealer to the pot", ONE_PAYS, ONE_PAID),
    Case("move pot from pot to dealer.chips", ("add pot to dealer.chips", "set pot to 0"), "pot = 0 and p.chips = 10"),
    Case(
        "divide the pot among the winners",
        ("for q in winners: add pot / size of winners to q.chips", "set pot to pot mod size of winners"),
        SHARED,
    ),
    Case(
        "split the pot between dealer.right and dealer.left.left",
        (
            (
                "for q in {dealer.right, dealer.left.left}: add pot / size of {dealer.right, dealer.left.left}"
                " to q.chips"
            ),
            "set pot to pot mod size of {dealer.right, dealer.left.left}",
        ),
        SHARED,
    ),
    *(
        Case(
            line,
            ("for q in players: add pot / number of players to q.chips", "set pot to pot mod number of players"),
            QUARTERS,
        )
        for line in ("divide the pot", "the pot is split evenly among the players")
    ),
)


def text_of(lines: str, holds: str = "pot = 10") -> str:
    """The game with some lines, and what holds after them."""
    return GAME.format(line=lines.replace("\n", "\n    "), holds=holds)


def faults(text: str) -> set[str]:
    """The codes of what is wrong with a game, its example played."""
    return {one.code for one in hoyle.check(Source("tried", text)).diagnostics if one.severity == "error"}


def first_advice(text: str) -> Diagnostic:
    """What is said first of the tried line."""
    return next(one for one in load(Source("tried", text)).diagnostics if one.help)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.line) for case in CASES])
def test_what_is_advised_pays_what_the_line_says(case: Case) -> None:
    found = first_advice(text_of(case.line))
    assert tuple(re.findall("`([^`]+)`", found.help or "")) == case.lines
    better = "\n".join(case.lines)
    assert faults(text_of(better, case.holds)) == set()
    assert faults(text_of(better, f"not ({case.holds})")) == {"E1307"}  # the example is played


def test_who_shares_the_pot_is_defined_where_no_line_does() -> None:
    found = first_advice(text_of("divide the pot among the survivors"))
    assert (found.help or "").endswith("with, at the left edge, `define survivors means every p in players where …`")


@pytest.mark.parametrize("won", ["the hand", "the trick", "the pot"])
def test_who_wins_something_does_not_end_the_game(won: str) -> None:
    assert "game over" not in (first_advice(text_of(f"the player with the most tricks wins {won}")).help or "")
    ended = first_advice(text_of("the player with the most tricks wins the game"))
    assert ended.help == "write `game over, won by the player with highest tricks`"
