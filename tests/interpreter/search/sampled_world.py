"""Reads the world that a module of `think` sampled last."""

from __future__ import annotations

from hoyle.interpreter.program import Slots
from hoyle.interpreter.search.seen import SeenDeal
from hoyle.interpreter.search.thinker import Thinker
from hoyle.interpreter.wasm.search.structs import DRAW


def world_of(thinker: Thinker, seen: SeenDeal) -> tuple[list[int], list[tuple[int, ...]], Slots]:
    """The last sampled world: what chance drew, every choice (alternative, values …), and the state."""
    machine = thinker.machine
    assert machine.call("replay") == len(seen.steps) + 1
    at, room = thinker.search.at, machine.module.room
    draws = [DRAW.unpack(thinker._held("DRAWS", DRAW.size, i))[0] for i in range(len(seen.draws))]
    path: list[tuple[int, ...]] = []
    for number, step in enumerate(seen.steps):
        if step.alternative >= 0 and all(one < 0 for one in step.hidden):
            path.append((step.alternative, *step.values))
        else:
            path.append(_option(thinker, step.ask, at["PATH"] + room.size * number))
    return draws, path, machine.state


def _option(thinker: Thinker, ask: int, at: int) -> tuple[int, ...]:
    """Read an option of a question from memory."""
    alternative = thinker.machine.word(at)
    found = [alternative]
    at += 8
    for bound in thinker.program.asks[ask].alternatives[alternative].bound:
        size = 8 * thinker.machine.layout.slots[bound.slot].words
        found.append(int.from_bytes(thinker.machine.memory[at : at + size], "little", signed=True))
        at += size
    return tuple(found)
