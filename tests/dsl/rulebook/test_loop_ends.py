"""Where a loop ends inside a sentence: what is done after it never reads like what is done in each round."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Loops"
language 1
players 3
deck A 2 3 4 5 6
zones
    stock: face down
    hand of each player: private
    table of each player: face up
remember
    pot: number
    dealer: player
    chips of each player: number
main
    shuffle every card into stock
    repeat 3 times
        deal 2 from stock to hand of each player
        a_deal
    game over, won by the player with highest chips, otherwise shared
phase a_deal
{body}
phase ask(p: player)
    p chooses
        "play {{c}}" for c in p.hand
            move c to p.table
        "pass"
phase settle
    add 5 to dealer.chips
    add 1 to dealer.left.chips
phase reward(p: player)
    add 1 to p.chips
    add 1 to pot
"""


def rules(body: str) -> str:
    return RULES.format(body="\n".join(f"    {text}" for text in body.splitlines()))


def a_deal(body: str) -> str:
    """The section on a deal, with its lines as they are."""
    loaded = load(Source("loops.hoyle", rules(body)))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    text = plain(rulebook(loaded.game, RulebookSettings({}, 3)), 1000)
    return text.partition("A deal\n------\n\n")[2].partition("\n\n")[0]


ASKED = "if dealer.hand is not empty\n    for p in players{}settle\notherwise: set dealer to dealer.left"
GAINED = "for p in players where p.table is not empty\n    add 1 to p.chips{}add 1 to pot"
KNOWN = "if pot > 3\n    for p in players\n        if p.table is empty: add 1 to p.chips\n{}otherwise: add 1 to pot"
AFTER_AND_INSIDE = [
    (ASKED.format(": ask(p)\n    "), ASKED.format("\n        ask(p)\n        ")),
    (GAINED.format("\n"), GAINED.format("\n    ")),
    (KNOWN.format(""), KNOWN.format("        ")),
    (
        "if pot > 3\n    for p in players where p != dealer: add 1 to p.chips\n    add 1 to dealer.chips",
        "if pot > 3\n    for p in players where p != dealer\n        add 1 to p.chips\n        add 1 to dealer.chips",
    ),
    (
        "if pot > 3\n    for p in players: add 1 to p.chips\n    add 1 to pot",
        "if pot > 3\n    for p in players: reward(p)",
    ),
]


@pytest.mark.parametrize(("after", "inside"), AFTER_AND_INSIDE)
def test_what_follows_a_loop_differs_from_what_is_in_it(hoyle, tmp_path: Path, after: str, inside: str) -> None:
    assert a_deal(after) != a_deal(inside)
    for name, body in (("after", after), ("inside", inside)):
        (tmp_path / f"{name}.hoyle").write_text(rules(body), "utf-8")
    shown = hoyle("diff", tmp_path / "after.hoyle", tmp_path / "inside.hoyle").out
    assert "“A deal” is different." in shown


def test_a_loop_that_is_followed_by_more_makes_a_list_of_the_branch() -> None:
    assert a_deal(AFTER_AND_INSIDE[0][0]) == (
        "- If the dealer's hand is not empty:\n"
        "  - For each player: go through “Ask” for the player.\n"
        "  - The dealer gains 5 chips and the player to the dealer's left gains 1 chip.\n"
        "- Otherwise, the player to the dealer's left becomes the dealer."
    )


def test_two_things_done_for_each_player_are_introduced_by_a_colon() -> None:
    assert a_deal(AFTER_AND_INSIDE[1][1]) == (
        "For each player whose table is not empty: the player gains 1 chip; add 1 to the pot."
    )
    assert a_deal("for p in players where p.table is not empty: reward(p)") == (
        "For each player whose table is not empty: the player gains 1 chip; add 1 to the pot."
    )


def test_an_otherwise_is_no_part_of_a_condition_in_the_loop_before_it() -> None:
    assert a_deal(AFTER_AND_INSIDE[2][0]) == (
        "- If the pot is more than 3, for each player: if the player's table is empty, the player gains 1 chip.\n"
        "- Otherwise, add 1 to the pot."
    )
