"""The Hypothesis strategies for authors: the values they draw and the values they shrink to."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from hoyle import testing
from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower, settle

FEW = settings(max_examples=25)
SHRINK = settings(max_examples=200, database=None)


@given(st.data())
@FEW
def test_drawn_settings_are_compatible_and_playable(data) -> None:
    game = data.draw(testing.games())
    options, players = data.draw(testing.settings(game))
    assert dict(lower(game, options, players).options) == options
    low, high, _ = game.players
    assert low <= players <= high


def test_options_shrink_to_the_defaults() -> None:
    game = load("newberry_euchre").game
    assert find(testing.options(game), lambda options: True, settings=SHRINK) == settle(game).words()


def test_incompatible_settings_are_not_drawn(tmp_path) -> None:
    text = (
        'game "Odd"\nlanguage 1\nplayers 2..3 = 2\ndeck A K\noption x: yes or no = no "one"\noption y: yes or no = no "two"\n'
        'require not (x and y) "not both"\nzones\n    stock: face down\nremember\n    n of each player: number\n'
        "main\n    if x: set n of each player to 1\n    if y: set n of each player to 2\n"
        "    game over, won by the player with highest n\n"
    )
    path = tmp_path / "odd.hoyle"
    path.write_text(text, encoding="utf-8")
    drawn = testing.games(path).flatmap(testing.settings)
    assert find(drawn, lambda setting: setting[0]["x"], settings=SHRINK)[0] == {"x": True, "y": False}
    with pytest.raises(NoSuchExample):
        find(drawn, lambda setting: setting[0]["x"] and setting[0]["y"], settings=SHRINK)


def test_a_file_with_errors_is_reported(tmp_path) -> None:
    path = tmp_path / "bad.hoyle"
    path.write_text('game "Bad"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.hoyle"):
        find(testing.games(path), lambda game: True, settings=SHRINK)


def test_positions_shrink_to_the_start_of_the_game() -> None:
    program = lower(load("whist").game)
    position = find(testing.positions(program), lambda position: True, settings=SHRINK)
    assert position.choices == 0
    late = find(testing.positions(program), lambda position: position.choices >= 7, settings=SHRINK)
    assert late.choices == 7


@given(st.data())
@FEW
def test_a_position_is_reached_by_its_choices(data) -> None:
    position = data.draw(testing.programs().flatmap(lambda program: testing.positions(program, 25)))
    testing.assert_sound(position)
    assert repr(position).startswith(f"<{position.program.title}")
    question = position.question
    if question is not None:
        choice = data.draw(testing.choices(question))
        assert question.legal(choice)
        after = position.after(choice)
        assert after.state == Engine(position.program).apply(position.state, choice)
        assert after.records[: len(position.records)] == position.records
        testing.assert_sound(after)


def test_a_position_reads_zones_and_variables_by_name() -> None:
    position = find(testing.positions(lower(load("whist").game)), lambda position: True, settings=SHRINK)
    assert position.sizes("hand") == [13] * 4
    assert position.values("points") == [0, 0]
    assert len(position.cards("hand", 2)) == 13
    with pytest.raises(KeyError):
        position.value("pints")


def test_a_position_becomes_a_game_of_the_python_api() -> None:
    position = find(testing.programs("whist").flatmap(testing.positions), lambda position: True, settings=SHRINK)
    game = position.game
    assert game.state == position.state
    assert game.turn == position.engine.words.player(position.question.player)
    assert [choice.label for choice in game.choices] == [option.label for option in position.question.options()]
    tricks: Any = game["tricks"]
    assert sum(tricks.values()) == sum(position.values("tricks"))
    choice = next(iter(position.question.options()))
    game.choose(choice.label)
    assert game.state == position.after(choice.choice).state
    assert position.game.state == position.state, "the position is left as it is"
    with pytest.raises(ValueError, match="can be played as games"):
        _ = find(testing.positions(lower(load("whist").game)), lambda position: True, settings=SHRINK).game


def test_unsound_positions_are_reported(monkeypatch) -> None:
    position = find(testing.positions(lower(load("whist").game)), lambda position: True, settings=SHRINK)
    state = position.state.copy()
    zone = next(zone for zone in position.program.zones if zone.name == "hand")
    state.values[zone.base] &= state.values[zone.base] - 1
    from dataclasses import replace

    with pytest.raises(AssertionError, match=r"cards: .* lies nowhere"):
        testing.assert_sound(replace(position, state=state))


def test_without_hypothesis_the_message_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['hypothesis'] = None\nimport hoyle.testing.plugin\nfrom hoyle.testing import games\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert "install `hoyle[testing]`" in done.stderr
