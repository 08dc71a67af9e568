"""How fast hoyle plays at random, everything beside its rivals in the same run.

    python benchmarks/playouts.py [--rounds 15] [--write benchmarks/playouts.md]

Every round gives each contender a slice of time, one after the other, so a busy moment of the machine falls on all of
them alike; the tables show medians over the rounds, and ratios of the rates within a round, of which the median.  The
rivals: `open_spiel` (PyPI: open-spiel), game `euchre`, in a plain Python loop; and playouts of the same rules written
by hand with whole numbers and tables.  The report is printed, and with --write stands in a file.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(Path(__file__).parent))
if find_spec("hoyle") is None:
    sys.exit("hoyle is not installed here: pip install -e .")

import bid_by_hand  # noqa: E402
import newberry_by_hand  # noqa: E402

from hoyle.dsl.loading import load, rulesets  # noqa: E402
from hoyle.interpreter.batch.playout import Playout  # noqa: E402
from hoyle.interpreter.engine import Dice, Engine  # noqa: E402
from hoyle.interpreter.lowering import lower  # noqa: E402
from hoyle.interpreter.players import maker  # noqa: E402
from hoyle.interpreter.program import Program  # noqa: E402

Step = Callable[[int], tuple[int, float]]
"""Plays game number i: how many choices were made, how many hands were dealt."""


@dataclass
class Contender:
    """Something that plays, and how much it did in each round."""

    title: str
    play: Step
    games: int = 0
    decisions: list[float] = field(default_factory=list["float"])
    hands: list[float] = field(default_factory=list["float"])

    def slice(self, seconds: float) -> None:
        """Play for so long; note choices and hands per second."""
        began = time.perf_counter()
        decisions, hands = 0, 0.0
        while (took := time.perf_counter() - began) < seconds:
            more, dealt = self.play(self.games)
            self.games += 1
            decisions, hands = decisions + more, hands + dealt
        self.decisions.append(decisions / took)
        self.hands.append(hands / took)


def program(name: str) -> Program:
    loaded = load(name)
    assert loaded.game is not None, loaded.diagnostics
    return lower(loaded.game)


def walking(rules: Program) -> Step:
    """The public step interface in place: the options of a question, the number of one of them taken."""
    engine = Engine(rules)
    hands = Hands(rules)
    draw = Random(1).random

    def play(index: int) -> tuple[int, float]:
        walk = engine.walk(seed=1, index=index)
        options, take, decisions = walk.options, walk.take, 0
        while options:
            options = take(int(draw() * len(options)))
            decisions += 1
        return decisions, hands.of(index)

    return play


def careful(rules: Program) -> Step:
    """The public step interface for whoever keeps every state: question, choices, apply."""
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
    """How many hands a game has, on average: the step interface does not say, and asking would take time."""

    def __init__(self, rules: Program) -> None:
        playout = Playout(rules, [maker("random")] * rules.players, 1)
        self.mean = statistics.mean(len(playout.play(index).deals) for index in range(300))

    def of(self, index: int) -> float:
        return self.mean


def simulating(rules: Program) -> Step:
    """What `hoyle simulate` does on one core, counting which rules fire."""
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
    """A hand of `euchre` in a plain Python loop: legal_actions, random choice, apply_action, chance sampled."""
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
    """That the game by hand is the game of the rule file: means over many games, as a line of the report."""
    playout, dice = Playout(rules, [maker("random")] * rules.players, 2), Random(2)
    ours = [playout.play(index) for index in range(1500)]
    theirs = [module.play_game(dice) for _ in range(1500)]
    pairs = (
        ("choices in a game", [o.decisions for o in ours], [t[0] for t in theirs]),
        ("hands in a game", [len(o.deals) for o in ours], [t[1] for t in theirs]),
        ("points of a side", [o.scores[0] for o in ours], [t[3][0] for t in theirs]),
    )
    told: list[str] = []
    for what, a, b in pairs:
        spread = ((statistics.variance(a) + statistics.variance(b)) / 1500) ** 0.5
        assert abs(statistics.mean(a) - statistics.mean(b)) <= 4.5 * spread, (
            f"{what}: {statistics.mean(a)} by the rules, {statistics.mean(b)} by hand"
        )
        told.append(f"{what} {statistics.mean(a):.1f} and {statistics.mean(b):.1f}")
    return "by the rule file and by hand: " + ", ".join(told)


def table(contenders: list[Contender], baselines: list[Contender]) -> Iterator[str]:
    heads = [f"x {one.title}" for one in baselines]
    yield "| contender | decisions/s | hands/s | µs per decision |" + "".join(f" {head} |" for head in heads)
    yield "|---|---:|---:|---:|" + "---:|" * len(heads)
    for one in contenders:
        rate = statistics.median(one.decisions)
        cells = [f"{rate:,.0f}", f"{statistics.median(one.hands):,.0f}", f"{1e6 / rate:.2f}"]
        for base in baselines:
            by_hands = base.title.startswith("open_spiel")
            pairs = (
                zip(one.hands, base.hands, strict=True) if by_hands else zip(one.decisions, base.decisions, strict=True)
            )
            cells.append(f"{statistics.median(a / b for a, b in pairs):.2f}")
        yield f"| {one.title} | " + " | ".join(cells) + " |"


def report(rounds: int, seconds: float) -> Iterator[str]:
    yield "# Playouts"
    yield ""
    where = f"Python {platform.python_version()}, {platform.machine()}, one core"
    yield f"Made by `benchmarks/playouts.py`: {where}; {rounds} rounds of {seconds} s for each in turn; medians."
    yield "Ratios to open_spiel are of hands, the others of decisions."
    groups: list[tuple[str, list[Contender], list[Contender]]] = []
    notes: dict[str, str] = {}
    for name, module in (("newberry_euchre", newberry_by_hand), ("bid_euchre", bid_by_hand)):
        rules = program(name)
        notes[name] = same_game(rules, module)
        hand = Contender("by hand", by_hand(module))
        group = [
            Contender("walk, in place", walking(rules)),
            Contender("question, choices and apply", careful(rules)),
            Contender("simulate", simulating(rules)),
            hand,
        ]
        baselines = [hand]
        spiel = open_spiel() if name == "newberry_euchre" else None
        if spiel is not None:
            group.append(Contender("open_spiel euchre", spiel))
            baselines.append(group[-1])
        groups.append((name, group, baselines))
    rest = [name for name in rulesets() if name not in ("newberry_euchre", "bid_euchre")]
    others = [Contender(name, simulating(program(name))) for name in rest]
    everybody = [one for _, group, _ in groups for one in group] + others
    for number in range(rounds + 1):
        for one in everybody:
            one.slice(seconds)
            if number == 0:  # the first round only warms up
                one.decisions.clear()
                one.hands.clear()
    for name, group, baselines in groups:
        yield from ("", f"## {name}", "", notes[name] + ".", "")
        yield from table(group, baselines)
    yield from ("", "## The other rulesets, simulated", "")
    yield from table(others, [])
    for games in (200, 2000) if Path("/proc/self/status").exists() else ():
        yield from ("", "## Memory", "") if games == 200 else ()
        yield f"- `hoyle simulate newberry_euchre --games {games} --workers 1`: {memory(games):.0f} MB at most"


def memory(games: int) -> float:
    """The most memory a simulation had, in megabytes: measured by the process itself at its end."""
    code = (
        "import sys; from pathlib import Path; from hoyle.cli.main import run; "
        f"run(['simulate', 'newberry_euchre', '--games', '{games}', '--workers', '1']); "
        # (ru_maxrss would count what the process that started this one had.)
        "print(Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stderr.split()[-1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast hoyle plays at random, beside its rivals.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.2, help="for each contender in each round")
    parser.add_argument("--write", type=Path, help="a file for the report")
    arguments = parser.parse_args()
    text = "\n".join(report(arguments.rounds, arguments.seconds)) + "\n"
    print(text, end="")
    if arguments.write:
        arguments.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
