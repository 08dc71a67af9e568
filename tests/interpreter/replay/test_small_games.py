"""Recorded games of seven small games, replayed: every event, and what is said of scripts with one mistake each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.replay.events import (
    Acted,
    Began,
    Branched,
    Commented,
    Ended,
    Failed,
    Held,
    ReplayEvent,
    Returned,
)
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.state_hash import hash_of_state

from ...golden import same_as_file
from ...small_constructs import CONSTRUCTS
from ..small_scripts import game_in, mangled, opened, recorded, shown

GOLDEN = Path(__file__).with_name("golden")


def line_of(event: ReplayEvent) -> str:
    """An event as a line."""
    match event:
        case Began(records, state):
            return f"began: {len(records)} records, {hash_of_state(0, state.values):x}"
        case Acted(step, player, records, state, next_deal):
            line = step.span.line if step is not None else None
            said = f"{player} {event.label}: {len(records)} records, {len(event.scripted)} in the script"
            return f"acted: {line}, {said}, {next_deal}, {hash_of_state(0, state.values):x}"
        case Held(step):
            return f"held: {step.span.line}"
        case Branched(step) | Returned(step):
            return f"{type(event).__name__.lower()}: {step.title}"
        case Commented(text):
            return f"comment: {text}"
        case Failed(diagnostic, records):
            return f"failed: {shown(diagnostic)}, {len(records)} records"
        case Ended():
            counts = f"{event.expectations} {event.choices} {event.drawn} {event.next_deal}"
            return f"ended: {counts} {event.result} {hash_of_state(0, event.state.values):x}"


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_events_of_a_recorded_game(name: str) -> None:
    text = recorded(name, 7, 16)
    events = [*Replay(game_in(text), opened(name))]
    same_as_file(GOLDEN / f"{name}.txt", "".join(f"{line_of(event)}\n" for event in events))
    last = Replay(game_in(text), opened(name)).checked()
    assert line_of(last) == line_of(events[-1])


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_what_is_said_of_a_script_with_a_mistake(name: str) -> None:
    same_as_file(GOLDEN / f"{name}_mistakes.txt", "".join(f"{line}\n" for line in said_of_mistakes(name)))


def said_of_mistakes(name: str) -> Iterator[str]:
    """Each mistake that can be read, and the first thing that is said of it when it is replayed."""
    for what, text in mangled(recorded(name, 3, 12), 5, 13):
        script, _ = parse_script(text, "small.play")
        if script is None:
            continue
        yield what
        for game in script.games:
            try:
                yield f"    {line_of(Replay(game, opened(name)).checked())}"
            except ScriptError as error:
                yield f"    {shown(error.diagnostic)}"
