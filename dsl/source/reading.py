"""Reads any file into a source: rule files, and also scripts of games.

A file that is no text, or is too large, is refused with a reason in words (`Unreadable`).  The caller adds the code.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

LONGEST_WAIT = 5.0
"""How long a named pipe is waited at that nobody has opened for writing, in seconds."""


class Unreadable(Exception):
    """The file has no readable text.  `why` is the reason in words."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def opened(path: Path) -> BinaryIO:
    """Open a file for reading bytes.  Raises `Unreadable`."""
    try:
        if path.is_dir():
            raise Unreadable("it is a folder")
        if path.is_fifo():
            return _pipe(path)
        return path.open("rb")
    except OSError as error:
        raise unreadable(error) from None
    except ValueError:
        raise Unreadable("that is no file name") from None


def _pipe(path: Path) -> BinaryIO:
    """Open a named pipe.  Raises `Unreadable` if nobody writes to it; a writer may take as long as it needs."""
    import select

    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        watch = select.poll()
        watch.register(descriptor, select.POLLIN)
        if not watch.poll(LONGEST_WAIT * 1000):
            try:
                nobody = os.read(descriptor, 1) == b""
            except BlockingIOError:  # somebody has opened it and not written yet
                nobody = False
            if nobody:
                raise Unreadable(f"it is a pipe, and nobody writes to it (waited {LONGEST_WAIT:.0f} seconds)")
        os.set_blocking(descriptor, True)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def unreadable(error: OSError) -> Unreadable:
    """The error to raise for an error of the operating system, with its reason in words."""
    return Unreadable(reason_of(error, "it cannot be opened"))


def reason_of(error: Exception, otherwise: str = "that is no file name") -> str:
    """Why a file or an address could not be used: what the operating system says, in small letters, or `otherwise`."""
    return (getattr(error, "strerror", None) or otherwise).lower()


def contents(path: Path, most: int) -> bytes:
    """The first `most + 1` bytes of a file, so that the caller can see if it is too large.  Raises `Unreadable`."""
    with opened(path) as file:
        try:
            return file.read(most + 1)
        except OSError as error:
            raise unreadable(error) from None


def decoded(data: bytes, most: int, first: int = 1) -> str:
    """Decode bytes as UTF-8 without the byte order mark.  `first` is the line number of the first byte, for messages.

    Raises `Unreadable` if there are more than `most` bytes, or if they are no text."""
    if len(data) > most:
        raise Unreadable(f"it is larger than {most // 1024 // 1024} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = first + data.count(b"\n", 0, error.start)
        raise Unreadable(f"line {line} is not UTF-8 text") from None
