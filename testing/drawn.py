"""Games and programs that strategies draw: their `repr` is short, and a program knows its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ..dsl.checked import CheckedGame
from ..interpreter.lowering import SettingValue, lower
from ..interpreter.program import Program
from .printing import ShortRepr


class DrawnGame(ShortRepr, CheckedGame):
    """A checked game with a short `repr`."""

    def __repr__(self) -> str:
        return f"<the game {self.title}>"


@dataclass(frozen=True, repr=False, eq=False)
class DrawnProgram(ShortRepr, Program):
    """A program with a short `repr`."""

    checked: CheckedGame | None = field(default=None, kw_only=True)
    """The rules from which it was made."""

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"<{self.title} for {self.players} players, {options or 'no options'}>"


def drawn_game(game: CheckedGame) -> CheckedGame:
    """The game as strategies return it."""
    return DrawnGame(**_parts(game))


def drawn_program(game: CheckedGame, chosen: Mapping[str, SettingValue], players: int) -> Program:
    """Lower a game to a program as strategies return it.  Raises `SettingsError`."""
    return DrawnProgram(**_parts(lower(game, chosen, players)), checked=game)


def _parts(made: CheckedGame | Program) -> dict[str, Any]:
    return {field.name: getattr(made, field.name) for field in fields(made)}
