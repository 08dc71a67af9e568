"""Matches between two players whose time is taken, and how the pages show them.

Deals, seatings and what is counted are those of `strength.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import process_time
from typing import Any, ClassVar

import strength
from strength import Cell, Table

from hoyle.interpreter.players import Maker, Player
from hoyle.interpreter.players.player import Decision
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search import thinker, world_solver
from hoyle.interpreter.search.tricks import course

FEWEST, LIMIT = 8, 1.96
"""The fewest deals that show anything, and by how many standard errors."""


class TimedPlayer(Player):
    """A player the seconds and the number of whose choices are counted."""

    remembers: ClassVar[bool] = True

    def __init__(self, inner: Player, spent: list[float]) -> None:
        self.inner, self.spent = inner, spent

    def begin(self) -> None:
        self.inner.begin()

    def choose(self, decision: Decision) -> Choice:
        begun = process_time()
        chosen = self.inner.choose(decision)
        self.spent[0] += process_time() - begun
        self.spent[1] += 1
        return chosen


def played(program: Program, players: dict[str, Maker], seed: int, seconds: float) -> dict[str, Any]:
    """Play deals between two kinds of players, by their names, for so many seconds of the processor.  Returns how many
    milliseconds a choice of each took, and what the first gained (the fields of `Cell`).
    """
    spent = {name: [0.0, 0.0] for name in players}

    def maker(name: str) -> Maker:
        return lambda program, seat: TimedPlayer(players[name](program, seat), spent[name])

    strength.maker = maker
    first, second = players
    table, cell, until = Table(program, first, second, seed), Cell(), process_time() + seconds
    number = 0
    while process_time() < until and table.play_until(number, cell, until):
        number += 1
    cell.seconds = seconds
    return {name: 1000 * total / max(count, 1) for name, (total, count) in spent.items()} | asdict(cell)


def count_processor_time() -> None:
    """Let players who think for a time count that of the processor."""
    for module in (thinker, world_solver, course):
        module.monotonic = process_time


def cell_of(row: dict[str, Any]) -> Cell:
    """The deals of a row."""
    return Cell(**{key: value for key, value in row.items() if key in Cell.__annotations__})


def is_better(row: dict[str, Any]) -> bool:
    """Whether the first player is shown to be better."""
    cell = cell_of(row)
    return cell.deals >= FEWEST and cell.errors >= LIMIT


def row_of(row: dict[str, Any], head: Sequence[str], players: Sequence[str]) -> str:
    """A row of a table: `head`, the gain, its standard errors, the deals, how long players took, and the verdict."""
    cell = cell_of(row)
    enough = cell.deals >= FEWEST
    shown = "better" if is_better(row) else "worse" if cell.errors <= -LIMIT else ""
    values = (
        *head,
        f"{cell.mean:+.3g} ± {1.96 * cell.error:.2g}" if enough else "",
        f"{cell.errors:+.1f}" if enough else "",
        str(cell.deals),
        ", ".join(f"{row[name]:.1f}" for name in players),
        shown if enough else "too few deals",
    )
    return f"| {' | '.join(values)} |"


@dataclass(frozen=True)
class Verdicts:
    """In how many games something is shown."""

    better: int
    worse: int
    nothing: int
    few: int
    """Those with too few deals."""


def verdicts(rows: list[dict[str, Any]]) -> Verdicts:
    """Count what rows show."""
    found = [cell_of(row) for row in rows]
    shown = [cell.errors for cell in found if cell.deals >= FEWEST]
    better, worse = sum(one >= LIMIT for one in shown), sum(one <= -LIMIT for one in shown)
    return Verdicts(better, worse, len(shown) - better - worse, len(found) - len(shown))
