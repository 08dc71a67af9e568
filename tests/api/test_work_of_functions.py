"""The parts that the functions of the API are made of, each on its own: who plays, how far it is, what stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hoyle
from hoyle.api import comparing_players, covering, fuzzing, recording, running, seating, training, tuning
from hoyle.api.running import (
    BatchExecutor,
    CannotPlay,
    GamesStopped,
    PlayedBatch,
    Progress,
    executor_of,
    names_of,
    watched,
)
from hoyle.dsl.source.span import Source
from hoyle.interpreter.errors import CannotWrite
from hoyle.interpreter.fuzz.scripted import CoveredRule
from hoyle.interpreter.players import UnknownPlayer

from ..small_rules import small_rules


def refused(call: Callable[..., Any], *arguments: Any, error: type[Exception] = CannotPlay, **named: Any) -> str:
    """The message of the error that a call raises, without its code."""
    with pytest.raises(error) as found:
        call(*arguments, **named)
    return str(getattr(found.value, "message", found.value))


# --------------------------------------------------------------------------------------------------------- what is played


def test_whoever_watches_is_given_every_step() -> None:
    seen: list[Progress] = []
    steps = watched(iter([3, 5]), 9, "games", lambda step: 10 * step, seen.append)
    assert [*steps] == [3, 5]
    assert seen == [Progress(30, 9, "games"), Progress(50, 9, "games")]
    for progress in (None, False):
        assert [*watched(iter([1]), 9, "games", lambda step: step, progress)] == [1]


def test_what_stopped_a_batch() -> None:
    report: Any = object()
    assert PlayedBatch(0).checked(report) is report
    assert not PlayedBatch(0).stopped
    failure: Any = SimpleNamespace(index=3, span="x:1:2", code="E1301", message="it broke")
    bare: Any = SimpleNamespace(index=4, span=None, code="", message="it broke")
    for one, said in ((failure, "game 3 stopped: x:1:2: E1301: it broke"), (bare, "game 4 stopped: it broke")):
        with pytest.raises(GamesStopped) as found:
            PlayedBatch(0, failure=one).checked(report)
        assert (str(found.value), found.value.result, found.value.failure) == (said, report, one)
        assert PlayedBatch(0, failure=one).stopped
    full = CannotWrite("full")
    assert refused(PlayedBatch(0, problem=full).checked, report, error=CannotWrite) == "full"
    with pytest.raises(GamesStopped) as lost:
        PlayedBatch(0, problem=OSError("lost")).checked(report)
    assert (str(lost.value), lost.value.failure) == ("lost", None)
    assert PlayedBatch(0, interrupted=True).stopped
    assert PlayedBatch(0, problem=full).stopped
    assert PlayedBatch(0, interrupted=True).checked(report) is report


@dataclass
class Work:
    """A batch that counts."""

    def nothing(self) -> str:
        return "nothing"


def test_a_batch_is_played_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[int, int, str | None, int]] = []
    steps: list[Any] = []

    def run(work: object, games: int, workers: int, cluster: str | None, chunk: int) -> Iterator[Any]:
        given.append((games, workers, cluster, chunk))
        for step in steps:
            if isinstance(step, BaseException):
                raise step
            yield step

    monkeypatch.setattr(running, "_steps", run)
    looked: list[str] = []
    work: Any = Work()

    def step(sums: str, failure: object = None) -> Any:
        return SimpleNamespace(sums=sums, done=1, part=SimpleNamespace(failure=failure))

    assert running.played(work, 5, workers=2, cluster="here", chunk=7) == PlayedBatch("nothing")
    assert given == [(5, 2, "here", 7)]
    steps[:] = [step("a"), step("b", "broken")]
    assert running.played(work, 5, look=looked.append) == PlayedBatch("b", failure="broken")
    assert looked == ["a", "b"]
    full = CannotWrite("full")
    steps[:] = [step("a"), full]
    assert running.played(work, 5) == PlayedBatch("a", problem=full)
    steps[:] = [step("a"), KeyboardInterrupt()]
    assert running.played(work, 5) == PlayedBatch("a", interrupted=True)
    running.played(work, 0)
    assert refused(running.played, work, -1) == "a number of games is 1 or more, not -1"
    assert refused(running.played, work, 1, workers=-1) == (
        "the number of workers is 0 (for all cores) or more, not -1"
    )


def test_who_plays_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "plays_inside", lambda name: name != "mine")
    compiled: list[object] = []
    program: Any = "program"
    assert executor_of(None, (program,), ("random",), code=compiled.append) == BatchExecutor(inside=True)
    assert compiled == [program]
    assert executor_of("python", (program,), code=compiled.append) == BatchExecutor(inside=False)
    assert executor_of(None, (program,), ("random", "mine"), code=compiled.append) == BatchExecutor(inside=False)
    assert executor_of(None, (program,), other="a cluster", code=compiled.append) == BatchExecutor(inside=False)
    assert compiled == [program]
    no = "the engine wasm cannot be used: "
    assert refused(executor_of, "wasm", (program,), ("mine",), other="x") == f"{no}`mine` is a player written in Python"
    assert refused(executor_of, "wasm", (program,), other="a cluster") == f"{no}a cluster wants the Python engine"
    monkeypatch.setattr(running, "find_spec", lambda name: None)
    assert refused(executor_of, "wasm", (program,)) == no + running.NO_WASMTIME
    assert executor_of(None, (program,)) == BatchExecutor(inside=False)
    assert "engine is 'python' or 'wasm', not 'x'" in refused(executor_of, "x", (program,), error=ValueError)


def test_rules_that_no_module_can_be_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.interpreter.wasm import Uncompilable

    monkeypatch.setattr(Uncompilable, "message_for", lambda error, program: f"no {program}")

    def failing(program: object) -> None:
        raise Uncompilable.__new__(Uncompilable)

    program: Any = "rules"
    assert executor_of(None, (program,), code=failing) == BatchExecutor(
        inside=False, note="no rules; played by the Python engine"
    )
    with pytest.raises(CannotPlay, match=r": no rules$") as found:
        executor_of("wasm", (program,), code=failing)
    assert found.value.rules


def test_that_python_plays_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (comparing_players, tuning):
        monkeypatch.setattr(module, "executor_of", lambda *given: BatchExecutor(inside=False, note="no module"))
    assert hoyle.compare_players("kuhn_poker", "random", "sound", games=2).note == "no module"
    assert hoyle.tune("golf", {"deals": [1, 2]}, "balance", games=2, players="random").note == "no module"


def test_the_names_of_players() -> None:
    assert names_of(" random, sound,,") == names_of(["random", " sound "]) == ("random", "sound")
    assert refused(names_of, " , ", error=UnknownPlayer) == "no player is named"
    assert "players are named by texts" in refused(names_of, [3], error=UnknownPlayer)
    refused(names_of, "random,nobody", error=UnknownPlayer)


# --------------------------------------------------------------------------------------------------------- who sits where


def test_the_players_that_sit_down_if_nobody_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "usual", lambda program, otherwise: f"usual or {otherwise}")
    program: Any = object()

    def names(players: Any, by: str | None = None) -> tuple[str, ...]:
        return seating.usual_names(("given",), players, program, "sound", by=by)

    assert [names(None), names(3), names("given"), names(None, "python"), names(3, "here")] == [
        ("usual or sound",), ("usual or sound",), ("given",), ("given",), ("given",),
    ]  # fmt: skip


def test_what_must_be_learned_before_play(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.interpreter.learning import store

    program: Any = SimpleNamespace(ruleset="club", title="Club", players=4)
    taught: list[object] = []
    monkeypatch.setattr(seating, "taught", lambda program, begun, progress: taught.append(begun) or "taught")
    known: list[Any] = [None]
    monkeypatch.setattr(store, "find", lambda program: SimpleNamespace(weights=known[0], note=""))
    assert seating.ready(program, ("random",)) is None
    assert (seating.ready(program, ("random", "learned")), taught) == ("taught", [None])
    for made, ruleset, title, found in (
        (True, "other", "Other", "kept"), (False, "club", "Club", "kept"), (False, "club", "Other", "taught"),
        (False, "other", "Club", "taught"),
    ):  # fmt: skip
        head = SimpleNamespace(made_from=lambda program, made=made: made, ruleset=ruleset, title=title, players=4)
        known[0] = SimpleNamespace(head=head)
        assert seating.ready(program, ("learned",)) == (known[0] if found == "kept" else "taught")


# ------------------------------------------------------------------------------------------------------------ what is kept


def test_how_a_script_names_its_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.hoyle").write_text("", "utf-8")
    here, below = tmp_path, tmp_path / "games"
    assert recording.rules_from("whist", here) == "whist"
    assert recording.rules_from("club", here) == recording.rules_from("club.hoyle", here) == "./club.hoyle"
    assert recording.rules_from("club", below) == "../club.hoyle"
    assert recording.rules_from("sub/x.hoyle", here) == "sub/x.hoyle"
    assert recording.rules_from("sub/whist", below) == "../sub/whist"


def test_games_are_written_to_a_folder_of_their_own(tmp_path: Path) -> None:
    work: Any = SimpleNamespace(
        program=SimpleNamespace(fingerprint="f", players=1), players=("random",), seed=3, weights=None
    )
    made, size = recording.recorded(work, tmp_path / "new" / "games", "whist", ())
    assert (made.folder, made.players, made.seed, size) == (
        str(tmp_path / "new" / "games"), ("random",), 3, recording.GAMES_IN_A_FILE,
    )  # fmt: skip
    (tmp_path / "file").write_text("")
    for folder, said, unwritten in (
        (
            tmp_path / "file",
            f"`{tmp_path / 'file'}` is a file, and games are written to a folder; name a new one",
            False,
        ),
        (tmp_path, f"the folder `{tmp_path}` is not empty; name a new one", False),
        (tmp_path / "file" / "x", f"`{tmp_path / 'file' / 'x'}` cannot be written: not a directory", True),
    ):
        with pytest.raises(recording.UnusableFolder) as found:
            recording.recorded(work, folder, "whist", ())
        assert (found.value.message, found.value.unwritten) == (said, unwritten)
    one_file = recording._one_file
    no_name = "a script names its rule file: to record games, give the rules by name or path"
    for rules in (Source("x", ""), 'game "x"\n'):
        assert refused(one_file, work, rules, ()) == no_name
    assert one_file(work, Path("a.hoyle"), ()) == "a.hoyle"
    several = "a script names one rule file: write these variants as one file over the base"
    for variants in (("whist",), ("a", "b"), (Source("x", ""),)):
        assert refused(one_file, work, "whist", variants) == several


def test_a_failing_game_is_saved_under_a_new_name(tmp_path: Path) -> None:
    assert fuzzing._free(tmp_path, "club") == tmp_path / "club-failure-1.play"
    for number in (1, 2, 4):
        (tmp_path / f"club-failure-{number}.play").write_text("")
    assert fuzzing._free(tmp_path, "club") == tmp_path / "club-failure-3.play"
    game: Any = SimpleNamespace(name="club")
    assert fuzzing._reference("", tmp_path, game) == "club"
    assert fuzzing._reference("", tmp_path, SimpleNamespace(name="")) == "game"
    assert fuzzing._reference("whist", tmp_path, game) == "whist"
    assert fuzzing._reference(str(tmp_path / "a.hoyle"), tmp_path / "sub", game) == "../a.hoyle"


def test_the_first_failure_is_reported_at_once() -> None:
    said: list[str] = []
    look = fuzzing._FirstFailure(said.append)

    def failure(index: int, span: str | None, code: str) -> Any:
        return SimpleNamespace(
            index=index, broken=SimpleNamespace(span=span, code=code, invariant="cards", message="it broke")
        )

    for failures in ([], [failure(3, "x:1", "E1301"), failure(4, None, "")], [failure(5, None, "")]):
        look(SimpleNamespace(failures=failures))
    assert said == ["game 3: x:1: E1301: it broke (the other games are still played)"]
    fuzzing._FirstFailure(said.append)(SimpleNamespace(failures=[failure(5, None, "")]))
    assert said[1] == "game 5: cards: it broke (the other games are still played)"


@pytest.mark.parametrize("save", [False, True])
def test_a_failure_is_shown_with_its_shortest_game(save: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shortest: Any = SimpleNamespace(
        program="short", trace="trace", broken=SimpleNamespace(code="E1301", invariant="cards")
    )
    texts: list[tuple[object, ...]] = []
    monkeypatch.setattr(fuzzing, "FoundFailure", lambda *given: given)
    monkeypatch.setattr(fuzzing, "Shrinker", lambda game, found, programs: SimpleNamespace(run=lambda: shortest))
    monkeypatch.setattr(fuzzing, "script_of", lambda *given: texts.append(given) or "the script")
    report: Any = SimpleNamespace(game=SimpleNamespace(name="club"), work=SimpleNamespace(programs=["p", "q"]))
    failure: Any = SimpleNamespace(setting=1, trace="long", broken="broken")

    def shown(argument: str, variants: tuple[str, ...] = (), folder: Path | None = tmp_path) -> tuple[Any, str]:
        return fuzzing._Shortener(report, argument, variants, folder if save else None).shown(failure)

    found, why = shown("whist")
    assert (found.shortest, found.script, why) == (shortest, "the script", "")
    assert texts[-1] == ("short", "trace", shortest.broken, "whist", "")
    assert (tmp_path / "club-failure-1.play").exists() == save
    path = f"club-failure-{2 if save else 1}.play"
    shown("", ("a", "b"))
    assert texts[-1][3:] == ("club", f"hoyle fuzz - --variant a --variant b --script {path}")
    shortest.broken.code, shortest.broken.invariant = "", next(one.name for one in fuzzing.MODULE)
    path = f"club-failure-{3 if save else 1}.play"
    shown("whist")
    assert texts[-1][4] == f"hoyle fuzz whist --engine wasm --script {path}"
    if save:
        gone = tmp_path / "gone"
        _, why = shown("whist", (), gone)
        assert why == f"`{gone / 'club-failure-1.play'}` cannot be written: no such file or directory"


def test_what_was_learned_is_written_where_it_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.interpreter.learning import store

    program: Any = SimpleNamespace(ruleset="club")
    for ruleset, name in (("club", "club"), (None, "rules")):
        program.ruleset = ruleset
        file = tmp_path / f"{name}{store.ENDING}"
        assert training._target(program, tmp_path) == file
        assert training._written(program, None, b"content", file) == file
        assert file.read_bytes() == b"content"
    assert training._written(program, None, b"x", tmp_path / "mine") == tmp_path / "mine"
    assert training._target(program, str(tmp_path / "mine")) == tmp_path / "mine"
    assert training._target(program, None) is None
    said = refused(training._target, program, tmp_path / "none" / "x", error=CannotWrite)
    assert said == f"`{tmp_path / 'none' / 'x'}` cannot be written: no such file or directory"
    said = refused(training._written, program, None, b"x", tmp_path / "none" / "x", error=CannotWrite)
    assert said == f"`{tmp_path / 'none' / 'x'}` cannot be written: no such file or directory"
    monkeypatch.setattr(store, "file_of", lambda program: Path("kept"))
    for kept in (True, False):
        monkeypatch.setattr(store, "keep", lambda program, made, kept=kept: kept)
        found = training._written(program, None, b"x", None)
        assert found == (Path("kept") if kept else None)


def test_every_measurement_is_shown_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.interpreter.learning import lessons

    def gain(value: float, error: float) -> Any:
        return SimpleNamespace(gain=value, error=error)

    chance = [(1000, gain(0.1234567, 0.25)), (2000, gain(1.0, 0.5))]
    before = [(1000, gain(-0.5, 0.125)), (2000, gain(0.25, 0.1))]
    steps = [
        SimpleNamespace(against_chance=chance[:count], against_before=before[:count], share=share)
        for count, share in ((0, 0.25), (1, 0.5), (2, 1.0))
    ]
    given: dict[str, Any] = {}
    monkeypatch.setattr(lessons, "lessons", lambda program, **named: given.update(named) or iter(steps))
    seen: list[Any] = []
    seen_steps: list[Progress] = []
    program: Any = object()
    made = training._watched(program, 2.0, 0, 7, 3, None, seen_steps.append, seen.append, measure=False)
    assert [*made] == steps
    assert [(one.choices, one.chance, one.chance_error, one.before, one.before_error) for one in seen] == [
        (1000, 0.123457, 0.5, -0.5, 0.25), (2000, 1.0, 1.0, 0.25, 0.2),
    ]  # fmt: skip
    assert [(one.done, one.total) for one in seen_steps] == [(30, 120), (60, 120), (120, 120)]
    assert (given["seconds"], given["choices"], given["seed"], given["workers"], given["measure"]) == (
        120.0,
        0,
        7,
        3,
        None,
    )
    seen_steps.clear()
    [*_] = training._watched(program, 0.0, 400, 7, 1, None, seen_steps.append, seen.append, measure=True)
    assert [one.done for one in seen_steps] == [100, 200, 400]
    assert (given["workers"] > 0, given["measure"] is not None) == (True, True)


# ------------------------------------------------------------------------------------------------------- what is reached


def test_how_much_of_the_rules_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def rule(file: str, line: int, kind: str, times: int) -> CoveredRule:
        made: Any = SimpleNamespace(file=file, line=line, kind=kind, times=times, column=5, text=f"line {line}")
        return made

    own = str(tmp_path / "a.hoyle")
    rules = [rule(own, 1, "row", 2), rule(own, 2, "row", 0), rule(own, 3, "choice", 1), rule("/b.hoyle", 1, "row", 0)]
    covered: Any = SimpleNamespace(games=4, rules=rules)
    found = covering.cover_report(covered)
    assert (found.games, found.rules, found.reached, found.percent) == (4, 4, 2, 50.0)
    assert [(one.file, one.rules, one.reached) for one in found.files] == [("a.hoyle", 3, 2), ("/b.hoyle", 1, 0)]
    assert [(one.kind, one.rules, one.reached) for one in found.files[0].kinds] == [("choice", 1, 1), ("row", 2, 1)]
    assert [one.line for one in found.files[0].never] == [2]
    assert found.records()[2] == {
        "file": "a.hoyle", "kind": "choice", "line": 3, "column": 5, "text": "line 3", "times": 1,
    }  # fmt: skip
    assert covering.cover_report(SimpleNamespace(games=0, rules=[])).percent == 100.0


def test_the_values_that_are_tried() -> None:
    assert tuning.settings_of({"a": [1, 2], "b": [3, 4]}) == [
        {"a": 1, "b": 3}, {"a": 1, "b": 4}, {"a": 2, "b": 3}, {"a": 2, "b": 4},
    ]  # fmt: skip
    assert len(tuning.settings_of({"a": range(tuning.MOST_SETTINGS)})) == tuning.MOST_SETTINGS == 64
    assert refused(tuning.settings_of, {"a": range(65)}) == "65 settings are too many to compare; 64 at most"
    for few in ({}, {"a": [1]}, {"a": []}):
        assert refused(tuning.settings_of, few) == "at least two values of an option are needed"


def test_values_that_could_be_tried() -> None:
    for head, said in (
        ("option bonus: 2..9 = 5", "bonus=2,5,9"), ("option bonus: 2 or 4 = 4\n    2\n    4", "bonus=2,4"),
        ("option bonus: 5..9 = 5", "bonus=5,9"),
    ):  # fmt: skip
        assert tuning.example_values(small_rules(head=head, act="add bonus to p.points")) == said
    flag = small_rules(head="option bonus: yes or no = no", act="if bonus: add 1 to p.points")
    assert tuning.example_values(flag) == "bonus=no,yes"
    for none in (small_rules(), "game\n", 'game "x"\nplayers x\n'):
        assert tuning.example_values(none) == "NAME=V,V"
