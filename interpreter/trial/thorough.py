"""A long run of random games, for a given time: what stops or breaks a game, and what never came up.

Under the settings that `hoyle fuzz` would take (every two values of two options occur together), half the time goes to
its games: players choose in several ways, and what must hold is looked at.  The other half goes to games in modules:
players choose at random, and there are many times as many games.  What stops or breaks a game is an error at its line.
What never came up is a note, with the number of games: it may be rare, or impossible.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing

from ...dsl.checked import CheckedGame
from ...dsl.codes.reporting import report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..batch import pool
from ..batch.modules import Entry, Games, read, watch_of
from ..faults import Fault
from ..fuzz.coverage import Key, kinds, universe
from ..fuzz.settings import Programs, plan
from ..fuzz.work import Fuzzing, FuzzSums
from ..lowering import SettingsError
from ..program import Program
from ..wasm import CompiledModule, Module, Uncompilable
from ..wasm.tallies import ADDED
from .games import SEED, different

SECONDS = 60.0
MOST_GAMES = 1_000_000
FEWEST_GAMES = 200
"""With fewer games, nothing is said about what never came up."""
_AT_ONCE = 32
"""How many games a module plays between two looks at the time."""
_KINDS = frozenset({"statement", "choice", "row", "trick", "phase", "incident", "ending"})
"""What is told if it never came up; of the others, fuzz tells."""


def found_in_long_play(game: CheckedGame, seconds: float = SECONDS) -> tuple[Diagnostic, ...]:
    """The diagnostics of as many random games as can be played in some seconds."""
    try:
        programs = plan(game, {}, vary=True)
    except SettingsError:  # the short run reports it
        return ()
    sums, began = FuzzSums(), time.monotonic()
    with closing(pool.run(Fuzzing(programs), MOST_GAMES)) as games:
        for progress in games:
            sums = progress.sums
            if time.monotonic() >= began + seconds / 2:
                break
    found = [_failure(game, programs, one.setting, one.broken.span, one.broken.message) for one in sums.failures]
    fired, played = set(sums.fired), sums.games
    for number, program in enumerate(programs):
        left = began + seconds - time.monotonic()
        more, failed = _in_module(program, left / (len(programs) - number), fired)
        played += more
        if failed is not None:
            found.append(_failure(game, programs, number, failed.span, failed.message))
    first = {(one.code, one.span): one for one in reversed(found)}
    return (*first.values(), *_never(game, fired, played, len(programs)))


def _in_module(program: Program, seconds: float, fired: set[Key]) -> tuple[int, Fault | None]:
    """Play a program in a module, and add what came up to `fired`.

    Returns the number of games, and what stopped one."""
    try:
        code = CompiledModule(Module(program, watch_of(program)), quickly=True)
    except Uncompilable:
        return 0, None
    games, played, log, failed = Games(code, SEED, ADDED), 0, list[Entry](), None
    until = time.monotonic() + seconds
    while time.monotonic() < until and failed is None:
        try:
            games.play(played, _AT_ONCE, log)
            played += _AT_ONCE
        except Fault as fault:
            failed = fault
    sums, kind = read(games.machine, log), kinds(program)
    for place, count in enumerate(sums.counts):
        if count:
            fired.add(_key(program, kind.get(place, "statement"), place))
    for ask, chosen in zip(program.asks, sums.chosen, strict=True):
        fired |= {_key(program, "choice", ask.alternatives[option[0]].place) for option in chosen}
    return played, failed


def _key(program: Program, kind: str, place: int) -> Key:
    span = program.places[place]
    return kind, span.source.name, span.start


def _failure(game: CheckedGame, programs: Programs, number: int, span: Span | None, message: str) -> Diagnostic:
    settings = different(programs[0], programs[number])
    return report(
        "E1303",
        span or game.main.span,
        what=message,
        when=f" with {', '.join(settings)}" if settings else "",
        help="`hoyle fuzz` shortens such a game and saves it as a script",
    )


def _never(game: CheckedGame, fired: set[Key], games: int, settings: int) -> Iterator[Diagnostic]:
    if games < FEWEST_GAMES:
        return
    for rule in universe(game):
        if rule.kind in _KINDS and rule.key not in fired:
            yield report("N1306", rule.span, kind=rule.kind, games=f"{games:,}", settings=f"{settings:,}")
