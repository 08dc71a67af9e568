"""Random games on both executors, held against each other: every ruleset, option value and number of players.

    python benchmarks/wasm_against_python.py [--games 200] [--seconds 600] [--seed 0]

Each setting (one option at each of its values, the others as they are; each number of players) is played by the Python
engine and inside its WebAssembly module; the sums must be the same: who won, points, lengths, every rule and row that
fired, every answer, and the fingerprints of all final states.  Rounds go on, each with other games, until the time is
over.  Says how many games were held against each other, and stops at the first setting that differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import fields
from importlib.util import find_spec

if find_spec("hoyle") is None:
    sys.exit("hoyle is not installed here: pip install -e .")

from hoyle.dsl.core import OptionSymbol
from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.batch.modules import ModuleSimulation
from hoyle.interpreter.batch.sums import Sums
from hoyle.interpreter.batch.work import Runner, Simulation
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.program import Program

MOST_VALUES = 12


def values(option: OptionSymbol) -> Sequence[int | str | bool]:
    """The values an option is tried at: all, or some of a long range."""
    kind = option.type
    if kind.words:
        return list(kind.words)
    if kind.kind == "flag":
        return [True, False]
    step = max(1, (kind.high - kind.low) // (MOST_VALUES - 1))
    return [*range(kind.low, kind.high, step), kind.high][:MOST_VALUES]


def settings() -> Iterator[tuple[str, Program]]:
    """Every setting and its name; those that do not go together are left out."""
    for name in sorted(rulesets()):
        game = load(name).game
        assert game is not None
        low, high, _ = game.players
        chosen = [
            (f"{option.name}={value}", {option.name: value}) for option in game.options for value in values(option)
        ]
        for players in range(low, high + 1):
            for said, options in [("", {}), *chosen]:
                try:
                    yield f"{name} {players} {said}", lower(game, options, players)
                except SettingsError:
                    continue


def both(made: Program, seed: int) -> tuple[Runner[Sums], Runner[Sums]]:
    """What plays games by chance in Python, and inside a module."""
    players = ("random",) * made.players
    return Simulation(made, players, seed).runner(), ModuleSimulation(made, players, seed).runner()


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=200, help="of a setting in one round")
    arguments.add_argument("--seconds", type=float, default=600)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    everything = list(settings())
    runners = [(name, *both(made, given.seed)) for name, made in everything]
    began, games, decisions, rounds = time.monotonic(), 0, 0, 0
    while time.monotonic() - began < given.seconds:
        for name, python, inside in runners:
            a, b = (runner.run(rounds * given.games, given.games) for runner in (python, inside))
            if a.failure != b.failure or a.sums != b.sums or a.sums.digest() != b.sums.digest():
                names = [one.name for one in fields(a.sums)]
                differing = [one for one in names if getattr(a.sums, one) != getattr(b.sums, one)]
                print(f"{name}: games from {rounds * given.games} on differ in {differing}; {a.failure}, {b.failure}")
                return 1
            games, decisions = games + a.sums.games, decisions + a.sums.decisions
            if time.monotonic() - began > given.seconds:
                break
        rounds += 1
    print(f"{games:,} games, {decisions:,} decisions of {len(everything)} settings, {rounds} rounds: all the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
