"""Counting cards through a game (`checks/cards/dealing.py`): how deep calls and loops are followed, and what a trick
pile contains before the trick.
"""

from __future__ import annotations

from hoyle.dsl.checks.cards.counting import DEEPEST_CALL
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


def test_any_number_of_successive_calls_is_followed() -> None:
    """Only the depth of nested calls is limited."""
    for calls in (1, 50):
        text = TEXT.format(calls="    mix\n" * calls)
        assert found_in(text) == ["E0507"]


def found_in(text: str) -> list[str]:
    """The codes of what is found, but for the same call twice in a row."""
    return [d.code for d in load(Source("calls", text)).diagnostics if d.code != "W0620"]


def test_nested_calls_are_followed_to_a_fixed_depth() -> None:
    for mixes in (0, 30):
        for deep, codes in ((DEEPEST_CALL - 1, ["E0507"]), (DEEPEST_CALL, []), (DEEPEST_CALL + 5, [])):
            chain = "".join(f"phase p{i}\n    p{i + 1}\n" for i in range(1, deep))
            last = f"phase p{deep}\n    mix\n    deal 7 from stock to hand of each player\n"
            text = TEXT.format(calls="    mix\n" * mixes + "    p1\n").replace(
                "    deal 7 from stock to hand of each player\n", ""
            )
            assert found_in(text + chain + last) == codes, (mixes, deep)


TRICKS = """\
game "Tricks"
players 2
deck 7 8 9 of clubs hearts
zones
    stock: face down
    trick: face up
    pile of each player: face down
    hand of each player: private
remember
    dealer: player
    steps: number
    points of each player: number
ranking
    any suit: 9 8 7
main
    shuffle stock
    set dealer to a random player
    deal 1 from stock to hand of each player
{main}    play trick from hand to trick, led by dealer, any card, taken by winner
    add 1 to winner.points
    game over, won by the player with highest points
"""
REFILLED = """\
    deal 1 from stock to pile of each player
    for p in players
        deal 1 from p.pile to p.hand
    for p in players
        move p.pile to trick
"""
LEFT_THERE = """\
    deal 1 from stock to pile of each player
    for p in players
        move p.pile to trick
"""


def errors(text: str) -> list[str]:
    return [d.code for d in load(Source("tricks", text)).diagnostics if d.code.startswith("E")]


def test_a_trick_pile_must_be_empty_before_the_trick() -> None:
    """A zone is empty at the start, and empty again when all its cards were dealt."""
    assert errors(TRICKS.format(main="")) == []
    assert errors(TRICKS.format(main=REFILLED)) == []
    assert errors(TRICKS.format(main=LEFT_THERE)) == ["E0514"]


def test_statements_after_nested_loops_are_counted() -> None:
    """Only the outer loops are run through twice.  Otherwise the time would double with each level of nesting."""
    loops = "".join("    " * (i + 1) + f"repeat until steps > {i}\n" for i in range(9))
    inner = "    " * 10 + "move top of stock to trick\n" + "    " * 10 + "add 1 to steps\n"
    behind = "    gather every card into stock\n    shuffle stock\n    deal 4 from stock to hand of each player\n"
    assert errors(TRICKS.format(main=loops + inner + behind)) == ["E0507"]


def test_cards_are_dealt_to_each_team_player_or_to_nobody_in_particular() -> None:
    text = TEXT.replace("players 4\n", "players 4, partners opposite\n").replace(
        "    hand of each player: private\n",
        "    hand of each player: private\n    kitty of each team: face down\n    table: face up\n",
    )
    for most, to in ((6, "hand of each player"), (12, "kitty of each team"), (24, "table")):
        for count, codes in ((most, []), (most + 1, ["E0507"])):
            dealing = text.replace("deal 7 from stock to hand of each player", f"deal {count} from stock to {to}")
            assert [code for code in found_in(dealing.format(calls="    mix\n")) if code.startswith("E05")] == codes
    for first, second, codes in ((6, 6, []), (6, 7, ["E0507"])):
        dealing = text.replace(
            "deal 7 from stock to hand of each player",
            f"deal {first} from stock to kitty of each team\n    deal {second} from stock to kitty of each team",
        )
        assert [code for code in found_in(dealing.format(calls="    mix\n")) if code.startswith("E05")] == codes
