"""The plugin's options, its warnings about other rules, and random games in which incidents are declared."""

from __future__ import annotations

import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.errors import RulesError
from hoyle.interpreter.fuzz.settings import tried_values
from hoyle.interpreter.fuzz.strategies import STRATEGIES, Strategy
from hoyle.interpreter.fuzz.watched import WatchedGame
from hoyle.interpreter.notation.files import games
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.testing import machine, plugin, position, strategies
from hoyle.testing.drawn import drawn_game, drawn_program

from ..small_rules import game_of, small_rules

END = "    game over, won by the player with highest points, otherwise shared\n"
RULES = small_rules(
    players="2..3 = 2",
    head="option bonus: 0..3 = 1\noption open: yes or no = no\nrequire bonus < 3 or open\n",
    act="add bonus to p.points\n                if open: add 1 to p.points",
).replace(END, "").replace(
    "    for p in players\n", f"    show_cards\n{END}\nphase show_cards\n    for p in players\n", 1
) + 'incident "slip" during show_cards\n    subtract 1 from points of each player\n'  # fmt: skip


@pytest.fixture
def ground() -> Any:
    """The engine of a small game with an incident."""
    return strategies.ground_of(drawn_program(drawn_game(game_of(RULES)), {"bonus": 2}, 2))


def declared_at(*numbers: int) -> Any:
    """What declares an incident at these of the questions it is asked, and counts them."""
    asked: list[int] = []

    def incident(self: Strategy, question: Any) -> int | None:
        asked.append(len(asked))
        return question.incidents[0] if asked[-1] in numbers else None

    return incident


def test_random_games_declare_incidents(ground: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Strategy, "incident", declared_at(1, 2))
    found = position.played(ground, 5, STRATEGIES[0], 7, 4)
    engine, records = ground.engine, list[Any]()

    def hear(record: Any, slots: object) -> None:
        records.append(record)

    state, chooser = engine.start(seed=5, listener=hear), Strategy(Dice(7), STRATEGIES[0])
    for number in range(4):
        question = engine.question(state)
        if number in (1, 2):
            state = engine.declare(state, question.incidents[0], listener=hear)
        else:
            state = engine.apply(state, chooser.choose(question), listener=hear)
    assert (found.state, found.records, found.choices) == (state, tuple(records), 4)
    assert (found.sizes("hand"), found.values("points"), found.question) == ([2, 2], [0, 0], None)
    position.assert_sound(found)
    monkeypatch.setattr(Strategy, "incident", declared_at(1))
    assert position.assert_sound_game(ground.program, 5) == 3
    seen: list[int] = []
    usual = WatchedGame.declare
    monkeypatch.setattr(WatchedGame, "declare", lambda game, which: seen.append(which) or usual(game, which))
    monkeypatch.setattr(Strategy, "incident", declared_at(0, 1))
    position.assert_sound_game(ground.program, 5)
    assert seen == [0, 0]


def test_the_machine_declares_incidents(ground: Any) -> None:
    made: Any = machine()()
    made.begin(SimpleNamespace(draw=lambda strategy, label: ground.program), 5)
    labels: list[str] = []

    def draw(strategy: Any, label: str) -> Any:
        labels.append(label)
        return made.question.incidents[0] if label == "incident" else next(made.question.choices())

    before = made.state
    made.choose(SimpleNamespace(draw=draw))
    made.declare(SimpleNamespace(draw=draw))
    assert labels == ["choice", "incident"]
    assert (len(made.steps), made.game.state == made.state, made.state != before) == (3, True, True)
    made.everything_holds()
    made.the_python_api_is_in_the_same_state()
    made.game.undo(1)
    with pytest.raises(AssertionError, match=r"hoyle\.Game|another state"):
        made.the_python_api_is_in_the_same_state()


def test_options_that_are_drawn(tmp_path: Path) -> None:
    game = game_of(RULES)
    drawn: list[dict[str, Any]] = []

    values = {option.name: tried_values(option) for option in game.options}
    assert {name: sorted(map(int, one)) for name, one in values.items()} == {"bonus": [0, 1, 2, 3], "open": [0, 1]}
    few = settings(max_examples=300, database=None)
    for bonus in (0, 1, 2, 3):
        for opened in (False, True):
            wanted = {"bonus": bonus, "open": opened}
            drawn.append(find(strategies.options(game), lambda one, wanted=wanted: one == wanted, settings=few))
    assert len(drawn) == 8
    assert find(strategies.settings(game), lambda one: one[0]["bonus"] == 3, settings=few) == (
        {"bonus": 3, "open": True},
        2,
    )
    assert find(strategies.settings(game), lambda one: one[1] == 3, settings=few) == ({"bonus": 1, "open": False}, 3)
    assert 0 <= find(strategies.seeds(), lambda one: one > 2**31, settings=few) < 2**32
    path = tmp_path / "small.hoyle"
    path.write_text(RULES, "utf-8")
    for rules in (path, str(path)):
        assert find(strategies.games(rules), lambda one: True, settings=few).title == "Small"
        assert find(strategies.programs(rules), lambda one: True, settings=few).title == "Small"
    bad = tmp_path / "bad.hoyle"
    bad.write_text(
        RULES.replace("add bonus", "add bonsu").replace("option open", "option spare: 1..2 = 1\noption open"), "utf-8"
    )
    with pytest.raises(RulesError) as failed:
        strategies._loaded(bad)
    assert {one.severity for one in failed.value.diagnostics} == {"error"}
    assert isinstance(strategies.rulesets(), st.SearchStrategy)


def test_impossible_settings_fall_back_to_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(RULES)
    tried: list[dict[str, Any]] = []
    monkeypatch.setattr(strategies, "options", lambda of: st.just({"bonus": 3, "open": False}).map(
        lambda one: tried.append(one) or one
    ))  # fmt: skip
    found = find(strategies.settings(game), lambda one: True, settings=settings(max_examples=1, database=None))
    assert found == ({"bonus": 1, "open": False}, 2)
    assert len(tried) % 20 == 0


def test_choices_and_positions_that_are_drawn(ground: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    few = settings(max_examples=100, database=None)
    start = position.played(ground, 5, STRATEGIES[0], 7, 0)
    question = start.question
    assert question is not None
    every = list(question.choices())
    assert find(strategies.choices(question), lambda one: True, settings=few) == every[0]
    assert find(strategies.choices(question), lambda one: one == every[-1], settings=few) == every[-1]
    monkeypatch.setattr(strategies, "_LISTED", 2)
    with pytest.raises(NoSuchExample):
        find(strategies.choices(question), lambda one: one == every[2], settings=few)
    assert find(strategies.positions(ground.program), lambda one: True, settings=few).choices == 0
    one = find(strategies.positions(ground.program, 1), lambda one: one.choices > 0, settings=few)
    assert (one.choices, one.seed, one.strategy) == (1, 0, "any")
    with pytest.raises(NoSuchExample):
        find(strategies.positions(ground.program, 1), lambda one: one.choices > 1, settings=few)


# ------------------------------------------------------------------------------------------------------------ the plugin


def test_the_options_of_the_plugin() -> None:
    added: list[tuple[Any, ...]] = []
    group = SimpleNamespace(addoption=lambda name, **more: added.append((name, more)))
    groups: list[tuple[str, str]] = []
    parser: Any = SimpleNamespace(
        getgroup=lambda name, text: groups.append((name, text)) or group,
        addini=lambda name, help, **more: added.append((name, {"help": help, **more})),
    )
    plugin.pytest_addoption(parser)
    exact = "fail scripted games that were recorded under other rules"
    assert groups == [("hoyle", "scripted card games")]
    assert added == [
        ("--hoyle-exact", {"action": "store_true", "default": None, "help": exact}),
        ("hoyle_exact", {"help": exact, "type": "bool", "default": False}),
        ("--hoyle-cover", {"action": "store_true", "help": "say which rules no scripted game reaches"}),
        ("--hoyle-cover-to", {"action": "append", "metavar": "FILE",
                              "help": "write that to a file: .json, .html or .info (LCOV)"}),
        ("--hoyle-fail-under", {"type": float, "metavar": "PERCENT",
                                "help": "fail if scripted games reach fewer of the rules"}),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "setting", "exact"),
    [(None, False, False), (None, True, True), (True, False, True), (False, True, False), (True, True, True)],
)
def test_games_recorded_under_other_rules(tmp_path: Path, option: bool | None, setting: bool, exact: bool) -> None:
    (tmp_path / "small.hoyle").write_text(RULES, "utf-8")
    path = tmp_path / "old.play"
    path.write_text("hoyle play 1\n\ngame small\nrules 0123456789abcdef\nplayers A, B\nhand A: 3♣ 8♣ 9♣\n", "utf-8")
    (game,) = games(path, "old.play")
    made: Any = object.__new__(plugin.PlayGame)
    made.path, made.game, made.rulesets, made.line = path, game, Rulesets(), 3
    asked: list[str] = []
    made.config = SimpleNamespace(
        getoption=lambda name, default: option if name == "hoyle_exact" else default,
        getini=lambda name: asked.append(name) or setting,
        pluginmanager=SimpleNamespace(get_plugin=lambda name: None),
    )
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        if exact:
            with pytest.raises(plugin.ReplayFailed, match="E1038"):
                made.runtest()
        else:
            made.runtest()
    assert asked == (["hoyle_exact"] if option is None else [])
    texts = [str(one.message) for one in warned if one.category is plugin.OtherRules]
    assert len(texts) == (0 if exact else 1)
    assert all("W1036" in text and "they were 0123456789abcdef, they are 2-" in text for text in texts)
