"""How lessons go on, with machines that only keep what they are asked: rates, slices of time, faults, measurements; and
how strong a player is, by hand.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from math import sqrt
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.learning import lessons as taught
from hoyle.interpreter.learning import mixing, strength
from hoyle.interpreter.learning.lessons import Lessons, NetStrength
from hoyle.interpreter.learning.nets import BY_CHANCE, FIRST, FRESH, SECOND_NET, NetMachine, code_of
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm.learned.net import HIDDEN
from hoyle.interpreter.wasm.learned.plan import PLAN

from ...small_rules import game_of, small_rules

FAULT = Fault("E1204", "it fails", Span(Source("x", "x"), 0, 1))


@pytest.fixture(scope="module")
def program() -> Program:
    return lower(game_of(small_rules(players="2..3", cards="2")))


class Kept:
    """A machine that keeps what it is asked."""

    def __init__(self, *fails: str) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.fails = list(fails)
        self.nets: list[tuple[bytes, int]] = []
        self.restored: list[Any] = []

    def call(self, name: str, *arguments: Any) -> int:
        self.calls.append((name, *arguments))
        if name in self.fails:
            self.fails.remove(name)
            raise FAULT
        return 0

    def kept(self) -> tuple[bytes, bytes]:
        return b"now", b"measures"

    def restore(self, kept: Any) -> None:
        self.restored.append(kept)

    def put_net(self, content: bytes, number: int = FIRST) -> None:
        self.nets.append((bytes(content), number))


def made_of(machine: Any, **changed: Any) -> Lessons:
    program: Any = SimpleNamespace(players=2, sides=((0,), (1,)))
    made = Lessons(program, 10.0, 0, 3, None, machine, length=2.0, longest=77)
    return replace(made, **changed)


def sliced(
    monkeypatch: pytest.MonkeyPatch, took: float, steps: int, **changed: Any
) -> tuple[list[Any], int, list[int]]:
    """The lessons of one slice, of which each takes so many seconds: choices, seed, rate and share that is tried."""
    now, given = [100.0], list[Any]()

    def lesson(made: Lessons, machine: Any, choices: int, seed: int, rate: float, tried: float) -> None:
        given.append((choices, seed, rate, tried))
        now[0] += took

    monkeypatch.setattr(taught, "_lesson", lesson)
    monkeypatch.setattr(taught.time, "monotonic", lambda: now[0])
    kept = [1, steps]
    return given, taught._slice(made_of(None, **changed), None, 1, kept), kept  # type: ignore[arg-type]


def test_a_slice_of_time_has_lessons_of_about_a_tenth_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    given, count, steps = sliced(monkeypatch, 0.125, 1_000, seconds=40.0, share=0.5)
    assert [one[0] for one in given] == [1_000] * 4
    assert (count, steps) == (4_000, [1, 1_000])
    given, count, steps = sliced(monkeypatch, 0.04, 1_000, seconds=2.0, share=0.5)
    assert [one[0] for one in given] == [1_000, 2_000, 4_000], "a twentieth of two seconds"
    assert (count, steps) == (7_000, [1, 8_000])
    given, _, steps = sliced(monkeypatch, 0.25, 1_000, share=0.5)
    assert ([one[0] for one in given], steps) == ([1_000, 500], [1, 250])
    assert sliced(monkeypatch, 0.3, 60)[2] == [1, 50]
    assert sliced(monkeypatch, 0.04, 900_000, seconds=0.5)[2] == [1, 1_000_000]
    assert sliced(monkeypatch, 0.1, 1_000, stopping=True)[:2] == ([], 0)


def test_a_slice_of_choices_is_a_two_hundredth_in_calls_that_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    given, count, _ = sliced(monkeypatch, 0.1, 5, most=48_000_000, share=0.5)
    assert count == 48_000_000 // 200 // 2 == 120_000
    assert [one[0] for one in given] == [50_000, 50_000, 20_000]
    assert sliced(monkeypatch, 0.1, 5, most=1_000)[1] == PLAN.fewest == 500
    given, count, _ = sliced(monkeypatch, 0.1, 5, most=1_000, stopping=True)
    assert (given, count) == ([], 500)


def test_rates_fall_and_a_fresh_net_tries_much_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def numbers(share: float, **changed: Any) -> tuple[int, float, float]:
        (first, *_), _, _ = sliced(monkeypatch, 1.0, 10, share=share, choices=50_000, **changed)
        return first[1:]

    seed, rate, tried = numbers(0.0)
    assert (seed, rate, tried) == (3_001, pytest.approx(0.0005), 0.5)
    assert numbers(0.039)[2] == 0.5
    assert numbers(0.04)[1:] == (pytest.approx(0.00048), pytest.approx(0.02 + 0.13 * 0.96))
    assert numbers(0.5)[1:] == (pytest.approx(0.00025), pytest.approx(0.085))
    assert numbers(0.99)[1:] == (pytest.approx(0.000015), pytest.approx(0.0213))
    # whole games, or long deals, need the first part for longer
    assert numbers(0.39, whole=True)[2] == 0.5
    assert numbers(0.41, whole=True)[2] == pytest.approx(0.02 + 0.13 * 0.59)
    assert numbers(0.39, length=10.1)[2] == 0.5, "fewer than 5,000 deals"
    assert numbers(0.39, length=10.0)[2] == pytest.approx(0.02 + 0.13 * 0.61)
    # a net that has learned already is taught gently
    assert numbers(0.0, begun="weights")[1:] == (pytest.approx(0.0001), pytest.approx(0.046))


def test_a_lesson_that_fails_is_forgotten_and_the_next_has_other_deals() -> None:
    machine = Kept("l_train")
    made = made_of(machine, faults=2)
    taught._lesson(made, machine, 10, 5, 0.25, 0.5)  # type: ignore[arg-type]
    assert machine.calls[0] == ("l_train", 10, 200_005, 0.25, 32_768)
    assert (made.faults, machine.restored) == (3, [(b"now", b"measures")])
    assert machine.calls[1:] == [("l_count_whole", 0), ("l_end_after", 77), ("l_be_unsure", PLAN.unsure)]
    taught._lesson(made, machine, 10, 5, 0.25, 0.5)  # type: ignore[arg-type]
    assert machine.calls[-1] == ("l_train", 10, 300_005, 0.25, 32_768)
    assert made.faults == 3
    for faults, raised in ((19, False), (20, True)):
        failing = Kept("l_train")
        made = made_of(failing, faults=faults)
        if raised:
            with pytest.raises(Fault):
                taught._lesson(made, failing, 10, 5, 0.25, 0.5)  # type: ignore[arg-type]
        else:
            taught._lesson(made, failing, 10, 5, 0.25, 0.5)  # type: ignore[arg-type]
        assert made.faults == faults + 1


def test_a_new_instance_learns_as_the_others() -> None:
    machine = Kept()
    taught._settle(made_of(machine, whole=True, against=b"net"), machine)  # type: ignore[arg-type]
    assert machine.calls == [
        ("l_count_whole", 1), ("l_end_after", 77), ("l_be_unsure", PLAN.unsure), ("l_learn_against", 1),
    ]  # fmt: skip
    assert machine.nets == [(b"net", SECOND_NET)]


def test_the_strength_is_measured_against_chance_and_against_the_player_before() -> None:
    machine, asked = Kept(), list[Any]()

    def measure(one: Any, other: int, *, whole: bool) -> NetStrength:
        asked.append((one, other, whole))
        if fails:
            raise FAULT
        return NetStrength(len(asked), 0.5)

    fails = False
    made = made_of(machine, choices=40, whole=True)
    assert taught._measured(made, machine, measure, b"older") == b"now"  # type: ignore[arg-type]
    assert asked == [(machine, BY_CHANCE, True), (machine, SECOND_NET, True)]
    assert (made.against_chance, made.against_before) == ([(40, NetStrength(1, 0.5))], [(40, NetStrength(2, 0.5))])
    assert machine.nets == [(b"older", SECOND_NET)]
    assert (made.faults, machine.restored) == (0, [])
    fails = True
    assert taught._measured(made, machine, measure, b"older") == b"now"  # type: ignore[arg-type]
    assert (made.faults, machine.restored) == (1, [(b"now", b"measures")])


@pytest.mark.parametrize(
    ("squares", "deals", "whole", "length", "longest"),
    [
        ((1.0, 4.0), (10_000, 1_000), False, 2.0, 40), ((0.001, 1.001), (10_000, 1_000), True, 20.0, 80),
        ((0.0011, 1.0), (10_000, 1_000), False, 2.0, 40), ((0.0, 0.0), (0, 0), False, 20_000.0, 80_000),
    ],
)  # fmt: skip
def test_whole_games_count_where_deals_bring_nothing(
    squares: Any, deals: Any, whole: bool, length: float, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Random(Kept):
        at = -1
        learned = SimpleNamespace(at={"DEALS": 8})
        memory = memoryview(bytearray(24))

        def call(self, name: str, *arguments: Any) -> int:
            if name == "l_train":
                self.at += 1
                self.memory[8:16].cast("q")[0] = deals[self.at]
            return super().call(name, *arguments)

        def number(self, name: str) -> float:
            assert name == "SQUARE"
            return squares[self.at]

    machine = Random()
    made = made_of(machine, seed=9)
    assert taught._whole(made, machine) is whole  # type: ignore[arg-type]
    assert (made.length, made.longest) == (length, longest)
    assert machine.calls == [
        ("l_count_whole", 0), ("l_train", 20_000, 9, 0.0, 65_536), ("l_count_whole", 1),
        ("l_train", 20_000, 9, 0.0, 65_536),
    ]  # fmt: skip


def test_nets_are_brought_together_to_their_mean(program: Program) -> None:
    code = code_of(program)
    machines = [NetMachine(code) for _ in range(3)]
    for number, machine in enumerate(machines):
        machine.call("l_begin_net", number + 1)
    before = [array("f", bytes(machine.net())) for machine in machines]
    taught._together(machines)
    after = [array("f", bytes(machine.net())) for machine in machines]
    assert after[0] == after[1] == after[2]
    mean = [sum(rows) / 3 for rows in zip(*before, strict=True)]
    assert before[0] != before[1]
    assert after[0].tolist() == pytest.approx(mean, abs=1e-6)


def test_lessons_in_two_threads_and_for_a_time(program: Program) -> None:
    *_, last = taught.lessons(program, choices=3_000, seed=4, workers=2)
    *_, again = taught.lessons(program, choices=3_000, seed=4, workers=2)
    assert last.choices == again.choices == 3_000
    assert bytes(last.machine.net()) == bytes(again.machine.net())
    assert (last.share, last.spent, last.stopping) == (1.0, 0.0, True)
    *_, timed = taught.lessons(program, seconds=0.05, seed=4)
    assert timed.share == 1.0
    assert timed.spent >= 0.05
    *_, cut = taught.lessons(program, choices=3_000, seconds=1e-9, seed=4)
    assert (cut.choices, cut.share) == (500, 1 / 6)


def test_nets_are_brought_together_after_every_slice(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    together: list[int] = []
    monkeypatch.setattr(taught, "_together", lambda machines: together.append(len(machines)))
    states = sum(1 for _ in taught.lessons(program, choices=3_000, seed=4, workers=2))
    assert together == [2] * (states - 1)
    assert states > 2


# ------------------------------------------------------------------------------------------------------ of a machine


def test_what_a_machine_gives_of_its_memory(program: Program) -> None:
    machine = NetMachine(code_of(program))
    machine.call("l_begin_net", 1)
    at = machine.learned.at
    machine.seat((BY_CHANCE, FIRST))
    machine.memory[at["SCALE"] : at["SCALE"] + 4].cast("f")[0] = 2.5
    assert machine.number("SCALE") == 2.5
    assert bytes(machine.memory[at["PLAYERS"] : at["PLAYERS"] + 2]) == bytes((0, 1))
    net, measures = machine.kept()
    assert len(net) == machine.learned.net.size
    assert len(measures) == 4 * machine.learned.net.rows
    machine.memory[at["MEASURES"] : at["MEASURES"] + 4].cast("f")[0] = 0.5
    changed = machine.kept()
    machine.put_net(bytes(len(net)))
    machine.memory[at["DEALS"] : at["DEALS"] + 8].cast("q")[0] = 7
    machine.restore(changed)
    assert machine.memory[at["DEALS"] : at["DEALS"] + 8].cast("q")[0] == 0, "an instance that has played nothing"
    assert machine.kept() == changed
    public = machine.learned.memory.at["PUBLIC"]
    machine.remember(b"\x05\x06")
    assert bytes(machine.memory[public : public + 2]) == b"\x05\x06"


def test_weights_leave_out_rows_that_learned_nothing(program: Program) -> None:
    machine = NetMachine(code_of(program))
    machine.call("l_begin_net", 1)
    count, at = machine.learned.features.count, machine.learned.at["MEASURES"]
    numbers = array("f", bytes(machine.net()))
    machine.memory[at + 4 : at + 8].cast("f")[0] = FRESH + 0.5
    machine.memory[machine.learned.at["SCALE"] :][:4].cast("f")[0] = 1.25
    made = machine.weights(700, 2.5, 9)
    assert len(made.rows) == count * HIDDEN
    assert made.rows[HIDDEN : 2 * HIDDEN] == numbers[HIDDEN : 2 * HIDDEN]
    assert not any(made.rows[:HIDDEN])
    assert not any(made.rows[2 * HIDDEN :])
    assert made.rest == numbers[count * HIDDEN :]
    head = made.head
    assert (head.title, head.players, head.scale, head.choices, head.seconds, head.seed) == (
        program.title, 2, 1.25, 700, 2.5, 9,
    )  # fmt: skip
    assert (head.ruleset, head.fingerprint, head.parts) == (program.ruleset, program.fingerprint, dict(program.parts))
    assert sum(size for _, size in head.blocks) == count
    going_on = machine.weights(700, 2.5, 9, before=made)
    assert going_on.rows == numbers[: count * HIDDEN]


# ------------------------------------------------------------------------------------------------------------ strength


def measured(
    program: Program,
    gains: list[list[list[int]]],
    monkeypatch: pytest.MonkeyPatch,
    *,
    whole: bool = False,
    **given: Any,
) -> tuple[NetStrength, list[tuple[Any, ...]]]:
    """The strength, where the games of each side have these gains, one row for each deal of each game."""

    class Playing(Kept):
        module = SimpleNamespace(watch=SimpleNamespace(scores=(1,)))

        def __init__(self) -> None:
            super().__init__()
            self.program = program
            self.side = -1

        def seat(self, players: tuple[int, ...]) -> None:
            self.side += 1
            self.calls.append(("seat", *players))

        def log(self) -> list[int]:
            return [self.side]

        def call(self, name: str, *arguments: Any) -> int:
            super().call(name, *arguments)
            return 1 if name == "games" else 0

    def outcomes(log: list[int]) -> list[Any]:
        games = gains[log[0]]
        return [SimpleNamespace(deals=[SimpleNamespace(gains=row)], winners={row.index(max(row))}) for row in games]

    monkeypatch.setattr(strength, "outcomes", outcomes)
    machine = Playing()
    return strength.strength(machine, SECOND_NET, len(gains[0]), 5, whole=whole, **given), machine.calls  # type: ignore[arg-type]


def test_the_strength_is_the_mean_gain_of_each_deal_with_its_error(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    gains = [[[4, 1], [2, 2], [0, 3]], [[1, 1], [2, 5], [2, 3]]]
    found, calls = measured(program, gains, monkeypatch, seconds=0.0, choices=12_000)
    # of the first game 3 and 0: 1.5; of the second 0 and 3: 1.5; of the third -3 and 1: -1
    assert found.gain == pytest.approx(2 / 3)
    assert found.error == pytest.approx(sqrt((2 * (1.5 - 2 / 3) ** 2 + (-1 - 2 / 3) ** 2) / 2 / 3))
    assert calls == [
        ("l_anew",),
        ("seat", FIRST, SECOND_NET), ("games", 2, 5, 0, 3, 5_000), ("games", 2, 5, 1, 2, 5_000),
        ("games", 2, 5, 2, 1, 2_000), ("l_anew",),
        ("seat", SECOND_NET, FIRST), ("games", 2, 5, 0, 3, 5_000), ("games", 2, 5, 1, 2, 5_000),
        ("games", 2, 5, 2, 1, 2_000), ("l_anew",),
    ]  # fmt: skip
    # of two games with 1.5 and 0: half of the difference
    assert measured(program, [gains[0][:2], [[1, 1], [5, 5]]], monkeypatch, seconds=0.0)[0] == NetStrength(0.75, 0.75)
    short = measured(program, gains, monkeypatch, seconds=0.0, choices=5_001)[1]
    assert [one[-1] for one in short if one[0] == "games"] == [5_000, 1] * 2


def test_whole_games_count_as_won_or_not(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = measured(program, [[[4, 1]], [[5, 0]]], monkeypatch, whole=True, seconds=0.0)
    assert found == NetStrength(0.0, 0.0), "won by the first side and lost by the second"
    three = lower(game_of(small_rules(players="2..3", cards="2")), {}, 3)
    gains = [[[6, 1, 1]], [[6, 2, 2]], [[0, 0, 9]]]
    # 5, 2 - 4 and 9, and 1, -1/2 and 1 if games are counted
    assert measured(three, gains, monkeypatch, seconds=0.0)[0].gain == pytest.approx((5 - 2 + 9) / 3)
    assert measured(three, gains, monkeypatch, whole=True, seconds=0.0)[0].gain == pytest.approx((1 - 0.5 + 1) / 3)


def test_low_scores_count_the_other_way_and_time_may_run_out(monkeypatch: pytest.MonkeyPatch, program: Program) -> None:
    low = lower(game_of(small_rules(players="2", cards="2").replace("with highest points", "with lowest points")))
    gains = [[[4, 1]], [[1, 1]]]
    assert measured(low, gains, monkeypatch, seconds=0.0)[0].gain == -1.5
    times = iter(range(100))
    monkeypatch.setattr(strength, "monotonic", lambda: float(next(times)))
    _, calls = measured(program, [[[4, 1]] * 9, [[1, 1]] * 9], monkeypatch, seconds=5.0)
    assert [one[0] for one in calls].count("games") == 4, "two and a half seconds for each side"


def test_whoever_beats_a_player_learns_from_a_share_of_its_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    class Mixing(Kept):
        def mix(self, by: float) -> None:
            self.calls.append(("mix", by))

        def net(self) -> bytes:
            return b"net %.1f" % self.calls[-1][1]

    def lessons(program: Any, **given: Any) -> list[Any]:
        asked.update(given)
        return [None, SimpleNamespace(machine="last")]

    def strong(machine: Any, other: int, games: int, **given: Any) -> list[strength.Measuring]:
        asked.update(given, machine=machine, other=other, games=games)
        return [strength.Measuring(5), strength.Measuring(9, NetStrength(1.0, 0.1))]

    heard: list[tuple[int, str]] = []

    def watched(steps: Any, choices: int, title: str, /) -> Any:
        heard.append((choices, title))
        return steps

    monkeypatch.setattr(mixing, "lessons", lessons)
    monkeypatch.setattr(mixing, "measuring", strong)
    machine = Mixing()
    made = made_of(machine, choices=10_000_000, whole=True)
    monkeypatch.setattr(Lessons, "weights", lambda _: "weights")
    assert mixing.beaten_by(made, 0.2, watched) == NetStrength(1.0, 0.1)
    assert heard == [(3_000_000, mixing.BEATING), (1_000_000, mixing.BEATEN)]
    assert machine.calls == [("mix", 0.2), ("mix", 0.0)]
    assert asked == {
        "choices": 500_000, "seed": 3, "begin_with": "weights", "against": b"net 0.2", "machine": "last",
        "other": SECOND_NET, "games": 1_000_000, "whole": True, "seconds": 0.0,
    }  # fmt: skip
    mixing.beaten_by(made, 0.2, from_nothing=True)
    assert asked["begin_with"] is None
    for choices, each in ((1_000_000, 100_000), (1_000, 500)):
        mixing.beaten_by(made_of(machine, choices=choices), 0.2)
        assert asked["choices"] == each, "200,000 for two players, or as many as the lessons had"
    three: Any = SimpleNamespace(players=3, sides=((0,), (1,), (2,)))
    mixing.beaten_by(made_of(machine, choices=1_000_000, program=three), 0.2)
    assert asked["choices"] == 66_666
    mixing.beaten_by(made_of(machine, choices=1_000_000, program=SimpleNamespace(players=0, sides=())), 0.2)
    assert asked["choices"] == 200_000
