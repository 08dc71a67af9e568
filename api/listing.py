"""`hoyle.list`: the games, variants, presets and players there are."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..dsl.loading import SUFFIX, rulesets
from ..interpreter.errors import wrong
from .results import CellValue, Report, report

ListKind = Literal["games", "variants", "presets", "players"]
KINDS: tuple[ListKind, ...] = ("games", "variants", "presets", "players")

_HEAD = re.compile(r'^(game|variant) "((?:[^"\\\n]|\\.)*)"(?: of ([\w-]+))?', re.MULTILINE)
_PRESET = re.compile(r'^(?:add )?preset "((?:[^"\\\n]|\\.)*)"', re.MULTILINE)


@dataclass(frozen=True)
class ListEntry:
    """Something that can be named: its name, what it is, and the game it belongs to."""

    name: str
    about: str
    of: str | None = None


@dataclass(frozen=True)
class ListResult(Report):
    """The games, variants, presets and players there are; empty for a kind that was not asked for."""

    games: tuple[ListEntry, ...] = ()
    variants: tuple[ListEntry, ...] = ()
    presets: tuple[ListEntry, ...] = ()
    players: tuple[ListEntry, ...] = ()

    def of(self, kind: ListKind) -> tuple[ListEntry, ...]:
        """The entries of one kind."""
        return {"games": self.games, "variants": self.variants, "presets": self.presets, "players": self.players}[kind]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of everything in this list."""
        return tuple(one.name for kind in KINDS for one in self.of(kind))

    def records(self) -> builtins.list[dict[str, CellValue]]:
        """A row for each entry."""
        return [
            {"kind": kind, "name": one.name, "about": one.about, "of": one.of}
            for kind in KINDS
            for one in self.of(kind)
        ]

    def lines(self) -> Iterator[str]:
        """The list as text."""
        from ..cli.formats.listing import text_lines

        return text_lines(self._data)


def list(kind: ListKind | None = None) -> ListResult:
    """The available games, variants, presets and players: those that come with Hoyle, the rule files in the current
    folder, and the players of installed packages.

        hoyle.list("players").names

    Raises `GameError` for another kind.
    """
    if kind not in (None, *KINDS):
        raise wrong(f"what is listed is one of {', '.join(KINDS)}, not {kind!r}")
    found = {one: [*_entries(one)] for one in KINDS if kind in (None, one)}
    data: dict[str, object] = {
        one: [{"name": name, "about": about, **({"of": of} if of else {})} for name, about, of in rows]
        for one, rows in found.items()
    }
    return report(ListResult, data)


def _entries(kind: ListKind) -> Iterator[tuple[str, str, str]]:
    """The names of one kind, each with its description and the game it belongs to."""
    match kind:
        case "games" | "variants":
            for name, text in rule_texts():
                head = _HEAD.search(text)
                if head is not None and head[1] == kind.removesuffix("s"):
                    yield name, head[2], head[3] or ""
        case "presets":
            for name, text in rule_texts():
                yield from ((preset[1], "", name) for preset in _PRESET.finditer(text))
        case "players":
            from ..interpreter.players import names, strongest

            for name in names():
                yield name, "the strongest that comes with hoyle: who plays against you" * (name == strongest()), ""


def rule_texts() -> Iterator[tuple[str, str]]:
    """The names and texts of the rule files that ship and of those in the current folder."""
    here = {str(path): path for path in sorted(Path().glob("*" + SUFFIX)) if path.is_file()}
    for name, path in {**rulesets(), **here}.items():
        try:
            yield name, path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
