"""Plays games in the background: finds mistakes in a short run, and counts how often every rule fires in a longer one.

    python -m hoyle.language_server.counting     # reads one job as JSON from standard input, writes results as lines

The job contains the texts of the open files, so the counts match what is on the screen.  Results come while games are
still being played; each covers all games so far.  The process has a low priority (`nice`).  It ends when the server
ends.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..dsl.checked import CheckedGame
from ..dsl.loading import load
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import Span
from ..interpreter.batch.pairing import NotComparable, PairedGames, PairSums, comparable
from ..interpreter.batch.report import rules
from ..interpreter.batch.sums import GameSums
from ..interpreter.batch.work import BatchPart, Runner, Simulation, Work, seats
from ..interpreter.lowering import SettingsError, lower
from ..interpreter.program import Program
from ..interpreter.trial.report import found_in_play
from .text import Json, items, record
from .workspace import Workspace, uri_of

CHUNKS = (50, 200, 500)
"""The numbers of games between results.  The last number repeats until all games are played."""
_SLOW = 10
"""The divisor for the number of games if there are no modules."""


def counted(job: Json) -> Iterator[Json]:
    """The results of a job.  The first contains the mistakes that the short run of `hoyle check` finds (`found`).  The
    others contain counts, each over more games than the one before.  No results if the rules have mistakes."""
    workspace = Workspace()
    for name, text in record(job.get("files")).items():
        workspace.open(uri_of(Path(name)), str(text), 1)
    path = Path(str(job["path"]))
    game = load(path, files=workspace).game
    if game is None:
        return
    if job.get("trial"):
        yield {"found": [_diagnostic(one) for one in found_in_play(game)]}
    games = int(job["games"])
    if not games:
        return
    try:
        program = lower(game, {}, None)
    except SettingsError:
        return
    work, quick = _simulation(program)
    games = games if quick else max(1, games // _SLOW)
    last: Json = {}
    for sums, done in games_in_parts(work, games):
        last = _result(program, sums, done, games)
        yield last
    document = workspace.file(path)
    base = workspace.base_of(document) if document is not None else None
    below = load(base.path, files=workspace).game if base is not None else None
    if below is not None and last:
        yield from _against(below, program, games, last, quick=quick)


def _diagnostic(one: Diagnostic) -> Json:
    """A diagnostic as JSON.  `SessionState` converts it back."""
    return {
        "code": one.code,
        "severity": one.severity,
        "message": one.message,
        "help": one.help,
        "place": _place(one.span),
        "notes": [[*_place(span), text] for span, text in one.notes],
    }


def _place(span: Span) -> list[Any]:
    return [span.source.name, span.start, span.end]


def _simulation(program: Program) -> tuple[Work[GameSums], bool]:
    """The games of a program, and whether a module plays them.  A module is used if possible."""
    work = Simulation(program, seats(("random",), program.players), 0)
    try:
        from ..interpreter.batch.modules import ModuleSimulation, code_of

        code_of(program)
    except Exception:  # no wasmtime, or a module cannot be made of these rules
        return work, False
    return ModuleSimulation(program, work.players, 0), True


def games_in_parts(work: Work[Any], games: int) -> Iterator[tuple[Any, int]]:
    """The sums over a growing number of games, each with that number.  Ends after a game that failed."""
    runner: Runner[Any] = work.runner()
    sums = work.nothing()
    done, number = 0, 0
    while done < games:
        count = min(CHUNKS[min(number, len(CHUNKS) - 1)], games - done)
        part: BatchPart[Any] = runner.run(done, count)
        work.merge(sums, part.sums)
        done += part.count
        number += 1
        if done:
            yield sums, done
        if part.failure is not None:
            return


def _result(program: Program, sums: GameSums, done: int, games: int) -> Json:
    """The number of times that each place of the rules fired."""
    found: list[list[Any]] = []
    for rule in rules(program):
        if rule.kind in ("row", "phase"):
            span = program.places[rule.place]
            found.append([span.source.name, span.start, rule.kind, sums.counts[rule.place]])
    for ask, chosen in zip(program.asks, sums.chosen, strict=True):
        times = [0] * len(ask.alternatives)
        for choice, count in chosen.items():
            times[choice[0]] += count
        for alternative, count in zip(ask.alternatives, times, strict=True):
            span = program.places[alternative.place]
            found.append([span.source.name, span.start, "choice", count])
    return {"games": done, "of": games, "deals": sums.deals, "places": found}


def _against(below: CheckedGame, program: Program, games: int, last: Json, *, quick: bool) -> Iterator[Json]:
    """The number of games in which a variant has another winner than the rules below it."""
    try:
        base = lower(below, {}, program.players)
        comparable(base, program)
    except (SettingsError, NotComparable):
        return
    work: Work[PairSums] = PairedGames(base, program, seats(("random",), program.players), 0)
    if quick:
        try:
            from ..interpreter.batch.modules import ModulePairedGames, code_of

            code_of(base)
            work = ModulePairedGames(base, program, seats(("random",), program.players), 0)
        except Exception:  # no module can be made of the base
            return
    for sums, done in games_in_parts(work, games):
        yield {**last, "compared": done, "otherwise": sums.otherwise, "deals_otherwise": sums.deals_otherwise}


def main() -> None:
    """Run one job from standard input."""
    parent = os.getppid()
    if hasattr(os, "nice"):
        os.nice(10)
    job = record(json.loads(sys.stdin.readline() or "{}"))
    if not items([job.get("path")])[0]:
        return
    for result in counted(job):
        if os.getppid() != parent:
            return
        sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
