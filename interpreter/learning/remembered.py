"""What the learning player remembers of a deal, from the record of a game: the same as a module that plays it.

It is given out for one seat only: what all know, and the cards that the seat itself named; and the marks of the last
questions of the seat (`wasm/learned/asked.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..engine import Dice, Engine, State
from ..engine.sets import bits
from ..players.sampling import exchanged_for
from ..program import Slots
from ..search.history import History, HistoryStep, MarkFunction
from ..wasm.learned.asked import FEW_ASKED, MOST_ASKED
from ..wasm.learned.memory import DealMemory, open_cards


def remembered(history: History, seat: int, values: Slots, memory: DealMemory, engine: Engine) -> bytes:
    """The memory of a seat at the open question (`values`), as the bytes at `memory.at["PUBLIC"]` of a module.

    The parts of other seats are empty.  `engine`: any engine of the program.
    """
    kept = _Remembered(history, seat, memory, engine)
    for step in _steps(history):
        kept.note(step)
    kept.look(values)
    return kept.content


def marks(history: History, seat: int, memory: DealMemory, engine: Engine, mark: MarkFunction) -> list[int]:
    """What `mark` gives of each of the last questions that a seat was asked in the deal, of states that look the same
    to it and what it remembered then.  Empty as long as it was asked few.
    """
    steps = _steps(history)
    own = [step for step in steps if step.ask >= 0 and step.player == seat][FEW_ASKED:][-MOST_ASKED:]
    new = [step for step in own if (seat, mark) not in step.marks]
    if new:
        kept = _Remembered(history, seat, memory, engine)
        for step in steps:
            if new and step is new[0]:
                del new[0]
                kept.look(step.slots)
                seen = engine.view(State(step.slots), seat)
                imagined = exchanged_for(history.program, step.slots, seen, Dice(0))
                step.marks[seat, mark] = mark(imagined, kept.content)
            kept.note(step)
    return [step.marks[seat, mark] for step in own]


def _steps(history: History) -> list[HistoryStep]:
    """The choices of the deal."""
    steps = history.steps
    # the first can be the choice with which the deal before ended
    return steps[1:] if steps and steps[0].slots is history.base else steps


@dataclass
class _Remembered:
    """What a seat remembers, choice by choice."""

    history: History
    seat: int
    memory: DealMemory
    engine: Engine
    public: int = 0
    own: int = 0
    lacking: dict[int, int] = field(default_factory=dict["int", "int"])
    said: dict[tuple[int, int], int] = field(default_factory=dict["tuple[int, int]", "int"])

    def __post_init__(self) -> None:
        kinds = enumerate(self.memory.chosen)
        self.kinds = {(ask, kind): (index, cells) for index, (ask, kind, cells) in kinds}
        rules = self.memory.rules
        self.trick = rules.trick if self.memory.tricks and rules is not None else -1

    def look(self, values: Slots) -> None:
        """Remember what lies open at a question."""
        self.public |= open_cards(self.memory.program, values, self.trick)

    def note(self, step: HistoryStep) -> None:
        """Remember a choice, and what lay open before it."""
        self.look(step.slots)
        if step.ask < 0:
            return
        program, named = self.history.program, _named(self.history, step)
        if step.player == self.seat:
            self.own |= named
        rules = program.asks[step.ask].trick
        if rules is not None and self.memory.tricks and named:
            self.public |= named
            at, led, winning, _, _ = self.engine.compiled.trick(step.slots, step.ask)
            faces = len(program.faces)
            parts = len(program.tables[rules.group]) // faces
            row = (at if 0 <= at < parts else 0) * faces
            for card in bits(named):
                if winning != -2 and program.tables[rules.group][row + program.deck[card]] != led:
                    self.lacking[step.player] = self.lacking.get(step.player, 0) | 1 << led
        found = self.kinds.get((step.ask, step.choice.alternative))
        if found is not None:
            self.said[step.player, found[0]] = found[1].of(step.choice.values, step.player) + 1

    @property
    def content(self) -> bytes:
        """All of it, as a module has it."""
        memory, players = self.memory, range(self.history.program.players)
        content = self.public.to_bytes(memory.set_size, "little")
        for player in players:
            content += (self.own if player == self.seat else 0).to_bytes(memory.set_size, "little")
        content += b"".join(self.lacking.get(player, 0).to_bytes(8, "little") for player in players)
        for player in players:
            for index in range(len(memory.chosen)):
                content += self.said.get((player, index), 0).to_bytes(2, "little")
        return content.ljust(memory.size, b"\0")


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
