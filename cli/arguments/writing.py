"""Writes files completely or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import click

from ..terminal.console import visible
from .exits import UnwrittenFile


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


def write_file(path: Path, data: bytes, *, force: bool = True) -> None:
    """Write what a command was asked to write: a file, completely or not at all, or a device (`/dev/stdout`).

    Without `force`, an existing file is left as it is.  Raises `UnwrittenFile`, and `click.UsageError` for an existing
    file.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
            return
        if path.exists() and not force:
            raise click.UsageError(f"`{visible(str(path))}` exists already; --force writes over it")
        write_atomically(path, data, new=not path.exists())
    except (OSError, ValueError) as error:
        raise UnwrittenFile(str(path), error) from None


def write_atomically(path: Path, data: bytes, *, new: bool = False) -> None:
    """Replace the contents of a file and keep its permissions.  A link is kept, and its target is replaced.

    `new`: the file must not exist yet.  Raises `OSError`; an existing file is then unchanged.
    """
    write_pieces(path, (data,), new=new)


def write_pieces(path: Path, pieces: Iterable[bytes], *, new: bool = False) -> bool:
    """The same, piece by piece.  Returns whether there was any piece; without one, nothing is written."""
    target = path.resolve(strict=not new)
    there = target.exists()
    if there and not target.is_file():
        raise OSError(0, "it is a folder" if target.is_dir() else "it is not a file")
    if there and not os.access(target, os.W_OK):
        raise PermissionError(13, "permission denied")
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", suffix=".tmp", dir=target.parent)
    any_piece = False
    try:
        with os.fdopen(descriptor, "wb") as file:
            for piece in pieces:
                any_piece = True
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        if any_piece:
            Path(name).chmod(target.stat().st_mode & 0o7777 if there else 0o666 & ~_umask())
            Path(name).replace(target)
        else:
            Path(name).unlink()
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    return any_piece


def _umask() -> int:
    """The process's umask: the permissions that new files do not get."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
