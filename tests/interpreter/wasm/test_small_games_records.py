"""What the modules of small games write down, held against what the engine gives to a listener."""

from __future__ import annotations

from random import Random

import pytest

from hoyle.interpreter.lowering import lower

from ...small_constructs import construct_game
from .stream_reader import records
from .test_stream import games, recording


@pytest.mark.parametrize("name", ["cards", "choices", "tricks", "flow", "wide"])
def test_a_module_writes_down_what_a_listener_hears(name: str) -> None:
    machine = recording(lower(construct_game(name)))
    for number, made in enumerate(games(machine, Random(name))):
        found, lost = records(machine)
        assert not lost
        assert found == made
        assert [record.span for record in found] == [record.span for record in made]
        if number == 12:
            break
