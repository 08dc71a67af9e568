"""What `hoyle train` and `hoyle stats` ask of the functions behind them, and what they make of the answers."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.api import counting, training

from ...conftest import Hoyle


def test_train_teaches_one_ruleset_after_another(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, Any]] = []
    file, stopped, instead = ["a.weights"], [False], [0]

    def train(rules: Any, *, watch: Any, **given: Any) -> Any:
        asked.append((rules, given))
        return SimpleNamespace(
            data=lambda: {"learned": len(asked)}, html=lambda: "<p>", lines=lambda: iter(["it learned"]), file=file[0],
            note="by hand", interrupted=stopped[0], instead=instead[0],
        )  # fmt: skip

    monkeypatch.setattr(training, "train", train)
    usual = {
        "minutes": None, "choices": 0, "seed": 1, "further": False, "begin_with": None, "replace": False, "into": None, "seats": None,
        "options": {}, "preset": None, "variants": (), "workers": 0, "progress": True,
    }  # fmt: skip
    done = hoyle("train", "whist", "hearts")
    assert (done.code, done.lines) == (0, ["it learned", "it learned"])
    assert [{**given, "variants": tuple(given["variants"])} for _, given in asked] == [usual, usual]
    asked.clear()
    more = ("--choices", "2000", "--seed", "7", "--resume", "r", "--into", "i", "-p", "3", "-w", "2")
    done = hoyle("train", "whist", *more, "-o", "target=3", "--preset", "long", "--format", "json")
    assert (done.code, json.loads(done.out)) == (0, {"learned": 1})
    assert {**asked[0][1], "variants": ()} == {
        **usual, "choices": 2000, "seed": 7, "begin_with": "r", "into": "i", "seats": 3, "workers": 2,
        "options": {"target": "3"}, "preset": "long",
    }  # fmt: skip
    assert hoyle("train", "whist", "--format", "html").out == "<p>"
    assert hoyle("train", "whist", "--further").code == 0
    assert {**asked[-1][1], "variants": ()} == {**usual, "further": True}
    stopped[0] = True
    asked.clear()
    done = hoyle("train", "whist", "hearts")
    assert (done.code, done.err, len(asked)) == (130, "hoyle: by hand\n", 1)
    stopped[0], file[0] = False, ""
    asked.clear()
    done = hoyle("train", "whist", "hearts")
    assert (done.code, len(asked)) == (74, 1)
    instead[0] = 7
    assert hoyle("train", "whist", "hearts", "--replace").code == 2
    assert asked[-1][1]["replace"]


def test_stats_counts_scripts_and_says_why_not(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch, club: Any) -> None:
    asked: list[Any] = []

    def stats(*files: str, against: Any, judge: bool) -> Any:
        asked.append((files, tuple(against), judge))
        return SimpleNamespace(
            data=lambda: {"games": 2}, lines=lambda *, every_rule: iter([f"every rule: {every_rule}"])
        )

    monkeypatch.setattr(counting, "stats", stats)
    plain = hoyle("stats", "evening.play", "position.play")
    assert (plain.code, plain.lines) == (0, ["every rule: False"])
    done = hoyle("stats", "evening.play", "--against", "position.play", "--judge", "--rules")
    assert done.lines == ["every rule: True"]
    assert json.loads(hoyle("stats", "evening.play", "--format", "json").out) == {"games": 2}
    assert asked == [
        (("evening.play", "position.play"), (), False), (("evening.play",), ("position.play",), True),
        (("evening.play",), (), False),
    ]  # fmt: skip
    Path("evenings").mkdir()
    for name in ("a.play", "b.play"):
        Path("evenings", name).write_bytes(Path("evening.play").read_bytes())
    inside = tuple(str(Path("evenings", name)) for name in ("a.play", "b.play"))
    assert hoyle("stats", "evenings", "position.play", "--against", "evenings").code == 0
    assert asked[-1] == ((*inside, "position.play"), inside, False)
    done = hoyle("stats", "-", stdin=b"")
    assert (done.code, "standard input" in done.err) == (2, True)

    def cannot(*files: str, **given: Any) -> Any:
        raise counting.CannotCount("they are of two games")

    monkeypatch.setattr(counting, "stats", cannot)
    done = hoyle("stats", "evening.play")
    assert (done.code, "they are of two games" in done.err) == (1, True)
