"""Names that are no nouns: what a rulebook calls them, and that no shipped description leans on the line before it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hoyle

RULES = """game "No nouns"
players 3
deck 9 10 J Q K A, 2 copies
zones
    stock: face down
    floor: face up
    hand of each player: private
remember
    first_out: player "the last bidder: whoever bid last"
    turn: player or none
    wed_by: player or none
    aside: number "the number of cards set aside: by the dealer"
    in_line of each player: cards
    points of each player: number
    shown: cards
    players_of: players
define pair(cs: cards) means any c in cs, d in cs has (c.rank = K and d.rank = Q and c.suit = d.suit)  "are a pair"
define black(c: card) means c = 9 of clubs or c = 9 of spades and aside > 2  "is a black nine"
main
    shuffle every card into stock
    deal 8 from stock to hand of each player
    move top of stock to floor
    set turn to a random player
    for p in players: ask(p)
    if wed_by is not none and turn is not none: add 1 to aside
    if turn in players_of: add 1 to aside
    game over, won by the player with highest points

phase ask(p: player)
    let worst be the highest c in p.hand where c.rank = 9 by 1
    p chooses
        "the {own} and {s}" for own in suits, s in suits where own != s and s != clubs
            set turn to p
            set players_of to players_of + p
        "lay {c} and {d}" for c in p.hand, d in p.hand where c != d and c.rank = d.rank
            set first_out to p
            move c to floor
            set p.in_line to p.in_line + d
        "show {cs}" for cs in 2 cards of p.hand where pair(cs) and worst in cs
            set wed_by to p
            show cs to everyone
            set shown to cs
        "none" if (number of c in p.hand where black(c)) >= 2
            lay(1, p)
            lay(2, p)
        "pass" otherwise

phase lay(n: 1..3, p: player)
    for c in p.hand
        if c.rank = A: add n to p.points
    p chooses
        "done"
            add 1 to aside
        "not done"
            add n to p.left.points
"""


@pytest.fixture(scope="module")
def text() -> str:
    return " ".join(str(hoyle.rulebook(RULES)).split())


@pytest.mark.parametrize(
    "sentence",
    [
        "The player becomes the last bidder.",
        "becomes the player whose turn it is",
        "there is a player “wed by”",
        "Add 1 to the number of cards set aside.",
        "the other card joins the player's cards in line",
        "face up on the floor",
        "any suit as the own suit and any suit as the suit, where the own suit is not the suit and the suit is not clubs",
        "a card of the player's hand as the card and a card of the player's hand as the other card",
        "one of the cards of the player's hand that are 9s",
        "that are black nines",
        "there is a card among the cards that is a king, and one that is a queen and",
        "with 1 as the number",
        "The player joins the “players of”.",
    ],
)
def test_what_is_no_noun_gets_one(text: str, sentence: str) -> None:
    assert sentence.lower() in text.lower()


LEANS = re.compile(r"(?:who(?:ever)?|the (?:side|player|team|one)s? (?:that|who|which)) (?:\w+ ){1,2}(?:it|them)")
"""A description whose pronoun means something of the line before it: a rulebook prints it alone."""
RULESETS = sorted((Path(hoyle.__file__).parent / "rulesets").rglob("*.hoyle"))


def test_descriptions_of_what_is_remembered_can_be_read_alone() -> None:
    remembered = re.compile(r'^    \w+(?: of each \w+)?: .*?"([^"]*)"')
    lines = [line for path in RULESETS for line in path.read_text("utf-8").splitlines()]
    said = [found[1] for line in lines if (found := remembered.match(line))]
    assert len(said) > 100
    assert [text for text in said if LEANS.fullmatch(text)] == []
    assert LEANS.fullmatch("whoever bid it")
