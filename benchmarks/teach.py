"""Makes the weights anew that come with Hoyle: every ruleset has the lessons that `lessons.json` names.

    python benchmarks/teach.py --into FOLDER                 # all of them: some hours on one core
    python benchmarks/teach.py --into FOLDER skat hearts
    python benchmarks/teach.py --into FOLDER --choices 12000000 jass     # other lessons than the table names
    python benchmarks/relearned.py FOLDER --keep --put       # ships what is not shown to be worse than what it replaces

`lessons.json` is the table of settings: from how many choices each ruleset is learned, and the seed of the games.  All
is learned by one thread, from nothing; so the same version of Hoyle makes the same files on every machine.  Files that
came with Hoyle before it learned as it does now are not made again byte for byte, but by the same lessons.  A test
holds that the table says what the shipped files say of themselves, and `relearned.py --put` keeps it so.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import process_time

from revision import measured_on

import hoyle
from hoyle.interpreter.learning.weights import WeightsHead

TABLE = Path(__file__).with_name("lessons.json")


def lessons() -> dict[str, dict[str, int]]:
    """The settings of each ruleset: `choices` and `seed`."""
    return json.loads(TABLE.read_text("utf-8"))


def note(head: WeightsHead) -> None:
    """Write into the table from which lessons new weights come."""
    found = lessons() | {head.ruleset: {"choices": head.choices, "seed": head.seed}}
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(found.items()))
    TABLE.write_text(f"{{\n{rows}\n}}\n", "utf-8")


def main() -> None:
    """Teach the rulesets that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--into", type=Path, required=True, help="a folder for the files")
    parser.add_argument("--choices", type=int, help="from how many choices, instead of the number in the table")
    given = parser.parse_args()
    given.into.mkdir(parents=True, exist_ok=True)
    table = lessons()
    for name in given.rulesets or table:
        began = process_time()
        lesson = table[name] | ({"choices": given.choices} if given.choices else {})
        made = hoyle.train(name, **lesson, workers=1, measure=False, into=given.into)
        size = made.data()["size"]
        print(f"{name}: {made.data()['choices']:,} choices, {size:,} bytes, {process_time() - began:.0f} s", flush=True)
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
