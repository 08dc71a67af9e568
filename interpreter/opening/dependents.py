"""Which rule files and scripts below a folder depend on rule files that changed.

A variant depends on its base, and on whatever that depends on; a script on the rules and variants that it names.  Only
the first lines of a rule file are read, and the heads of the games of a script.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ...dsl.loading import SUFFIX, find_base
from ...dsl.source.folders import below
from ..notation.files import games, is_script
from ..notation.model import ScriptedGame
from .finding import find_rules

SCRIPT_SUFFIXES = (".play", ".json")
"""The endings of scripts, in their two forms.  Other programs have `.json` files too: `is_script` tells them apart."""
_VARIANT = re.compile(rb'^variant\s+"[^"\n]*"\s+of\s+([A-Za-z0-9_-]+)', re.MULTILINE)
_HEAD = 64 * 1024


class Dependents:
    """The files below a folder, and what each is built on.  Every file is read once."""

    def __init__(self, folder: Path, changed: Iterable[Path]) -> None:
        self.folder = folder
        self._found: dict[Path, bool] = {path.resolve(): True for path in changed}
        """Whether a rule file changed, or is built on one that did."""

    def rules(self) -> list[Path]:
        """The rule files that are built on a changed one, without those that changed themselves."""
        changed = set(self._found)
        return [
            path for path in below(self.folder, (SUFFIX,)) if path.resolve() not in changed and self._built_on(path)
        ]

    def scripts(self) -> list[Path]:
        """The scripts with a game by changed rules, or by rules that are built on them."""
        return [path for path in below(self.folder, SCRIPT_SUFFIXES) if is_script(path) and self._plays(path)]

    def _plays(self, script: Path) -> bool:
        for game in games(script, places=False):
            if not isinstance(game, ScriptedGame):
                return True  # it cannot be read: whoever looks at it finds out why
            for name in (game.ruleset, *game.variants):
                rules = find_rules(name.text, script.parent)
                if rules is None or self._built_on(rules):
                    return True
        return False

    def _built_on(self, path: Path) -> bool:
        real = path.resolve()
        if real not in self._found:
            self._found[real] = False  # variants in a circle end here
            base = base_of(path)
            self._found[real] = base is not None and self._built_on(base)
        return self._found[real]


def base_of(path: Path) -> Path | None:
    """The base of a variant; None for a game, or if there is no such base."""
    try:
        with path.open("rb") as file:
            found = _VARIANT.search(file.read(_HEAD))
    except OSError:
        return None
    return find_base(found[1].decode(), path.parent) if found is not None else None
