"""The hooks of the pytest plugin, the drawn games and the steps of the machine, called one by one on a small game."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle import testing
from hoyle.interpreter.fuzz.invariants import INVARIANTS
from hoyle.interpreter.fuzz.strategies import STRATEGIES
from hoyle.interpreter.fuzz.watched import BrokenInvariant
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.testing import plugin, position, strategies
from hoyle.testing.coverage import CoveragePlugin
from hoyle.testing.drawn import drawn_game, drawn_program
from hoyle.testing.stateful import GameMachine

from ..small_rules import game_of, small_rules

RULES = small_rules(
    head="option bonus: 0..3 = 1\noption open: yes or no = no\n",
    act="add bonus to p.points\n                if open: add 1 to p.points",
)
SCRIPT = "hoyle play 1\n\ngame small\n\noption bonus 2\nhand A: 3♣ 8♣ 9♣\nhand B: K♥ 3♠ 9♠\nA: play 3♣\nB: play {}\n"


@pytest.fixture
def ground() -> Any:
    """The engine of the small game, drawn as a strategy draws it."""
    return strategies.ground_of(drawn_program(drawn_game(game_of(RULES)), {"bonus": 2}, 2))


# --------------------------------------------------------------------------------------------------------- what is drawn


def test_drawn_games_and_positions_say_what_they_are(ground: Any) -> None:
    game = drawn_game(game_of(RULES))
    assert repr(game) == "<the game Small>"
    assert repr(ground.program) == "<Small for 2 players, bonus=2, open=False>"
    assert repr(drawn_program(drawn_game(game_of(small_rules())), {}, 3)) == "<Small for 3 players, no options>"
    assert ground.program.checked.title == "Small"
    printed: list[str] = []
    game._repr_pretty_(SimpleNamespace(text=printed.append), False)
    assert printed == ["<the game Small>"]
    found = position.played(ground, 5, STRATEGIES[0], 7, 1)
    assert (
        repr(found)
        == f"<Small (bonus=2, open=False) for 2, seed 5, after 1 choices of strategy {STRATEGIES[0]!r}, dice 7>"
    )


def test_a_position_is_read_by_names(ground: Any) -> None:
    start = position.played(ground, 5, STRATEGIES[0], 7, 0)
    assert (start.choices, start.sizes("hand"), start.sizes("pile"), start.values("points")) == (0, [3, 3], [0], [0, 0])
    assert len(start.cards("stock")) == 52 - 6
    question = start.question
    assert question is not None
    choice = next(question.choices())
    after = start.after(choice)
    assert (after.choices, after.sizes("hand"), after.sizes("pile"), after.values("points")) == (1, [2, 3], [1], [2, 0])
    assert after.cards("pile") == choice.values
    assert (after.value("points", 0), after.value("points", 1)) == (2, 0)
    assert start.records == after.records[: len(start.records)] != after.records
    assert (start.game.state, after.game.state) == (start.state, after.state)
    for call in (after.value, after.cards, after.values, after.sizes):
        with pytest.raises(KeyError):
            call("nothing")


@pytest.mark.parametrize(("most", "made"), [(0, 0), (1, 1), (2, 2), (3, 2), (60, 2)])
def test_a_random_game_has_so_many_choices_or_ends(ground: Any, most: int, made: int) -> None:
    found = position.played(ground, 5, STRATEGIES[0], 7, most)
    assert (found.choices, found.question is None) == (made, made == 2)
    assert (found.seed, found.strategy, found.dice) == (5, STRATEGIES[0], 7)
    testing.assert_sound(found)


def test_whole_games_are_sound_up_to_a_length(ground: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert testing.assert_sound_game(ground.program, 5) == 2
    assert testing.assert_sound_game(ground.program, 5, length=1) == 1
    assert testing.assert_sound_game(ground.program, 5, length=0) == 0
    broken = BrokenInvariant(INVARIANTS[0].name, "it broke")
    monkeypatch.setattr(position.WatchedGame, "take", lambda game, choice: broken)
    with pytest.raises(AssertionError) as found:
        testing.assert_sound_game(ground.program, 5)
    assert str(found.value) == f"{INVARIANTS[0].name}: it broke — game 5 of Small, choice 0"
    position.complain(None, "nowhere")


def test_the_last_games_are_kept_and_others_forgotten(ground: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "_KEPT", 2)
    monkeypatch.setattr(strategies, "_grounds", {})
    monkeypatch.setattr(strategies, "_lowering", {})
    game = drawn_game(game_of(RULES))
    programs = [strategies._lowered(game, (("bonus", n),), 2) for n in (1, 2, 1)]
    assert programs[0] is programs[2]
    assert len(strategies._lowering) == 2
    strategies._lowered(game, (("bonus", 3),), 2)
    assert [dict(key[1]) for key in strategies._lowering] == [{"bonus": 3}]
    grounds = [strategies.ground_of(program) for program in (programs[0], programs[1], programs[0])]
    assert grounds[0] is grounds[2] is not grounds[1]
    assert (grounds[0].program, len(strategies._grounds)) == (programs[0], 2)
    strategies.ground_of(ground.program)
    assert [*strategies._grounds] == [ground.program]


def test_rules_of_programs_that_no_strategy_made(ground: Any) -> None:
    from hoyle.interpreter.fuzz.watched import Ground
    from hoyle.interpreter.lowering import lower

    plain = Ground(lower(game_of(RULES)))
    assert position.rules_of(plain) is None
    with pytest.raises(ValueError, match="only programs of `programs` and `settings` can be played as games"):
        _ = position.played(plain, 1, STRATEGIES[0], 1, 0).game
    rules = position.rules_of(ground)
    assert rules is not None
    assert rules.start(5).state == position.played(ground, 5, STRATEGIES[0], 7, 0).state


def test_names_of_the_package_are_imported_when_they_are_used() -> None:
    assert testing.Position is position.Position
    assert testing.machine().__name__ == "Machine"
    assert testing.settings is strategies.settings
    with pytest.raises(AttributeError, match=r"module 'hoyle\.testing' has no attribute 'nothing'"):
        _ = testing.nothing


# ------------------------------------------------------------------------------------------------------------ the machine


@pytest.fixture
def begun(ground: Any, monkeypatch: pytest.MonkeyPatch) -> GameMachine:
    """A machine that has begun the small game with a seed."""
    made = testing.machine()()
    made.begin(SimpleNamespace(draw=lambda strategy, label: ground.program), 5)
    return made


def choose(made: GameMachine) -> None:
    question = made.question
    assert question is not None
    made._apply(next(question.choices()))


def held(made: GameMachine) -> tuple[int, int, bool]:
    """The number of steps, from where the game can take back, and whether it is in the state of the engine."""
    made.everything_holds()
    made.states_that_are_kept_do_not_change()
    assert made.game is not None
    return len(made.steps), made.known_from, made.game.state == made.state


def test_the_machine_takes_choices_back(begun: GameMachine) -> None:
    states = [begun.state]
    for _ in range(2):
        choose(begun)
        states.append(begun.state)
    assert (held(begun), begun.question) == ((3, 1, True), None)
    begun.undo(1)
    assert (held(begun), begun.state) == ((2, 1, True), states[1])
    begun.undo(20)
    assert (held(begun), begun.state) == ((1, 1, True), states[0])


def test_the_machine_loads_what_it_saved(begun: GameMachine) -> None:
    start = begun.state
    choose(begun)
    kept: Any = begun.save()
    assert json.loads(kept[0]) == begun.ground.engine.to_json(begun.state)
    choose(begun)
    begun.load(kept)
    assert held(begun) == (2, 2, True)
    choose(begun)
    begun.undo(1)
    assert held(begun) == (2, 2, True)
    begun.undo(1)  # before it was loaded: the game is begun anew at this state
    assert (held(begun), begun.state) == ((1, 1, True), start)


def test_the_machine_copies_and_looks(begun: GameMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    first = begun.game
    begun.copy()
    assert begun.game is not first
    assert [one == two for one, two in begun.kept] == [True]
    seats: list[int] = []
    view = type(begun.ground.engine).view
    monkeypatch.setattr(
        type(begun.ground.engine), "view", lambda engine, state, seat: seats.append(seat) or view(engine, state, seat)
    )
    for player in (-1, 0, 1, 2, 63):
        begun.view(player)
    assert seats == [-1, -1, 0, 0, 1, 1, 1, 1, 1, 1]
    begun.choose_on(30, 3)
    assert (held(begun)[0], begun.question) == (3, None)
    state, _ = begun.kept[0]
    state.values[0] += 1
    with pytest.raises(AssertionError, match="an older state changed"):
        begun.states_that_are_kept_do_not_change()


# ------------------------------------------------------------------------------------------------------------- the plugin


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A script of two games; the second fails."""
    (tmp_path / "small.hoyle").write_text(RULES, "utf-8")
    path = tmp_path / "two.play"
    path.write_text(SCRIPT.format("K♥") + "\n" + SCRIPT.partition("\n\n")[2].format("2♣"), "utf-8")
    return path


def config(folder: Path, **options: Any) -> Any:
    """A configuration of pytest, as the plugin uses it."""
    return SimpleNamespace(
        getoption=options.get, getini=lambda name: False, invocation_params=SimpleNamespace(dir=folder),
        pluginmanager=SimpleNamespace(registered=[], get_plugin=lambda name: options.get("counting")),
    )  # fmt: skip


def item(kind: type, path: Path, settings: Any, **fields: Any) -> Any:
    """A test of the plugin without a session of pytest."""
    made: Any = object.__new__(kind)
    for name, value in {"path": path, "config": settings, "name": "x", **fields}.items():
        setattr(made, name, value)
    return made


def collected(script: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    for kind in (plugin.PlayGame, plugin.PlayMistake):
        monkeypatch.setattr(
            kind, "from_parent", lambda parent, kind=kind, **fields: found.append((kind.__name__, fields))
        )
    list(item(plugin.PlayFile, script, settings).collect())
    return found


def test_each_game_of_a_script_is_a_test(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = script.read_text("utf-8").replace("game small", 'game small\ntitle "A game"', 1)
    script.write_text(text + "\ngame small\nhand A\n", "utf-8")
    found = collected(script, config(script.parent), monkeypatch)
    assert [(kind, fields["name"]) for kind, fields in found] == [
        ("PlayGame", "1: A game"), ("PlayGame", "2: small"), ("PlayMistake", f"line {len(text.splitlines()) + 3}"),
    ]  # fmt: skip
    assert found[0][1]["rulesets"] is found[1][1]["rulesets"]


def test_a_game_that_goes_wrong_says_what_happened_before(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [fields["game"] for _, fields in collected(script, config(script.parent), monkeypatch)]
    counted: list[Any] = []
    counting = SimpleNamespace(add=lambda game, opened: counted.append(game))
    settings = config(script.parent, counting=counting)
    good, bad = (
        item(plugin.PlayGame, script, settings, game=game, rulesets=Rulesets(), line=game.span.line) for game in games
    )
    good.runtest()
    with pytest.raises(plugin.ReplayFailed) as failed:
        bad.runtest()
    assert counted == games
    (problem,) = failed.value.problems
    line = script.read_text("utf-8").splitlines().index("B: play 2♣") + 1
    assert (problem.code, problem.span.source.name, problem.span.line) == ("E1052", "two.play", line)
    assert failed.value.before == ("Dealt (hand):", "  A   3♣ 8♣ 9♣", "  B   K♥ 3♠ 9♠", "A: play 3♣")
    shown = bad.repr_failure(failed).splitlines()
    assert shown[0].startswith(f"two.play:{line}:4: error E1052: ")
    at = shown.index("what happened before:")
    assert shown[at - 1] == ""
    assert shown[at + 1 :] == [f"  {one}" for one in failed.value.before]
    assert bad.reportinfo() == (script, games[1].span.line - 1, "two.play: x")
    monkeypatch.setattr(plugin, "_LAST", 2)
    assert bad.before(Rulesets().for_script(games[1], script.parent)) == failed.value.before[-2:]
    assert str(failed.value) == str(problem)


def test_a_game_that_cannot_be_read_fails_with_its_mistake(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script.write_text("hoyle play 1\n\ngame small\nhand A\n", "utf-8")
    ((_, fields),) = collected(script, config(script.parent), monkeypatch)
    mistake = item(plugin.PlayMistake, script, config(script.parent), problems=fields["problems"])
    with pytest.raises(plugin.ReplayFailed) as failed:
        mistake.runtest()
    assert (failed.value.problems, failed.value.before) == (fields["problems"], ())
    assert "what happened before" not in mistake.repr_failure(failed)


def test_rules_that_a_script_does_not_find(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (script.parent / "small.hoyle").unlink()
    game = collected(script, config(script.parent), monkeypatch)[0][1]["game"]
    with pytest.raises(plugin.ReplayFailed):
        item(plugin.PlayGame, script, config(script.parent), game=game, rulesets=Rulesets(), line=1).runtest()


def test_other_files_are_left_alone(script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin.PlayFile, "from_parent", lambda parent, path: (parent, path))
    parent: Any = object()
    assert plugin.pytest_collect_file(script, parent) == (parent, script)
    (tmp_path / "x.txt").write_text(script.read_text("utf-8"), "utf-8")
    (tmp_path / "y.play").write_text("ACT I", "utf-8")
    assert plugin.pytest_collect_file(tmp_path / "x.txt", parent) is None
    damaged = tmp_path / "y.play"
    assert plugin.pytest_collect_file(damaged, parent) == (parent, damaged), (
        "a file of this name fails if it is no script"
    )
    assert plugin._shown(script, config(tmp_path)) == "two.play"
    assert plugin._shown(script, config(tmp_path / "elsewhere")) == str(script)


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, False),
        ({"hoyle_cover": False}, False),
        ({"hoyle_cover": True}, True),
        ({"hoyle_cover_to": ["x.json"]}, True),
        ({"hoyle_fail_under": 50.0}, True),
    ],
)
def test_rules_are_counted_where_an_option_asks_for_it(options: dict[str, Any], counts: bool, tmp_path: Path) -> None:
    settings = config(tmp_path, **options)
    registered: list[tuple[object, str]] = []
    settings.pluginmanager.register = lambda made, name: registered.append((made, name))
    plugin.pytest_configure(settings)
    assert [(type(made), name) for made, name in registered] == ([(CoveragePlugin, plugin.COVERAGE)] if counts else [])


def test_what_the_scripts_reach_is_printed_and_asked_for(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = collected(script, config(tmp_path), monkeypatch)[0][1]["game"]
    opened = Rulesets().for_script(game, tmp_path)
    target = tmp_path / "cover.json"

    def counted(least: float | None) -> CoveragePlugin:
        made = CoveragePlugin(config(tmp_path, hoyle_cover_to=[str(target)], hoyle_fail_under=least))
        made.add(game, opened)
        return made

    percent = counted(None)._percent()
    assert 0 < percent < 100
    for least, begun, ended in (
        (None, 0, 0), (percent, 0, 0), (percent + 0.1, 0, 1), (percent + 0.1, 2, 2), (percent - 0.1, 0, 0),
    ):  # fmt: skip
        session: Any = SimpleNamespace(config=SimpleNamespace(), exitstatus=begun)
        counted(least).pytest_sessionfinish(session)
        assert session.exitstatus == ended
    lines: list[tuple[str, bool]] = []
    out: Any = SimpleNamespace(
        section=lambda title: lines.append((title, False)),
        write_line=lambda text, red=False: lines.append((text, red)),
    )
    counted(percent).pytest_terminal_summary(out)
    assert (lines[0][0], json.loads(target.read_text("utf-8"))["games"]) == ("what the scripts reach", 1)
    assert not any(red for _, red in lines)
    counted(99.5).pytest_terminal_summary(out)
    assert lines[-1] == (f"{percent:.1f} % of the rules are reached, and 99.5 % are wanted", True)


def test_what_workers_counted_is_added(script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = collected(script, config(tmp_path), monkeypatch)[0][1]["game"]
    opened = Rulesets().for_script(game, tmp_path)
    worker, controller = CoveragePlugin(config(tmp_path)), CoveragePlugin(config(tmp_path, hoyle_fail_under=100.0))
    worker.add(game, opened)
    session: Any = SimpleNamespace(config=SimpleNamespace(workeroutput={}), exitstatus=0)
    worker.pytest_sessionfinish(session)
    for output in (session.config.workeroutput, session.config.workeroutput, {}):
        controller.pytest_testnodedown(SimpleNamespace(workeroutput=output), None)
    controller.pytest_testnodedown(SimpleNamespace(), None)
    assert controller.covered.data() != worker.covered.data()
    assert controller.covered.games == 2
