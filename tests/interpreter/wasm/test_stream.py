"""The stream of records: a module that was made for it tells the same as the engine, word by word."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from random import Random

import pytest

from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import CUT, LENGTH_LIMIT
from hoyle.interpreter.records import AnyRecord, Choice, GameOver, Moved
from hoyle.interpreter.wasm import CompiledModule, Machine, Module
from hoyle.interpreter.wasm.stream import HEAD, KINDS, STREAM_SIZE

from ...small_gathered import small_gathered
from .stream_reader import head, read, records

MOST_CHOICES = 150


def recording(program) -> Machine:
    module = Module(program, watch_of(program), stepwise=True, recording=True)
    machine = Machine(CompiledModule(module, quickly=True))
    machine.call("record", 1)
    return machine


def _tell(made: list[AnyRecord], record: AnyRecord, _: object) -> None:
    made.append(record)


def games(machine: Machine, random: Random):
    """Play a random game in a module and in the engine.  Yield the records of both after each step, from the start."""
    engine, seed = Engine(machine.program), random.randrange(1 << 30)
    made = list[AnyRecord]()
    state = engine.start(seed=seed, listener=partial(_tell, made))
    machine.start(seed)
    yield made
    for _ in range(MOST_CHOICES):
        if engine.question(state) is None:
            return
        option = random.choice(machine.options())
        made = list[AnyRecord]()
        state = engine.apply(state, Choice(option[0], option[1:]), listener=partial(_tell, made))
        machine.take(option)
        yield made


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_a_module_records_what_the_engine_tells(name, any_program):
    random = Random(name)
    for _ in range(2):
        machine = recording(any_program(name, random))
        for made in games(machine, random):
            found, lost = records(machine)
            assert not lost
            assert found == made
            assert [record.span for record in found] == [record.span for record in made]


def test_cards_gathered_where_all_of_them_lie_are_recorded_only_if_their_order_changes():
    machine, again = recording(small_gathered()), set[str]()
    for seed in range(12):
        for made in games(machine, Random(seed)):
            assert records(machine) == (made, 0)
            for record in made:
                if isinstance(record, Moved) and record.source == record.target:
                    assert len(record.cards) == len(machine.program.deck)
                    again.add(record.span.text)
    assert again == {"gather every card into heap", "gather every card into stock", "shuffle every card into stock"}


def test_a_stream_that_is_full_keeps_what_came_first_and_counts_the_rest():
    machine = recording(lower(load("hearts").game))
    stream, room = machine.module.stream, 400
    machine.memory[stream.used : stream.used + 8] = (STREAM_SIZE - room).to_bytes(8, "little")
    whole = [record for made in games(machine, Random(3)) for record in made]  # nothing is read meanwhile
    used, lost = machine.word(stream.used), machine.word(stream.lost)
    assert STREAM_SIZE - room < used <= STREAM_SIZE
    words = machine.words(stream.address + STREAM_SIZE - room, (used - STREAM_SIZE + room) // 8)
    kept = list(read(stream, words))
    assert kept == whole[: len(kept)]
    assert lost == len(whole) - len(kept) > 0
    machine.memory[stream.used : stream.used + 8] = bytes(8)
    assert records(machine) == ([], lost)
    machine.start(4)
    found, lost = records(machine)
    assert found
    assert not lost


def test_nothing_is_recorded_unless_it_is_wanted():
    program = lower(load("whist").game)
    machine = recording(program)
    machine.call("record", 0)
    machine.start(1)
    machine.take(machine.options()[0])
    assert records(machine) == ([], 0)
    plain = Module(program, watch_of(program), stepwise=True)
    assert "record" not in plain.text
    assert plain.stream is None


def test_a_game_that_is_cut_ends_without_winners():
    machine = recording(lower(load("go_fish").game))
    machine.start(1)
    records(machine)
    values = machine.state
    values[4] = LENGTH_LIMIT - 1
    machine.put(values)
    machine.take(machine.options()[0])
    assert machine.state[0] == CUT
    assert records(machine)[0][-1] == GameOver("player", ())


def test_whole_games_are_the_same_with_records_and_without():
    for name in ("hearts", "gin_rummy", "cassino"):
        program = lower(load(name).game)
        trails = []
        for wanted in (False, True):
            module = Module(program, watch_of(program), recording=wanted)
            machine = Machine(CompiledModule(module, quickly=True))
            machine.call("games", 1, 5, 0, 20, 100_000)
            trails.append((machine.word(module.tallies.trail), machine.word(module.tallies.decisions)))
        assert trails[0] == trails[1]


def test_the_parts_of_a_head_do_not_overlap():
    taken = sorted(HEAD.values())
    assert all(low + count <= above for (low, count), (above, _) in pairwise(taken))
    assert taken[-1][0] + taken[-1][1] == 64
    assert len({kind.number for kind in KINDS.values()}) == len(KINDS)
    assert head("moved", 5, 3) == KINDS["moved"].number | 5 << 8 | 4 << 32
