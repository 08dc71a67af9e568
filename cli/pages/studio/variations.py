"""Side lines that were played in the page, written into the script from which they began."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from ....dsl.codes.reporting import ScriptError
from ....interpreter.engine import Engine, State
from ....interpreter.faults import Fault
from ....interpreter.notation import model as m
from ....interpreter.notation.files import parse_script
from ....interpreter.notation.writer import write_step
from ....interpreter.opening.opened import OpenedGame
from ....interpreter.opening.rulesets import Rulesets
from ....interpreter.record.recorder import Recorder
from ....interpreter.records import Choice, Chosen
from ....interpreter.replay.events import Acted, Began, Failed, ReplayEvent, mainline
from ....interpreter.replay.replayer import Replay
from .problem import RequestProblem


def with_side_line(
    text: str,
    folder: Path,
    number: int,
    at: State,
    choices: Sequence[int],
    title: str,
    comment: str,
) -> str:
    """A script with a side line in its game `number`.

    It begins at the state `at`, which the game reaches, and consists of `choices`: the numbers of the options chosen.
    In the middle of a line that says several plays it begins before them.  Raises `RequestProblem` if the choices are
    not possible, or the script with them would not be read.
    """
    script, _ = parse_script(text)
    if script is None or not 0 <= number < len(script.games):
        raise RequestProblem("there is no such game")
    game = script.games[number]
    try:
        opened = Rulesets().for_script(game, folder)
        begun, line, before = _place(game, Replay(game, opened), at)
        steps = _played(opened, begun, before, choices)
    except ScriptError as error:
        raise RequestProblem(error.diagnostic.message) from None
    except Fault as fault:
        raise RequestProblem(fault.message) from None
    names = frozenset(name.casefold() for name in (*game.names, *opened.words.seats))
    notes = tuple(m.Note(one) for one in comment.splitlines() if one.strip())
    side = m.SideLine(m.SpannedText(title) if title.strip() else None, (*notes, *steps))
    lines = text.splitlines()
    place = _end(lines, script, number) if line is None else line - 1
    margin = lines[place][: len(lines[place]) - len(lines[place].lstrip())] if place < len(lines) else ""
    found = "\n".join([*lines[:place], *(margin + one for one in write_step(side, names)), *lines[place:]]) + "\n"
    _check(found, folder, number)
    return found


def _place(game: m.ScriptedGame, events: Replay, at: State) -> tuple[State, int | None, list[Chosen]]:
    """Where a side line is written: the state there, the line before which it stands (from 1; None: after all of the
    game), and the choices that lead from there to the state `at`.
    """
    found = [one for one in mainline(events) if isinstance(one, Began | Acted)]
    here = next((n for n, one in enumerate(found) if one.state.values == at.values), None)
    if here is None:
        raise RequestProblem("the game does not come to this position")
    after = next((one.step for one in found[here + 1 :] if isinstance(one, Acted) and one.step is not None), None)
    if after is None:
        return at, None, []
    if not any(after is step for step in game.steps):
        raise RequestProblem("no side line can begin before the position with which the game begins")
    first = next(n for n, one in enumerate(found) if isinstance(one, Acted) and one.step is after)
    start = min(first - 1, here)
    before = [record for one in found[start + 1 : here + 1] for record in one.records if isinstance(record, Chosen)]
    return found[start].state, _line_of(after), before


def _line_of(step: m.Action) -> int:
    """The line of the script on which a step stands."""
    match step:
        case m.Answer(actor=actor):
            return actor.span.line
        case m.Trick(plays=plays):
            return plays[0].actor.span.line
        case m.IncidentStep(title=title):
            return title.span.line


def _played(opened: OpenedGame, state: State, before: Sequence[Chosen], choices: Sequence[int]) -> list[m.Step]:
    """The steps of the side line."""
    engine = opened.engine
    recorder = Recorder(engine, opened.words)
    for record in before:
        state = engine.apply(state, record.choice, listener=recorder.hear)
    for number in choices:
        choice = _option(engine, state, number)
        state = engine.apply(state, choice, listener=recorder.hear)
    return recorder.steps()


def _option(engine: Engine, state: State, number: int) -> Choice:
    question = engine.question(state)
    choice = next(islice(question.choices(), number, None), None) if question is not None and number >= 0 else None
    if choice is None:
        raise RequestProblem("the side line was played under other rules")
    return choice


def _end(lines: Sequence[str], script: m.Script, number: int) -> int:
    """The number of lines up to the end of a game."""
    if number + 1 == len(script.games):
        return len(lines)
    return script.games[number + 1].ruleset.span.line - 1


def _check(text: str, folder: Path, number: int) -> None:
    """Raise `RequestProblem` if the script with its side line does not hold."""
    script, problems = parse_script(text)
    if script is None or problems:
        raise RequestProblem("the side line cannot be written into this script")
    opened = Rulesets().for_script(script.games[number], folder)
    events: list[ReplayEvent] = list(Replay(script.games[number], opened))
    if isinstance(events[-1], Failed):
        raise RequestProblem(f"the side line cannot be written here: {events[-1].diagnostic.message}")
