"""Makes the weights anew that come with Hoyle: every ruleset has the lessons that `lessons.json` names.

    python benchmarks/teach.py --into FOLDER                 # all of them: some hours on one core
    python benchmarks/teach.py --into FOLDER skat hearts
    python benchmarks/teach.py --into FOLDER --choices 12000000 jass     # other lessons than the table names
    python benchmarks/teach.py --into FOLDER --plan tried=0.05 unsure=0.5 -- jass    # other numbers of `LessonPlan`
    python benchmarks/relearned.py FOLDER --keep --put       # ships what is not shown to be worse than what it replaces

`lessons.json` is the table of settings: from how many choices each ruleset is learned, the seed of the games, and the
numbers of the lessons that differ from those of everybody (`LessonPlan`): how often an option is only tried decides
which bidding four players agree on, and no number is the best for all games.  All is learned by one thread, from
nothing; so the same version of Hoyle makes the same files on every machine.  Files that came with Hoyle before it
learned as it does now are not made again byte for byte, but by the same lessons.  A test holds that the table says what
the shipped files say of themselves, and `relearned.py --put` keeps it so.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

from revision import measured_on
from strength import program_of

from hoyle.interpreter.learning.lessons import lessons as lessons_of
from hoyle.interpreter.learning.mixing import settled
from hoyle.interpreter.learning.weights import Weights, WeightsHead
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm.learned.plan import PLAN

TABLE = Path(__file__).with_name("lessons.json")


def lessons() -> dict[str, dict[str, Any]]:
    """The settings of each ruleset: `choices`, `seed`, and perhaps `plan`."""
    return json.loads(TABLE.read_text("utf-8"))


def note(head: WeightsHead, plan: Mapping[str, float]) -> None:
    """Write into the table from which lessons new weights come."""
    row = {"choices": head.choices, "seed": head.seed} | ({"plan": dict(plan)} if plan else {})
    found = lessons() | {head.ruleset: row}
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(found.items()))
    TABLE.write_text(f"{{\n{rows}\n}}\n", "utf-8")


def plan_of(given: Sequence[str]) -> dict[str, float]:
    """The numbers of `tried=0.05 unsure=0.5`."""
    pairs = [one.split("=") for one in given]
    return {name: type(getattr(PLAN, name))(value) for name, value in pairs}


def plan_for(name: str, given: Sequence[str] | None) -> dict[str, float]:
    """The numbers that are given for a ruleset; if none are, those of the table."""
    return lessons()[name].get("plan", {}) if given is None else plan_of(given)


def taught(program: Program, choices: int, seed: int, plan: Mapping[str, float]) -> Weights:
    """What one thread learns of some rules."""
    steps = lessons_of(program, choices=choices, seed=seed, plan=replace(PLAN, **plan))
    *_, last = steps
    return settled(last)


def main() -> None:
    """Teach the rulesets that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--into", type=Path, required=True, help="a folder for the files")
    parser.add_argument("--choices", type=int, help="from how many choices, instead of the number in the table")
    parser.add_argument("--seed", type=int, help="the seed, instead of the one in the table")
    parser.add_argument("--plan", nargs="*", default=None, help="numbers of `LessonPlan`, not those in the table")
    given = parser.parse_args()
    given.into.mkdir(parents=True, exist_ok=True)
    table = lessons()
    for name in given.rulesets or table:
        began, row = process_time(), table[name]
        plan = plan_for(name, given.plan)
        seed = row["seed"] if given.seed is None else given.seed
        made = taught(program_of(name), given.choices or row["choices"], seed, plan)
        content = made.content()
        (given.into / f"{name}.weights").write_bytes(content)
        took = process_time() - began
        print(f"{name}: {made.head.choices:,} choices, {len(content):,} bytes, {took:.0f} s", flush=True)
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
