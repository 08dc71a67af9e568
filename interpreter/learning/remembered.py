"""What the learning player remembers of a deal, from the record of a game: the same as a module that plays it.

It is given out for one seat only: what all know, and the cards that the seat itself named.
"""

from __future__ import annotations

from ..engine import Engine
from ..engine.sets import bits
from ..program import Slots
from ..search.history import History, HistoryStep
from ..wasm.learned.memory import DealMemory


def remembered(history: History, seat: int, values: Slots, memory: DealMemory, engine: Engine) -> bytes:
    """The memory of a seat at the open question (`values`), as the bytes at `memory.at["PUBLIC"]` of a module.

    The parts of other seats are empty.  `engine`: any engine of the program.
    """
    program = history.program
    public, own, lacking, said = 0, 0, [0] * program.players, dict[tuple[int, int], int]()
    kinds = {(ask, kind): (index, cells) for index, (ask, kind, cells) in enumerate(memory.chosen)}
    steps = history.steps
    if steps and steps[0].slots is history.base:  # the choice with which the deal before ended
        steps = steps[1:]
    for step in steps:
        public |= _open(memory, step.slots)
        if step.ask < 0:
            continue
        named = _named(history, step)
        if step.player == seat:
            own |= named
        rules = program.asks[step.ask].trick
        if rules is not None and memory.tricks and named:
            public |= named
            at, led, winning, _, _ = engine.compiled.trick(step.slots, step.ask)
            faces = len(program.faces)
            parts = len(program.tables[rules.group]) // faces
            row = (at if 0 <= at < parts else 0) * faces
            for card in bits(named):
                if winning != -2 and program.tables[rules.group][row + program.deck[card]] != led:
                    lacking[step.player] |= 1 << led
        found = kinds.get((step.ask, step.choice.alternative))
        if found is not None:
            said[step.player, found[0]] = found[1].of(step.choice.values, step.player) + 1
    public |= _open(memory, values)
    content = public.to_bytes(memory.set_size, "little")
    for player in range(program.players):
        content += (own if player == seat else 0).to_bytes(memory.set_size, "little")
    content += b"".join(mask.to_bytes(8, "little") for mask in lacking)
    for player in range(program.players):
        for index in range(len(memory.chosen)):
            content += said.get((player, index), 0).to_bytes(2, "little")
    return content.ljust(memory.size, b"\0")


def _open(memory: DealMemory, values: Slots) -> int:
    """The cards that lie open to all at a question, but for those of a trick."""
    found = 0
    trick = memory.rules.trick if memory.tricks and memory.rules is not None else -1
    for number, zone in enumerate(memory.program.zones):
        if zone.visibility != "face up" or number == trick:
            continue
        for owner in range(zone.count):
            content = values[zone.base + owner]
            found |= content if isinstance(content, int) else sum(1 << card for card in content)
    return found


def _named(history: History, step: HistoryStep) -> int:
    """The cards that a choice names."""
    found = 0
    bounds = history.program.asks[step.ask].alternatives[step.choice.alternative].bound
    for bound, value in zip(bounds, step.choice.values, strict=True):
        if bound.type.kind == "card":
            found |= 1 << value if value >= 0 else 0
        elif bound.type.holds_cards:
            found |= value
    return found
