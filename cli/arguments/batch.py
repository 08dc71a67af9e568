"""Functions that `simulate` and `compare` share: the program of an argument, a progress bar, numbers in words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..terminal.console import console_for, echo, is_terminal, visible

if TYPE_CHECKING:
    from ...dsl.checked import CheckedGame
    from ...interpreter.batch.pool import BatchProgress
    from ...interpreter.batch.work import FailedGame, Work
    from ...interpreter.program import Program

S = TypeVar("S")
T = TypeVar("T")
MOST_PLAYERS = 64
FORMATS = ("text", "json", "csv", "html")


def program_of(
    game: CheckedGame, options: Mapping[str, str], preset: str | None, names: tuple[str, ...], seats: int | None
) -> Program:
    """The program of a game with its options, for `seats` players, or for the usual number.

    `names` are the players; they are repeated around the table.  If there are more names than usual players, the number
    of players is the number of names."""
    from ...interpreter.lowering import SettingsError, lower

    if seats is None and len(names) > game.players[2] and len(names) in game.counts:
        seats = len(names)
    try:
        program = lower(game, {name: value.replace(" ", "_") for name, value in options.items()}, seats, preset)
    except SettingsError as error:
        lines = [one.message + (f" ({one.help})" if one.help else "") for one in error.problems]
        raise click.UsageError("\n".join(map(visible, lines))) from None
    if len(names) > program.players:
        raise click.UsageError(f"--players names {len(names)} players, but only {program.players} can sit")
    return program


def who_plays(given: str | None, seats: int | None, usual: str) -> tuple[tuple[str, ...], int | None]:
    """The players' names and the number of seats.  `--players` gives either of them (`random,sound`, or `5`).

    Without names, the `usual` player takes every seat.  Raises `click.UsageError`."""
    if given is not None and given.strip().isdecimal():
        return (usual,), number_of_players(given, seats)
    return players_of(usual if given is None else given), seats


THINKS, MOST_THOUGHT, MOST_BY_CHANCE = "think:quick", 100, 1000
"""The players to use where random play would mislead; the largest and usual number of games with them; and the usual
number of games with random players."""


def who_decides(given: str | None, games: int | None, engine: str | None) -> tuple[str, int]:
    """The usual player and the number of games, for a report on what rules do among people who can play.

    If `--players` names nobody, players think in up to `MOST_THOUGHT` games.  In longer runs they play at random.  They
    also do if `--engine` is given, because only random players have a choice of engines."""
    named = given is not None and not given.strip().isdecimal()
    if named or engine is not None or (games is not None and games > MOST_THOUGHT):
        return "random", MOST_BY_CHANCE if games is None else games
    return THINKS, MOST_THOUGHT if games is None else games


def number_of_players(given: str, seats: int | None = None) -> int:
    """The number in `--players 5`.  `--seats` may give the same number.  Raises `click.UsageError`."""
    count = int(given) if len(given.strip()) < 4 else 0
    if not 1 <= count <= MOST_PLAYERS:
        raise click.UsageError(f"--players: from 1 to {MOST_PLAYERS} can play, not {visible(given.strip())}")
    if seats not in (None, count):
        raise click.UsageError(f"--players says {count} play and --seats says {seats}; leave one out")
    return count


def players_of(given: str) -> tuple[str, ...]:
    """The names in `--players random,sound`.  Raises `click.UsageError`."""
    from ...interpreter.players import UnknownPlayer, maker

    names = tuple(name.strip() for name in given.split(",") if name.strip())
    if not names:
        raise click.UsageError("--players wants names: random,sound")
    for name in names:
        try:
            maker(name)
        except UnknownPlayer as error:
            raise click.UsageError(visible(str(error))) from None
    return names


def play_batch(
    work: Work[S], games: int, workers: int, cluster: str | None, title: str = "games", stretch: int = 0,
    look: Callable[[S], None] = lambda sums: None,
) -> tuple[S, int]:  # fmt: skip
    """Play a batch, with a progress bar on a terminal.  Returns the sums and the exit code: 0, 1 after a failure, 74 if
    games cannot be written, 130 after Ctrl-C.

    `stretch` is the number of games played at a time; 0 leaves it to the clock.  `look` is called with the sums so far.
    If the batch ends early, the sums are those of its first games."""
    from ...interpreter.batch.work import CannotWrite

    last: BatchProgress[S] | None = None
    code = 0
    steps = _steps(work, games, workers, cluster, stretch)
    try:
        for last in with_bar(steps, games, title, lambda step: step.done):
            look(last.sums)
            if last.part.failure is not None:
                tell_failure(last.part.failure)
                code = 1
    except KeyboardInterrupt:
        code = 130
    except _problem() as error:
        echo(f"hoyle: {visible(str(error))}", err=True)
        code = 74 if isinstance(error, CannotWrite) else 1
    return (last.sums if last is not None else work.nothing()), code


def _problem() -> tuple[type[Exception], ...]:
    from ...interpreter.batch.cluster import ClusterError
    from ...interpreter.batch.pool import WorkersLost
    from ...interpreter.batch.work import CannotWrite

    return (WorkersLost, ClusterError, CannotWrite)


def _steps(work: Work[S], games: int, workers: int, cluster: str | None, stretch: int) -> Iterator[BatchProgress[S]]:
    if cluster is not None:
        from ...interpreter.batch.cluster import run_on

        return run_on(work, games, cluster)
    from ...interpreter.batch.pool import run
    from ...interpreter.batch.work import SharedWork

    if isinstance(work, SharedWork):
        from ...interpreter.batch.modules import run as run_shared

        return run_shared(work, games, workers=workers, stretch=stretch)
    return run(work, games, workers=workers, stretch=stretch)


def with_bar(steps: Iterator[T], total: int, title: str, done: Callable[[T], int]) -> Iterator[T]:
    """Pass on the steps.  If standard error is a terminal, a bar on it shows the progress."""
    if not is_terminal(sys.stderr) or (console := console_for(sys.stderr)).is_dumb_terminal:
        yield from steps
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(visible(title), total=total)
        for step in steps:
            bar.update(task, completed=done(step))
            yield step


def tell_failure(failure: FailedGame) -> None:
    """Report on standard error that a game could not be played to its end."""
    where = f"{failure.span}: " if failure.span is not None else ""
    code = f"{failure.code}: " if failure.code else ""
    echo(f"hoyle: game {failure.index} stopped: {visible(where + code + failure.message)}", err=True)


def percent(estimate: Any) -> tuple[str, str]:
    """A rate and its interval: `49.8 %`, `48.9 to 50.7`."""
    value, low, high = (100 * estimate[key] for key in ("value", "low", "high"))
    digits = 1 if high - low > 0.2 else 2 if high - low > 0.02 else 3
    return f"{value:.{digits}f} %", f"{low:.{digits}f} to {high:.{digits}f}"


def number(estimate: Any, *, sign: bool = False) -> tuple[str, str]:
    """A number and its interval: `2.31`, `2.25 to 2.37`."""
    value, low, high = (estimate[key] for key in ("value", "low", "high"))
    width = high - low
    digits = 0 if width > 20 else 1 if width > 2 else 2 if width > 0.05 else 3
    plus = "+" if sign else ""
    return f"{value:{plus}.{digits}f}", f"{low:{plus}.{digits}f} to {high:{plus}.{digits}f}"
