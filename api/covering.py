"""`hoyle.cover`: which rules no scripted game reaches (schemas/cover.schema.json)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from ..dsl.codes.reporting import ScriptError
from ..interpreter.errors import GameError, game_error
from ..interpreter.fuzz.scripted import CoveredRule, ScriptCoverage
from ..interpreter.notation.model import ScriptedGame
from ..interpreter.opening.rulesets import Rulesets
from .results import CellValue, Report, report
from .scripts import AnyScript, games_of


@dataclass(frozen=True)
class KindCount:
    """How many rules of a kind there are in a file, and how many some script reaches."""

    kind: str
    rules: int
    reached: int


@dataclass(frozen=True)
class RuleTimes:
    """A rule, and how often it fired in all games: 0 if no script reaches it."""

    kind: str
    line: int
    column: int
    text: str
    times: int


@dataclass(frozen=True)
class FileCoverage:
    """The rules of a file that some script plays by."""

    file: str
    rules: int
    reached: int
    kinds: tuple[KindCount, ...]
    all: tuple[RuleTimes, ...]

    @property
    def never(self) -> tuple[RuleTimes, ...]:
        """The rules that no script reaches, in the order of the file."""
        return tuple(rule for rule in self.all if not rule.times)


@dataclass(frozen=True)
class CoverResult(Report):
    """Which rules some scripted games reach: statements, rows, answers, phases, endings, checks, values of options."""

    games: int
    rules: int
    reached: int
    files: tuple[FileCoverage, ...]
    cover: int = 1

    @property
    def percent(self) -> float:
        """How much of the rules is reached, in percent; 100 if there are none."""
        return 100 * self.reached / self.rules if self.rules else 100.0

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each rule."""
        return [
            {"file": file.file, "kind": rule.kind, "line": rule.line, "column": rule.column, "text": rule.text,
             "times": rule.times}
            for file in self.files
            for rule in file.all
        ]  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The report as the command prints it."""
        from ..cli.formats.cover import text_lines

        return text_lines(self._data)

    def lcov(self) -> str:
        """The report in the form of LCOV, which build servers read."""
        from ..cli.formats.cover import lcov

        return lcov(self._data)

    def html(self) -> str:
        """The report as a page: the rule files as written, with how often each line fired."""
        from ..cli.pages.cover import cover_page

        return cover_page(self._data)


def cover(*scripts: AnyScript) -> CoverResult:
    """Find out which rules no scripted game reaches (schemas/cover.schema.json).

        hoyle.cover("evening.play", "rare.play").files[0].never

    Every game is replayed, side lines included, and what fires in it is counted.  Raises `GameError` for a script that
    cannot be read, or whose rules cannot be opened; a game that breaks off counts up to that point.
    """
    covered, rulesets = ScriptCoverage(), Rulesets()
    for script in scripts:
        folder, games = games_of(script)
        for game in games:
            if not isinstance(game, ScriptedGame):
                raise GameError(*game)
            try:
                covered.add(game, rulesets.for_script(game, folder))
            except ScriptError as error:
                raise game_error(error) from None
    return cover_report(covered)


def cover_report(covered: ScriptCoverage) -> CoverResult:
    """The report of what was counted."""
    rules = covered.rules
    files = [_file(name, list(found)) for name, found in groupby(rules, key=lambda rule: rule.file)]
    data: dict[str, Any] = {"cover": 1, "games": covered.games, **_counts(rules), "files": files}
    return report(CoverResult, data)


def _file(name: str, rules: list[CoveredRule]) -> dict[str, Any]:
    there, reached = Counter(rule.kind for rule in rules), Counter(rule.kind for rule in rules if rule.times)
    kinds = [{"kind": kind, "rules": there[kind], "reached": reached[kind]} for kind in sorted(there)]
    shown = [
        {"kind": rule.kind, "line": rule.line, "column": rule.column, "text": rule.text, "times": rule.times}
        for rule in rules
    ]
    return {"file": _from_here(name), **_counts(rules), "kinds": kinds, "all": shown}


def _from_here(name: str) -> str:
    """The name of a file: relative to the current folder if it is in it, as build servers want it."""
    path = Path(name)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else name


def _counts(rules: Iterable[CoveredRule]) -> dict[str, int]:
    times = [rule.times for rule in rules]
    return {"rules": len(times), "reached": sum(map(bool, times))}
