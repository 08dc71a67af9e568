"""What numbers can be: nothing is left that could still grow."""

from __future__ import annotations

import copy

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.traversal import units
from hoyle.interpreter.wasm.ranges import ProgramRanges


class AsGrown(ProgramRanges):
    """The ranges as they have grown, before slots in a row are made alike."""

    def _same_in_a_row(self) -> None:
        pass


@pytest.mark.parametrize("name", ["newberry_euchre", "contract_bridge", "gin_rummy", "crazy_eights", "president"])
def test_looking_at_every_unit_once_more_finds_nothing_new(name: str) -> None:
    game = load(name).game
    assert game is not None
    program = lower(game)
    ranges = AsGrown(program)
    before = copy.deepcopy((ranges.slots, ranges.results, ranges.registers))
    for unit in units(program):
        ranges._look_at(unit, unit.parts)
    assert (ranges.slots, ranges.results, ranges.registers) == before
    assert any(low < high for low, high in ranges.slots[5:])
