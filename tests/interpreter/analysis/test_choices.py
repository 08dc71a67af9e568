"""What is said of the choices of a script, whoever judges them: their numbers, who was ahead, and why one is not judged;
and the numbers of a judgement.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.interpreter.analysis import judge
from hoyle.interpreter.analysis.judge import EFFORTS, Effort, Judge, JudgedOption, Judgement, effort, estimate, student
from hoyle.interpreter.analysis.script import JudgedChoice, ScriptAnalysis, lead_of, turning_points
from hoyle.interpreter.batch.statistics import Estimate
from hoyle.interpreter.engine import Engine, State
from hoyle.interpreter.errors import GameError
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.players.player import options_of

from ...small_rules import game_of, small_rules

CLUB = Path(__file__).parents[2] / "cli" / "club"


def exact(value: float) -> Estimate:
    return Estimate(value, value, value)


def analysed(text: str, *, solving: bool = False) -> tuple[list[JudgedChoice], ScriptAnalysis, list[int]]:
    """The choices of a script, judged by somebody who finds the last option best and each before it worse by one."""
    script, problems = parse_script(text)
    assert script is not None, problems
    game = script.games[0]
    opened = Rulesets().for_script(game, CLUB)
    engine, seeds = Engine(opened.engine.program), list[int]()

    def judge(_: Any, state: Any, made: tuple[int, ...], seed: int) -> Judgement | None:
        seeds.append(seed)
        options = options_of(engine, state)[::-1]
        values = tuple(JudgedOption(one, exact(-at)) for at, one in enumerate(options))
        return Judgement(0, values, options.index(made), exact(options.index(made)), 1, True)

    def solve(state: Any) -> Judgement | None:
        return judge(None, state, options_of(engine, state)[0], 0)

    analysis = ScriptAnalysis(game, opened, judge, seed=7, solving=solve if solving else None)
    return list(analysis), analysis, seeds


EVENING = (CLUB / "evening.play").read_text("utf-8")


def test_the_choices_of_a_script_are_numbered_and_judged() -> None:
    found, analysis, seeds = analysed(EVENING)
    assert [one.number for one in found] == [*range(1, 23)]
    bids = [(one.player, one.label, one.depth, one.side_lines, one.why) for one in found[:6]]
    assert bids == [
        (3, "pass", 0, (), ""), (0, "bid 1", 0, (), ""), (1, "pass", 0, (), ""),
        (2, "bid 2", 1, ("Cyd bids",), ""), (3, "play A♣", 1, ("Cyd bids",), ""), (2, "pass", 0, (), ""),
    ]  # fmt: skip
    assert [one.labels for one in found[:2]] == [("bid 2", "bid 1", "pass"), ("bid 2", "bid 1", "pass")]
    assert [one.judgement.made for one in found[:2] if one.judgement is not None] == [2, 1]
    assert {one.why for one in found if one.judgement is None} == {"the only choice"}
    assert [one.deal for one in found] == [1] * 22
    assert [one.lead for one in found] == [0.0] * 22
    assert [one.outlook for one in found[:2]] == [exact(-2), exact(-1)]
    assert found[-1].outlook is None
    assert len({*seeds}) == len(seeds) > 5, "each choice has random numbers of its own"
    done = analysis.finished
    assert done is not None
    assert (done.failure, done.drawn, done.over) == (None, 0, False)
    assert seeds == analysed(EVENING)[2]


def test_who_is_ahead_counts_from_deal_to_deal() -> None:
    deal = EVENING.partition("first dealer Cyd\n")[2].partition("Dan: pass")[0]
    again = EVENING.rstrip() + "\n" + deal + "Ann: bid 2\n"
    found, analysis, _ = analysed(again.replace("Ann: bid 2", "Ann: bid 1"))
    assert (found[-1].deal, found[-1].lead, found[-1].player) == (2, 1.0, 0)
    assert found[-1].outlook == exact(0.0)
    assert analysis.finished is not None
    wrong, failed, _ = analysed(EVENING.replace("Ann 1, Bob 0", "Ann 0, Bob 1"))
    assert len(wrong) == 22
    assert failed.finished is not None
    assert failed.finished.failure is not None


def test_a_choice_that_the_script_does_not_name_and_one_at_the_table_are_not_judged() -> None:
    head = EVENING.partition("Dan: pass")[0]
    found, _, _ = analysed(head + "table: misdeal\n")
    assert [(one.player, one.why) for one in found] == [(-1, "at the table")]
    found, _, _ = analysed(head + "Dan: pass\nAnn: bid 1\nBob: pass\nCyd: pass\nDan: play ??\n")
    assert found[-1].why == "drawn by chance"


def test_values_with_all_cards_known_stand_beside_those_that_a_player_could_know() -> None:
    found, _, _ = analysed(EVENING, solving=True)
    assert found[0].known == (0.0, -1.0, -2.0)
    assert analysed(EVENING)[0][0].known == ()


def test_turning_points_are_the_mistakes_that_cost_most() -> None:
    found, _, _ = analysed(EVENING)
    points = turning_points(found)
    assert points
    costs = [one.judgement.cost.value for one in points if one.judgement is not None and one.judgement.cost is not None]
    assert min(costs) > 0
    assert max(costs) == 2
    assert all(one.depth == 0 for one in points)


def test_a_mistake_is_what_surely_cost_something() -> None:
    def mistake(cost: Estimate | None) -> bool:
        return Judgement(0, (), 0, cost, 1, False).mistake

    assert not mistake(None)
    assert not mistake(Estimate(1.0, 0.0, 2.0))
    assert mistake(Estimate(1.0, 0.1, 2.0))


def test_an_effort_is_a_name_or_a_number_of_playouts() -> None:
    assert effort("quick") == EFFORTS["quick"]
    assert effort("1") == Effort(1, 4, 20)
    assert effort("400") == Effort(400, 10, 8_000)
    assert effort("1000000") == Effort(1_000_000, 256, 20_000_000)
    for wrong in ("0", "1000001", "0000000001", "-1", "x", "", "²", "1.5"):
        with pytest.raises(GameError):
            effort(wrong)


def test_quantiles_are_those_of_the_tables() -> None:
    """Two-sided 95 % of Student's distribution, from the tables."""
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 10: 2.228, 30: 2.042, 120: 1.980}
    for freedom, value in table.items():
        assert student(freedom) == pytest.approx(value, abs=2e-3)


def test_quantiles_for_many_values_are_three_terms_of_the_series() -> None:
    """Abramowitz and Stegun, 26.7.5, as it is printed there."""
    x = 1.959964
    for n in (7, 8, 15, 40):
        terms = (
            x * (x**2 + 1) / 4,
            x * (x**2 * (5 * x**2 + 16) + 3) / 96,
            x * (x**2 * (x**2 * (3 * x**2 + 19) + 17) - 15) / 384,
        )
        wanted = x + terms[0] / n + terms[1] / n**2 + terms[2] / n**3
        assert student(n) == pytest.approx(wanted, abs=1e-12)


class Thinking:
    """A thinker that samples so many worlds, and keeps those that it is given."""

    def __init__(self, sampled: int, *, prepared: bool = True) -> None:
        self.sampled, self.prepared = sampled, prepared
        self.search = SimpleNamespace(most_worlds=5)
        self.put: list[Any] = []
        self.asked: list[Any] = []

    def prepare(self, seen: Any, options: int, budget: Any) -> bool:
        self.asked.append((seen, options, budget.worlds, budget.playouts))
        return self.prepared

    def sample(self, seen: Any, budget: Any, seed: int) -> tuple[int, int]:
        self.asked.append(seed)
        return self.sampled, 0

    def put_worlds(self, worlds: list[Any]) -> None:
        self.put = worlds


def test_worlds_are_sampled_or_else_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    program = lower(game_of(small_rules(players="2")))
    engine = Engine(program)
    state = engine.start(seed=1)
    history: Any = SimpleNamespace(seen_by=lambda player, values: ("seen", player))

    def worlds(thinker: Thinking, most: int = 4) -> int:
        made = Judge(program, Effort(3, most, 0), thinker)  # type: ignore[arg-type]
        return made._worlds(history, state, 1, 7, 9)

    sampled = Thinking(6)
    assert (worlds(sampled), sampled.put) == (6, [])
    assert sampled.asked == [(("seen", 1), 7, 4, 3), 9]
    for thinker in (Thinking(0), Thinking(6, prepared=False)):
        assert worlds(thinker) == 4
        view = engine.view(state, 1)
        assert len(thinker.put) == 4
        assert all(engine.view(State(one), 1) == view for one in thinker.put)
        assert len({str(one) for one in thinker.put}) == 4
    many = Thinking(0)
    assert (worlds(many, 100), len(many.put)) == (5, 5)
    monkeypatch.setattr(judge, "_hides", lambda _: False)
    one = Thinking(0)
    assert (worlds(one), len(one.put)) == (1, 1)


def test_a_cost_is_measured_in_the_other_half_of_the_worlds() -> None:
    """The best option of the worlds 1 and 3 is compared in 0 and 2, and the other way about; here by hand."""
    values = {0: [1.0, 5.0, 1.0, 5.0], 1: [4.0, 0.0, 4.0, 0.0], 2: [2.0, 2.0, 2.0, 2.0]}
    # of 1 and 3 the best is 0, which gains -1 in 0 and 2; of 0 and 2 it is 1, which gains -2 in 1 and 3
    found = judge._cost(values, 2)
    assert found == estimate([-1.0, -2.0, -1.0, -2.0])
    assert judge._cost({0: [3.0], 1: [5.0]}, 0) == exact(2.0)
    assert judge._cost({0: [3.0], 1: [5.0]}, 1) == exact(0.0)
    assert judge._cost({0: [3.0, 3.0], 1: [3.0, 3.0]}, 1) == exact(0.0), "itself, among equals"


def test_who_is_ahead_counts_for_the_side_and_in_the_direction_of_the_game() -> None:
    for text, sign in (("highest", 1), ("lowest", -1)):
        program = lower(game_of(small_rules(players="3").replace("with highest points", f"with {text} points")))
        values = list(program.initial)
        base = program.variables[0].base
        values[base : base + 3] = [5, 1, 2]
        assert [lead_of(program, values, player) for player in (-1, 0, 1, 2)] == [
            0.0, sign * 3.5, sign * -2.5, sign * -1.0,
        ]  # fmt: skip


@given(st.lists(st.floats(-50, 50), min_size=2, max_size=12), st.floats(-5, 5))
def test_an_estimate_is_the_mean_with_an_interval_as_wide_as_the_values_spread(
    values: list[float], shift: float
) -> None:
    found = estimate(values)
    assert found.value == pytest.approx(sum(values) / len(values), abs=1e-9)
    assert found.value - found.low == pytest.approx(found.high - found.value, abs=1e-6)
    moved = estimate([value + shift for value in values])
    assert (moved.value, moved.low) == (
        pytest.approx(found.value + shift, abs=1e-6),
        pytest.approx(found.low + shift, abs=1e-5),
    )


def test_the_interval_of_two_values_and_of_one() -> None:
    assert estimate([3.0]) == exact(3.0)
    found = estimate([1.0, 3.0])
    assert (found.value, found.high) == (2.0, pytest.approx(2 + 12.706))
