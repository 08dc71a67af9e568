"""Scripted games for the page: shown step by step, continued from any point, and written from played games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from ....dsl.checked import CheckedGame
from ....dsl.codes.reporting import ScriptError
from ....dsl.source.diagnostics import Diagnostic
from ....interpreter.analysis.judge import EFFORTS, Judge
from ....interpreter.analysis.opened import OpenHandJudge
from ....interpreter.analysis.script import ScriptAnalysis
from ....interpreter.batch.modules import watch_of
from ....interpreter.engine import State
from ....interpreter.notation import model as m
from ....interpreter.notation.files import parse_script
from ....interpreter.notation.writer import write_game
from ....interpreter.opening.opened import OpenedGame
from ....interpreter.opening.rulesets import Rulesets
from ....interpreter.players.think import thinker_of
from ....interpreter.program import Program
from ....interpreter.record.recorder import Recorder, heading
from ....interpreter.search.solve import Solver
from ....interpreter.search.thinker import Thinker
from ....interpreter.story.scripted.frames import animate
from ....interpreter.wasm import Module
from ..viewer.data import animation_data
from .problem import RequestProblem
from .variations import with_side_line

Json = dict[str, Any]
LONGEST = 200_000
"""The most characters of a script that the page accepts."""


def shown(text: str, folder: Path) -> Json:
    """Every game of a script as the replay page shows it, and all mistakes in them."""
    games, problems = _games(text)
    animations: list[Json] = []
    known = Rulesets()
    for game in games:
        try:
            opened = known.for_script(game, folder)
        except ScriptError as error:
            problems.append(diagnostic(error.diagnostic))
            continue
        made = animate(game, opened)
        title = game.title.text if game.title is not None else opened.engine.program.title
        animations.append(animation_data(title, made))
        if made.failure is not None:
            problems.append(diagnostic(made.failure))
    return {"animations": animations, "problems": problems}


def _games(text: str) -> tuple[tuple[m.ScriptedGame, ...], list[Json]]:
    if len(text) > LONGEST:
        raise RequestProblem(f"a script of more than {LONGEST:,} characters is too long for this page")
    if text.lstrip().startswith(("{", "[")):
        raise RequestProblem("scripts in JSON cannot be opened here; `hoyle convert` writes them as text")
    script, wrong = parse_script(text)
    return (script.games if script is not None else ()), [diagnostic(one) for one in wrong]


def position(text: str, folder: Path, number: int, frame: int) -> tuple[CheckedGame, Program, Json]:
    """The state of a script's game at a frame: its rules, its program, and the state with the players' names.

    The state is given as the bytes of the program's module, in hexadecimal digits.  Raises `RequestProblem`."""
    game, opened = opened_game(text, folder, number)
    found = state_at(game, opened, frame)
    program = opened.engine.program
    state = Module(program, watch_of(program)).layout.pack(found.values)
    return opened.game, program, {"state": bytes(state).hex(), "seats": list(opened.words.seats)}


def state_at(game: m.ScriptedGame, opened: OpenedGame, frame: int) -> State:
    """The question of a game at a frame of its animation.  Raises `RequestProblem` if nobody is asked there."""
    found: State | None = None
    for frames, state in animate(game, opened).reached:
        if found is not None and frames > frame + 1:
            break
        found = state
        if frames > frame:
            break
    if found is None or opened.engine.question(found) is None:
        raise RequestProblem("nobody has anything to choose here")
    return found


def varied(text: str, folder: Path, number: int, frame: int, choices: Sequence[int], title: str, comment: str) -> str:
    """A script with a side line that was played from a frame of its game `number`.  Raises `RequestProblem`."""
    game, opened = opened_game(text, folder, number)
    return with_side_line(text, folder, number, state_at(game, opened, frame), choices, title, comment)


def opened_game(text: str, folder: Path, number: int) -> tuple[m.ScriptedGame, OpenedGame]:
    """A game of a script, and its rules, opened.  Raises `RequestProblem`."""
    games, _ = _games(text)
    if not 0 <= number < len(games):
        raise RequestProblem("there is no such game")
    try:
        return games[number], Rulesets().for_script(games[number], folder)
    except ScriptError as error:
        raise RequestProblem(error.diagnostic.message) from None


def judged(game: m.ScriptedGame, opened: OpenedGame) -> Json:
    """A game as the replay page shows it, with the cost of each choice as `hoyle replay --analyse` judges it.

    Raises `Fault` for an error of the rules."""
    program = opened.engine.program
    thinker = thinker_of(program)
    choices = list(
        ScriptAnalysis(
            game, opened, Judge(program, EFFORTS["quick"], thinker).judge, solving=_open_hands(program, thinker).judge
        )
    )
    title = game.title.text if game.title is not None else program.title
    return animation_data(title, animate(game, opened), choices)


BESIDE_NODES = 20_000
"""The most positions searched for one option with all cards known."""


def _open_hands(program: Program, thinker: Thinker | None) -> OpenHandJudge:
    """What gives the values with all cards known.  In a browser the module that thinks solves them: the kernel for
    tricks is a module that runs in an installed Python alone.
    """
    if find_spec("wasmtime") is not None:
        return OpenHandJudge.of(program, BESIDE_NODES)
    solver = Solver(program, off=frozenset({"kernel"}))
    if thinker is not None:
        solver.machine = thinker.machine
    return OpenHandJudge(solver, BESIDE_NODES)


def written(game: CheckedGame, program: Program, ruleset: str, seed: int, choices: Sequence[int]) -> str:
    """A played game as a script, from its seed and the numbers of the chosen options.

    Raises `RequestProblem` if these choices are not possible."""
    opened = OpenedGame.lowered(game, program)
    engine, recorder = opened.engine, Recorder(opened.engine, opened.words)
    state = engine.start(seed=seed, listener=recorder.hear)
    for number in choices:
        question = engine.question(state)
        choice = next(islice(question.choices(), number, None), None) if question is not None else None
        if choice is None:
            raise RequestProblem("the game was played under other rules")
        state = engine.apply(state, choice, listener=recorder.hear)
    head = heading(program, opened.words, ruleset, seed)
    lines = [f"hoyle play {m.VERSION}", "", *write_game(replace(head, steps=tuple(recorder.steps())))]
    return "\n".join(lines) + "\n"


def reasons(game: CheckedGame, program: Program, state: str, choice: str) -> Json:
    """The reasons why a choice is illegal in a state of the module."""
    from ....interpreter.replay.why import why

    opened = OpenedGame.lowered(game, program)
    values = Module(program, watch_of(program)).layout.unpack(memoryview(bytes.fromhex(state)))
    found = why(opened, State(values), choice)
    if found is None:
        return {"reasons": []}
    return {"reasons": [text for _, text in found.notes] or [found.message], "help": found.help or ""}


def diagnostic(one: Diagnostic) -> Json:
    """A diagnostic in the form that the page shows."""
    return {
        "code": one.code,
        "severity": one.severity,
        "message": one.message,
        "line": one.span.line,
        "help": one.help or "",
        "notes": [text for _, text in one.notes],
    }
