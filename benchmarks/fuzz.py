"""Measures how fast random games are checked: by an earlier version, by this one closely, and as in `hoyle fuzz`.

    git worktree add --detach ../before/hoyle COMMIT
    python benchmarks/fuzz.py [RULESET …] [--before ../before/hoyle] [--settings 2] [--games 8] [--rounds 3]

`closely` checks everything after every choice; `sampled` does what `hoyle fuzz` does.  Each runs in its own process and
reads the same rule files (those of the earlier version, if one is given).  They take turns, and times are processor
times, so a busy machine affects all alike.  The table shows medians over the rounds, in microseconds per choice.  The
time to prepare the settings and to play the first game of each is not included; the last column shows it, in seconds
for one setting.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

from revision import measured_on

from hoyle.dsl.loading import RULESETS

WORKER = """
import sys, time
from pathlib import Path
from hoyle.dsl.loading import load
try:
    from hoyle.dsl.source.span import Source
except ImportError:  # before there were rooms
    from hoyle.dsl.source import Source
from hoyle.interpreter.fuzz import work as fuzz_work
from hoyle.interpreter.fuzz.settings import plan
from hoyle.interpreter.fuzz.work import Fuzzing
path, sample, settings = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
if sample:
    fuzz_work.SAMPLE = sample
game = load(Source(path.name, path.read_text("utf-8"))).game
assert game is not None, path
programs = plan(game, {}, vary=True, players=None, seed=0)[:settings]
runner = Fuzzing(programs, module=True).runner()
began = time.process_time()
runner.run(0, len(programs))
print((time.process_time() - began) / len(programs), flush=True)
at = len(programs)
for line in sys.stdin:
    began = time.process_time()
    sums = runner.run(at, int(line)).sums
    took = time.process_time() - began
    at += int(line)
    print(took / max(1, sums.decisions) * 1e6, flush=True)
"""


class Worker:
    """A process that checks games of one ruleset.  `sample` 0 leaves the sampling at its default."""

    def __init__(self, path: Path, folder: Path | None, sample: int, settings: int) -> None:
        env = dict(os.environ)
        if folder is not None:
            env["PYTHONPATH"] = str(folder.parent)
        command = [sys.executable, "-c", WORKER, str(path), str(sample), str(settings)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        self.ready = self._number()

    def _number(self) -> float:
        assert self.process.stdout is not None
        return float(self.process.stdout.readline())

    def measured(self, games: int) -> float:
        """The microseconds for each choice in the next games."""
        assert self.process.stdin is not None
        print(games, file=self.process.stdin, flush=True)
        return self._number()

    def end(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def main() -> None:
    """Measure and print a table."""
    reads = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reads.add_argument("rulesets", nargs="*", default=["newberry_euchre", "pitch", "scopa", "gin_rummy"])
    reads.add_argument("--before", type=Path, help="a checkout of an earlier version, in a folder named hoyle")
    reads.add_argument("--settings", type=int, default=2)
    reads.add_argument("--games", type=int, default=8)
    reads.add_argument("--rounds", type=int, default=3)
    given = reads.parse_args()
    before: Path | None = given.before.resolve() if given.before is not None else None
    versions = {"closely": (None, 1), "sampled": (None, 0)}
    if before is not None:
        versions = {"before": (before, 0), **versions}
    print(
        "| ruleset | " + " | ".join(versions) + " | " + " | ".join(f"times {one}" for one in [*versions][:-1]), end=""
    )
    print(" | s to begin a setting |")
    print("|---|" + "---:|" * (2 * len(versions)))
    for name in given.rulesets:
        path = (before / "rulesets" if before is not None else RULESETS) / f"{name}.hoyle"
        if not path.exists():  # the earlier version had no such game
            path = RULESETS / path.name
        workers = [Worker(path, folder, sample, given.settings) for folder, sample in versions.values()]
        rounds = [[worker.measured(given.games) for worker in workers] for _ in range(given.rounds)]
        quick = [statistics.median(row[i] for row in rounds) for i in range(len(workers))]
        times = [statistics.median(row[i] / row[-1] for row in rounds) for i in range(len(workers) - 1)]
        cells = [*(f"{one:,.0f}" for one in quick), *(f"{one:.1f}" for one in times), f"{workers[-1].ready:.2f}"]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
        for worker in workers:
            worker.end()
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
