"""Remembers which rules passed the short run, in the user's cache folder.

A file there has the hash of every text that the rules consist of, and says that the run found nothing; in a
second line, if that was counted, of which lines nothing came up.  A file with any other content, and a folder that
cannot be read or written, are as if there were none.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ...dsl.checked import CheckedGame
from ...dsl.source.span import Source
from ...dsl.source.user_folders import remove_oldest, user_folder
from ...dsl.source.writing import write_whole
from ...dsl.syntax import nodes as n

PASSED = "hoyle check: a short run of games found nothing\n"
_COUNTED = re.compile(re.escape(PASSED) + r"games (\d{1,9}), settings (\d{1,9}), lines: ((?:\d{1,9} ?)*)\n")
MOST_FILES = 1_000
"""The most files in the folder; then the older half of them is removed."""


def cache_folder() -> Path:
    """The folder of the rules that passed."""
    return user_folder("cache") / "check"


@dataclass(frozen=True)
class UnfiredLines:
    """The lines of a file of which nothing came up, in so many games under so many settings."""

    games: int
    settings: int
    lines: tuple[int, ...]


class PassedRuns:
    """The runs that found nothing, for one version of Hoyle."""

    def __init__(self, version: str, folder: Path | None = None) -> None:
        self.version = version
        self.folder = folder

    def has(self, game: CheckedGame) -> bool:
        """Whether the run of these rules found nothing before."""
        text = self._text(game)
        return text == PASSED or _COUNTED.fullmatch(text) is not None

    def unfired(self, game: CheckedGame) -> UnfiredLines | None:
        """Of which lines nothing came up; None if the run was not counted, or found something."""
        counted = _COUNTED.fullmatch(self._text(game))
        if counted is None:
            return None
        return UnfiredLines(int(counted[1]), int(counted[2]), tuple(map(int, counted[3].split())))

    def _text(self, game: CheckedGame) -> str:
        with suppress(OSError, ValueError, RuntimeError):
            return self._file(game).read_text("utf-8")
        return ""

    def add(self, game: CheckedGame, unfired: UnfiredLines | None = None) -> None:
        """Remember that the run of these rules found nothing, and of which lines nothing came up."""
        with suppress(OSError, ValueError, RuntimeError):
            file = self._file(game)
            file.parent.mkdir(parents=True, exist_ok=True)
            lines = " ".join(map(str, unfired.lines)) if unfired is not None else ""
            counted = "" if unfired is None else f"games {unfired.games}, settings {unfired.settings}, lines: {lines}\n"
            write_whole(file, (PASSED + counted).encode("utf-8"), synced=False)
            remove_oldest(file.parent.iterdir(), MOST_FILES, MOST_FILES // 2)

    def _file(self, game: CheckedGame) -> Path:
        made = hashlib.sha256(self.version.encode())
        for source in sorted(sources(game), key=lambda source: source.text):
            made.update(f"\0{len(source.text)}\0{source.text}".encode())
        return (self.folder or cache_folder()) / f"{made.hexdigest()}.txt"


def sources(game: CheckedGame) -> set[Source]:
    """The texts that the rules consist of: the file, and those of the bases and variants."""
    return {node.span.source for node in n.within(game.tree)}
