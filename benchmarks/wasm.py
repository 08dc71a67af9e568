"""Measures how fast games are played in WebAssembly, beside rivals in the same run.

    python benchmarks/wasm.py [--rounds 9] [--seconds 0.2] [--most 10000000] [--write benchmarks/wasm.md]

Newberry Euchre is compared with the same rules written by hand in C (`newberry.c`, gcc -O3, if there is a compiler) and
with open_spiel's euchre (PyPI: open-spiel), whose games are single hands: in a plain Python loop, and as whole hands
played in its C++ (`evaluate_bots`).  Other rulesets are compared with the Python engine.  As in `playouts.py`, every
round gives each contender a slice of time; figures are medians of the ratios within a round.  The report says for each
requirement whether it is met.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from playouts import Contender, Step, open_spiel, program, rounds_of, simulating, table
from revision import measured_on

from hoyle.dsl.loading import rulesets
from hoyle.interpreter.batch.modules import ADDED, Games, ModuleRunner, code_of, watch_of
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm import CompiledModule, Module

WANTED = {"by hand in C": 0.75, "open_spiel, Python loop": 60, "open_spiel, C++": 5}
"""How many times as many hands as a rival are required."""
SOURCE = Path(__file__).with_name("newberry.c")


class HandSums(ctypes.Structure):
    """The sums that `newberry.c` computes."""

    _fields_ = [
        (name, ctypes.c_int64) for name in ("games", "hands", "choices", "wins", "points_of_one", "points_of_other")
    ]


def in_c(folder: Path) -> Step | None:
    """Play the rules written by hand in C; None if there is no compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    library = folder / "newberry.so"
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(SOURCE)], check=True)
    play_games = ctypes.CDLL(str(library)).play
    play_games.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.POINTER(HandSums)]

    def play(index: int) -> tuple[int, int]:
        sums = HandSums()
        play_games(index, 400, sums)
        return sums.choices, sums.hands

    return play


def inside(rules: Program, games: int = 500) -> Step:
    """Play and count games inside the module, `games` in each call."""
    played = Games(code_of(rules), 1, ADDED)
    tallies = played.machine.module.tallies
    word = played.machine.word

    def play(index: int) -> tuple[int, int]:
        before = word(tallies.decisions), word(tallies.deals)
        played.play(index * games, games, [])
        return word(tallies.decisions) - before[0], word(tallies.deals) - before[1]

    return play


def bots() -> Step | None:
    """Play whole hands of open_spiel's euchre in C++, with its bots that choose at random."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("euchre")
    players = [pyspiel.make_uniform_random_bot(player, 1) for player in range(4)]

    def play(index: int) -> tuple[int, int]:
        for number in range(20):
            pyspiel.evaluate_bots(game.new_initial_state(), players, index * 20 + number)
        return 1, 20

    return play


def ratio(one: Contender, other: Contender) -> float:
    """How many times as many hands a contender plays: the median over the rounds."""
    return statistics.median(a / b for a, b in zip(one.hands, other.hands, strict=True))


@dataclass
class Asked:
    """The requirements for modules, and the results."""

    rows: list[str] = field(default_factory=list["str"])

    def least(self, what: str, found: float, asked: float) -> None:
        """Require at least this value."""
        self._row(what, f"at least {asked:g}", f"{found:.3g}", fits=found >= asked)

    def most(self, what: str, found: float, asked: float) -> None:
        """Require at most this value."""
        self._row(what, f"at most {asked:g}", f"{found:.3g}", fits=found <= asked)

    def _row(self, what: str, asked: str, found: str, *, fits: bool) -> None:
        self.rows.append(f"| {what} | {asked} | {found} | {'yes' if fits else 'no'} |")


def compiling(rules: Program) -> list[float]:
    """The milliseconds of each step to machine code, and of all steps: medians of a few runs."""
    times: list[tuple[float, float, float]] = []
    for _ in range(5):
        began = time.process_time()
        module = Module(rules, watch_of(rules))
        written = time.process_time()
        binary = module.binary()
        assembled = time.process_time()
        CompiledModule(module, binary)
        times.append((written - began, assembled - written, time.process_time() - assembled))
    steps = [1e3 * statistics.median(step) for step in zip(*times, strict=True)]
    return [*steps, sum(steps)]


def growth(most: int) -> Iterator[tuple[int, float, float]]:
    """The cost of more games: their number, seconds on one core, and the peak of memory of the whole process so far."""
    rules = program("newberry_euchre")
    games = 10
    while games <= most:
        runner = ModuleRunner(code_of(rules), rules, 1)
        began, done = time.process_time(), 0
        while done < games:
            done += runner.run(done, min(5000, games - done)).sums.games
        took = time.process_time() - began
        yield games, took, memory()
        games *= 10


def memory() -> float:
    """The peak of memory of this process, in megabytes; 0 if the system does not report it."""
    status = Path("/proc/self/status")
    return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024 if status.exists() else 0.0


def whole_command(games: int) -> float:
    """The seconds of the command `hoyle simulate`, from its start to its report.  Python keeps its bytecode, as it does
    by default.
    """
    code = "import sys; from hoyle.cli.main import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "simulate", "newberry_euchre", "--games", str(games)]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=kept)
    return time.perf_counter() - began


def report(rounds: int, seconds: float, most: int) -> Iterator[str]:
    asked = Asked()
    yield "# Games inside WebAssembly"
    yield ""
    where = f"Python {platform.python_version()}, {platform.machine()}, one core"
    yield f"Made by `benchmarks/wasm.py`: {where}; {rounds} rounds of {seconds} s for each in turn; medians."
    yield "Times are of the processor, but for the whole command.  Everything is counted that `hoyle simulate` reports."
    hand = program("newberry_euchre")
    with tempfile.TemporaryDirectory() as folder:
        module, python = Contender("module", inside(hand)), Contender("Python engine", simulating(hand))
        found = (
            ("by hand in C", in_c(Path(folder))),
            ("open_spiel, Python loop", open_spiel()),
            ("open_spiel, C++", bots()),
        )
        rivals = [Contender(title, step) for title, step in found if step is not None]
        rounds_of([module, python, *rivals], rounds, seconds)
        yield from ("", "## Newberry Euchre", "")
        yield from table([module, python, *(one for one in rivals if one.title != "open_spiel, C++")], [python])
        yield ""
        yield from (
            f"- hands of the module to those of {one.title}: {ratio(module, one):.2f}" for one in (python, *rivals)
        )
        for one in rivals:
            asked.least(f"Newberry Euchre: times {one.title}", ratio(module, one), WANTED[one.title])
    yield from ("", "## The other rulesets", "", "| ruleset | hands/s | x Python engine |", "|---|---:|---:|")
    for name in rulesets():
        rules = program(name)
        both = [Contender(name, inside(rules, 200)), Contender(name, simulating(rules))]
        rounds_of(both, max(3, rounds // 3), seconds)
        times = ratio(*both)
        yield f"| {name} | {statistics.median(both[0].hands):,.0f} | {times:.1f} |"
        asked.least(f"{name}: times the Python engine", times, 30)
    yield from ("", "## Compiling", "", "Milliseconds.", "", "| ruleset | text | bytes | machine code | all |")
    yield "|---|---:|---:|---:|---:|"
    compiled = {name: compiling(program(name)) for name in rulesets()}
    yield from (f"| {name} | {' | '.join(f'{step:.0f}' for step in steps)} |" for name, steps in compiled.items())
    asked.most("milliseconds to compile, the slowest ruleset", max(steps[-1] for steps in compiled.values()), 150)
    yield from ("", "## More games", "", "| games | s | µs per game | MB at most |", "|---:|---:|---:|---:|")
    first = memory()
    for games, took, megabytes in growth(most):
        yield f"| {games:,} | {took:.3f} | {1e6 * took / games:.1f} | {megabytes:.0f} |"
        if games == 1_000_000:
            asked.most("seconds for a million games", took, 60)
    asked.most("memory at the end of that to memory before", memory() / max(first, 1), 1.1)
    mean = statistics.median(module.decisions) / statistics.median(module.hands)
    games = round(100_000 / (ModuleRunner(code_of(hand), hand, 1).run(0, 2000).sums.deals / 2000))
    took = statistics.median(whole_command(games) for _ in range(5))
    yield from ("", "## The whole command", "")
    yield f"`hoyle simulate` of 100,000 hands ({games:,} games, {mean:.1f} decisions a hand): {took:.2f} s."
    asked.most("seconds from start to report for 100,000 hands, on the cores there are", took, 1)
    yield from ("", "## What was asked", "", "| | asked | found | |", "|---|---:|---:|---|", *asked.rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast games are played inside WebAssembly, beside rivals.")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.2, help="for each contender in each round")
    parser.add_argument("--most", type=int, default=10_000_000, help="the longest batch of the curve of costs")
    parser.add_argument("--write", type=Path, help="a file for the report")
    arguments = parser.parse_args()
    lines: list[str] = []
    for line in report(arguments.rounds, arguments.seconds, arguments.most):
        print(line, flush=True)
        lines.append(line)
    if arguments.write:
        arguments.write.write_text("\n".join(lines) + f"\n\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
