"""Piles of unknown order that belong to players.  Each pile is drawn from separately."""

from __future__ import annotations

import pytest

ZONES = """
zones
    stock: face down
    out: face up
    draw_pile of each player: face down
    hand of each player: private
"""


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_card_is_drawn_from_the_pile_of_the_named_player(play, seat: int) -> None:
    """Each player has six cards of his own suit in unknown order.

    Three of them are dealt, then the top one is taken.
    """
    suits = ("clubs", "diamonds", "hearts")
    piles = [f"p{'.left' * n}.draw_pile" for n in range(3)]
    parted = [f"move every c in stock where c.suit = {suit} to {pile}" for suit, pile in zip(suits, piles, strict=True)]
    for seed in range(4):
        steps = ["gather every card into stock", *parted, *(f"shuffle {pile}" for pile in piles)]
        steps += [f"deal 3 from {piles[seat]} to p.hand", f"show top of {piles[seat]} to everyone"]
        steps += [f"move top of {piles[seat]} to out"]
        table = play(
            "\n".join(steps),
            deck="2 3 4 5 6 7", zones=ZONES, remember="p: player", players="3", seed=seed, checks=True,
        )  # fmt: skip
        drawn = table.zone("hand", 0).split() + table.zone("out").split()
        assert len(set(drawn)) == 4
        assert {card[-1] for card in drawn} == {suits[seat][0]}
