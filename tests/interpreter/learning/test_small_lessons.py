"""Lessons in a very small game, and what is kept of them: quick, and the same on every machine."""

from __future__ import annotations

import hashlib
import json
import math
from array import array
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.interpreter.learning import mixing, store
from hoyle.interpreter.learning.lessons import Lessons, NetStrength, lessons
from hoyle.interpreter.learning.nets import BY_CHANCE, FIRST, SECOND_NET, NetMachine, code_of
from hoyle.interpreter.learning.strength import strength
from hoyle.interpreter.learning.weights import (
    MARK,
    MOST_BYTES,
    UnusableWeights,
    Weights,
    WeightsHead,
    _bytes,
    _floats,
    _packed,
    head_of,
    weights_in,
)  # fmt: skip
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm.learned.features import FeatureBlock
from hoyle.interpreter.wasm.learned.net import HIDDEN, SECOND, NetLayout
from hoyle.interpreter.wasm.learned.plan import PLAN

from ...small_rules import game_of, small_rules

ACT = "if c.rank = J or c.rank = 3 or c.rank = 7: add 3 to p.points"
RULES = small_rules(players="2..3", cards="2", act=ACT)
BLOCKS = (("hand", 2), ("pile", 3))
REST = (NetLayout(5).size - NetLayout(5).second_at) // 4


@pytest.fixture(scope="module")
def program() -> Program:
    return lower(game_of(RULES))


def head(program: Program, **changed: object) -> WeightsHead:
    made = WeightsHead(
        program.title, program.ruleset, program.fingerprint, dict(program.options), program.players,
        dict(program.parts), 1.5, 700, 2.5, 9, blocks=BLOCKS,
    )  # fmt: skip
    return replace(made, **changed)  # type: ignore[arg-type]


def weights(program: Program, rows: list[float], **changed: object) -> Weights:
    """Weights with these numbers at the beginnings of the rows, and rising numbers in the other layers."""
    numbers = array("f", bytes(4 * HIDDEN * len(rows)))
    for at, one in enumerate(rows):
        numbers[at * HIDDEN], numbers[at * HIDDEN + 1] = one, -one / 2
    return Weights(head(program, **changed), numbers, array("f", [(n % 7) / 7 for n in range(REST)]))


@settings(max_examples=12)
@given(rows=st.lists(st.floats(-40, 40, width=32), min_size=5, max_size=5))
def test_a_file_gives_back_each_number_within_half_of_a_step(program: Program, rows: list[float]) -> None:
    kept = weights(program, rows)
    found = weights_in(kept.content())
    assert found.head == kept.head
    for mine, theirs, size in ((kept.rows, found.rows, HIDDEN), (kept.rest, found.rest, SECOND)):
        assert len(mine) == len(theirs)
        for at in range(0, len(mine), size):
            step = max(map(abs, mine[at : at + size])) / 31
            for one, other in zip(mine[at : at + size], theirs[at : at + size], strict=True):
                assert abs(one - other) <= step / 2 + 1e-5
    inner = HIDDEN * SECOND
    assert found.rest[inner:] == kept.rest[inner:], "biases and the last layer are kept as they are"
    assert weights_in(found.content()).content() == found.content()


def test_a_file_that_is_not_sound_says_so_in_one_sentence(program: Program) -> None:
    content = weights(program, [1, 2, 0, -3, 4]).content()
    assert content[:8] == MARK
    assert head_of(content) == head(program)

    def why(changed: bytes) -> str:
        with pytest.raises(UnusableWeights) as raised:
            weights_in(changed)
        return raised.value.message

    def sealed(body: bytes) -> bytes:
        return MARK + hashlib.sha256(body).digest() + body

    assert "no file of weights" in why(b"HOYLENOT" + content[8:])
    assert "no file of weights" in why(content.ljust(MOST_BYTES + 1, b"\0"))
    assert "checksum" in why(content[:-1] + bytes([content[-1] ^ 1]))
    assert "ends too early" in why(content[:40] + (60_001).to_bytes(4, "little") + content[44:])
    assert "ends too early" in why(content[:44])
    assert "another length" in why(sealed(content[40:-4]))
    assert "another length" in why(sealed(content[40:] + bytes(4)))
    assert "another version" in why(weights(program, [1] * 5, version=9).content())
    assert "another version" in why(weights(program, [1] * 5, second=SECOND + 1).content())
    assert "blocks are impossible" in why(weights(program, [1] * 5, blocks=(("a", 6), ("b", 0))).content())
    assert "blocks are impossible" in why(weights(program, [1] * 5, blocks=()).content())
    assert "blocks are impossible" in why(weights(program, [1] * 5, blocks=(("a", 10**9),)).content())
    assert "head cannot be read" in why(content[:44] + content[44:].replace(b'"seed"', b'"sead"', 1))
    for counted in ((1, -1), (1_001, 1), (1, 2.5), (1, 2, 3), (True, 1), 7):
        assert "head cannot be read" in why(weights(program, [1] * 5, counted=counted).content())
    assert "impossible numbers" in why(weights(program, [1, 2, 3, 4, 1e9]).content())


def test_files_from_before_nets_could_count_more_than_once_are_read(program: Program) -> None:
    content = weights(program, [1, 2, 0, -3, 4], counted=(1_000, 0)).content()
    assert weights_in(content).head.counted == (1_000, 0)
    data = json.loads(content[44 : 44 + int.from_bytes(content[40:44], "little")])
    del data["counted"]
    older = json.dumps(data).encode()
    body = len(older).to_bytes(4, "little") + older + content[44 + int.from_bytes(content[40:44], "little") :]
    assert weights_in(MARK + hashlib.sha256(body).digest() + body).head.counted == (1, 1)


def test_of_a_net_that_is_too_large_the_rows_with_the_largest_numbers_are_kept(program: Program) -> None:
    count = 6000
    large = weights(program, [1.0 + (n * 7) % count for n in range(count)], blocks=(("a", count),))
    content = large.content()
    assert MOST_BYTES - HIDDEN <= len(content) <= MOST_BYTES
    found = weights_in(content).rows
    kept = {at for at in range(count) if found[at * HIDDEN]}
    least = min(large.rows[at * HIDDEN] for at in kept)
    assert all((large.rows[at * HIDDEN] >= least) == (at in kept) for at in range(count))


def test_a_net_takes_the_rows_of_blocks_of_the_same_name_and_size(program: Program) -> None:
    kept = weights(program, [1, 2, 3, 4, 5])
    blocks = [FeatureBlock("pile", 0, 3), FeatureBlock("hand", 3, 1), FeatureBlock("new", 4, 4)]
    content, share = kept.net(blocks)
    numbers = array("f", content)
    assert [numbers[at * HIDDEN] for at in range(8)] == [3, 4, 5, 0, 0, 0, 0, 0]
    assert numbers[8 * HIDDEN :] == kept.rest
    assert share == 3 / 8
    assert kept.net([])[1] == 0
    assert kept.net([FeatureBlock("pile", 0, 3), FeatureBlock("hand", 3, 2)])[1] == 1


def test_weights_belong_to_the_rules_without_their_checks(program: Program) -> None:
    checked = lower(game_of(RULES + "after main: total points >= 0\n"))
    other = lower(game_of(small_rules(players="2..3", cards="3", act=ACT)))
    three = lower(game_of(RULES), {}, 3)
    mine = head(program)
    assert (mine.made_for(program), mine.made_for(checked), mine.made_for(three), mine.made_for(other)) == (
        True, True, False, False,
    )  # fmt: skip
    assert (mine.made_from(three), mine.made_from(other)) == (True, False)
    assert mine.shared(program) == mine.shared(checked) == 1
    assert 0.5 < mine.shared(other) < 1
    assert mine.shared(other) == 1 - 1 / len(store.played_parts(program.parts))
    nothing: Any = SimpleNamespace(parts={})
    assert head(program, parts={}).shared(nothing) == 0


def test_what_was_learned_is_kept_and_found_again(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "learned")
    monkeypatch.setattr(store, "MOST_FILES", 3)
    assert store.find(program) == store.FoundWeights(None)
    kept = weights(program, [1, 2, 3, 4, 5])
    assert store.keep(program, kept)
    found = store.find(program)
    assert (found.exact, found.note) == (True, "")
    assert found.weights is not None
    assert found.weights.head == kept.head
    file = store.file_of(program)
    assert [*file.parent.iterdir()] == [file]
    assert store.file_of(lower(game_of(RULES), {}, 3)) != file
    file.write_bytes(weights(program, [1] * 5, players=3).content())
    assert not store.find(program).exact, "of other players"
    file.write_bytes(b"x")
    assert "no file of weights" in store.find(program).note
    for number in range(3):
        (file.parent / f"{number}.weights").write_bytes(b"")
    assert store.keep(program, kept)
    assert [*file.parent.iterdir()] == [file], "the oldest were removed"
    assert file.exists()
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "file" / "learned")
    assert not store.keep(program, kept)


def test_what_came_of_a_lesson_belongs_to_the_weights_that_it_began_with(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
    begun, other, came = (weights(program, [number] * 5) for number in (1, 2, 3))
    nothing = store.FoundWeights(None)
    assert store.find_lesson(program, begun) == nothing
    assert store.keep(program, came, begun)
    found = store.find_lesson(program, begun).weights
    assert found is not None
    assert found.content() == came.content()
    assert store.find_lesson(program, other) == nothing
    assert store.find_lesson(lower(game_of(RULES), {}, 3), begun) == nothing
    assert store.find(program) == store.FoundWeights(None), "nobody plays with it"
    file = store.file_of_lesson(program, begun)
    assert (file.parent, file.suffix, len(file.stem)) == (tmp_path, ".weights", 32)
    assert file != store.file_of(program)
    for content, why in (
        (weights(program, [1] * 5, players=3).content(), "the file of weights is of other rules"),
        (b"x", "this is no file of weights"),
    ):
        file.write_bytes(content)
        note = f"what was learned of {program.title} is passed over: {why} (`{file}`)"
        assert store.find_lesson(program, begun) == store.FoundWeights(None, note=note)


def test_of_those_that_come_with_hoyle_the_ones_that_share_most_are_taken(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = dict(program.parts)
    names = sorted(parts)
    assert len(names) >= 4

    def differing(count: int) -> dict[str, str]:
        return {**parts, **dict.fromkeys(names[:count], "other")}

    half = len(names) - len(names) // 2
    coming = {
        name: weights(program, [number] * 5, parts=changed)
        for number, (name, changed) in enumerate(
            {"all": parts, "most": differing(1), "more": differing(2), "few": differing(half + 1)}.items()
        )
    }
    monkeypatch.setattr(store, "_read", coming.__getitem__)

    def found(*given: str) -> tuple[str | None, bool, str]:
        monkeypatch.setattr(store, "_shipped", lambda: {name: coming[name].head for name in given})
        one = store.find_shipped(program, "a note")
        name = next((name for name, weights in coming.items() if weights is one.weights), None)
        return name, one.exact, one.note

    assert found() == (None, False, "a note")
    assert found("few") == (None, False, "a note")
    assert found("few", "most", "more") == ("most", False, "a note")
    assert found("all", "most", "few") == ("all", True, "a note")
    share = (len(names) - 2) / len(names)
    for least, taken in ((share, "more"), (share + 0.01, None)):
        monkeypatch.setattr(store, "FEWEST_SHARED", least)
        assert found("more")[0] == taken

    def unusable(name: str) -> Weights:
        raise UnusableWeights(f"{name} cannot be read")

    monkeypatch.setattr(store, "_read", unusable)
    assert found("all") == (None, False, "all cannot be read")


def test_numbers_lie_in_files_in_one_order_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = array("f", [1.0, -2.5, 0.1, 1e9])
    turned = numbers[:]
    turned.byteswap()
    for order, content in (("little", numbers.tobytes()), ("big", turned.tobytes())):
        monkeypatch.setattr("sys.byteorder", order)
        assert _bytes(numbers) == content
        assert _floats(content) == numbers == array("f", [1.0, -2.5, 0.1, 1e9])


def test_a_row_has_numbers_of_six_bits_however_small_they_are() -> None:
    for power in (*range(-149, -140), -127, -3, 0, 9, 127):
        for part in (1.0, 1.37, 1.51, 1.99):
            most = math.ldexp(part, power - (power > 126))
            packed = _packed(array("f", [most, -most, most / 2, 0.0]), 4)
            steps = array("b", b"".join(packed[1:]))
            (scale,) = array("f", packed[0])
            assert len(steps) == (4 if scale else 0)
            assert all(abs(step) <= 31 for step in steps)
            if power >= -127:
                assert steps[0] == -steps[1] == 31
                assert steps[0] * scale == pytest.approx(most, rel=1 / 100)
            assert list(steps[:1]) == [-step for step in steps[1:2]]
            assert all(step == 0 for step in steps[3:])


class Taught:
    """Lessons after which nothing is known but by how much the player mixes."""

    def __init__(self, *, begun: object = None, choices: int = 10) -> None:
        self.begun, self.choices, self.machine = begun, choices, self
        self.mixed: float | None = None

    def weights(self) -> Taught:
        return self

    def mix(self, by: float) -> None:
        self.mixed = by


def chosen(monkeypatch: pytest.MonkeyPatch, gained: dict[object, float], error: float = 0.1, **taught: Any) -> object:
    """Which player is taken (`0`: the first, `1`: the second), and by how much it mixes.

    `gained`: what somebody gains who has learned to beat the first player, by its mixing, and by players of both lessons
    and mixings where somebody learns that from nothing; otherwise 9.
    """
    both = Taught(**taught), Taught()

    def beaten_by(made: Any, by: float, _: object, *, from_nothing: bool = False) -> NetStrength:
        assert from_nothing or made is both[0]
        return NetStrength(gained.get((both.index(made), by) if from_nothing else by, 9.0), error)

    monkeypatch.setattr(mixing, "beaten_by", beaten_by)
    monkeypatch.setattr(mixing, "_taught_again", lambda *_: both[1])
    taken: Any = mixing.settled(both[0])  # type: ignore[arg-type]
    return both.index(taken), taken.mixed


def test_a_player_mixes_only_if_it_is_shown_to_lose_less(monkeypatch: pytest.MonkeyPatch) -> None:
    read: dict[object, float] = {0.0: 2.0, 0.1: 1.0, (0, 0.1): 1.3, (0, 0.2): 0.8, (0, 0.3): 1.2}
    assert chosen(monkeypatch, read) == (0, 0.2), "the mixing with which it loses least to those who know nothing"
    assert chosen(monkeypatch, {**read, 0.1: 1.55}) == (0, 0.2), "3 errors of a difference are 0.424"
    assert chosen(monkeypatch, {**read, 0.1: 1.60}) == (0, None)
    assert chosen(monkeypatch, read, begun="before") == (0, None)
    assert chosen(monkeypatch, read, choices=0) == (0, None)


def test_a_player_who_was_less_sure_is_taken_if_it_is_shown_to_lose_less(monkeypatch: pytest.MonkeyPatch) -> None:
    read: dict[object, float] = {0.0: 2.0, 0.1: 1.0, (0, 0.2): 0.8, (1, 0.3): 0.5, (1, 0.4): 0.2}
    assert chosen(monkeypatch, read) == (1, 0.4)
    assert chosen(monkeypatch, {**read, (1, 0.4): 0.4}) == (0, 0.2)
    assert chosen(monkeypatch, {**read, 0.1: 1.60}) == (0, None), "nobody reads these players"


def test_whoever_is_taught_again_has_the_mean_of_the_second_half(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    nets: list[tuple[float, list[float]]] = []
    *_, first = lessons(program, choices=6_000, seed=3)

    def kept(*given: Any, **named: Any) -> Iterator[Lessons]:
        assert named == {"choices": 6_000, "seed": 3, "workers": 1, "plan": replace(PLAN, unsure=mixing.LESS_SURE)}
        for one in lessons(*given, **named):
            nets.append((one.share, one.machine.net().cast("f").tolist()))
            yield one

    reported: list[tuple[int, str]] = []

    def watched(steps: Iterator[Lessons], choices: int, title: str) -> Iterator[Lessons]:
        reported.append((choices, title))
        return steps

    first.choices = 6_000
    monkeypatch.setattr(mixing, "lessons", kept)
    again = mixing._taught_again(first, watched)
    assert reported == [(6_000, "learning again, less sure")]
    second = [net for share, net in nets if share >= 0.5]
    assert 2 < len(second) < len(nets)
    mean = [sum(numbers) / len(second) for numbers in zip(*second, strict=True)]
    assert again.machine.net().cast("f").tolist() == pytest.approx(mean, abs=1e-5)
    assert again.plan.unsure == mixing.LESS_SURE
    assert second[-1] != pytest.approx(mean, abs=1e-5)


@pytest.fixture(scope="module")
def learned(program: Program) -> Lessons:
    *_, last = lessons(program, choices=6_000, seed=3, measure=measured, measured=2)
    return last


def measured(machine: NetMachine, other: int, *, whole: bool) -> NetStrength:
    return strength(machine, other, 60, whole=whole, seconds=0.0)


def test_a_small_lesson_gives_the_same_player_everywhere(learned: Lessons) -> None:
    assert learned.choices >= 6_000
    assert (learned.share, learned.faults, learned.whole) == (1.0, 0, False)
    assert [choices for choices, _ in learned.against_chance] == [choices for choices, _ in learned.against_before]
    assert len(learned.against_chance) == 2
    (_, first), (_, last) = learned.against_chance
    assert 0 < last.error < 0.5
    assert last.gain >= first.gain - 0.5
    made = learned.weights()
    assert (made.head.title, made.head.players, made.head.seed) == ("Small", 2, 3)
    assert 0 < learned.loss < 5
    assert sum(size for _, size in made.head.blocks) * HIDDEN == len(made.rows)
    *_, again = lessons(learned.program, choices=6_000, seed=3)
    assert (
        again.weights().content()
        == replace(made, head=replace(made.head, seconds=again.weights().head.seconds)).content()
    )


def test_a_choice_is_worth_what_comes_after_it() -> None:
    """The first card of the deal brings its player 20 points, whichever it is; then nothing can be gained any more."""
    first_gains = lower(game_of(small_rules(players="2", act="if size of pile = 1: add 20 to p.points")))
    *_, last = lessons(first_gains, choices=20_000, seed=3)
    machine = last.machine
    machine.start(5)
    expected = list[float]()
    for _ in range(2):
        count = machine.call("options", 0)
        assert count == 3
        expected.append(sum(machine.values(count)) / count)
        machine.call("options", 0)
        machine.call("l_answer", 0)
    assert expected == pytest.approx([1, 0], abs=0.15)


def test_lessons_go_on_from_weights_and_against_a_net(learned: Lessons) -> None:
    before = learned.weights()
    assert before.head.counted == (1, 1)
    before = replace(before, head=replace(before.head, counted=(10, 100)))
    first = next(iter(lessons(learned.program, choices=100, begin_with=before)))
    net, share = before.net(first.machine.learned.features.blocks)
    assert share == 1
    assert bytes(first.machine.net()) == net
    assert first.machine.number("SCALE") == pytest.approx(before.head.scale)
    assert first.weights().head.counted == (10, 100)
    against = next(iter(lessons(learned.program, choices=100, against=net)))
    assert bytes(against.machine.net(SECOND_NET)) == net
    assert bytes(against.machine.net(FIRST)) != net


def test_two_nets_of_a_machine_are_apart(learned: Lessons) -> None:
    machine = NetMachine(code_of(learned.program))
    one, other = (bytes([n]) * machine.learned.net.size for n in (1, 2))
    machine.put_net(one)
    machine.put_net(other, SECOND_NET)
    assert (bytes(machine.net()), bytes(machine.net(SECOND_NET))) == (one, other)
    machine.mix(0.25)
    assert (machine.mixing(), machine.mixing(SECOND_NET) != 0.25) == (0.25, True)
    kept = machine.kept()
    machine.put_net(other)
    machine.restore(kept)
    assert machine.kept() == kept
    assert machine.mixing() == 0.25


def test_a_player_is_as_strong_as_itself_and_stronger_than_chance(learned: Lessons) -> None:
    machine = NetMachine(code_of(learned.program))
    net = learned.weights().net(machine.learned.features.blocks)[0]
    machine.put_net(net)
    machine.put_net(net, SECOND_NET)
    assert strength(machine, SECOND_NET, 50, seconds=0.0).gain == 0
    first = strength(machine, BY_CHANCE, 80, seconds=0.0)
    assert first == strength(machine, BY_CHANCE, 80, seconds=0.0)
    assert strength(machine, BY_CHANCE, 80, seconds=0.0, choices=10).error != first.error
    won = strength(machine, BY_CHANCE, 80, seconds=0.0, whole=True)
    assert -1 <= won.gain <= 1
    alone = lower(game_of(small_rules(players="1")))
    assert strength(NetMachine(code_of(alone)), BY_CHANCE) == NetStrength(0.0, 0.0)
