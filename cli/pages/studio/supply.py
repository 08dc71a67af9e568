"""The files of the page that `hoyle studio` serves: its scripts, which are kept in the tree, and what is made when it
is asked for.

    python -m hoyle.cli.pages.studio.supply FOLDER

writes the catalogue into the folder of the page.  A game that is not in it (because somebody has added rules since) is
added when the page is served.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from ....dsl.loading import RULESETS, rulesets
from .built import PAGE, files

Json = dict[str, Any]
CATALOGUE = "catalogue.json"
MOST_KEPT = 300
"""How many made files are kept in memory."""


class PageFiles:
    """The files by their paths.  `prepared`: a site built from the same rules; what lies there is not made anew."""

    def __init__(self, page: Path = PAGE, prepared: Path | None = None) -> None:
        self._prepared = prepared
        self._static = {path.as_posix(): page / path for path in files(page)}
        self._made: dict[str, bytes] = {}
        self._lock = threading.Lock()
        self._makers: dict[str, Callable[[], dict[str, bytes]]] = {}
        for name in rulesets():
            kinds = ("games/{}.wasm", "games/{}.json", "games/{}.weights", "settings/{}.json", "rules/{}.hoyle")
            paths = [kind.format(name) for kind in kinds]
            self._makers |= dict.fromkeys(paths, lambda name=name: _catalogue().game_files(name))
        for path in (RULESETS / "games").glob("*.play"):
            paths = (f"scripts/{path.name}", f"scripts/{path.stem}.json")
            self._makers |= dict.fromkeys(paths, lambda path=path: _catalogue().script_files(path)[1])
        for path in (RULESETS / "lessons").glob("*.json"):
            name = f"lessons/{path.name}"
            self._makers[name] = lambda name=name, path=path: {name: _catalogue().lesson_file(path)[1]}
        self._makers[CATALOGUE] = lambda: {CATALOGUE: self._listing()}
        self._makers["files.json"] = lambda: {"files.json": b'{"offline":false,"friends":true,"files":{}}'}

    def get(self, path: str) -> bytes | None:
        """A file; None if there is none with this path.  No path is looked up on the disk."""
        maker = self._makers.get(path)
        if maker is None:
            static = self._static.get(path)
            return None if static is None else static.read_bytes()
        with self._lock:
            found = self._made.get(path)
            if found is None and self._prepared is not None and path != "files.json":
                ready = self._prepared / path
                found = ready.read_bytes() if ready.is_file() else None
            if found is None:
                if len(self._made) > MOST_KEPT:
                    self._made.clear()
                self._made |= maker()
                found = self._made.get(path)  # nobody may have learned a game
            return found

    def _listing(self) -> bytes:
        """The catalogue as it is kept, without games that are gone and with those that have come."""
        made, static = _catalogue(), self._static.get(CATALOGUE)
        kept: Json = {"games": [], "scripts": []} if static is None else json.loads(static.read_bytes())
        games: dict[str, Json] = {one["name"]: one for one in kept["games"]}
        scripts: dict[str, Json] = {one["name"]: one for one in kept["scripts"]}
        return made.listed(
            [games.get(name) or made.game_entry(name, path) for name, path in rulesets().items()],
            [made.lesson_file(path)[0] for path in made.lesson_paths()],
            [scripts.get(path.stem) or made.script_files(path)[0] for path in made.script_paths()],
        )


def _catalogue() -> ModuleType:
    """The module that makes files; it imports much, so only when something is made."""
    from . import catalogue

    return catalogue


if __name__ == "__main__":
    (Path(sys.argv[1]) / CATALOGUE).unlink(missing_ok=True)
    content = PageFiles(Path(sys.argv[1])).get(CATALOGUE)
    assert content is not None
    (Path(sys.argv[1]) / CATALOGUE).write_bytes(content)
