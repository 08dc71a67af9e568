"""Results as they are read: their rows, their words, what a notebook shows, whether they hold, and means of draws.

The texts lie in `small_results/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.api import solving
from hoyle.api.checking import CheckResult
from hoyle.api.fuzzing import FuzzResult
from hoyle.api.listing import KINDS
from hoyle.api.results import report
from hoyle.api.scripts import games_of
from hoyle.api.solving import CannotSolve, SolveResult

from ..cli.commands.test_tiny_commands import BOTH, EVENING
from ..golden import same_as_file
from .test_tiny_game import RULES, without_times, write_rules

GOLDEN = Path(__file__).with_name("small_results")
DRAWN = EVENING.replace("hand Bob: 2♣ 6♦\n", "").split("Ann: play 7♠")[0]
"""The evening before the first card, with a hand that nobody knows."""


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_rules(tmp_path)
    for name, text in (("evening", EVENING), ("both", BOTH), ("drawn", DRAWN)):
        (tmp_path / f"{name}.play").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(found: Any) -> str:
    rows = [json.dumps(row, ensure_ascii=False, default=str) for row in found.records()]
    return without_times("\n".join((type(found).__name__, repr(found), *rows, "--", str(found)))) + "\n"


def test_solved_choices_are_read(tiny: Path) -> None:
    found = hoyle.solve("evening.play", at=1)
    assert found.best == ("play 7♠",)
    out = [read(found)]
    more = hoyle.solve("evening.play", at=2)
    out.append(read(more))
    same = report(
        SolveResult,
        {"solve": 2, "player": "Ann", "line": [], "nodes": 3, "exact": True, "worlds": 0, "drawn": False,
         "options": [{"choice": name, "value": value, "low": value, "high": value} for name, value in
                     (("a", 2.0), ("b", 2.0), ("c", 1.0))]},
        title="Same",
    )  # fmt: skip
    assert same.best == ("a", "b")
    out.append(read(same))
    same_as_file(GOLDEN / "solved.txt", "".join(out))


def test_means_over_draws_of_unknown_cards(tiny: Path) -> None:
    """Each draw is the script with another seed; the mean of a choice is that of its values in all of them."""
    heard: list[tuple[int, int]] = []
    found = hoyle.solve("drawn.play", worlds=4, progress=lambda done, total: heard.append((done, total)))
    assert heard[-4:] == [(number, 4) for number in (1, 2, 3, 4)]
    assert (found.worlds, found.exact, found.drawn, found.line, found.player) == (4, False, True, (), "Ann")
    each: dict[str, list[float]] = {}
    nodes = 0
    for seed in range(4):
        one = hoyle.solve(DRAWN.replace("\nfirst", f"\nseed {seed}\nfirst", 1))
        assert one.exact
        nodes += one.nodes
        for option in one.options:
            assert option.value is not None
            each.setdefault(option.choice, []).append(option.value)
    assert {one.choice: one.value for one in found.options} == {
        choice: pytest.approx(sum(values) / 4) for choice, values in each.items()
    }
    values = [one.value for one in found.options]
    assert values == sorted(values, reverse=True)
    assert all(one.low <= one.value <= one.high for one in found.options)  # type: ignore[operator]
    same_as_file(GOLDEN / "means.txt", read(found))
    exact = hoyle.solve("drawn.play")
    assert (exact.worlds, exact.exact, exact.drawn) == (0, True, True)
    known = hoyle.solve("evening.play", at=1, worlds=3)
    assert (known.worlds, known.exact) == (0, True)


def test_why_there_are_no_means(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**more: Any) -> str:
        with pytest.raises(CannotSolve) as error:
            hoyle.solve("drawn.play", worlds=2, **more)
        return str(error.value)

    assert "too much is left of this deal to be solved once" in refused(seconds=0)
    monkeypatch.setattr(solving, "_draws", lambda *_: iter(()))
    assert "the script could not be played with any of these draws" in refused()
    with pytest.raises(ValueError, match=r"a number of draws is 0 \(for none\) or more, not -1"):
        hoyle.solve("drawn.play", worlds=-1)

    def interrupted(*_: object) -> Any:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(solving, "_draws", interrupted)
    with pytest.raises(KeyboardInterrupt):
        hoyle.solve("drawn.play", worlds=2)


def test_means_stop_with_the_draws_that_were_solved(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draws = solving._draws

    def two(*given: Any) -> Any:
        states = draws(*given)
        yield next(states)
        yield next(states)
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "_draws", two)
    assert hoyle.solve("drawn.play", worlds=4).worlds == 2
    clock = iter([0.0, *([1.0] * 4), *([99.0] * 50)])
    monkeypatch.setattr(solving, "_draws", draws)
    monkeypatch.setattr(solving, "monotonic", lambda: next(clock))
    found = hoyle.solve("drawn.play", worlds=9, seconds=60)
    assert 1 <= found.worlds < 9


def test_a_solver_needs_a_module_that_may_be_missing(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Callable[..., Any]:
        def begun(*_: object, **__: object) -> None:
            raise ModuleNotFoundError(name=name)

        return begun

    monkeypatch.setattr(solving, "Solver", missing("wasmtime"))
    with pytest.raises(CannotSolve, match="nothing can be solved"):
        hoyle.solve("evening.play", at=1)
    monkeypatch.setattr(solving, "Solver", missing("another"))
    with pytest.raises(ModuleNotFoundError):
        hoyle.solve("evening.play", at=1)


def test_what_a_notebook_shows(tiny: Path) -> None:
    by: dict[str, Any] = {"games": 4, "players": "random", "seed": 5, "workers": 1}
    one = hoyle.compare("rules.hoyle", options_b={"target": 1}, **by)
    many = hoyle.compare_settings("rules.hoyle", [{"target": 1}, {"target": 2}, {"target": 4}], **by)
    trace = hoyle.trace("rules.hoyle")
    book = hoyle.rulebook("rules.hoyle")
    for found in (one, many, trace, book):
        shown = found._repr_html_()
        assert shown.startswith("<iframe"), type(found)
        assert shown.count("<iframe") == 1
    assert "640" in book._repr_html_()
    assert "640" not in one._repr_html_().partition("srcdoc")[0]
    assert repr(book) == "<Rulebook of Tiny>"
    assert str(many) == "\n".join(line.rstrip() for line in many.lines())
    assert len(many) == 2
    assert [dict(row) for row in trace.records()] == trace.records()
    same_as_file(GOLDEN / "trace.txt", read(trace))


def test_results_are_true_if_nothing_is_wrong(tiny: Path) -> None:
    (tiny / "wrong.hoyle").write_text(RULES.replace("set dealer to dealer.left", "set deler to dealer.left"), "utf-8")
    good, bad = hoyle.check("rules.hoyle"), hoyle.check("wrong.hoyle", "rules.hoyle")
    assert isinstance(good, CheckResult)
    assert [bool(good), bool(bad)] == [True, False] == [good.ok, bad.ok]
    assert [*good.lines()][-1] == "rules.hoyle: no errors"
    same_as_file(GOLDEN / "checked.txt", "\n".join(bad.lines()) + "\n")
    fuzzed = hoyle.fuzz("rules.hoyle", games=3, seed=5, workers=1, engine="python")
    assert isinstance(fuzzed, FuzzResult)
    assert bool(fuzzed)
    assert not fuzzed.failed
    (tiny / "bad.egn").write_text("{}", "utf-8")
    imported = hoyle.import_records("bad.egn")
    assert not imported
    assert str(imported) == imported.text
    converted = hoyle.convert("evening.play", to="play")
    assert str(converted) == converted.text
    assert str(converted).startswith("hoyle play 1\n")
    games = hoyle.convert("both.play", to="json")
    assert json.loads(str(games))


def test_games_are_given_as_text_files_or_scripts(tiny: Path) -> None:
    script, problems = hoyle.parse_script(BOTH)
    assert script is not None
    assert problems == ()
    folder, games = games_of(script)
    assert (folder, [*games]) == (Path(), [*script.games])
    folder, games = games_of("both.play")
    assert folder.resolve() == tiny.resolve()
    assert len([*games]) == 2


def test_counts_of_several_sets_have_their_numbers(tiny: Path) -> None:
    (tiny / "again.play").write_text(BOTH.split("\ngame rules\noption")[0], "utf-8")
    found = hoyle.stats("evening.play", against=["again.play"])
    rows = found.records()
    assert rows == [{"set": number, **row} for number, one in enumerate(found.sets, 1) for row in one.records()]
    assert {row["set"] for row in rows} == set(range(1, len(found.sets) + 1))
    (tiny / "broken.play").write_text("nonsense\n", "utf-8")
    with pytest.raises((hoyle.CannotCount, hoyle.GameError)):
        hoyle.stats("broken.play")


def test_the_lists_of_what_there_is() -> None:
    whole = hoyle.list()
    for kind in KINDS:
        of = whole.of(kind)
        assert of == getattr(whole, kind)
        only = hoyle.list(kind)
        assert [one.name for one in only.of(kind)] == [one.name for one in of]
        assert only.names == tuple(one.name for one in of)
        assert all(not only.of(other) for other in KINDS if other != kind)
    assert whole.names == tuple(one.name for kind in KINDS for one in whole.of(kind))
    rows = whole.records()
    assert len(rows) == len(whole.names)
    assert [row["name"] for row in rows] == [*whole.names]
    assert {str(row["kind"]) for row in rows} == set(KINDS)
