"""The pages of reports on the small game of the club, as they are written: charts, tables, and nothing of it unescaped.

The bodies of the pages lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from hoyle.cli.pages import charts, cover, training
from hoyle.cli.pages.report import comparison_page, simulation_page
from hoyle.cli.pages.rulebook import html
from hoyle.cli.pages.trace import trace_page
from hoyle.dsl.loading import load
from hoyle.dsl.provenance.citations import trace
from hoyle.dsl.provenance.documents import read_document
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.interpreter.lowering import settle

from ...golden import same_as_file

PRINTED = Path(__file__).with_name("printed")
HOSTILE = '<b>&"\x07\u202e'


def same_page(name: str, *pages: str) -> None:
    """Compare pages, without what all pages have, with a file.  They are well formed and show no control character."""
    bodies: list[str] = []
    for page in pages:
        assert not re.search("[\x00-\x08\u202a-\u202e]", page)
        title = re.findall("<title>.*?</title>", page)[0]
        body = page.partition("</head>")[2].removesuffix("</html>\n")
        bodies.append(re.sub("(<(?:g|/tr|/li|/h2|/p|rect|circle|text|path|line)\\b)", r"\n\1", f"{title}{body}"))
    same_as_file(PRINTED / f"{name}.html", "".join(bodies))


def test_the_page_of_a_simulation(report: Callable[[str], Any]) -> None:
    data = report("simulate")
    plain = deepcopy(data)
    plain |= {"dealer": None, "games": 1200, "asked": 1300, "complete": False, "options": {}, "players": ["random"] * 4}
    plain["title"] = HOSTILE
    plain["sides"][0].pop("gains")
    plain["sides"][0]["wins"] = {"value": 0.3, "low": 0.2, "high": 0.4}
    plain["sides"][1]["wins"] = {"value": 0.5, "low": 0.4, "high": 0.6}
    plain["ties"] = {"value": 0.1, "low": 0.05, "high": 0.15}
    plain["cut"] = {"value": 0.2, "low": 0.05, "high": 0.25}
    plain["never"] = []
    answers = [
        {"label": f"bid {n}", "count": n, "share": {"value": n / 300, "low": 0.0, "high": 0.2}} for n in range(25)
    ]
    plain["questions"] = [
        {"phase": "bid", "line": 3, "text": "p chooses", "asked": 1500, "answers": answers},
        {"phase": "", "line": 4, "text": "p chooses", "asked": 2, "answers": answers[3:5]},
        {"phase": "", "line": 5, "text": "nobody chooses", "asked": 2, "answers": answers[:1]},
    ]
    none = {**plain, "games": 0}
    unasked = {**data, "questions": []}
    same_page("simulation", *map(simulation_page, (data, plain, none, unasked)))


def test_the_page_of_a_comparison(report: Callable[[str], Any]) -> None:
    data = report("compare")
    other = deepcopy(data)
    other |= {"chose_otherwise": 2, "example": None, "measured": [], "changes": [{"option": "target", "a": 5, "b": 3}]}
    other["a"] = {**other["b"], "title": HOSTILE}
    other["b"] = other["a"]
    other["sides"][0].pop("per_deal")
    other["rules"] = []
    learned = {key: data[key] for key in ("sentence", "winner_changes", "deal_changes", "sides")}
    learned["answers"] = [{"label": "<pass>", "a": 1.0, "b": 0.5}]
    same_page(
        "comparison",
        comparison_page([data]),
        comparison_page([other, other]),
        comparison_page([{**data, "games": 0}]),
        comparison_page([{**data, "learned": learned}]),
    )


def test_the_page_of_what_was_learned() -> None:
    strength = [
        {"choices": 1000 * n, "chance": 0.5 * n - 1.2, "chance_error": 0.25, "before": 0.1 / n, "before_error": 0.01}
        for n in range(1, 5)
    ]
    data = {"title": HOSTILE, "choices": 4000, "failed": 0, "strength": strength}
    few = {**data, "failed": 1, "strength": strength[:1]}
    same_page("training", *map(training.training_page, (data, few, {**data, "strength": []})))


def test_the_page_of_what_scripts_reach(club: Path) -> None:
    rules = [
        {"line": 12, "kind": "row", "text": "a", "times": 0}, {"line": 12, "kind": "row", "text": "b", "times": 2},
        {"line": 14, "kind": "ending", "text": HOSTILE, "times": 0}, {"line": 13, "kind": "row", "text": "d", "times": 1500},
        *({"line": 15, "kind": kind, "text": kind, "times": 0} for kind in ("p", "q", "q", "r", "s")),
    ]  # fmt: skip
    file = {"file": str(club / "club_whist.hoyle"), "rules": 9, "reached": 2, "all": rules}
    files = [file, {**file, "file": "/gone/x.hoyle"}, {"file": "/gone/y.hoyle", "rules": 0, "reached": 0, "all": []}]
    data = {"games": 1200, "rules": 1018, "reached": 1004, "files": files}
    same_page("cover", cover.cover_page(data), cover.cover_page({"games": 0, "rules": 0, "reached": 0, "files": []}))


def test_the_page_of_the_rules_and_of_their_documents(club: Path) -> None:
    game = load(club / "club_whist.hoyle").game
    assert game is not None
    found = trace(game.tree, {"club": read_document("club", club / "club.txt")})
    book = rulebook(game, RulebookSettings(settle(game).values, None))
    same_page("rules", trace_page(game, found), trace_page(game, trace(game.tree, {})), html(book))


def test_charts_of_nothing_and_of_long_names() -> None:
    bars = [charts.Bar("  " + "x" * n, 2.5 * n, n, 3.0 * n, f"{n} <", n) for n in (34, 35, 1)]
    drawn = [
        charts.bars("none", []),
        charts.bars("bars & more", bars),
        charts.bars("up to 100", bars, 100.0),
        charts.differences("none", []),
        charts.differences("both ways", [charts.Bar("up", 1, 0.5, 2, "1"), charts.Bar("down", -7, -9, 0, "-7")]),
        charts.differences("down", [charts.Bar("down", -2, -3, -1, "-2")]),
        charts.histogram("none", [("a", [])]),
        charts.histogram("one", [("a", [(3, 2), (4, 6), (7, 1)])]),
        charts.histogram("two, wide", [("a", [(-7, 1), (130, 3)]), ("b", [(0, 5)]), ("c", [])]),
    ]
    same_page("charts", *(f"<title>{n}</title></head>{one}" for n, one in enumerate(drawn)))


@given(st.floats(1e-6, 1e6), st.floats(0.1, 1e5))
def test_axes_end_at_a_round_number_that_is_not_far_away(value: float, least: float) -> None:
    assert value * 0.999 <= charts.nice(value) <= 2.001 * value
    assert least <= charts.round_step(least) <= max(1, 2.5 * least)
    low, *_, high = charts.ticks(-value, value)
    assert (low, round(high, 6)) == (-value, round(value, 6))


@given(st.lists(st.tuples(st.integers(-300, 300), st.integers(1, 50)), min_size=1, max_size=8))
def test_the_bars_of_a_histogram_add_up_to_all_games(pairs: list[tuple[int, int]]) -> None:
    drawn = ElementTree.fromstring(charts.histogram("h", [("games", pairs)]))
    for picture in drawn.findall("svg"):
        shares = [float((one.findtext("title") or "").split()[-2]) for one in picture.findall("rect")]
        assert abs(sum(shares) - 100) < 0.05 * len(shares) + 0.01
