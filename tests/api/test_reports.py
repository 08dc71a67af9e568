"""Reports say what their JSON says: the same fields, the same data, and they can be copied, printed and shown."""

from __future__ import annotations

import csv
import inspect
import io
import json
import pickle
from collections.abc import Callable
from copy import deepcopy
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args, get_origin, get_type_hints

import jsonschema
import pytest

import hoyle
from hoyle.api.results import framed

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = str(ROOT / "rulesets" / "games" / "texas_worked_round.play")
BAD = 'game "Bad"\nlanguage 1\nplayers four\n'

REPORTS: dict[str, Callable[[], Any]] = {
    "simulate": lambda: hoyle.simulate("whist", games=8, measures=True, players="random", seed=3, workers=1),
    "compare": lambda: hoyle.compare("whist", options_b={"target": 7}, games=6, players="random", engine="python"),
    "cover": lambda: hoyle.cover(SCRIPT),
    "fuzz": lambda: hoyle.fuzz("whist", games=3, workers=1, engine="python"),
    "check": lambda: hoyle.check(BAD),
    "diff": lambda: hoyle.diff("whist", options_b={"target": 7}),
    "rulings": lambda: hoyle.rulings("texas_euchre"),
    "trace": lambda: hoyle.trace("texas_euchre"),
    "analyse": lambda: hoyle.analyse(SCRIPT, budget="40"),
    "train": lambda: trained(),  # noqa: PLW0108 - it stands below
}
"""A report for each schema of the same name."""
OTHERS: dict[str, Callable[[], Any]] = {
    "solve": lambda: hoyle.solve(near_the_end()),
    "tune": lambda: hoyle.tune("whist", {"target": [5, 7]}, "length=3", games=3, players="random", workers=1),
    "list": lambda: hoyle.list("players"),
    "players": lambda: hoyle.compare_players("whist", "sound", "random", games=2, workers=1),
}


def trained() -> hoyle.TrainResult:
    """A short lesson."""
    with TemporaryDirectory() as folder:
        return hoyle.train("leduc_poker", choices=200, workers=1, measure=False, into=folder)


def near_the_end() -> hoyle.Game:
    """A game of Whist with two tricks left."""
    game = hoyle.open("whist", seed=3, executor="python")
    while len(game.cards("hand", "A")) > 2 or len(game.cards("trick")):
        game.choose(0)
    return game


@pytest.fixture(scope="module", params=[*REPORTS, *OTHERS])
def made(request: pytest.FixtureRequest) -> tuple[str, Any]:
    return request.param, report_of(request.param)


@cache
def report_of(name: str) -> Any:
    """A report, made once."""
    return (REPORTS | OTHERS)[name]()


def properties(schema: dict[str, Any], part: dict[str, Any]) -> tuple[set[str], dict[str, Any]] | None:
    """The keys of an object in a schema, each with its part; None if it is no such object."""
    while "$ref" in part or "anyOf" in part or "items" in part:
        if "$ref" in part:
            part = schema["$defs"][part["$ref"].rpartition("/")[2]]
        elif "items" in part:
            part = part["items"]
        else:
            part = next(one for one in part["anyOf"] if one.get("type") != "null")
    found = part.get("properties")
    return None if found is None else (set(found), found)


ELSEWHERE = {"stats": "api/test_counting.py", "solve_deals": "cli/commands/games/test_solve.py"}
"""Functions whose reports are tested in another file."""


def test_every_function_that_gives_a_report_is_called() -> None:
    given = {
        name: getattr(hoyle, str(inspect.signature(getattr(hoyle, name)).return_annotation), None)
        for name in hoyle.__all__
        if inspect.isfunction(getattr(hoyle, name))
    }
    reports = {name for name, kind in given.items() if inspect.isclass(kind) and issubclass(kind, hoyle.Report)}
    called = REPORTS.keys() | OTHERS.keys() - {"players"} | {"compare_players"}
    assert reports == called - {"list"} | ELSEWHERE.keys()
    assert all((ROOT / "tests" / place).exists() for place in ELSEWHERE.values())


EXTRA = {"interrupted", "note", "found", "text", "unsaved", "title", "_data"}
"""Fields of a report that its JSON does not have."""


@pytest.mark.parametrize("name", REPORTS)
def test_the_fields_of_a_report_are_those_of_its_schema(name: str) -> None:
    """Every key at the top of a report is a field, and so is every key of a record in it, unless it is left out."""
    schema = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8"))
    top = schema["$defs"]["Comparison"] if name == "compare" else schema
    kind = type(report_of(name))
    keys, parts = properties(schema, top) or (set(), {})
    own = {one.metadata.get("key", one.name) for one in fields(kind)}
    assert keys <= own
    assert own - keys <= EXTRA
    hints = get_type_hints(kind)
    for one in fields(kind):
        inner = hints[one.name]
        while get_origin(inner) is not None:
            inner = next((arg for arg in get_args(inner) if arg not in (type(None), ...)), object)
        known = properties(schema, parts.get(one.name, {}))
        if is_dataclass(inner) and known is not None:
            there = {field.metadata.get("key", field.name) for field in fields(inner)}  # type: ignore[arg-type]
            assert there <= known[0], (one.name, there - known[0])


def test_what_was_learned_is_as_its_schema_says() -> None:
    schema = json.loads((ROOT / "schemas" / "train.schema.json").read_text("utf-8"))
    jsonschema.validate(report_of("train").data(), schema)


def test_a_report_is_a_frozen_value(made: tuple[str, Any]) -> None:
    _, report = made
    assert deepcopy(report) == report
    assert pickle.loads(pickle.dumps(report)) == report
    with pytest.raises(FrozenInstanceError):
        report.seed = 1


def test_a_report_gives_its_data(made: tuple[str, Any]) -> None:
    _, report = made
    data = report.data()
    assert json.loads(report.to_json()) == data
    data.clear()
    assert report.data()


def test_a_report_prints_and_shows_itself(made: tuple[str, Any]) -> None:
    _, report = made
    assert len(str(report)) > 10
    assert "<" in report._repr_html_()


def test_records_have_the_same_columns(made: tuple[str, Any]) -> None:
    name, report = made
    rows = report.records()
    assert rows or name in ("fuzz", "trace", "train")
    assert all(row.keys() == rows[0].keys() for row in rows)
    assert all(value is None or isinstance(value, str | int | float) for row in rows for value in row.values())


def test_rows_tell_runs_apart() -> None:
    """Two runs that differ in the players, an option or the seed alone have no row in common."""
    runs = [
        hoyle.simulate("whist", games=2, players="random"),
        hoyle.simulate("whist", games=2, players=("random", "sound"), workers=1),
        hoyle.simulate("whist", games=2, players="random", seed=1),
        hoyle.simulate("whist", games=2, players="random", options={"target": 7}),
    ]
    rows = [{tuple(sorted(row.items(), key=str)) for row in run.records()} for run in runs]
    for i, one in enumerate(rows):
        assert not any(one & other for other in rows[:i])
    tables = [list(csv.DictReader(io.StringIO(run.csv()))) for run in runs]
    for table in tables:
        assert {"ruleset", "fingerprint", "options", "players", "seed", "games"} <= table[0].keys()
    assert len({str([row[key] for key in ("players", "options", "seed")]) for (row, *_) in tables}) == 4


def test_a_page_inside_another_cannot_reach_out() -> None:
    shown = framed('<script>alert("1")</script>')
    assert "<script>" not in shown
    assert "sandbox" in shown


BREAKS = """game "Breaks"
language 1
players 2
deck A K Q J
zones
    stock: face down
    hand of each player: private
    pile: face up
remember
    points of each player: number
    kept of each player: 0..3
ranking
    any suit: A K Q J
main
    repeat until highest points >= 50
        one_deal
    game over, won by the player with highest points
phase one_deal
    shuffle every card into stock
    deal 4 from stock to hand of each player
    for p in players
        p chooses
            "lay {c}" for c in p.hand
                move c to pile
                add 1 to p.points
                add 1 to p.kept
"""


def test_rules_that_break_down_while_they_are_learned_are_simulated_by_chance_up_to_the_game_that_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("wasmtime")

    def broken(program: Any, names: tuple[str, ...], progress: Any = None) -> None:
        if "learned" in names:
            raise hoyle.CannotPlay("4 is outside 0..3")

    monkeypatch.setattr("hoyle.api.simulating.ready", broken)
    with pytest.raises(hoyle.GamesStopped, match=r"game 0 stopped.*4 is outside 0\.\.3"):
        hoyle.simulate(BREAKS, games=5, workers=1)
    with pytest.raises(hoyle.CannotPlay, match=r"4 is outside 0\.\.3"):
        hoyle.simulate(BREAKS, games=5, workers=1, players="learned")


NOBODY_ASKED = """game "Drawn"
language 1
players 2
deck A K Q J
zones
    stock: face down
    hand of each player: face up
remember
    points of each player: number
main
    shuffle every card into stock
    deal 1 from stock to hand of each player
    for p in players where any c in p.hand has c.rank = A: add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""


def test_where_nobody_chooses_there_is_nothing_to_learn_and_games_are_simulated_all_the_same() -> None:
    pytest.importorskip("wasmtime")
    assert hoyle.simulate(NOBODY_ASKED, games=3, workers=1).games == 3
    for call in (
        lambda: hoyle.train(NOBODY_ASKED, choices=1000),
        lambda: hoyle.simulate(NOBODY_ASKED, games=3, players="learned"),
    ):
        with pytest.raises(hoyle.CannotPlay, match="nobody chooses anything in Drawn, so there is nothing to learn"):
            call()
