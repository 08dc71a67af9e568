"""`hoyle.compare_players`: which of two players is better, on the same deals with seats exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..interpreter.arguments import numbers_checked
from ..interpreter.batch.report import identity
from ..interpreter.batch.skill import PlayersCompared, advantage, in_points, wins
from ..interpreter.batch.statistics import CONFIDENCE, Estimate
from ..interpreter.lowering import SettingValue
from .opening import AnyRules, OptionValues, Variants, lowered
from .results import CellValue, Report, report
from .running import Watcher, executor_of, played
from .seating import ready

PLAYER_GAMES = 40
"""The usual number of games."""


@dataclass(frozen=True)
class PlayersResult(Report):
    """How much better one player is than another: the same deals, with seats exchanged.

    `advantage` is what the side of A gains on the others, in points a deal or in games (`unit`); `wins` the share of
    games that it wins.
    """

    title: str
    ruleset: str
    fingerprint: str
    options: Mapping[str, SettingValue]
    player_a: str
    player_b: str
    seats: int
    sides: int
    seed: int
    games: int
    asked: int
    complete: bool
    confidence: float
    digest: str
    unit: str
    advantage: Estimate
    wins: Estimate
    players: int = 1
    interrupted: bool = False
    note: str = ""

    def records(self) -> list[dict[str, CellValue]]:
        """The comparison as a table: a list of one row."""
        from ..cli.formats.comparison import player_row

        return [player_row(self._data)]

    def lines(self) -> Iterator[str]:
        """The report as text."""
        from ..cli.formats.comparison import player_lines

        return player_lines(self._data)


@numbers_checked()
def compare_players(
    rules: AnyRules,
    player_a: str,
    player_b: str,
    *,
    games: int = PLAYER_GAMES,
    seats: int | None = None,
    seed: int = 0,
    options: OptionValues | None = None,
    preset: str | None = None,
    variants: Variants = (),
    workers: int = 0,
    cluster: str | None = None,
    progress: Watcher = None,
) -> PlayersResult:
    """Find out which of two players is better: the same deals, with seats exchanged.

        hoyle.compare_players("spades", "think:quick", "sound", games=100)

    Every deal is played as often as there are sides, always with the same cards: `player_a` takes each side in turn and
    `player_b` all other seats.  The other arguments are those of `hoyle.simulate`.  Raises what that raises.
    """
    _, program = lowered(rules, variants, options=options, preset=preset, seats=seats)
    names = (player_a, player_b)
    work = PlayersCompared(program, player_a, player_b, seed, ready(program, names, progress))
    by = executor_of(None, (program,), names)
    if cluster is None and by.inside:
        from ..interpreter.batch.module_players import ModulePlayersCompared

        work = ModulePlayersCompared(program, player_a, player_b, seed, work.weights)
    found = played(work, games, workers=workers, cluster=cluster, progress=progress, chunk=1)
    every, sums = len(program.sides), found.sums
    data = {
        "players": 1,
        **identity(program),
        "player_a": player_a,
        "player_b": player_b,
        "seats": program.players,
        "sides": every,
        "seed": seed,
        "games": sums.games,
        "asked": games,
        "complete": sums.games == games,
        "confidence": CONFIDENCE,
        "digest": sums.digest(),
        "unit": "points" if in_points(program) else "wins",
        "advantage": advantage(sums, every - 1).data() if sums.games else Estimate(0, 0, 0).data(),
        "wins": wins(sums, every).data(),
    }
    return found.checked(report(PlayersResult, data, interrupted=found.interrupted, note=by.note))
