"""Random games of small games: what is counted, what is found where a fault was planted, and what damage is noticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoyle.interpreter.fuzz.report import FuzzReport, ReportedFailure
from hoyle.interpreter.fuzz.scripted import ScriptCoverage
from hoyle.interpreter.fuzz.scripts import check_script, script_of
from hoyle.interpreter.fuzz.settings import Programs, default_row, plan, row_text, rows
from hoyle.interpreter.fuzz.shrink import FoundFailure, Shrinker
from hoyle.interpreter.fuzz.work import Fuzzing

from ...golden import same_as_file
from ...small_constructs import CONSTRUCTS, construct_game
from ...small_gathered import GATHERED
from ..small_scripts import game_in, opened, recorded
from .conftest import PINCH

GOLDEN = Path(__file__).with_name("golden")


def kept(name: str, lines: list[str]) -> None:
    same_as_file(GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in lines))


# ------------------------------------------------------------------------------------------------------- whole batches


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_report_of_random_games(name: str) -> None:
    game = construct_game(name)
    work = Fuzzing(plan(game, {}, vary=False, seed=1), 6, 25, module=name == "flow")
    sums = work.runner().run(0, 2).sums
    data = FuzzReport(game, work, sums, 3).data()
    del data["fingerprint"], data["invariants"]
    fired = [f"{kind} {start}: {times}" for (kind, _, start), times in sorted(sums.fired.items())]
    broken = [f"{one.index} {one.setting} {one.broken.invariant}: {one.broken.message}" for one in sums.failures]
    kept(f"{name}_report", [*broken, *json.dumps(data, indent=1, ensure_ascii=False).splitlines(), *fired])
    whole = work.nothing()
    for first in (0, 1):
        work.merge(whole, work.runner().run(first, 1).sums)
    assert whole == sums


def test_cards_that_are_gathered_lie_in_the_order_of_the_deck_in_the_model_too(fuzz: Callable[..., Any]) -> None:
    """Wherever they came from, also if some or all of them lay there before."""
    assert not fuzz(GATHERED, 12, length=40).sums.failures


BROKEN = {
    "check": ("after play_hands: total tricks = 3", "after play_hands: total tricks = 2"),
    "always": ("after play_hands: total tricks = 3", "always highest points < 2"),
    "range": ("points of each player: number", "points of each player: 0..1"),
    "no row": ("    bidder is none -> nothing\n", "    bidder is none and pay = 7 -> nothing\n"),
    "no cards": ("deal 3 from stock", "deal 12 from stock"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_the_shortest_game_that_shows_a_planted_fault(kind: str, fuzz: Callable[..., Any]) -> None:
    old, new = BROKEN[kind]
    assert old in PINCH
    found = fuzz(PINCH.replace(old, new), 6, checks=False, length=40)
    failures = found.sums.failures
    assert failures
    failure = failures[0]
    shortest = Shrinker(
        found.game,
        FoundFailure(found.work.programs[failure.setting], failure.trace, failure.broken),
        (),
        left=400,
    ).run()
    script = script_of(shortest.program, shortest.trace, shortest.broken, "pinch.hoyle", "hoyle fuzz pinch")
    lines = [line for line in script.splitlines() if not line.startswith(("rules", "parts"))]
    shown = ReportedFailure(failure, shortest, "", "saved.play")
    report = FuzzReport(found.game, found.work, found.sums, 6, [shown]).data()
    kept(f"broken_{kind}", [*lines, json.dumps(report["failures"], indent=1, ensure_ascii=False)])
    assert failure.broken.key == shortest.broken.key


@pytest.mark.parametrize("name", ["choices", "tricks", "flow", "alike"])
def test_a_recorded_game_is_sound_and_covers_rules(name: str) -> None:
    game = game_in(recorded(name, 5, 10))
    assert check_script(game, opened(name)) == (None, None)
    covered = ScriptCoverage()
    covered.add(game, opened(name))
    found = [f"{one.line}:{one.column} {one.kind} {one.text}: {one.times}" for one in covered.rules]
    kept(f"{name}_covered", found)
    other = ScriptCoverage()
    other.add(game, opened(name))
    other.merge(json.loads(json.dumps(covered.data())))
    assert other.games == 2
    assert [one.times for one in other.rules] == [2 * one.times for one in covered.rules]


# ------------------------------------------------------------------------------------------------------------ settings


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_settings_that_are_tried(name: str) -> None:
    game = construct_game(name)
    found = [*rows(game)][:30]
    assert found[0] == default_row(game)
    assert len({tuple(sorted(row.items())) for row in found}) == len(found)
    lines = [f"{row} {row_text(game, row)}" for row in found]
    for seed in (0, 3):
        programs = plan(game, {}, vary=True, seed=seed, most=8)
        lines += [f"{one.words()} {one.players}" for one in programs.settings]
        assert len(programs[1:3]) == len(programs.settings[1:3])
        assert programs[-1] is programs[len(programs) - 1]
    kept(f"{name}_settings", lines)


def test_fixed_settings_stay_and_others_vary() -> None:
    game = construct_game("values")
    for programs in (
        plan(game, {"bonus": 7}, vary=True, players=3, most=6),
        plan(game, {"bonus": 7}, vary=False, players=3),
    ):
        assert {one.words()["bonus"] for one in programs.settings} == {7}
        assert {one.players for one in programs.settings} == {3}
    assert len(plan(game, {"bonus": 7}, vary=False, players=3)) == 1
    assert len(plan(game, {}, vary=False)) == 2
    assert isinstance(plan(game, {}, vary=True)[:2], Programs)
