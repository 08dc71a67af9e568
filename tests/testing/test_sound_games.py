"""A random game in which everything is looked at: how long it was, and what is said of the first thing that fails."""

from __future__ import annotations

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.testing import assert_sound_game

from ..small_rules import game_of, small_rules


def test_a_sound_game_has_as_many_choices_as_its_rules_ask_for() -> None:
    for players in (2, 3, 4):
        program = lower(game_of(small_rules(players=f"{players}", cards="2")))
        assert [assert_sound_game(program, seed) for seed in range(3)] == [players] * 3
        assert [assert_sound_game(program, 1, length=length) for length in (0, 1, 2, 99)] == [0, 1, 2, players]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_what_fails_is_said_with_the_game_and_the_choice(most: int) -> None:
    program = lower(game_of(small_rules(players="4", cards="2", tables=f"always total points <= {most}")))
    with pytest.raises(AssertionError) as error:
        assert_sound_game(program, 7)
    place, code, rest = str(error.value).split(": ", 2)
    assert (place, code) == ("small.hoyle:23:1", "E1204")
    assert rest.endswith(f" — game 7 of Small, choice {most + 1}")
    assert f"always total points <= {most}" in rest
