"""The scripted games that a command line names: files, folders of files, standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal.console import shown_path, visible
from .inputs import existing

if TYPE_CHECKING:
    from ...interpreter.notation.files import Read

SUFFIX = ".play"


def script_files(name: str) -> list[str]:
    """The scripts that an argument names.  For a folder: its scripts, sorted by name."""
    try:
        folder = Path(name)
        if name != "-" and folder.is_dir():
            found = sorted(str(path) for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
            if not found:
                raise click.UsageError(f"there are no *{SUFFIX} files in the folder {visible(name)}")
            return found
    except (OSError, ValueError):
        pass
    return [existing(name)]


def read_script(name: str, *, places: bool = True) -> tuple[str, Path, Iterator[Read]]:
    """Read a script.  Returns its name in messages, the folder from which it names rules, and its games one by one.

    `places`: whether the games keep the places of their lines."""
    from ...interpreter.notation.files import games, games_in

    if name == "-":
        source = sys.stdin
        if source is None:  # pyright: ignore[reportUnnecessaryComparison]  # there may be none: `<&-`
            from io import BytesIO

            return "<stdin>", Path(), games_in(BytesIO(), "<stdin>", places=places)
        return "<stdin>", Path(), games_in(source.buffer, "<stdin>", places=places)
    shown = shown_path(name)
    return shown, Path(name).parent, games(Path(name), shown, places=places)
