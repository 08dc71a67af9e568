"""Players who learned anew against those whose weights came with Hoyle before.

    python benchmarks/relearned.py FOLDER skat hearts --keep --put   # FOLDER: weights that `teach.py` made
    python benchmarks/relearned.py --write                           # relearned.md from what was measured

Both play inside one module, on deals that are each played once for every side; what a side gains in a deal more than
the others is counted.  The games (seed, number) are always the same.  With `--put` the new weights take the place of
the old ones if they are not shown to be worse (the interval of the gain reaches 0), and if they bring `TO_THE_END`
games to their ends (a game that is cut off as too long has none).  All comparisons are kept and written down, in the
order in which they were made.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from learned import program_of
from revision import measured_on
from teach import note, plan_for

from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.batch.modules import outcomes
from hoyle.interpreter.learning.nets import FIRST, SECOND_NET, NetMachine, code_of
from hoyle.interpreter.learning.strength import strength
from hoyle.interpreter.learning.weights import Weights, head_of, weights_in
from hoyle.interpreter.wasm.tallies import LOGGED

SAVED = Path(__file__).with_suffix(".json")
WRITTEN = Path(__file__).with_suffix(".md")
SEED, GAMES, CHOICES = 991, 4_000, 120_000
"""The seed of the games, and how many games or choices are made for each side at most."""
TO_THE_END, LONGEST = 10, 100_000
"""How many games the new players play among themselves, and how many choices one may have."""
COLUMNS = (
    "ruleset",
    "new: learned from",
    "seed",
    "old: learned from",
    "gain in a deal",
    "games that end",
    "what came of it",
)


def compared(name: str, new_file: Path, why: str) -> dict[str, Any]:
    """What new weights gain over those that come with Hoyle."""
    program = program_of(name)
    new, old = (weights_in(file.read_bytes()) for file in (new_file, shipped(name)))
    machine = NetMachine(code_of(program))
    for number, weights in ((FIRST, new), (SECOND_NET, old)):
        machine.put_net(weights.net(machine.learned.features.blocks)[0], number)
    found = strength(machine, SECOND_NET, GAMES, SEED, choices=CHOICES, seconds=0)
    machine.seat((FIRST,) * program.players)
    ended = 0
    for game in range(TO_THE_END):
        machine.call("games", LOGGED, SEED, game, 1, LONGEST)
        ended += sum(not one.cut for one in outcomes(machine.log()))
        machine.call("l_anew")
    return {
        "name": name, "new": new.head.choices, "seed": new.head.seed, "old": old.head.choices, "gain": found.gain,
        "margin": 1.96 * found.error, "ended": ended, "why": why,
    }  # fmt: skip


def shipped(name: str) -> Path:
    """The file of weights that comes with Hoyle for a ruleset."""
    return RULESETS / "weights" / f"{name}.weights"


def put_weights(weights: Weights, file: Path, counted: tuple[int, int]) -> None:
    """Write weights into a file.  `counted`: how much `think` counts them (`counted.py`)."""
    file.write_bytes(replace(weights, head=replace(weights.head, counted=counted)).content())


def is_put(row: dict[str, Any]) -> bool:
    """Whether new weights take the place of the old ones."""
    return row["gain"] + row["margin"] >= -1e-9 and row["ended"] == TO_THE_END


def written(rows: list[dict[str, Any]]) -> str:
    """The page."""
    lines = [
        "# Players who learned anew",
        "",
        "Made by `python benchmarks/relearned.py --write`, whose docstring says how it was measured. A gain is what a",
        "side gets in a deal more than the others (or in a game, where points do not decide), with a 95 % interval, if",
        "it is played by the new player and the others by the one whose weights came with Hoyle until then. New ones",
        "came with Hoyle from then on unless they were shown to be worse. Rows are in the order of the comparisons.",
        "",
        measured_on().replace("Measured", "Written"),
        "",
        f"| {' | '.join(COLUMNS)} |",
        f"|{'---|' * len(COLUMNS)}",
    ]
    for row in rows:
        ended = "not counted" if row["ended"] is None else f"{row['ended']} of {TO_THE_END}"
        came = "shipped" if row["shipped"] else "not shipped"
        cells = [row["name"], f"{row['new']:,}", str(row["seed"]), f"{row['old']:,}"]
        cells += [f"{row['gain']:+.3g} ± {row['margin']:.2g}", ended, f"{came}{'; ' if row['why'] else ''}{row['why']}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Compare, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--why", default="", help="a note for the page")
    parser.add_argument("--plan", nargs="*", default=None, help="the `--plan` with which `teach.py` made the weights")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--put", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = json.loads(SAVED.read_text("utf-8")) if SAVED.is_file() else []
    for name in given.rulesets or (
        sorted(file.stem for file in given.folder.glob("*.weights")) if given.folder else []
    ):
        file = given.folder / f"{name}.weights"
        row = compared(name, file, given.why or " ".join(given.plan or ()))
        row["shipped"] = given.put and is_put(row)
        if row["shipped"]:
            old = shipped(name)
            put_weights(weights_in(file.read_bytes()), old, head_of(old.read_bytes()).counted)
            note(head_of(file.read_bytes()), plan_for(name, given.plan))
        print(row, flush=True)
        rows.append(row)
        if given.keep:
            SAVED.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    if given.write:
        WRITTEN.write_text(written(rows), "utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
