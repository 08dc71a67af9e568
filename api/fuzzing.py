"""`hoyle.fuzz`: plays random games and checks everything that must hold (schemas/fuzz.schema.json)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..dsl.checked import CheckedGame
from ..dsl.source.reading import reason_of
from ..dsl.source.writing import write_whole
from ..interpreter.arguments import numbers_checked
from ..interpreter.errors import CannotWrite, unfit
from ..interpreter.fuzz.ground import stepwise_code
from ..interpreter.fuzz.module import MODULE
from ..interpreter.fuzz.report import FuzzReport, ReportedFailure
from ..interpreter.fuzz.scripts import script_of
from ..interpreter.fuzz.settings import plan
from ..interpreter.fuzz.shrink import FoundFailure, Shrinker
from ..interpreter.fuzz.work import LENGTH, FuzzFailure, Fuzzing, FuzzSums
from ..interpreter.lowering import SettingsError, SettingValue
from ..interpreter.opening.options import given_options
from .opening import AnyRules, OptionValues, Variants, checked, several
from .results import CellValue, Report, report
from .running import EngineName, Watcher, executor_of, played


@dataclass(frozen=True)
class TriedSetting:
    """A setting that was played: games played, and games that were left before their end."""

    options: Mapping[str, SettingValue]
    players: int
    games: int
    left: int


@dataclass(frozen=True)
class InvariantText:
    """Something that must hold."""

    name: str
    about: str


@dataclass(frozen=True)
class FailureEntry:
    """Something that did not hold: the game that shows it, shortened, as a script."""

    game: int
    code: str
    invariant: str
    message: str
    choices: int
    found_with: int
    script: str
    saved: str | None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    text: str | None = None


@dataclass(frozen=True)
class CoverageCount:
    """How many rules of a kind fired, of how many."""

    kind: str
    rules: int
    fired: int


@dataclass(frozen=True)
class NeverReached:
    """A rule that never fired; `possible`: a setting that was tried has it."""

    kind: str
    file: str
    line: int
    text: str
    possible: bool


@dataclass(frozen=True)
class FuzzResult(Report):
    """What random games showed.  It is true if everything held."""

    title: str
    ruleset: str
    fingerprint: str
    seed: int
    games: int
    asked: int
    complete: bool
    decisions: int
    ended: int
    left: int
    length: int
    longest: int
    failed: int
    settings: tuple[TriedSetting, ...]
    invariants: tuple[InvariantText, ...]
    failures: tuple[FailureEntry, ...]
    coverage: tuple[CoverageCount, ...]
    never: tuple[NeverReached, ...]
    fuzz: int = 1
    interrupted: bool = False
    note: str = ""
    unsaved: str = ""
    """Why the script of a failure could not be written; empty if all could."""

    def __bool__(self) -> bool:
        return not self.failed

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each failure."""
        return [
            {"ruleset": self.ruleset, "fingerprint": self.fingerprint, "seed": self.seed, "game": one.game,
             "code": one.code, "invariant": one.invariant, "message": one.message, "file": one.file, "line": one.line}
            for one in self.failures
        ]  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The report as text."""
        from ..cli.formats.fuzz import text_lines

        return text_lines(self._data)


@numbers_checked()
def fuzz(
    rules: AnyRules,
    *,
    games: int = 100,
    options: OptionValues | None = None,
    preset: str | None = None,
    all_options: bool = False,
    players: int | None = None,
    variants: Variants = (),
    seed: int = 0,
    length: int = LENGTH,
    engine: EngineName | None = None,
    save: str | Path | None = None,
    workers: int = 0,
    progress: Watcher = None,
    failing: Callable[[str], None] = lambda text: None,
) -> FuzzResult:
    """Play random games with varying options and players, and check that the engine and the rules hold.

        assert hoyle.fuzz("house.hoyle", games=500)

    options      fix some options; with `all_options` all others vary
    players      how many play; any number if not given
    length       a game is left after so many choices
    engine       `python`: do not also make each choice in a module
    save         a folder for the scripts of failing games; without it they are in the result alone
    failing      called with a sentence at the first failure, because shortening it may take a while

    Raises `RulesError`, `CannotPlay` and `GamesStopped`.
    """
    game = checked(rules, variants)
    said = given_options(options)
    vary = all_options or not (said or preset is not None)
    try:
        programs = plan(game, said, vary=vary, players=players, preset=preset, seed=seed)
    except SettingsError as error:
        raise unfit(error, game.name or game.title) from None
    work = Fuzzing(programs, seed, length)
    by = executor_of(engine, (work.programs[0],), code=stepwise_code)
    work = replace(work, module=by.inside)
    found = played(work, games, workers=workers, progress=progress, look=_FirstFailure(failing))
    whole = FuzzReport(game, work, found.sums, games)
    unsaved = ""
    name = str(rules) if isinstance(rules, str | Path) and "\n" not in str(rules) else ""
    shortener = _Shortener(whole, name, tuple(map(str, several(variants))), None if save is None else Path(save))
    try:
        for failure in found.sums.failures:
            shown, why = shortener.shown(failure)
            whole.failures.append(shown)
            unsaved = unsaved or why
    except KeyboardInterrupt:
        found.interrupted = True
    result = report(FuzzResult, whole.data(), interrupted=found.interrupted, note=by.note, unsaved=unsaved)
    if isinstance(found.problem, CannotWrite):
        raise found.problem
    return found.checked(result)


class _FirstFailure:
    """Tells the first failure at once."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell, self.reported = tell, False

    def __call__(self, sums: FuzzSums) -> None:
        if self.reported or not sums.failures:
            return
        self.reported = True
        failure = sums.failures[0]
        broken = failure.broken
        where = f"{broken.span}: " if broken.span is not None else ""
        text = f"game {failure.index}: {where}{broken.code or broken.invariant}: {broken.message}"
        self.tell(f"{text} (the other games are still played)")


class _Shortener:
    """Finds the shortest game that shows each failure, and saves it."""

    def __init__(self, report: FuzzReport, argument: str, variants: tuple[str, ...], folder: Path | None) -> None:
        self.report, self.argument, self.variants, self.folder = report, argument, variants, folder

    def shown(self, failure: FuzzFailure) -> tuple[ReportedFailure, str]:
        """A failure with the shortest game that shows it; and, if that game could not be saved, why."""
        report, argument, game = self.report, self.argument, self.report.game
        found = FoundFailure(report.work.programs[failure.setting], failure.trace, failure.broken)
        shortest = Shrinker(game, found, report.work.programs).run()
        path = _free(self.folder or Path(), game.name or "game")
        command = ""
        if not shortest.broken.code or self.variants or not argument:
            laid = "".join(f" --variant {variant}" for variant in self.variants)
            laid += " --engine wasm" if shortest.broken.invariant in {one.name for one in MODULE} else ""
            command = f"hoyle fuzz {argument or '-'}{laid} --script {path.name}"
        rules = _reference(argument, self.folder or Path(), game)
        text = script_of(shortest.program, shortest.trace, shortest.broken, rules, command)
        if self.folder is None:
            return ReportedFailure(failure, shortest, text), ""
        why = ""
        try:
            write_whole(path, text.encode("utf-8"))
        except OSError as error:
            why = f"`{path}` cannot be written: {reason_of(error, 'it failed')}"
        return ReportedFailure(failure, shortest, text, str(path)), why


def _reference(argument: str, folder: Path, game: CheckedGame) -> str:
    """The name of the rules in a script of this folder: a ruleset's name, or the path from the folder."""
    import os

    from ..dsl.loading import SUFFIX

    path = Path(argument)
    if not argument:
        return game.name or "game"
    if path.suffix != SUFFIX:
        return argument
    return Path(os.path.relpath(path, folder)).as_posix()


def _free(folder: Path, name: str) -> Path:
    """The path of a file that does not exist yet."""
    number = 1
    while (path := folder / f"{name}-failure-{number}.play").exists():
        number += 1
    return path
