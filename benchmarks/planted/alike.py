"""Whether two rule sets play alike: the same games under both, with players that choose at random, inside modules.

A few games tell most mistakes, so they are played first; only what is still alike after them is played more often.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hoyle.dsl.checked import CheckedGame
from hoyle.interpreter.batch.modules import ModuleSimulation
from hoyle.interpreter.batch.sums import GameSums
from hoyle.interpreter.fuzz.settings import PLAYERS, SettingRow, row_text
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.trial.settings import covering
from hoyle.interpreter.wasm import Uncompilable

FEW, MORE = 20, 1_000
"""So many games are played before all of them."""
SEED = 2
LEAST = 4
"""So many games at least are played under each setting that is not the default one."""
_RESULTS = ("wins", "shared", "ties", "cut", "decisions", "deals", "length", "from_dealer", "score", "dealer_gain")


def steps(games: int) -> list[int]:
    """How many games were played after each step, in all."""
    return [0, *(step for step in (FEW, MORE) if step < games), games]


class PlayedGames:
    """The games of a rule set, under the default settings and under those of the short run; each is played once."""

    def __init__(self, game: CheckedGame, games: int) -> None:
        rows = list(covering(game))
        shares = [games // (4 * len(rows)) if rows else 0] * len(rows)
        self._settings = [_Setting(game, None, games), *map(_Setting, [game] * len(rows), rows, shares)]

    def __len__(self) -> int:
        return len(self._settings)

    def results(self, setting: int, step: int, steps: list[int]) -> str:
        """How the games of a step came out under one setting."""
        return self._settings[setting].results(step, steps)

    def release(self) -> None:
        """Keep the results, and let the modules go."""
        for one in self._settings:
            one.release()


class _Setting:
    """The games under one setting."""

    def __init__(self, game: CheckedGame, row: SettingRow | None, games: int) -> None:
        self._game, self._row, self._games = game, row, games
        self._found: list[str] = []
        self._coming: Iterator[str] | None = None

    def results(self, step: int, steps: list[int]) -> str:
        if self._coming is None and step >= len(self._found):
            self._coming = self._played(steps, len(self._found))
        while step >= len(self._found):
            assert self._coming is not None
            self._found.append(next(self._coming))
        return self._found[step]

    def release(self) -> None:
        self._coming = None

    def _played(self, steps: list[int], done: int) -> Iterator[str]:
        """What came of the games of each step that is not done."""
        row, share = self._row, 1.0 if self._row is None else self._games / steps[-1]
        ends = [steps[0], *(max(LEAST, round(step * share)) for step in steps[1:])]
        try:
            options = {} if row is None else row_text(self._game, row)
            program = lower(self._game, options, None if row is None else row[PLAYERS])
        except SettingsError as error:
            while True:
                yield str(error)
        work = ModuleSimulation(program, ("random",) * program.players, SEED)
        try:
            runner = work.runner()
        except Uncompilable:
            runner = work.plain().runner()
        for first, end in list(pairwise(ends))[done:]:
            if first == end:
                yield ""
                continue
            part = runner.run(first, end - first)
            yield str(part.failure and (part.failure.code, part.failure.message)) + results_text(part.sums)


def results_text(sums: GameSums) -> str:
    """How games came out, whichever lines did it."""
    histograms = [*sums.final, *sums.gains, sums.deal_count, sums.lengths]
    return repr(([getattr(sums, name) for name in _RESULTS], [sorted(one.items()) for one in histograms]))


def alike(one: PlayedGames, other: PlayedGames, games: int) -> bool:
    """Whether games come out alike under all settings."""
    plan = steps(games)
    return len(one) == len(other) and all(
        one.results(setting, step, plan) == other.results(setting, step, plan)
        for step in range(len(plan) - 1)
        for setting in range(len(one))
    )
