"""Measures how fast the Python engine plays at random, beside its rivals in the same run; `wasm.py` measures modules.

    python benchmarks/playouts.py [--rounds 15] [--write benchmarks/playouts.md]

Every round gives each contender a slice of processor time, one after another, so a busy machine affects all of them
alike.  The tables show medians over the rounds, and medians of the ratios of the rates within a round.  The aims come
first, each with its result.  The rivals are `open_spiel` (PyPI: open-spiel), game `euchre`, in a plain Python loop; and
playouts of the same rules written by hand with whole numbers and tables.  The report is printed, and with --write also
written to a file.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COMPARED, COUNTED = 1500, 300
"""So many games say whether two programs play the same game, and how many hands a game has."""
sys.path.insert(0, str(Path(__file__).parent))
if find_spec("hoyle") is None:
    sys.exit("hoyle is not installed here: pip install -e .")

import bid_by_hand  # noqa: E402
import memory  # noqa: E402
import newberry_by_hand  # noqa: E402
from revision import measured_on  # noqa: E402

from hoyle.dsl.loading import load, rulesets  # noqa: E402
from hoyle.interpreter.batch.playout import Playout  # noqa: E402
from hoyle.interpreter.engine import Dice, Engine  # noqa: E402
from hoyle.interpreter.lowering import lower  # noqa: E402
from hoyle.interpreter.players import maker  # noqa: E402
from hoyle.interpreter.program import Program  # noqa: E402

Step = Callable[[int], tuple[int, float]]
"""Plays game number i.  Returns how many choices were made and how many hands were dealt."""


@dataclass
class Contender:
    """A program that plays, and how much it played in each round."""

    title: str
    play: Step
    games: int = 0
    decisions: list[float] = field(default_factory=list["float"])
    hands: list[float] = field(default_factory=list["float"])

    def slice(self, seconds: float) -> None:
        """Play for some seconds of processor time; note choices and hands per second."""
        began = time.process_time()
        decisions, hands = 0, 0.0
        while (took := time.process_time() - began) < seconds:
            more, dealt = self.play(self.games)
            self.games += 1
            decisions, hands = decisions + more, hands + dealt
        self.decisions.append(decisions / took)
        self.hands.append(hands / took)


def program(name: str) -> Program:
    loaded = load(name)
    assert loaded.game is not None, loaded.diagnostics
    return lower(loaded.game)


def careful(rules: Program) -> Step:
    """Play with the engine's step interface, which keeps every state: question, choices, apply."""
    engine = Engine(rules)
    hands = Hands(rules)

    def play(index: int) -> tuple[int, float]:
        state, below, decisions = engine.start(seed=1, index=index), Dice(1, index).below, 0
        while (question := engine.question(state)) is not None:
            choices = list(question.choices())
            state = engine.apply(state, choices[below(len(choices))])
            decisions += 1
        return decisions, hands.of(index)

    return play


class Hands:
    """The mean number of hands in a game: the step interface does not report it, and finding it in each game would take
    time.
    """

    def __init__(self, rules: Program) -> None:
        playout = Playout(rules, [maker("random")] * rules.players, 1)
        self.mean = statistics.mean(len(playout.play(index).deals) for index in range(COUNTED))

    def of(self, index: int) -> float:
        return self.mean


def simulating(rules: Program) -> Step:
    """Play as `hoyle simulate` does on one core, counting which rules fire."""
    playout = Playout(rules, [maker("random")] * rules.players, 1)

    def play(index: int) -> tuple[int, int]:
        outcome = playout.play(index)
        return outcome.decisions, len(outcome.deals)

    return play


def by_hand(module: Any) -> Step:
    dice = Random(1)

    def play(index: int) -> tuple[int, int]:
        decisions, hands, _, _ = module.play_game(dice)
        return decisions, hands

    return play


def open_spiel() -> Step | None:
    """Play a hand of `euchre` in a plain Python loop: legal_actions, random choice, apply_action, chance sampled."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, dice = pyspiel.load_game("euchre"), Random(1)

    def play(index: int) -> tuple[int, int]:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(dice.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(dice.random() * len(actions))])
                decisions += 1
        return decisions, 1

    return play


def same_game(rules: Program, module: Any) -> str:
    """A line of the report that compares means over many games, to show that the game by hand is the game of the rule
    file.
    """
    playout, dice = Playout(rules, [maker("random")] * rules.players, 2), Random(2)
    ours = [playout.play(index) for index in range(COMPARED)]
    theirs = [module.play_game(dice) for _ in range(COMPARED)]
    pairs = (
        ("choices in a game", [o.decisions for o in ours], [t[0] for t in theirs]),
        ("hands in a game", [len(o.deals) for o in ours], [t[1] for t in theirs]),
        ("points of a side", [o.scores[0] for o in ours], [t[3][0] for t in theirs]),
    )
    means: list[str] = []
    for what, a, b in pairs:
        spread = ((statistics.variance(a) + statistics.variance(b)) / COMPARED) ** 0.5
        assert abs(statistics.mean(a) - statistics.mean(b)) <= 4.5 * spread, (
            f"{what}: {statistics.mean(a)} by the rules, {statistics.mean(b)} by hand"
        )
        means.append(f"{what} {statistics.mean(a):.1f} and {statistics.mean(b):.1f}")
    return "by the rule file and by hand: " + ", ".join(means)


def rounds_of(everybody: list[Contender], rounds: int, seconds: float) -> None:
    """Give each contender its slices of time.  The first round only warms up."""
    for number in range(rounds + 1):
        for one in everybody:
            one.slice(seconds)
            if number == 0:
                one.decisions.clear()
                one.hands.clear()


def ratio(one: Contender, other: Contender) -> float:
    """How many times as fast as another contender: in hands if that is open_spiel, whose questions are different;
    otherwise in choices.
    """
    if other.title.startswith("open_spiel"):
        return statistics.median(a / b for a, b in zip(one.hands, other.hands, strict=True))
    return statistics.median(a / b for a, b in zip(one.decisions, other.decisions, strict=True))


def table(contenders: list[Contender], baselines: list[Contender]) -> Iterator[str]:
    heads = [f"x {one.title}" for one in baselines]
    yield "| contender | decisions/s | hands/s | µs per decision |" + "".join(f" {head} |" for head in heads)
    yield "|---|---:|---:|---:|" + "---:|" * len(heads)
    for one in contenders:
        rate = statistics.median(one.decisions)
        cells = [f"{rate:,.0f}", f"{statistics.median(one.hands):,.0f}", f"{1e6 / rate:.2f}"]
        cells += [f"{ratio(one, base):.2f}" for base in baselines]
        yield f"| {one.title} | " + " | ".join(cells) + " |"


@dataclass
class Group:
    """The contenders for one game, and the rivals with which they are compared."""

    name: str
    contenders: list[Contender]
    hand: Contender
    spiel: Contender | None
    note: str

    @classmethod
    def of(cls, name: str, module: Any) -> Group:
        """All ways to play a ruleset that is also written by hand."""
        rules = program(name)
        hand = Contender("by hand", by_hand(module))
        found = [
            Contender("question, choices and apply", careful(rules)),
            Contender("simulate, in Python", simulating(rules)),
            hand,
        ]
        play = open_spiel() if name == "newberry_euchre" else None
        spiel = Contender("open_spiel euchre", play) if play is not None else None
        return cls(name, [*found, *([spiel] if spiel else [])], hand, spiel, same_game(rules, module))

    @property
    def baselines(self) -> list[Contender]:
        return [self.hand, *([self.spiel] if self.spiel else [])]


def aims(groups: list[Group], most: float | None) -> Iterator[str]:
    """The lines about the aims, and whether they were reached."""
    rows: list[tuple[str, str, float | None, bool]] = []
    for group in groups:
        simulate = group.contenders[1]
        found = ratio(simulate, group.hand)
        rows.append((f"{group.name}, simulate in Python: asked at least 0.1 x by hand", "", found, found >= 0.1))
    rows.append(("memory of a simulation: asked below 60 MB per process", "this system does not say", most,
                 most is not None and most < 60))  # fmt: skip
    yield "| aim | found | reached |"
    yield "|---|---:|---|"
    for what, missing, found, reached in rows:
        yield f"| {what} | {f'{found:.2f}' if found is not None else missing} | {'yes' if reached else 'no'} |"


SIMULATIONS = (
    ("newberry_euchre", "200", "1", "python"),
    ("newberry_euchre", "2000", "1", "python"),
    ("newberry_euchre", "2000", "2", "python"),
    ("bid_euchre", "2000", "2", "python"),
    ("newberry_euchre", "20000", "2", "wasm"),
)
"""Rulesets, games, processes and engines for which memory is measured."""


def report(rounds: int, seconds: float) -> Iterator[str]:
    yield "# Playouts"
    yield ""
    where = f"Python {platform.python_version()}, {platform.machine()}, one core"
    yield f"Made by `benchmarks/playouts.py`: {where}; {rounds} rounds of {seconds} s of processor time for each in"
    yield "turn; medians. Ratios to open_spiel are of hands, the others of decisions."
    groups = [Group.of("newberry_euchre", newberry_by_hand), Group.of("bid_euchre", bid_by_hand)]
    rest = [name for name in rulesets() if name not in {group.name for group in groups}]
    others = [Contender(name, simulating(program(name))) for name in rest]
    everybody = [one for group in groups for one in group.contenders] + others
    rounds_of(everybody, rounds, seconds)
    peaks = [(one, memory.peaks(*simulation(*one))) for one in SIMULATIONS if memory.available() and possible(*one)]
    yield from ("", "## What was aimed at", "")
    yield from aims(groups, max((max(found) for _, found in peaks), default=None))
    for group in groups:
        yield from ("", f"## {group.name}", "", group.note + ".", "")
        yield from table(group.contenders, group.baselines)
    yield from ("", "## The other rulesets", "", "| ruleset | simulate in Python, decisions/s | hands/s |")
    yield "|---|---:|---:|"
    for simulate in others:
        rates = (statistics.median(found) for found in (simulate.decisions, simulate.hands))
        yield f"| {simulate.title} | " + " | ".join(f"{rate:,.0f}" for rate in rates) + " |"
    if peaks:
        yield from ("", "## Memory", "", "The most each process had, in MB:", "")
    for one, found in peaks:
        yield f"- `hoyle {' '.join(simulation(*one))}`: {', '.join(f'{peak:.0f}' for peak in found)}"


def simulation(ruleset: str, games: str, workers: str, engine: str) -> list[str]:
    """The arguments of a simulation."""
    return ["simulate", ruleset, "--games", games, "--workers", workers, "--engine", engine]


def possible(ruleset: str, games: str, workers: str, engine: str) -> bool:
    """Whether an engine is installed."""
    return engine == "python" or find_spec("wasmtime") is not None


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast hoyle plays at random, beside its rivals.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.2, help="for each contender in each round")
    parser.add_argument("--write", type=Path, help="a file for the report")
    arguments = parser.parse_args()
    text = "\n".join(report(arguments.rounds, arguments.seconds)) + "\n"
    print(text, end="")
    if arguments.write:
        arguments.write.write_text(f"{text}\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
