"""Four players at Contract Bridge, measured against par, and their bidding against that of a simple bidder.

    python benchmarks/bridge.py --deals 200 --write benchmarks/bridge.md          (needs PyPI: endplay)

Single deals (`deals` 1), nobody vulnerable, dealt alike for every player.  *Par* is what a side makes of a deal if both
sides bid and play it with all cards known, computed by DDS (`endplay`); the mean distance of the score to it says how
far the bidding and the play together are from that.  *Made* and *doubled* are shares of all contracts.  The play of the
cards is that of `learned` in the row of `points`, too, so that these two differ in their bidding.

`points` is the simple bidder: it counts high cards (A 4, K 3, Q 2, J 1), opens with 12 or more at the level of one,
answers its partner's suit by the points of both hands together (25 make a game, 33 a slam), bids over the others with a
suit of five and 10 points, and passes otherwise.  At the end, the two bid against each other: every deal is played
twice, with the sides exchanged, and the gain is that of the side of `learned` less that of the other, with a 95 %
interval.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import ClassVar

from dds import as_bridge
from endplay.dds import par
from endplay.types import Deal, Player, Vul
from revision import measured_on
from strength import Cell

from hoyle.dsl.loading import load
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.batch.statistics import Z
from hoyle.interpreter.engine import State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import Maker, maker
from hoyle.interpreter.players.player import Decision
from hoyle.interpreter.players.player import Player as HoylePlayer
from hoyle.interpreter.program import Program, Slots
from hoyle.interpreter.records import AnyRecord, Choice

SEED = 20_261_129
NO_TRUMP = 4
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
OPENS, GAME, SLAM, RAISES, OVERCALLS = 12, 25, 33, 6, 10
"""From how many points the simple bidder does something, in its own hand or (`GAME`, `SLAM`) in both."""


@dataclass(frozen=True)
class Table:
    """What the players of a deal of Bridge can be read from."""

    program: Program

    def number(self, values: Slots, name: str, owner: int = 0) -> int:
        """A variable of a state."""
        found = values[next(one for one in self.program.variables if one.name == name).base + owner]
        assert isinstance(found, int)
        return found

    def seen(self, decision: Decision, name: str, owner: int = 0) -> int:
        """A variable, as a player sees it."""
        at = next(number for number, one in enumerate(self.program.variables) if one.name == name)
        return decision.view.variables[at][owner]


class PointCounter(HoylePlayer):
    """The simple bidder; see the module docstring."""

    remembers: ClassVar[bool] = True

    def __init__(self, program: Program, seat: int) -> None:
        self.program, self.seat, self.table = program, seat, Table(program)
        self.plays = maker("learned")(program, seat)
        self.order = [program.suits.index(one) for one in ("clubs", "diamonds", "hearts", "spades")]

    def choose(self, decision: Decision) -> Choice:
        texts = ["".join(one.texts).strip() for one in decision.alternatives]
        if "pass" not in texts:
            return self.plays.choose(decision)
        bids = {one.values: one for one in decision.options if len(one.values) == 2}
        for level, strain in self._wishes(decision):
            if (level, strain) in bids:
                return bids[level, strain]
        return next(one for one in decision.options if one.alternative == texts.index("pass"))

    def _wishes(self, decision: Decision) -> list[tuple[int, int]]:
        """The bids that fit the hand, the best first; the first that is allowed is made."""
        lengths, points = self._hand(decision)
        longest = max(self.order, key=lambda suit: (lengths[suit], self.order.index(suit)))
        balanced = min(lengths) >= 2 and sum(length == 2 for length in lengths) <= 1
        partner, mine = self._named((self.seat + 2) % 4, decision), self._named(self.seat, decision)
        level, last, trump = (self.table.seen(decision, one) for one in ("level", "bidder", "trump"))
        if not level:
            if points < OPENS:
                return []
            return [(1, NO_TRUMP)] if balanced and 15 <= points <= 17 else [(1, longest)]
        if last == (self.seat + 2) % 4 and partner:
            return self._answers(lengths, points, trump, level, balanced=balanced)
        if mine or partner:
            return []
        if points >= OVERCALLS and lengths[longest] >= 5:
            return [(1, longest), (2, longest)]
        return []

    def _answers(
        self, lengths: Sequence[int], points: int, trump: int, level: int, *, balanced: bool
    ) -> list[tuple[int, int]]:
        """What is bid over the partner's bid."""
        both = points + (16 if trump == NO_TRUMP else 13)
        fits = trump != NO_TRUMP and lengths[trump] >= (3 if trump in self.order[2:] else 4)
        majors = [suit for suit in self.order[2:] if lengths[suit] >= 5]
        suit = trump if fits else majors[0] if majors else NO_TRUMP
        if both >= SLAM:
            return [(6, suit)]
        if both >= GAME and level < 4:
            major = suit in self.order[2:]
            return [(4, suit)] if major else [(3, NO_TRUMP)] if balanced or not fits else [(5, suit)]
        if level > 1 or points < RAISES:
            return []
        if fits:
            return [(3 if both >= GAME - 3 else 2, trump)]
        return [] if trump == NO_TRUMP else [*((1, one) for one in self.order if lengths[one] >= 4), (1, NO_TRUMP)]

    def _hand(self, decision: Decision) -> tuple[list[int], int]:
        """How many cards of each suit the player holds, and the points."""
        zone = next(number for number, one in enumerate(self.program.zones) if one.name == "hand")
        cards = next(
            one.cards for one in decision.view.zones if one.where.zone == zone and one.where.owner == self.seat
        )
        lengths, points = [0] * 4, 0
        for card in cards:
            face = self.program.faces[self.program.deck[card]]
            assert face.suit is not None
            lengths[face.suit] += 1
            points += POINTS.get(self.program.ranks[face.rank], 0)
        return lengths, points

    def _named(self, seat: int, decision: Decision) -> bool:
        """Whether a player has been the first of its side to name a strain."""
        return bool(self.table.seen(decision, "named", seat) or self.table.seen(decision, "named_no_trump", seat))


@dataclass(frozen=True)
class Result:
    """A deal that was played: who could have made what, the contract, and what came of it for North and South."""

    par: int
    score: int
    level: int
    stake: int
    made: bool


class Bridge:
    """Single deals of Bridge among four players."""

    def __init__(self, makers: Sequence[Maker]) -> None:
        game = load("contract_bridge").game
        assert game is not None
        self.program = lower(game, {"deals": 1, "vulnerable": "nobody"})
        self.table = Table(self.program)
        self.playout = Playout(self.program, makers, SEED, paired=True)
        self.deal: Deal | None = None
        self.dealer = 0

    def _hear(self, record: AnyRecord, values: Slots) -> None:
        """Keep the hands before the first choice."""
        del record
        hand = next(one for one in self.program.zones if one.name == "hand")
        held = [values[hand.base + seat] for seat in range(4)]
        if self.deal is None and all(isinstance(one, int) and one.bit_count() == 13 for one in held):
            self.deal, self.dealer = as_bridge(self.program, State(list(values))), self.table.number(values, "dealer")

    def play(self, index: int) -> Result:
        """Play a deal."""
        self.deal = None
        outcome = self.playout.play(index, self._hear)
        assert self.deal is not None
        best = par(self.deal, Vul.none, Player(self.dealer)).score
        north = next(number for number, team in enumerate(self.program.teams) if 0 in team)
        score = outcome.scores[north] - outcome.scores[1 - north]
        level = self.table.number(outcome.final, "level")
        side = self.table.number(outcome.final, "bidder") % 2 if level else 0
        return Result(best, score, level, self.table.number(outcome.final, "stake"), (score > 0) == (side == 0))


PLAYERS = {
    "random": maker("random"),
    "points": PointCounter,
    "think:quick": maker("think:quick"),
    "learned": maker("learned"),
}


def row(name: str, deals: int) -> str:
    """A row of the page: a player in all four seats."""
    table = Bridge([PLAYERS[name]] * 4)
    found = [table.play(index) for index in range(deals)]
    bid = [one for one in found if one.level]
    away = [abs(one.score - one.par) for one in found]
    made, doubled = (
        f"{100 * mean(shares):.0f} %" if shares else "none"
        for shares in ([one.made for one in bid], [one.stake > 1 for one in bid])
    )
    level = f"{mean(one.level for one in bid):.1f}" if bid else "none"
    return (
        f"| `{name}` | {deals} | {estimate(away)} | {deals - len(bid)} | {level} | "
        f"{sum(one.level == 7 for one in found)} | {made} | {doubled} | "
        f"{sum(one.level >= 3 and one.made for one in bid)} |"
    )


def estimate(values: Sequence[int]) -> str:
    """The mean of some values, with its interval."""
    cell = Cell()
    cell.add(values, [1] * len(values))
    return f"{cell.mean:.0f} ± {Z * cell.error:.0f}"


def against(deals: int) -> str:
    """What `learned` gains in a deal over the simple bidder, both sides together."""
    tables = [Bridge([PLAYERS["learned" if seat % 2 == side else "points"] for seat in range(4)]) for side in range(2)]
    gains = [
        sum((1, -1)[side] * table.play(index).score for side, table in enumerate(tables)) for index in range(deals)
    ]
    return estimate(gains)


def written(deals: int) -> str:
    """The page."""
    head = (
        "player",
        "deals",
        "points away from par",
        "passed out",
        "level",
        "grand slams",
        "made",
        "doubled",
        "level 3 and more, made",
    )
    return "\n".join(
        [
            "# Bridge, against par",
            "",
            "Made by `benchmarks/bridge.py`, whose docstring says how it was measured.",
            "",
            f"| {' | '.join(head)} |",
            f"|---|{'--:|' * (len(head) - 1)}",
            *(row(name, deals) for name in PLAYERS),
            "",
            f"`learned` against `points`, {deals} deals, each played twice: {against(deals)} points a deal.",
            "",
            measured_on(),
            "",
        ]
    )


def main() -> None:
    """Measure; print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    text = written(given.deals)
    if given.write is None:
        print(text)
    else:
        given.write.write_text(text, "utf-8")
        print(measured_on())


if __name__ == "__main__":
    main()
