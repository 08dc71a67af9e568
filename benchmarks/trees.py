"""How long a node of a small tree takes through OpenSpiel, beside OpenSpiel's own game of the same rules, and how long
CFR takes on it.

    python benchmarks/trees.py > benchmarks/trees.md

The trees are gone through once before, so ours are kept (`envs/tree.py`).  Ours and theirs take turns; the ratio of the
best of each is given, and that of the medians.  Times are processor times, so other programs on the machine matter
little.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import process_time as now
from typing import Any

import pyspiel
from revision import measured_on

from hoyle import envs

GAMES = ("kuhn_poker", "leduc_poker")
SETTINGS: dict[str, Any] = {"rewards": "points", "zero_sum": True, "deal": {"dealer": "A"}}


def nodes(game: Any) -> int:
    """Go through every node of a game, as an algorithm does; return how many there are."""
    count, waiting = 0, [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        count += 1
        if state.is_terminal():
            state.returns()
            continue
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        waiting += [state.child(action) for action in actions]
    return count


def timed(run: Callable[[], object]) -> float:
    """Seconds of a run."""
    began = now()
    run()
    return now() - began


def solved(game: Any, iterations: int) -> tuple[float, float]:
    """Seconds of so many iterations of CFR and of the exploitability of the result, and that number."""
    solver, found = pyspiel.CFRSolver(game), 0.0

    def run() -> None:
        nonlocal found
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        found = pyspiel.exploitability(game, solver.average_policy())

    return timed(run), found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--iterations", type=int, default=100)
    given = parser.parse_args()
    print("# Small trees through OpenSpiel\n")
    print(
        f"Made by `benchmarks/trees.py`: best of {given.rounds} rounds in turn, seconds of the processor. An extensive"
    )
    print("form is the tree as a text that OpenSpiel reads (`hoyle.envs.extensive_form`); CFR is that of C++,")
    print(f"{given.iterations} iterations with the exploitability of the result.\n")
    columns = (
        "nodes", "µs a node, ours", "OpenSpiel's own", "ratio of the best", "of the medians", "writing the form, s",
        "CFR on the form, s", "on OpenSpiel's own, s", "exploitability, ours", "theirs",
    )  # fmt: skip
    print(f"| | {' | '.join(columns)} |")
    print(f"|---|{'---:|' * len(columns)}")
    for name in GAMES:
        ours, theirs = envs.openspiel(name, **SETTINGS), pyspiel.load_game(name)
        count, text = nodes(ours), ""
        times = [(timed(lambda g=ours: nodes(g)), timed(lambda g=theirs: nodes(g))) for _ in range(given.rounds)]
        best = [min(column) / count * 1e6 for column in zip(*times, strict=True)]
        middle = [median(column) for column in zip(*times, strict=True)]

        def write(name: str = name) -> None:
            nonlocal text
            text = envs.extensive_form(name, **SETTINGS)

        writing = timed(write)
        mine, own = (solved(game, given.iterations) for game in (pyspiel.load_efg_game(text), theirs))
        print(
            f"| {name} | {count:,} | {best[0]:.1f} | {best[1]:.1f} | {best[0] / best[1]:.1f} |"
            f" {middle[0] / middle[1]:.1f} | {writing:.2f} | {mine[0]:.2f} | {own[0]:.2f} |"
            f" {mine[1]:.4f} | {own[1]:.4f} |",
            flush=True,
        )
    together = ", ".join(f"{name} {from_nothing(name, given.iterations):.2f} s" for name in GAMES)
    print(f"\nAll of it in a new process, from the first import to the exploitability: {together}.")
    print(f"\n{measured_on()}")


def from_nothing(name: str, iterations: int) -> float:
    """Processor time of a new process that writes the form of a game and solves it."""
    program = (
        "import pyspiel; from hoyle import envs\n"
        f"game = pyspiel.load_efg_game(envs.extensive_form({name!r}, **{SETTINGS!r}))\n"
        "solver = pyspiel.CFRSolver(game)\n"
        f"for _ in range({iterations}): solver.evaluate_and_update_policy()\n"
        "pyspiel.exploitability(game, solver.average_policy())"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
