"""`hoyle.compare`: the same deals under two sets of rules (schemas/compare.schema.json)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload

from ..dsl.checked import CheckedGame
from ..interpreter.arguments import numbers_checked
from ..interpreter.batch.divergence import ExamplesAhead
from ..interpreter.batch.pairing import EXAMPLES, PairedGames, comparable
from ..interpreter.batch.statistics import Estimate
from ..interpreter.batch.verdict import OptionDifference, Verdict, same_rules
from ..interpreter.batch.work import seats as seated
from ..interpreter.lowering import SettingValue
from ..interpreter.opening.options import given_options
from ..interpreter.players import LEARNED
from ..interpreter.program import Program
from .opening import AnyRules, OptionValues, PlayerNames, Variants, lowered, several
from .results import CellValue, Report, framed, report
from .running import CannotPlay, EngineName, Watcher, executor_of, played, watched
from .seating import ready, taught_further, usual_names
from .simulating import who_plays

USUAL, USUAL_GAMES = "sound", 200
"""Who plays if nobody is named and no module can be made of the rules, and the usual number of games."""
CHANCE_GAMES, LEARNED_GAMES = 1000, 2000
"""The usual number of games of players who choose at random, and of players who have learned."""
LEARNED_EXAMPLES = 12
"""In how many games of players who have learned the first difference is looked for."""


@dataclass(frozen=True)
class BothSides:
    """A number under A, under B, and what B has more, deal against deal."""

    a: Estimate
    b: Estimate
    difference: Estimate


@dataclass(frozen=True)
class RulesIdentity:
    """One of the rule sets that were compared."""

    title: str
    ruleset: str
    fingerprint: str
    options: Mapping[str, SettingValue]


@dataclass(frozen=True)
class ChangedOption:
    """An option that differs, with its values."""

    option: str
    about: str
    a: str
    b: str


@dataclass(frozen=True)
class SideDifference:
    """What a side wins under both, and its points in a deal."""

    name: str
    wins: BothSides | None = None
    per_deal: BothSides | None = None


@dataclass(frozen=True)
class LengthDifference:
    """Deals and decisions in a game."""

    deals: BothSides
    decisions: BothSides


@dataclass(frozen=True)
class WinnerPair:
    """In how many games side `a` won under A and side `b` under B."""

    a: str
    b: str
    count: int


@dataclass(frozen=True)
class CameUp:
    """In how many games the lines that differ came up, of those looked at."""

    games: int
    of: int


@dataclass(frozen=True)
class DivergingRule:
    """A line that made the first difference, and in how many games."""

    file: str
    line: int
    text: str
    games: int


@dataclass(frozen=True)
class DivergingEvent:
    """An event of an example game, with the line of the rule behind it."""

    text: str
    file: str | None = None
    line: int | None = None


@dataclass(frozen=True)
class DivergingGame:
    """The first game that went otherwise, where it begins to differ."""

    game: int
    deal: int
    before: tuple[str, ...]
    a: tuple[DivergingEvent, ...]
    b: tuple[DivergingEvent, ...]


@dataclass(frozen=True)
class AnswerChange:
    """An answer that is given otherwise: how often in a deal under A, and under B."""

    label: str
    a: float
    b: float


@dataclass(frozen=True)
class LearnedDifference:
    """What differs if the players have learned the rules of B, too."""

    games: int
    digest: str
    sentence: str
    winner_changes: Estimate
    deal_changes: Estimate
    sides: tuple[SideDifference, ...]
    answers: tuple[AnswerChange, ...]


@dataclass(frozen=True)
class ComparisonResult(Report):
    """What differs between two sets of rules, seen in games of the same deals.

    If the players are `learned`, they go on under B as they played under A, and `learned` says what differs once they
    have learned the rules of B.
    """

    a: RulesIdentity
    b: RulesIdentity
    changes: tuple[ChangedOption, ...]
    players: tuple[str, ...]
    seed: int
    games: int
    asked: int
    complete: bool
    confidence: float
    digest: str
    sentence: str
    came_up: CameUp | None
    winner_changes: Estimate
    deals: int
    deal_changes: Estimate
    sides: tuple[SideDifference, ...]
    undecided: Mapping[str, BothSides]
    length: LengthDifference
    measures: Mapping[str, BothSides]
    measured: tuple[str, ...]
    results: tuple[WinnerPair, ...]
    pairing: tuple[float | None, ...] | None
    looked_at: int
    chose_otherwise: int
    rules: tuple[DivergingRule, ...]
    example: DivergingGame | None
    learned: LearnedDifference | None = None
    comparison: int = 1
    interrupted: bool = False
    """Whether Ctrl-C ended it early; `games` says how many were played until then."""
    note: str = ""

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each number, with what tells runs apart: both rules with their options, the players, the seed."""
        from ..cli.formats.comparison import rows

        return list(rows([self._data]))

    def lines(self) -> Iterator[str]:
        """The report as text."""
        from ..cli.formats.comparison import text_lines

        return text_lines(self._data)

    def csv(self) -> str:
        """The rows of the report as a CSV file."""
        return ComparisonList((self,)).csv()

    def html(self) -> str:
        """The report as an HTML page with plots."""
        return ComparisonList((self,)).html()

    def _repr_html_(self) -> str:
        return framed(self.html())


@dataclass(frozen=True)
class ComparisonList(Sequence[ComparisonResult]):
    """Several settings, each compared with the same first one."""

    comparisons: tuple[ComparisonResult, ...]

    @overload
    def __getitem__(self, index: int) -> ComparisonResult: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ComparisonResult, ...]: ...
    def __getitem__(self, index: int | slice) -> ComparisonResult | tuple[ComparisonResult, ...]:
        return self.comparisons[index]

    def __len__(self) -> int:
        return len(self.comparisons)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the last one early."""
        return any(one.interrupted for one in self.comparisons)

    @property
    def note(self) -> str:
        """Why the Python engine played, if modules were expected to."""
        return next((one.note for one in self.comparisons if one.note), "")

    def data(self) -> dict[str, Any]:
        """The comparisons as JSON data."""
        return {"comparisons": [one.data() for one in self.comparisons]}

    def records(self) -> list[dict[str, CellValue]]:
        """The rows of all comparisons."""
        return [row for one in self.comparisons for row in one.records()]

    def lines(self) -> Iterator[str]:
        """A table of the settings."""
        from ..cli.formats.comparison import vary_lines

        return vary_lines([one.data() for one in self.comparisons])

    def csv(self) -> str:
        """The rows of all comparisons as a CSV file."""
        from ..cli.formats.comparison import csv_text

        return csv_text([one.data() for one in self.comparisons])

    def html(self) -> str:
        """The comparisons as one HTML page."""
        from ..cli.pages.report import comparison_page

        return comparison_page([one.data() for one in self.comparisons])

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines())

    def _repr_html_(self) -> str:
        return framed(self.html())


@dataclass(frozen=True)
class _ChosenRules:
    """One of the compared rule sets: a game and its settings."""

    game: CheckedGame
    program: Program
    options: Mapping[str, SettingValue]
    preset: str | None


@numbers_checked()
def compare(
    a: AnyRules,
    b: AnyRules | None = None,
    *,
    games: int | None = None,
    players: PlayerNames | int | None = None,
    seats: int | None = None,
    seed: int = 0,
    options: OptionValues | None = None,
    options_a: OptionValues | None = None,
    options_b: OptionValues | None = None,
    preset: str | None = None,
    preset_a: str | None = None,
    preset_b: str | None = None,
    variants: Variants = (),
    variants_a: Variants = (),
    variants_b: Variants = (),
    workers: int = 0,
    engine: EngineName | None = None,
    cluster: str | None = None,
    progress: Watcher = None,
) -> ComparisonResult:
    """Play the same deals under two sets of rules and report what differs.

        hoyle.compare("newberry_euchre", "five.hoyle", players="sound", games=500)
        hoyle.compare("newberry_euchre", options_b={"lone_march": 5})

    `options`, `preset` and `variants` hold for both, those with `_a` and `_b` for one of them; without `b`, the rules
    are compared with themselves under other settings.  `players` are `learned` if nobody is named, `sound` where no
    module can be made of the rules A, and `random` with an `engine`.  `games` is 2000 for `learned`, 1000 if all choose
    at random, and else 200.  The other arguments are those of `hoyle.simulate`.

    Players who have `learned` answer twice: as people who go on as before, and as people who have learned the rules B.

    Ctrl-C ends it early.  Raises `RulesError`, `UnknownPlayer`, `NotComparable` for rules without the same seats and
    sides, `CannotPlay`, and `GamesStopped`.
    """
    names, seats = who_plays(players, seats, "random" if engine is not None else USUAL)
    one, other = [
        _rules(rules, (*several(variants), *several(over)), given_options(options, own), title, seats, names)
        for rules, over, own, title in (
            (a, variants_a, options_a, preset if preset_a is None else preset_a),
            (a if b is None else b, variants_b, options_b, preset if preset_b is None else preset_b),
        )
    ]
    names = usual_names(names, players, one.program, USUAL, by=engine or cluster)
    return _compared(one, other, names, games, seed, workers, cluster, engine, progress)


@numbers_checked()
def compare_settings(
    rules: AnyRules,
    settings: Sequence[OptionValues],
    *,
    games: int | None = None,
    players: PlayerNames | int | None = None,
    seats: int | None = None,
    seed: int = 0,
    options: OptionValues | None = None,
    preset: str | None = None,
    variants: Variants = (),
    workers: int = 0,
    engine: EngineName | None = None,
    cluster: str | None = None,
    progress: Watcher = None,
) -> ComparisonList:
    """Compare every setting of some options with the first, on the same deals.

        hoyle.compare_settings("newberry_euchre", [{"target": 5}, {"target": 7}, {"target": 10}])

    The other arguments are those of `hoyle.compare`.  Raises what that raises.
    """
    if len(settings) < 2:
        raise CannotPlay("at least two settings are needed")
    names, seats = who_plays(players, seats, "random" if engine is not None else USUAL)
    made = [_rules(rules, several(variants), given_options(options, one), preset, seats, names) for one in settings]
    names = usual_names(names, players, made[0].program, USUAL, by=engine or cluster)
    found: list[ComparisonResult] = []
    for other in made[1:]:
        found.append(_compared(made[0], other, names, games, seed, workers, cluster, engine, progress))
        if found[-1].interrupted:
            break
    return ComparisonList(tuple(found))


def _rules(
    rules: AnyRules, variants: Variants, options: OptionValues, preset: str | None, seats: int | None,
    names: tuple[str, ...],
) -> _ChosenRules:  # fmt: skip
    game, program = lowered(rules, variants, options=options, preset=preset, seats=seats, names=names)
    return _ChosenRules(game, program, options, preset)


def _compared(
    a: _ChosenRules, b: _ChosenRules, names: tuple[str, ...], asked: int | None, seed: int, workers: int,
    cluster: str | None, engine: EngineName | None, progress: Watcher,
) -> ComparisonResult:  # fmt: skip
    """Compare two rule sets."""
    comparable(a.program, b.program, {*a.game.counts} & {*b.game.counts})
    learns = LEARNED in names
    games = asked or (LEARNED_GAMES if learns else CHANCE_GAMES if set(names) == {"random"} else USUAL_GAMES)
    weights = ready(a.program, names, progress)
    work = PairedGames(a.program, b.program, seated(names, a.program.players), seed, (weights, weights))
    by = executor_of(engine, (a.program, b.program), names)
    if by.inside:
        from ..interpreter.batch.modules import ModulePairedGames

        work = ModulePairedGames(a.program, b.program, work.players, seed, work.weights)
    changes = _changes(a, b)
    title = ", ".join(f"{one.name} {one.b[0]}" for one in changes) or "games"
    examples = ExamplesAhead(work, LEARNED_EXAMPLES if learns else EXAMPLES)
    found = played(work, games, workers=workers, cluster=cluster, progress=progress, title=title, look=examples.begin)
    verdict = Verdict(work, found.sums, games, changes, presets=_presets(a, b))
    if not found.stopped and found.sums.games:
        from ..interpreter.trial.changed import came_up

        try:
            verdict.came_up = came_up(a.game, b.game, work, found.sums.games)
        except KeyboardInterrupt:
            found.interrupted = True
    most = min(len(found.sums.examples), 1 if found.interrupted else examples.most)
    try:
        steps = verdict.look(most, examples.found())
        for _ in watched(steps, most, "looking at examples", lambda done: done, progress):
            pass
    except KeyboardInterrupt:
        found.interrupted = True
    examples.stop()
    data = verdict.data()
    if weights is not None and not found.stopped and not found.interrupted and found.sums.games:
        try:
            # the same lesson under both rules, so that what differs is not that the players learned more
            both = taught_further(a.program, weights, progress), taught_further(b.program, weights, progress)
            own = replace(work, weights=both)
            later = played(own, games, workers=workers, cluster=cluster, progress=progress, title="once learned")
        except KeyboardInterrupt:
            found.interrupted = True
        else:
            found.interrupted, found.failure, found.problem = later.interrupted, later.failure, later.problem
            if later.sums.games:
                data["learned"] = Verdict(own, later.sums, games, changes, presets=verdict.presets).after_learning()
    return found.checked(report(ComparisonResult, data, interrupted=found.interrupted, note=by.note))


def _changes(a: _ChosenRules, b: _ChosenRules) -> tuple[OptionDifference, ...]:
    """The options that differ, if both sides have the same rules."""
    if not same_rules(a.program, b.program):
        return ()
    from ..cli.formats.brief import brief

    settings = [brief(one.game, one.options, one.preset, one.program.players).options for one in (a, b)]
    found: list[OptionDifference] = []
    for one, other in zip(*settings, strict=True):
        if one.value != other.value:
            values = [_meaning(option.value, dict(option.values)) for option in (one, other)]
            found.append(OptionDifference(one.name, one.description or one.name.replace("_", " "), *values))
    return tuple(found)


def _presets(a: _ChosenRules, b: _ChosenRules) -> tuple[str, str]:
    """The presets of both sides, if nothing else differs."""
    same = a.program.fingerprint == b.program.fingerprint and a.options == b.options
    return (a.preset or "", b.preset or "") if same else ("", "")


def _meaning(value: object, meanings: Mapping[str, str | None]) -> tuple[str, str]:
    word = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return word, meanings.get(word) or ""
