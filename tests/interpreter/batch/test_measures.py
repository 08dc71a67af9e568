"""Measures of a game's character: computed for games written by hand, and reported by `simulate`."""

from __future__ import annotations

import json
import random
import statistics
from pathlib import Path

import jsonschema
import pytest

import hoyle
from hoyle.cli.main import run
from hoyle.interpreter.batch.measures import MeasuredSimulation, Measures
from hoyle.interpreter.batch.playout import DealResult, Outcome
from hoyle.interpreter.batch.skill import SkillSums, advantage, share
from hoyle.interpreter.batch.sums import Cross
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.program import ACTOR
from hoyle.interpreter.search.thinker import Thought, ValuedOption

SCHEMA = Path(next(iter(hoyle.__path__))) / "schemas" / "simulate.schema.json"


def game(*gains: tuple[int, int]) -> Outcome:
    """A game of two sides, given by the gains in each deal.  The higher score wins."""
    scores = tuple(sum(deal[side] for deal in gains) for side in range(2))
    winners = tuple(side for side in range(2) if scores[side] == max(scores))
    return Outcome(
        winners, len(winners) > 1, False, scores, 0, -1, tuple(DealResult(-1, deal, 0) for deal in gains), []
    )


def test_measures_of_the_lead() -> None:
    measures = Measures()
    # A leads by 2, then B by 1, then they are equal, then A leads by 3.  So A was behind once and took the final lead
    # in the last deal.
    measures.add(game((2, 0), (0, 3), (1, 0), (3, 0)), 1)
    found = measures.estimates()
    assert found["lead_changes"].value == pytest.approx(2 / 3)
    assert found["drama"].value == pytest.approx(1 / 3)
    assert found["decided"].value == 1
    assert found["comeback"].value == 1
    # The same gains, but the lower score wins: B led first.
    measures = Measures()
    measures.add(Outcome((1,), False, False, (6, 3), 0, -1, game((2, 0), (4, 3)).deals, []), -1)
    found = measures.estimates()
    assert (found["lead_changes"].value, found["drama"].value) == (0, 0)
    assert (found["decided"].value, found["comeback"].value) == (0.5, 0)


def test_a_tie_has_no_drama() -> None:
    measures = Measures()
    measures.add(game((1, 0), (0, 1)), 1)
    assert set(measures.estimates()) == {"lead_changes"}


def test_values_found_by_thinking_players_are_added_up() -> None:
    measures = Measures()
    near = Thought(0, (ValuedOption(0, 1.0, 0.3, 9), ValuedOption(1, 0.8, 0.3, 9)), 4, 9)
    far = Thought(1, (ValuedOption(1, 2.0, 0.1, 9), ValuedOption(0, 1.0, 0.1, 9)), 4, 9)
    measures.think([near, far])
    found = measures.estimates()
    assert found["spread"].value == pytest.approx((0.1 + 0.5) / 2)
    assert found["clear"].value == 0.5


def test_measuring_does_not_change_the_games(program) -> None:
    rules = program("newberry_euchre")
    plain = Simulation(rules, ("random",) * 4, 3).runner().run(0, 3).sums
    work = MeasuredSimulation(rules, ("random",) * 4, 3)
    measured, together = work.runner().run(0, 3).sums, work.nothing()
    assert measured.digest() == plain.digest()
    for first, count in ((0, 1), (1, 2)):
        work.merge(together, work.runner().run(first, count).sums)
    assert together == measured


def test_simulate_reports_the_measures(capsys) -> None:
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
    jsonschema.validate(data, json.loads(SCHEMA.read_text("utf-8")))
    assert {"lead_changes", "spread", "clear", "answers"} <= set(data["measures"])
    passing = next(one for one in data["measures"]["answers"] if one["label"].strip() == "pass")
    assert passing["gained"]["low"] < passing["gained"]["value"] < passing["gained"]["high"]
    assert run(words) == 0
    assert "what it is like to play" in capsys.readouterr().out


def test_a_game_without_thoughts_adds_nothing() -> None:
    measures = Measures()
    measures.think([])
    assert (measures.thought.games, measures.thought.sums) == (1, [0, 0, 0])
    measures.think([Thought(0, (ValuedOption(0, 3.0, 0.1, 9), ValuedOption(1, 1.0, 0.1, 9)), 4, 9)])
    assert (measures.thought.games, measures.thought.sums) == (2, [1000, 1, 1])


def test_the_gain_of_an_answer_has_the_interval_of_a_mean() -> None:
    """Gains of 3, 5 and 10, compared with two of the other answer.  An answer given only once has no interval."""
    measures = Measures()
    measures.paid = {(0, 1): [3, 18, 9 + 25 + 100], (0, 2): [1, 4, 16]}
    other = Measures()
    other.paid = {(1, 0): [2, 4, 8]}
    measures.merge(other)
    found = measures.gains(2)
    assert list(found) == [(0, 1), (1, 0)]
    count, gained = found[0, 1]
    half = 1.959964 * ((9 + 1 + 16) / 2 / 3) ** 0.5  # the variance of a mean
    assert count == 3
    assert (gained.low, gained.value, gained.high) == pytest.approx(((6 - half) / 2, 3, (6 + half) / 2))
    assert found[1, 0][1].data() == {"value": 1, "low": 1, "high": 1}


def test_a_thought_about_two_options_and_one_world_counts(program) -> None:
    rules = program()
    playout = MeasuredSimulation(rules, ("random",) * 4, 3).playout()
    values = playout.engine.start(seed=3).values
    option = (0, 0)
    pair = (ValuedOption(0, 1.0, 0.3, 9), ValuedOption(1, 0.8, 0.3, 9))
    kept = Thought(0, pair, 4, 9)
    for thought in (kept, Thought(0, pair[:1], 4, 9), Thought(0, pair, 0, 9)):
        playout.players[values[ACTOR]].thought = thought
        playout._take(values.copy(), 0, option)
    assert playout.thoughts == [kept]
    assert [key for _, _, key in playout.answers] == [(0, *option)] * 3


def skilled(*games: tuple[int, ...]) -> SkillSums:
    """The sums of games of two sides, from the gains of the thinking side in each deal."""
    found = Cross(3)
    for deals in games:
        found.add(sum(deals), len(deals), sum(gained * gained for gained in deals))
    return SkillSums(found.games, found)


def test_skill_is_the_share_of_variance_explained_by_the_players() -> None:
    # With equal gains everything is skill.  With gains and losses in turn everything is luck.
    assert share(skilled((2, 2), (2, 2))).value == 1
    assert share(skilled((2, -2), (-3, 3))).value == 0
    # The mean is 1 and the mean square is (9 + 1) / 2.
    found = share(skilled((3, -1), (3, -1), (3, -1)))
    assert found.value == pytest.approx(1 / 5)
    assert advantage(skilled((3, -1), (3, -1)), 1).value == 1
    # For two groups of equal size this is the coefficient of determination: 1 minus the variance within the groups over
    # the whole variance.
    gains = (5, -2, 1, 0)
    mean = sum(gains) / 4
    within = sum((gained - mean) ** 2 for gained in gains) / 4
    whole = sum(gained**2 for gained in gains) / 4
    assert share(skilled(gains)).value == pytest.approx(1 - within / whole)


def test_the_interval_of_skill_agrees_with_the_bootstrap() -> None:
    """Bootstrap: draw as many games with replacement, many times."""
    dice = random.Random(4)
    games = [tuple(round(dice.gauss(1, 2) * 10) for _ in range(3)) for _ in range(200)]
    found = share(skilled(*games))
    drawn = [share(skilled(*dice.choices(games, k=len(games)))).value for _ in range(400)]
    spread = statistics.stdev(drawn)
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * spread, rel=0.15)


def test_simulate_reports_the_skill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "higher.hoyle"
    rules.write_text(HIGHER, encoding="utf-8")
    assert run(["simulate", str(rules), "-n", "2", "-w", "1", "--skill", "12", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads(SCHEMA.read_text("utf-8")))
    skill = data["skill"]
    assert skill["players"] == ["learned", "random"]
    assert (skill["games"], skill["unit"]) == (12, "points")
    # Who has learned the game shows the higher of two cards.  The others do so half of the time.
    assert skill["advantage"]["low"] > 0
    assert 0 < skill["share"]["low"] < skill["share"]["value"] < 1
    assert run(["simulate", str(rules), "-n", "2", "-w", "1", "--skill", "2"]) == 0
    assert "skill and luck, 2 games" in capsys.readouterr().out


HIGHER = """
game "Higher"
language 1
players 2
deck 7 8 9 10 J Q K A of hearts spades
values worth of each card
    7..A: 1..8
zones
    stock: face down
    hand of each player: private
    table: face up
remember
    points of each player: number
main
    repeat 3 times
        one_deal
    game over, won by the player with highest points, otherwise shared
phase one_deal
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player
    for p in players
        p chooses
            "show {c}" for c in p.hand
                add c.worth to p.points
"""
