"""What the page plays and judges with modules: the same numbers as the commands have, from a module that runs elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from hoyle.cli.formats.analysis import amount
from hoyle.cli.pages.studio import scripts
from hoyle.cli.pages.studio.questions import Questions
from hoyle.cli.pages.studio.thinking import JudgingModule, Linear, PageMachine
from hoyle.cli.pages.viewer.data import animation_data
from hoyle.interpreter.analysis.judge import Judge, effort
from hoyle.interpreter.analysis.script import JudgedChoice, ScriptAnalysis
from hoyle.interpreter.batch.modules import Games, ModulePairedGames, ModuleSimulation, code_of, run
from hoyle.interpreter.batch.report import SimulationReport
from hoyle.interpreter.batch.sums import EARLY
from hoyle.interpreter.batch.verdict import Verdict
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import LENGTH_LIMIT
from hoyle.interpreter.story.scripted.frames import animate
from hoyle.interpreter.wasm import CompiledModule, Machine
from hoyle.interpreter.wasm.tallies import ADDED, LOGGED

from ....small_rules import game_of, small_rules

RULES = small_rules(players="2", cards="2", act="if c.rank = A: add 2 to p.points")


class Bytes:
    """An array of bytes as JavaScript has them."""

    def __init__(self, memory: Any) -> None:
        self.memory, self.length = memory, len(memory)

    def slice(self, start: int, stop: int) -> Any:
        """A copy of a part."""
        return SimpleNamespace(to_bytes=lambda: bytearray(self.memory[start:stop]))

    def subarray(self, start: int, stop: int) -> Any:
        """A part that can be written."""

        def assign(content: bytes) -> None:
            assert len(content) == stop - start
            self.memory[start:stop] = bytes(content)

        return SimpleNamespace(assign=assign)

    def fill(self, value: int, start: int, stop: int) -> None:
        """Write one number many times."""
        self.memory[start:stop] = bytes([value]) * (stop - start)


class Instance:
    """A module in a browser: it is called with numbers as text."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.memory = machine, Bytes(machine.memory)
        self.asked: list[tuple[str, list[list[Any]]]] = []

    def call(self, name: str, arguments: str) -> int | None:
        """The answer; None after a failure."""
        self.asked.append((name, json.loads(arguments)))
        try:
            return self.machine.call(name, *(int(value) for value, _ in json.loads(arguments)))
        except Fault:
            return None


def test_bytes_of_a_browser_are_read_and_written_like_memory() -> None:
    memory = bytearray(b"abcdefgh")
    linear = Linear(Bytes(memory))
    assert (linear.size, bytes(linear[2:4]), bytes(linear[-3:]), bytes(linear[6:99])) == (8, b"cd", b"fgh", b"gh")
    linear[1] = 65
    linear[3:5] = b"XY"
    linear[5:5] = b""
    linear[7:] = b"!"
    assert memory == b"aAcXYfg!"


def test_a_judging_module_runs_in_a_browser() -> None:
    program = lower(game_of(RULES))
    judging = JudgingModule(program)
    code = CompiledModule(judging.module)
    instances: list[Instance] = []

    def begin() -> Instance:
        instances.append(Instance(Machine(code)))
        return instances[-1]

    page, here = PageMachine(judging.module, begin), Machine(code)
    for machine in (page, here):
        machine.start(7, 2)
    assert (page.ask, page.player, page.options()) == (here.ask, here.player, here.options())
    assert page.state == here.state
    assert len(page.options()) == 2
    page.take(page.options()[0])
    here.take(here.options()[0])
    assert page.state == here.state
    assert all(bits in (32, 64) and isinstance(value, str) for _, given in instances[0].asked for value, bits in given)
    with pytest.raises(ValueError, match="zip"):
        page.call("start", 1, 2, 3, 4, 5, 6, 7)
    page.begin_anew()
    assert len(instances) == 2
    page.start(3)
    here.start(3)
    assert page.state == here.state


@pytest.fixture
def ask(tmp_path: Path) -> Callable[..., Any]:
    """Return a function that asks a question as the page does."""
    questions = Questions(tmp_path)

    def asked(name: str, /, **arguments: Any) -> Any:
        return json.loads(questions.call(name, json.dumps(arguments)))

    return asked


def test_a_report_is_that_of_the_command(ask: Callable[..., Any]) -> None:
    program = lower(game_of(RULES))
    made = ask("compile", name="small", text=RULES, options={}, players=2)
    games = Games(CompiledModule(code_of(program).module), 5, ADDED)
    machine, tallies = games.machine, games.machine.module.tallies
    count, deals = made["counts"][1], made["deals"]
    assert (made["counts"][0], count, deals, made["early"]) == (
        tallies.counts,
        len(program.places),
        tallies.deals,
        EARLY,
    )
    log: list[bytes] = []
    early: list[list[int]] = []
    many = EARLY + 3
    for index in range(EARLY):
        before = [*machine.words(tallies.counts, count), machine.word(deals)]
        games.play_unread(index, 1, log)
        after = [*machine.words(tallies.counts, count), machine.word(deals)]
        early.append([one - other for one, other in zip(after, before, strict=True)])
    games.play_unread(EARLY, many - EARLY, log)
    end = len(bytes(machine.memory).rstrip(b"\0"))
    counted = bytes(machine.memory[tallies.begin : end]).hex()
    said = {"tallies": counted, "log": b"".join(log).hex(), "early": early, "games": many, "seed": 5}
    report = ask("report", key=made["key"], **said)
    *_, last = run(ModuleSimulation(program, ("random", "random"), 5), many, workers=1)
    command = json.loads(
        json.dumps(SimulationReport(ModuleSimulation(program, ("random",) * 2, 5), last.sums, many).data())
    )
    assert report.pop("limit") == LENGTH_LIMIT
    timed = {"ruleset", "seconds", "workers", "games_per_second"}
    assert report["ruleset"] == "small"
    assert {one.pop("file") for one in (*report["rules"], *report["never"])} == {"small.hoyle"}
    assert {k: v for k, v in report.items() if k not in timed} == {k: v for k, v in command.items() if k not in timed}
    assert report["players"] != ask("report", key=made["key"], player="learned", **said)["players"]
    variant = ask("compile", name="mine", text='variant "Mine" of small\n', options={}, players=2)
    report = ask("report", key=variant["key"], **said)
    assert {one["file"] for one in report["rules"]} == {"small.hoyle"}, "where the rules are, whatever is in the editor"
    assert ask("report", key="other", **said) == {"problem": "these rules were changed since", "errors": 0}


def test_a_comparison_is_that_of_the_command(ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.cli.pages.studio import questions

    other = RULES.replace("add 2 to", "add 3 to")
    a, b = lower(game_of(RULES)), lower(game_of(other))
    monkeypatch.setattr(questions, "load", lambda name: SimpleNamespace(game={"base": game_of(RULES)}.get(name))
                        if isinstance(name, str) else SimpleNamespace(game=game_of(other)))  # fmt: skip
    logs: list[str] = []
    for program, more in ((a, 0), (b, 3)):
        words: list[bytes] = []
        Games(code_of(program), 9, LOGGED).play_unread(0, 20 + more, words)
        logs.append(b"".join(words).hex())
    asked = {"name": "mine", "text": other, "options": {}, "seed": 9, "games": 20, "logs": logs}
    found = ask("compare", base="base", **asked)
    work = ModulePairedGames(a, b, ("random", "random"), 9)
    *_, last = run(work, 20, workers=1)
    expected = json.loads(json.dumps(Verdict(work, last.sums, 20).data()))
    assert found == {key: expected[key] for key in ("sentence", "winner_changes", "sides", "games")}
    assert ask("compare", base="nothing", **asked) == {"problem": "there are no rules named nothing", "errors": 0}
    fewer = small_rules(players="3", cards="2")
    monkeypatch.setattr(
        questions, "load", lambda name: SimpleNamespace(game=game_of(RULES if name == "base" else fewer))
    )
    assert "problem" in ask("compare", base="base", **{**asked, "name": "three", "text": fewer})


def test_rules_that_cannot_be_compiled_or_break_down_are_a_problem_for_the_page(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from hoyle.cli.pages.studio import questions
    from hoyle.interpreter.wasm import Uncompilable

    def uncompilable(*given: object, **more: object) -> None:
        raise Uncompilable("too large")

    failing = small_rules(players="2", cards="2", act="add 100 / p.points to p.points")
    played = ask("script", name="f", text=failing, options={}, players=2, seed="1", choices=[0], own=True)
    assert "problem" in played
    known = ask("script", name="my own!", text=RULES, options={}, players=2, seed="1", choices=[1, 0], own=True)["text"]
    assert "game my_own_.hoyle\n" in known
    assert (
        "game whist\n"
        in ask("script", name="whist", text=RULES, options={}, players=2, seed="1", choices=[], own=False)["text"]
    )
    monkeypatch.setattr(questions, "Module", uncompilable)
    monkeypatch.setattr(questions, "JudgingModule", uncompilable)
    for found in (
        ask("compile", name="small", text=RULES, options={}),
        ask("judging", text=known, game=0),
    ):
        assert ("too large" in found["problem"], found["errors"]) == (True, 0)


# -------------------------------------------------------------------------------------------------------- the judgement


def test_the_page_shows_what_each_choice_cost(tmp_path: Path) -> None:
    club = Path(__file__).parents[2] / "club"
    for path in club.glob("*.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    text = (club / "evening.play").read_text("utf-8")
    game, opened = scripts.opened_game(text, tmp_path, 0)
    made = animate(game, opened)
    choices = list(ScriptAnalysis(game, opened, Judge(opened.engine.program, effort("30")).judge))
    data = animation_data("Evening", made, choices)
    assert (data["title"], data["game"], data["viewer"], data["sides"]) == (
        "Evening", "Club Whist", -1, ["Ann and Cyd", "Bob and Dan"],
    )  # fmt: skip
    own = [one for one in choices if not one.depth]
    assert len(own) < len(choices)
    shown = {one["at"]: one for one in data["judged"]}
    assert len(shown) > 5
    expected: list[tuple[int, JudgedChoice]] = [*zip(made.acted, own, strict=False)]
    for at, one in expected:
        if one.judgement is None or one.judgement.cost is None or one.outlook is None:
            assert at not in shown
            continue
        found, name = shown.pop(min(at, len(made.pictures) - 1)), opened.words.player(one.player)
        assert (found["player"], found["side"]) == (name, int(name in ("Bob", "Dan")))
        assert found["options"] == [
            [label, f"{value.value.value:+.2f}"] for value, label in zip(one.judgement.options, one.labels, strict=True)
        ]
        best = f"; better: {one.labels[0]}" if one.judgement.made else ""
        cost = f"costs {amount(one.judgement.cost)}{best}"
        assert found["cost"] == (cost if one.judgement.mistake else "")
        assert (found["mistake"], found["made"]) == (one.judgement.mistake, one.judgement.made)
        assert found["outlook"] == round(one.outlook.value, 3)
        assert "known" not in found
    assert not shown
    assert {"judged", "sides"}.isdisjoint(animation_data("x", made))
    assert animation_data("x", animate(game, opened, 2))["viewer"] == 2
