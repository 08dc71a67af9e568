"""Who takes no part in a trick: what the trick itself changes counts as it was when the trick began."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Left Out"
language 1
players 3
deck 7 8 9 10 J Q K A
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    folded: players
    points of each player: number
ranking
    any suit: A K Q J 10 9 8 7
main
    shuffle every card into stock
    deal 4 from stock to hand of each player
    let leader be a random player
    play trick from hand to trick, led by leader, without WITHOUT, following suit, taken by leader
        before each card by p
            STEP
    move trick to stock
    add 1 to leader.points
    game over, won by the player with highest points
"""
BEGINS = "As things stand when the trick begins, "


@pytest.mark.parametrize(
    ("without", "step", "said"),
    [
        ("folded", "set folded to folded + p", f"{BEGINS}the folded players take no part;"),
        ("folded", "add 1 to p.points", "The folded players take no part;"),
        ("every p in players where p.hand is empty", "nothing", f"{BEGINS}the players whose hand is empty take no"),
    ],
)
def test_what_a_trick_changes_counts_as_it_was_when_it_began(without: str, step: str, said: str) -> None:
    game = load(Source("left_out.hoyle", RULES.replace("WITHOUT", without).replace("STEP", step))).game
    assert game is not None
    assert said in " ".join(plain(rulebook(game, RulebookSettings({}))).split())
