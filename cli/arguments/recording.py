"""Writing games to scripts: how a script names its rules, and why a file cannot be written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal.console import visible

if TYPE_CHECKING:
    from ...interpreter.batch.recorded import RecordedSimulation
    from ...interpreter.batch.work import Simulation


def rules_from(ruleset: str, folder: Path) -> str:
    """The name of a ruleset for a script in `folder`: a ruleset's name, or the path from that folder.

    Raises `ValueError` if there is no such path, e.g. between two drives."""
    if "/" not in ruleset and not ruleset.endswith(".hoyle"):
        beside = Path(ruleset + ".hoyle")  # a rule file in the current folder comes before those that ship
        if not beside.is_file():
            return ruleset
        ruleset = str(beside)
    path = Path(os.path.relpath(Path(ruleset).resolve(), folder.resolve())).as_posix()
    return path if "/" in path else f"./{path}"


def reason(error: OSError | ValueError) -> str:
    """The reason why a file could not be used, in a few words."""
    return ((error.strerror if isinstance(error, OSError) else None) or "that is no file name").lower()


def recorded(work: Simulation, folder: str, ruleset: str, variants: tuple[str, ...]) -> tuple[RecordedSimulation, int]:
    """A simulation that writes its games to a new folder, and the number of games in each file.

    Raises `click.UsageError` if the folder cannot be made, or if no script can name these rules."""
    from ...interpreter.batch.recorded import GAMES_IN_A_FILE, RecordedSimulation

    path = Path(folder)
    named = _one_file(work, ruleset, variants)
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise click.BadParameter(f"`{visible(folder)}` is not empty; name a new folder", param_hint="--record")
        rules = rules_from(named, path)
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"`{visible(folder)}`: {reason(error)}", param_hint="--record") from None
    return RecordedSimulation(work.program, work.players, work.seed, str(path), rules), GAMES_IN_A_FILE


def _one_file(work: Simulation, ruleset: str, variants: tuple[str, ...]) -> str:
    """The single rule file that contains all the rules, so that a script can name it.

    A single variant includes its base."""
    from ...dsl.loading import load

    if ruleset == "-":
        raise click.UsageError("--record: a script names its rule file, and standard input has no name")
    if not variants:
        return ruleset
    one = variants[0]
    game = load(Path(one) if "/" in one or one.endswith(".hoyle") else one).game if len(variants) == 1 else None
    if game is None or game.fingerprint != work.program.fingerprint:
        raise click.UsageError("--record: a script names one rule file; write these variants as one file over the base")
    return one
