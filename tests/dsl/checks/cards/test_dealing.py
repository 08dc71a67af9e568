"""Cards counted through the game (`checks/cards/dealing.py`): how far calls are followed."""

from __future__ import annotations

from hoyle.dsl.checks.cards.dealing import DEEPEST_CALL
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

TEXT = """\
game "Calls"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
main
{calls}    deal 7 from stock to hand of each player
    add 1 to points of each player
    game over, won by the player with highest points

phase mix
    gather every card into stock
    shuffle stock
"""


def test_any_number_of_calls_one_after_the_other_is_followed() -> None:
    """Only calls within calls are bounded."""
    for calls in (1, 50):
        text = TEXT.format(calls="    mix\n" * calls)
        assert [d.code for d in load(Source("calls", text)).diagnostics] == ["E0507"]


def test_calls_within_calls_are_followed_so_far_whatever_was_called_before() -> None:
    for mixes in (0, 30):
        for deep, codes in ((DEEPEST_CALL - 1, ["E0507"]), (DEEPEST_CALL, []), (DEEPEST_CALL + 5, [])):
            chain = "".join(f"phase p{i}\n    p{i + 1}\n" for i in range(1, deep))
            last = f"phase p{deep}\n    mix\n    deal 7 from stock to hand of each player\n"
            text = TEXT.format(calls="    mix\n" * mixes + "    p1\n").replace(
                "    deal 7 from stock to hand of each player\n", ""
            )
            assert [d.code for d in load(Source("calls", text + chain + last)).diagnostics] == codes, (mixes, deep)
