"""Writes files completely or not at all: on a full disk what was there stays as it was, and no part of a file stays."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes, *, synced: bool = True) -> None:
    """Write a file completely or not at all, or to a device (`/dev/stdout`).

    A file that is there keeps its permissions; a link is kept, and its target is replaced.  `synced`: whether the file
    must survive if the machine stops at once; a cache need not.  Raises `OSError` (and `ValueError` for a path that no
    file can have); an existing file is then unchanged.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)
        return
    write_pieces(path, (data,), new=not path.exists(), synced=synced)


def write_pieces(path: Path, pieces: Iterable[bytes], *, new: bool = False, synced: bool = True) -> bool:
    """Write a file piece by piece, completely or not at all.  Returns whether there was any piece; without one, nothing
    is written.

    `new`: the file must not exist yet.  Raises `OSError`.
    """
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
            if synced:
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
