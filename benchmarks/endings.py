"""Solves small endings of every ruleset and compares the values with those of an exhaustive search.

    python benchmarks/endings.py > benchmarks/endings.md

The positions come from games with random players, deal by deal under another of some settings of the ruleset's options
and players, for each deal from its end backwards.  Endings whose exhaustive search takes more than `MOST` positions
(`MOST_TRICKS` if the kernel for tricks takes them) are left out.  Each is solved by `hoyle solve`, with the least
memory, and, if the kernel takes it, by the kernel with everything and with each of its refinements switched off in
turn.  All values of all options must agree; otherwise the exit code is 1.  A ruleset in which small endings are rare
gives fewer, because it is given up after `--seconds`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

from revision import measured_on

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.engine import Dice, Engine, Fault, State
from hoyle.interpreter.engine.compiled import CompiledProgram
from hoyle.interpreter.engine.runtime import Runtime
from hoyle.interpreter.fuzz.settings import plan
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.solve import Solver
from hoyle.interpreter.search.solve import TooLarge as Unsolved
from hoyle.interpreter.wasm.search.tricks import REFINEMENTS

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from brute import BruteForce, TreeTooLarge

MOST, MOST_TRICKS = 300, 3_000
"""The most positions searched for one ending."""
SETTINGS = 4
"""How many settings of a ruleset are tried."""
NODES = 10**7
"""The most positions that a solver may look at."""
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


class Solvers:
    """Everything that solves endings of one program."""

    def __init__(self, program: Program) -> None:
        self.program, self.brute = program, BruteForce(program)
        self.ours, self.small = Solver(program), Solver(program, memory=1)
        self.kernels = [Solver(program, off=off).tricks for off in ALL_OFF]
        for one in self.kernels:  # what is found out about the rules holds for all
            assert one is not None and self.kernels[0] is not None
            one.reader = self.kernels[0].reader

    def by_kernel(self, state: State) -> bool:
        """Whether the kernel takes an ending."""
        first = self.kernels[0]
        return first is not None and first.takes(state)

    def found(self, state: State, by_kernel: bool) -> Iterator[tuple[str, list[float]]]:
        """What each of them finds, with its name; no values if it gives up."""
        for name, one in (("ours", self.ours), ("least memory", self.small)):
            try:
                found = one.solve(state, line=False).values
            except Unsolved:
                found = ()
            yield name, [option.value for option in found]
        for off, kernel in zip(ALL_OFF, self.kernels, strict=True):
            if not by_kernel or kernel is None:
                continue
            solution = kernel.solve(state, NODES, None, line=False)
            if solution is not None:
                yield f"without {', '.join(off) or 'nothing'}", [option.value for option in solution.values]


ALL_OFF = (frozenset[str](), *(frozenset({name}) for name in REFINEMENTS))


class Ending(NamedTuple):
    """A position, the value of each of its options by exhaustive search, and what solves it."""

    state: State
    values: list[float]
    solvers: Solvers
    by_kernel: bool


def endings(programs: list[Program], most: int) -> Iterator[Ending | None]:
    """Yield endings with the values of their options, without end; None for a position that is too large."""
    every, seed = [Solvers(program) for program in programs], 0
    while True:
        seed += 1
        solvers = every[seed % len(every)]
        for positions in deals(solvers.program, seed):
            misses = 0
            for state in positions:
                by_kernel = solvers.by_kernel(state)
                try:
                    values = solvers.brute.values(state.values, max(most, MOST_TRICKS) if by_kernel else most)
                except TreeTooLarge:
                    yield None
                    misses += 1
                    if misses == MISSES:
                        break
                    continue
                misses = 0
                yield Ending(state, values, solvers, by_kernel)


class Ruleset:
    """The endings of one ruleset; they are solved on request."""

    def __init__(self, name: str, most: int) -> None:
        game = load(name).game
        assert game is not None
        self.name = name
        chosen = plan(game, {}, vary=True, most=SETTINGS).settings
        self.settings = len(chosen)
        self.endings = endings([lower(game, one.words(), one.players) for one in chosen], most)
        self.count = self.options = self.differ = self.by_kernel = 0
        self.seconds = 0.0

    def solve(self, count: int, seconds: float) -> None:
        """Solve until `count` endings are solved or `seconds` have passed."""
        begun = process_time()
        try:
            while self.count < count and self.seconds < seconds:
                one = next(self.endings)
                if one is not None:
                    self._hold(one)
                self.seconds = process_time() - begun
        except Fault as error:
            print(f"{self.name}: {error}", file=sys.stderr, flush=True)

    def _hold(self, one: Ending) -> None:
        self.count, self.options = self.count + 1, self.options + len(one.values)
        self.by_kernel += one.by_kernel
        wrong = [name for name, values in one.solvers.found(one.state, one.by_kernel) if values != one.values]
        self.differ += bool(wrong)
        if wrong:
            print(f"{self.name}: {', '.join(wrong)}", file=sys.stderr, flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("rulesets", nargs="*")
    arguments.add_argument("--count", type=int, default=150, help="endings of one ruleset")
    arguments.add_argument("--seconds", type=float, default=20.0, help="of the processor, for one ruleset at most")
    arguments.add_argument("--most", type=int, default=MOST, help="positions of the exhaustive search")
    given = arguments.parse_args()
    print("# Endings solved, and gone through\n")
    print((__doc__ or "").split("\n\n", 2)[2].strip())
    limits = f"{given.count} endings, {given.seconds:g} s"
    print(f"\n`MOST` is {given.most:,}, `MOST_TRICKS` {MOST_TRICKS:,}; at most {limits}.")
    print("Seconds are of the processor, for everything.\n")
    print("| ruleset | settings | endings | options | by the kernel, too | differ | seconds |")
    print("|---" * 7 + "|", flush=True)
    total = kernel = wrong = 0
    for name in given.rulesets or sorted(path.stem for path in RULESETS.glob("*.hoyle")):
        one = Ruleset(name, given.most)
        one.solve(given.count, given.seconds)
        total, kernel, wrong = total + one.count, kernel + one.by_kernel, wrong + one.differ
        print(f"| {name} | {one.settings} | {one.count} | {one.options:,} ", end="")
        print(f"| {one.by_kernel} | {one.differ} | {one.seconds:.1f} |", flush=True)
    print(f"\nTogether {total:,} endings, {kernel:,} of them also by the kernel, of which {wrong} differ.")
    print(f"\n{measured_on()}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
