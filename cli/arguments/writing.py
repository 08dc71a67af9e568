"""Writing files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_atomically(path: Path, data: bytes, *, new: bool = False) -> None:
    """Put data in the place of a file that exists, keeping its permissions; a link stays, what it leads to changes.

    `new`: there may be no such file yet.  Raises `OSError`; then the file, if there is one, is as it was.
    """
    target = path.resolve(strict=not new)
    there = target.exists()
    if there and not target.is_file():
        raise OSError(0, "it is not a file")
    if there and not os.access(target, os.W_OK):
        raise PermissionError(13, "permission denied")
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(target.stat().st_mode & 0o7777 if there else 0o666 & ~_umask())
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    """The permissions new files are made without."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
