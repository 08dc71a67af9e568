"""`hoyle.tune`: finds the setting of a game's options that is nearest to an aim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..interpreter.arguments import numbers_checked
from ..interpreter.batch.aims import MEASURED, MOST, about, aim
from ..interpreter.batch.measures import MeasuredSimulation
from ..interpreter.batch.report import SimulationReport
from ..interpreter.batch.statistics import Estimate
from ..interpreter.batch.work import Simulation
from ..interpreter.batch.work import seats as seated
from ..interpreter.lowering import SettingValue
from ..interpreter.opening.options import given_options
from .opening import AnyRules, OptionValues, PlayerNames, Variants, loaded, lowered
from .results import CellValue, Report, report
from .running import BatchExecutor, CannotPlay, PlayedBatch, Watcher, executor_of, played
from .seating import ready, usual
from .simulating import who_plays

MOST_SETTINGS = 64
"""The most settings that are compared with each other."""
USUAL_GAMES = 200
_MOST_VALUES = 3
"""So many values of an option are in an example."""


@dataclass(frozen=True)
class TunedSetting:
    """A setting, and how near it comes to the aim.  `cut`: how many of its games were cut at the length limit."""

    options: Mapping[str, SettingValue]
    estimate: Estimate
    digest: str
    cut: int = 0


@dataclass(frozen=True)
class TuneResult(Report):
    """The settings from best to worst.  `sure`: the interval of the best does not reach that of the second."""

    title: str
    ruleset: str
    fingerprint: str
    aim: str
    about: str
    more_is_better: bool
    players: tuple[str, ...]
    seed: int
    games: int
    settings: tuple[TunedSetting, ...]
    sure: bool
    tune: int = 1
    interrupted: bool = False
    note: str = ""

    @property
    def best(self) -> TunedSetting | None:
        """The best setting; None if none was played."""
        return self.settings[0] if self.settings else None

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each setting."""
        return [
            {"ruleset": self.ruleset, "fingerprint": self.fingerprint, "aim": self.aim,
             "players": ",".join(self.players), "seed": self.seed, "games": self.games,
             "value": one.estimate.value, "low": one.estimate.low, "high": one.estimate.high, "cut": one.cut,
             **{f"option_{name}": value for name, value in one.options.items()}}
            for one in self.settings
        ]  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The table of settings."""
        from ..cli.formats.tuning import text_lines

        return text_lines(self._data)


def example_values(rules: AnyRules, variants: Variants = ()) -> str:
    """Values that the first option of a game can have, as `--vary` takes them (`target=5,7,10`); `NAME=V,V` if the game
    has no options.  Raises nothing.
    """
    game = loaded(rules, variants, advice=False).game
    if game is None or not game.options:
        return "NAME=V,V"
    option = game.options[0]
    low, high = option.type.low, option.type.high
    allowed = option.values or ((low, option.default, high) if option.type.kind == "number" else (0, 1))
    return f"{option.name}={','.join(option.word(value) for value in sorted(set(allowed))[:_MOST_VALUES])}"


def settings_of(vary: Mapping[str, Iterable[SettingValue]]) -> list[dict[str, SettingValue]]:
    """Every combination of the values to try, the last option changing fastest.  Raises `CannotPlay` for fewer than two
    and for more than 64.
    """
    named = {name: tuple(values) for name, values in vary.items()}
    found = [dict(zip(named, values, strict=True)) for values in product(*named.values())]
    if len(found) < 2:
        raise CannotPlay("at least two values of an option are needed")
    if len(found) > MOST_SETTINGS:
        raise CannotPlay(f"{len(found):,} settings are too many to compare; {MOST_SETTINGS} at most")
    return found


@numbers_checked(games=2)
def tune(
    rules: AnyRules,
    vary: Mapping[str, Iterable[SettingValue]],
    aim_at: str,
    *,
    games: int = USUAL_GAMES,
    players: PlayerNames | int | None = None,
    seats: int | None = None,
    seed: int = 0,
    options: OptionValues | None = None,
    preset: str | None = None,
    variants: Variants = (),
    workers: int = 0,
    cluster: str | None = None,
    progress: Watcher = None,
) -> TuneResult:
    """Find the settings of a game that come nearest to an aim.

        hoyle.tune("newberry_euchre", {"target": [5, 7, 10]}, "length=8").best

    vary      the values to try, by option; every combination is played with the same seed
    aim_at    `balance` (no side wins more often), `dealer` (dealing is no advantage), `length=N` (so many deals in a
              game), `drama`, `open`, `choices` (how much choices matter; players must think)
    games     of each setting

    The other arguments are those of `hoyle.simulate`; if nobody is named, `players` are those who have `learned` the
    rules with the usual values of what varies, who play alike under all settings, or `sound` where no module can be
    made of the rules.  Raises `NoAim` for an aim that does not exist or that says nothing about this game, and what
    `hoyle.simulate` raises.
    """
    find = aim(aim_at)
    named = players is not None and not isinstance(players, int)
    names, seats = who_plays(players, seats, "sound")
    if aim_at == "choices" and not all(one.startswith("think") for one in names):
        raise CannotPlay("the aim `choices` wants players who think: think:quick")
    tried = settings_of(vary)
    # The last has the usual values: its players play under all settings, in whatever order these stand.
    *made, (_, known) = [
        lowered(rules, variants, options=given_options(options, one), preset=preset, seats=seats, names=names)
        for one in (*tried, {})
    ]
    if not named and cluster is None:
        names = (usual(known, names[0]),)
    weights = ready(known, names, progress)
    rows: list[tuple[Estimate, dict[str, Any]]] = []
    stopped: PlayedBatch[Any] | None = None
    note = ""
    for setting, (_, program) in zip(tried, made, strict=True):
        kind = MeasuredSimulation if aim_at in MEASURED else Simulation
        work = kind(program, seated(names, program.players), seed, weights)
        by = BatchExecutor(inside=False) if aim_at in MEASURED else executor_of(None, (program,), names)
        note = note or by.note
        if by.inside:
            from ..interpreter.batch.modules import ModuleSimulation

            work = ModuleSimulation(program, work.players, seed, weights)
        title = ", ".join(f"{option} = {value}" for option, value in setting.items())
        found = played(work, games, workers=workers, cluster=cluster, progress=progress, title=title)
        if found.sums.games > 1:
            value = find(SimulationReport(work, found.sums, games).data())
            if value is None:
                raise CannotPlay(f"nothing can be said about the aim `{aim_at}` of this game")
            rows.append((value, {"options": setting, "estimate": value.data(), "digest": found.sums.digest(),
                                 "cut": found.sums.cut}))  # fmt: skip
        if found.stopped:
            stopped = found
            break
    most = aim_at in MOST
    rows.sort(key=lambda row: row[0].value, reverse=most)
    sure = False
    if len(rows) > 1:
        (first, _), (second, _) = rows[:2]
        sure = first.low > second.high if most else first.high < second.low
    game, program = made[0]
    data = {
        "tune": 1,
        "title": game.title,
        "ruleset": game.name,
        "fingerprint": game.fingerprint,
        "aim": aim_at,
        "about": about(aim_at),
        "more_is_better": most,
        "players": list(seated(names, program.players)),
        "seed": seed,
        "games": games,
        "settings": [row for _, row in rows],
        "sure": sure,
    }
    result = report(TuneResult, data, interrupted=stopped is not None and stopped.interrupted, note=note)
    return result if stopped is None else stopped.checked(result)
