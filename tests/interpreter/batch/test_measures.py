"""Measures of what a game is like, on games written down by hand, and as `simulate` reports them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import hoyle
from hoyle.cli.main import run
from hoyle.interpreter.batch.measures import MeasuredSimulation, Measures
from hoyle.interpreter.batch.playout import Deal, Outcome
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.search.thinker import Thought, Valued


def game(*gains: tuple[int, int]) -> Outcome:
    """A game of two sides, by what each deal gave; the highest wins."""
    scores = tuple(sum(deal[side] for deal in gains) for side in range(2))
    winners = tuple(side for side in range(2) if scores[side] == max(scores))
    return Outcome(winners, len(winners) > 1, False, scores, 0, -1, tuple(Deal(-1, deal, 0) for deal in gains), [])


def test_the_scores_after_each_deal_tell_who_led() -> None:
    measures = Measures()
    # A leads by 2, then B by 1, then they are even, then A by 3: A was behind once, and led for good at the end.
    measures.add(game((2, 0), (0, 3), (1, 0), (3, 0)), 1)
    found = measures.estimates()
    assert found["lead_changes"].value == pytest.approx(2 / 3)
    assert found["drama"].value == pytest.approx(1 / 3)
    assert found["decided"].value == 1
    assert found["comeback"].value == 1
    # The same points where the lowest wins: B was ahead first.
    measures = Measures()
    measures.add(Outcome((1,), False, False, (6, 3), 0, -1, game((2, 0), (4, 3)).deals, []), -1)
    found = measures.estimates()
    assert (found["lead_changes"].value, found["drama"].value) == (0, 0)
    assert (found["decided"].value, found["comeback"].value) == (0.5, 0)


def test_a_tie_has_no_drama() -> None:
    measures = Measures()
    measures.add(game((1, 0), (0, 1)), 1)
    assert set(measures.estimates()) == {"lead_changes"}


def test_what_players_thought_is_added_up() -> None:
    measures = Measures()
    near = Thought(0, (Valued(0, 1.0, 0.3, 9), Valued(1, 0.8, 0.3, 9)), 4, 9)
    far = Thought(1, (Valued(1, 2.0, 0.1, 9), Valued(0, 1.0, 0.1, 9)), 4, 9)
    measures.think([near, far])
    found = measures.estimates()
    assert found["spread"].value == pytest.approx((0.1 + 0.5) / 2)
    assert found["clear"].value == 0.5


def test_measured_games_are_the_same_games(program) -> None:
    rules = program("newberry_euchre")
    plain = Simulation(rules, ("random",) * 4, 3).runner().run(0, 3).sums
    work = MeasuredSimulation(rules, ("random",) * 4, 3)
    measured, together = work.runner().run(0, 3).sums, work.nothing()
    assert measured.digest() == plain.digest()
    for first, count in ((0, 1), (1, 2)):
        work.merge(together, work.runner().run(first, count).sums)
    assert together == measured


def test_simulate_reports_them(capsys) -> None:
    words = [
        "simulate",
        "newberry_euchre",
        "-n",
        "2",
        "-w",
        "1",
        "--measures",
        "-p",
        "think:worlds=2:playouts=12:nodes=0",
    ]
    assert run([*words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    schema = Path(next(iter(hoyle.__path__))) / "schemas" / "simulate.schema.json"
    jsonschema.validate(data, json.loads(schema.read_text("utf-8")))
    assert {"lead_changes", "spread", "clear", "answers"} <= set(data["measures"])
    passing = next(one for one in data["measures"]["answers"] if one["label"].strip() == "pass")
    assert passing["gained"]["low"] < passing["gained"]["value"] < passing["gained"]["high"]
    assert run(words) == 0
    assert "what it is like to play" in capsys.readouterr().out
