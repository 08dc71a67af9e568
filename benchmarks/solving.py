"""How long it takes to solve the tricks of every ruleset with all cards known, at half a hand and at a whole hand.

    python benchmarks/solving.py > benchmarks/solving.md
    python benchmarks/solving.py hearts --positions 5

Positions come from the first deals of games of random players, each where a trick begins.  A whole hand is the largest
number of cards with which a trick begins in such a deal, half a hand is half of it, rounded up.  Three solvers get the
same positions, and must agree wherever two of them answer (otherwise the exit code is 1):

* *ours*: what `hoyle solve` does.  `kernel` says how many of the positions the kernel for tricks took; the others were
  solved by the general search, because it needed few positions or because the kernel cannot take them.
* *general*: the general search alone, which plays by the rules in a module and has a table of positions.
* *plain*: the kernel with all its refinements switched off, which is alpha-beta without a table, where the kernel may
  be asked; otherwise nothing.

Times are of the processor, from nothing but what was found out about the rules in other positions. A position is given
up after `--seconds`.  Where half of the positions of a whole hand were given up, the page says how many cards can be
solved and by how much the time grows with each card, and why the kernel did not take the positions given up.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import NamedTuple

from revision import measured_on

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.engine import Dice, Engine, Fault, State
from hoyle.interpreter.engine.compiled import CompiledProgram
from hoyle.interpreter.engine.runtime import Runtime
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search import solve
from hoyle.interpreter.search.exact import Solution
from hoyle.interpreter.search.solve import Solver, TooLarge
from hoyle.interpreter.search.tricks import solver
from hoyle.interpreter.wasm import Uncompilable
from hoyle.interpreter.wasm.search.tricks import REFINEMENTS

LONGEST = 400
"""The most choices of a deal."""
FEWEST = 3
"""With fewer cards than these nothing is measured."""
GROWING = 0.001
"""From so many seconds on times show how they grow."""
TRIES = 4
"""The most deals played for one position that is looked for."""


def first_deal(program: Program, seed: int) -> dict[int, State]:
    """The positions of the first deal of a game of random players in which a trick begins, by how many cards the leader
    has.
    """
    begun, found = list[bool](), dict[int, State]()
    runtime = Runtime(program, lambda _: begun.append(True))
    engine, dice = Engine(program, CompiledProgram(program, runtime)), Dice(seed)
    state = engine.start(seed=seed)
    begun.clear()
    for _ in range(LONGEST):
        pc = state.values[PC]
        if not isinstance(pc, int) or pc <= OVER or begun:
            break
        rules = program.asks[~pc].trick
        options = options_of(engine, state)
        if rules is not None and state.values[program.zones[rules.trick].base] == () and options:
            zone = program.zones[rules.hand]
            hands = [state.values[zone.base + i] for i in range(zone.count)]
            found.setdefault(max(hand.bit_count() if isinstance(hand, int) else len(hand) for hand in hands), state)
        option = options[dice.below(len(options))]
        state = engine.apply(state, Choice(option[0], option[1:]))
    return found


class Solved(NamedTuple):
    """Seconds and positions that a solver took; `found` is None if it gave up."""

    seconds: float
    positions: int
    found: Solution | None
    kernel: bool
    refusal: str = ""
    """Why the kernel did not take a position that was given up."""


class Solvers:
    """The three solvers of a program."""

    def __init__(self, program: Program, seconds: float) -> None:
        self.seconds = seconds
        self.ours = Solver(program)
        self.general = Solver(program, off=frozenset({"kernel"}))
        self.plain = Solver(program, off=frozenset(REFINEMENTS))

    def by_ours(self, state: State) -> Solved:
        """What `hoyle solve` does."""
        solved = self._timed(self.ours, state, False)
        tricks = self.ours.tricks
        assert tricks is not None
        by_kernel = self.ours.by_kernel or (solved.found is None and not tricks.refusal(state))
        return solved._replace(kernel=by_kernel, refusal="" if solved.found else tricks.refusal(state))

    def by_general(self, state: State) -> Solved:
        """The general search alone."""
        return self._timed(self.general, state, False)

    def by_plain(self, state: State) -> Solved:
        """The kernel without refinements."""
        return self._timed(self.plain, state, True)

    def _timed(self, solver: Solver, state: State, kernel: bool) -> Solved:
        begun = process_time()
        try:
            found = solver.solve(state, nodes=10**12, seconds=self.seconds, line=False)
        except (TooLarge, Fault):
            return Solved(process_time() - begun, 0, None, kernel)
        return Solved(process_time() - begun, sum(one.nodes for one in found.values), found, kernel)


def agree(ones: list[Solved]) -> bool:
    """Whether all solvers that answered found the same values."""
    return len({tuple((value.option, value.value) for value in one.found.values) for one in ones if one.found}) <= 1


def cell(ones: list[Solved]) -> str:
    """The median seconds and positions, and how many were given up."""
    if not ones:
        return "| "
    gave_up = sum(one.found is None for one in ones)
    if 2 * gave_up >= len(ones):
        return f"given up {gave_up} of {len(ones)} | "
    seconds = median(one.seconds for one in ones)
    positions = median(one.positions for one in ones)
    return f"{1000 * seconds:,.1f} ms{f', {gave_up} given up' if gave_up else ''} | {positions:,.0f}"


def measured(program: Program, count: int, seconds: float, seed: int) -> Iterator[tuple[str, int, bool]]:
    """The rows of a ruleset: the cells, and how many cards; last, whether everything agreed."""
    deals = [first_deal(program, seed + n) for n in range(TRIES * count)]
    sizes = [max(deal) for deal in deals if deal]
    if not sizes:
        return
    whole = max(sizes)
    solvers = Solvers(program, seconds)
    for warm in [deal[min(deal)] for deal in deals if deal][:2]:
        solvers.by_ours(warm)
        solvers.by_general(warm)
    solved, gave_up = dict[int, float](), set[int]()
    for cards in range(FEWEST, whole + 1):
        states = [deal[cards] for deal in deals if cards in deal][:count]
        if not states:
            continue
        shown = cards in ((whole + 1) // 2, whole)
        if not shown and gave_up:
            continue
        ours = [solvers.by_ours(state) for state in (states if shown else states[:2])]
        if 2 * sum(one.found is None for one in ours) >= len(ours):
            gave_up.add(cards)
        else:
            solved[cards] = median(one.seconds for one in ours)
        if not shown:
            continue
        hard = bool(gave_up)
        general = [] if hard else [solvers.by_general(state) for state in states]
        plain = [] if hard else [solvers.by_plain(s) for s, one in zip(states, ours, strict=True) if one.kernel]
        taken = f"{sum(one.kernel for one in ours)} of {len(ours)}"
        fine = all(agree([a, b]) for a, b in zip(ours, general, strict=False)) and all(
            agree([a, b]) for a, b in zip([one for one in ours if one.kernel], plain, strict=False)
        )
        text = f"{cards} | {taken} | {cell(ours)} | {cell(general)} | {cell(plain)}"
        said = [_growth(solved)] if cards == whole and gave_up else []
        said += dict.fromkeys(one.refusal for one in ours if one.refusal)
        yield f"{text} | {'; '.join(said)}", cards, fine


def _growth(solved: dict[int, float]) -> str:
    """How many cards can be solved, and how the time grows."""
    if len(solved) < 2:
        return "nothing solved" if not solved else f"up to {max(solved)} cards"
    last = max(solved)
    before = next(cards for cards in solved if solved[cards] > GROWING or cards == max(last - 1, min(solved)))
    factor = (solved[last] / max(solved[before], 1e-6)) ** (1 / max(last - before, 1))
    return f"up to {last} cards ({1000 * solved[last]:,.0f} ms), × {factor:.1f} a card"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rulesets", nargs="*")
    arguments.add_argument("--positions", type=int, default=5, help="of each size")
    arguments.add_argument("--seconds", type=float, default=5.0)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    for module in (solve, solver):  # what is given up must not depend on what else the machine does
        module.monotonic = process_time
    print("# Tricks solved with all cards known\n")
    print((__doc__ or "").split("\n\n", 2)[2].strip())
    print(f"\n{given.positions} positions of each size, {given.seconds:g} s, seed {given.seed}; medians.\n")
    print("| ruleset | cards | kernel | ours | positions | general | positions | plain | positions | what cannot |")
    print("|---" * 10 + "|", flush=True)
    wrong = False
    for name in given.rulesets or sorted(path.stem for path in RULESETS.glob("*.hoyle")):
        game = load(name).game
        assert game is not None
        program = lower(game, {})
        if not any(ask.trick is not None for ask in program.asks):
            continue
        try:
            for text, _, fine in measured(program, given.positions, given.seconds, given.seed):
                wrong |= not fine
                print(f"| {name} | {text} |{'' if fine else ' **differs**'}", flush=True)
        except Uncompilable as error:
            print(f"| {name} | | | no module: {error.what} | | | | | | |", flush=True)
    print(f"\n{measured_on()}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
