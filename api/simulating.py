"""`hoyle.simulate`: plays many games and reports the results (schemas/simulate.schema.json)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..interpreter.arguments import numbers_checked
from ..interpreter.batch.report import SimulationReport
from ..interpreter.batch.statistics import Estimate
from ..interpreter.batch.work import Simulation
from ..interpreter.batch.work import seats as seated
from ..interpreter.errors import wrong
from ..interpreter.lowering import SettingValue
from ..interpreter.program import Program
from .opening import AnyRules, OptionValues, PlayerNames, Variants, lowered, several
from .results import CellValue, Json, Report, framed, report
from .running import CannotPlay, EngineName, PlayedBatch, Watcher, executor_of, names_of, played
from .seating import ready, usual

if TYPE_CHECKING:
    from ..interpreter.batch.skill import PlayersCompared, SkillSums

Histogram = tuple[tuple[int, int], ...]
"""Values, each with how often it was counted, ascending."""
RANDOM_GAMES, THOUGHT_GAMES = 1000, 100
"""The usual number of games of players who choose at random, and of players who think."""


@dataclass(frozen=True)
class SideOutcome:
    """What one side of the table won: a team where teams win, else a player."""

    name: str
    seats: tuple[str, ...]
    players: tuple[str, ...]
    wins: Estimate
    shared: Estimate
    score_change: Estimate | None = None
    per_deal: Estimate | None = None
    final: Histogram = ()
    gains: Histogram = ()


@dataclass(frozen=True)
class SeatFromDealer:
    """How often the seat wins that is so many to the left of the first dealer."""

    left_of_dealer: int
    wins: Estimate


@dataclass(frozen=True)
class DealerOutcome:
    """What dealing is worth: the variable that names the dealer, wins by seat, points in a deal."""

    name: str
    seats: tuple[SeatFromDealer, ...]
    per_deal: Estimate | None = None
    others_per_deal: Estimate | None = None


@dataclass(frozen=True)
class GameLength:
    """How long games are."""

    deals: Estimate
    decisions: Estimate
    decisions_per_deal: Estimate
    deal_counts: Histogram
    decision_counts: Histogram


@dataclass(frozen=True)
class AnswerCount:
    """How often an answer was given, and its share of all answers to its question."""

    label: str
    count: int
    share: Estimate


@dataclass(frozen=True)
class QuestionCount:
    """How often a question of the rules was asked, and its answers."""

    line: int
    text: str
    phase: str
    asked: int
    answers: tuple[AnswerCount, ...]


@dataclass(frozen=True)
class RuleCount:
    """How often a rule fired, and how often in a deal."""

    kind: str
    line: int
    text: str
    count: int
    per_deal: Estimate


@dataclass(frozen=True)
class NeverFired:
    """A rule that never fired, or an answer that nobody gave."""

    kind: str
    line: int
    text: str


@dataclass(frozen=True)
class PaidAnswer:
    """What the side of whoever gave an answer gained in the deal, more than the others."""

    line: int
    text: str
    phase: str
    label: str
    count: int
    gained: Estimate


@dataclass(frozen=True)
class CourseMeasures:
    """What the game is like to play; None for what nothing was found out about."""

    lead_changes: Estimate | None = None
    drama: Estimate | None = None
    decided: Estimate | None = None
    comeback: Estimate | None = None
    spread: Estimate | None = None
    clear: Estimate | None = None
    answers: tuple[PaidAnswer, ...] = ()


@dataclass(frozen=True)
class SkillShare:
    """How much of the result is skill; the first of `players` takes each side in turn, the second all others."""

    players: tuple[str, ...]
    games: int
    unit: str
    advantage: Estimate
    share: Estimate


@dataclass(frozen=True)
class SimulationResult(Report):
    """What came of many games.  An `Estimate` has a `value` and a 95 % interval from `low` to `high`."""

    title: str
    ruleset: str
    fingerprint: str
    options: Mapping[str, SettingValue]
    players: tuple[str, ...]
    seed: int
    games: int
    asked: int
    complete: bool
    confidence: float
    digest: str
    sides: tuple[SideOutcome, ...]
    ties: Estimate
    cut: Estimate
    dealer: DealerOutcome | None
    length: GameLength
    questions: tuple[QuestionCount, ...]
    rules: tuple[RuleCount, ...]
    never: tuple[NeverFired, ...]
    measures: CourseMeasures | None = None
    skill: SkillShare | None = None
    simulation: int = 1
    interrupted: bool = False
    """Whether Ctrl-C ended it early; `games` says how many were played until then."""
    note: str = ""
    """Why the Python engine played, if modules were expected to."""

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each number, with what tells runs apart: the rules, every option, the players and the seed."""
        from ..cli.formats.simulation import rows

        options = {f"option_{name}": value for name, value in self.options.items()}
        return [{**row, **options} for row in rows(self._data)]

    def lines(self, *, every_rule: bool = False) -> Iterator[str]:
        """The report as text; `every_rule`: with how often each rule fired."""
        from ..cli.formats.simulation import text_lines

        return text_lines(self._data, every_rule=every_rule)

    def csv(self) -> str:
        """The rows of the report as a CSV file."""
        from ..cli.formats.simulation import csv_text

        return csv_text(self._data)

    def html(self) -> str:
        """The report as an HTML page with plots."""
        from ..cli.pages.report import simulation_page

        return simulation_page(self._data)

    def _repr_html_(self) -> str:
        return framed(self.html())


@numbers_checked()
def simulate(
    rules: AnyRules,
    *,
    games: int | None = None,
    players: PlayerNames | int | None = None,
    seats: int | None = None,
    seed: int = 0,
    options: OptionValues | None = None,
    preset: str | None = None,
    variants: Variants = (),
    measures: bool = False,
    skill: int = 0,
    record: str | Path | None = None,
    workers: int = 0,
    engine: EngineName | None = None,
    cluster: str | None = None,
    progress: Watcher = None,
) -> SimulationResult:
    """Play many games and report the results.

        hoyle.simulate("newberry_euchre", players=("sound", "random"), games=500, options={"target": 5})

    rules     a name, a path, the text of a rule file, or loaded rules
    games     how many (1000; 100 if players think)
    players   names of players (`hoyle.list("players")`), in turn around the table; a number: how many play
    seats     how many play, if `players` says who
    seed      from 0; the same seed gives the same report and digest with any number of workers
    measures  also lead changes, drama, how much choices matter, what bids pay; players then think by default
    skill     also how much is skill: that many games of `learned` (or `think:quick`) against `random`
    record    a new folder; every game is written there as a script
    workers   processes or threads (0: one for each core); `cluster`: the address of a Dask scheduler
    engine    `python` or `wasm` (None: modules where all players choose at random)
    progress  a function of a `Progress`, or True for a bar

    If nobody is named, the player `learned` sits at every seat, who learns the rules first, for some seconds, if nobody
    has; `random` where no module can be made of the rules, or with an `engine`; with `measures` players who think.

    Ctrl-C ends it early and the report is of the games until then.  Raises `RulesError`, `UnknownPlayer`, `CannotPlay`,
    and `GamesStopped` (with the report so far) if a game cannot be played to its end.
    """
    by_chance = not measures or engine is not None or (games or 0) > THOUGHT_GAMES
    named = players is not None and not isinstance(players, int)
    names, seats = who_plays(players, seats, "random" if by_chance else "think:quick")
    count = games if games is not None else RANDOM_GAMES if by_chance or named else THOUGHT_GAMES
    _, program = lowered(rules, variants, options=options, preset=preset, seats=seats, names=names)
    unnamed = not named and by_chance and engine is None and cluster is None
    if unnamed:
        names = (usual(program, "random"),)
    try:
        weights = ready(program, names, progress)
    except CannotPlay:
        if not unnamed:
            raise
        names, weights = ("random",), None  # the rules break down: they come upon a game that shows it
    work = Simulation(program, seated(names, program.players), seed, weights)
    if measures:
        from ..interpreter.batch.measures import MeasuredSimulation

        if record is not None:
            raise CannotPlay("games are either recorded or measured: leave out `record` or `measures`")
        work = MeasuredSimulation(program, work.players, seed, work.weights)
    other = "recording" if record is not None else "measuring" if measures else ""
    by = executor_of(engine, (program,), names, other=other)
    if by.inside:
        from ..interpreter.batch.modules import ModuleSimulation

        work = ModuleSimulation(program, work.players, seed, work.weights)
    chunk = 0
    if record is not None:
        if cluster is not None:
            raise CannotPlay("games are recorded on this computer's disk, and a cluster has others: leave one out")
        from .recording import recorded

        work, chunk = recorded(work, Path(record), rules, several(variants))
    found = played(work, count, workers=workers, cluster=cluster, progress=progress, chunk=chunk)
    if record is not None and found.stopped:
        from ..interpreter.batch.recorded import tidied

        tidied(str(record))
    data: dict[str, Json] = dict(SimulationReport(work, found.sums, count).data())
    if skill and not found.stopped and len(program.sides) > 1:
        compared, more = _skill(program, skill, seed, workers, progress)
        data |= _skill_data(compared, more.sums) if more.sums.games else {}
        found = replace(found, interrupted=more.interrupted, failure=more.failure, problem=more.problem)
    return found.checked(report(SimulationResult, data, interrupted=found.interrupted, note=by.note))


def who_plays(players: PlayerNames | int | None, seats: int | None, usual: str) -> tuple[tuple[str, ...], int | None]:
    """The names of the players, and the number of seats.  A number takes the usual player at every seat.

    Raises `UnknownPlayer`, and `GameError` if two numbers of seats are given.
    """
    if isinstance(players, int):
        if seats not in (None, players):
            raise wrong(f"{players} are to play, and there are to be {seats} seats; leave one out")
        return (usual,), players
    return names_of(usual if players is None else players), seats


def _skill(
    program: Program, games: int, seed: int, workers: int, progress: Watcher
) -> tuple[PlayersCompared, PlayedBatch[SkillSums]]:
    """The games that tell how much is skill."""
    from ..interpreter.batch.skill import CHANCE, THINKS, PlayersCompared

    names = (usual(program, THINKS), CHANCE)
    work = PlayersCompared(program, *names, seed, ready(program, names, progress))
    if executor_of(None, (program,), names).inside:
        from ..interpreter.batch.module_players import ModulePlayersCompared

        work = ModulePlayersCompared(program, *names, seed, work.weights)
        return work, played(work, games, workers=workers, progress=progress, title="skill")
    return work, played(work, games, workers=workers, progress=progress, title="skill", chunk=1)


def _skill_data(work: PlayersCompared, sums: SkillSums) -> dict[str, Json]:
    """The part of the report on skill."""
    from ..interpreter.batch.skill import advantage, in_points, share

    return {
        "skill": {
            "players": [work.player_a, work.player_b],
            "games": sums.games,
            "unit": "points" if in_points(work.program) else "wins",
            "advantage": advantage(sums, len(work.program.sides) - 1).data(),
            "share": share(sums).data(),
        }
    }
