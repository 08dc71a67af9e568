"""One player chooses the cards of another: `with declarer playing for dummy`."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

from .test_tricks import EUCHRE, REMEMBER, ZONES, hands

GAME = {"more": EUCHRE, "deck": "9 10 J Q K A", "zones": ZONES, "remember": REMEMBER + "    dummy: player\n"}
TRICK = """\
set dummy to p.left.left
play trick from hand to trick, led by p, with p playing for dummy, following suit
    after each card
        if size of trick = 1: show dummy.hand to everyone
    after each card c by q
        if q = dummy: add 1 to n
    taken by winner
set got to winner
"""
ONCE = TRICK.replace("    after each card c by q\n        if q = dummy: add 1 to n\n", "")


def test_the_choice_is_put_to_another_player_and_the_card_is_still_the_owners(play) -> None:
    table = play(hands("Kd", "9d", "10h Ad", "10d") + ONCE, **GAME)
    assert (table.who, table.labels) == (0, ["play Kd"])
    table.choose("play Kd")
    assert (table.who, table.labels) == (1, ["play 9d"])
    table.choose("play 9d")
    assert (table.who, table.labels) == (0, ["play Ad"]), "the dummy must follow suit, and the other one chooses"
    table.choose("play Ad")
    assert (table.who, table.labels) == (3, ["play 10d"])
    table.choose("play 10d")
    assert table.over
    assert table.var("got") == 2, "the trick is taken by the player whose card it is"


def test_what_is_done_at_each_card_names_the_owner(play) -> None:
    steps = "    after each card c by q\n        if q = dummy: add 1 to n\n"
    shown = "    after each card\n        if size of trick = 1: show dummy.hand to everyone\n"
    body = TRICK.replace(shown, "").replace(
        steps, steps.replace("        if", "        if size of trick = 1: show dummy.hand to everyone\n        if")
    )
    table = play(hands("Kd", "9d", "Ad", "10d") + body, **GAME)
    for label in ("play Kd", "play 9d", "play Ad", "play 10d"):
        table.choose(label)
    assert table.var("n") == 1


RULES = """game "Open cards"
players 2
deck 7 8 9 of clubs hearts
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    dealer: player
    score of each player: number
ranking
    any suit: 9 8 7
main
    gather every card into stock
    shuffle stock
    set dealer to a random player
    deal 2 from stock to hand of each player
    SHOWN
    play trick from hand to trick, led by dealer, with dealer playing for dealer.left, any card, taken by winner
    add 1 to winner.score
    game over, won by the player with highest score
"""


@pytest.mark.parametrize(
    ("shown", "codes"),
    [("nothing", {"E0801"}), ("show dealer.left.hand to everyone", set()), ("show dealer.left.hand to dealer", set())],
)
def test_whoever_chooses_must_have_been_shown_the_cards(shown: str, codes: set[str]) -> None:
    found = load(Source("open", RULES.replace("SHOWN", shown))).diagnostics
    assert {one.code for one in found} == codes
    for one in found:
        assert one.span.text == "dealer"
