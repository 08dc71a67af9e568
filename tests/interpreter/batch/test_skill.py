"""How much better a player is: sums of outcomes written by hand, and the numbers that follow from them."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from random import Random
from typing import Any

import pytest

from hoyle.interpreter.batch.modules import _logged
from hoyle.interpreter.batch.pairing import PairedGames, PairSums
from hoyle.interpreter.batch.playout import DealResult, Outcome
from hoyle.interpreter.batch.skill import GainCounter, SkillSums, advantage, in_points, share, wins
from hoyle.interpreter.batch.statistics import Estimate, Z
from hoyle.interpreter.batch.sums import Cross, GameSums, two_digits
from hoyle.interpreter.batch.verdict import Verdict, interval
from hoyle.interpreter.batch.verdict import share as percent
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm.tallies import CHOSEN, CROSS, DEALS, FINAL, GAIN, LENGTH

from ...small_rules import game_of, small_rules


def rules(best: str = "highest", players: int = 3) -> Program:
    return lower(game_of(small_rules(players=str(players)).replace("with highest", f"with {best}")))


def outcome(winners: tuple[int, ...], *gains: tuple[int, ...]) -> Outcome:
    scores = tuple(map(sum, zip(*gains, strict=True)))
    return Outcome(winners, False, False, scores, 9, -1, tuple(DealResult(-1, row, 3) for row in gains), [])


GAMES = [
    [outcome((0,), (5, 1, 2), (0, 3, 3)), outcome((1, 2), (1, 4, 4)), outcome((), (2, 2, 2), (1, 0, 1), (0, 0, 5))],
    [outcome((2,), (0, 1, 9)), outcome((1,), (2, 7, 0)), outcome((2,), (1, 1, 3), (3, 3, 3))],
    [outcome((0,), (4, 0, 0)), outcome((0,), (4, 0, 0)), outcome((0,), (4, 0, 0))],
]  # fmt: skip


def added(program: Program) -> SkillSums:
    counter, sums = GainCounter(program), SkillSums()
    for outcomes in GAMES:
        counter.add(sums, outcomes)
    return sums


@pytest.mark.parametrize(("best", "sign"), [("highest", 1), ("lowest", -1)])
def test_a_gain_is_that_of_the_side_less_those_of_the_others(best: str, sign: int) -> None:
    program = rules(best)
    assert in_points(program)
    sums = added(program)
    rows = [[(side, deal.gains) for side, one in enumerate(game) for deal in one.deals] for game in GAMES]
    gains = [[sign * (2 * row[side] - sum(row) + row[side]) for side, row in game] for game in rows]
    assert sums.games == 3
    assert sums.gained.sums == [sum(map(sum, gains)), sum(map(len, gains)), sum(n * n for game in gains for n in game)]
    assert sums.gained.product(0, 1) == sum(sum(game) * len(game) for game in gains)
    assert sums.gained.product(2, 2) == sum(sum(n * n for n in game) ** 2 for game in gains)
    won = [sum(side in one.winners for side, one in enumerate(game)) for game in GAMES]
    assert won == [2, 2, 1]
    assert (sums.won.sums, sums.won.product(0, 0)) == ([5], 9)
    halves = SkillSums()
    counter = GainCounter(program)
    for part in (GAMES[:1], GAMES[1:]):
        more = SkillSums()
        for outcomes in part:
            counter.add(more, outcomes)
        halves.merge(more)
    assert halves == sums
    assert halves.digest() == sums.digest() != SkillSums().digest()


def test_without_points_a_game_counts_one_for_the_winner() -> None:
    counter, sums = GainCounter(rules()), SkillSums()
    counter.by_deals = False
    counter.sign = -1
    counter.add(sums, GAMES[0])
    # won: (1, 0, 0) as the first side, (0, 1, 1) as the second, nobody as the third
    assert sums.gained.sums == [2 + (2 - 1) + 0, 3, 4 + 1]
    assert sums.won.sums == [2]


def test_the_advantage_and_the_share_of_wins_with_their_intervals() -> None:
    sums = added(rules())
    total, count, _ = sums.gained.sums
    found = advantage(sums, 2)
    assert found.value == pytest.approx(total / count / 2)
    assert advantage(sums, 0).value == advantage(sums, 1).value == pytest.approx(total / count)
    residuals = []
    for outcomes in GAMES:
        alone, counter = SkillSums(), GainCounter(rules())
        counter.add(alone, outcomes)
        residuals.append(alone.gained.sums[0] - total / count * alone.gained.sums[1])
    half = Z * sqrt(sum(n * n for n in residuals) * 3 / 2) / count / 2
    assert (found.low, found.high) == (pytest.approx(found.value - half), pytest.approx(found.value + half))
    won = wins(sums, 3)
    assert won.value == pytest.approx(5 / 9)
    spread = (9 - 25 / 3) / 2
    half = Z * sqrt(spread / 3) / 3
    assert (won.low, won.high) == (pytest.approx(5 / 9 - half), pytest.approx(5 / 9 + half))
    assert wins(SkillSums(), 2) == Estimate(0.0, 0.0, 1.0)
    one, counter = SkillSums(), GainCounter(rules())
    counter.add(one, GAMES[0])
    assert wins(one, 3) == Estimate(2 / 3, 0.0, 1.0)
    wide = SkillSums(2, won=Cross(1, 2, [3], [9]))
    assert wins(wide, 2).high == 1.0
    assert wins(SkillSums(2, won=Cross(1, 2, [1], [1])), 2).low == 0.0


def test_the_share_of_skill_and_its_interval_by_the_delta_method() -> None:
    random, rows = Random(3), []
    sums = SkillSums()
    for _ in range(400):
        row = (random.randrange(-2, 6), random.randrange(1, 4))
        rows.append((*row, random.randrange(10, 30)))
        sums.games += 1
        sums.gained.add(*rows[-1])
    means = [sum(column) / 400 for column in zip(*rows, strict=True)]

    def value(total: float, count: float, squares: float) -> float:
        return total * total / (squares * count)

    found = share(sums)
    assert found.value == pytest.approx(value(*means))
    step, slopes = 1e-6, []
    for i in range(3):
        up, down = [*means], [*means]
        up[i] += step
        down[i] -= step
        slopes.append((value(*up) - value(*down)) / (2 * step))
    linear = [sum(slope * n for slope, n in zip(slopes, row, strict=True)) for row in rows]
    mean = sum(linear) / 400
    half = Z * sqrt(sum((n - mean) ** 2 for n in linear) / 399 / 400)
    assert found.high - found.value == pytest.approx(half, rel=1e-4)
    assert found.low == pytest.approx(max(0.0, found.value - half), rel=1e-4)
    assert share(SkillSums()) == Estimate(0.0, 0.0, 1.0)
    assert share(SkillSums(1, Cross(3, 1, [0, 4, 0]))) == Estimate(0.0, 0.0, 1.0)
    single = SkillSums(1, Cross(3, 1, [4, 2, 10], [16, 8, 40, 8, 4, 20, 40, 20, 100]))
    assert share(single) == Estimate(0.8, 0.0, 1.0)


# ------------------------------------------------------------------------------------------------ what a report says


def test_answers_that_are_surely_given_otherwise() -> None:
    program = rules()
    work = PairedGames(program, program, ("random",) * 3)
    sums = PairSums(3, length=Cross(4, 2, [100, 0, 200, 0]))
    sums.chosen = {"pass": [10, 20], "bid": [50, 10], "play": [3, 300], "": [0, 900], "rare": [0, 9], "edge": [0, 18]}
    found = Verdict(work, sums, 2).answers()
    assert found == [
        {"label": "play", "a": 0.03, "b": 1.5},
        {"label": "bid", "a": 0.5, "b": 0.05},
        {"label": "edge", "a": 0.0, "b": 0.09},
        {"label": "rare", "a": 0.0, "b": 0.045},
    ]
    assert [one["label"] for one in Verdict(work, sums, 2).answers(1)] == ["play"]
    none = replace(sums, length=Cross(4), chosen={"never": [0, 0], "once": [1, 10]})
    assert [one["label"] for one in Verdict(work, none, 2).answers()] == []
    assert Verdict(work, replace(none, chosen={"once": [0, 9]}), 2).answers() == [{"label": "once", "a": 0.0, "b": 9.0}]


def test_rates_for_people() -> None:
    found = {0.5: "50 %", 0.1: "10 %", 0.0999: "10.0 %", 0.0994: "9.9 %", 0.001: "0.1 %", 0.00099: "0.099 %",
             0.000123: "0.012 %", 0.0: "0 %", 1.0: "100 %", 0.1049: "10 %"}  # fmt: skip
    assert {rate: percent(rate) for rate in found} == found
    assert interval(Estimate(0.018, 0.015, 0.021)) == "1.5 to 2.1 %"


def test_what_a_log_says_is_added_where_it_belongs() -> None:
    program = rules()
    sums = GameSums.over(program)
    entries: list[Any] = [
        (FINAL, (1, 7)), (FINAL, (1, 7)), (FINAL, (0, 7)), (GAIN, (2, -3)), (DEALS, (0, 4)), (DEALS, (9, 4)), (LENGTH, (0, 1234)),
        (CROSS, (0, 2, 8)), (CROSS, (2, 3, 1)), (CHOSEN, (0, 0, 5)), (CHOSEN, (0, 0, 5)), (CHOSEN, (0, 0, 6)),
    ]  # fmt: skip
    for entry in entries:
        _logged(entry, sums)
    assert [dict(one) for one in sums.final] == [{7: 1}, {7: 2}, {}]
    assert [dict(one) for one in sums.gains] == [{}, {}, {-3: 1}]
    assert dict(sums.deal_count) == {4: 2}
    assert dict(sums.lengths) == {two_digits(1234): 1} == {1200: 1}
    assert (sums.length.games, sums.length.sums) == (1, [2, 8])
    assert (sums.score[0].games, sums.score[0].sums) == (1, [3, 1])
    assert (sums.dealer_gain.games, sums.score[1].games) == (0, 0)
    assert sums.chosen[0] == {(0, 5): 2, (0, 6): 1}
    with pytest.raises(AssertionError, match="an entry of an unknown kind"):
        _logged((99, (1, 2)), sums)
