"""Parts of thinking by hand, with a module that only notes what it is asked: budgets, times, what is written and read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import RNG, Program
from hoyle.interpreter.search import thinker as thinking
from hoyle.interpreter.search.seen import CARD, PICKED_CARD, SeenDeal, SeenDraw, SeenStep, Sighting
from hoyle.interpreter.search.seen_writer import SeenWriter
from hoyle.interpreter.search.thinker import Budget, Thinker, Thought, ThoughtRequest, ValuedOption
from hoyle.interpreter.wasm.machine import Memory
from hoyle.interpreter.wasm.search.structs import ARM, DRAW, MOST_NAMES, PLAY, STEP
from hoyle.interpreter.wasm.search.writer import MOST_ARMS, MOST_DRAWS, MOST_EPOCHS, MOST_STEPS

from ...small_rules import game_of, small_rules
from ...small_tricks import program_of, small_tricks

PAIRED = small_rules(
    players="2", act="add 1 to p.points", answers='            "pass {cs}" for cs in 1..2 cards of p.hand\n                nothing'
).replace("deck 2 3 4 5 6 7 8 9 10 J Q K A", "deck 2 3 of clubs hearts, 3 copies")  # fmt: skip


class NotingMachine:
    """Notes the calls, and gives what it is told to give."""

    def __init__(self, gives: Iterable[int] = (), room: int = 1 << 18) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.gives = iter(gives)
        self.memory = memoryview(bytearray(room))
        self.module = SimpleNamespace(room=SimpleNamespace(size=64), learned=None)
        self.words_at: dict[int, int] = {}

    def call(self, *given: Any) -> int:
        self.calls.append(given)
        return next(self.gives, 0)

    def word(self, at: int) -> int:
        return int.from_bytes(self.memory[at : at + 8], "little", signed=True)

    put_at = Memory.put_at

    def begin_anew(self) -> None:
        self.calls.append(("begin anew",))


@cache
def tricks() -> Program:
    return program_of(small_tricks())


@cache
def paired() -> Program:
    return lower(game_of(PAIRED))


NAMES = ("SEAT", "STEP_COUNT", "DRAW_COUNT", "EPOCH_COUNT", "LAST_ASK", "LAST_HASH", "OPTION_COUNT", "ABSENT_COUNT",
         "LONGEST", "BONUS", "WORLD_COUNT", "TRUST", "MATCH", "PLAY_COUNT")  # fmt: skip


def thinker_of(program: Program, gives: Iterable[int] = (), scale: int = 1) -> tuple[Thinker, NotingMachine]:
    """A thinker with such a machine.  Its numbers lie in the first bytes, rows of structures further on."""
    made, machine = Thinker.__new__(Thinker), NotingMachine(gives)
    at = {name: 8 * number for number, name in enumerate(NAMES)}
    at |= {
        name: 20_000 * number
        for number, name in enumerate(("BASE", "STEPS_AT", "DRAWS", "PLAYS", "ARMS", "MATCH_SUMS"), 1)
    }
    made.program, made.machine, made.scale = program, machine, scale  # type: ignore[request]
    made.search = SimpleNamespace(at=at, most_worlds=100, step_size=STEP.size + 8 * MOST_NAMES)  # type: ignore[request]
    machine.layout = SimpleNamespace(  # type: ignore[attr-defined]
        pack=lambda values: repr(values[RNG]).encode(), slots=[SimpleNamespace(words=1)] * 400, state_size=16,
    )  # fmt: skip
    machine.module.search = made.search
    made.writer = SeenWriter(program, made.machine, made.search)
    made._seconds, made._in_reach = {}, {}
    return made, machine


def clock(monkeypatch: pytest.MonkeyPatch, step: float, module: Any = thinking, start: float = 0.0) -> None:
    """Time goes on by so much whenever somebody asks for it."""
    times = count()
    monkeypatch.setattr(module, "monotonic", lambda: start + step * next(times))


# ------------------------------------------------------------------------------------------------------------ playouts


@pytest.mark.parametrize(
    ("milliseconds", "at_once"), [(None, 50_000), (1, 1_000), (5, 1_000), (6, 1_200), (100, 20_000), (250, 50_000), (9_000, 50_000)]
)  # fmt: skip
def test_the_clock_is_read_after_as_many_choices_as_the_time_allows(milliseconds: int | None, at_once: int) -> None:
    thinker, machine = thinker_of(tricks(), (7, 0, 0, 1))
    thinker._play_out(40, 2, ThoughtRequest(Budget(milliseconds=milliseconds)))
    assert machine.calls == [("search_again", 40), *[("search", at_once)] * 3]


def test_playouts_end_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker, machine = thinker_of(tricks())
    clock(monkeypatch, 1.0)
    thinker._play_out(40, 2, ThoughtRequest(Budget(milliseconds=10), end=3.0))
    assert machine.calls[1:] == [("search", 2_000)] * 4


@pytest.mark.parametrize(
    ("end", "known", "found"),
    [(400.0, 0.5, 100), (3.0, 0.5, 4), (3.0, 0.25, 8), (2.0, 0.5, 2), (0.0, 0.5, 2),  # after one second
     (9.0, None, 100), (4.0, None, 32), (3.125, None, 18), (3.0625, None, 17), (3.0, None, 0), (1.0, None, 0)],
)  # fmt: skip
def test_as_many_playouts_are_made_as_there_is_time_for(
    end: float, known: float | None, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two options.  If it is not known how long a playout takes, the first 16 take one second."""
    thinker, machine = thinker_of(tricks(), [1] * 9)
    clock(monkeypatch, 1.0)
    thinker._size = lambda ask: (ask, 3)  # type: ignore[method-assign]
    if known is not None:
        thinker._seconds[5, 3] = known
    assert thinker._in_time(5, 100, 2, ThoughtRequest(Budget(milliseconds=10), end=end), end) == found
    assert machine.calls == ([] if known is not None else [("search_again", 16), ("search", 2_000)])
    assert thinker._seconds == {(5, 3): 1 / 16 if known is None else known}


def test_there_are_as_many_playouts_as_each_option_needs() -> None:
    for options, expected in ((3, 50), (10, 50), (11, 55), (MOST_ARMS, 200), (MOST_ARMS + 1, 200)):
        thinker, machine = thinker_of(tricks(), (2, 0, 1))
        thinker.machine.put_at("OPTION_COUNT", options.to_bytes(8, "little"))
        thinker._solved = lambda *given: None  # type: ignore[method-assign]
        seen = SeenDeal(0, [0] * 9, (), (), 0, 0, 0)
        found = thinker._search(seen, 4, 9, ThoughtRequest(Budget(playouts=50, each=5), 6))
        assert machine.calls == [("search_begin", expected, 6), ("search_again", expected), ("search", 50_000)]
        assert (len(found.values), found.worlds, found.replays) == (2, 4, 9)


# --------------------------------------------------------------------------------------------------------------- values


def arm(total: int, squares: int, playouts: int, option: int, tried: int) -> bytes:
    return ARM.pack(total, squares, playouts, option, tried, 0, 0)


def test_values_are_means_with_their_errors_and_those_still_tried_come_first() -> None:
    thinker, machine = thinker_of(tricks(), scale=2)
    rows = [arm(40, 420, 4, 7, 0), arm(6, 36, 1, 2, 1), arm(10, 58, 2, 3, 1), arm(0, 0, 0, 1, 0), arm(20, 200, 2, 9, 1)]
    at = thinker.search.at["ARMS"]
    machine.memory[at : at + ARM.size * 5] = b"".join(rows)
    found = thinker._read(5, 8, 20)
    assert (found.best, found.worlds, found.replays) == (9, 8, 20)
    assert found.values == (
        ValuedOption(9, 5.0, 0.0, 2),
        ValuedOption(2, 3.0, 0.0, 1),  # it had a playout less when the time was up
        ValuedOption(3, 2.5, 1.0, 2),
        ValuedOption(7, 5.0, pytest.approx((5 / 3) ** 0.5 / 2), 4),
        ValuedOption(1, 0.0, 0.0, 0),
    )


def test_what_is_exact_counts_four_times_what_playouts_tell() -> None:
    thinker, _ = thinker_of(tricks())
    solved = {4: [1.0, 1.0, 3.0, 3.0], 6: [2.0, 2.0, 2.0, 2.0], 1: [0.0, 3.0, 4.0, 0.0]}
    alone = thinker._exactly(solved, 11, ThoughtRequest(Budget()))
    assert alone.values == (
        ValuedOption(4, 2.0, pytest.approx((1 / 3) ** 0.5), 4),
        ValuedOption(6, 2.0, 0.0, 4),
        ValuedOption(1, 1.75, pytest.approx((3.1875 / 3) ** 0.5), 4),
    )
    assert (alone.best, alone.worlds, alone.replays) == (4, 4, 11)
    played = Thought(1, tuple(ValuedOption(n, value, 0.1, 9) for n, value in ((1, 1.1), (4, 0.0), (6, 0.2))), 4, 11)
    assert [one.option for one in thinker._exactly(solved, 11, ThoughtRequest(Budget()), played).values] == [6, 1, 4]
    missing = Thought(1, (ValuedOption(4, 0.9, 0.1, 9),), 4, 11)
    assert [one.option for one in thinker._exactly(solved, 11, ThoughtRequest(Budget()), missing).values] == [4, 6, 1]


# --------------------------------------------------------------------------------------------------------------- worlds


def deal(unseen: int = 0, seen: int = 0, hidden: int = 0, secret: int = 0, played: int = 0) -> SeenDeal:
    """A deal of which so much is known to the first seat."""
    draws = [SeenDraw(CARD, -1, 1, 0, 0)] * unseen + [SeenDraw(CARD, 3, 0, 0, 0)] * seen
    draws += [SeenDraw(PICKED_CARD, -1, 1, 0, 0)]
    steps = [SeenStep(0, 1, 0, (-2,), (0,), 0)] * hidden + [SeenStep(0, 2, -1, (), (), 0)] * secret
    steps += [SeenStep(0, 1, 0, (4,), (-1,), 0)] * played + [
        SeenStep(-1, 3, 0, (), (), 0),
        SeenStep(0, 0, 0, (), (), 0),
    ]
    return SeenDeal(0, [0] * 9, tuple(steps), tuple(draws), 0, 0, 1)


@pytest.mark.parametrize(
    ("known", "given", "options", "expected"),
    [
        (deal(), {}, 3, (1, 1, 6)),
        (deal(seen=5), {"steps": 9}, 3, (1, 1, 6)),
        (deal(unseen=3), {}, 3, (32, 16, 6)),
        (deal(unseen=20), {}, 3, (32, 16, 20)),
        (deal(unseen=20, played=5), {}, 3, (32, 16, 15)),
        (deal(unseen=20, played=18), {"steps": 3}, 3, (32, 16, 12)),
        (deal(unseen=20, hidden=2), {"steps": 2}, 3, (32, 16, 44)),
        (deal(hidden=1, secret=3), {"steps": 2}, 3, (32, 16, 16)),
        (deal(unseen=20), {"steps": 90, "worlds": 7, "chains": 3}, 255, (7, 3, 200)),
        (deal(unseen=20), {"steps": 90, "worlds": 120}, 600, (100, 50, 100)),
        (deal(unseen=20), {"steps": 90}, 256 * 40, (32, 16, 6)),
    ],
)  # fmt: skip
def test_how_many_worlds_are_sampled_and_how_far_apart(
    known: SeenDeal, given: dict[str, int], options: int, expected: tuple[int, int, int]
) -> None:
    thinker, machine = thinker_of(tricks(), (0, 3, 5, 200))
    thinker.machine.put_at("OPTION_COUNT", options.to_bytes(8, "little"))
    found = thinker.sample(known, Budget(**given, replays=15_000), 8)
    calls = {1: 1, 7: 3}.get(expected[0], 3)  # three, five and two hundred worlds are found
    assert machine.calls == [("worlds_begin", 8), *[("worlds", *expected, 5_000)] * calls]
    assert found == (3 if calls == 1 else 200, 5_000 * calls)


def test_sampling_ends_with_its_replays_or_its_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker, machine = thinker_of(tricks(), (0, 0, 1, 2, 3))
    assert thinker.sample(deal(unseen=9), Budget(replays=7_000), 8) == (1, 10_000)
    assert [one[-1] for one in machine.calls[1:]] == [5_000, 5_000]
    thinker, machine = thinker_of(tricks(), (0, 0, 1, 2, 3))
    assert thinker.sample(deal(unseen=9), Budget(replays=1_200), 8) == (0, 5_000)
    assert [one[-1] for one in machine.calls[1:]] == [1_200]
    # Ten seconds: three of them for worlds.  The clock goes on by half a second with each call.
    clock(monkeypatch, 0.5)
    thinker, machine = thinker_of(tricks(), range(9))
    assert thinker.sample(deal(unseen=9), Budget(milliseconds=10_000), 8, 10.0) == (6, 406)
    assert [one[-1] for one in machine.calls[1:]] == [16, 32, 64, 113, 113, 68]


# ------------------------------------------------------------------------------------------------------ what is written


def number(thinker: Thinker, name: str) -> int:
    at = thinker.search.at[name]
    return int.from_bytes(thinker.machine.memory[at : at + 8], "little", signed=True)


def test_what_is_written_at_the_head() -> None:
    """Winning is worth a thousand points in a game without scores."""
    seen = replace(deal(unseen=3, hidden=2), ask=4, hash=77, absent=((0, 1), (0, 2)))
    for program, bonus in ((tricks(), 0), (replace(tricks(), endings=()), 1_000)):
        thinker, _ = thinker_of(program)
        thinker.writer.head(seen, 9, Budget(longest=12, trust=5, match=3))
        found = {name: number(thinker, name) for name in NAMES}
        assert found == {
            "SEAT": 0, "STEP_COUNT": 4, "DRAW_COUNT": 4, "EPOCH_COUNT": 1, "LAST_ASK": 4, "LAST_HASH": 77,
            "OPTION_COUNT": 9, "ABSENT_COUNT": 2, "LONGEST": 12, "BONUS": bonus, "WORLD_COUNT": 0, "TRUST": 5,
            "MATCH": 3, "PLAY_COUNT": 0,
        }  # fmt: skip


def test_a_deal_that_is_too_long_is_not_written() -> None:
    step, draw = SeenStep(-1, 0, 0, (), (), 0), SeenDraw(CARD, -1, 1, 0, 0)
    bare = SeenDeal(0, [0] * 9, (), (), 0, 0, 1)
    names = SeenStep(-1, 0, 0, (), (-1,) * MOST_NAMES, 0)
    thinker, machine = thinker_of(tricks())
    machine.memory = memoryview(bytearray(1 << 20))
    thinker.search.at.update({"DRAWS": 300_000, "PLAYS": 500_000})
    for fits, more in (
        (replace(bare, steps=(step,) * MOST_STEPS), {"steps": (step,) * (MOST_STEPS + 1)}),
        (replace(bare, draws=(draw,) * MOST_DRAWS), {"absent": ((0, 1),)}),
        (replace(bare, epochs=MOST_EPOCHS), {"epochs": MOST_EPOCHS + 1}),
        (replace(bare, steps=(names,)), {"steps": (replace(names, hidden=(-1,) * (MOST_NAMES + 1)),)}),
        (bare, {"only_view": True}),
    ):
        assert thinker.writer.write(fits)
        assert not thinker.writer.write(replace(fits, **more))  # type: ignore[arg-type]


def rows(thinker: Thinker, name: str, count: int, size: int, unpack: Any) -> list[tuple[int, ...]]:
    at = thinker.search.at[name]
    return [unpack(thinker.machine.memory[at + size * n : at + size * (n + 1)]) for n in range(count)]


def test_draws_plays_and_steps_as_the_module_reads_them() -> None:
    program = paired()
    play = next(n for n, one in enumerate(program.asks[0].alternatives) if one.bound[0].type.kind == "card")
    several = next(n for n, one in enumerate(program.asks[0].alternatives) if one.bound[0].type.kind == "set")
    steps = (
        SeenStep(0, 1, play, (2,), (-1,), (1 << 64) - 5),
        SeenStep(0, 0, several, (0b101,), (-1,), 6),
        SeenStep(0, 1, play, (-2,), (0,), 7),
        SeenStep(0, 1, -1, (), (), 8),
        SeenStep(-1, 1, 3, (), (), 9),
    )
    draws = (SeenDraw(CARD, 0, 0, 0, 0, 1), SeenDraw(CARD, -1, 1, 0, 2, 3), SeenDraw(PICKED_CARD, 4, -1, 1, 3))
    seen = SeenDeal(0, [5, 6, 7], steps, draws, 0, 0, 2, ((1, 8),), sightings=(Sighting(3, 2, 1), Sighting(9, 4, 9)))
    thinker, machine = thinker_of(program)
    assert thinker.writer.write(seen)
    assert rows(thinker, "DRAWS", 4, DRAW.size, DRAW.unpack) == [
        (0, 1, CARD, 0, 0, 0, 2, 0), (0, 0, CARD, 1, 0, 2, 4, 0), (4, 1, PICKED_CARD, -1, 1, 3, 0, 0), (8, 1, CARD, -1, 1, 0, 0, 0),
    ]  # fmt: skip
    found = rows(thinker, "PLAYS", number(thinker, "PLAY_COUNT"), PLAY.size, PLAY.unpack)
    # The seat drew the first of three identical cards, so the one that the other played is the second of them.
    assert found == [(1, 1, 0, 0), (3, -1, 1, 3), (0, 0, 1, 0), (2, 0, 1, 0), (9, -1, 9, 5)]
    kept = rows(thinker, "STEPS_AT", 5, thinker.search.step_size, lambda one: STEP.unpack(one[: STEP.size]))
    none = (-1,) * MOST_NAMES
    assert kept == [
        (0, 1, play, 0, -5, 0, 0, *none, play), (0, 0, several, 0, 6, 0, 0, *none, several),
        (0, 1, play, 0, 7, 0, 1, 0, *none[1:], play), (0, 1, -1, 0, 8, 0, 1, *none, -1), (-1, 1, 3, 0, 9, 0, 0, *none, 3),
    ]  # fmt: skip
    values = rows(thinker, "STEPS_AT", 5, thinker.search.step_size, lambda one: bytes(one[STEP.size : STEP.size + 8]))
    assert [int.from_bytes(one, "little", signed=True) for one in values] == [2, 5, -2, 0, 0]
    assert bytes(machine.memory[20_000:20_001]) == b"0", "the state in which the deal began, without its random numbers"


def copies(plays: list[tuple[int, int, int, int]], *drawn: int) -> list[int]:
    """The copies of the cards of plays and sightings of somebody who drew these cards."""
    thinker, _ = thinker_of(paired())
    draws = tuple(SeenDraw(CARD, card, 0, 0, 0) for card in drawn)
    found = thinker.writer._copies(replace(deal(), draws=draws), plays)
    assert [one[1:] for one in found] == [one[1:] for one in plays]
    return [one[0] for one in found]


def test_identical_cards_of_others_are_the_next_copies() -> None:
    first, second = 0, 3
    assert paired().deck[:6] == (0, 0, 0, 1, 1, 1)
    assert copies([(first, 1, 0, 0), (first, 1, 1, 0), (first, 1, 2, 0), (first, 1, 3, 0)]) == [0, 1, 2, 0]
    assert copies([(first, 1, 0, 0), (second, 1, 1, 0), (first, 1, 2, 0)], 0) == [1, 3, 2]
    assert copies([(first, 1, 0, 0)], 0, 1) == [2]
    assert copies([(first, 1, 0, 0)], 0, -1) == [1]
    # the seat's own plays keep their copies
    assert copies([(1, 0, 0, 0), (first, 1, 1, 0), (first, 0, 2, 0)]) == [1, 0, 0]
    # a card that is seen right after it was named is the same copy
    assert copies([(first, 1, 0, 0), (first, -1, 1, 4), (first, -1, 2, 4), (first, 1, 3, 0)]) == [0, 0, 1, 2]
    assert copies([(second, 0, 0, 0), (second, -1, 1, 4), (second, -1, 3, 4)]) == [3, 5, 3]


# ------------------------------------------------------------------------------------------------- what was learned


def test_every_option_begins_with_what_is_expected_of_it() -> None:
    """Of four arms the first three are in use; a value counts as so many playouts that all brought it."""
    thinker, machine = thinker_of(tricks(), (7, 0, 1), scale=2)
    at, size = thinker.search.at["ARMS"], ARM.size
    machine.memory[at : at + 4 * size] = b"".join(arm(5, 6, 7, option, 1) for option in (2, 0, 1, 0))
    expected = (1.5, -0.26, 0.0)
    thinker._play_out(40, 3, ThoughtRequest(Budget(learned=5), expected=expected))
    assert machine.calls == [("search_again", 40), *[("search", 50_000)] * 2]
    found = [ARM.unpack(machine.memory[at + size * n : at + size * (n + 1)])[:5] for n in range(4)]
    assert found == [(0, 0, 5, 2, 1), (15, 45, 5, 0, 1), (-3, 1, 5, 1, 1), (5, 6, 7, 0, 1)]
    sums = thinker.search.at["MATCH_SUMS"]
    assert [
        int.from_bytes(machine.memory[sums + 8 * n : sums + 8 * n + 8], "little", signed=True) for n in range(4)
    ] == [0, 15, -3, 0]
    read = thinker._read(3, 4, 9, 5)
    assert [(one.option, one.value, one.playouts) for one in read.values] == [(0, 1.5, 0), (2, 0.0, 0), (1, -0.3, 0)]
    assert [one.playouts for one in thinker._read(3, 4, 9).values] == [5, 5, 5]


def test_without_a_weight_nothing_that_was_learned_counts() -> None:
    thinker, _ = thinker_of(tricks())
    given: list[object] = []
    thinker._think = lambda *all: given.append(all[2].expected)  # type: ignore[request, method-assign, return-value]
    seen = SeenDeal(0, [0] * 9, (), (), 0, 0, 0)
    for learned, expected in ((0, ()), (3, (1.0, 2.0))):
        thinker.think(seen, 2, Budget(learned=learned), expected=(1.0, 2.0))
        assert given.pop() == expected


@pytest.mark.parametrize(("learned", "order"), [(0, [4, 6, 1]), (1, [6, 4, 1]), (30, [1, 6, 4])])
def test_what_was_learned_counts_beside_solved_worlds(learned: int, order: list[int]) -> None:
    """With a weight of 30 as 12 worlds: three times as much as the four that were solved."""
    thinker, _ = thinker_of(tricks())
    solved = {4: [1.0, 1.0, 3.0, 3.0], 6: [2.0, 2.0, 2.0, 2.0], 1: [0.0, 3.0, 4.0, 0.0]}
    expected = (0.0, 0.2, 0.0, 0.0, 0.0, 0.0, 0.05)
    found = thinker._exactly(solved, 11, ThoughtRequest(Budget(learned=learned), expected=expected))
    assert [one.option for one in found.values] == order
    assert [one.value for one in found.values if one.option == 1] == [1.75]
    assert [one.option for one in thinker._exactly(solved, 11, ThoughtRequest(Budget(learned=learned))).values] == [
        4,
        6,
        1,
    ]
