"""The judge of planted mistakes: what is alike, and the table by ruleset."""

from __future__ import annotations

from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse

pytest.importorskip("wasmtime")
FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "planted"
KUHN = RULESETS / "kuhn_poker.hoyle"


@pytest.fixture
def alike(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The file `alike.py`."""
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.syspath_prepend(str(FOLDER.parent))
    return import_module("alike")


def _kuhn(old: str = "", new: str = "") -> CheckedGame:
    text = KUHN.read_text("utf-8")
    assert old in text
    game = load(Source(str(KUHN), text.replace(old, new, 1))).game
    assert game is not None
    return game


def test_few_games_come_first(alike: ModuleType):
    assert alike.steps(10_000) == [0, 20, 1_000, 10_000]
    assert alike.steps(200) == [0, 20, 200]


@pytest.mark.parametrize(
    ("old", "new", "same"), [("", "", True), ("otherwise the highest p", "otherwise the lowest p", False)]
)
def test_alike(alike: ModuleType, old: str, new: str, same: bool):
    right = alike.PlayedGames(_kuhn(), 200)
    assert alike.alike(right, alike.PlayedGames(_kuhn(old, new), 200), 200) is same
    right.release()  # what was played is known; what was not is played now
    assert alike.alike(right, alike.PlayedGames(_kuhn(), 200), 200)


def test_the_modules_play_what_python_plays(alike: ModuleType, monkeypatch: pytest.MonkeyPatch):
    right = alike.PlayedGames(_kuhn(), 60)
    results = [right.results(0, step, [0, 20, 60]) for step in range(2)]

    def uncompilable(_: object) -> None:
        raise alike.Uncompilable("too large")

    monkeypatch.setattr(alike.ModuleSimulation, "runner", uncompilable)
    plain = alike.PlayedGames(_kuhn(), 60)
    assert [plain.results(0, step, [0, 20, 60]) for step in range(2)] == results


@pytest.mark.usefixtures("alike")
def test_a_mistake_of_visibility_changes_who_sees_a_zone():
    """And not the words of its description (`private "the card laid face down"`)."""
    made = import_module("mistakes").mistakes(Source("rikken", (RULESETS / "rikken.hoyle").read_text(encoding="utf-8")))
    wrong = [one for one in made if one.operator == "visibility"]
    game = load("rikken").game
    assert game is not None
    zones = game.zones
    assert len(wrong) >= len(zones)
    for one in wrong:
        tree, _ = parse(Source("rikken", one.text))
        declared = next(part for part in tree.declarations if isinstance(part, n.Zones)).zones
        changed = [a for a, b in zip(declared, zones, strict=True) if a.visibility != b.visibility]
        assert len(changed) == 1


def test_the_table_by_ruleset(alike: ModuleType):
    spec = spec_from_file_location("planted_main", FOLDER / "__main__.py")
    assert spec is not None
    assert spec.loader is not None
    main = module_from_spec(spec)
    spec.loader.exec_module(main)
    judged = [(KUHN, None, finder, "") for finder in (*["play"] * 8, "scripts", "nothing", "equivalent")]
    judged += [(RULESETS / "leduc_poker.hoyle", None, finder, "") for finder in ("reading", "nothing")]
    assert main.by_ruleset(judged) == [
        "Of 2 rulesets 1 have at least 90 % with their own scripts.",
        "",
        "| ruleset | mistakes that change play | check | with scripts |",
        "|---|---|---|---|",
        "| kuhn_poker | 10 | 8 (80 %) | 9 (90 %) |",
        "| leduc_poker | 2 | 1 (50 %) | 1 (50 %) |",
    ]
