"""Writes what a command was asked to write."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import click

from ...dsl.source.writing import write_pieces, write_whole
from ..terminal.console import visible
from .exits import UnwrittenFile

__all__ = ["check_target", "folder_of", "write_file", "write_pieces"]


def check_target(target: str, suffixes: tuple[str, ...], inputs: Iterable[str], option: str) -> None:
    """Check that a file may be overwritten.  Raises `click.BadParameter` if it is an input of this command, or a file
    of another kind.  `suffixes` are the endings of files that may be overwritten."""
    if target == "-":
        return
    path = Path(target)
    with suppress(OSError, ValueError):
        if any(one != "-" and Path(one).exists() and path.exists() and path.samefile(one) for one in inputs):
            raise click.BadParameter(f"`{visible(target)}` is what is read here; name another file", param_hint=option)
        if path.is_file() and path.suffix.lower() not in suffixes and path.stat().st_size:
            known = " or ".join(suffixes)
            why = f"`{visible(target)}` is there already and does not end in {known}; name another file"
            raise click.BadParameter(why, param_hint=option)


def folder_of(target: Path) -> Path | None:
    """The folder in which what is written to a file or a folder will lie.  None if there is no such folder, and for a
    device (`/dev/stdout`)."""
    with suppress(OSError, ValueError):
        if target.is_dir():
            return target
        if target.parent.is_dir() and (target.is_file() or not target.exists()):
            return target.parent
    return None


def write_file(path: Path, data: bytes, *, force: bool = True) -> None:
    """Write what a command was asked to write: a file, completely or not at all, or a device (`/dev/stdout`).

    Without `force`, an existing file is left as it is.  Raises `UnwrittenFile`, and `click.UsageError` for an existing
    file.
    """
    try:
        if (path.is_file() or path.is_dir()) and not force:
            raise click.UsageError(f"`{visible(str(path))}` exists already; --force writes over it")
        write_whole(path, data)
    except (OSError, ValueError) as error:
        raise UnwrittenFile(str(path), error) from None
