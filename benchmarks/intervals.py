"""Measures how often intervals contain the true value: every interval that `hoyle simulate` and `hoyle compare` print,
and the formulas.

    python benchmarks/intervals.py [--runs 200] [--games 1000] [--write FILE.md]

Formulas of rates are tested without random numbers: over all possible counts, each with its probability.  For the
numbers of games and true values that are tested, this gives the exact coverage of Wilson's interval and of the interval
of a difference of paired rates.

Then all intervals are tested on games: several runs, each with its own seed, are reported as a user would see them.
The result of all runs together is taken as the true value, for which there are enough games; if both sides of a game
are alike, the true difference of wins is 0.  For each interval, the runs in which it contains the true value are
counted: about 95 of 100 is right.  With fewer, the interval claims too much; with many more, it is wider than
necessary.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import exp, lgamma, log, sqrt
from pathlib import Path
from typing import Any

if find_spec("hoyle") is None:
    sys.exit("hoyle is not installed here: pip install -e .")

from revision import measured_on

from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch import modules
from hoyle.interpreter.batch.pairing import PairedGames, PairSums
from hoyle.interpreter.batch.report import SimulationReport
from hoyle.interpreter.batch.statistics import Estimate, rate_difference, wilson
from hoyle.interpreter.batch.sums import Cross, GameSums
from hoyle.interpreter.batch.verdict import Verdict
from hoyle.interpreter.batch.work import Simulation, Work
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program

Options = Mapping[str, int | str | bool]

# ---------------------------------------------------------------------------------------------------------- formulas


def chance(counts: Sequence[int], rates: Sequence[float]) -> float:
    """The probability of counts of events that exclude each other."""
    if any(count and not rate for count, rate in zip(counts, rates, strict=True)):
        return 0.0
    found = lgamma(sum(counts) + 1) - sum(lgamma(count + 1) for count in counts)
    return exp(found + sum(count * log(rate) for count, rate in zip(counts, rates, strict=True) if count))


def holds(found: Estimate, true: float) -> bool:
    """Whether an interval contains a value."""
    return found.low - 1e-12 <= true <= found.high + 1e-12


def of_rate(games: int, rate: float) -> float:
    """How often Wilson's interval contains the rate."""
    return sum(
        chance((count, games - count), (rate, 1 - rate))
        for count in range(games + 1)
        if holds(wilson(count, games), rate)
    )


def of_difference(games: int, lost: float, won: float) -> float:
    """How often the interval of the difference of paired rates contains it.  `lost` and `won` are the rates of games
    won only under the first rules, and only under the second.
    """
    total = 0.0
    spread = 8 * sqrt(games * max(lost, won)) + 12
    for a in range(min(games, int(games * lost + spread)) + 1):
        for b in range(min(games - a, int(games * won + spread)) + 1):
            # The result does not depend on who won the other games: both counts are of one side.
            cross = Cross(2, games, [a, b], [a, 0, 0, b])
            if holds(rate_difference(cross), won - lost):
                total += chance((a, b, games - a - b), (lost, won, 1 - lost - won))
    return total


PAIRED = 4
"""How many times fewer games are played in pairs, because they take longer and fewer of them are enough."""
RATES = (0.002, 0.01, 0.05, 0.2, 0.5)
DIFFERENCES = (
    (0.002, 0.002),
    (0.01, 0.01),
    (0.05, 0.05),
    (0.2, 0.2),
    (0.0, 0.01),
    (0.01, 0.03),
    (0.05, 0.1),
    (0.1, 0.3),
)


def formulas() -> Iterator[str]:
    """The tables of the formulas."""
    yield "## Formulas, without chance"
    yield ""
    yield "Wilson's interval of a rate, by the true rate:"
    yield ""
    yield from table(
        ("games", *map(str, RATES)), [(f"{n:,}", *(per(of_rate(n, p)) for p in RATES)) for n in (50, 200, 1000)]
    )
    yield ""
    yield "The difference of paired rates, by how many games only the first and only the second rules let a side win:"
    yield ""
    heads = [f"{lost:g} / {won:g}" for lost, won in DIFFERENCES]
    yield from table(
        ("games", *heads), [(f"{n:,}", *(per(of_difference(n, *pair)) for pair in DIFFERENCES)) for n in (50, 200, 600)]
    )
    yield ""


# ------------------------------------------------------------------------------------------------------------- games


@dataclass
class Tally:
    """For each interval of one kind: in how many runs it existed, and in how many of these it contained the true
    value.
    """

    of: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))

    def shares(self, least: int) -> list[float]:
        """For the intervals that existed often enough, how often each contained the true value."""
        return sorted(held / there for there, held in self.of.values() if there >= least)


Found = Mapping[tuple[str, str], tuple[float, float, float]]
"""By kind and name: value, low, high."""


def estimates(data: Mapping[str, Any]) -> Found:
    """Every estimate of a report."""
    found: dict[tuple[str, str], tuple[float, float, float]] = {}

    def look(value: Any, kind: str, name: str) -> None:
        if isinstance(value, Mapping) and {"value", "low", "high"} <= set(value):
            found[kind, name] = (value["value"], value["low"], value["high"])
        elif isinstance(value, Mapping):
            own = " ".join(
                str(value[key]) for key in ("name", "line", "kind", "label", "text", "left_of_dealer") if key in value
            )
            for key, inner in value.items():
                look(inner, f"{kind} {key}".strip(), f"{name} {own}")
        elif isinstance(value, list):
            for inner in value:
                look(inner, kind, name)

    look(data, "", "")
    return found


def tried(
    work: Callable[[int], Work[Any]], data: Callable[[Any, Any], Mapping[str, Any]], runs: int, games: int
) -> dict[str, Tally]:
    """Make many runs.  Returns for each kind of estimate how often its intervals contained the result of all runs
    together.
    """
    whole, found = None, list[Found]()
    for run in range(runs):
        one = work(run)
        sums = one.runner().run(0, games).sums
        found.append(estimates(data(one, sums)))
        if whole is None:
            whole = one.nothing()
        one.merge(whole, sums)
    true = estimates(data(work(0), whole))
    tallies: dict[str, Tally] = defaultdict(Tally)
    for one in found:
        for (kind, name), (_, low, high) in one.items():
            value = true[kind, name][0]
            tally = tallies[kind].of[name]
            tally[0] += 1
            tally[1] += low - 1e-6 <= value <= high + 1e-6  # reports have six digits
    return tallies


def simulated(program: Program, games: int, runs: int) -> dict[str, Tally]:
    """The intervals of `hoyle simulate`."""
    players = ("random",) * program.players
    kind = modules.ModuleSimulation if find_spec("wasmtime") else Simulation

    def data(work: Simulation, sums: GameSums) -> Mapping[str, Any]:
        return SimulationReport(work, sums, sums.games).data()

    return tried(lambda run: kind(program, players, run), data, runs, games)


def compared(a: Program, b: Program, games: int, runs: int) -> dict[str, Tally]:
    """The intervals of `hoyle compare`."""
    players = ("random",) * a.players
    kind = modules.ModulePairedGames if find_spec("wasmtime") else PairedGames

    def data(work: PairedGames, sums: PairSums) -> Mapping[str, Any]:
        return Verdict(work, sums, sums.games).data()

    return tried(lambda run: kind(a, b, players, run), data, runs, games)


def newberry(**options: int | str | bool) -> Program:
    """Newberry Euchre in which the first pair can have a head start, so that the sides differ."""
    text = rulesets()["newberry_euchre"].read_text(encoding="utf-8")
    text = text.replace("\nzones\n", "\noption head_start: 0..9 = 0\n\nzones\n", 1)
    start = "\n    let favoured be first p in players\n    add head_start to favoured.team.points"
    text = text.replace("\n    repeat until", f"{start}\n    repeat until", 1)
    game = load(Source("newberry_with_a_head_start", text)).game
    assert game is not None
    return lower(game, options)


def shipped(name: str, **options: int | str | bool) -> Program:
    """A ruleset."""
    game = load(name).game
    assert game is not None
    return lower(game, options)


SIMULATED: tuple[tuple[str, Options], ...] = (
    ("newberry_euchre", {}), ("bid_euchre", {}), ("noteuchre", {}), ("texas_euchre", {}), ("oh_hell", {}),
)  # fmt: skip
COMPARED: tuple[tuple[str, Callable[[], tuple[Program, Program]]], ...] = (
    ("a march pays less against the makers (true differences of wins 0)",
     lambda: (newberry(), newberry(march_against="as_euchre"))),
    ("failure costs the makers (true differences of wins 0)",
     lambda: (newberry(), newberry(euchre_pays="makers_lose"))),
    ("a head start of 1 point", lambda: (newberry(), newberry(head_start=1))),
    ("a head start of 3 points", lambda: (newberry(), newberry(head_start=3))),
    ("a head start of 6 points, and 8", lambda: (newberry(head_start=6), newberry(head_start=8))),
    ("Hearts: the moon costs its maker", lambda: (shipped("hearts"), shipped("hearts", moon="own_lose"))),
)  # fmt: skip


def rows(tallies: Mapping[str, Tally], runs: int) -> list[tuple[str, ...]]:
    """One row of the table for each kind of estimate."""
    found: list[tuple[str, ...]] = []
    for kind, tally in tallies.items():
        shares = tally.shares(runs * 9 // 10)
        if shares:
            found.append((kind, str(len(shares)), per(sum(shares) / len(shares)), per(shares[0]), per(shares[-1])))
    return found


# ------------------------------------------------------------------------------------------------------------ report


def per(share: float) -> str:
    """`95.2 %`"""
    return f"{100 * share:.1f} %"


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown."""
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    yield from ("| " + " | ".join(line) + " |" for line in lines)


HEAD = ("", "intervals", "hold on average", "least", "most")


def report(runs: int, games: int) -> Iterator[str]:
    """The report, line by line."""
    yield "# Intervals"
    yield ""
    yield f"Made by `benchmarks/intervals.py --runs {runs} --games {games}`: Python {platform.python_version()}."
    yield "How often the intervals of reports hold the true value; 95 % is what they promise."
    yield f"Of {runs} runs, one standard deviation is {per(sqrt(0.95 * 0.05 / runs))}."
    yield ""
    yield from formulas()
    yield f"## hoyle simulate, {runs} runs of {games} games"
    for name, options in SIMULATED:
        yield f"\n### {name}\n"
        yield from table(HEAD, rows(simulated(shipped(name, **options), games, runs), runs))
    yield ""
    yield f"## hoyle compare, {runs} runs of {games // PAIRED} games"
    for title, made in COMPARED:
        yield f"\n### {title}\n"
        yield from table(HEAD, rows(compared(*made(), games // PAIRED, runs), runs))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    lines = list[str]()
    for line in report(given.runs, given.games):
        print(line, flush=True)
        lines.append(line)
    if given.write is not None:
        given.write.write_text("\n".join(lines) + f"\n\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
