"""How fast random games are looked at: sampled, as `hoyle fuzz` does, and with everything looked at after every choice.

    python benchmarks/fuzz.py [RULESET …] [--settings 2] [--games 8]

Both play the same games in turn, in the same run.  Times are of the processor: microseconds for each choice, without
the time to make the settings ready, which is reported by itself.
"""

from __future__ import annotations

import argparse
import time

from hoyle.dsl.loading import load
from hoyle.interpreter.fuzz import work as fuzz_work
from hoyle.interpreter.fuzz.settings import plan
from hoyle.interpreter.fuzz.work import Fuzzing

SAMPLED, CLOSELY = fuzz_work.SAMPLE, 1


def measured(work: Fuzzing, sample: int, games: int) -> tuple[float, float]:
    """Seconds to make a setting ready and play its first game; microseconds for each choice of the games after it."""
    fuzz_work.SAMPLE = sample
    try:
        runner = work.runner()
        began = time.process_time()
        runner.run(0, len(work.programs))
        ready = time.process_time()
        sums = runner.run(len(work.programs), games).sums
        took = time.process_time() - ready
    finally:
        fuzz_work.SAMPLE = SAMPLED
    return (ready - began) / len(work.programs), took / max(1, sums.decisions) * 1e6


def main() -> None:
    """Measure and print a table."""
    reads = argparse.ArgumentParser(description=__doc__)
    reads.add_argument("rulesets", nargs="*", default=["newberry_euchre", "pitch", "scopa", "gin_rummy"])
    reads.add_argument("--settings", type=int, default=2)
    reads.add_argument("--games", type=int, default=8)
    given = reads.parse_args()
    print("| ruleset | sampled, µs per choice | everything, µs per choice | times | s to begin a setting |")
    print("|---|---:|---:|---:|---:|")
    for name in given.rulesets:
        game = load(name).game
        assert game is not None, name
        programs = plan(game, {}, vary=True, players=None, seed=0)[: given.settings]
        work = Fuzzing(programs, module=True)
        ready, quick = measured(work, SAMPLED, given.games)
        _, slow = measured(work, CLOSELY, given.games)
        print(f"| {name} | {quick:,.0f} | {slow:,.0f} | {slow / quick:.1f} | {ready:.2f} |")


if __name__ == "__main__":
    main()
