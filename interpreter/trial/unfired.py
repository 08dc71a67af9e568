"""What never came up in all games of the short run, told in one note for a file.

A game of the run counts the statements, answers, tricks, phases and rows of tables that fired in it.  What is left over
may be rare or impossible, or it needs players who know the game: the run has a few thousand choices.  So it is one calm
note at the first such line; `--thorough` looks longer, and says it of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ...dsl.checked import CheckedGame
from ...dsl.codes.reporting import report
from ...dsl.source.diagnostics import Diagnostic
from ..batch.modules import read
from ..engine.compiled import CompiledProgram
from ..engine.engine import Engine
from ..fuzz.coverage import CoverageRule, Key, kinds, universe
from ..learning.nets import NetMachine
from ..program import Program
from ..wasm.tallies import CHOSEN
from .cached import UnfiredLines

_NOTED = frozenset({"statement", "choice", "trick", "phase", "row"})
"""What is told if it never came up.  Incidents are not played, and a game of the run may stop before its ending."""


class FiredRules:
    """What came up in the games of a run, how many games there were, and under how many settings."""

    def __init__(self) -> None:
        self.keys = set[Key]()
        self.games = 0
        self.settings = 0

    def engine(self, program: Program) -> Engine:
        """An engine that counts what fires, for one more setting."""
        self.settings += 1
        self._add_all(program, program.settled)
        return Engine(program, CompiledProgram(program, counted=True))

    def add_game(self, engine: Engine, answers: Iterable[tuple[int, int]]) -> None:
        """Add a game that was played by such an engine.  `answers`: the questions asked, with the answers given."""
        self.games += 1
        counts = engine.compiled.plain.counts
        self._add_counts(engine.program, counts)
        counts[:] = [0] * len(counts)
        self._add_answers(engine.program, answers)

    def add_module(self, machine: NetMachine) -> None:
        """Add the games that were played in a module since its counters were cleared."""
        program = machine.program
        sums = read(machine, [entry for entry in machine.log() if entry[0] == CHOSEN])
        self.games += sums.games
        self._add_counts(program, sums.counts)
        self._add_answers(program, ((ask, given[0]) for ask, chosen in enumerate(sums.chosen) for given in chosen))

    def _add_counts(self, program: Program, counts: list[int]) -> None:
        kind = kinds(program)
        self._add_all(program, ((kind.get(place, "statement"), place) for place, times in enumerate(counts) if times))

    def _add_answers(self, program: Program, answers: Iterable[tuple[int, int]]) -> None:
        self._add_all(program, (("choice", program.asks[ask].alternatives[answer].place) for ask, answer in answers))

    def _add_all(self, program: Program, found: Iterable[tuple[str, int]]) -> None:
        for kind, place in found:
            span = program.places[place]
            self.keys.add((kind, span.source.name, span.start))


def note_of(game: CheckedGame, left: UnfiredLines) -> tuple[Diagnostic, ...]:
    """The note about such lines; none if there are no such lines, or if they are not lines of this game."""
    first = next((rule.span for rule in _noted(game) if rule.span.line in left.lines[:1]), None)
    if first is None:
        return ()
    what = "nothing of this line" if len(left.lines) == 1 else f"nothing of the lines {_ranges_text(left.lines)}"
    return (report("N1308", first, what=what, games=f"{left.games:,}", settings=f"{left.settings:,}"),)


def unfired(game: CheckedGame, fired: FiredRules) -> UnfiredLines:
    """The lines of which nothing came up."""
    lines = {True: set[int](), False: set[int]()}
    for rule in _noted(game):
        lines[rule.key in fired.keys].add(rule.span.line)
    return UnfiredLines(fired.games, fired.settings, tuple(sorted(lines[False] - lines[True])))


def _noted(game: CheckedGame) -> Iterator[CoverageRule]:
    """The rules of the file itself that are told; of rows, those of tables."""
    rows = {row.span for phase in game.phases for row in phase.rows}
    for rule in universe(game):
        own = rule.span.source is game.tree.span.source
        if own and rule.kind in _NOTED and (rule.kind != "row" or rule.span in rows):
            yield rule


def _ranges_text(lines: tuple[int, ...]) -> str:
    """`61, 84-86, 90`"""
    runs = [[line for _, line in run] for _, run in groupby(enumerate(lines), lambda pair: pair[1] - pair[0])]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
