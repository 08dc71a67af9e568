"""`think` and `learned` against OpenSpiel's search, `ISMCTSBot`, at one table, both programs driven in step.

    python benchmarks/ismcts.py --hands 100 --write benchmarks/ismcts.md          (needs PyPI: open-spiel)

Each ruleset is set to OpenSpiel's rules by its options (`ismcts_deals.py`).  Every deal is dealt alike in both programs
and played several times: at euchre and gin rummy with the sides exchanged, at Hearts and Oh Hell with `think` in each
seat and the bot in the three others.  Each player is asked by its own program, and the choice is made in both.  The
result is what the seats of `think` gain in a deal more than the others, with a 95 % interval: all plays of a deal count
as one observation.  First a few deals say how long `think` takes for a choice; then the bot gets as many simulations as
take as long, but two at least.  Times are of the processor, choices with one option are left out.  These rules are not
quite those that come with Hoyle: before any clock runs, they were learned (`--choices`), which takes some minutes and
is kept in the user's cache folder, so `think` plays with what was learned, as it does in Hoyle's own rulesets.

The bot has a random rollout for each leaf, `uct_c` 2 (as in OpenSpiel's own example) and takes the action visited most.
At euchre, OpenSpiel asks whether to play alone after the dealer's discard, Hoyle before: the bot is asked in a copy in
which the dealer, if that is somebody else, discarded any card, which it cannot see.  At gin rummy, cards are laid off
for both.  At Hearts no cards are passed: where they are, the bot crashes (2.0.2).  OpenSpiel's games of Spades and Skat
have no information states, which the bot needs.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil, sqrt
from pathlib import Path
from typing import Any

import pyspiel
from ismcts_deals import DEALS, Deal, Seats
from revision import measured_on
from teach import plan_for, taught

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.learning.store import find, keep
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import maker
from hoyle.interpreter.players.think import thinker_of
from hoyle.interpreter.program import Program

WARM_HANDS, WARM_SIMULATIONS, WARM_SEED, SEED = 8, 200, 2, 20_261_130
"""How many deals show how long a choice takes, how many simulations the bot gets in them, and the seeds of these deals
and of those that count.
"""


@dataclass
class Table:
    """A table with `think` at a given budget and the bot with a number of simulations."""

    game: type[Deal]
    budget: str
    simulations: int
    choices: int
    """From how many choices the rules are learned, if nobody on this machine has learned them."""
    gained: list[float] = field(default_factory=list["float"])
    """For each deal, the mean over all seatings."""

    def __post_init__(self) -> None:
        variant = [Source("variant", self.game.variant)] if self.game.variant else []
        loaded = load(self.game.ruleset, variant).game
        assert loaded is not None
        engine = Engine(lower(loaded, self.game.options))
        learn(engine.program, self.game.ruleset, self.choices)
        kind, name = maker(self.budget), self.game.theirs
        players = [kind(engine.program, seat) for seat in range(engine.program.players)]
        self.seats = Seats(engine, players, pyspiel.load_game(*name))
        assert thinker_of(engine.program) is not None  # made, and taught, before any clock runs

    def play(self, hands: int, seed: int) -> None:
        """Play deals, each with every seating."""
        evaluator: Any = pyspiel.RandomRolloutEvaluator(1, seed)
        best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        self.seats.searcher = pyspiel.ISMCTSBot(seed, evaluator, 2.0, self.simulations, -1, best, False, False)
        for index in range(hands):
            gained = [self.game(self.seats, seed, index, own).play() for own in self.game.seatings]
            self.gained.append(sum(gained) / len(gained))

    @property
    def interval(self) -> tuple[float, float]:
        """The gain in a deal, and half the width of the interval."""
        count = len(self.gained)
        mean = sum(self.gained) / count
        spread = sum((one - mean) ** 2 for one in self.gained) / max(1, count - 1)
        return mean, 1.96 * sqrt(spread / count)


def learn(program: Program, ruleset: str, choices: int) -> None:
    """Learn rules, unless this machine has learned just these: as the ruleset from which they differ was learned."""
    if choices and not find(program).exact:
        keep(program, taught(program, choices, 1, plan_for(ruleset, None)))


def matched(game: type[Deal], budget: str, hands: int, choices: int) -> Table:
    """Play `think` at a budget against the bot with as much time."""
    simulations = WARM_SIMULATIONS
    for _ in range(2):
        warm = Table(game, budget, simulations, choices)
        warm.play(WARM_HANDS, WARM_SEED)
        simulations = max(2, ceil(simulations * warm.seats.think.mean / warm.seats.bot.mean))
    table = Table(game, budget, simulations, choices)
    table.play(hands, SEED)
    return table


def report(tables: list[Table]) -> Iterator[str]:
    """The lines of the page."""
    yield "# Against OpenSpiel's search\n"
    yield "Made by `benchmarks/ismcts.py`, " + f"Python {platform.python_version()}, {platform.machine()}.\n"
    for part in (__doc__ or "").split("\n\n")[2:]:
        yield part.replace("\n", " ").replace("  ", " ").strip() + "\n"
    yield "| game | player | ms a choice | ISMCTSBot | ms a choice | deals | gain in a deal |"
    yield "|---|---|---:|---|---:|---:|---|"
    for one in tables:
        mean, half = one.interval
        bot = f"{one.simulations:,} simulations"
        yield (
            f"| {one.game.ruleset} | {one.budget} | {1000 * one.seats.think.mean:.1f} | {bot} "
            f"| {1000 * one.seats.bot.mean:.1f} | {len(one.gained)} | {mean:+.3g} ± {half:.2g} |"
        )


def main() -> None:
    """Play, and write the page."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--hands", type=int, default=100)
    arguments.add_argument("--games", nargs="*", choices=DEALS, default=list(DEALS))
    arguments.add_argument("--budgets", nargs="*", default=["learned", "think:quick", "think"])
    arguments.add_argument("--choices", type=int, default=48_000_000, help="0: nothing is learned")
    arguments.add_argument("--write", type=Path, help="a file for the report")
    given = arguments.parse_args()
    tables: list[Table] = []
    for name in given.games:
        for budget in given.budgets:
            tables.append(matched(DEALS[name], budget, given.hands, given.choices))
            print([*report(tables[-1:])][-1], flush=True)
    text = "\n".join(report(tables)) + "\n"
    if given.write:
        given.write.write_text(f"{text}\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
