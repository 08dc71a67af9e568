"""`hoyle fuzz RULESET --script FILE`: replays scripted games and checks every invariant."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..arguments.calling import calling
from ..arguments.inputs import json_input
from ..terminal.console import echo, shown_path, visible
from ..terminal.diagnostics import echo_diagnostics

if TYPE_CHECKING:
    from ...api.running import EngineName
    from ...dsl.checked import CheckedGame
    from ...interpreter.notation import model as m
    from ...interpreter.opening.opened import OpenedGame


def look_at(game: CheckedGame, argument: str, engine: EngineName | None) -> int:
    """Check every game of a script.  Each choice is also made by that engine.  Returns the exit code."""
    from ...api.running import executor_of
    from ...interpreter.fuzz.invariants import INVARIANTS
    from ...interpreter.fuzz.module import MODULE
    from ...interpreter.fuzz.scripts import check_script, message_of
    from ...interpreter.notation.files import read_script

    one = json_input(argument)
    if one.path is None:
        raise click.UsageError("--script wants a file")
    script, problems = read_script(one.path, one.name)
    echo_diagnostics(problems)
    if script is None:
        return 1
    code = 0
    for number, played in enumerate(script.games, 1):
        title = played.title.text if played.title is not None else f"game {number}"
        opened = _table(game, played)
        with calling():
            inside = executor_of(engine, (opened.engine.program,)).inside
        broken, failed = check_script(played, opened, (*INVARIANTS, *MODULE) if inside else INVARIANTS)
        if failed is not None:
            echo_diagnostics((failed.diagnostic,))
            code = 1
        elif broken is not None:
            where = f"{shown_path(str(broken.span))}: " if broken.span is not None else ""
            echo(visible(f"{where}{broken.code or broken.invariant}: {message_of(broken)}"))
            code = 1
        else:
            echo(visible(f"{shown_path(str(Path(argument)))}: {title}: everything held"))
    return code


def _table(game: CheckedGame, played: m.ScriptedGame) -> OpenedGame:
    """The game of the command line with the settings of a script.  Raises `click.UsageError` if they do not fit."""
    from ...interpreter.lowering import SettingsError, lower
    from ...interpreter.opening.opened import OpenedGame

    options = {setting.name.text: setting.value.text.replace(" ", "_") for setting in played.options}
    try:
        program = lower(game, options, len(played.players) or None)
    except SettingsError as error:
        raise click.UsageError("\n".join(visible(one.message) for one in error.problems)) from None
    return OpenedGame.lowered(game, program, played.names or None)
