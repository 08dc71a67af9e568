"""The scripted games that a command line names: files, folders of files, standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal.console import shown_path, visible
from .inputs import existing, files_below, readable_folder

if TYPE_CHECKING:
    from ...interpreter.notation.files import Read


def script_files(name: str) -> list[str]:
    """The scripts that an argument names.  For a folder: its scripts in either form, sorted by name."""
    from ...interpreter.notation.files import is_script
    from ...interpreter.opening.dependents import SCRIPT_SUFFIXES

    folder = Path(name)
    if name != "-" and readable_folder(folder):
        found = [str(path) for path in files_below(folder, SCRIPT_SUFFIXES) if is_script(path)]
        if not found:
            raise click.UsageError(f"there are no scripts (*.play, *.json) in the folder {visible(name)}")
        return found
    found = shipped_script(name) or existing(name)
    _no_record(Path(found))
    return [found]


def _no_record(path: Path) -> None:
    """Refuse a record of another program, with the line that makes a script of it.  Raises `click.UsageError`."""
    from ...interchange.formats import FORMATS

    form = FORMATS.get(path.suffix[1:].lower())
    if form is not None:
        name, script = shown_path(str(path)), shown_path(str(path.with_suffix(".play")))
        raise click.UsageError(
            f"{name} is a record in {form.title}, not a script; make one of it first: "
            f"hoyle import {name} --output {script}"
        )


def shipped_script(name: str) -> str | None:
    """The path of a script that ships with Hoyle, by its name without an ending; None if a file here has this name."""
    from ...dsl.loading import RULESETS

    if not _NAME.fullmatch(name) or Path(name).exists():
        return None
    path = RULESETS / "games" / f"{name}.play"
    return str(path) if path.is_file() else None


_NAME = re.compile(r"[a-z0-9_]{1,60}")


def dependent_scripts(names: Iterable[str]) -> list[str]:
    """The scripts among some files that changed, and those below the current folder that depend on changed rules."""
    from ...dsl.loading import SUFFIX
    from ...interpreter.notation.files import is_script
    from ...interpreter.opening.dependents import Dependents

    paths = [Path(existing(name)) for name in names]
    scripts = [path for path in paths if path.suffix != SUFFIX and is_script(path)]
    rules = [path for path in paths if path.suffix == SUFFIX]
    return [str(path) for path in dict.fromkeys((*scripts, *(Dependents(Path(), rules).scripts() if rules else ())))]


def read_script(name: str, *, places: bool = True) -> tuple[str, Path, Iterator[Read]]:
    """Read a script.  Returns its name in messages, the folder from which it names rules, and its games one by one.

    `places`: whether the games keep the places of their lines."""
    from ...interpreter.notation.files import games, games_in

    if name == "-":
        source = sys.stdin
        if source is None:  # there may be none: `<&-`
            from io import BytesIO

            return "<stdin>", Path(), games_in(BytesIO(), "<stdin>", places=places)
        return "<stdin>", Path(), games_in(source.buffer, "<stdin>", places=places)
    shown = shown_path(name)
    return shown, Path(name).parent, games(Path(name), shown, places=places)
