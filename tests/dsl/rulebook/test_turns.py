"""The rulebook describes `for p around the table from q, 3 times` as turns of players, not as a changing name."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

GAME = """
game "Rounds"
language 1
players 3..5 = 4
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
    won of each player: face down
remember
    dealer: player
    points of each player: number
main
    set dealer to a random player
    shuffle every card into stock
    deal 9 from stock to hand of each player
    LOOP
    game over, won by the player with highest points
phase lay(p: player)
    p chooses
        "lay {c}" for c in p.hand
            move c to p.won
            add 1 to p.points
"""
SAID = {
    "for p around the table from dealer.left, 3 times: lay(p)":
        "For three turns, starting with the player to the dealer's left and going round the table: go through “Lay” for the player.",
    "for p around the table from dealer, 7 times until p.hand is empty: lay(p)":
        "For at most seven turns, starting with the dealer and going round the table, until the player's hand is empty: - Go through “Lay” for the player.",
    "for p around the table from a random player, number of players times: lay(p)":
        "For as many turns as there are players, starting with a player drawn by lot and going round the table: go through “Lay” for the player.",
}  # fmt: skip


@pytest.mark.parametrize("loop", SAID)
def test_the_number_of_turns_is_written(loop: str) -> None:
    loaded = load(Source("rounds", GAME.replace("LOOP", loop)))
    assert loaded.game is not None, loaded.diagnostics
    text = plain(rulebook(loaded.game, RulebookSettings({}, None)))
    assert SAID[loop] in " ".join(text.split())
    assert "becomes the player" not in " ".join(text.split())
    assert "the game goes on until" not in text.lower()
