"""Small endings of every ruleset, solved and held against going through everything that can happen.

    python benchmarks/endings.py --count 10000 > benchmarks/endings.md

Games of players by chance give the positions, from the end of a deal backwards; those that take more than `MOST`
positions to go through are left out.  Every value of every option must be the same.  Exits with 1 if one is not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from time import process_time

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.engine import Dice, Engine, Fault, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.brute import Brute, TooLarge
from hoyle.interpreter.search.solve import Solver
from hoyle.interpreter.search.solve import TooLarge as Unsolved

MOST = 300
"""Positions gone through for one ending at most."""
LONGEST = 400
"""Choices of a game that are looked at."""
MISSES = 60
"""Positions too large, one after the other, after which a game is left."""


def positions(engine: Engine, seed: int) -> list[State]:
    """The questions of a game of random players that leave a choice, the last first."""
    dice, found = Dice(seed), list[State]()
    state = engine.start(seed=seed)
    for _ in range(LONGEST):
        if not isinstance(pc := state.values[PC], int) or pc <= OVER:
            break
        options = options_of(engine, state)
        if len(options) > 1:
            found.append(state)
        option = options[dice.below(len(options))]
        state = engine.apply(state, Choice(option[0], option[1:]))
    return found[::-1]


def endings(program: Program, seconds: float) -> Iterator[tuple[State, list[float]]]:
    """Endings with the values of their options, for so many seconds of work."""
    engine, brute, begun, seed = Engine(program), Brute(program), process_time(), 0
    while process_time() - begun < seconds:
        misses, seed = 0, seed + 1
        for state in positions(engine, seed):
            try:
                values = brute.values(state.values, MOST)
            except TooLarge:
                misses += 1
                if misses >= MISSES:
                    break
                continue
            misses = 0
            yield state, values


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=10_000, help="endings of all rulesets together")
    arguments.add_argument("--seconds", type=float, default=60.0, help="of work, for one ruleset at most")
    told = arguments.parse_args()
    names = [path.stem for path in sorted(RULESETS.glob("*.hoyle"))]
    each = -(-told.count // len(names))
    print("# Endings solved, and gone through\n")
    print(
        f"Written by `benchmarks/endings.py`: up to {each} endings of every ruleset that take at most {MOST} positions"
    )
    print("to go through. Seconds are of the processor, for the solver and for the plain search in Python.\n")
    print("| ruleset | endings | options | differ | solver (s) | plain (s) |\n|---|---|---|---|---|---|", flush=True)
    total = wrong = 0
    for name in names:
        game = load(name).game
        assert game is not None
        program = lower(game, {})
        solver = Solver(program)
        count = options = differ = 0
        solving, begun = 0.0, process_time()
        try:
            for state, expected in endings(program, told.seconds):
                before = process_time()
                try:
                    found = [one.value for one in solver.solve(state, line=False).values]
                except Unsolved:
                    found = []
                solving += process_time() - before
                count, options, differ = count + 1, options + len(expected), differ + (found != expected)
                if count >= each:
                    break
        except Fault as error:
            print(f"{name}: {error}", file=sys.stderr)
        plain = process_time() - begun - solving
        print(f"| {name} | {count:,} | {options:,} | {differ} | {solving:.1f} | {plain:.1f} |", flush=True)
        total, wrong = total + count, wrong + differ
    print(f"\nTogether {total:,} endings, of which {wrong} differ.")
    raise SystemExit(1 if wrong or not total else 0)


if __name__ == "__main__":
    main()
