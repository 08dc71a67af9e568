"""Solves small endings of every ruleset and compares the values with those of an exhaustive search.

    python benchmarks/endings.py --count 10000 > benchmarks/endings.md

The positions come from games with random players, for each deal from its end backwards.  Endings whose exhaustive
search takes more than `MOST` positions are left out.  All values of all options must agree; otherwise the exit code is
1.  A ruleset in which small endings are rare gives fewer; the others then give more, up to the requested number.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from time import process_time

from revision import measured_on

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.engine import Dice, Engine, Fault, State
from hoyle.interpreter.engine.compiled import CompiledProgram
from hoyle.interpreter.engine.runtime import Runtime
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.brute import BruteForce, TreeTooLarge
from hoyle.interpreter.search.solve import Solver
from hoyle.interpreter.search.solve import TooLarge as Unsolved

MOST = 300
"""The most positions searched for one ending."""
LONGEST = 2_000
"""The most choices of a game that are examined."""
MISSES = 6
"""After this many positions in a row that are too large, the next deal is tried."""


def deals(program: Program, seed: int) -> Iterator[list[State]]:
    """The questions with more than one option in a game of random players, deal by deal, the last of each deal first.

    A deal that is cut off by `LONGEST` is left out.
    """
    begun = list[bool]()
    """Not empty once the next deal has begun."""
    runtime = Runtime(program, lambda _: begun.append(True))
    engine, dice, found = Engine(program, CompiledProgram(program, runtime)), Dice(seed), list[State]()
    state = engine.start(seed=seed)
    for _ in range(LONGEST):
        if not isinstance(pc := state.values[PC], int) or pc <= OVER:
            yield found[::-1]
            return
        options = options_of(engine, state)
        if len(options) > 1:
            found.append(state)
        option = options[dice.below(len(options))]
        begun.clear()
        state = engine.apply(state, Choice(option[0], option[1:]))
        if begun:
            yield found[::-1]
            found = []


Ending = tuple[State, list[float]]
"""A position, and the value of each of its options by exhaustive search."""


def endings(program: Program) -> Iterator[Ending | None]:
    """Yield endings with the values of their options, without end; None for a position that is too large."""
    brute, seed = BruteForce(program), 0
    while True:
        seed += 1
        for positions in deals(program, seed):
            misses = 0
            for state in positions:
                try:
                    values = brute.values(state.values, MOST)
                except TreeTooLarge:
                    yield None
                    misses += 1
                    if misses == MISSES:
                        break
                    continue
                misses = 0
                yield state, values


class Ruleset:
    """The endings of one ruleset; they are solved on request."""

    def __init__(self, name: str) -> None:
        game = load(name).game
        assert game is not None
        self.name = name
        program = lower(game, {})
        self.solver, self.endings = Solver(program), endings(program)
        self.count = self.options = self.differ = 0
        self.solving = self.plain = 0.0

    def solve(self, count: int, seconds: float) -> bool:
        """Solve until `count` endings are solved or `seconds` have passed.  Returns False if continuing is useless."""
        try:
            while self.count < count:
                if self.plain + self.solving > seconds:
                    return False
                before = process_time()
                one = next(self.endings)
                self.plain += process_time() - before
                if one is not None:
                    self._hold(*one)
        except Fault as error:
            print(f"{self.name}: {error}", file=sys.stderr)
            return False
        return True

    def _hold(self, state: State, expected: list[float]) -> None:
        before = process_time()
        try:
            found = [one.value for one in self.solver.solve(state, line=False).values]
        except Unsolved:
            found = []
        self.solving += process_time() - before
        self.count, self.options = self.count + 1, self.options + len(expected)
        self.differ += found != expected


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=10_000, help="endings of all rulesets together")
    arguments.add_argument("--seconds", type=float, default=60.0, help="of work, for one ruleset at most")
    given = arguments.parse_args()
    every = [Ruleset(path.stem) for path in sorted(RULESETS.glob("*.hoyle"))]
    going = every
    while going and (missing := given.count - sum(one.count for one in every)) > 0:
        more = -(-missing // len(going))
        going = [one for one in going if one.solve(one.count + more, given.seconds)]
    total, wrong = sum(one.count for one in every), sum(one.differ for one in every)
    print("# Endings solved, and gone through\n")
    print(f"Written by `benchmarks/endings.py`: endings of every ruleset that take at most {MOST} positions to go")
    print("through. Seconds are of the processor, for the solver and for the plain search in Python.\n")
    print("| ruleset | endings | options | differ | solver (s) | plain (s) |\n|---|---|---|---|---|---|")
    for one in every:
        print(f"| {one.name} | {one.count:,} | {one.options:,} | {one.differ} ", end="")
        print(f"| {one.solving:.1f} | {one.plain:.1f} |")
    print(f"\nTogether {total:,} endings, of which {wrong} differ.")
    print(f"\n{measured_on()}")
    raise SystemExit(1 if wrong or total < given.count else 0)


if __name__ == "__main__":
    main()
