"""Finds the rule file that a script, a command line or a program names."""

from __future__ import annotations

from collections.abc import Callable
from os.path import normpath
from pathlib import Path

from ...dsl.loading import DISK, SUFFIX, find_ruleset

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


def is_path(name: str) -> bool:
    """Whether a script names its rules by a path, and not by a bare name."""
    return "/" in name or name.endswith(SUFFIX)
