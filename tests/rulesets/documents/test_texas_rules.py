"""Texas Euchre rule by rule, with the lines of the document (TX): the choices of a player."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Dice

HAND = {3: 4, 4: 5, 5: 6, 6: 7}  # TX18, 20, 240, 244, 248


def start(tables, fixed, players=4, options=None, deal=None):
    """Start a game in which the last seat deals, so that seat 0 has the first turn."""
    return tables.match("texas_euchre", options, players, chance=fixed(deal or {}, {"dealer": players - 1}))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_number_of_hands_and_packs(players, tables, fixed):
    match = start(tables, fixed, players)
    assert [len(match.cards("hand", p)) for p in range(players)] == [HAND[players]] * players
    assert len(match.program.deck) == (104 if players == 6 else 52)
    assert match.actor == 0


@pytest.mark.parametrize("must_lay", ["every_turn", "first_turn"])
def test_the_first_turn_lays_at_least_one_card_and_cannot_throw_down(must_lay, tables, fixed):
    match = start(tables, fixed, options={"must_lay": must_lay})
    for _ in range(4):
        assert "lay nothing" not in match.options()
        assert "throw down" not in match.options()
        assert len(match.options()) == 2**5 - 1
        match.say(next(iter(match.options())))
    assert "throw down" in match.options()
    assert ("lay nothing" in match.options()) == (must_lay == "first_turn")


def test_after_a_throw_laying_is_optional_and_no_second_throw_is_legal(tables, fixed):
    match = start(tables, fixed)
    for _ in range(4):
        match.say(next(iter(match.options())))
    match.say("throw down")
    for seat in (1, 2, 3):
        assert match.actor == seat
        assert "lay nothing" in match.options()
        assert "throw down" not in match.options()
        assert "let the stock run out" not in match.options()
        match.say("lay nothing")
    assert match.actor == 0
    assert all(label.startswith("play ") for label in match.options())


def test_a_lap_without_laid_cards_exhausts_the_stock(tables, fixed, gains_of):
    deal = {("hand", p): f"{p + 2}♠" for p in range(4)}
    match = start(tables, fixed, options={"must_lay": "first_turn"}, deal=deal)
    match.say("lay 2♠", "lay 3♠", "lay 4♠", "lay 5♠", "lay nothing", "lay nothing", "lay nothing")
    assert gains_of(match) == [0, 0, 0, 0]
    match.say("lay nothing")
    assert gains_of(match) == [2, 3, 4, 5]
    assert match.value("dealer") == 0


def test_a_player_lays_no_more_cards_than_the_stock_can_replace(tables, fixed):
    match = start(tables, fixed)  # 52 cards minus 20 dealt leaves 32 in the stock
    for _ in range(6):
        match.say(max(match.options(), key=lambda label: label.count(" ")))
    assert len(match.cards("stock")) == 2
    sizes = {label.count(" ") for label in match.options() if label.startswith("lay")}
    assert sizes == {1, 2}
    match.say(max(match.options(), key=lambda label: (label.startswith("lay"), label.count(" "))))
    assert set(match.options()) == {"throw down", "let the stock run out"}


def test_throwing_down_with_an_empty_stock(tables, fixed):
    match = start(tables, fixed)
    while match.cards("stock"):
        match.say(max(match.options(), key=lambda label: (label.startswith("lay"), label.count(" "))))
    match.say("throw down")
    for _ in range(3):
        assert list(match.options()) == ["lay nothing"]
        match.say("lay nothing")
    assert len(match.options()) == 5


def test_the_last_of_equal_ranks_takes_the_trick_even_with_two_packs(tables, fixed):
    suits = ("♦", "♠", "♦", "♣", "♠", "♥")
    deal = {("hand", p): " ".join(f"{rank}{suits[p]}" for rank in range(2, 10)) for p in range(6)}
    deal["hand", 1] = deal["hand", 4] = "2♠ A♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠"
    match = start(tables, fixed, 6, deal=deal)
    for p in range(6):
        match.say("lay 2" + ("♠" if p in (1, 4) else suits[p]))
    match.say("throw down", *["lay nothing"] * 5)
    match.say("play 9♦", "play A♠", "play 9♦", "play 9♣", "play A♠", "play 9♥")
    assert match.actor == 4


def test_identical_cards_of_two_packs_are_offered_once(tables, fixed):
    match = start(tables, fixed, 6, deal={("hand", 0): "5♠ 5♠ 6♦ 7♦ 8♦ 9♦ 10♦"})
    labels = [option.label for option in match.question.options()]
    assert labels.count("lay 5♠") == 1
    assert labels.count("lay 5♠ 5♠") == 1
    assert len(labels) == len(set(labels)) == 3 * 2**5 - 1


@pytest.mark.parametrize("target", [10, 100, 500])
def test_the_game_ends_when_the_target_is_reached(target, tables, strategies):
    for seed in range(10):
        match = tables.match("texas_euchre", {"target": target}, seed=seed)
        highest = 0
        while match.question is not None:
            highest = max(match.values("points"))
            assert highest < target
            match.take(strategies["any kind"](match.question, Dice(seed + len(match.records))))
        assert max(match.values("points")) >= target


def test_any_card_may_be_played_to_a_trick(tables, fixed):
    """Players need not follow suit: the worked round does not follow four times (TX139-191)."""
    deal = {("hand", 0): "A♣ K♠ Q♠ J♠ 10♠ 9♠", ("hand", 1): "2♣ 3♣ 4♠ 5♥ 6♦ 7♦"}
    match = start(tables, fixed, deal=deal)
    match.say("lay 10♠", "lay 6♦")
    for _ in range(2):
        match.say(next(iter(match.options())))
    match.say("throw down", "lay nothing", "lay nothing", "lay nothing", "play A♣")
    assert set(match.options()) == {"play 2♣", "play 3♣", "play 4♠", "play 5♥", "play 7♦"}
