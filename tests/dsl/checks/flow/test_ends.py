"""Whether the lines after a loop without a condition can be reached."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

GAME = """\
game "Rounds"
players 4
deck 9 10 J Q K A
zones
    stock: face down
remember
    points of each player: number
main
    gather every card into stock
    repeat
        score
    AFTER
phase score
    add 1 to points of each player
    settle
phase settle
    if highest points > 3: game over, won by the player with highest points
"""


@pytest.mark.parametrize(("after", "codes"), [("", []), ("shuffle stock", ["W0601"])])
def test_a_loop_that_only_a_phase_inside_it_ends_is_never_left(after: str, codes: list[str]) -> None:
    """The phase called in the loop calls another one, which may end the game."""
    found = [d.code for d in load(Source("rounds", GAME.replace("AFTER", after))).diagnostics]
    assert [code for code in found if code != "W0303"] == codes
