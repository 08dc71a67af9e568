"""`hoyle.analyse`: judges every choice of a scripted game by what its player could know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..cli.formats.analysis import choice_data, choice_lines, effort_data, summary_lines
from ..cli.formats.replay_json import diagnostic_data
from ..cli.terminal.console import OutputStyle, visible
from ..cli.terminal.diagnostics import render
from ..dsl.codes.reporting import ScriptError
from ..dsl.source.diagnostics import Diagnostic
from ..interpreter.analysis.judge import Effort, Judge, Judgement, effort
from ..interpreter.analysis.opened import OpenHandJudge
from ..interpreter.analysis.script import JudgedChoice, Judging, OpenJudging, ScriptAnalysis, turning_points
from ..interpreter.arguments import numbers_checked
from ..interpreter.engine import Fault, State
from ..interpreter.errors import NoAnswer
from ..interpreter.notation.files import Read
from ..interpreter.notation.model import ScriptedGame
from ..interpreter.opening.opened import OpenedGame, title_of
from ..interpreter.opening.rulesets import Rulesets
from ..interpreter.program import Program
from ..interpreter.search.history import History
from ..interpreter.text.parse import Words
from ..interpreter.wasm import Uncompilable
from .results import CellValue, Report, report
from .running import NO_WASMTIME
from .scripts import AnyScript, games_of

Data = dict[str, Any]
OPEN_NODES = 2_000_000
"""The most positions searched for one option with all cards known.  An option that needs more is not judged."""


class CannotJudge(NoAnswer):
    """A game cannot be judged.  The text is the reason."""


@dataclass
class Judges:
    """Makes the judge for the questions of a program.  It caches the last one."""

    effort: Effort
    open: bool
    made: tuple[Program, Judging] | None = field(default=None)

    def of(self, program: Program) -> Judging:
        """The judge for a program.  Raises `CannotJudge`."""
        if self.made is None or self.made[0] is not program:
            try:
                self.made = program, self._make(program)
            except Uncompilable as error:
                raise CannotJudge(f"this game cannot be judged: {error.what}") from None
            except ModuleNotFoundError as error:
                if error.name != "wasmtime":
                    raise
                raise CannotJudge(f"nothing can be judged: {NO_WASMTIME}") from None
        return self.made[1]

    def _make(self, program: Program) -> Judging:
        if not self.open:
            return Judge(program, self.effort).judge
        opened = OpenHandJudge.of(program, OPEN_NODES)

        def judging(history: History, state: State, made: tuple[int, ...], seed: int) -> Judgement | None:
            return opened.judge(state, made)

        return judging


BESIDE_NODES = 100_000
"""The most positions searched for one option where the values with all cards known stand beside a judgement."""


class OpenHands:
    """Gives the values with all cards known beside a judgement.  It caches the solver of the last program."""

    def __init__(self) -> None:
        self.made: tuple[Program, OpenHandJudge] | None = None

    def of(self, program: Program) -> OpenJudging:
        """The function that solves the open questions of a program."""
        if self.made is None or self.made[0] is not program:
            self.made = program, OpenHandJudge.of(program, BESIDE_NODES)
        return self.made[1].judge


class Following:
    """Hears what is found while games are judged.  These methods do nothing; a command renders what it hears."""

    def begins(self, game: ScriptedGame, opened: OpenedGame) -> None:
        """A game is going to be judged."""

    def judged(self, one: JudgedChoice, words: Words) -> None:
        """A choice was judged."""

    def ends(self, choices: list[JudgedChoice], opened: OpenedGame, drawn: int) -> None:
        """A game was judged to its end.  `drawn`: how many cards the script does not name."""

    def complains(self, problems: tuple[Diagnostic, ...]) -> None:
        """Something in a script is wrong."""

    def cannot(self, why: str) -> None:
        """A game cannot be judged."""


@dataclass(frozen=True)
class OptionValueEntry:
    """An option with its value and the interval of it; `made`: it was the one chosen."""

    choice: str
    value: float
    low: float
    high: float
    made: bool


@dataclass(frozen=True)
class ValueInterval:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class ChoiceEntry:
    """A choice of a game, judged if there was something to judge; `why` says why not."""

    number: int
    deal: int
    choice: str
    player: str | None
    lead: float
    judged: bool
    side_lines: tuple[str, ...] = field(default=(), metadata={"key": "aside"})
    """The titles of the side lines that it is in, the outermost first."""
    why: str | None = None
    worlds: int = 0
    exact: bool = False
    options: tuple[OptionValueEntry, ...] = ()
    cost: ValueInterval | None = None
    mistake: bool = False
    outlook: ValueInterval | None = None


@dataclass(frozen=True)
class GameAnalysis:
    """A judged game; `turning_points` are numbers of choices."""

    ruleset: str
    place: str
    ok: bool
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    choices: tuple[ChoiceEntry, ...]
    turning_points: tuple[int, ...]
    title: str | None = None
    message: str | None = None


@dataclass(frozen=True)
class ScriptJudgement:
    """The games of one script."""

    file: str
    games: tuple[GameAnalysis, ...]


@dataclass(frozen=True)
class AnalysisResult(Report):
    """Every choice of some scripts, judged.  It is true if all could be."""

    ok: bool
    scripts: tuple[ScriptJudgement, ...]
    analyse: int = 1
    interrupted: bool = False
    text: tuple[str, ...] = ()
    """The analysis as lines of text."""

    def __bool__(self) -> bool:
        return self.ok

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each choice."""
        return [
            {"file": script.file, "game": number, "ruleset": game.ruleset, "number": one.number, "deal": one.deal,
             "player": one.player, "choice": one.choice, "judged": one.judged,
             "cost": None if one.cost is None else one.cost.value,
             "low": None if one.cost is None else one.cost.low, "high": None if one.cost is None else one.cost.high,
             "mistake": one.mistake, "lead": one.lead}
            for script in self.scripts
            for number, game in enumerate(script.games, 1)
            for one in game.choices
        ]  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The analysis as text."""
        return iter(self.text)


class _KeptLines(Following):
    """Keeps the analysis as lines of text."""

    def __init__(self) -> None:
        self.text: list[str] = []

    def begins(self, game: ScriptedGame, opened: OpenedGame) -> None:
        self.text.append(title_of(game, opened))

    def judged(self, one: JudgedChoice, words: Words) -> None:
        self.text += ("".join(text for text, _ in pieces) for pieces in choice_lines(one, words))

    def ends(self, choices: list[JudgedChoice], opened: OpenedGame, drawn: int) -> None:
        self.text += ("".join(text for text, _ in pieces) for pieces in summary_lines(choices, opened.words))

    def complains(self, problems: tuple[Diagnostic, ...]) -> None:
        for one in problems:
            self.text += render(one, OutputStyle()).splitlines()

    def cannot(self, why: str) -> None:
        self.text.append(f"hoyle: {visible(why)}")


@numbers_checked()
def analyse(
    *scripts: AnyScript,
    budget: str | int = "normal",
    open: bool = False,
    seed: int = 0,
) -> AnalysisResult:
    """Judge every choice of some scripted games (schemas/analyse.schema.json).

        hoyle.analyse("evening.play", budget="quick").scripts[0].games[0].turning_points

    budget   `quick`, `normal`, `deep`, or how many playouts for all options of a choice together
    open     judge with all cards known, exactly, where little enough of the deal is left
    seed     of the judge's random numbers; the same script, budget and seed give the same numbers everywhere

    Mistakes in a script are in the result (`ok` is False).  Ctrl-C ends it early.  Raises `GameError` for a budget
    that does not exist.
    """
    keeping = _KeptLines()
    run = Analysis(effort(str(budget)), open=open, seed=seed, following=keeping)
    interrupted = False
    try:
        for script in scripts:
            folder, games = games_of(script)
            shown = str(script) if isinstance(script, str | Path) and "\n" not in str(script) else "<script>"
            run.script(shown, folder, games)
    except KeyboardInterrupt:
        interrupted = True
    return report(AnalysisResult, run.data(), interrupted=interrupted, text=tuple(keeping.text))


class Analysis:
    """Judges scripts one after another, and tells whoever follows."""

    def __init__(self, effort: Effort, *, open: bool, seed: int, following: Following, ascii: bool = False) -> None:
        self.effort, self.open, self.seed = effort, open, seed
        self.following = following
        self.judges = Judges(effort, open)
        self.rulesets = Rulesets(ascii=ascii)
        self.scripts: list[Data] = []
        self.failed = False

    def script(self, shown: str, folder: Path, games: Iterable[Read]) -> None:
        """Judge every game of one file."""
        found: Data = {"file": shown, "games": [], "errors": []}
        self.scripts.append(found)
        for game in games:
            if isinstance(game, ScriptedGame):
                found["games"].append(self._game(game, folder))
            else:
                self._complain(game)
                found["errors"] += map(diagnostic_data, game)

    def data(self) -> Data:
        """The whole report."""
        return {"analyse": 1, "ok": not self.failed, "scripts": self.scripts}

    def _game(self, game: ScriptedGame, folder: Path) -> Data:
        found: Data = {"ruleset": game.ruleset.text, "place": f"{game.span.source.name}:{game.span.line}"}
        found["judged_by"] = effort_data(self.effort, self.seed, open=self.open)
        if game.title is not None:
            found["title"] = game.title.text
        found |= {"players": [], "sides": [], "choices": [], "turning_points": [], "ok": False}
        try:
            opened = self.rulesets.for_script(game, folder)
            self._complain(opened.warnings)
            self._judge(game, opened, found)
        except ScriptError as error:
            self._wrong(found, error.diagnostic)
        except CannotJudge as error:
            self._cannot(found, error.message)
        except Fault as fault:
            self._cannot(found, f"the rules break down while a choice is judged: {fault.message} ({fault.span})")
        return found

    def _judge(self, game: ScriptedGame, opened: OpenedGame, found: Data) -> None:
        words, program = opened.words, opened.engine.program
        found["players"] = list(words.seats)
        found["sides"] = [[words.player(player) for player in side] for side in program.sides]
        script, choices = ScriptAnalysis(game, opened, self.judges.of(program), self.seed), list[JudgedChoice]()
        self.following.begins(game, opened)
        for one in script:
            choices.append(one)
            found["choices"].append(choice_data(one, words))
            self.following.judged(one, words)
        finished = script.finished
        assert finished is not None
        found["turning_points"] = [one.number for one in turning_points(choices)]
        found |= {"drawn": finished.drawn, "over": finished.over, "ok": finished.failure is None}
        if finished.failure is not None:
            self._wrong(found, finished.failure)
        else:
            self.following.ends(choices, opened, finished.drawn)

    def _wrong(self, found: Data, diagnostic: Diagnostic) -> None:
        found["error"] = diagnostic_data(diagnostic)
        self._complain((diagnostic,))

    def _cannot(self, found: Data, why: str) -> None:
        self.failed = True
        found["message"] = why
        self.following.cannot(why)

    def _complain(self, problems: tuple[Diagnostic, ...]) -> None:
        self.failed = self.failed or any(one.severity == "error" for one in problems)
        self.following.complains(problems)
