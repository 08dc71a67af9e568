"""Writing the games of a simulation to scripts: how a script names its rules."""

from __future__ import annotations

import os
from pathlib import Path

from ..dsl.loading import load
from ..dsl.source.reading import reason_of
from ..dsl.source.span import Source
from ..interpreter.batch.recorded import GAMES_IN_A_FILE, RecordedSimulation
from ..interpreter.batch.work import Simulation
from ..interpreter.errors import UnusableFolder
from ..interpreter.game import Rules
from ..interpreter.opening.finding import path_from, renamed, without_ending
from .opening import AnyRules


def rules_from(ruleset: str, folder: Path) -> str:
    """The name of a ruleset for a script in `folder`: a ruleset's name, or the path from that folder.

    Raises `ValueError` if there is no such path, e.g. between two drives."""
    ruleset = without_ending(ruleset)
    if "/" not in ruleset and not ruleset.endswith(".hoyle"):
        beside = ruleset + ".hoyle"  # a rule file in the current folder comes before those that ship
        if not os.path.isfile(beside):  # noqa: PTH113 - says no to a name that is too long
            return renamed(ruleset, Path(), folder)
        ruleset = beside
    return path_from(ruleset, folder)


def recorded(
    work: Simulation, folder: Path, rules: AnyRules, variants: tuple[str | Path | Source, ...]
) -> tuple[RecordedSimulation, int]:
    """A simulation that writes its games to a new folder, and the number of games in each file.

    Raises `UnusableFolder` if the folder cannot be made or used, or if no script can name these rules.
    """
    named = _one_file(work, rules, variants)
    try:
        if folder.exists() and not folder.is_dir():
            raise UnusableFolder(f"`{folder}` is a file, and games are written to a folder; name a new one")
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UnusableFolder(f"the folder `{folder}` is not empty; name a new one")
        name = rules_from(named, folder)
    except UnusableFolder:
        raise
    except (OSError, ValueError) as error:
        refused = UnusableFolder(f"`{folder}` cannot be written: {reason_of(error)}")
        refused.unwritten = True
        raise refused from None
    made = RecordedSimulation(work.program, work.players, work.seed, work.weights, str(folder), name)
    return made, GAMES_IN_A_FILE


def _one_file(work: Simulation, rules: AnyRules, variants: tuple[str | Path | Source, ...]) -> str:
    """The single rule file that contains all the rules, so that a script can name it.

    A single variant includes its base."""
    if isinstance(rules, Rules):
        rules, variants = rules.ruleset, rules.variants
    if not isinstance(rules, str | Path) or "\n" in str(rules):
        raise UnusableFolder("a script names its rule file: to record games, give the rules by name or path")
    if not variants:
        return str(rules)
    one = variants[0]
    game = None
    if len(variants) == 1 and not isinstance(one, Source):
        game = load(Path(one) if "/" in str(one) or str(one).endswith(".hoyle") else str(one)).game
    if game is None or game.fingerprint != work.program.fingerprint:
        raise UnusableFolder("a script names one rule file: write these variants as one file over the base")
    return str(one)
