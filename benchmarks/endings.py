"""Small endings of every ruleset, solved and held against going through everything that can happen.

    python benchmarks/endings.py --count 10000 > benchmarks/endings.md

Games of players by chance give the positions, of each deal from its end backwards; those that take more than `MOST`
positions to go through are left out.  Every value of every option must be the same.  Exits with 1 if one is not.
Where small endings are rare, a ruleset gives fewer; the others then give more, until there are as many as asked for.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from time import process_time

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
"""Positions gone through for one ending at most."""
LONGEST = 2_000
"""Choices of a game that are looked at."""
MISSES = 6
"""Positions too large, one after the other, after which a deal is left."""


def deals(program: Program, seed: int) -> Iterator[list[State]]:
    """The questions of a game of random players that leave a choice, deal by deal, the last of a deal first.

    The deal that `LONGEST` cuts off is left out."""
    begun = list[bool]()
    """Something is in it once the next deal has begun."""
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
"""A position, and what each of its options is worth by going through everything."""


def endings(program: Program) -> Iterator[Ending | None]:
    """Endings with the values of their options, without end; None for a position that is too large."""
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
    """The endings of one ruleset, solved as they are asked for."""

    def __init__(self, name: str) -> None:
        game = load(name).game
        assert game is not None
        self.name = name
        program = lower(game, {})
        self.solver, self.endings = Solver(program), endings(program)
        self.count = self.options = self.differ = 0
        self.solving = self.plain = 0.0

    def solve(self, count: int, seconds: float) -> bool:
        """Solve until there are so many, or until so many seconds went; False if there is no use to go on."""
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
    raise SystemExit(1 if wrong or total < given.count else 0)


if __name__ == "__main__":
    main()
