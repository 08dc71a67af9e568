"""Turns a failure into a scripted game, and checks scripted games as random games are checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..batch.report import shortened
from ..engine import Dice
from ..faults import KINDS
from ..notation import model as m
from ..notation.writer import write_text
from ..opening.opened import OpenedGame
from ..program import Program
from ..record.recorder import Recorder, heading
from ..records import AnyRecord, Chosen, Declared
from ..replay.events import Acted, Began, Branched, Failed, Returned
from ..replay.replayer import Replay
from ..text.parse import Words
from .draws import StepOutcomes, draws_of
from .ground import Ground
from .invariants import INVARIANTS, STANDING
from .trace import GameTrace, play, trace_of
from .watched import BrokenInvariant, GameUnderTest, Invariants


def script_of(program: Program, trace: GameTrace, broken: BrokenInvariant, ruleset: str, command: str = "") -> str:
    """The text of a scripted game that follows a trace.  Its header says what goes wrong.

    `ruleset`: how the script names the rules; `command`: the command that shows the failure, if replaying alone does
    not.
    """
    words = Words(program)
    ground = Ground(program)
    recorder = Recorder(ground.engine, words)
    _, game = play(ground, trace, (), len(trace))
    for record in game.records:
        recorder.hear(record, game.state.values)
    notes = [f"Random games found this: {message_of(broken)}"]
    if broken.span is not None:
        source, line = broken.span.source, broken.span.line
        notes.append(f"{Path(source.name).name}, line {line}: {source.line(line).strip()}")
    if command:
        notes.append(f"To see it again: {command}")
    head = replace(heading(program, words, ruleset), seed=0, notes=tuple(notes), steps=tuple(recorder.steps()))
    return write_text(m.Script((head,)))


def message_of(broken: BrokenInvariant) -> str:
    """What is wrong, in a sentence: for a check of the author, the text of the check."""
    if broken.code == _HELD and broken.span is not None and broken.span.text:
        return f"{broken.message}: `{shortened(broken.span.text)}`"
    return broken.message


_HELD = KINDS["failed"]
"""The code for a check of the author that fails."""


def check_script(
    game: m.ScriptedGame, opened: OpenedGame, invariants: Invariants = INVARIANTS
) -> tuple[BrokenInvariant | None, Failed | None]:
    """Replay a scripted game and check some invariants.  Returns the invariant that fails, or why the game cannot be
    replayed.

    For side lines, and for a game that begins in the middle, only the invariants that hold in any position are checked.
    """
    ground = Ground(opened.engine.program)
    steps: list[StepOutcomes] = []
    begins = next((step for step in game.steps if not isinstance(step, m.Note)), None)
    side_depth = int(isinstance(begins, m.StartPosition))
    for event in Replay(game, opened):
        match event:
            case Branched():
                side_depth += 1
            case Returned():
                side_depth -= 1
            case Began(records) | Acted(_, _, records) if side_depth == 0:
                steps.append(_step(records))
            case Began(_, state) | Acted(_, _, _, state):
                broken = GameUnderTest(ground, Dice(len(steps)), state).broken(STANDING)
                if broken is not None:
                    return broken, None
            case Failed(diagnostic, records):
                if diagnostic.code != _BROKE_DOWN or side_depth:
                    return None, event
                steps.append(_step(records))
            case _:
                pass
    if not steps:
        return None, None
    broken, _ = play(ground, trace_of(ground.program, steps), invariants, len(steps))
    return broken, None


_BROKE_DOWN = "E1059"
"""The code of a replay that is stopped by an error of the rules; the fault of the engine is its cause."""


def _step(records: tuple[AnyRecord, ...]) -> StepOutcomes:
    """What was done and drawn in a step, from its records."""
    draws = tuple(draws_of(list(records)))
    for record in records:
        if isinstance(record, Chosen):
            return StepOutcomes(record.choice, record.ask, draws)
        if isinstance(record, Declared):
            return StepOutcomes(record.incident, -1, draws)
    return StepOutcomes(None, -1, draws)
