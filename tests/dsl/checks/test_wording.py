"""How the checks describe a case: each condition in the author's words, or negated, and the reason why something never
holds.
"""

from __future__ import annotations

import pytest

from hoyle.dsl.checks.formulas.wording import negated_text
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

GAME = """\
game "G"
players 2
deck 7 8 9{jokers}
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    points of each player: number
    first_trick: yes or no
main
    shuffle stock
    deal 1 from stock to hand of each player
    for p in players
        for c in p.hand
            if c is joker: add 1 to p.points
        p chooses
            "a"
                pay(p)
                set first_trick to yes
                move p.hand to trick
            "b"
    game over, won by the player with highest points, otherwise shared
table pay(p: player)
    trick is empty -> add 1 to p.points
    first_trick and trick is not empty -> add 2 to p.points
"""


def found(jokers: str, last: str = "first_trick and trick is not empty") -> list[tuple[str, str, str | None]]:
    text = GAME.format(jokers=jokers).replace("first_trick and trick is not empty", last)
    reported = load(Source("g.hoyle", text)).diagnostics
    return [(d.code, d.message, d.help) for d in reported if d.code in ("E0701", "E0702", "W0423")]


def test_the_description_of_a_case_has_no_repetition_and_no_contradiction() -> None:
    case = next(message for code, message, _ in found(", 1 joker") if code == "E0702")
    assert case == "no row of `pay` applies to: `trick is not empty, not first_trick`"


def test_a_test_for_a_joker_in_a_deck_without_jokers_is_explained() -> None:
    why = "there is no joker in the deck: jokers are counted there, as in `, 2 jokers`"
    assert found("", "otherwise") == [("W0423", "this never holds", why)]
    assert found(", 1 joker", "otherwise") == []


@pytest.mark.parametrize(
    ("text", "opposite"),
    [
        ("trick is empty", "trick is not empty"),
        ("trick is not empty", "trick is empty"),
        ("c is joker", "c is not joker"),
        ("first_trick", "not first_trick"),
        ("every p in players has p.hand is empty", "not every p in players has p.hand is empty"),
    ],
)
def test_a_negated_condition_is_written_naturally(text: str, opposite: str) -> None:
    assert negated_text(text) == opposite
