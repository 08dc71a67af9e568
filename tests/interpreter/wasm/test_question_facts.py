"""Facts that a module knows while a question is open: it does not test them again, and assumes nothing else."""

from __future__ import annotations

import random

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import ModuleSimulation, code_of, watch_of
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm import Module
from hoyle.interpreter.wasm.question_facts import QuestionFacts
from hoyle.interpreter.wasm.writing.lookup import in_one_word
from hoyle.interpreter.wasm.writing.text import FAULTS

FAILED = FAULTS.index("failed")

RULES = """
game "Counting"
language 1
players 3
deck 7 8 of clubs hearts
zones
    stock: face down
remember
    level: number
    other: number
    score of each player: number
main
    gather every card into stock
    repeat 4 times
        climb
    game over, won by the player with highest score
phase climb
    for p in players
        p chooses
            "stay"
                set other to level
            "up"
                {up}
            "rest"
                add 1 to p.score
phase lift
    add 1 to level
phase push(n: number)
    if n > 2 and other > 3: add 2 to other
    if n > 3 and other > 4: add 3 to other
    if n > 4 and other > 5: add 4 to other
    if n < 99: add 1 to level
always level < 6
"""
WAYS_UP = {"here": "add 1 to level", "in a short phase": "lift", "in a long phase": "push(level)"}


def rules(up: str) -> Program:
    loaded = load(Source("counting.hoyle", RULES.replace("{up}", WAYS_UP[up])))
    assert loaded.game is not None, loaded.diagnostics
    return lower(loaded.game)


@pytest.mark.parametrize("up", WAYS_UP)
def test_an_invariant_is_tested_where_it_may_be_broken(up: str) -> None:
    program = rules(up)
    known = code_of(program).module.shared.question_facts.questions[0]
    assert known.sure
    assert known.actor >= 0
    players, failed = ("random",) * program.players, 0
    for seed in range(6):
        inside = ModuleSimulation(program, players, seed).runner().run(0, 40)
        outside = Simulation(program, players, seed).runner().run(0, 40)
        assert (inside.failure, inside.sums) == (outside.failure, outside.sums)
        failed += inside.failure is not None
    assert failed


def test_an_invariant_is_not_tested_where_nothing_changed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked_at(program: Program) -> int:
        text = Module(program, watch_of(program)).text
        return text.partition("(func $s0 ")[2].partition("\n(func ")[0].count(f"(call $fault (i32.const {FAILED})")

    program = rules("here")
    fewer = looked_at(program)
    monkeypatch.setattr(QuestionFacts, "lasts", lambda _self, _e: False)
    assert 0 < fewer < looked_at(program)


def test_a_table_packed_into_one_word_gives_its_entries() -> None:
    wasmtime = pytest.importorskip("wasmtime")
    dice, tables = random.Random(5), list[tuple[int, ...]]()
    for low, high, most in ((0, 1, 64), (0, 3, 32), (0, 15, 16), (-128, 127, 8), (-1, 3, 8)):
        for _ in range(6):
            tables.append(tuple(dice.randint(low, high) for _ in range(dice.randint(1, most))))
        tables.append((high,) * most)
    texts = [in_one_word(table, lambda: "(local.get $i)") for table in tables]
    functions = "".join(
        f'(func (export "f{n}") (param $i i64) (result i64) {text})' for n, text in enumerate(texts) if text
    )
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, f"(module {functions})")
    exports = wasmtime.Instance(store, module, []).exports(store)
    for n, table in enumerate(tables):
        assert tuple(exports[f"f{n}"](store, i) for i in range(len(table))) == table
    assert not in_one_word((0, 16) * 5, lambda: "")
    assert not in_one_word((128,), lambda: "")
    assert not in_one_word((0, 1) * 33, lambda: "")


def test_a_procedure_may_change_every_slot_that_its_index_selects() -> None:
    text = RULES.replace("{up}", "pay(p)").replace(
        "phase lift\n    add 1 to level", "phase pay(q: player)\n    add 1 to q.score"
    )
    loaded = load(Source("paying.hoyle", text))
    assert loaded.game is not None, loaded.diagnostics
    program = lower(loaded.game)
    score = next(info for info in program.variables if info.name == "score")
    row = set(range(score.base, score.base + score.count))
    facts = QuestionFacts(program, row)
    changed = [facts.changed(number) & row for number in range(len(program.procedures))]
    assert row in changed
    assert all(not found or found == row for found in changed)
