"""A number of things that may be below zero: `no chips` stands for exactly zero, and for nothing else."""

from __future__ import annotations

import pytest

from .test_loop_ends import a_deal


@pytest.mark.parametrize(("condition", "said"), [
    ("dealer.chips = 0", "the dealer has no chips"),
    ("dealer.chips <= 0", "the dealer has zero chips or fewer"),
    ("dealer.chips < 1", "the dealer has zero chips or fewer"),
    ("not (dealer.chips > 0)", "the dealer has zero chips or fewer"),
    ("dealer.chips != 0", "the dealer does not have exactly zero chips"),
    ("dealer.chips >= 1", "the dealer has at least one chip"),
    ("any p in players has p.chips <= 0", "some player has zero chips or fewer"),
    ("(total p.chips for p in players) <= 0", "all players together have zero chips or fewer"),
    ("size of dealer.hand <= 0", "the dealer has no cards in hand"),
    ("size of dealer.hand != 0", "the dealer has at least one card in hand"),
])  # fmt: skip
def test_zero_is_not_what_is_less_where_there_can_be_less(condition: str, said: str) -> None:
    assert a_deal(f"if {condition}: add 1 to pot") == f"If {said}, add 1 to the pot."
