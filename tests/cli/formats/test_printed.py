"""What the reports of the small game of the club say, word for word, as text, tables and data.

The texts lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.  Every test prints several reports of one command, so that
each branch of a report is in one of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hoyle.cli.formats import comparison, counting, cover, fuzz, junit, listing, simulation, solution, training, tuning

from ...golden import same_as_file

PRINTED = Path(__file__).with_name("printed")


def same(name: str, *parts: tuple[str, Any]) -> None:
    """Compare lines, each part below its name, with a file."""
    out: list[str] = []
    for head, lines in parts:
        out += [f"== {head}", *([lines.rstrip("\n")] if isinstance(lines, str) else lines)]
    same_as_file(PRINTED / f"{name}.txt", "\n".join(out) + "\n")


def test_kept_reports_are_as_their_schemas_say(report: Callable[[str], Any], root: Path) -> None:
    for name in ("simulate", "compare"):
        schema = json.loads((root / "schemas" / f"{name}.schema.json").read_text("utf-8"))
        jsonschema.validate(report(name), schema)


@pytest.fixture
def simulated(report: Callable[[str], Any]) -> dict[str, Any]:
    """The data of a simulation."""
    return report("simulate")


def estimate(value: float, low: float, high: float) -> dict[str, float]:
    return {"value": value, "low": low, "high": high}


def test_a_simulation_that_was_stopped_or_played_by_people(simulated: dict[str, Any]) -> None:
    stopped = {**simulated, "complete": False, "asked": 1200}
    none = {**stopped, "games": 0}
    people = {**simulated, "players": ["person"] * 4, "dealer": None, "never": [], "options": {}}
    skilled = deepcopy(simulated)
    skilled["skill"] = {
        "games": 1500, "players": ["think:quick", "random"], "unit": "points",
        "advantage": estimate(1.25, 0.5, 2.0), "share": estimate(0.125, 0.1, 0.15),
    }  # fmt: skip
    skilled["measures"] = {
        "drama": estimate(0.5, 0.45, 0.55), "comeback": estimate(2.5, 1.0, 4.0),
        "answers": [{"line": 7, "label": " bid 1 ", "count": 1234, "gained": estimate(-1.0, -30.0, 30.0)}],
    }  # fmt: skip
    answers = [
        {"label": f"bid {n}", "count": 2000 - n, "share": estimate(n / 40, n / 41, n / 40 + 0.001)} for n in range(14)
    ]
    skilled["questions"] = [
        {"phase": "order_up", "line": 7, "text": "p chooses", "asked": 27_000, "answers": answers[::-1]},
        {"phase": "", "line": 8, "text": "p chooses", "asked": 4, "answers": answers[:2]},
        {"phase": "", "line": 9, "text": "nobody chooses", "asked": 4, "answers": answers[:1]},
    ]
    wins = dict(skilled, skill={**skilled["skill"], "unit": "games"})
    same(
        "simulation",
        ("stopped", simulation.text_lines(stopped)),
        ("none", simulation.text_lines(none)),
        ("people", simulation.text_lines(people)),
        ("skill", simulation.text_lines(skilled)),
        ("skill in games", simulation.text_lines(wins, every_rule=True)),
        ("rows", simulation.csv_text(skilled)),
        ("rows of people", simulation.csv_text(people)),
    )


def test_two_sets_of_games(simulated: dict[str, Any]) -> None:
    differences = [
        {
            "what": f"number {n}",
            "first": {"value": 1.0},
            "second": {"value": n},
            "difference": estimate(n, n - 1.5, n + 1.5),
        }
        for n in range(-12, 14)
    ]
    choices = [{"player": "Ann", "judged": 40, "best": {"value": 0.75}, "cost": estimate(0.5, 0.25, 0.75)}]
    two = {"sets": [simulated, simulated], "unfinished": [1, 2], "differences": differences, "choices": choices}
    one = {"sets": [simulated], "unfinished": [0], "differences": [], "choices": []}
    same("counting", ("two", counting.text_lines(two)), ("one", counting.text_lines(one, every_rule=True)))


def test_a_comparison_of_players_and_of_rules_that_were_learned(report: Callable[[str], Any]) -> None:
    one = report("compare")
    answers = [{"label": "bid 1", "a": 0.25, "b": 1.5}, {"label": "pass", "a": 1.0, "b": 0.5}]
    changed = {"winner_changes": one["winner_changes"], "deal_changes": one["deal_changes"], "sides": one["sides"]}
    learned = {"sentence": "They bid more.", "answers": answers, **changed}
    later = {**one, "learned": learned, "complete": False, "asked": 99}
    no_change = {"winner_changes": estimate(0.0, 0.0, 0.1), "deal_changes": estimate(0.0, 0.0, 0.1)}
    alike = {**later, "learned": {**learned, **no_change}}
    rules = [{"file": "x.hoyle", "line": n, "text": "x" * n, "games": n} for n in range(1, 12)]
    many = {
        **one,
        "rules": rules,
        "chose_otherwise": 3,
        "looked_at": 20,
        "example": None,
        "pairing": [],
        "measured": [],
    }
    nothing = {**one, "games": 0, "a": one["b"], "changes": []}
    options = {**one, "a": one["b"], "changes": [{"option": "target", "a": 5, "b": 3}]}
    players = {
        "title": "Club", "complete": True, "games": 1200, "asked": 1300, "player_a": "sound", "player_b": "random",
        "sides": 2, "seed": 3, "digest": "0a", "unit": "points", "wins": estimate(0.5, 0.4, 0.6),
        "ruleset": None, "fingerprint": "2-1", "options": {"target": 5}, "seats": 4,
    }  # fmt: skip
    kinds = {
        name: {**players, "advantage": advantage, **more}
        for name, advantage, more in (
            ("better", estimate(1.0, 0.5, 1.5), {}),
            ("worse", estimate(-1.0, -1.5, -0.5), {"complete": False, "unit": "games"}),
            ("neither", estimate(0.0, -0.5, 0.5), {}),
            ("just neither", estimate(0.0, 0.0, 0.0), {}),
            ("none", estimate(0.0, 0.0, 0.0), {"games": 0}),
        )
    }
    same(
        "comparison",
        ("as it is", comparison.text_lines(one)),
        ("learned", comparison.text_lines(later)),
        ("learned the same", comparison.text_lines(alike)),
        ("many rules", comparison.text_lines(many)),
        ("no games", comparison.text_lines(nothing)),
        ("options", comparison.text_lines(options)),
        ("several", comparison.vary_lines([options, {**options, "players": ["random"]}])),
        ("several by chance", comparison.vary_lines([{**options, "players": ["random"]}])),
        ("nothing", comparison.vary_lines([])),
        ("rows", comparison.csv_text([many])),
        ("rows once learned", comparison.csv_text([later])),
        *((name, comparison.player_lines(data)) for name, data in kinds.items()),
        ("a row", [str(comparison.player_row(kinds["better"]))]),
    )


def test_as_much_is_shown_as_fits(simulated: dict[str, Any], report: Callable[[str], Any]) -> None:
    """Reports with just as many rules, answers and differences as are shown, and with one more."""
    compared = {**report("compare"), "example": None, "sides": [], "measured": []}
    rules = [{"file": "x.hoyle", "line": n, "text": "x" * (12 - n), "games": n} for n in range(1, 10)]
    answers = [
        {"label": f"bid {n}", "count": n, "share": estimate(n / 40, n / 41, n / 40 + 0.001)} for n in range(5, 18)
    ]
    question = {"phase": "", "line": 8, "text": "p chooses", "asked": 4}
    asked = {**simulated, "sides": [], "dealer": None, "rules": [], "never": []}
    del asked["measures"]
    differences = [
        {"what": f"n {n}", "first": {"value": 1.0}, "second": {"value": n}, "difference": estimate(n, n - 0.5, n + 0.5)}
        for n in range(1, counting.MOST_DIFFERENCES + 2)
    ]
    two = {"sets": [], "unfinished": [], "choices": []}
    learned = {
        "title": "Club", "complete": True, "seconds": 61, "choices": 8000, "seed": 1, "begun_with": "Whist",
        "failed": 0, "strength": [], "file": None, "size": 12_345, "instead": 0,
    }  # fmt: skip
    same(
        "edges",
        *((f"{n} rules", comparison.text_lines({**compared, "rules": rules[:n], "looked_at": 20})) for n in (8, 9)),
        *(
            (f"{n} answers", simulation.text_lines({**asked, "questions": [{**question, "answers": answers[:n]}]}))
            for n in (1, 2, 12, 13)
        ),
        *(
            (f"{n} differences", counting.text_lines({**two, "differences": differences[:n]}))
            for n in (0, 1, counting.MOST_DIFFERENCES, counting.MOST_DIFFERENCES + 1)
        ),
        *((f"{n} left out", training.text_lines({**learned, "left_out": list("abcde")[:n]})) for n in (0, 4, 5)),
    )


def test_what_was_learned_tuned_solved_and_listed() -> None:
    strength = [
        {"choices": 1000 * n, "chance": 0.5 * n, "chance_error": 0.05, "before": 0.1 / n, "before_error": 0.01}
        for n in range(1, 9)
    ]
    learned = {
        "title": "Club", "complete": True, "seconds": 61, "choices": 8000, "seed": 1, "begun_with": "Whist",
        "left_out": list("abcdef"), "failed": 2, "strength": strength, "file": "/x/y.weights", "size": 12_345, "instead": 0,
    }  # fmt: skip
    bare = dict(learned, complete=False, seconds=0, begun_with="", left_out=["a"], failed=0, strength=[], file=None)
    settings = [{"options": {"target": 5, "open": True}, "estimate": estimate(1.0, 0.5, 1.5), "cut": 0}]
    tuned = {"games": 1000, "players": ["sound", "random", "sound"], "about": "length", "more_is_better": True}
    surely = {**tuned, "settings": [*settings, {**settings[0], "options": {"target": 6}}], "sure": True}
    options = [
        {"choice": "pass", "value": 1.0, "low": 0.5, "high": 1.5},
        {"choice": "bid", "value": None, "low": -1.0, "high": 1.0},
        {"choice": "fold", "value": None, "low": None, "high": None},
    ]
    line = [{"player": "Ann", "choice": "pass"}]
    solved = {"player": "Ann", "worlds": 0, "exact": False, "choice": 4, "options": options, "line": line, "drawn": 2}
    means = {**solved, "worlds": 7, "exact": True, "choice": None, "options": options[:1], "line": []}
    rows = [{"ruling": "clubs", "tricks": [1, 12]}, {"ruling": "no trumps", "tricks": [0, 4]}]
    deal = {"title": "T", "deal": 1, "reason": "", "players": ["Ann", "B"], "hands": [["A♠"], ["K♠", "Q♠"]]}
    tables = {"deals": [{**deal, "ruling": "trump", "rows": rows}, {"title": "U", "deal": 2, "reason": "too large"}]}
    about = "a rather long description of a game that does not fit into one line of a narrow terminal, so it is broken"
    listed = {
        "games": [{"name": "club", "about": about}, {"name": "x" * 70, "about": about, "of": "club"}],
        "players": [{"name": "sound", "about": ""}],
    }
    same(
        "others",
        ("learned", training.text_lines(learned)),
        ("learned little", training.text_lines(bare)),
        ("tuned", tuning.text_lines(surely)),
        ("tuned by chance", tuning.text_lines({**surely, "sure": False, "more_is_better": False})),
        ("one setting", tuning.text_lines({**tuned, "settings": settings, "sure": False})),
        ("solved", solution.plain_lines("Club", solved)),
        ("means", solution.plain_lines("Club", means)),
        ("tables", solution.table_lines(tables)),
        ("no tables", solution.table_lines({"deals": tables["deals"][1:]})),
        ("list", listing.text_lines(listed)),
        ("one list", listing.text_lines({"players": listed["players"]})),
    )


def test_failing_games_and_rules_that_nothing_reaches() -> None:
    failure = {
        "code": "E1301", "message": "m", "file": "x.hoyle", "line": 3, "column": 4, "text": "add 1", "found_with": 1,
        "choices": 1, "game": 9, "saved": "/x/y.play", "invariant": "",
    }  # fmt: skip
    engine = {"code": "", "invariant": "cards", "message": "m", "found_with": 20, "choices": 7, "game": 2, "saved": ""}
    setting = {"players": 2, "games": 4, "left": 4, "options": {"a": True, "b": 3}}
    rule = {"file": "x.hoyle", "line": 1, "kind": "row", "text": "a -> b", "possible": True}
    found = {
        "title": "Club", "games": 1, "settings": [setting, {**setting, "players": 4, "left": 3}], "decisions": 12_345,
        "seed": 5, "left": 1, "length": 1000, "failures": [failure, engine], "failed": 2,
        "coverage": [{"kind": "row", "fired": 1, "rules": 2}, {"kind": "ending", "fired": 0, "rules": 1}],
        "never": [rule, {**rule, "possible": False, "line": 2}],
    }  # fmt: skip
    few = {
        **found,
        "settings": [{**setting, "games": 2, "left": 2}],
        "left": 2,
        "failures": [],
        "never": [],
        "failed": 3,
    }
    held = {**few, "failed": 0, "left": 0, "games": 7}
    rules = [
        {"line": 1, "kind": "row", "text": "a", "times": 0}, {"line": 1, "kind": "row", "text": "b", "times": 2},
        {"line": 4, "kind": "ending", "text": "c", "times": 0}, {"line": 3, "kind": "statement", "text": "d", "times": 5},
    ]  # fmt: skip
    kinds = [{"kind": "row", "rules": 2, "reached": 1}, {"kind": "ending", "rules": 1, "reached": 0}]
    file = {"file": "x.hoyle", "rules": 4, "reached": 2, "all": rules, "kinds": kinds}
    covered = {"games": 1, "rules": 8, "reached": 5, "files": [file, {**file, "file": "y.hoyle"}]}
    empty = {"games": 0, "rules": 0, "reached": 0, "files": []}
    note = {"file": "x.hoyle", "line": 1, "column": 2, "text": "here"}
    problem = {**note, "code": "E1", "message": "bad\x07", "help": "write x", "notes": [note]}
    games = [
        {
            "ok": True,
            "title": "T",
            "ruleset": "r",
            "place": "a.play:3",
            "seconds": 1.25,
            "warnings": [problem, problem],
        },
        {"ok": False, "ruleset": "r", "place": "a.play:9", "error": {**problem, "help": None, "notes": []}},
    ]
    scripts = [{"file": "a.play", "games": games, "errors": [problem]}, {"file": "b.play", "games": [], "errors": []}]
    same(
        "failures",
        ("fuzz", fuzz.text_lines(found)),
        ("few", fuzz.text_lines(few)),
        ("held", fuzz.text_lines(held)),
        ("none", fuzz.text_lines({**held, "games": 0, "settings": []})),
        ("cover", cover.text_lines(covered)),
        ("cover nothing", cover.text_lines(empty)),
        ("lcov", cover.lcov(covered)),
        ("lcov of nothing", cover.lcov(empty)),
        ("junit", junit.report(scripts)),
    )
