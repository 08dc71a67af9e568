"""How strong the players are: points a deal over duplicate deals, each dealt again with the seats exchanged.

    python benchmarks/strength.py newberry_euchre think:quick old-sound --seconds 60

Of each game, every deal is dealt alike (`paired`); the first player takes each side in turn, the second all others.
What is reported is what the first player's side gains in a deal, less the mean of what the other sides gain, with a
95 % interval: all seatings of one deal count as one observation.  Of a long game only the first deals are played.

    python benchmarks/strength.py --measure 600           # go on for 600 seconds where most is missing
    python benchmarks/strength.py --measure 600 --only schnapsen golf
    python benchmarks/strength.py --write                 # strength.md from what was measured

`--measure` adds to `strength.json`, game by game, and can be stopped at any time.  It begins with the cells that have
the fewest seconds and leaves out those that are decided (`Cell.decided`).  `--anew` first removes the results of
`--only`: use it after a change of a player.  A game that is not won by points counts 1 for the winner.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice, pairwise
from math import inf, sqrt
from operator import add, sub
from pathlib import Path
from time import process_time
from typing import Any

from old_sound import OldSoundPlayer
from revision import measured_on

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.batch.playout import DealResult, Outcome, Playout
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import Maker
from hoyle.interpreter.players import maker as shipped
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm.search.counted import added_later

SAVED = Path(__file__).with_name("strength.json")
WRITTEN = Path(__file__).with_name("strength.md")
MOST_DEALS = 4
"""The most deals of one game that are played."""
DECIDED = {"random": 5.0, "old-sound": 3.0}
"""How many standard errors are required against each opponent."""
PURE_CHANCE = {"old_maid"}
"""Games in which no choice changes any probability, so that no player can be better than chance."""
SPARE = 1.0
"""How many more standard errors are measured, because a measurement that stops at a threshold reaches it too often."""


def maker(name: str) -> Maker:
    """Return the function that makes players of a name.  `old-sound` is in `old_sound.py`."""
    return OldSoundPlayer if name == "old-sound" else shipped(name)


@dataclass
class Cell:
    """The results of one pair of players in one ruleset: sums over deals of p, the points of the first player over all
    seatings in which the game got that far, and of d, the number of these seatings.
    """

    games: int = 0
    seconds: float = 0.0
    deals: int = 0
    p: float = 0.0
    d: float = 0.0
    pp: float = 0.0
    pd: float = 0.0
    dd: float = 0.0

    def add(self, points: Sequence[float], seatings: Sequence[int]) -> None:
        """Add deals that were played."""
        for p, d in zip(points, seatings, strict=True):
            self.deals += 1
            self.p, self.d = self.p + p, self.d + d
            self.pp, self.pd, self.dd = self.pp + p * p, self.pd + p * d, self.dd + d * d

    @property
    def mean(self) -> float:
        """The mean points per deal."""
        return self.p / max(1, self.d)

    @property
    def error(self) -> float:
        """The standard error of the mean, which is a ratio of sums over deals."""
        if self.deals < 2:
            return inf
        mean = self.mean
        rest = max(0.0, self.pp - 2 * mean * self.pd + mean * mean * self.dd)
        return sqrt(rest * self.deals / (self.deals - 1)) / max(1, self.d)

    @property
    def errors(self) -> float:
        """The mean in standard errors."""
        return self.mean / self.error if self.error else inf if self.mean > 0 else 0.0

    def decided(self, asked: float) -> bool:
        """Whether the first player is better by this many standard errors, and `SPARE` more."""
        return self.deals >= 8 and self.errors >= asked + SPARE

    def __str__(self) -> str:
        if self.deals < 2:
            return "too few deals"
        return f"{self.mean:+.2f} ± {1.96 * self.error:.2f} ({self.errors:.1f} s.e., {self.deals} deals)"


class FirstDeals(Playout):
    """Plays the first deals of a game; the last of them ends when the next deal begins."""

    def __init__(self, program: Program, makers: Sequence[Maker], seed: int, *, paired: bool = False) -> None:
        super().__init__(program, makers, seed, paired=paired)
        self.later = added_later(program)
        self.scores = len(program.scores)
        if self.later >= 0:
            self.watch.kept = (*program.scores, *range(self.later, self.later + self.scores))

    def play(self, index: int, listener: Any = None, asked: Any = None, chance_state: Any = None) -> Outcome:
        """Play the first deals of a game.  Its `winners` are not known."""
        gains = [gain for gain in self.deals(index, listener, asked, chance_state) if gain is not None]
        return Outcome((), False, True, (), 0, -1, tuple(DealResult(-1, one, 0) for one in gains), [])

    def deals(
        self, index: int, listener: Any = None, asked: Any = None, chance_state: Any = None
    ) -> Iterator[tuple[int, ...] | None]:
        """Play the first deals of a game.  Yields what each side gained after every deal, and None after every
        choice.
        """
        watch, known = self.watch, 0
        moves = self.moves(index, listener, asked, chance_state)
        watch.begun = []
        while known < MOST_DEALS:
            over = next(moves, True) is True
            marks = [self._worth(kept) for kept, _ in watch.begun[: MOST_DEALS + 1]]
            if over:
                marks.append(watch.last[: self.scores])
            for before, after in islice(pairwise(marks), known, None):
                known += 1
                yield tuple(map(sub, after, before))
            if over:
                return
            yield None

    def _worth(self, kept: tuple[int, ...]) -> tuple[int, ...]:
        """The scores of the sides during a game, with the points that are added to them later."""
        scores = kept[: self.scores]
        return tuple(map(add, scores, kept[self.scores :])) if self.later >= 0 else scores


class Table:
    """Games of one pair of players in one ruleset, each deal once for every side the first player may take."""

    def __init__(self, program: Program, first: str, second: str, seed: int = 1) -> None:
        self.sides, self.sign = program.sides, 1 if program.highest_wins else -1
        self.scored = bool(program.scores)
        kind = FirstDeals if self.scored else Playout
        self.seatings = [
            kind(program, [maker(first if s in own else second) for s in range(program.players)], seed, paired=True)
            for own in self.sides
        ]

    def play(self, index: int, cell: Cell) -> None:
        """Play one game in all seatings and add the results to a cell."""
        self.play_until(index, cell, inf)

    def play_until(self, index: int, cell: Cell, until: float) -> bool:
        """Play one game in all seatings, deal by deal, and add the deals that end before `until`, a time of the
        processor.  Returns whether the game was played.
        """
        begun = process_time()
        seatings = dict(enumerate(self._deals(playout, index) for playout in self.seatings))
        while seatings:
            points, played = 0.0, 0
            for side, deals in list(seatings.items()):
                gains = next((one for one in deals if one is not None or process_time() > until), ())
                if gains is None:
                    return False
                if not gains:
                    del seatings[side]
                    continue
                others = [gain for other, gain in enumerate(gains) if other != side]
                points += (self.sign if self.scored else 1) * (gains[side] - sum(others) / len(others))
                played += 1
            if played:
                cell.add([points], [played])
        cell.games = index + 1
        cell.seconds += process_time() - begun
        return True

    def _deals(self, playout: Playout, index: int) -> Iterator[tuple[int, ...] | None]:
        """What each side gained after every deal that counts, and None after every choice; in a game that is not won by
        points, who won.
        """
        if isinstance(playout, FirstDeals):
            yield from playout.deals(index)
            return
        outcome = yield from playout.moves(index)
        yield tuple(int(one in outcome.winners) for one in range(len(self.sides)))


def match(program: Program, first: str, second: str, games: int, seconds: float, seed: int = 1) -> Cell:
    """Play until `games` games have been played, or `seconds` have passed."""
    table, cell = Table(program, first, second, seed), Cell()
    for index in range(games):
        table.play(index, cell)
        if cell.seconds > seconds:
            break
    return cell


def program_of(name: str) -> Program:
    """A ruleset that comes with Hoyle, with its default options."""
    game = load(name).game
    assert game is not None
    return lower(game, {})


Key = tuple[str, str, str]
"""A ruleset and two players."""
AGAINST: tuple[tuple[str, str], ...] = (("think:quick", "random"), ("think:quick", "old-sound"))
"""The pairs of players that are measured for every ruleset."""
CHUNK = 5.0
"""How many seconds are spent on a cell before the next cell is chosen."""


def read(saved: Path = SAVED) -> dict[Key, Cell]:
    """Read the results so far."""
    if not saved.exists():
        return {}
    rows = json.loads(saved.read_text(encoding="utf-8"))
    return {(row.pop("ruleset"), row.pop("first"), row.pop("second")): Cell(**row) for row in rows}


def keep(cells: dict[Key, Cell], saved: Path = SAVED) -> None:
    """Write the results, one line for each cell."""
    rows = [
        json.dumps({"ruleset": key[0], "first": key[1], "second": key[2], **asdict(cell)})
        for key, cell in sorted(cells.items())
        if cell.games
    ]
    beside = saved.with_suffix(".new")
    beside.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    beside.replace(saved)


def measure(keys: list[Key], seconds: float, *, most: float, saved: Path = SAVED) -> None:
    """Continue measuring these cells for `seconds` seconds of this process: the cell with the fewest seconds first,
    none beyond `most`.

    In a game without tricks `old-sound` plays at random with the same random numbers as `random`, so it gets the
    results of `random`.
    """
    until = process_time() + seconds
    by_chance = {name for name in {key[0] for key in keys} if not any(ask.trick for ask in program_of(name).asks)}
    stopped = {key for key in keys if key[2] == "old-sound" and key[0] in by_chance}
    while process_time() < until:
        cells = read(saved)
        open_ = [
            key
            for key in keys
            if key not in stopped
            and (cell := cells.get(key, Cell())).seconds < most
            and not cell.decided(DECIDED.get(key[2], 2.0))
        ]
        if not open_:
            return
        key = min(open_, key=lambda one: cells.get(one, Cell()).seconds)
        cell = cells.setdefault(key, Cell())
        table, begun = Table(program_of(key[0]), key[1], key[2]), cell.seconds
        while cell.seconds < begun + CHUNK and process_time() < until:
            try:
                table.play(cell.games, cell)
            except Fault as error:
                print(f"{' '.join(key)}: {error!r}", flush=True)
                stopped.add(key)
                break
            if key[2] == "random" and key[0] in by_chance:
                cells[*key[:2], "old-sound"] = cell
            keep(cells, saved)
        print(f"{' '.join(key)}: {cell}, {cell.seconds:.0f} s", flush=True)


def rulesets() -> list[str]:
    """The names of all rulesets that come with Hoyle."""
    return [path.stem for path in sorted(RULESETS.glob("*.hoyle"))]


BEGIN, END = "<!-- measured -->", "<!-- end of what was measured -->"
"""The text between these is rewritten; the rest of the page is kept."""


def text(cells: dict[Key, Cell]) -> str:
    """The tables of the results."""
    lines = [BEGIN + "\n"]
    lines.append((__doc__ or "").split("\n\n")[2].replace("\n", " ") + "\n")
    lines.append(
        "Written by `benchmarks/strength.py --write` from `strength.json`, to which `--measure` adds. A cell is\n"
        "measured until the first player is better by the number of standard errors asked for and one more, or until\n"
        "its time is up. `old-sound` is the player `sound` as it was (`benchmarks/old_sound.py`), a fixed opponent.\n"
        "*s.e.*: the mean in standard errors; of few deals (less than 20, say) it is a rough guide. *Shown* needs\n"
        "8 deals. Where a game gives the same against `random` and `old-sound`, the latter plays by chance there.\n"
        "*All alike*: every deal gave the same, as in Durak, where the player was never the last one left with cards.\n"
        "In Ninety-Nine the points of a game count with those of the match.\n"
        "All but seven of these cells were measured after commit b6601f62 (23 November 2026), since which whole games\n"
        "were played in place of their first deals; that is mended, but the cells are not measured again.\n"
    )
    pairs = sorted({key[1:] for key in cells}, key=lambda pair: (pair not in AGAINST, pair))
    for first, second in pairs:
        asked = DECIDED.get(second)
        lines.append(f"## {first} against {second}\n")
        lines.append("| ruleset | points a deal | s.e. | deals | s | |\n|---|---:|---:|---:|---:|---|")
        missing: list[str] = []
        for name in rulesets():
            cell = cells.get((name, first, second))
            if cell is None:
                missing.append(name)
                continue
            verdict = ""
            if asked is not None:
                verdict = "shown" if cell.deals >= 8 and cell.errors >= asked else "not shown"
                verdict = "pure chance" if name in PURE_CHANCE else verdict
            elif cell.deals > 1:
                unsure = abs(cell.mean) < max(1e-6, 1.96 * cell.error)
                verdict = "no difference seen" if unsure else "better" if cell.mean > 0 else "worse"
            if cell.deals < 2:
                lines.append(f"| {name} | one deal only | | {cell.deals} | {cell.seconds:.0f} | {verdict} |")
            else:
                alike = cell.error < 1e-6
                errors = "all alike" if alike else f"{cell.errors:+.1f}"
                lines.append(
                    f"| {name} | {cell.mean:+.2f} ± {1.96 * cell.error:.2f} | {errors} | {cell.deals} |"
                    f" {cell.seconds:.0f} | {verdict} |"
                )
        lines.append("")
        if asked is not None:
            rest = f" Not measured: {', '.join(missing)}." if 0 < len(missing) < 9 else ""
            lines.append(f"Asked: {asked:.0f} standard errors.{rest}\n")
    return "\n".join([*lines, END])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("ruleset", nargs="?")
    arguments.add_argument("first", nargs="?")
    arguments.add_argument("second", nargs="?")
    arguments.add_argument("--games", type=int, default=10_000)
    arguments.add_argument("--seconds", type=float, default=60.0)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--measure", type=float, metavar="SECONDS")
    arguments.add_argument("--only", nargs="+", metavar="RULESET")
    arguments.add_argument("--pair", nargs=2, action="append", metavar=("FIRST", "SECOND"))
    arguments.add_argument("--most", type=float, default=inf, metavar="SECONDS", help="for one cell")
    arguments.add_argument("--anew", action="store_true")
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--saved", type=Path, default=SAVED, metavar="FILE", help="instead of strength.json")
    given = arguments.parse_args()
    if given.measure is not None:
        pairs = [(a, b) for a, b in given.pair] if given.pair else list(AGAINST)
        keys = [(name, *pair) for name in given.only or rulesets() for pair in pairs]
        if given.anew:
            keep({key: cell for key, cell in read(given.saved).items() if key not in keys}, given.saved)
        measure(keys, given.measure, most=given.most, saved=given.saved)
    elif given.write:
        before, _, rest = WRITTEN.read_text(encoding="utf-8").partition(BEGIN)
        WRITTEN.write_text(before + text(read(given.saved)) + rest.partition(END)[2], encoding="utf-8")
    elif given.second is None:
        arguments.error("name a ruleset and two players, or --measure, or --write")
    else:
        found = match(program_of(given.ruleset), given.first, given.second, given.games, given.seconds, given.seed)
        print(f"{given.ruleset}: {given.first} against {given.second}: {found}, {found.seconds:.0f} s")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
