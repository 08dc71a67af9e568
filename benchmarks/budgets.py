"""Is more time ever worse?  Measures what the choices of small budgets cost, as judged by a larger one.

    python benchmarks/budgets.py --positions 25            # prints the table in strength.md

Games are played at random.  At some questions with three or more options, `think` chooses with each of its budgets, and
a reference with four times the playouts of `think:deep`, in other worlds, estimates each option.  The cost of a choice
is the value of the best option less the value of the chosen one.  All use playouts alone (`nodes=0:match=0`), so the
reference measures the same quantity more exactly; it shows nothing that the cheap model does not see.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import ClassVar

from revision import measured_on
from strength import program_of

from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.players import Decision, Player
from hoyle.interpreter.players.think import budget_of, thinker_of
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.thinker import Budget

BUDGETS = ("playouts=24:worlds=12", "quick", "", "deep")
GAMES = ("newberry_euchre", "oh_hell", "schnapsen")
EVERY = 7
"""One question in this many is examined."""


def alone(text: str) -> Budget:
    """The budget for a text after `think:`, with playouts alone."""
    return replace(budget_of(text), nodes=0, match=0)


class Spy(Player):
    """Plays at random, and examines some questions with every budget."""

    remembers: ClassVar[bool] = True

    def __init__(self, program: Program, costs: list[list[float]], most: int) -> None:
        self.program, self.costs, self.most, self.asked = program, costs, most, 0

    def choose(self, decision: Decision) -> Choice:
        """Choose a random option."""
        count = len(decision.options)
        self.asked += 1
        if count > 2 and self.asked % EVERY == 0 and len(self.costs) < self.most:
            thinker, seen = thinker_of(self.program), decision.seen()
            assert thinker is not None and seen is not None
            reference = replace(alone("deep"), playouts=48_000, worlds=256, replays=40_000)
            values = {one.option: one.value for one in thinker.think(seen, count, reference, 1_000).values}
            best = max(values.values())
            chosen = [thinker.think(seen, count, alone(text), 1).best for text in BUDGETS]
            self.costs.append([best - values[option] for option in chosen])
        return decision.options[decision.dice.below(count)]


def costs_in(name: str, positions: int, seconds: float) -> list[list[float]]:
    """For each examined position of a game, the cost of the choice of each budget, in points of a deal."""
    program, costs = program_of(name), list[list[float]]()
    playout = Playout(program, [lambda p, _: Spy(p, costs, positions)] * program.players, 5)
    until, index = process_time() + seconds, 0
    while len(costs) < positions and process_time() < until:
        for _ in playout.moves(index):
            if len(costs) >= positions or process_time() > until:
                break
        index += 1
    return costs


def cell(costs: Sequence[float]) -> str:
    """The mean and its 95 % interval."""
    return f"{fmean(costs):.3f} ± {1.96 * stdev(costs) / sqrt(len(costs)):.3f}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rulesets", nargs="*", default=GAMES)
    arguments.add_argument("--positions", type=int, default=25)
    arguments.add_argument("--seconds", type=float, default=60.0, help="for each game")
    given = arguments.parse_args()
    names = " | ".join(f"think:{text}".rstrip(":") for text in BUDGETS)
    print(f"| ruleset | positions | {names} |\n|---|---:|{'---:|' * len(BUDGETS)}")
    for name in given.rulesets:
        costs = costs_in(name, given.positions, given.seconds)
        means = " | ".join(cell(column) for column in zip(*costs, strict=True))
        print(f"| {name} | {len(costs)} | {means} |", flush=True)
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
