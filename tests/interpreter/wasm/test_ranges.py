"""The ranges of numbers: after the analysis nothing could still grow."""

from __future__ import annotations

import copy
from dataclasses import replace
from itertools import product
from typing import Literal

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Domain, Get, Program
from hoyle.interpreter.traversal import units
from hoyle.interpreter.wasm.ranges import NOTHING, ProgramRanges


class AsGrown(ProgramRanges):
    """The ranges after the analysis, before those of neighbouring slots are made equal."""

    def _same_in_a_row(self) -> None:
        pass


@pytest.mark.parametrize("name", ["newberry_euchre", "contract_bridge", "gin_rummy", "crazy_eights", "president"])
def test_analysing_every_unit_once_more_changes_nothing(name: str) -> None:
    game = load(name).game
    assert game is not None
    program = lower(game)
    ranges = AsGrown(program)
    before = copy.deepcopy((ranges.slots, ranges.results, ranges.registers))
    for unit in units(program):
        ranges._look_at(unit, unit.parts)
    assert (ranges.slots, ranges.results, ranges.registers) == before
    assert any(low < high for low, high in ranges.slots[5:])


COUNTING = """
game "Rows"
language 1
players 3
deck 7 8
zones
    stock: face down
remember
    begin: 0..9
    end: 0..9
    score of each player: 0..9
main
    gather every card into stock
    repeat until any p in players has p.score > 7
        for p in players
            p chooses
                "one"
                    add 1 to p.score
                "two"
    game over, won by the player with highest score
"""


def counting() -> Program:
    loaded = load(Source("rows.hoyle", COUNTING))
    assert loaded.game is not None, loaded.diagnostics
    return lower(loaded.game)


@pytest.mark.parametrize("kind", ["range", "down"])
def test_the_range_of_a_name_is_exactly_what_it_may_run_over(kind: Literal["range", "down"]) -> None:
    ranges = ProgramRanges(counting())
    begin, end = (ranges.program.variables[number].base for number in (0, 1))
    domain = Domain(kind, (Get(begin), Get(end)))
    for lowest, more, low, high in product(range(4), range(3), range(4), range(3)):
        ranges.slots[begin], ranges.slots[end] = (lowest, lowest + more), (low, low + high)
        values = {
            value
            for a in range(lowest, lowest + more + 1)
            for b in range(low, low + high + 1)
            for value in (range(a, b + 1) if kind == "range" else range(b, a + 1))
        }
        wanted = (min(values), max(values)) if values else NOTHING
        assert ranges.elements(domain) == wanted, (kind, ranges.slots[begin], ranges.slots[end])


def test_slots_that_an_index_selects_have_one_range() -> None:
    program = counting()
    score = next(info for info in program.variables if info.name == "score")
    row = slice(score.base, score.base + score.count)
    begun = replace(program, initial=(*program.initial[: score.base], 0, 3, 30, *program.initial[score.base + 3 :]))
    apart = AsGrown(begun).slots[row]
    assert len(set(apart)) > 1
    assert ProgramRanges(begun).slots[row] == [(min(low for low, _ in apart), max(high for _, high in apart))] * 3
