"""`hoyle.stats`: what happened in games that people played, counted as `hoyle.simulate` counts games of programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from ..dsl.codes.reporting import ScriptError
from ..interpreter.batch.happened import PERSON, GameThatHappened, HappenedGames, happened
from ..interpreter.batch.report import SimulationReport
from ..interpreter.batch.statistics import Estimate
from ..interpreter.errors import NoAnswer
from ..interpreter.notation.model import ScriptedGame
from ..interpreter.opening.opened import OpenedGame
from ..interpreter.opening.rulesets import Rulesets
from .results import CellValue, Json, Report, report
from .scripts import AnyScript, games_of
from .simulating import SimulationResult

if TYPE_CHECKING:
    from ..interpreter.replay.events import Failed


class CannotCount(NoAnswer):
    """These scripts cannot be counted together.  The text says why."""


@dataclass(frozen=True)
class SetDifference:
    """A number in two sets of games, and how the second differs from the first."""

    what: str
    first: Estimate
    second: Estimate
    difference: Estimate


@dataclass(frozen=True)
class ChoiceQuality:
    """How well a player chose: how many choices were judged, how many were the best, and the mean cost in points."""

    player: str
    judged: int
    best: Estimate
    cost: Estimate


@dataclass(frozen=True)
class StatsResult(Report):
    """What happened in one set of scripts, or in two.  Each set is a report of the form that `hoyle.simulate` has.

    `unfinished`: how many games of each set were not played to their end, and do not count.  `differences`: of two
    sets, the numbers that both have, those that surely differ first.  `choices`: how well each player chose, if that
    was judged.
    """

    sets: tuple[SimulationResult, ...]
    unfinished: tuple[int, ...]
    differences: tuple[SetDifference, ...] = ()
    choices: tuple[ChoiceQuality, ...] = ()
    stats: int = 1

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each number of each set."""
        return [{"set": number, **row} for number, one in enumerate(self.sets, 1) for row in one.records()]

    def lines(self, *, every_rule: bool = False) -> Iterator[str]:
        """The report as text."""
        from ..cli.formats.counting import text_lines

        return text_lines(self._data, every_rule=every_rule)


def stats(*scripts: AnyScript, against: Iterable[AnyScript] = (), judge: bool = False) -> StatsResult:
    """Count what happened in games that people played: who won, how often each rule applied, what was bid and paid.

        hoyle.stats("evening.play", "sunday.play").sets[0].rules

    scripts   scripts of one game with the same options and number of players; games that are not over do not count
    against   a second set, to compare with, perhaps under a house rule
    judge     also judge every choice, quickly

    Raises `CannotCount` if a script is wrong, or if games of a set were played by different rules.
    """
    first = _counted(_read(scripts))
    others = [*against]
    second = _counted(_read(others)) if others else None
    sets = [first, *([second] if second is not None else [])]
    results = [report(SimulationResult, data) for data, _ in sets]
    differences = [*_differences(results[0], results[1])] if len(results) == 2 else []
    differences.sort(key=lambda one: (not one.difference.sure, -abs(one.difference.value)))
    data: dict[str, Json] = {
        "stats": 1,
        "sets": [data for data, _ in sets],
        "unfinished": [unfinished for _, unfinished in sets],
        "differences": [
            {
                "what": one.what, "first": one.first.data(), "second": one.second.data(),
                "difference": one.difference.data(),
            }
            for one in differences
        ],
        "choices": [*_judged([*scripts, *others])] if judge else [],
    }  # fmt: skip
    return report(StatsResult, data)


def _read(scripts: Sequence[AnyScript]) -> list[tuple[OpenedGame, GameThatHappened]]:
    """The games of some scripts, replayed.  Raises `CannotCount`."""
    rulesets = Rulesets()
    found: list[tuple[OpenedGame, GameThatHappened]] = []
    for script in scripts:
        folder, games = games_of(script)
        for game in games:
            if not isinstance(game, ScriptedGame):
                raise CannotCount(f"{game[0].span}: {game[0].message}")
            found.append(_happened(game, rulesets, folder))
    if not found:
        raise CannotCount("there are no games to count")
    return found


def _happened(game: ScriptedGame, rulesets: Rulesets, folder: Path) -> tuple[OpenedGame, GameThatHappened]:
    try:
        opened = rulesets.for_script(game, folder)
    except ScriptError as error:
        raise CannotCount(f"{error.diagnostic.span}: {error.diagnostic.message}") from None
    played: GameThatHappened | Failed = happened(game, opened)
    if not isinstance(played, GameThatHappened):
        raise CannotCount(f"{played.diagnostic.span}: {played.diagnostic.message}")
    return opened, played


def _counted(games: list[tuple[OpenedGame, GameThatHappened]]) -> tuple[dict[str, Json], int]:
    """The report on a set of games, and how many of them were not over."""
    program = games[0][0].engine.program
    for opened, _ in games:
        other = opened.engine.program
        if (other.fingerprint, other.options, other.players) != (program.fingerprint, program.options, program.players):
            raise CannotCount(
                f"`{other.title}` was played by other rules, options or numbers of players than `{program.title}`; "
                "count them apart, or compare them with --against"
            )
    work = HappenedGames(program, (PERSON,) * program.players, games=tuple(game for _, game in games))
    part = work.counted()
    return dict(SimulationReport(work, part.sums, part.sums.games).data()), len(games) - part.sums.games


# ------------------------------------------------------------------------------------------------------- differences


def _differences(first: SimulationResult, second: SimulationResult) -> Iterator[SetDifference]:
    """The numbers that two sets have in common.  Games of different sets are independent."""
    a, b = dict(_numbers(first)), dict(_numbers(second))
    for what, one in a.items():
        other = b.get(what)
        if other is not None:
            value = other.value - one.value
            low = value - sqrt((other.value - other.low) ** 2 + (one.high - one.value) ** 2)
            high = value + sqrt((other.high - other.value) ** 2 + (one.value - one.low) ** 2)
            yield SetDifference(what, one, other, Estimate(value, low, high))


def _numbers(result: SimulationResult) -> Iterator[tuple[str, Estimate]]:
    yield "deals in a game", result.length.deals
    yield "choices in a deal", result.length.decisions_per_deal
    yield "ties", result.ties
    for side in result.sides:
        yield f"{side.name} wins", side.wins
        if side.per_deal is not None:
            yield f"{side.name} gains in a deal", side.per_deal
    for rule in result.rules:
        yield f"in a deal: {rule.text}", rule.per_deal
    for question in result.questions:
        for one in question.answers:
            yield f"{question.text}: {one.label}", one.share


# ------------------------------------------------------------------------------------------------------------- judge


def _judged(scripts: Sequence[AnyScript]) -> Iterator[Json]:
    """How well each player chose, as a quick judge sees it.  Choices count as independent."""
    from ..interpreter.batch.statistics import mean, wilson
    from ..interpreter.batch.sums import Cross
    from .judging import analyse

    costs: dict[str, Cross] = {}
    best: dict[str, int] = {}
    for script in analyse(*scripts, budget="quick").scripts:
        for choice in (choice for game in script.games for choice in game.choices if choice.cost is not None):
            value = 0.0 if choice.cost is None else choice.cost.value
            player = str(choice.player)
            costs.setdefault(player, Cross(1)).add(round(1000 * max(0.0, value)))
            best[player] = best.get(player, 0) + (value <= 0)
    for player, cross in sorted(costs.items()):
        found = mean(cross, 0)
        cost = Estimate(found.value / 1000, found.low / 1000, found.high / 1000)
        yield {
            "player": player, "judged": cross.games, "best": wilson(best[player], cross.games).data(),
            "cost": cost.data(),
        }  # fmt: skip
