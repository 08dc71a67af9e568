"""How fast scripted games are replayed, beside random playouts of the same rules in the same run.

    python benchmarks/replay.py [--games 1000] [--rounds 5] [--rulesets newberry_euchre texas_euchre ...]

For each ruleset a file of so many games played at random is written and then, in every round, one after the other:
read (text to games), checked (`Replay` without records), replayed with all records, and as many random games are played
through the public step interface (`question`, `choices`, `apply`).  The table shows medians over the rounds of choices
per second, and of the ratios within a round.  Last, the peak of memory while files of 100, 1,000 and 10,000 games are
read and checked game by game (each file in a process of its own).
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

if find_spec("hoyle") is None:
    sys.exit("hoyle is not installed here: pip install -e .")

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.script.events import Acted, Failed
from hoyle.interpreter.script.files import games
from hoyle.interpreter.script.model import Game
from hoyle.interpreter.script.recording import Recorder, heading
from hoyle.interpreter.script.replay import Replay
from hoyle.interpreter.script.setup import Rulesets, Table
from hoyle.interpreter.script.written import write_game, write_step

RULESETS = ("newberry_euchre", "texas_euchre", "whist", "crazy_eights")
SIZES = (100, 1_000, 10_000)


def write(table: Table, name: str, count: int, path: Path) -> int:
    """Write a file of random games; how many choices they have."""
    engine, words, made = table.engine, table.words, 0
    head = heading(engine.program, words, name)
    names = frozenset(one.casefold() for one in head.names)
    with path.open("w", encoding="utf-8") as file:
        file.write("hoyle play 1\n")
        for index in range(count):
            recorder, dice = Recorder(engine, words), Dice(1, index)
            state = engine.start(seed=1, index=index, listener=recorder.hear)
            steps = recorder.steps()
            while (question := engine.question(state)) is not None:
                choices = list(question.choices())
                state = engine.apply(state, choices[dice.below(len(choices))], listener=recorder.hear)
                steps += recorder.steps()
                made += 1
            file.write("\n" + "\n".join(write_game(head)) + "\n\n")
            file.writelines(line + "\n" for step in steps for line in write_step(step, names))
    return made


def read(path: Path) -> list[Game]:
    """The games of a file, which must be without mistakes."""
    found: list[Game] = []
    for game in games(path):
        assert isinstance(game, Game), game
        found.append(game)
    return found


def replayed(scripts: list[Game], rulesets: Rulesets, *, records: bool) -> int:
    """Replay games; how many choices were made."""
    made = 0
    for game in scripts:
        for event in Replay(game, rulesets.table(game), records=records):
            assert not isinstance(event, Failed), event.diagnostic
            made += isinstance(event, Acted)
    return made


def played(table: Table, count: int) -> int:
    """Play random games; how many choices were made."""
    engine, made = table.engine, 0
    for index in range(count):
        state, below = engine.start(seed=1, index=index), Dice(1, index).below
        while (question := engine.question(state)) is not None:
            choices = list(question.choices())
            state = engine.apply(state, choices[below(len(choices))])
            made += 1
    return made


def timed(work: Callable[[], object]) -> float:
    """Seconds some work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def compare(name: str, count: int, rounds: int, folder: Path) -> None:
    """One line of the table."""
    rulesets = Rulesets()
    table = rulesets.open(name)
    path = folder / f"{name}.play"
    made = write(table, name, count, path)
    scripts = read(path)
    replayed(scripts[:3], rulesets, records=True)
    rates: list[tuple[float, float, float, float]] = []
    for _ in range(rounds):
        reading = timed(lambda: read(path))
        checking = timed(lambda: replayed(scripts, rulesets, records=False))
        telling = timed(lambda: replayed(scripts, rulesets, records=True))
        playing = timed(lambda: played(table, count))
        rates.append((made / reading, made / checking, made / telling, made / playing))
    middle = [statistics.median(rate[column] for rate in rates) for column in range(4)]
    check = statistics.median(rate[1] / rate[3] for rate in rates)
    both = statistics.median(1 / (1 / rate[0] + 1 / rate[1]) / rate[3] for rate in rates)
    print(
        f"{name:16} {made:8,}" + "".join(f" {rate:10,.0f}" for rate in middle) + f" {check:10.2f} {both:10.2f}",
        flush=True,
    )


def peak(path: Path) -> int:
    """The most memory (kB) a process needs to read and check a file game by game."""
    rulesets = Rulesets()
    for game in games(path):
        assert isinstance(game, Game)
        for event in Replay(game, rulesets.table(game), records=False):
            assert not isinstance(event, Failed)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def memory(name: str, folder: Path) -> None:
    """The peaks for files of several sizes."""
    table = Rulesets().open(name)
    path = folder / "hundred.play"
    write(table, name, SIZES[0], path)
    text = path.read_text(encoding="utf-8").removeprefix("hoyle play 1\n")
    for size in SIZES:
        target = folder / f"{size}.play"
        with target.open("w", encoding="utf-8") as file:
            file.write("hoyle play 1\n")
            for _ in range(size // SIZES[0]):
                file.write(text)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found = pool.apply(peak, (target,))
        print(
            f"{size:6,} games, {target.stat().st_size / 1e6:6.1f} MB of text: {found / 1024:6.1f} MB of memory",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rulesets", nargs="*", default=RULESETS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        columns = ("choices", "read/s", "check/s", "replay/s", "play/s", "check:play", "all:play")
        print(f"{'ruleset':16} {columns[0]:>8}" + "".join(f" {column:>10}" for column in columns[1:]))
        for ruleset in given.rulesets:
            compare(ruleset, given.games, given.rounds, folder)
        memory("texas_euchre", folder)


if __name__ == "__main__":
    main()
