"""The ranges of numbers: after the analysis nothing could still grow."""

from __future__ import annotations

import copy

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.traversal import units
from hoyle.interpreter.wasm.ranges import ProgramRanges


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
