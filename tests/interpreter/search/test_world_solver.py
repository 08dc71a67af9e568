"""How many worlds are solved, with how many positions and until when: by hand, with worlds that cost what the test says."""

from __future__ import annotations

from functools import cache
from itertools import chain, count
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.interpreter.program import PC, Program, Slots
from hoyle.interpreter.search import world_solver
from hoyle.interpreter.search.exact import TooLarge
from hoyle.interpreter.search.tricks.running import TakesTooLong
from hoyle.interpreter.search.world_solver import PACE, SPEED, WorldSolver
from hoyle.interpreter.wasm.search.structs import ARM

from ...small_tricks import program_of, small_tricks


@cache
def program() -> Program:
    return program_of(small_tricks())


class Worlds:
    """A solver of worlds whose searches give what the test says, and note what they are asked."""

    def __init__(self, *, general: Any = None, kernel: Any = None, prepared: bool = True) -> None:
        self.asked: list[tuple[Any, ...]] = []
        machine: Any = SimpleNamespace(module=SimpleNamespace(search=SimpleNamespace(at={"ARMS": 0})))
        self.solver = solver = WorldSolver(program(), machine, 1)
        arms = b"".join(ARM.pack(0, 0, 0, option, 1, 0, 0) for option in (4, 2, 7))
        machine.memory = memoryview(bytearray(arms))

        def by_rules(world: int, arms: int, nodes: int) -> Any:
            self.asked.append(("rules", world, arms, nodes))
            return general(world, nodes) if general is not None else None

        def by_kernel(world: int, numbers: list[int], nodes: int) -> Any:
            self.asked.append(("kernel", world, tuple(numbers), nodes))
            return kernel(world, nodes) if kernel is not None else None

        def prepare(seat: int, worlds: int, end: float | None) -> bool:
            self.asked.append(("prepare", seat, worlds, end))
            return prepared

        solver._by_rules, solver._by_kernel, solver.prepare = by_rules, by_kernel, prepare  # type: ignore[assignment]

    @property
    def positions(self) -> list[int]:
        return [one[-1] for one in self.asked if one[0] != "prepare"]


def values(world: int) -> list[float]:
    return [float(world), 1.0, -float(world)]


def costing(cost: int) -> Any:
    """Worlds that take so many positions each."""
    return lambda world, nodes: (values(world), cost) if nodes >= cost else None


def test_the_general_search_solves_as_many_worlds_as_there_are_positions_for() -> None:
    worlds = Worlds(general=costing(100))
    found = worlds.solver.solved(3, 20, 1_000, kernel=False)
    assert found is not None
    assert {option: len(row) for option, row in found.items()} == {4: 10, 2: 10, 7: 10}
    assert found[4] == [float(n) for n in range(10)]
    assert found[7] == [-float(n) for n in range(10)]
    # a fifth of all for each of the first five, then what is left
    assert worlds.positions == [200] * 5 + [500, 400, 300, 200, 100]
    assert [one[1] for one in worlds.asked] == [*range(10)]


@pytest.mark.parametrize(
    ("number", "cost", "solved"), [(20, 200, 5), (20, 201, None), (4, 200, 4), (5, 200, 5), (1, 200, 1), (1, 201, None), (6, 166, 6)]
)  # fmt: skip
def test_fewer_than_five_worlds_are_too_few(number: int, cost: int, solved: int | None) -> None:
    worlds = Worlds(general=costing(cost))
    found = worlds.solver.solved(3, number, 1_000, kernel=False)
    assert (None if found is None else len(found[4])) == solved


def test_the_first_positions_tell_whether_the_kernel_is_needed() -> None:
    cheap = Worlds(general=costing(100))
    found = cheap.solver.solved(3, 6, 20_000, seat=2)
    assert found is not None
    assert cheap.asked[0] == ("rules", 0, 3, 1_000)
    assert cheap.positions[1:] == [4_000] * 4 + [19_500]
    assert [one[0] for one in cheap.asked] == ["rules"] * 6
    few = Worlds(general=costing(100))
    assert few.solver.solved(3, 6, 1_000, seat=2) is not None
    assert few.positions[0] == 200
    dear = Worlds(general=costing(5_000), kernel=lambda world, nodes: (values(world), 40))
    found = dear.solver.solved(3, 7, 20_000, seat=2)
    assert found is not None
    assert found[4] == [float(n) for n in range(7)]
    assert dear.asked[1] == ("prepare", 2, 7, None)
    assert [one[0] for one in dear.asked[2:]] == ["kernel"] * 7
    assert dear.positions == [1_000, *[4_000] * 5, 19_800, 19_760]
    assert dear.asked[2][2] == (4, 2, 7)


def test_a_world_that_is_nothing_for_the_kernel_is_left_to_the_general_search() -> None:
    mixed = Worlds(
        general=lambda world, nodes: (values(world), 3_000) if nodes >= 3_000 else None,
        kernel=lambda world, nodes: None if world % 2 else (values(world), 10),
    )
    found = mixed.solver.solved(3, 6, 20_000)
    assert found is not None
    assert [one[:2] for one in mixed.asked[2:]] == [
        ("kernel", 0), ("kernel", 1), ("rules", 1), ("kernel", 2), ("kernel", 3), ("rules", 3), ("kernel", 4),
        ("kernel", 5), ("rules", 5),
    ]  # fmt: skip
    assert mixed.positions[-1] == 20_000 - 3 * 10 - 2 * 3_000
    refused = Worlds(general=lambda world, nodes: (values(world), 1_500) if nodes >= 1_500 else None, prepared=False)
    assert refused.solver.solved(3, 6, 20_000) is not None
    assert [one[0] for one in refused.asked] == ["rules", "prepare", *["rules"] * 6]

    def too_large(world: int, nodes: int) -> Any:
        if world == 5:
            raise TooLarge("too much")
        return values(world), 10

    stopped = Worlds(kernel=too_large)
    found = stopped.solver.solved(3, 9, 20_000)
    assert found is not None
    assert len(found[2]) == 5


def clock(monkeypatch: pytest.MonkeyPatch, *times: float, step: float = 0.0) -> None:
    """The times that are read one after another, then on from the last in equal steps."""
    read = chain(times, (times[-1] + step * n for n in count(1)))
    monkeypatch.setattr(world_solver, "monotonic", lambda: next(read))


def test_with_limited_time_sixteen_worlds_are_enough_if_all_options_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_solver, "monotonic", lambda: 1.0)
    equal = Worlds(kernel=lambda world, nodes: ([3.0] * 3, 10))
    found = equal.solver.solved(3, 40, 20_000, 9.0, seat=1)
    assert found is not None
    assert {len(row) for row in found.values()} == {16}
    assert equal.asked[1] == ("prepare", 1, 40, 9.0)
    # as many positions as there is time for, four times as many as an equal share
    shares = [8.0 * min(1.0, 4 / max(16 - solved, 1)) for solved in range(16)]
    assert equal.positions[1:] == [int(share * SPEED) for share in shares]
    differing = Worlds(kernel=lambda world, nodes: ([3.0, 3.0, 3.0 + (world == 7)], 10))
    found = differing.solver.solved(3, 40, 20_000, 9.0)
    assert found is not None
    assert {len(row) for row in found.values()} == {40}
    few = Worlds(kernel=lambda world, nodes: (values(world), 10) if world < 15 else None)
    assert few.solver.solved(3, 40, 20_000, 9.0) is None
    enough = Worlds(kernel=lambda world, nodes: (values(world), 10) if world < 16 else None)
    found = enough.solver.solved(3, 40, 20_000, 9.0)
    assert found is not None
    assert len(found[4]) == 16


def test_a_kernel_that_was_refused_is_not_prepared_again_while_time_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_solver, "monotonic", lambda: 1.0)
    for end, seat, prepared in ((9.0, 2, False), (9.0, 1, True), (None, 2, True)):
        worlds = Worlds(general=lambda world, nodes: (values(world), 1_200) if nodes >= 1_200 else None)
        worlds.solver.refused.add(2)
        worlds.solver.solved(3, 3, 20_000, end, seat=seat)
        assert ("prepare" in [one[0] for one in worlds.asked]) is prepared
    unfinished = Worlds()

    def prepare(*_: object) -> bool:
        unfinished.solver.unfinished = True
        return False

    unfinished.solver.prepare = prepare  # type: ignore[method-assign]
    assert unfinished.solver.solved(3, 20, 20_000, 9.0) is None
    assert len(unfinished.asked) == 1
    assert Worlds().solver.solved(3, 0, 1_000) == {4: [], 2: [], 7: []}, "there is no world"


def test_whether_there_will_be_time_for_enough_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Worlds().solver
    for now, solved, missing, slow in (
        (9.0, 0, 5, True), (8.9, 0, 5, False), (8.0, 2, 90, False), (8.0, 3, 1, True), (3.0, 3, 9, False),
        (3.0, 4, 12, False), (3.0, 4, 13, True), (3.0, 4, 0, False), (9.1, 4, 0, True), (3.0, 3, 10, True),
    ):  # fmt: skip
        monkeypatch.setattr(world_solver, "monotonic", lambda now=now: now)
        assert solver._too_slow(solved, missing, 1.0, 9.0) is slow, (now, solved, missing)


def test_how_many_positions_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_solver, "monotonic", lambda: 5.0)
    solver = Worlds().solver
    assert (SPEED, PACE) == (2_000_000, 500_000)
    assert [solver._in_time(missing, 7.0) for missing in (-1, 0, 1, 4, 5, 8)] == [
        4_000_000, 4_000_000, 4_000_000, 4_000_000, 3_200_000, 2_000_000,
    ]  # fmt: skip
    assert solver._in_time(1, 500.0) == 120_000_000
    assert [solver._until(nodes, 7.0) for nodes in (10, 1_000_000, 1_000_001)] == [10, 1_000_000, 1_000_000]
    assert (solver._until(10**9, 500.0), solver._until(10, 5.0), solver._until(10, 3.0)) == (30_000_000, 1, 1)


# -------------------------------------------------------------------------------------------------- module and kernel


def test_values_and_speed_of_the_general_search(monkeypatch: pytest.MonkeyPatch) -> None:
    for looked_at, pace in ((999, PACE), (1_000, 500.0)):
        machine: Any = SimpleNamespace(module=SimpleNamespace(search=SimpleNamespace(at={"ARMS": 8, "SOLVED": 0})))
        machine.memory = memoryview(bytearray(8) + bytearray(ARM.size * 2))

        def call(*given: object, machine: Any = machine) -> int:
            assert given == ("exact", 5, 70)
            for number, total in enumerate((40, -6)):
                machine.memory[8 + ARM.size * number : 8 + ARM.size * (number + 1)] = ARM.pack(total, 0, 0, 0, 0, 0, 0)
            return 1

        machine.call, machine.word = call, lambda at, looked_at=looked_at: looked_at
        solver = WorldSolver(program(), machine, 2)
        clock(monkeypatch, 1.0, 3.0)
        assert solver._by_rules(5, 2, 70) == ([20.0, -3.0], looked_at)
        assert solver._pace == pace
        machine.call = lambda *given: 0
        assert solver._by_rules(5, 2, 70) is None


def test_values_and_speed_of_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    machine: Any = SimpleNamespace(module=SimpleNamespace(search=SimpleNamespace(at={"ARMS": 0})))
    for nodes, speed in ((499, SPEED), (500, 250.0)):
        solver = WorldSolver(program(), machine, 1)
        solver._world = lambda number: [number]  # type: ignore[method-assign]
        asked: list[Any] = []

        def solve(*given: Any, nodes: int = nodes, asked: list[Any] = asked, **more: Any) -> Any:
            asked.append((given[0].values, *given[1:], more))
            return SimpleNamespace(values=[SimpleNamespace(value=n, nodes=nodes) for n in (1.5, -2.0)])

        solver.__dict__["_tricks"] = SimpleNamespace(solve=solve)
        clock(monkeypatch, 1.0, 5.0)
        assert solver._by_kernel(3, [1, 0, 1], 80) == ([-2.0, 1.5, -2.0], 2 * nodes)
        assert asked == [([3], 80, None, {"line": False, "total": 80})]
        assert solver._speed == speed
        solver.__dict__["_tricks"] = SimpleNamespace(solve=lambda *given, **more: None)
        assert solver._by_kernel(3, [1], 80) is None


class Courses:
    def __init__(self) -> None:
        self.aside, self.until = frozenset[int](), None


def test_what_the_kernel_needs_is_found_out_in_a_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    machine: Any = SimpleNamespace(module=SimpleNamespace(search=SimpleNamespace(at={"ARMS": 0})))
    solver = WorldSolver(program(), machine, 1)
    solver._world = lambda number: [number]  # type: ignore[method-assign]
    solver._differing = lambda worlds: frozenset(values[0] for values in worlds)  # type: ignore[method-assign, misc]
    monkeypatch.setattr(world_solver, "monotonic", lambda: 4.0)
    courses, learned, until = Courses(), list[Any](), list[Any]()
    answers: list[Any] = [True, TakesTooLong(), False]

    def learn(worlds: list[Slots]) -> bool:
        learned.append(worlds)
        until.append(courses.until)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    reader = SimpleNamespace(courses=courses, learn=learn)
    solver.__dict__["_tricks"] = SimpleNamespace(reader=reader)
    solver.deal("one")
    assert solver.prepare(1, 2, 8.0)
    assert (courses.aside, solver.refused, solver.unfinished) == ({0, 1}, set(), False)
    assert not solver.prepare(1, 3, 8.0, 0.25)
    assert (courses.aside, solver.refused, solver.unfinished) == ({0, 1, 2}, set(), True)
    assert not solver.prepare(2, 1, None)
    assert (courses.aside, solver.refused) == ({0}, {2})
    assert learned == [[[0], [1]], [[0], [1], [2]], [[0]]]
    assert (until, courses.until) == ([6.0, 5.0, None], None)
    solver.prepare_early(2, 2, 8.0)
    assert len(learned) == 3, "what was refused is not tried again"
    answers.append(True)
    solver.prepare_early(1, 2, 8.0)
    assert (until[3], learned[3]) == (5.0, [[0], [1]])
    solver.deal("one")
    assert solver.refused == {2}
    solver.deal("another")
    assert (solver.refused, solver._aside) == (set(), {})
    reader.courses = None
    assert not solver.prepare(3, 1, 8.0)
    assert solver.refused == {3}


def test_cards_that_are_left_and_heaps_that_differ() -> None:
    machine: Any = SimpleNamespace(module=SimpleNamespace(search=SimpleNamespace(at={"ARMS": 0})))
    solver, game = WorldSolver(program(), machine, 1), program()
    zones = {zone.name: zone for zone in game.zones}
    ask = next(number for number, one in enumerate(game.asks) if one.trick is not None)
    worlds: list[Any] = [[*game.initial] for _ in range(3)]
    for values in worlds:
        values[PC] = ~ask
        for seat, cards in enumerate((0b1, 0b1110, 0b110000, 0)):
            values[zones["hand"].base + seat] = cards
    solver._world = lambda number: worlds[number]  # type: ignore[method-assign]
    assert solver.cards_left(ask) == 3
    assert solver._differing(worlds) == frozenset()
    worlds[2][zones["hand"].base] = 0b1000000
    assert solver._differing(worlds) == frozenset(), "hands always differ"
    heaps = {slot for heaps in solver._heaps for slot in heaps}
    assert heaps <= {*range(zones["won"].base, zones["won"].base + 2), *range(zones["floor"].base, zones["floor"].base + 1),
                     *range(zones["hand"].base, zones["hand"].base + 4)}  # fmt: skip
    assert not heaps.intersection(range(zones["stock"].base, zones["stock"].base + 1))
    assert not {*solver._heaps[ask]}.intersection(range(zones["hand"].base, zones["hand"].base + 4))
