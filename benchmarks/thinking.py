"""What solving worlds of tricks gains: `think` with it against `think` without it, at equal time of the processor.

    python benchmarks/thinking.py whist --seconds 300 --seed 7

Each game is the first deal of a match, played once for every side that the player with the solver may take, with the
same cards.  Only cards played to tricks are thought about; all other questions (bids, what is laid away) are answered
by the same third player at every seat, so that in all seatings of a deal the contract is the same.  `--plain` names the
player without the solver: `kernel=0` leaves out the kernel for tricks and solves by the rules only, `nodes=0` solves
nothing.  Limits of time are counted in time of the processor, so that they are equal whatever else the machine does;
the page says how long the choices of either player took.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

import strength
from revision import measured_on
from strength import Cell, Table, program_of
from timed_matches import count_processor_time

from hoyle.interpreter.players import Maker, Player
from hoyle.interpreter.players import maker as shipped
from hoyle.interpreter.players.player import Decision
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice

RULESETS = ("whist", "contract_bridge", "skat", "schnapsen", "spades")
BIDDERS = {"contract_bridge": "contract", "skat": "learned"}
"""Who answers all other questions; `sound` elsewhere."""
PLAIN = {"schnapsen": "nodes=0"}
"""What the player without the solver lacks; `kernel=0` elsewhere."""
REPORTED_EACH = 30.0
"""After so many seconds the result so far is reported."""
OPENING, GAME = 12, 12
"""With so many points of high cards a hand is opened, and with so many opposite it game is bid."""


class Contract(Player):
    """Bids at Bridge: opens its longest suit at the level of one with enough points of high cards, and answers its
    partner's opening with three no trump or not at all.
    """

    def __init__(self, program: Program, seat: int) -> None:
        self.program, self.seat = program, seat

    def choose(self, decision: Decision) -> Choice:
        program = self.program
        cards = [program.faces[program.deck[card]] for zone in decision.view.zones for card in zone.cards
                 if zone.where.owner == self.seat and card >= 0]  # fmt: skip
        points = sum(("J", "Q", "K", "A").index(rank) + 1 for one in cards
                     if (rank := program.ranks[one.rank]) in ("J", "Q", "K", "A"))  # fmt: skip
        suits = [one.suit for one in cards]
        longest = max({*suits}, key=lambda suit: (suits.count(suit), suit or 0))
        bids = {one.values: one for one in decision.options if len(one.values) == 2}
        others = [one for one in decision.options if not one.values]
        names = [decision.alternatives[one.alternative].texts[0].strip() for one in others]
        silent = others[names.index("pass")]
        info = {v.name: decision.view.variables[i] for i, v in enumerate(program.variables)}
        bidder, level = info["bidder"][0], info["level"][0]
        if level == 0 and points >= OPENING:
            return bids[1, longest or 0]
        if level == 1 and bidder == (self.seat + 2) % 4 and points >= GAME:
            return bids.get((3, 4), silent)
        return silent


class Divided(Player):
    """Plays its cards as one player, and answers all other questions as another one.  `spent`: to which the seconds and
    the number of its choices of cards are added.
    """

    remembers = True

    def __init__(self, program: Program, seat: int, cards: Maker, rest: Maker, spent: list[float]) -> None:
        self.program, self.cards, self.rest, self.spent = program, cards(program, seat), rest(program, seat), spent

    def begin(self) -> None:
        self.cards.begin()
        self.rest.begin()

    def choose(self, decision: Decision) -> Choice:
        if self.program.asks[decision.ask].trick is None:
            return self.rest.choose(decision)
        begun = process_time()
        chosen = self.cards.choose(decision)
        self.spent[0] += process_time() - begun
        self.spent[1] += 1
        return chosen


def measured(name: str, milliseconds: int, plain: str, seconds: float, deals: int, seed: int) -> tuple[Cell, list[str]]:
    """Play deals until the time is over; the result, and how long the choices of the two players took."""
    program, bidder = program_of(name), BIDDERS.get(name, "sound")
    rest: Maker = Contract if bidder == "contract" else shipped(bidder)
    spent = {"with": [0.0, 0.0], "without": [0.0, 0.0]}
    players = {"with": f"think:ms={milliseconds}", "without": f"think:ms={milliseconds}:{plain}"}

    def maker(which: str) -> Maker:
        return lambda program, seat: Divided(program, seat, shipped(players[which]), rest, spent[which])

    strength.maker, strength.MOST_DEALS = maker, 1
    table, cell = Table(program, "with", "without", seed), Cell()
    reported = 0.0
    while cell.seconds < seconds and cell.games < deals:
        table.play(cell.games, cell)
        if cell.seconds > reported + REPORTED_EACH:
            reported = cell.seconds
            print(f"{name}: {cell}, {reported:.0f} s", file=sys.stderr, flush=True)
    return cell, [f"{1000 * total / max(count, 1):.0f}" for total, count in spent.values()]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rulesets", nargs="*")
    arguments.add_argument("--ms", type=int, default=50)
    arguments.add_argument("--plain", help="what the player without the solver lacks")
    arguments.add_argument("--seconds", type=float, default=300.0, help="of the processor, for each ruleset")
    arguments.add_argument("--deals", type=int, default=10_000)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    count_processor_time()
    print(
        "| ruleset | ms | without | deals | points a deal | s.e. | ms with | ms without | seed |\n|---"
        + "|---" * 8
        + "|"
    )
    for name in given.rulesets or RULESETS:
        plain = given.plain or PLAIN.get(name, "kernel=0")
        cell, took = measured(name, given.ms, plain, given.seconds, given.deals, given.seed)
        row = name, given.ms, plain, cell.deals, f"{cell.mean:+.2f} ± {1.96 * cell.error:.2f}", f"{cell.errors:+.1f}"
        print(f"| {' | '.join(map(str, (*row, *took, given.seed)))} |", flush=True)
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
