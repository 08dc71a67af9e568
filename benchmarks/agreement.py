"""How often players choose what `think:deep` chooses.

    python benchmarks/agreement.py --measure spades hearts --keep    # adds to agreement.json what was not measured yet
    python benchmarks/agreement.py --write                           # agreement.md from what was measured

Positions are drawn from games of four of `learned`, one of each game: its first, second … or twentieth choice between
several options, which the seed decides before the game is played; a game with fewer gives none.  Every player is asked
in the same position, with dice of its own.  `think:deep` is asked twice, with different dice: who agreed with it more
often than it does with itself would only be lucky.  Where several cards are worth the same, as two small ones next to
each other, players that play equally well disagree.  The difference is that of `learned` and `think:quick` in the same
positions, with a 95 % interval.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import Any, ClassVar

from revision import measured_on
from saved import read_saved, write_saved
from strength import Cell, program_of, rulesets

from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.batch.statistics import Z
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.players import maker
from hoyle.interpreter.players.player import Decision, Player
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice

SAVED = Path(__file__).with_name("agreement.json")
WRITTEN = Path(__file__).with_name("agreement.md")
SEED, LATEST, LEAST = 20_261_129, 20, 20
"""The seed of all games, the latest choice of a game that is asked, and how many positions a row needs."""
JUDGE, PLAYS = "think:deep", "learned"
ASKED = (JUDGE, "learned", "think:quick", "sound", "random")


@dataclass
class Position:
    """The position of one game: how many choices between several options come before it, and what was chosen there."""

    left: int
    judged: Choice | None = None
    chosen: dict[str, Choice] = field(default_factory=dict[str, Choice])


class AskedPlayer(Player):
    """Plays one seat as `learned` does; in the position, every player is asked instead."""

    remembers: ClassVar[bool] = True

    def __init__(self, program: Program, seat: int, position: list[Position]) -> None:
        """`position`: a list of one, the position of the game that is played."""
        self.plays = maker(PLAYS)(program, seat)
        self.judge = maker(JUDGE)(program, seat)
        self.asked = {name: maker(name)(program, seat) for name in ASKED}
        self.position = position

    def choose(self, decision: Decision) -> Choice:
        position = self.position[0]
        position.left -= 1
        if position.left == -1:
            position.judged = self.judge.choose(_with_dice(decision, 0))
            for number, (name, player) in enumerate(self.asked.items(), 1):
                position.chosen[name] = player.choose(_with_dice(decision, number))
        return self.plays.choose(decision)


def _with_dice(decision: Decision, number: int) -> Decision:
    return replace(decision, dice=Dice(decision.dice.below(1 << 32), number, 0))


def measure(name: str, positions: int, seconds: float) -> dict[str, Any]:
    """How often each player chose as `think:deep` did, in that many positions or as many as there is time for (of the
    processor): `{"positions": 60, "learned": 31, …, "difference": 0.1, "half": 0.12}`, the latter two of `learned` and
    `think:quick`.  Raises `Fault` if the rules fail.
    """
    program, held = program_of(name), [Position(0)]
    playout = Playout(program, [lambda p, seat: AskedPlayer(p, seat, held)] * program.players, SEED)
    agreed = dict.fromkeys(ASKED, 0)
    difference = Cell()
    end, index = process_time() + seconds, 0
    while difference.deals < positions and process_time() < end:
        held[0] = position = Position(Dice(SEED, index, 1_000).below(LATEST))
        for _ in playout.moves(index):
            if position.judged is not None or process_time() > end:
                break
        index += 1
        if position.judged is None:
            continue
        same = {one: choice == position.judged for one, choice in position.chosen.items()}
        for one in ASKED:
            agreed[one] += same[one]
        difference.add([same["learned"] - same["think:quick"]], [1])
    if difference.deals < 2:
        return {"positions": difference.deals}
    return {"positions": difference.deals, **agreed, "difference": difference.mean, "half": Z * difference.error}


def written(saved: dict[str, Any]) -> str:
    """The page, as Markdown."""
    enough = {name: row for name, row in sorted(saved.items()) if row["positions"] >= LEAST}
    above = [name for name, row in enough.items() if row["difference"] > row["half"]]
    below = [name for name, row in enough.items() if row["difference"] < -row["half"]]
    pooled = Cell()
    for row in enough.values():
        pooled.add([row["difference"]], [1])
    lines = [
        "# Who chooses as a deep search does",
        "",
        "Made by `python benchmarks/agreement.py --write`, whose docstring says how it was measured: the share of",
        f"positions in which a player chose what `{JUDGE}` chose. *Itself*: `{JUDGE}` with other dice.",
        "",
        f"Of {len(enough)} rulesets with at least {LEAST} positions, `learned` is shown to agree more often than",
        f"`think:quick` in {len(above)}, and less often in {len(below)}. The mean difference over these rulesets is",
        f"{100 * pooled.mean:+.1f} ± {100 * Z * pooled.error:.1f} of a hundred positions.",
        "",
        "| ruleset | positions | itself | `learned` | `think:quick` | `sound` | `random` | `learned` less `quick` |",
        "|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    for name, row in sorted(saved.items()):
        count = row["positions"]
        if count < LEAST:
            lines.append(f"| {name} | {count} | too slow, or too few choices | | | | | |")
            continue
        shares = " | ".join(f"{100 * row[one] / count:.0f} %" for one in ASKED)
        difference = f"{100 * row['difference']:+.0f} ± {100 * row['half']:.0f}"
        lines.append(f"| {name} | {count} | {shares} | {difference} |")
    return "\n".join([*lines, "", measured_on(), ""])


def main() -> None:
    """Measure, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs="*", metavar="RULESET")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    saved: dict[str, Any] = read_saved(SAVED)
    if given.measure is not None:
        for name in given.measure or rulesets():
            if given.keep and name in saved:
                continue
            try:
                saved[name] = measure(name, given.positions, given.seconds)
            except Fault as error:
                print(name, error.message, flush=True)
                continue
            print(name, saved[name], flush=True)
            if given.keep:
                write_saved(SAVED, saved)
    if given.write:
        WRITTEN.write_text(written(saved), "utf-8")
    elif not given.keep:
        print(written(saved), end="")


if __name__ == "__main__":
    main()
