"""Games that nobody records: they are kept in a folder of the user's, so that one that was left can be continued.

Each game of a person at a terminal is written there choice by choice, and removed when it has ended.  The files can be
read by their owner alone, and only the newest are kept.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ...dsl.source.user_folders import remove_oldest, user_folder

MOST_KEPT = 10
"""The most games that are kept; older ones are removed."""
_HEAD = 4096
"""How many bytes of a file are read to find the name of its game."""


@dataclass(frozen=True, slots=True)
class LeftGame:
    """A game that was left: its file, the game as the file names it, and when it was played last (a Unix time)."""

    path: Path
    game: str
    played: float

    @property
    def title(self) -> str:
        """`hearts, left on 25 November at 22:31`"""
        when = time.strftime("%d %B at %H:%M", time.localtime(self.played)).lstrip("0")
        return f"{self.game}, left on {when}"


def folder() -> Path:
    """The folder of the games that were left."""
    return user_folder("state") / "games"


def new_file(game: str) -> Path:
    """A name for the file of a new game, in the folder, which exists then.  Raises `OSError`."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    remove_oldest(place.glob("*.play"), MOST_KEPT - 1, MOST_KEPT - 1)
    stem = "".join(letter for letter in Path(game).stem if letter.isalnum() or letter in "_-")[:40] or "game"
    return place / f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.play"


def kept_games() -> list[LeftGame]:
    """The games that were left, the newest first."""
    found: list[LeftGame] = []
    with suppress(OSError, RuntimeError):
        for path in folder().glob("*.play"):
            with suppress(OSError):
                found.append(LeftGame(path, _game(path), path.stat().st_mtime))
    return sorted(found, key=lambda one: one.played, reverse=True)


def remove(path: Path) -> None:
    """Remove a game that has ended."""
    with suppress(OSError):
        path.unlink()


def _game(path: Path) -> str:
    """The game that a file names."""
    with path.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8", "replace")
    named = (line.removeprefix("game ").strip() for line in head.splitlines() if line.startswith("game "))
    return Path(next(named, path.stem)).stem
