"""`hoyle replay --with`: the first lines at which scripted games differ under other rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...api.recording import rules_from
from ...dsl.codes.reporting import ScriptError
from ...interpreter.notation.model import ScriptedGame
from ...interpreter.opening.rulesets import Rulesets
from ...interpreter.replay.first_difference import FirstDifference, LineOutcome, first_difference
from ..terminal.console import console_for, count
from ..terminal.diagnostics import print_diagnostics
from ..terminal.render import Renderer

if TYPE_CHECKING:
    from ...interpreter.notation.files import Read


_OURS = ("E1030", "E1031", "E1032", "E1033")
"""Codes for mistakes in the rules and options of the command line."""


class OtherRulesReplay:
    """Plays every game twice, as written and by the other rules, and shows the first line that differs."""

    def __init__(self, ruleset: str | None, options: Mapping[str, str], *, ascii: bool) -> None:
        self.ruleset = ruleset
        self.options = options
        self.title = ", ".join([*([ruleset] if ruleset else []), *(f"{k} {v}" for k, v in options.items())])
        self.rulesets = Rulesets(ascii=ascii)
        self.out = Renderer(console_for(), ascii=ascii)
        self.games = self.parted = self.failed = 0

    def script(self, shown: str, folder: Path, games: Iterable[Read]) -> None:
        """Compare every game of one file."""
        for game in games:
            if not isinstance(game, ScriptedGame):
                self.failed += 1
                print_diagnostics(self.out.console, game)
                continue
            self.games += 1
            try:
                one = self.rulesets.for_script(game, folder)
            except ScriptError as error:
                self.failed += 1
                print_diagnostics(self.out.console, (error.diagnostic,))
                continue
            try:
                ruleset = rules_from(self.ruleset, folder) if self.ruleset is not None else None
                other = self.rulesets.for_script_under(game, ruleset, self.options, folder)
            except ScriptError as error:
                problem = error.diagnostic
                if problem.code in _OURS:
                    raise click.UsageError(problem.message + (f"; {problem.help}" if problem.help else "")) from None
                self.failed += 1
                print_diagnostics(self.out.console, (problem,))
                continue
            found = first_difference(game, one, other)
            title = f" ({game.title.text})" if game.title is not None else ""
            if found is None:
                self.out.print(f"{shown}:{game.span.line}{title}: nothing comes out otherwise with {self.title}")
            else:
                self.parted += 1
                self._show(found, game.ruleset.text, title)

    def _show(self, found: FirstDifference, ruleset: str, title: str) -> None:
        line = found.span.source.line(found.span.line).strip()
        self.out.gap()
        self.out.print(f"{found.span.source.name}:{found.span.line}{title}: the games part here", "bold")
        self.out.print(f"  {line}")
        for name, side in ((f"as it is written ({ruleset})", found.sides[0]), (f"with {self.title}", found.sides[1])):
            self._side(name, side)

    def _side(self, name: str, side: LineOutcome) -> None:
        self.out.gap()
        self.out.print(f"{name}:", "bold underline")
        self.out.items(side.happened)
        if side.failure is not None:
            print_diagnostics(self.out.console, (side.failure,))
        elif side.turn:
            self.out.print(f"{side.turn} has to choose.", "italic")

    def end(self) -> int:
        """Print the last line.  Returns the exit code."""
        if self.games > 1:
            self.out.gap()
            self.out.print(f"{count(self.games, 'game')}, {self.parted} of them part with {self.title}", "bold")
        return 1 if self.parted or self.failed else 0
