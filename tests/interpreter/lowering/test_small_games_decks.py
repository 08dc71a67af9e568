"""Which decks can be made, and with which settings a game can be played."""

from __future__ import annotations

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.interpreter.lowering import SettingsError, fit, lower

from ...small_constructs import construct_game
from ...small_rules import game_of, small_rules
from ..engine.conftest import checked


def problems_of(game: CheckedGame) -> list[str] | None:
    """What a game cannot be played with; None if it can be played."""
    try:
        fit(game)
    except SettingsError as error:
        return [problem.name for problem in error.problems]
    return None


def cards_of(deck: str, head: str = "") -> int:
    """How many cards a deck has, or -1 if it cannot be made."""
    text = small_rules(cards="1", head=head).replace("deck 2 3 4 5 6 7 8 9 10 J Q K A", deck)
    game = checked(text, checks=False)
    if (problems := problems_of(game)) is not None:
        assert problems == ["deck"]
        with pytest.raises(SettingsError):
            lower(game)
        return -1
    program = lower(game)
    assert len(program.deck) == sum(len(cards) for cards in program.initial if isinstance(cards, tuple))
    return len(program.deck)


@pytest.mark.parametrize(("copies", "expected"), [(1, 12), (2, 24), (20, 240), (0, -1), (21, -1)])
def test_how_many_packs_a_deck_may_have(copies: int, expected: int) -> None:
    head = f"define packs means {copies} + number of players - number of players"
    assert cards_of("deck 2 3 4, packs copies", head) == expected


@pytest.mark.parametrize(("jokers", "expected"), [(0, 12), (1, 13), (20, 32), (21, -1)])
def test_how_many_jokers_a_deck_may_have(jokers: int, expected: int) -> None:
    head = f"define fools means {jokers} + number of players - number of players"
    assert cards_of("deck 2 3 4, fools jokers", head) == expected


@pytest.mark.parametrize(("copies", "expected"), [(0, 4), (1, 8), (20, 84), (21, -1)])
def test_how_many_copies_a_row_may_have(copies: int, expected: int) -> None:
    head = f"define many means {copies} + number of players - number of players"
    assert cards_of("deck\n    2 of clubs hearts, 2 copies\n    3 4 of clubs hearts, many copies", head) == expected


@pytest.mark.parametrize(("seats", "there"), [(2, True), (4, False)])
def test_a_row_with_a_condition(seats: int, there: bool) -> None:
    text = small_rules(players="2..4", cards="1").replace(
        "deck 2 3 4 5 6 7 8 9 10 J Q K A", "deck\n    2 3 of clubs hearts\n    4 of clubs if number of players < 3"
    )
    assert len(lower(game_of(text), players=seats).deck) == 4 + there


def test_settings_that_a_game_can_and_cannot_have() -> None:
    game = construct_game("values")
    assert fit(game, {"bonus": 20}).words()["bonus"] == 20
    for options, players in (
        ({"bonus": 21}, None),
        ({"bonus": -1}, None),
        ({}, 2),
        ({}, 5),
        ({"paid": "thrice"}, None),
        ({"floor": 2}, None),
        ({"x": 1}, None),
    ):
        with pytest.raises(SettingsError):
            fit(game, options, players)
        with pytest.raises(SettingsError):
            lower(game, options, players)
