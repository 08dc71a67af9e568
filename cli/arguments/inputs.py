"""The inputs that a command line names: files, folders of rule files, rulesets that ship, standard input.

All names are checked before any input is used.  So a typing mistake gives one message (exit code 2), and not half a
run.  This module does not read the files; a file that cannot be read is reported by the code that reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...dsl.source.reading import reason_of
from ..terminal.console import read_input, shown_path, visible

if TYPE_CHECKING:
    from ...dsl.source.diagnostics import Diagnostic
    from ...dsl.source.span import Source

STDIN = "<stdin>"


@dataclass(frozen=True, slots=True)
class Input:
    """A rule file to process: its name in messages, and its path (None: standard input)."""

    name: str
    path: Path | None


def rule_files(arguments: Iterable[str], *, rulesets: bool) -> list[Input]:
    """The rule files that some arguments name, each once.  `rulesets`: also accept names of rulesets that ship with
    hoyle.

    Raises `click.UsageError` if an argument names nothing, or a folder without rule files.
    """
    found: dict[Path | None, Input] = {}
    for argument in arguments:
        for one in _inputs(argument, rulesets):
            found.setdefault(_real(one.path), one)
    return list(found.values())


def rule_file(argument: str) -> Input:
    """The single rule file that an argument names.  Raises `click.UsageError` if there is none."""
    if argument != "-" and _is_folder(Path(argument)):
        raise click.UsageError(f"`{visible(argument)}` is a folder; name one rule file or ruleset")
    return next(_inputs(argument, rulesets=True))


def _inputs(argument: str, rulesets: bool) -> Iterator[Input]:
    from ...dsl.loading import SUFFIX, find_ruleset

    if argument == "-":
        yield Input(STDIN, None)
        return
    path = Path(argument)
    if readable_folder(path):
        inside = sorted(files_below(path, (SUFFIX,)))
        if not inside:
            raise click.UsageError(f"there are no *{SUFFIX} files in the folder `{visible(argument)}`")
        yield from (Input(str(one), one) for one in inside)
        return
    if not _exists(path):
        try:
            shipped = find_ruleset(argument, Path()) if rulesets else None
        except OSError:  # the name is too long
            shipped = None
        if shipped is None:
            raise click.UsageError(_missing(argument, rulesets))
        path = shipped
    yield Input(str(path), path)


def _real(path: Path | None) -> Path | None:
    """A path without links, so that a file named in two ways counts once."""
    try:
        return path.resolve() if path is not None else None
    except (OSError, RuntimeError):  # the links form a circle
        return path


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def readable_folder(path: Path) -> bool:
    """Whether a path is a folder.  Raises `click.UsageError` for one whose files cannot be listed."""
    if not _is_folder(path):
        return False
    if not os.access(path, os.R_OK | os.X_OK):
        raise click.UsageError(f"the folder `{visible(str(path))}` cannot be read: permission denied")
    return True


def files_below(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """The files in a folder with one of these endings.  Raises `click.UsageError` for a folder in it that cannot be
    read."""
    from ...dsl.source.folders import below

    def refuse(error: OSError) -> None:
        raise click.UsageError(f"the folder `{visible(str(error.filename))}` cannot be read: {reason_of(error)}")

    return below(folder, suffixes, refuse)


def _exists(path: Path) -> bool:
    """Whether the path exists, even if it cannot be read."""
    try:
        path.lstat()
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True


def _missing(argument: str, with_rulesets: bool) -> str:
    from ...dsl.loading import SUFFIX, rulesets
    from ...dsl.source.nearest import nearest

    path = Path(argument)
    if "\\" in argument and os.sep == "/":  # as Windows writes it
        argument, path = argument.replace("\\", "/"), Path(argument.replace("\\", "/"))
        if _exists(path):
            return f"there is no such file; a path is written with `/` here: `{visible(argument)}`"
    known: list[str] = list(rulesets()) if with_rulesets else []
    with suppress(OSError, ValueError):
        known += [str(path.with_name(one.name)) for one in path.parent.glob("*" + SUFFIX)]
    near = nearest(argument, known)
    what = "file, folder or ruleset" if with_rulesets else "file or folder"
    return f"there is no {what} `{visible(argument)}`" + (f"; did you mean `{visible(near)}`?" if near else "")


def source_of(one: Input) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of an input, or one diagnostic with the reason why it cannot be read."""
    from ...dsl.codes.reporting import report
    from ...dsl.rule_files import decode, read_source
    from ...dsl.source.span import Span

    if one.path is not None:
        return read_source(one.path, one.name)
    try:
        return decode(read_input(), one.name)
    except OSError as error:
        why = reason_of(error, "it cannot be read")
        return None, (report("E0103", Span.of_name(one.name), why=why),)


def dependent_rules(inputs: Iterable[Input]) -> list[Input]:
    """The rule files below the current folder that build on some others."""
    from ...interpreter.opening.dependents import Dependents

    changed = [one.path for one in inputs if one.path is not None]
    return [Input(str(path), path) for path in Dependents(Path(), changed).rules()]


def documents_in(sources: dict[str, str]) -> dict[str, Path]:
    """The files of documents.  Raises `click.UsageError` for one that cannot be read."""
    from ...dsl.source.reading import Unreadable, opened

    documents = {name: Path(path) for name, path in sources.items()}
    for name, path in documents.items():
        try:
            opened(path).close()
        except Unreadable as error:
            raise click.UsageError(f"--source {visible(name)}: `{shown_path(str(path))}`: {error.why}") from None
    return documents


def pairs(arguments: Iterable[str], option: str) -> dict[str, str]:
    """`NAME=VALUE` arguments by name.  The last one of a name counts.  Raises `click.UsageError`."""
    found: dict[str, str] = {}
    for argument in arguments:
        name, mark, value = argument.partition("=")
        if not mark or not name.strip() or not value.strip():
            raise click.UsageError(f"{option} wants NAME=VALUE, not `{visible(argument)}`")
        found[name.strip()] = value.strip()
    return found


def values_of(vary: tuple[str, ...]) -> dict[str, list[str]]:
    """The values to try, by option: `--vary NAME=VALUE,VALUE`.  Raises `click.UsageError`."""
    found = pairs(vary, "--vary")
    return {name: [v.strip() for v in values.split(",") if v.strip()] for name, values in found.items()}


def settings_of(vary: tuple[str, ...]) -> list[dict[str, Any]]:
    """Every combination of the values to try.  Raises `click.UsageError`."""
    from ...api.running import CannotPlay
    from ...api.tuning import settings_of as combined

    try:
        return combined(values_of(vary))
    except CannotPlay as error:
        raise click.UsageError(f"--vary: {error.message}") from None


def existing(argument: str) -> str:
    """The name of an existing file, or standard input.  Raises `click.UsageError` if the file does not exist."""
    if argument == "-" or _exists(Path(argument)):
        return argument
    from ...dsl.source.nearest import nearest

    path, known = Path(argument), list[str]()
    with suppress(OSError, ValueError):
        known = [str(path.with_name(one.name)) for one in path.parent.iterdir() if one.suffix == path.suffix]
    near = nearest(argument, known)
    raise click.UsageError(
        f"there is no file `{visible(argument)}`" + (f"; did you mean `{visible(near)}`?" if near else "")
    )


def json_input(argument: str) -> Input:
    """A file of data, or standard input.  Raises `click.UsageError` if the file does not exist."""
    if argument == "-":
        return Input(STDIN, None)
    path = Path(argument)
    if _is_folder(path) or not _exists(path):
        what = "is a folder" if _is_folder(path) else "is not there"
        raise click.UsageError(f"`{visible(argument)}` {what}; name a file")
    return Input(argument, path)
