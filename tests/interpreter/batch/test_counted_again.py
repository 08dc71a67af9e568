"""What batches count, held against what a test counts itself from the outcome of each game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from hoyle.interpreter.batch import paired_logs
from hoyle.interpreter.batch.course import MeasureCalculator
from hoyle.interpreter.batch.measures import MeasuredSimulation, MeasuredSums
from hoyle.interpreter.batch.paired_logs import MOST_GAMES, MOST_SIDES, PairedLogs
from hoyle.interpreter.batch.pairing import PairSums
from hoyle.interpreter.batch.playout import Outcome
from hoyle.interpreter.batch.recorded import piles
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program

from ...small_constructs import construct_game
from ...small_piles import small_piles
from ...small_rules import game_of
from .conftest import SMALL

LOWEST = SMALL.replace("team with highest points", "team with lowest points")
RULES = {"highest": SMALL, "lowest": LOWEST}


def program_of(kind: str, first_to: int) -> Program:
    return lower(game_of(RULES[kind]), {"first_to": first_to})


def standings(outcome: Outcome, sign: int) -> list[list[int]]:
    """The scores after each deal, all with the sign of the score that wins."""
    score, found = [0] * len(outcome.scores), list[list[int]]()
    for deal in outcome.deals:
        score = [one + gained for one, gained in zip(score, deal.gains, strict=True)]
        found.append([sign * one for one in score])
    return found


def alone(row: Sequence[int]) -> int | None:
    """Who leads alone."""
    leaders = [side for side, one in enumerate(row) if one == max(row)]
    return leaders[0] if len(leaders) == 1 else None


@pytest.mark.parametrize("kind", RULES)
def test_measures_of_whole_games_are_those_of_their_scores(kind: str) -> None:
    program, sign = program_of(kind, 4), 1 if kind == "highest" else -1
    work = MeasuredSimulation(program, ("random",) * 4, 8)
    runner = work.runner()
    changes = after_first = behind = before_last = caught = deals = most = 0
    paid: dict[tuple[int, ...], list[int]] = defaultdict(list)
    calculator, counted = MeasureCalculator(program), work.playout()
    sums = runner.run(0, 12).sums
    assert isinstance(sums, MeasuredSums)
    for index in range(12):
        outcome = counted.play_measured(index)
        rows = standings(outcome, sign)
        (winner,) = outcome.winners
        assert rows[-1][winner] == max(rows[-1])
        leaders = [one for row in rows if (one := alone(row)) is not None]
        changes += sum(one != other for one, other in pairwise(leaders))
        after_first += len(rows) - 1
        behind += sum(row[winner] < max(row) for row in rows[:-1])
        before_last += len(rows) - 1
        caught += next(n for n in range(1, len(rows) + 1) if all(alone(row) == winner for row in rows[n - 1 :]))
        deals += len(rows)
        most += max(max(row) - row[winner] for row in rows)
        for number, player, key in counted.answers:
            gains = outcome.deals[number - 1].gains
            paid[key].append(sign * (gains[player % 2] - gains[1 - player % 2]))
        own = [(deal.gains[deal.dealer % 2], deal.gains[1 - deal.dealer % 2]) for deal in outcome.deals]
        of_dealer = calculator.of(outcome)
        assert of_dealer["dealer"] == (sign * sum(a - b for a, b in own), len(own))
        assert of_dealer["first_dealer"] == (outcome.deals[0].dealer % 2 == winner, 1)
    found = {name: one.value for name, one in sums.measures.estimates().items()}
    assert found == pytest.approx({
        "lead_changes": Fraction(changes, after_first), "drama": Fraction(behind, before_last),
        "decided": Fraction(caught, deals), "comeback": Fraction(most, 12),
    })  # fmt: skip
    assert sums.measures.paid == {key: [len(all), sum(all), sum(one * one for one in all)] for key, all in paid.items()}
    assert set(sums.measures.gains(1)) == {key for key, all in paid.items() if len(all) > 1}
    assert len(paid) == 4


def test_whoever_needs_the_lowest_score_gains_what_others_lose() -> None:
    """The same games, won by the lowest score: what an answer brings has the other sign."""
    found: list[dict[tuple[int, ...], list[int]]] = []
    for kind in RULES:
        sums = MeasuredSimulation(program_of(kind, 3), ("random",) * 4, 2).runner().run(0, 4).sums
        assert isinstance(sums, MeasuredSums)
        found.append(sums.measures.paid)
    highest, lowest = found
    assert lowest == {key: [count, -total, squares] for key, (count, total, squares) in highest.items()}
    assert any(total for _, total, _ in highest.values())


# ----------------------------------------------------------------------------------------------------------- chance

DEALT = {
    "values": {"stock"},
    "cards": {"stock", "other", "turned"},
    "choices": {"stock"},
    "tricks": {"stock"},
    "flow": set[str](),
}
"""The piles of small games from which cards are dealt, or the top cards moved, by their rules."""


def named(program: Program, slots: Sequence[int]) -> list[str]:
    """The slots by name: the cards of a pile, and how much of their order is unknown."""
    names: dict[int, str] = {}
    for zone in program.zones:
        names |= {zone.base + owner: f"{zone.name} {owner}" for owner in range(zone.count)}
        if zone.bag >= 0:
            names |= {zone.bag + at: f"{zone.name} {at // 2} {at % 2}" for at in range(2 * zone.count)}
    return [names[slot] for slot in slots]


@pytest.mark.parametrize("name", DEALT)
def test_the_piles_that_chance_changes(name: str) -> None:
    program = lower(construct_game(name))
    found = named(program, piles(program))
    shuffled = {zone.name: zone.count for zone in program.zones if zone.bag >= 0}
    owners = {zone.name: zone.count for zone in program.zones}
    expected = [f"{pile} {owner}" for pile in DEALT[name] | set(shuffled) for owner in range(owners[pile])]
    expected += [
        f"{pile} {owner} {end}" for pile, count in shuffled.items() for owner in range(count) for end in (0, 1)
    ]
    assert sorted(found) == sorted(expected)


def test_the_piles_of_a_game_that_shuffles_two() -> None:
    program = small_piles()
    assert named(program, piles(program)) == [
        "stock 0",
        "stock 0 0",
        "stock 0 1",
        "second 0",
        "second 0 0",
        "second 0 1",
    ]


# ------------------------------------------------------------------------------------------------------------- limits


def test_how_much_is_added_in_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to as many games, sides and bytes as the module takes; more is left to Python."""
    monkeypatch.setattr(paired_logs, "LONGEST", 5)
    added: list[object] = []

    class Adder:
        def add(self, *given: object) -> tuple[bool, bool, int]:
            added.append(given)
            return False, True, 8

    made = PairedLogs.__new__(PairedLogs)
    made.adder, made.others = Adder(), False  # type: ignore[assignment]
    made._read = lambda *given: added.append(given[1:])  # type: ignore[method-assign]
    few, many = PairSums.of(MOST_SIDES), PairSums.of(MOST_SIDES + 1)
    for sums, first, second, count, taken in (
        (few, 5, 5, MOST_GAMES, True), (few, 0, 3, 1, True), (few, 6, 5, 1, False), (few, 5, 6, 1, False), (few, 1, 1, MOST_GAMES + 1, False),
        (many, 1, 1, 1, False),
    ):  # fmt: skip
        made.others = False
        logs = (b"a" * first, b"b" * second)
        assert made.add(sums, 7, logs, count, 2) is taken
        assert made.others is taken
        assert added == ([(logs, count, 2), (7, count, 8, 2)] if taken else [])
        added.clear()
