"""Measures how long commands take to start, each beside the least time it could take, in the same run.

    python benchmarks/startup.py [--rounds 30]

Every round runs each command once, one after another, so a busy machine affects all of them alike.  The table shows the
medians and the ratio to the baseline named beside it.  Bytecode is kept in a folder made for the run, which the first
round fills, so that personal settings and old copies have no effect.  Goals: `hoyle check` of the largest ruleset
within 3 times its baseline, `hoyle --help` hardly slower than click.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from revision import measured_on

ROOT = Path(__file__).resolve().parents[1]
HOYLE = [sys.executable, "-m", "hoyle.cli.main"]
RULESETS = sorted((ROOT / "rulesets").rglob("*.hoyle"), key=lambda path: path.stat().st_size)
LARGEST = RULESETS[-1]
WORKED_ROUND = str(ROOT / "rulesets" / "games" / "texas_worked_round.play")


@dataclass
class Row:
    """One command, its baseline, and its times in seconds."""

    title: str
    command: list[str]
    baseline: str | None = None
    times: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.times)


def rows() -> list[Row]:
    python = sys.executable
    return [
        Row("python -c pass", [python, "-c", "pass"]),
        Row("import click", [python, "-c", "import click"]),
        Row("hoyle --help", [*HOYLE, "--help"], "import click"),
        Row("import lark, click", [python, "-c", "import lark, click"]),
        Row(f"hoyle check {LARGEST.name}", [*HOYLE, "check", str(LARGEST)], "import lark, click"),
        Row("hoyle replay (worked round)", [*HOYLE, "replay", WORKED_ROUND], "import lark, click"),
    ]


def measure(table: list[Row], rounds: int, compiled: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = compiled
    for number in range(rounds + 1):
        for row in table:
            began = time.perf_counter()
            done = subprocess.run(
                row.command, stdin=subprocess.DEVNULL, capture_output=True, check=False, env=environment
            )
            elapsed = time.perf_counter() - began
            if done.returncode != 0:
                sys.exit(f"{row.title} ended with {done.returncode}:\n{done.stderr.decode(errors='replace')}")
            if number:  # the first round only warms the caches
                row.times.append(elapsed)


def main() -> None:
    parser = argparse.ArgumentParser(description="How long commands take to start, beside a baseline.")
    parser.add_argument("--rounds", type=int, default=30)
    rounds: int = parser.parse_args().rounds
    table = rows()
    with tempfile.TemporaryDirectory() as compiled:
        measure(table, rounds, compiled)
    medians = {row.title: row.median for row in table}
    print(f"Python {sys.version.split()[0]}, {rounds} rounds, milliseconds")
    print(f"{'command':<34}{'min':>8}{'median':>8}{'max':>8}  ratio")
    for row in table:
        low, mid, high = (1000 * t for t in (min(row.times), row.median, max(row.times)))
        ratio = f"{row.median / medians[row.baseline]:.2f} x {row.baseline}" if row.baseline else ""
        print(f"{row.title:<34}{low:>8.1f}{mid:>8.1f}{high:>8.1f}  {ratio}".rstrip())
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
