"""The player `learned` learns small games, and chooses in them, in the TypeScript package as in Python."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.learning.lessons import Lessons, lessons
from hoyle.interpreter.learning.remembered import remembered
from hoyle.interpreter.learning.weights import Weights, weights_in
from hoyle.interpreter.players.learned import machine_of
from hoyle.interpreter.search.history import History
from hoyle.interpreter.wasm import Module
from hoyle.interpreter.wasm.description import describe
from hoyle.interpreter.wasm.learned.net import NetLayout

from .test_constructs import rules_of
from .test_learned import played

NAMES = ["alike", "choices", "counted last", "flow", "hidden", "small tricks"]
CHOICES = 2_000


@cache
def taught(name: str) -> Lessons:
    """A short lesson in Python."""
    *_, last = lessons(rules_of(name).program, choices=CHOICES, seed=3)
    return last


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a function that gives the module of a small game and its description, as names of files."""

    @cache
    def made(name: str) -> dict[str, str]:
        folder: Path = tmp_path_factory.mktemp("lessons")
        program = rules_of(name).program
        module = Module(program, watch_of(program), searching=True, rating=True, recording=True, learning=True)
        binary = module.binary()
        (folder / "game.wasm").write_bytes(binary)
        (folder / "game.json").write_text(json.dumps(describe(module, binary)), encoding="utf-8")
        return {"module": str(folder / "game.wasm"), "description": str(folder / "game.json")}

    return made


def same(found: Weights, expected: Weights) -> None:
    assert found.head == expected.head
    assert found.rows.tobytes() == expected.rows.tobytes()
    assert found.rest.tobytes() == expected.rest.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_small_game_is_learned_as_in_python(node, files, tmp_path, name):
    into, last = tmp_path / "into", taught(name)
    assert last.whole == (name == "counted last")
    answer = node.ask("lesson", **files(name), count=CHOICES, seed=3, into=str(into))
    assert answer == {"choices": last.choices, "faults": last.faults, "again": False, "parts": []}
    same(weights_in(into.read_bytes()), weights_in(last.weights().content()))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_learned_further_as_in_python(node, files, tmp_path, name):
    begun = weights_in(taught(name).weights().content())
    begun = replace(begun, head=replace(begun.head, counted=(10, 100)))
    (tmp_path / "begun").write_bytes(begun.content())
    into = tmp_path / "into"
    *_, last = lessons(rules_of(name).program, choices=600, seed=8, begin_with=begun)
    answer = node.ask("lesson", **files(name), count=600, seed=8, weights=str(tmp_path / "begun"), into=str(into))
    assert answer == {"choices": last.choices, "faults": last.faults, "again": False, "parts": []}
    same(weights_in(into.read_bytes()), weights_in(last.weights().content()))


@pytest.mark.parametrize(
    "changed",
    [{}, {"parts": {"checks": "other"}}, {"parts": {"main": "other"}}, {"players": 5}, {"options": {"more": 7}}],
)
def test_lessons_about_other_rules_are_counted_apart(node, files, tmp_path, changed):
    program, made = rules_of("alike").program, taught("alike").weights()
    parts = made.head.parts | changed.get("parts", {})
    head = replace(made.head, **{**changed, "parts": parts, "choices": 3_000, "seconds": 2.0, "begun": 500})
    begun = weights_in(Weights(head, made.rows, made.rest).content())
    (tmp_path / "begun").write_bytes(begun.content())
    into, weights = tmp_path / "into", str(tmp_path / "begun")
    *_, last = lessons(program, choices=600, seed=8, begin_with=begun.about(program))
    node.ask("lesson", **files("alike"), count=600, seed=8, weights=weights, into=str(into))
    same(weights_in(into.read_bytes()), weights_in(last.weights().content()))
    others = "main" in changed.get("parts", {}) or "players" in changed
    assert weights_in(into.read_bytes()).head.begun == (3_500 if others else 500)


@pytest.mark.parametrize("name", NAMES)
def test_it_chooses_as_in_python(node, files, tmp_path, name):
    program, made = rules_of(name).program, weights_in(taught(name).weights().content())
    (tmp_path / "weights").write_bytes(made.content())
    chosen, learned = played(program, 5, made)
    found = node.ask("learned", **files(name), weights=str(tmp_path / "weights"), seed=5, choices=chosen)
    assert found == {"share": 1, "exact": True, "chosen": learned}


@pytest.mark.parametrize("name", ["alike", "choices", "small tricks"])
def test_who_is_unsure_chooses_as_in_python(node, files, tmp_path, name):
    program, sure = rules_of(name).program, weights_in(taught(name).weights().content())
    layout = NetLayout(sum(size for _, size in sure.head.blocks))
    sure.rest[(layout.mixing_at - layout.second_at) // 4] = 2.5
    unsure = weights_in(sure.content())
    (tmp_path / "weights").write_bytes(unsure.content())
    chosen, learned = played(program, 5, unsure)
    assert learned != played(program, 5, weights_in(taught(name).weights().content()))[1]
    found = node.ask("learned", **files(name), weights=str(tmp_path / "weights"), seed=5, choices=chosen)
    assert found == {"share": 1, "exact": True, "chosen": learned}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["tricks", "everything", "small tricks", "alike", "wide"])
def test_what_happens_at_the_table_is_remembered_as_in_python(node, files, tmp_path, name, seed):
    """Misdeals and revokes are no choices, but whatever lay open when they were declared has been seen."""
    rules, made, dice = rules_of(name), weights_in(taught(name).weights().content()), Random(seed)
    (tmp_path / "weights").write_bytes(made.content())
    history, machine = History(rules.program), machine_of(rules.program, made)
    assert machine is not None
    game = rules.start(seed, listener=history.hear)
    done, learned, valued = list[int | str](), list[int](), list[list[float]]()
    while not game.over and len(done) < 30:
        state, seat = game.state, game.engine.question(game.state).player  # type: ignore[union-attr]
        history.asked(state.values)
        machine.put(state.values)
        machine.remember(remembered(history, seat, state.values, machine.learned.memory, game.engine))
        values = machine.values(len(game.choices))
        valued.append(values)
        learned.append(values.index(max(values)))
        incidents = list(game.incidents)
        if incidents and dice.random() < 0.4:
            done.append(dice.choice(incidents))
            game.declare(done[-1])
        else:
            done.append(dice.randrange(len(game.choices)))
            game.choose(done[-1])
    assert any(isinstance(one, str) for one in done) or not rules.program.incidents
    asked = {"weights": str(tmp_path / "weights"), "seats": rules.seats, "seed": seed, "choices": done}
    found = node.ask("learned", **files(name), **asked, valued=True)
    assert found == {"share": 1, "exact": True, "chosen": learned, "values": valued}


@pytest.mark.parametrize(
    "changed",
    [{}, {"title": "Another", "ruleset": "x", "fingerprint": "f", "seed": 9}, {"players": 5}, {"options": {"target": 7}},
     {"parts": {"checks": "other"}}, {"parts": {"main": "other"}}, {"parts": {"main": None}}, {"parts": {"more": "x"}}],
)  # fmt: skip
def test_weights_are_exact_for_the_rules_that_are_played(node, files, tmp_path, changed):
    """What a game is called, and what is checked, has no effect on play; options, players and other parts have."""
    program, made = rules_of("alike").program, taught("alike").weights()
    parts = {key: value for key, value in (made.head.parts | changed.get("parts", {})).items() if value is not None}
    other = Weights(replace(made.head, **{**changed, "parts": dict(reversed(parts.items()))}), made.rows, made.rest)
    (tmp_path / "weights").write_bytes(other.content())
    found = node.ask("learned", **files("alike"), weights=str(tmp_path / "weights"), choices=[])
    assert found["exact"] is other.head.made_for(program)
    assert other.head.made_for(program) == (not changed or "title" in changed or "checks" in changed.get("parts", {}))


def test_a_lesson_takes_as_long_as_it_may(node, files, tmp_path):
    """A part of a lesson is twice as long as the last if that was short, and half if it was long."""
    into, took = tmp_path / "into", [10, 49, 50, 199, 200, 201, 300, 40, 60, 151, 5_000]
    answer = node.ask("lesson", **files("small tricks"), milliseconds=1_260, took=took, seed=3, into=str(into))
    expected, step, spent, choices = list[list[float]](), 2_000, 0, 0
    for time in took:
        choices, spent = choices + step, spent + time
        expected.append([choices, min(1.0, spent / 1_260)])
        step = 2 * step if time < 50 else step // 2 if time > 200 else step
        if spent >= 1_260:
            break
    assert answer == {"choices": choices, "faults": 0, "again": False, "parts": expected}
    head = weights_in(into.read_bytes()).head
    assert (head.choices, head.seconds) == (choices, 1.3)
    (tmp_path / "begun").write_bytes(into.read_bytes())
    weights, into = str(tmp_path / "begun"), tmp_path / "further"
    answer = node.ask("lesson", **files("small tricks"), milliseconds=0, took=[70], weights=weights, into=str(into))
    assert answer == {"choices": 2_000, "faults": 0, "again": False, "parts": [[2_000, 1]]}
    head = weights_in(into.read_bytes()).head
    assert (head.choices, head.seconds) == (choices + 2_000, 1.3 + 0.1)


def test_a_lesson_in_a_slow_game_has_short_parts(node, files, tmp_path):
    """Each part is half as long as the last, but never shorter than 50 choices."""
    into = str(tmp_path / "into")
    answer = node.ask("lesson", **files("small tricks"), milliseconds=2_600, took=[300] * 9, into=into)
    sizes = [2_000, 1_000, 500, 250, 125, 62, 50, 50, 50]
    expected = [[sum(sizes[: number + 1]), min(1.0, 300 * (number + 1) / 2_600)] for number in range(9)]
    assert answer == {"choices": sum(sizes), "faults": 0, "again": False, "parts": expected}


@pytest.mark.parametrize(("name", "fewer"), [("hidden", 0), ("hidden", 1), ("choices", 0), ("choices", 1)])
def test_rules_that_fail_too_often_are_not_learned(node, files, tmp_path, name, fewer):
    """As many games may fail as the plan says; one more is an error of the rules."""
    asked, failed = {**files(name)}, taught(name).faults
    described = json.loads(Path(asked["description"]).read_text(encoding="utf-8"))
    described["net"]["lessons"] |= {"most_faults": failed - fewer}
    (tmp_path / "game.json").write_text(json.dumps(described), encoding="utf-8")
    asked |= {"description": str(tmp_path / "game.json"), "into": str(tmp_path / "into")}
    assert failed > 1
    if fewer:
        with pytest.raises(RuntimeError, match=r"Fault: .*there is nothing to choose here"):
            node.ask("lesson", **asked, count=CHOICES, seed=3)
    else:
        assert node.ask("lesson", **asked, count=CHOICES, seed=3)["faults"] == failed


def test_a_number_of_choices_is_made_in_slices(node, files, tmp_path):
    """Each slice has the share that the plan says, but not fewer than the fewest; the lesson is then over, not more."""
    asked = files("small tricks")
    described = json.loads(Path(asked["description"]).read_text(encoding="utf-8"))
    described["net"]["lessons"] |= {"fewest": 40, "slices": 4}
    (tmp_path / "game.json").write_text(json.dumps(described), encoding="utf-8")
    asked |= {"description": str(tmp_path / "game.json"), "took": [1] * 9}
    for count, slice_of, name in ((1_001, 250, "first"), (100, 40, "second")):
        answer = node.ask("lesson", **asked, count=count, into=str(tmp_path / name))
        made = [slice_of * n for n in range(1, -(-count // slice_of) + 1)]
        assert answer["parts"] == [[choices, min(1.0, choices / count)] for choices in made]
