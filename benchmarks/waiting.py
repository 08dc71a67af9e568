"""Measures how long a person waits for what `learned` players say of rules: `compare` of a game with its first house
rule, `simulate` and `tune`.

    python benchmarks/waiting.py [--games 10000] [--write benchmarks/waiting.md]

The house rule is the one in README.md.  What is learned is kept in a folder made for the run: the first comparison
gives the players their lessons, the second finds them.  Bytecode is kept there, too, and filled before anything is
measured.  Each command runs by itself, and its processor time, its time and its peak of memory are those of all its
threads; the ratio is that of the processor time to the one of as many games of players who choose at random.  The
second table compares how long modules take to be made.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playouts import program
from revision import measured_on

from hoyle.interpreter.program import Program
from hoyle.interpreter.search.sides import watch_of
from hoyle.interpreter.wasm import CompiledModule, Module

ROOT = Path(__file__).resolve().parents[1]
BASE, VARY, AIM = "newberry_euchre", "target=5,7,10", "length=8"
HOYLE = [sys.executable, "-c", "import sys; from hoyle.cli.main import run; sys.exit(run(sys.argv[1:]))"]
ROUNDS = 9
KILOBYTE = 1 if platform.system() == "Darwin" else 1024
"""How many bytes the unit is in which the system reports the peak of memory."""


@dataclass(frozen=True)
class Spent:
    """What a command took: seconds, seconds of the processors, and its peak of memory in megabytes."""

    seconds: float
    processor: float
    memory: float


def spent(folder: Path, *arguments: str) -> Spent:
    """Run `hoyle` with arguments in a folder, where its caches lie, too.  Raises `RuntimeError` if it fails."""
    caches = {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | caches
    began = time.perf_counter()
    running = subprocess.Popen(
        [*HOYLE, *arguments], cwd=folder, env=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(running.pid, 0)
    seconds = time.perf_counter() - began
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise RuntimeError(f"hoyle {' '.join(arguments)}: exit code {running.returncode}")
    return Spent(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * KILOBYTE / 1e6)


def house_rule() -> str:
    """The first house rule of README.md."""
    found = re.search(r"<!-- house rule: second -->\n```hoyle\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    assert found is not None
    return found[1]


def commands(games: int) -> dict[str, tuple[str, ...]]:
    """What is measured, by its title; the first is what the others are compared with."""
    many = ("-n", str(games))
    compared = ("compare", BASE, "five.hoyle", *many)
    return {
        "`simulate --players random`": ("simulate", BASE, *many, "--players", "random"),
        "`simulate`": ("simulate", BASE, *many),
        "`compare` with a house rule, the first time": compared,
        "`compare` with a house rule, again": compared,
        f"`tune --vary {VARY} --aim {AIM}`": ("tune", BASE, "--vary", VARY, "--aim", AIM, *many),
    }


def made(rules: Program, *, learning: bool) -> Callable[[], CompiledModule]:
    """What makes the module of a program, compiled: with nets, or for players who choose at random."""
    return lambda: CompiledModule(Module(rules, watch_of(rules), learning=learning))


def module_times() -> dict[str, float]:
    """The median processor time of making a module, in seconds: both in turn."""
    rules = program(BASE)
    makers = {"without nets": made(rules, learning=False), "with nets": made(rules, learning=True)}
    found: dict[str, list[float]] = {name: [] for name in makers}
    for _ in range(ROUNDS):
        for name, make in makers.items():
            began = time.process_time()
            make()
            found[name].append(time.process_time() - began)
    return {name: statistics.median(times) for name, times in found.items()}


def page(games: int) -> str:
    """The report."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "five.hoyle").write_text(house_rule(), encoding="utf-8")
        spent(folder, "compare", BASE, BASE, "-n", "4", "--players", "random")  # the bytecode
        found = {title: spent(folder, *arguments) for title, arguments in commands(games).items()}
    first = next(iter(found.values())).processor
    lines = [
        "# How long a person waits for learned players\n",
        f"Written by `python benchmarks/waiting.py`: {games:,} games of Newberry Euchre (for `tune`, of each setting),",
        f"on {os.cpu_count()} processors. Load at the end: {os.getloadavg()[0]:.1f}; what else runs makes",
        "each figure larger.\n",
        "| command | seconds | seconds of processors | times as many as random games | peak of memory, MB |",
        "|---|---|---|---|---|",
    ]
    for title, one in found.items():
        lines.append(
            f"| {title} | {one.seconds:.1f} | {one.processor:.1f} | {one.processor / first:.1f} | {one.memory:.0f} |"
        )
    times = module_times()
    plain = times["without nets"]
    lines += ["", "| module | milliseconds of processors | ratio |", "|---|---|---|"]
    lines += [f"| {name} | {1000 * one:.0f} | {one / plain:.2f} |" for name, one in times.items()]
    return "\n".join([*lines, "", measured_on(), ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    text = page(given.games)
    if given.write is None:
        print(text, end="")
    else:
        given.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
