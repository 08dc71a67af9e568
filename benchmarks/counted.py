"""How much `think` should count what a net expects, found for each ruleset and written into its weights.

    python benchmarks/counted.py oh_hell spades --keep          # tries, confirms the best; adds to counted.json
    python benchmarks/counted.py --write                        # counted.md from what was measured
    python benchmarks/counted.py --put                          # writes what was confirmed into the weights of Hoyle
    python benchmarks/counted.py skat --confirm 10 100 --keep   # only this, in the deals that confirm
    python benchmarks/counted.py skat --among 10 100 --keep     # deals among players who all count it so

`Budget.learned` says as how many playouts of an option the net counts in every game.  `WeightsHead.counted` multiplies
it: for cards that are played to tricks, and for everything else, as in bidding.  `think` that counts the net so plays
against `think` that counts it once, both with 10 ms of the processor for a choice; deals, seatings and what is counted
are those of `strength.py`.  What looks best in deals of one seed is played again in deals of another, twice as long.
Only what is shown to be better there, too, is put into the weights.  3 and 9 had been tried in other deals, 25 seconds
a game, which are not kept; they looked best on average, but not good enough for every game in a trial of what should be
usual, which was ended early: in Belote they lost.  Skat was played in those deals, too, although nothing had looked
better, and among players who are alike, because `think` bids little there.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time
from typing import Any

from relearned import put_weights, shipped
from revision import measured_on
from saved import read_saved, write_saved
from strength import FirstDeals, program_of
from timed_matches import cell_of, count_processor_time, is_better, played, row_of

from hoyle.interpreter.learning.weights import weights_in
from hoyle.interpreter.players import Maker
from hoyle.interpreter.players.think import ThinkPlayer, budget_of, thinker_of
from hoyle.interpreter.program import Program

SAVED, WRITTEN = (Path(__file__).with_suffix(ending) for ending in (".json", ".md"))
USUAL = (1, 1)
IN_TRICKS = ((10, 100), (1, 100), (33, 33))
"""What is tried where cards are played to tricks: for these cards, and for everything else."""
ELSEWHERE = ((1, 3), (1, 33))
"""What is tried in other games."""
MS, TRIED, CONFIRMED = 10, 717, 20_261_201
"""The milliseconds for a choice, the seed of the deals in which all is tried, and of those that confirm it."""


def counts_of(program: Program) -> tuple[tuple[int, int], ...]:
    """What is tried in a game."""
    return IN_TRICKS if any(ask.trick is not None for ask in program.asks) else ELSEWHERE


def counting(program: Program, *counts: tuple[int, int]) -> list[Maker]:
    """Players who think in the processor's time, each counting the net so many times as much as usual."""
    budget = budget_of(f"ms={MS}:match=0")
    count_processor_time()
    assert thinker_of(program) is not None  # its cheap model is learned before time is taken
    return [lambda program, seat, one=one: ThinkPlayer(program, seat, budget, one) for one in counts]


def measured(name: str, counts: tuple[int, int], seed: int, seconds: float) -> dict[str, Any]:
    """Play deals for so many seconds of the processor."""
    program = program_of(name)
    trial, usual = counting(program, counts, USUAL)
    row = {"ruleset": name, "in tricks": counts[0], "elsewhere": counts[1], "seed": seed}
    return row | played(program, {"trial": trial, "usual": usual}, seed, seconds)


def among(name: str, counts: tuple[int, int], seed: int, seconds: float) -> dict[str, Any]:
    """Play deals among players who all count the net alike.

    Returns in how many one player alone gains or loses points, as whoever plays a hand alone does, and in how many of
    these it gains.
    """
    program = program_of(name)
    playout = FirstDeals(program, counting(program, *[counts] * program.players), seed)
    row = {"ruleset": name, "in tricks": counts[0], "elsewhere": counts[1], "seed": seed, "among": True}
    dealt, alone, number, until = 0, list[float](), 0, process_time() + seconds
    while process_time() < until:
        for deal in playout.play(number).deals:
            changed = [gain for gain in deal.gains if gain]
            dealt += 1
            alone += changed if len(changed) == 1 else []
        number += 1
    return row | {"dealt": dealt, "alone": len(alone), "gained": sum(gain > 0 for gain in alone), "sum": sum(alone)}


def best(rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The trial that is shown best of all that are shown to be better; None if none is."""
    shown = [row for row in rows if is_better(row)]
    return max(shown, key=lambda row: cell_of(row).errors, default=None)


def put(rows: list[dict[str, Any]]) -> None:
    """Write what was confirmed into the weights that come with Hoyle."""
    for row in rows:
        if row["seed"] == CONFIRMED and not row.get("among") and is_better(row):
            file = shipped(row["ruleset"])
            put_weights(weights_in(file.read_bytes()), file, (row["in tricks"], row["elsewhere"]))


def written(rows: list[dict[str, Any]]) -> str:
    """The page."""
    alike, rows = [row for row in rows if row.get("among")], [row for row in rows if not row.get("among")]
    confirming = [row for row in rows if row["seed"] == CONFIRMED]
    tried = {row["ruleset"] for row in rows}
    lines = [
        "# How much `think` counts what a net expects",
        "",
        "Made by `python benchmarks/counted.py --write`; its docstring says how it was measured. *In tricks* and",
        "*elsewhere*: how many times as much as usual the net counts, for cards that are played to tricks and for",
        "everything else. *Points a deal*: what the side of this player gains more than the others, who count it once,",
        "with a 95 % interval. *Took*: milliseconds of the processor for a choice, of both. The first deals of each",
        "are training: what looks best in them is played again in others, marked with *confirming*.",
        "",
        f"Of {len(tried)} rulesets, something was played in the deals that confirm in {len(confirming)}, and was",
        f"better there in {sum(map(is_better, confirming))}.",
        "",
        measured_on().replace("Measured", "Written"),
        "",
        "| ruleset | in tricks | elsewhere | deals are | points a deal | s.e. | deals | took | |",
        "|---|---:|---:|---|---:|---:|---:|---:|---|",
    ]
    for row in sorted(rows, key=lambda row: (row["ruleset"], row["seed"] == CONFIRMED)):
        kind = "confirming" if row["seed"] == CONFIRMED else "training"
        head = (row["ruleset"], str(row["in tricks"]), str(row["elsewhere"]), kind)
        lines.append(row_of(row, head, ("trial", "usual")))
    if alike:
        lines += [
            "",
            "Among players who all count the net alike. *Alone*: the deals in which one player alone gains or loses",
            "points, as whoever plays a hand alone does; *gained*: those in which it gains; *points*: what they bring",
            "it on average.",
            "",
            "| ruleset | in tricks | elsewhere | deals | alone | gained | points |",
            "|---|---:|---:|---:|---:|---:|---:|",
        ]
        for row in sorted(alike, key=lambda row: (row["ruleset"], row["in tricks"], row["elsewhere"])):
            shown = [row[key] for key in ("ruleset", "in tricks", "elsewhere", "dealt", "alone", "gained")]
            lines.append(f"| {' | '.join(map(str, shown))} | {row['sum'] / max(row['alone'], 1):+.3g} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, write the page, or put what was found into the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--seconds", type=float, default=45.0)
    parser.add_argument("--keep", action="store_true", help="add what is measured to counted.json")
    parser.add_argument("--write", action="store_true", help="write counted.md")
    parser.add_argument("--put", action="store_true", help="write what was confirmed into the weights")
    counts = {"nargs": 2, "type": int, "metavar": ("IN_TRICKS", "ELSEWHERE")}
    parser.add_argument("--confirm", help="play this alone, in the deals that confirm", **counts)
    parser.add_argument("--among", help="play deals among players who all count it so", **counts)
    given = parser.parse_args()

    def measure(name: str, counts: tuple[int, int], seed: int, seconds: float) -> dict[str, Any]:
        row = measured(name, counts, seed, seconds)
        print(row, flush=True)
        if given.keep:
            write_saved(SAVED, read_saved(SAVED) | {f"{name} {counts} {seed}": row})
        return row

    for name in given.rulesets:
        if given.among:
            row = among(name, tuple(given.among), CONFIRMED, given.seconds)
            print(row, flush=True)
            if given.keep:
                write_saved(SAVED, read_saved(SAVED) | {f"{name} {tuple(given.among)} among": row})
        if given.confirm:
            measure(name, tuple(given.confirm), CONFIRMED, 2 * given.seconds)
        if given.among or given.confirm:
            continue
        found = best([measure(name, counts, TRIED, given.seconds) for counts in counts_of(program_of(name))])
        if found is not None:
            measure(name, (found["in tricks"], found["elsewhere"]), CONFIRMED, 2 * given.seconds)
    rows: list[dict[str, Any]] = list(read_saved(SAVED).values())
    if given.write:
        WRITTEN.write_text(written(rows), "utf-8")
    if given.put:
        put(rows)
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
