"""Reads any file into a source: rule files, and also scripts of games.

A file that is no text, or is too large, is refused with a reason in words (`Unreadable`).  The caller adds the code.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO


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
        return path.open("rb")
    except OSError as error:
        raise unreadable(error) from None
    except ValueError:
        raise Unreadable("that is no file name") from None


def unreadable(error: OSError) -> Unreadable:
    """The reason of an operating system error, in words."""
    return Unreadable((error.strerror or "it cannot be opened").lower())


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
