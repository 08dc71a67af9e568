"""Plays the games of a batch: in modules, in processes or on a cluster, with progress, and with what was done if it is
stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from ..interpreter.batch.pool import BatchProgress
from ..interpreter.batch.work import FailedGame, SharedWork, Work
from ..interpreter.errors import CannotPlay, CannotWrite, wrong
from ..interpreter.players import UnknownPlayer, maker, plays_inside
from ..interpreter.program import Program
from .opening import PlayerNames
from .results import Report

if TYPE_CHECKING:
    from ..cli.terminal.progress import PatienceClock

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R", bound=Report)

EngineName = Literal["python", "wasm"]
NO_WASMTIME = "the package `wasmtime` is not installed (pip install wasmtime)"
"""The reason if it is missing.  It is installed with hoyle, except where it has no native library."""


@dataclass(frozen=True)
class Progress:
    """How far a piece of work is: `done` of `total` games, and what they are played for."""

    done: int
    total: int
    title: str


Watcher = Callable[[Progress], None] | bool | None
"""Who is told of the progress: a function, or True for a bar on standard error or in a notebook."""


class GamesStopped(RuntimeError):
    """A game could not be played to its end: by an error of the rules, by a player's, or because workers were lost.

    `result` is the report of the games before it, and `failure` says which game failed and why (None if no game did).
    """

    def __init__(self, message: str, result: Report, failure: FailedGame | None = None) -> None:
        super().__init__(message)
        self.result = result
        self.failure = failure


@dataclass
class PlayedBatch(Generic[S]):
    """What was played of a batch: the sums of its first games, and what stopped it."""

    sums: S
    interrupted: bool = False
    failure: FailedGame | None = None
    problem: Exception | None = None
    """What went wrong outside the games: workers were lost, or a file cannot be written."""

    @property
    def stopped(self) -> bool:
        """Whether the batch ended early."""
        return self.interrupted or self.failure is not None or self.problem is not None

    def checked(self, report: R) -> R:
        """The report of what was played.  Raises `GamesStopped` with it, or what went wrong outside the games."""
        if self.failure is not None:
            one = self.failure
            where = f"{one.span}: " if one.span is not None else ""
            code = f"{one.code}: " if one.code else ""
            raise GamesStopped(f"game {one.index} stopped: {where}{code}{one.message}", report, one)
        if isinstance(self.problem, CannotWrite):
            raise self.problem
        if self.problem is not None:
            raise GamesStopped(str(self.problem), report) from self.problem
        return report


def played(
    work: Work[S],
    games: int,
    *,
    workers: int = 0,
    cluster: str | None = None,
    progress: Watcher = None,
    title: str = "games",
    chunk: int = 0,
    look: Callable[[S], None] = lambda sums: None,
) -> PlayedBatch[S]:
    """Play a batch.  Ctrl-C ends it early; what was merged until then is the result of a shorter batch.

    `chunk` is the number of games played at a time (0: as the clock says); `look` is called with the sums so far.
    Raises `CannotPlay` for a number of games or workers below 0.
    """
    if games < 0:
        raise CannotPlay(f"a number of games is 1 or more, not {games}")
    if workers < 0:
        raise CannotPlay(f"the number of workers is 0 (for all cores) or more, not {workers}")
    from ..interpreter.batch.cluster import ClusterError
    from ..interpreter.batch.pool import WorkersLost

    last: BatchProgress[S] | None = None
    found: PlayedBatch[S] = PlayedBatch(work.nothing())
    try:
        for last in watched(_steps(work, games, workers, cluster, chunk), games, title, lambda s: s.done, progress):
            look(last.sums)
            found.failure = last.part.failure
    except KeyboardInterrupt:
        found.interrupted = True
    except (WorkersLost, ClusterError, CannotWrite) as error:
        found.problem = error
    if last is not None:
        found.sums = last.sums
    return found


def _steps(work: Work[S], games: int, workers: int, cluster: str | None, chunk: int) -> Iterator[BatchProgress[S]]:
    if cluster is not None:
        from ..interpreter.batch.cluster import run_on

        return run_on(work, games, cluster)
    if isinstance(work, SharedWork):
        from ..interpreter.batch.modules import run as run_shared

        return run_shared(work, games, workers=workers, chunk=chunk)
    from ..interpreter.batch.pool import run

    return run(work, games, workers=workers, chunk=chunk)


def watched(
    steps: Iterator[T], total: int, title: str, done: Callable[[T], int], progress: Watcher,
    clock: PatienceClock | None = None,
) -> Iterator[T]:  # fmt: skip
    """Pass on the steps, and tell whoever watches how far they are.  `clock`: that of several such pieces of work."""
    with ExitStack() as stack:
        tell: Callable[[int], None] = lambda count: None  # noqa: E731 - replaced below
        if callable(progress):
            call = progress
            tell = lambda count: call(Progress(count, total, title))  # noqa: E731
        elif progress:
            from ..cli.terminal.progress import bar

            tell = stack.enter_context(bar(total, title, clock))
        for step in steps:
            tell(done(step))
            yield step


_said: set[str] = set()
"""What has been said beside the progress."""


def tell(text: str, progress: Watcher) -> None:
    """Say something on standard error, if the progress is shown there."""
    if progress is True:
        from ..cli.terminal.console import echo, visible

        echo(f"hoyle: {visible(text)}", err=True)


def remark(text: str, progress: Watcher) -> None:
    """The same, if there is something to say, and only once."""
    if text and text not in _said:
        _said.add(text)
        tell(text, progress)


@dataclass(frozen=True)
class BatchExecutor:
    """Who plays: modules (`inside`) or the Python engine; and why not modules, if they were expected to."""

    inside: bool
    note: str = ""


def executor_of(
    engine: EngineName | None,
    programs: tuple[Program, ...],
    names: tuple[str, ...] = (),
    *,
    other: str = "",
    code: Callable[[Program], object] | None = None,
) -> BatchExecutor:
    """Who plays: modules where they can, unless `engine` is `python`.

    `names` are the players; `other` names what else needs Python; `code` compiles a program, if not for whole games.
    Raises `CannotPlay` if `engine` is `wasm` and cannot be used.
    """
    if engine not in (None, "python", "wasm"):
        raise wrong(f"engine is 'python' or 'wasm', not {engine!r}")
    if engine == "python":
        return BatchExecutor(inside=False)
    others = sorted({name for name in names if not plays_inside(name)})
    why = f"{other} wants the Python engine" if other else ""
    if others:
        why = f"`{others[0]}` is a player written in Python"
    elif not why and find_spec("wasmtime") is None:
        why = NO_WASMTIME
    if why:
        if engine is None:
            return BatchExecutor(inside=False)
        raise CannotPlay(f"the engine wasm cannot be used: {why}")
    from ..interpreter.batch.modules import code_for
    from ..interpreter.wasm import Uncompilable

    for program in programs:
        try:
            code_for(program, names) if code is None else code(program)
        except Uncompilable as error:
            if engine == "wasm":
                raise CannotPlay(error.message_for(program), rules=True) from None
            return BatchExecutor(inside=False, note=f"{error.message_for(program)}; played by the Python engine")
    return BatchExecutor(inside=True)


def names_of(players: PlayerNames) -> tuple[str, ...]:
    """The names of players: one name, several with commas between them, or a sequence.  Raises `UnknownPlayer`."""
    said = players.split(",") if isinstance(players, str) else players
    if not all(isinstance(name, str) for name in said):  # people err
        raise UnknownPlayer("players are named by texts: 'sound', or ('sound', 'random')")
    found = tuple(name.strip() for name in said if name.strip())
    if not found:
        raise UnknownPlayer("no player is named")
    for name in found:
        maker(name)
    return found
