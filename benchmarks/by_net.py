"""`think` whose playouts go on by the net of `learned`, against `think` whose playouts go on by the cheap model.

    python benchmarks/by_net.py skat belote --seconds 30             # a row for each ruleset
    python benchmarks/by_net.py skat --net 2 0 --seed 5              # any two values of `think:net=…`

Both count what the net expects of an option at the question itself, as usual.  Deals, seatings and what is counted are
those of `strength.py`; time is that of the processor.  The rows go into by_net.md.
"""

from __future__ import annotations

import argparse

from revision import measured_on
from strength import program_of
from timed_matches import count_processor_time, played, row_of

from hoyle.interpreter.players import maker
from hoyle.interpreter.players.think import thinker_of

SEED = 20_261_204


def row(name: str, nets: tuple[int, int], ms: int, seed: int, seconds: float) -> str:
    """Play deals for so many seconds of the processor; the row of a table."""
    program = program_of(name)
    count_processor_time()
    one, other = (maker(f"think:ms={ms}:match=0:net={net}") for net in nets)
    assert thinker_of(program) is not None  # its cheap model is learned before time is taken
    found = played(program, {"one": one, "other": other}, seed, seconds)
    return row_of(found, (name, *map(str, nets)), ("one", "other"))


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--net", nargs=2, type=int, default=(1, 0), metavar=("ONE", "OTHER"))
    parser.add_argument("--ms", type=int, default=10)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    print(
        "| ruleset | `net` | against | points a deal | s.e. | deals | took | |\n|---|---|---|---:|---:|---:|---:|---|"
    )
    for name in given.rulesets:
        print(row(name, tuple(given.net), given.ms, given.seed, given.seconds), flush=True)
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
