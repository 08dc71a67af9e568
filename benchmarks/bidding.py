"""What players bid, and how often they make it.

    python benchmarks/bidding.py --write            # all games and players: half an hour of the processor
    python benchmarks/bidding.py skat --players think --seconds 60

Players of one kind play whole games, with a seed used here first, until the time of the processor is up.  *Played*: of
a hundred deals, those in which somebody plays for a bid; in the others all passed.  *Made*: of a hundred of these,
those in which the side that plays gains points, with a 95 % interval (Wilson).  *Gain*: the points that such a deal
brings this side, less the mean of the others.  At Spades both sides play for what they bid, so each deal counts twice.
*Most often*: what is played most often, and in how many of a hundred of these deals.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from time import process_time

from learned import program_of
from revision import measured_on

from hoyle.interpreter.batch.playout import Outcome, Playout
from hoyle.interpreter.batch.statistics import wilson
from hoyle.interpreter.players import maker
from hoyle.interpreter.program import Slots
from hoyle.interpreter.records import AnyRecord
from hoyle.interpreter.text.format import Wording

WRITTEN = Path(__file__).with_suffix(".md")
SEED = 20_261_208
PLAYERS = ("learned", "think:quick", "think")
SHOWN = 3
"""How many of the things that are played most often are named."""


@dataclass(frozen=True)
class Bids:
    """The variables of a game in which its bids are: who plays (empty: both sides do), and what is played."""

    who: str = ""
    what: tuple[str, ...] = ()


GAMES = {
    "contract_bridge": Bids("declarer", ("level", "trump")),
    "five_hundred": Bids("bidder", ("level", "trump")),
    "pinochle": Bids("bidder", ("trump",)),
    "skat": Bids("soloist", ("trump",)),
    "spades": Bids(),
}


@dataclass
class Tally:
    """What was played, and what it brought."""

    deals: int = 0
    gains: list[float] = field(default_factory=list[float])
    played: Counter[str] = field(default_factory=Counter[str])


class Watched:
    """Games of one ruleset among players of one kind."""

    def __init__(self, name: str, player: str) -> None:
        self.bids, self.program = GAMES[name], program_of(name)
        self.playout = Playout(self.program, [maker(player)] * self.program.players, SEED)
        self.variables = {one.name: one for one in self.program.variables}
        self.words = Wording(self.program)
        self.found: dict[int, tuple[int, str]] = {}
        """Of every deal, who plays it in the end, and what."""

    def _hear(self, record: AnyRecord, values: Slots) -> None:
        del record
        who = values[self.variables[self.bids.who].base] if self.bids.who else -1
        if isinstance(who, int) and 0 <= who < self.program.players:
            what = (self._what(values, one) for one in self.bids.what)
            self.found[len(self.playout.watch.begun) - 1] = who, " ".join(what)

    def _what(self, values: Slots, name: str) -> str:
        variable = self.variables[name]
        value = values[variable.base]
        assert isinstance(value, int)
        return self.words.value(variable.type, value)

    def play(self, index: int, tally: Tally) -> None:
        """Play a game, and count its deals."""
        self.found.clear()
        outcome: Outcome = self.playout.play(index, self._hear if self.bids.who else None)
        side_of = {seat: number for number, side in enumerate(self.program.sides) for seat in side}
        for number, deal in enumerate(outcome.deals):
            tally.deals += 1
            who, what = self.found.get(number, (None, ""))
            sides = range(len(deal.gains)) if not self.bids.who else [] if who is None else [side_of[who]]
            tally.played.update([what] if what else [])
            for side in sides:
                others = [gain for one, gain in enumerate(deal.gains) if one != side]
                tally.gains.append(deal.gains[side] - mean(others) if self.bids.who else deal.gains[side])


def row(name: str, player: str, seconds: float) -> str:
    """A row of the page."""
    watched, tally, index, until = Watched(name, player), Tally(), 0, process_time() + seconds
    while not index or process_time() < until:
        watched.play(index, tally)
        index += 1
    count = len(tally.gains)
    made = wilson(sum(gain > 0 for gain in tally.gains), count)
    each = 1 if watched.bids.who else len(watched.program.sides)
    often = ", ".join(f"{what} {100 * of / count:.0f}" for what, of in tally.played.most_common(SHOWN))
    return (
        f"| {name} | {player} | {tally.deals} | {100 * count / each / tally.deals:.0f} | "
        f"{100 * made.value:.0f} ({100 * made.low:.0f} to {100 * made.high:.0f}) | "
        f"{mean(tally.gains or [0.0]):+.3g} | {often} |"
    )


def written(rows: list[str]) -> str:
    """The page."""
    head = ("ruleset", "player", "deals", "played", "made", "gain", "most often")
    return "\n".join(
        [
            "# What is bid, and whether it is made",
            "",
            "Made by `benchmarks/bidding.py`, whose docstring says what the columns are.",
            "",
            f"| {' | '.join(head)} |",
            "|---|---|---:|---:|---:|---:|---|",
            *rows,
            "",
            measured_on(),
            "",
        ]
    )


def main() -> None:
    """Measure; print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", default=[*GAMES])
    parser.add_argument("--players", nargs="+", default=PLAYERS)
    parser.add_argument("--seconds", type=float, default=120.0, help="of the processor, for each row")
    parser.add_argument("--write", action="store_true", help="write bidding.md")
    given = parser.parse_args()
    rows = list[str]()
    for name in given.rulesets or GAMES:
        for player in given.players:
            rows.append(row(name, player, given.seconds))
            print(rows[-1], flush=True)
    if given.write:
        WRITTEN.write_text(written(rows), "utf-8")
    print(measured_on())


if __name__ == "__main__":
    main()
