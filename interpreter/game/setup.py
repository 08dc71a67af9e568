"""What all games of one opening share: the rules with fixed options, the words, the executors, the known choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, ParamSpec, TypeVar

from ...dsl.codes.reporting import report
from ...dsl.source.span import Span
from ..engine import Engine, Fault
from ..errors import GameError
from ..lowering import SettingValue
from ..opening.opened import OpenedGame
from ..program import Program
from ..text.parse import Words
from ..wording.names import Names
from .choices import LegalChoice
from .executors import MOST_KNOWN, Executor, PythonExecutor, Raw
from .values import ValueConverter

if TYPE_CHECKING:
    from .modules import InstancePool

P = ParamSpec("P")
T = TypeVar("T")
ExecutorName = Literal["python", "wasm"]
FORMAT = 1
"""The version of `Game.to_json`."""


class Setup:
    """A ruleset with fixed variants, options and number of players."""

    def __init__(
        self,
        ruleset: str,
        variants: tuple[str, ...],
        opened: OpenedGame,
        executor: ExecutorName | None,
    ) -> None:
        self.ruleset, self.variants = ruleset, variants
        """The names under which they were opened."""
        self.opened = opened
        """The same rules for the functions of `hoyle.replay` and `hoyle.why`."""
        self.values = ValueConverter(opened.words)
        self._wanted = executor
        self.known: dict[tuple[int, Raw], LegalChoice] = {}
        """The choices that have already been made into objects."""
        self.seen: dict[tuple[int, ...], LegalChoice] = {}
        """The same choices, by the form in which an executor stores them (`Executor.look`)."""

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.program.title

    @property
    def program(self) -> Program:
        """The lowered game, which executors play."""
        return self.engine.program

    @property
    def engine(self) -> Engine:
        """The Python engine for these rules."""
        return self.opened.engine

    @property
    def words(self) -> Words:
        """The words for values of the game, and their meanings."""
        return self.opened.words

    @property
    def names(self) -> Names:
        """The meanings of words in this game."""
        return self.opened.names

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players, clockwise."""
        return self.words.seats

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The players of each team; empty in a game without teams."""
        return tuple(tuple(self.seats[player] for player in team) for team in self.program.teams)

    @property
    def options(self) -> Mapping[str, SettingValue]:
        """Every option with its value."""
        return self.program.options

    @cached_property
    def rooms(self) -> InstancePool | None:
        """The module of the game; None if games are played with the Python engine."""
        if self._wanted == "python" or (self._wanted is None and find_spec("wasmtime") is None):
            return None
        from .modules import InstancePool, Uncompilable

        try:
            return InstancePool(self.program)
        except Uncompilable:
            if self._wanted is None:
                return None
            raise

    @property
    def executor(self) -> ExecutorName:
        """The executor in use: `python`, the reference engine, or `wasm`, a module of the same program."""
        return "wasm" if self.rooms is not None else "python"

    def new_executor(self) -> Executor:
        """Make an executor for one game."""
        if self.rooms is None:
            return PythonExecutor(self.engine)
        from .modules import ModuleExecutor

        return ModuleExecutor(self.rooms)

    def choice(self, ask: int, raw: Raw) -> LegalChoice:
        """The object for a choice."""
        found = self.known.get((ask, raw))
        if found is None:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            found = self.known[ask, raw] = LegalChoice(self.values, ask, raw)
        return found


def from_plain_data(make: Callable[P, T]) -> Callable[P, T]:
    """A function that makes an object from the plain data in a pickle: where the data are damaged, it raises
    `GameError`.
    """

    @wraps(make)
    def made(*args: P.args, **named: P.kwargs) -> T:
        try:
            return make(*args, **named)
        except (GameError, Fault):
            raise
        except (TypeError, ValueError, LookupError, AttributeError, AssertionError, OverflowError) as error:
            raise unreadable(f"the data in this pickle are damaged ({type(error).__name__}: {error})") from None

    return made


def unreadable(why: str) -> GameError:
    """The error for data that is not a saved game."""
    return GameError(report("E1091", Span.of_name("<saved game>"), why=why))
