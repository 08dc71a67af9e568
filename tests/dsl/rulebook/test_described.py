"""Descriptions of defines that contain blanks, and descriptions that explain a formula."""

from __future__ import annotations

import pytest

from hoyle.dsl.rulebook import english as en
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.rulebook.speech import new_book
from hoyle.interpreter.wording.effects import statement_sentence

GAME = """\
game "Described"
language 1
players 2
deck 2 3 4 5 6 7 8 9 10 J Q K A
values height of each card
    2..A: 2..14
values bit of each card
    2..A: 1..13
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    points of each player: number
define cost(p: player) means total height of p.hand  "the cost of the hand of …"
define goes_on(c: card, d: card) means c.rank = d.rank  "goes on top of …"
define column(n: 1..3, p: player) means n * p.points  "what column … of … counts"
define royalty(p: player) means (total bit of p.hand) * 64  "the royalty of …: 64 for each pip"
define done means highest points > 90  "the game is decided"
main
    gather every card into stock
    shuffle stock
    move top of stock to pile
    deal 5 from stock to hand of each player
    repeat until done
        for p in players: turn(p)
    game over, won by the player with highest points

phase turn(p: player)
    p chooses
        "play {c}" for c in p.hand where goes_on(c, top of pile)
            move c to pile
        "keep" if not (any c in p.hand has goes_on(c, top of pile))
    add royalty(p) to p.points
    add (total column(n, p) for n in 1..3) to p.points
    if p.hand is empty
        add 20 - cost(p) to p.points
"""


@pytest.fixture
def described(game_of) -> str:
    game = game_of(GAME)
    return plain(rulebook(game, RulebookSettings({})), 10_000)


def test_blanks_are_filled_with_the_arguments(described: str) -> None:
    assert "a card of the player's hand that goes on top of the top card of the pile" in described
    assert "20 minus the cost of the hand of the player" in described
    assert "for every number from 1 to 3, of what that column of the player counts" in described
    assert "What a column of a player counts is" in described
    assert "…" not in described


def test_the_text_after_a_colon_replaces_the_formula(described: str) -> None:
    assert "The royalty of a player: 64 for each pip." in described
    assert "64 times" not in described
    assert "Bit" in described, "the values on which a formula depends, although the text stands for it"
    assert "Height" in described


def test_a_description_without_blanks_is_used_as_a_clause(described: str) -> None:
    assert "Repeat this until the game is decided" in described


def test_a_statement_is_written_together_with_its_conditions(game_of) -> None:
    game = game_of(GAME)
    book = new_book(game, RulebookSettings({}))
    turn = next(phase for phase in game.phases if phase.name == "turn")
    inner = next(block for block in (getattr(st, "then", ()) for st in turn.body) if block)
    said = statement_sentence(book, inner[0].span)
    assert (
        said
        == "the player's hand is empty: the player gains as many points as 20 minus the cost of the hand of the player"
    )
    assert statement_sentence(book, game.zones[0].span) == ""


KNOCKING = """game "Knocking"
language 1
players 3
deck A K
zones
    stock: face down
remember
    folded: players
    points of each player: number
main
    for p in players
        knock(p)
    game over, won by the player with lowest points
phase knock(p: player)
    for q in players from p.left where q != p and q not in folded
        q chooses
            "stay"
            "fold"
                add 2 to q.points
                set folded to folded + q
    for q in players where q != p and q not in folded and q.points > 3
        add 1 to q.points
"""


def test_who_is_left_out_of_a_loop_is_no_reason_and_the_choice_is_one(game_of) -> None:
    game = game_of(KNOCKING)
    asking, counting = next(phase for phase in game.phases if phase.name == "knock").body
    folds = asking.body[0].choices[1].body[0]
    book = new_book(game, RulebookSettings({}))
    assert statement_sentence(book, folds.span) == "the player chooses “fold”: the player gains 2 points"
    said = statement_sentence(book, counting.body[0].span)
    assert said == "that player has more than three points: that player gains 1 point"


@pytest.mark.parametrize(
    ("clause", "opposite"),
    [
        ("all the cards have been played", "not all the cards have been played"),
        ("the player has to open the deal", "the player does not have to open the deal"),
    ],
)
def test_negated_descriptions(clause: str, opposite: str) -> None:
    assert en.negated_clause(clause) == opposite


def test_a_condition_in_the_past_is_written_as_a_note() -> None:
    assert en.become_true("the skat was not taken up") == "note that the skat was not taken up"
