"""Finds the rule file that a script, a command line or a program names."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from os.path import normpath
from pathlib import Path

from ...dsl.loading import DISK, RULESETS, SUFFIX, find_ruleset
from ..notation.model import ScriptedGame, SpannedText

Finder = Callable[[str, Path | None], Path | None]
"""Finds the rule file for the name of a ruleset and the folder of the script."""


def find_rules(name: str, near: Path | None) -> Path | None:
    """Find a rule file by its path relative to the script, or a ruleset by its name."""
    if not is_path(name):
        return find_ruleset(name, near)
    path = Path(name)
    if path.is_absolute() or path.suffix != SUFFIX or "\0" in name:
        return None
    path = (near or Path()) / path
    if not DISK.exists(path):
        return None
    tidy = Path(normpath(path))  # `rules/x.hoyle` for `games/../rules/x.hoyle`, unless links make it another file
    return tidy if tidy.is_file() and tidy.samefile(path) else path


def named_file(name: str) -> Path | None:
    """The rule file that is named on a command line or in a program: a path, or `benny.hoyle` for a file that comes
    with Hoyle.

    None if there is no such file; the name may still be that of a ruleset.
    """
    if not name.endswith(SUFFIX) or "\0" in name:
        return None
    path = Path(name)
    return path if DISK.exists(path) else find_ruleset(name.removesuffix(SUFFIX))


def without_ending(name: str) -> str:
    """The name of a ruleset that comes with Hoyle, for `benny.hoyle`; any other name as it is."""
    found = named_file(name)
    return found.stem if found is not None and not Path(name).is_file() else name


def from_here(path: Path) -> str:
    """A rule file as a command line in the current folder names it."""
    if RULESETS in path.parents:
        return path.stem
    with suppress(OSError, ValueError):  # ValueError: it lies elsewhere
        path = path.relative_to(Path.cwd())
    return shlex.quote(str(path))


def is_path(name: str) -> bool:
    """Whether a script names its rules by a path, and not by a bare name."""
    return "/" in name or name.endswith(SUFFIX)


def path_from(path: str | Path, folder: Path) -> str:
    """The path of a rule file as a script in `folder` names it.  Raises `ValueError` if there is none, e.g. between two
    drives."""
    found = Path(os.path.relpath(os.path.realpath(path), os.path.realpath(folder))).as_posix()
    return found if "/" in found else f"./{found}"


def renamed(name: str, near: Path, folder: Path) -> str:
    """How a script in `folder` names the rules that `name` means in a script in `near`: by the same name if it means
    the same there, else by the path.  Raises `ValueError` as `path_from` does."""
    try:
        found, there = find_rules(name, near), find_rules(name, folder)
        if found is not None and there is not None and there.samefile(found):
            return name
    except (OSError, ValueError):  # no name of a file: whoever plays the script says so
        return name
    if found is None and (not is_path(name) or Path(name).is_absolute()):
        return name
    return path_from(found or near / name, folder)


def at_home_in(folder: Path, game: ScriptedGame, near: Path) -> ScriptedGame:
    """A game of a script in `near` as a script in `folder` has it: by the same rules.  Raises `ValueError` as
    `path_from` does."""

    def there(said: SpannedText) -> SpannedText:
        return SpannedText(renamed(said.text, near, folder), said.span)

    return replace(game, ruleset=there(game.ruleset), variants=tuple(map(there, game.variants)))
