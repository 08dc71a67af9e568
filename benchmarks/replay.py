"""Measures how fast scripted games are replayed, beside random playouts of the same rules in the same run.

    python benchmarks/replay.py [--games 1000] [--rounds 5] [--rulesets newberry_euchre texas_euchre ...]

For each ruleset a file of random games is written.  Then every round does four things, one after another: it reads and
checks the file (`Replay.checked`, as `hoyle replay --quiet` does), only reads it, replays it with all records, and
plays as many random games through the public step interface (`question`, `choices`, `apply`).  The table shows choices
per second of processor time, as medians over the rounds, and the medians of the ratios to play within a round.  First
come the peaks of memory while files of 100, 1,000 and 10,000 games are read and checked (each file in its own process).
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

if find_spec("hoyle") is None:
    sys.exit("hoyle is not installed here: pip install -e .")

from revision import measured_on

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.notation.files import games
from hoyle.interpreter.notation.model import ScriptedGame
from hoyle.interpreter.notation.writer import write_game, write_step
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.replay.events import Acted, Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

RULESETS = ("newberry_euchre", "texas_euchre", "bid_euchre", "noteuchre", "whist", "hearts", "crazy_eights")
SIZES = (100, 1_000, 10_000)


def write(opened: OpenedGame, name: str, count: int, path: Path) -> int:
    """Write a file of random games.  Returns how many choices they have."""
    engine, words, made = opened.engine, opened.words, 0
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


def read(path: Path) -> Iterator[ScriptedGame]:
    """Read the games of a file, which must have no mistakes."""
    for game in games(path, places=False):
        assert isinstance(game, ScriptedGame), game
        yield game


def read_only(path: Path) -> None:
    """Read a file."""
    for _ in read(path):
        pass


def checked(path: Path, rulesets: Rulesets) -> int:
    """Read a file and check its games.  Returns how many choices were made."""
    made = 0
    for game in read(path):
        last = Replay(game, rulesets.for_script(game)).checked()
        assert isinstance(last, Ended), last
        made += last.choices
    return made


def observed(path: Path, rulesets: Rulesets) -> int:
    """Read a file and replay its games with all records.  Returns how many choices were made."""
    made = 0
    for game in read(path):
        for event in Replay(game, rulesets.for_script(game)):
            assert not isinstance(event, Failed), event.diagnostic
            made += isinstance(event, Acted)
    return made


def played(opened: OpenedGame, count: int) -> int:
    """Play random games.  Returns how many choices were made."""
    engine, made = opened.engine, 0
    for index in range(count):
        state, below = engine.start(seed=1, index=index), Dice(1, index).below
        while (question := engine.question(state)) is not None:
            choices = list(question.choices())
            state = engine.apply(state, choices[below(len(choices))])
            made += 1
    return made


def timed(work: Callable[[], object]) -> float:
    """The seconds of processor time that some work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def compare(name: str, count: int, rounds: int, folder: Path) -> None:
    """One line of the table."""
    rulesets = Rulesets()
    opened = rulesets.open(name)
    path, few = folder / f"{name}.play", folder / "few.play"
    write(opened, name, 3, few)
    made = write(opened, name, count, path)
    works: tuple[Callable[[], object], ...] = (
        lambda: checked(path, rulesets),
        lambda: read_only(path),
        lambda: observed(path, rulesets),
        lambda: played(opened, count),
    )
    checked(few, rulesets)
    observed(few, rulesets)
    played(opened, 3)
    rates = [[made / timed(work) for work in works] for _ in range(rounds)]
    middle = [statistics.median(column) for column in zip(*rates, strict=True)]
    check = statistics.median(rate[0] / rate[3] for rate in rates)
    tell = statistics.median(rate[2] / rate[3] for rate in rates)
    print(
        f"{name:16} {made:8,}" + "".join(f" {rate:10,.0f}" for rate in middle) + f" {check:10.2f} {tell:10.2f}",
        flush=True,
    )


def peak(path: Path) -> int:
    """The peak of memory (kB) of a process that reads and checks a file game by game."""
    checked(path, Rulesets())
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def memory(name: str, folder: Path) -> None:
    """The peaks for files of several sizes."""
    opened = Rulesets().open(name)
    path = folder / "hundred.play"
    write(opened, name, SIZES[0], path)
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
        memory("texas_euchre", folder)
        columns = ("choices", "check/s", "read/s", "tell/s", "play/s", "check:play", "tell:play")
        print(f"{'ruleset':16} {columns[0]:>8}" + "".join(f" {column:>10}" for column in columns[1:]))
        for ruleset in given.rulesets:
            compare(ruleset, given.games, given.rounds, folder)
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
