"""Players that somebody else wrote: whatever goes wrong in their code is told with seat, file and line.

Whoever seats a player by its name gets it from `registry.py`, and so guarded: in batches, at a table, in environments,
when a game asks.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from types import CodeType
from typing import TypeVar, cast

from ...dsl.codes.reporting import report
from ..engine import Fault
from ..errors import CALL, GameError
from ..program import Program
from ..records import Choice
from ..text.spellings import seat_letter
from .player import Decision, Maker, Player

T = TypeVar("T")


class BadPlayer(GameError):
    """A player failed, or chose something that it was not offered."""

    def __init__(self, why: str) -> None:
        super().__init__(report("E1094", CALL, why=why))


class GuardedPlayer(Player):
    """A player of another package.  Its methods raise `BadPlayer` and nothing else."""

    def __init__(self, who: str, inner: Player) -> None:
        self._who, self._inner = who, inner

    def begin(self) -> None:
        _run(self._who, type(self._inner), self._inner.begin)

    def choose(self, decision: Decision) -> Choice:
        choice = _run(self._who, type(self._inner), lambda: self._inner.choose(decision))
        self.thought, self._inner.thought = self._inner.thought, None
        if choice not in decision.options:
            raise BadPlayer(f"{self._who} chose what it was not offered{_at(type(self._inner))}: {choice!r}")
        return choice


class _Remembering(GuardedPlayer):
    remembers = True


def guarded(name: str, make: Maker) -> Maker:
    """A function that makes players as another one does, and guards them."""

    def made(program: Program, seat: int) -> Player:
        who = f"the player `{name}` at seat {seat_letter(seat)}"
        found = _run(who, make, lambda: cast("object", make(program, seat)))
        if not isinstance(found, Player):
            raise BadPlayer(f"{who} is not a `Player`{_at(make)}: {found!r}")
        return (_Remembering if found.remembers else GuardedPlayer)(who, found)

    return made


def _run(who: str, written: object, call: Callable[[], T]) -> T:
    """Call a function of a player.  `written`: the function or the class as its author wrote it."""
    try:
        return call()
    except Fault as fault:
        why = f"the rules break down in a continuation that it imagined: {fault}"
        raise BadPlayer(f"{who} failed{_where(fault, written)}: {why}") from fault
    except (Exception, SystemExit) as error:  # the code of a player is not ours, and must not end the program
        raise BadPlayer(f"{who} failed{_where(error, written)}: {error!r}") from error


def _where(error: BaseException, written: object) -> str:
    """Where an error came up: the last line of the author's own file that was run, or else where the code begins."""
    frames = traceback.extract_tb(error.__traceback__)
    module = sys.modules.get(getattr(written, "__module__", ""))
    own = [one for one in frames if one.filename == getattr(module, "__file__", None)]
    return f" in {own[-1].filename}:{own[-1].lineno}" if own else _at(written)


def _at(written: object) -> str:
    """Where a function is written; of a class, the method that chooses."""
    if isinstance(written, type):
        written = getattr(written, "answer", getattr(written, "choose", None))
    code = getattr(written, "__code__", None)
    return f" in {code.co_filename}:{code.co_firstlineno}" if isinstance(code, CodeType) else ""
