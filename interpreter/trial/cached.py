"""Remembers which rules passed the short run, in the user's cache folder.

A file there has the hash of every text that the rules consist of, and says no more than that the run found nothing.  A
file with any other content, and a folder that cannot be read or written, are as if there were none.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path

from ...dsl.checked import CheckedGame
from ...dsl.provenance.citations import within
from ...dsl.source.span import Source

PASSED = "hoyle check: a short run of games found nothing\n"
MOST_FILES = 1_000
"""The most files in the folder; then the older half of them is removed."""


def cache_folder() -> Path:
    """The folder, by the custom of the system; `XDG_CACHE_HOME` is heeded everywhere."""
    given = os.environ.get("XDG_CACHE_HOME")
    if given:
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    return base / "hoyle" / "check"


class PassedRuns:
    """The runs that found nothing, for one version of Hoyle."""

    def __init__(self, version: str, folder: Path | None = None) -> None:
        self.version = version
        self.folder = folder

    def has(self, game: CheckedGame) -> bool:
        """Whether the run of these rules found nothing before."""
        with suppress(OSError, ValueError, RuntimeError):
            return self._file(game).read_text("utf-8") == PASSED
        return False

    def add(self, game: CheckedGame) -> None:
        """Remember that the run of these rules found nothing."""
        with suppress(OSError, ValueError, RuntimeError):
            file = self._file(game)
            file.parent.mkdir(parents=True, exist_ok=True)
            new = file.with_suffix(f".{os.getpid()}")
            new.write_text(PASSED, "utf-8")
            new.replace(file)
            self._tidy(file.parent)

    def _file(self, game: CheckedGame) -> Path:
        made = hashlib.sha256(self.version.encode())
        for source in sorted(sources(game), key=lambda source: source.text):
            made.update(f"\0{len(source.text)}\0{source.text}".encode())
        return (self.folder or cache_folder()) / f"{made.hexdigest()}.txt"

    def _tidy(self, folder: Path) -> None:
        files = list(folder.iterdir())
        if len(files) > MOST_FILES:
            for file in sorted(files, key=lambda file: file.stat().st_mtime)[: len(files) // 2]:
                file.unlink()


def sources(game: CheckedGame) -> set[Source]:
    """The texts that the rules consist of: the file, and those of the bases and variants."""
    return {node.span.source for node in within(game.tree)}
