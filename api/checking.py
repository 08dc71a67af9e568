"""`hoyle.check`: every mistake in some rules (schemas/check.schema.json)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ..dsl.checked import CheckedGame
from ..dsl.loading import DISK, Files, FilesReadOnce, LoadedGame, load
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.nearest import nearest
from ..dsl.source.span import Source
from .opening import AnyRules, source_folders, source_of
from .results import CellValue, Report, report

if TYPE_CHECKING:
    from ..interpreter.trial.cached import PassedRuns, UnfiredLines
    from ..interpreter.trial.shared import PlayedRules


@dataclass(frozen=True)
class Play:
    """Which games are played of rules without errors: a short run, and a long one after it."""

    short: bool = True
    cached: bool = False
    """Whether rules that passed the short run are remembered, and not played again."""
    long: bool = False
    notes: bool = False
    """Whether a note says of which lines nothing came up in the short run."""
    _played: list[PlayedRules] = field(default_factory=list)
    """One record of the rules that passed, made when it is needed: it says what need not be played again."""

    def found(self, game: CheckedGame) -> tuple[Diagnostic, ...]:
        """What stops a game of these rules."""
        return self._short(game) or (self._long(game) if self.long else ())

    def _short(self, game: CheckedGame) -> tuple[Diagnostic, ...]:
        if not self.short:
            return ()
        passed = _passed() if self.cached else None
        if passed is not None and passed.has(game):
            known = passed.unfired(game)
            if not self.notes or known is not None:
                return _note(game, known) if self.notes else ()
        from ..interpreter.trial.report import found_in_play
        from ..interpreter.trial.shared import PlayedRules
        from ..interpreter.trial.unfired import FiredRules, unfired

        if not self._played:
            self._played.append(PlayedRules())
        fired = FiredRules() if self.notes else None
        found = found_in_play(game, self._played[0], fired)
        left = unfired(game, fired) if fired is not None and fired.games else None
        if passed is not None and not found:
            passed.add(game, left)
        return found or _note(game, left)

    def _long(self, game: CheckedGame) -> tuple[Diagnostic, ...]:
        from ..interpreter.trial.thorough import found_in_long_play

        return found_in_long_play(game)


def _note(game: CheckedGame, left: UnfiredLines | None) -> tuple[Diagnostic, ...]:
    """The note about what never came up."""
    if left is None or not left.lines:
        return ()
    from ..interpreter.trial.unfired import note_of

    return note_of(game, left)


def _passed() -> PassedRuns:
    from importlib.metadata import PackageNotFoundError, version

    from ..interpreter.trial.cached import PassedRuns

    try:
        return PassedRuns(version("hoyle"))
    except PackageNotFoundError:  # a checkout that is not installed
        return PassedRuns("")


@dataclass(frozen=True)
class DiagnosticNote:
    """Another place that matters, and why."""

    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class DiagnosticEntry:
    """A mistake: its code (`hoyle explain CODE`), its place (lines and columns from 1), and what to do about it."""

    code: str
    severity: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    help: str | None = None
    notes: tuple[DiagnosticNote, ...] = ()
    expected: tuple[str, ...] = ()


@dataclass(frozen=True)
class CheckResult(Report):
    """Every mistake that was found in some rules.  It is true if there are no errors."""

    ok: bool
    files: tuple[str, ...]
    errors: int
    warnings: int
    diagnostics: tuple[DiagnosticEntry, ...]
    check: int = 1
    found: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False)
    """The diagnostics as the library has them, with the text of their places."""

    def __bool__(self) -> bool:
        return self.ok

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each mistake."""
        return [
            {"code": one.code, "severity": one.severity, "message": one.message, "file": one.file, "line": one.line,
             "column": one.column, "help": one.help}
            for one in self.diagnostics
        ]  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The mistakes as the command shows them."""
        from ..cli.terminal.console import OutputStyle
        from ..cli.terminal.diagnostics import render, summary

        for one in self.found:
            yield from render(one, OutputStyle()).splitlines()
        yield summary(self.found, self.files)


def check(
    *rules: AnyRules,
    play: bool = True,
    strict: bool = False,
    sources: Mapping[str, str | Path] | None = None,
) -> CheckResult:
    """Find every mistake in some rules (schemas/check.schema.json).

        hoyle.check("house.hoyle").diagnostics[0].message

    play      also play a few random games of rules without errors, always the same, and report what stops them
    strict    count warnings as errors
    sources   the files of cited documents, by the names that the rules use

    Mistakes are in the result and raise nothing.  Raises `UnknownDocument` for a source that no rules name, and
    `OSError` for one that cannot be read.
    """
    names: list[str] = []
    return check_report(
        tuple(diagnostics_of(rules, play=Play(play), strict=strict, sources=sources, names=names)), names
    )


def diagnostics_of(
    rules: Iterable[AnyRules],
    *,
    play: Play,
    strict: bool = False,
    sources: Mapping[str, str | Path] | None = None,
    names: list[str] | None = None,
) -> Iterator[Diagnostic]:
    """What `check` finds, one by one.  A mistake in a file that several share (the base of variants) is given once.

    `names` gets the names of the files.
    """
    documents = {name: Path(path) for name, path in (sources or {}).items()}
    for path in documents.values():
        path.open("rb").close()
    seen: set[tuple[str, int, int, str, str]] = set()
    named: set[str] = set()
    given = list(rules)
    files = FilesReadOnce() if len(given) > 1 else DISK
    for one in given:
        name, loaded = _loaded(one, documents, files)
        if names is not None:
            names.append(name)
        named |= loaded.documents.keys()
        in_play = play.found(loaded.game) if loaded.game is not None else ()
        for found in chain(loaded.diagnostics, in_play):
            span = found.span
            key = (span.source.name, span.start, span.end, found.code, found.message)
            if key not in seen:
                seen.add(key)
                yield replace(found, severity="error") if strict and found.severity == "warning" else found
    for name in documents:
        if name not in named:
            near = nearest(name, named)
            there = ", ".join(f"`{one}`" for one in sorted(named)) or "none"
            help = f"did you mean `{near}`?" if near else f"they name {there}"
            from ..interpreter.errors import UnknownDocument

            raise UnknownDocument(f"the rules name no document `{name}`; {help}")


def check_report(found: tuple[Diagnostic, ...], files: Sequence[str]) -> CheckResult:
    """The report of these diagnostics."""
    from ..cli.formats.diagnostics import report_data

    return report(CheckResult, report_data(found, files), found=found)


def _loaded(rules: AnyRules, documents: Mapping[str, Path], files: Files) -> tuple[str, LoadedGame]:
    """Load rules with their documents.  Returns the name of their file, too."""
    if isinstance(rules, LoadedGame):
        if rules.game is not None:
            return rules.game.name, rules
        return rules.diagnostics[0].span.source.name if rules.diagnostics else "<rules>", rules
    if isinstance(rules, CheckedGame):
        return rules.name, LoadedGame(rules, ())
    if isinstance(rules, str | Path | Source):
        source = source_of(rules)
        name = source.name if isinstance(source, Source) else str(source)
        return name, load(source, documents=documents, folders=source_folders(), files=files)
    return rules.ruleset, LoadedGame(rules.opened.game, ())
