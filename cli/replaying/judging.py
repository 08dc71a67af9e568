"""Prints the judgement of scripted games while they are judged, for `hoyle analyse`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api.judging import Following
from ...dsl.source.diagnostics import Diagnostic
from ...interpreter.analysis.judge import Effort
from ...interpreter.analysis.script import JudgedChoice
from ..formats.analysis import choice_lines, how_lines, summary_lines
from ..terminal.console import console_for, echo, visible
from ..terminal.diagnostics import print_diagnostics
from ..terminal.render import Renderer

if TYPE_CHECKING:
    from ...interpreter.notation.model import ScriptedGame
    from ...interpreter.opening.opened import OpenedGame
    from ...interpreter.text.parse import Words


class PrintedAnalysis(Following):
    """Prints what it hears; with `json` only what is wrong with rules that break down."""

    def __init__(self, effort: Effort, *, open: bool, seed: int, json: bool, quiet: bool, ascii: bool) -> None:
        self.effort, self.open, self.seed = effort, open, seed
        self.json, self.quiet = json, quiet
        self.out = Renderer(console_for(), ascii=ascii)
        self._deal, self._side_lines = 0, tuple[str, ...]()

    def begins(self, game: ScriptedGame, opened: OpenedGame) -> None:
        from ...interpreter.opening.opened import title_of

        self._deal, self._side_lines = 0, ()
        if not self.json:
            self.out.gap()
            title = title_of(game, opened)
            self.out.print(visible(title), "bold")

    def judged(self, one: JudgedChoice, words: Words) -> None:
        if self.json or (self.quiet and not (one.judgement is not None and one.judgement.mistake)):
            return
        if one.deal != self._deal and not one.depth:
            self._deal = one.deal
            self.out.print(f"Deal {one.deal}", "bold")
        if one.side_lines != self._side_lines:
            self._side_lines = one.side_lines
            title = f": {visible(one.side_lines[-1])}" if one.side_lines and one.side_lines[-1] else ""
            self.out.print(f"What if{title}" if one.side_lines else "Back", "magenta")
        for line in choice_lines(one, words):
            self.out.line(*line)

    def ends(self, choices: list[JudgedChoice], opened: OpenedGame, drawn: int) -> None:
        if self.json:
            return
        self.out.gap()
        for line in summary_lines(choices, opened.words):
            self.out.line(*line)
        highest = opened.engine.program.highest_wins
        self.out.print(how_lines(self.effort, self.seed, open=self.open, highest=highest), "dim")
        if drawn:
            self.out.print("Cards the script does not name were drawn by chance, and judged as they were drawn.", "dim")

    def complains(self, problems: tuple[Diagnostic, ...]) -> None:
        if not self.json:
            print_diagnostics(self.out.console, problems)

    def cannot(self, why: str) -> None:
        echo(f"hoyle: {visible(why)}", err=True)
