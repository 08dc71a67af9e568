"""Compares random games on both executors, for every ruleset, option value and number of players.

    python benchmarks/wasm_against_python.py [--games 1000000] [--seconds S] [--log FILE] [--write FILE.md]

A setting is one value of one option for one number of players, or one of the combinations that `hoyle fuzz` plays (soon
any two values of two options have occurred together).  Each setting is played by the Python engine and in its
WebAssembly module, from the same seed.  The sums over each chunk must be equal: who won, points, lengths, how often
every rule and row fired, every answer that was given, and the hashes of all final states.  The first game of each
chunk is also compared question by question: the whole state, the player, and all options in their order.

Settings take turns, each time with other games, until every setting had a turn and enough games were played, or the
time is over.  Results are written to the log at once, so that another run with the same log continues from there.  The
run stops at the first setting that differs.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

if find_spec("hoyle") is None:
    sys.exit("hoyle is not installed here: pip install -e .")

from revision import measured_on

from hoyle.dsl.checked import CheckedGame, OptionSymbol
from hoyle.dsl.limits import MOST_OFFERED
from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.batch.modules import ModuleSimulation, code_of
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.fuzz.settings import plan
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.wasm import Machine

MOST_VALUES = 12
MOST_STEPS = 400
"""The most choices of a game that are compared one by one."""
FEWEST = 20
"""The fewest games in a chunk, however slow they are."""


def values(option: OptionSymbol) -> Sequence[int | str | bool]:
    """The values that are tried for an option: all, or some of a long range."""
    kind = option.type
    if kind.words:
        return list(kind.words)
    if kind.kind == "flag":
        return [True, False]
    step = max(1, (kind.high - kind.low) // (MOST_VALUES - 1))
    return [*range(kind.low, kind.high, step), kind.high][:MOST_VALUES]


def one_by_one(game: CheckedGame) -> Iterator[Program]:
    """The programs for every value of every option, with the others at their defaults, for each number of players; only
    for values that go together.
    """
    low, high, _ = game.players
    chosen = [{option.name: value} for option in game.options for value in values(option)]
    for players in range(low, high + 1):
        for options in ({}, *chosen):
            try:
                yield lower(game, options, players)
            except SettingsError:
                continue


def settings(names: Sequence[str], seed: int) -> dict[str, Program]:
    """The program of every setting, by its name; each program once."""
    found: dict[str, Program] = {}
    for name in names:
        game = load(name).game
        assert game is not None
        for made in (*one_by_one(game), *plan(game, {}, vary=True, seed=seed)):
            said = " ".join(f"{option}={value}" for option, value in made.options.items())
            found.setdefault(f"{name} {made.players} {said}", made)
    return found


@dataclass(frozen=True)
class Chunk:
    """Games of a setting that were played on both executors.  `differs` is empty if they were the same."""

    setting: str
    first: int
    games: int
    decisions: int
    differs: str = ""


def chunk(setting: str, made: Program, seed: int, first: int, seconds: float) -> Chunk:
    """Play games of one setting on both executors for about `seconds` seconds."""
    players = ("random",) * made.players
    python, inside = (one(made, players, seed).runner() for one in (Simulation, ModuleSimulation))
    differs = step_by_step(made, seed, first)
    began, games, decisions = time.process_time(), 0, 0
    while not differs and (games < FEWEST or time.process_time() - began < seconds):
        a, b = (runner.run(first + games, FEWEST) for runner in (python, inside))
        done = a.sums.games + (a.failure is not None)
        names = [one.name for one in fields(a.sums) if getattr(a.sums, one.name) != getattr(b.sums, one.name)]
        if names or a.failure != b.failure:
            differs = f"seed {seed}, games from {first + games} on differ in {names}; {a.failure}, {b.failure}"
        games, decisions = games + done, decisions + a.sums.decisions
    return Chunk(setting, first, games, decisions, differs)


def step_by_step(made: Program, seed: int, index: int) -> str:
    """Compare one game question by question.  Returns the first difference, or an empty text."""
    engine, machine, dice = Engine(made), Machine(code_of(made)), Dice(seed, index)
    state = engine.start(seed=seed, index=index)
    machine.start(seed, index)
    for number in range(MOST_STEPS):
        where = f"seed {seed}, game {index}, choice {number}: "
        if machine.state != state.values:
            return where + "another state"
        pc = state.values[PC]
        assert isinstance(pc, int)
        if pc <= OVER:
            return "" if machine.ask < 0 else where + "over on one only"
        found, asked = machine.options(), engine.question(state)
        assert asked is not None
        options = [(choice.alternative, *choice.values) for choice in asked.choices()][:MOST_OFFERED]
        if (machine.ask, found, machine.player) != (~pc, options, asked.player):
            return where + "another question"
        choice = found[dice.below(len(found))]
        engine.take(state.values, ~pc, choice)
        machine.take(choice)
    return ""


def logged(path: Path | None) -> list[Chunk]:
    """The chunks that were played before."""
    if path is None or not path.exists():
        return []
    return [Chunk(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def report(done: Sequence[Chunk], seed: int) -> Iterator[str]:
    """The lines of the report: what was compared, and the result."""
    games, decisions = sum(one.games for one in done), sum(one.decisions for one in done)
    wrong = [one for one in done if one.differs]
    yield "# WebAssembly against Python"
    yield ""
    where = f"Python {platform.python_version()}, {platform.machine()}"
    yield f"Made by `benchmarks/wasm_against_python.py`, which says what is compared; seed {seed}; {where}."
    yield ""
    yield f"{games:,} games with {decisions:,} decisions, of {len({one.setting for one in done}):,} settings."
    yield f"{len(done):,} games of them were looked at question by question, too."
    yield ""
    yield "Differences: none." if not wrong else "Differences:"
    yield from (f"- {one.setting}: {one.differs}" for one in wrong)
    yield from ("", "| ruleset | settings | games | decisions |", "|---|---:|---:|---:|")
    for name in sorted({one.setting.split()[0] for one in done}):
        own = [one for one in done if one.setting.split()[0] == name]
        sizes = (len({one.setting for one in own}), sum(one.games for one in own), sum(one.decisions for one in own))
        yield f"| {name} | " + " | ".join(f"{size:,}" for size in sizes) + " |"


def main() -> int:
    arguments = argparse.ArgumentParser(description="Random games on both executors, held against each other.")
    arguments.add_argument("rulesets", nargs="*", default=sorted(rulesets()), help="all, if none is named")
    arguments.add_argument("--games", type=int, default=1_000_000, help="in all, with those of the log")
    arguments.add_argument("--seconds", type=float, default=float("inf"), help="most time to take")
    arguments.add_argument("--slice", type=float, default=0.5, help="seconds of a setting at a time")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--log", type=Path, help="a file for what was played, to go on from")
    arguments.add_argument("--write", type=Path, help="a file for the report")
    given = arguments.parse_args()
    done = logged(given.log)
    turns, played = Counter(one.setting for one in done), Counter[str]()
    for one in done:
        played[one.setting] += one.games
    everything = settings(given.rulesets, given.seed)
    began = time.monotonic()
    while time.monotonic() - began < given.seconds:
        setting = min(everything, key=turns.__getitem__)
        if turns[setting] and played.total() >= given.games:
            break
        own = given.seed + crc32(setting.encode())  # otherwise all settings would be dealt the same cards
        one = chunk(setting, everything[setting], own, played[setting], given.slice)
        done.append(one)
        turns[setting] += 1
        played[setting] += one.games
        if given.log is not None:
            with given.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(vars(one)) + "\n")
        if one.differs:
            break
    lines = list(report(done, given.seed))
    print("\n".join(lines))
    if given.write is not None:
        given.write.write_text("\n".join(lines) + f"\n\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")
    return 1 if any(one.differs for one in done) else 0


if __name__ == "__main__":
    sys.exit(main())
