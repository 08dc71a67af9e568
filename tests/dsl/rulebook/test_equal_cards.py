"""The rulebook says who wins among equal cards wherever the deck may have two: copies, jokers, rows that repeat a card."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Equal"
language 1
players 2..4
option spare: 0..2 = 0 "spare jokers"
option long: yes or no = no "more cards"
deck{deck}
ranking
{ranking}
    equal cards: last played wins
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    leader: player
    points of each player: number
main
    deal 2 from stock to hand of each player
    for p in players
        for c in p.hand where c{asked}: add 1 to p.points
    play trick from hand to trick, led by leader, following suit, taken by winner
    add 1 to winner.points
    game over, won by the player with highest points, otherwise shared
"""
SUITS = "    any suit: K Q J 10 9"
JOKER = f"    joker\n{SUITS}"


def text_of(
    deck: str, ranking: str = SUITS, asked: str = ".rank = K", players: int | None = None, **options: int
) -> str:
    """The rulebook with some options: their values by name."""
    text = RULES.format(deck=deck, ranking=ranking, asked=asked)
    loaded = load(Source("equal.hoyle", text.replace("players 2..4", f"players {players}") if players else text))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    chosen = {option: options.get(option.name, option.default) for option in loaded.game.options}
    return plain(rulebook(loaded.game, RulebookSettings(chosen)), 10_000)


def rows(*lines: str) -> str:
    """A deck that is given row by row."""
    return "".join(f"\n    {line}" for line in lines)


ALL = "9 10 J Q K"
PLAYERS = "number of players - 2"
EQUAL = "Of equal cards the one played last wins."


@pytest.mark.parametrize(
    ("deck", "options", "said"),
    [
        (f" {ALL}", {}, False),
        (f" {ALL}, 2 copies", {}, True),
        (f" {ALL}, number of players / 2 copies", {}, True),
        (f" {ALL}, 1 joker", {}, False),
        (f" {ALL}, 2 jokers", {}, True),
        (f" {ALL}, spare jokers", {}, False),
        (f" {ALL}, spare jokers", {"spare": 1}, False),
        (f" {ALL}, spare jokers", {"spare": 2}, True),
        (f" {ALL}, {PLAYERS} jokers", {}, True),
        (f" {ALL}, {PLAYERS} jokers", {"players": 3}, False),
        (f" {ALL}, {PLAYERS} jokers", {"players": 4}, True),
        (rows(ALL), {}, False),
        (rows("9 10 J Q", "K, 2 copies"), {}, True),
        (rows("9 10 J Q", "K", "9 if long"), {}, False),
        (rows("9 10 J Q", "K", "9 if long"), {"long": 1}, True),
        (rows("9 10 J Q", "K", "9 of clubs if number of players = 4"), {}, True),
        (rows("9 10 J Q", "K", "9 of clubs if number of players = 4"), {"players": 3}, False),
    ],
)
def test_who_wins_among_equal_cards_is_there_where_there_are_some(
    deck: str, options: dict[str, int], said: bool
) -> None:
    ranking = JOKER if "joker" in deck else SUITS
    asked = " is joker" if "joker" in deck else ".rank = K"
    assert (EQUAL in text_of(deck, ranking, asked, **options)) is said


def test_cards_of_two_suits_are_equal_where_one_row_ranks_them() -> None:
    assert "Of cards of equal rank the one played last wins." in text_of(f" {ALL}", "    any card: K Q J 10 9")
    text = text_of(f" {ALL}", "    clubs: K Q J 10 9\n    any card: K Q J 10 9")
    assert "Of cards that are equal in this order the one played last wins." in text


def test_several_jokers_are_a_suit_together() -> None:
    assert "The joker is a suit by itself: it beats every other card." in text_of(f" {ALL}, 1 joker", JOKER)
    assert "The jokers are a suit by themselves: they beat every other card." in text_of(f" {ALL}, 2 jokers", JOKER)


def test_the_only_card_of_a_rank_is_the_one_only_if_there_is_one() -> None:
    row, ranking = "9 10 J Q", "    any suit: K Q J 10 9"
    assert "is the king" in text_of(rows(row, "K of clubs"), ranking)
    assert "is a king" in text_of(rows(row, "K of clubs, 2 copies"), ranking)
    assert "is a king" in text_of(rows(row, "K of clubs", "K of clubs if long"), ranking, long=1)
