"""Judges scripted games, for `hoyle analyse` and `hoyle replay --analyse`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...dsl.codes.reporting import ScriptError
from ...interpreter.analysis.judge import Effort, Judge, Judgement
from ...interpreter.analysis.opened import OpenHandJudge
from ...interpreter.analysis.script import JudgedChoice, Judging, ScriptAnalysis, turning_points
from ...interpreter.engine import Fault, State
from ...interpreter.notation.model import ScriptedGame
from ...interpreter.opening.opened import OpenedGame
from ...interpreter.opening.rulesets import Rulesets
from ...interpreter.program import Program
from ...interpreter.search.history import History
from ...interpreter.search.sides import sides_of
from ...interpreter.wasm import Uncompilable
from ..formats.analysis import choice_data, choice_lines, effort_data, how_lines, summary_lines
from ..formats.replay_json import diagnostic_data
from ..terminal.console import console_for, echo, visible
from ..terminal.diagnostics import print_diagnostics
from ..terminal.render import Renderer

if TYPE_CHECKING:
    from ...dsl.source.diagnostics import Diagnostic
    from ...interpreter.notation.files import Read

Data = dict[str, Any]
OPEN_NODES = 2_000_000
"""The most positions searched for one option with all cards known.  An option that needs more is not judged."""


class CannotJudge(Exception):
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
        return self.made[1]

    def _make(self, program: Program) -> Judging:
        if not self.open:
            return Judge(program, self.effort).judge
        opened = OpenHandJudge.of(program, OPEN_NODES)

        def judging(history: History, state: State, made: tuple[int, ...], seed: int) -> Judgement | None:
            return opened.judge(state, made)

        return judging


class Analysis:
    """Judges scripts one after another."""

    def __init__(self, effort: Effort, *, open: bool, seed: int, json: bool, quiet: bool, ascii: bool) -> None:
        self.effort, self.open, self.seed = effort, open, seed
        self.json, self.quiet = json, quiet
        self.judges = Judges(effort, open)
        self.rulesets = Rulesets(ascii=ascii and not json)
        self.out = Renderer(console_for(), ascii=ascii)
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

    def end(self) -> int:
        """End the run.  Returns the exit code.  For programs, the whole report is written now."""
        if self.json:
            from ..arguments.chosen import print_json

            whole: Data = {"analyse": 1, "ok": not self.failed, "scripts": self.scripts}
            print_json(whole)
        return 1 if self.failed else 0

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
            self.failed = True
            found["message"] = str(error)
            echo(f"hoyle: {visible(str(error))}", err=True)
        except Fault as fault:
            self.failed = True
            found["message"] = f"the rules break down while a choice is judged: {fault.message} ({fault.span})"
            echo(f"hoyle: {visible(found['message'])}", err=True)
        return found

    def _judge(self, game: ScriptedGame, opened: OpenedGame, found: Data) -> None:
        words, program = opened.words, opened.engine.program
        found["players"] = list(words.seats)
        found["sides"] = [[words.player(player) for player in side] for side in sides_of(program)]
        script, choices = ScriptAnalysis(game, opened, self.judges.of(program), self.seed), list[JudgedChoice]()
        if not self.json:
            self.out.gap()
            self.out.print(visible(game.title.text if game.title is not None else program.title), "bold")
        deal, side_lines = 0, ()
        for one in script:
            choices.append(one)
            found["choices"].append(choice_data(one, words))
            if self.json or (self.quiet and not (one.judgement is not None and one.judgement.mistake)):
                continue
            if one.deal != deal and not one.depth:
                deal = one.deal
                self.out.print(f"Deal {deal}", "bold")
            if one.side_lines != side_lines:
                side_lines = one.side_lines
                said = (
                    f"What if: {visible(side_lines[-1])}"
                    if side_lines and side_lines[-1]
                    else "What if"
                    if side_lines
                    else "Back"
                )
                self.out.print(said, "magenta")
            for line in choice_lines(one, words):
                self.out.line(*line)
        finished = script.finished
        assert finished is not None
        found["turning_points"] = [one.number for one in turning_points(choices)]
        found |= {"drawn": finished.drawn, "over": finished.over, "ok": finished.failure is None}
        if finished.failure is not None:
            self._wrong(found, finished.failure)
        elif not self.json:
            self._sum_up(choices, opened, finished.drawn)

    def _sum_up(self, choices: list[JudgedChoice], opened: OpenedGame, drawn: int) -> None:
        self.out.gap()
        for line in summary_lines(choices, opened.words):
            self.out.line(*line)
        self.out.print(how_lines(self.effort, self.seed, open=self.open), "dim")
        if drawn:
            self.out.print("Cards the script does not name were drawn by chance, and judged as they were drawn.", "dim")

    def _wrong(self, found: Data, diagnostic: Diagnostic) -> None:
        found["error"] = diagnostic_data(diagnostic)
        self._complain((diagnostic,))

    def _complain(self, problems: tuple[Diagnostic, ...]) -> None:
        self.failed = self.failed or any(one.severity == "error" for one in problems)
        if not self.json:
            print_diagnostics(self.out.console, problems)
