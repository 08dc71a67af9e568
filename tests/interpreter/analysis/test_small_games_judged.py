"""Parts of what judges choices, by hand: which options are tried, how playouts are read, errors and costs."""

from __future__ import annotations

import statistics
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.interpreter.analysis.judge import Judge, _cost, estimate, student
from hoyle.interpreter.wasm.search.structs import ARM


def judge_of(
    options: list[int], playouts: list[list[tuple[int, int]]] | None = None, scale: int = 1
) -> tuple[Any, list[Any]]:
    """A judge whose module has these options in its memory.  `playouts`: after each call of the search, by option, the
    sum of the values and how many there are.
    """
    made, calls = Judge.__new__(Judge), list[Any]()
    memory = memoryview(bytearray(8 + ARM.size * len(options)))
    left = list(playouts or [])

    def write(rows: list[tuple[int, int]]) -> None:
        for number, (option, (total, count)) in enumerate(zip(options, rows, strict=True)):
            at = 8 + ARM.size * number
            memory[at : at + ARM.size] = ARM.pack(total, 0, count, option, 1, 0, 0)

    write([(0, 0)] * len(options))

    def call(*given: Any) -> int:
        calls.append(given)
        write(left.pop(0))
        return int(not left)

    machine = SimpleNamespace(memory=memory, call=call)
    made.thinker = SimpleNamespace(going_on=call, machine=machine, search=SimpleNamespace(at={"ARMS": 8}), scale=scale)  # type: ignore[assignment]
    return made, calls


@pytest.mark.parametrize(
    ("chosen", "numbers"), [(-1, [4, 0, 9]), (0, [4, 0, 9]), (9, [4, 0, 9]), (4, [4, 0, 9]), (7, [4, 0, 7])]
)
def test_the_option_that_was_chosen_is_tried_in_place_of_the_last(chosen: int, numbers: list[int]) -> None:
    made, _ = judge_of([4, 0, 9])
    assert made._arms(3, chosen) == numbers
    memory = made.thinker.machine.memory
    assert [ARM.unpack(memory[8 + ARM.size * i : 8 + ARM.size * (i + 1)])[3] for i in range(3)] == numbers
    assert made._arms(3, -1) == numbers


def test_each_round_of_playouts_gives_each_option_a_value() -> None:
    """The search may return in the middle of a round."""
    after = [[(4, 1), (0, 0)], [(4, 1), (6, 1)], [(10, 2), (8, 2)], [(13, 3), (8, 2)], [(13, 3), (14, 4)]]
    made, calls = judge_of([1, 2], after, scale=2)
    assert made._played(2, 3) == [[2.0, 3.0], [3.0, 1.0], [1.5, 1.5]]
    assert calls == [("search", 1)] * 5
    short, _ = judge_of([1, 2], [[(4, 1), (0, 0)]])
    assert short._played(2, 1) == [[4.0, 0.0]]
    assert short._sums(2) == [(4, 1), (0, 0)]


def test_an_estimate_has_the_interval_of_student() -> None:
    for values in ([1.0, 3.0], [2.0, 2.0, 5.0], [float(n % 4) for n in range(12)]):
        found = estimate(values)
        half = student(len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5
        assert (found.value, found.low, found.high) == pytest.approx(
            (statistics.mean(values), statistics.mean(values) - half, statistics.mean(values) + half)
        )
    one = estimate([4.0])
    assert (one.value, one.low, one.high) == (4.0, 4.0, 4.0)


def test_the_quantiles_of_student() -> None:
    """As tables have them."""
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
             15: 2.131, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980}  # fmt: skip
    for freedom, quantile in table.items():
        assert student(freedom) == pytest.approx(quantile, abs=0.0015), freedom


def test_the_cost_of_a_choice_is_measured_against_the_option_that_is_best_in_the_other_half() -> None:
    one = _cost({1: [5.0], 2: [3.0], 3: [4.0]}, 2)
    assert (one.value, one.low, one.high) == (2.0, 2.0, 2.0)
    # The even worlds say 2 is best, the odd ones 1: each is used for the other half.
    values = {1: [0.0, 9.0, 0.0, 9.0], 2: [5.0, 1.0, 5.0, 1.0], 3: [3.0, 3.0, 3.0, 3.0]}
    found = _cost(values, 3)
    expected = estimate([0.0 - 3.0, 1.0 - 3.0, 0.0 - 3.0, 1.0 - 3.0])
    assert found == expected
    assert _cost(values, 1).value == statistics.mean([0.0 - 0.0, 1.0 - 9.0, 0.0 - 0.0, 1.0 - 9.0])
    equal = {1: [2.0, 2.0], 2: [2.0, 2.0]}
    assert _cost(equal, 1).value == _cost(equal, 2).value == 0.0
