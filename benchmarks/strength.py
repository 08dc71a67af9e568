"""How strong the players are: points a deal over duplicate deals, each dealt again with the seats exchanged.

    python benchmarks/strength.py newberry_euchre think:quick sound --games 40 --seconds 60

Of each game, every deal is dealt alike (`paired`); the first player takes each side in turn, the second all others.
What is told is what the first player's side gains in a deal, less the mean of what the other sides gain, with a 95 %
interval: all seatings of one deal count as one observation.  It is wide where few deals fit the time.

    python benchmarks/strength.py --table newberry_euchre=60 spades=10     # against chance and the old sound
    python benchmarks/strength.py --chance                                 # every ruleset against chance
    python benchmarks/strength.py --budgets newberry_euchre=60             # more time against less

print the parts of benchmarks/strength.md.  A game that is not won by points counts 1 for who wins it.
"""

from __future__ import annotations

import argparse
import signal
from dataclasses import dataclass, field
from math import sqrt
from time import process_time

from old_sound import OldSoundPlayer

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import Maker
from hoyle.interpreter.players import maker as shipped
from hoyle.interpreter.program import Program
from hoyle.interpreter.search.sides import highest_wins, scores_of, sides_of


def maker(name: str) -> Maker:
    """What makes players of a name; `old-sound` is the fixed opponent of `old_sound.py`."""
    return OldSoundPlayer if name == "old-sound" else shipped(name)


@dataclass
class Match:
    """What was measured: for each deal the points of the first player over all seatings in which the games got so far,
    and how many those were."""

    points: list[float] = field(default_factory=list["float"])
    deals: list[int] = field(default_factory=list["int"])
    games: int = 0
    seconds: float = 0.0

    @property
    def mean(self) -> float:
        """Points a deal."""
        return sum(self.points) / max(1, sum(self.deals))

    @property
    def error(self) -> float:
        """The standard error of the mean: a ratio over deals."""
        mean, count = self.mean, len(self.points)
        if count < 2:
            return float("inf")
        rest = sum((p - mean * d) ** 2 for p, d in zip(self.points, self.deals, strict=True))
        return sqrt(rest * count / (count - 1)) / max(1, sum(self.deals))

    def __str__(self) -> str:
        half = 1.96 * self.error
        return f"{self.mean:+.3f} ± {half:.3f} ({sum(self.deals)} deals, {self.games} games, {self.seconds:.0f} s)"


LONGEST = 6
"""So many times the seconds of a cell a game may go on."""


def match(program: Program, first: str, second: str, games: int, seconds: float, seed: int = 1) -> Match:
    """Play until so many games are played, or so many seconds gone."""
    sides, sign = sides_of(program), 1 if highest_wins(program) else -1
    found, begun = Match(), process_time()
    seatings: list[Playout] = []
    for own in sides:
        makers = [maker(first if seat in own else second) for seat in range(program.players)]
        seatings.append(Playout(program, makers, seed, paired=True))
    scored = bool(scores_of(program))
    for index in range(games):
        points, deals = list[float](), list[int]()
        for side, playout in enumerate(seatings):
            try:
                outcome = playout.play(index)
            except OutOfTime:
                if not index:
                    raise
                return found
            wins = [int(one in outcome.winners) for one in range(len(sides))]
            for number, gains in enumerate([deal.gains for deal in outcome.deals] if scored else [wins]):
                others = [gain for other, gain in enumerate(gains) if other != side]
                if number == len(points):
                    points.append(0.0)
                    deals.append(0)
                points[number] += (sign if scored else 1) * (gains[side] - sum(others) / len(others))
                deals[number] += 1
        found.points += points
        found.deals += deals
        found.games += 1
        found.seconds = process_time() - begun
        if found.seconds > seconds:
            break
    return found


def program_of(name: str) -> Program:
    """A ruleset that ships, with its usual options."""
    game = load(name).game
    assert game is not None
    return lower(game, {})


PAIRS = (("think:quick", "random"), ("think:quick", "old-sound"), ("sound", "old-sound"))
"""Who plays whom in the table."""


def table(seconds: dict[str, float]) -> None:
    """Write the table of some rulesets, with so many seconds for each cell of their rows."""
    print("# How strong the players are\n")
    print((__doc__ or "").split("\n\n")[2].replace("\n", " ") + "\n")
    print("Written by `benchmarks/strength.py --table`; a cell gets the seconds that stand with the ruleset, until")
    print("the game begun then ends, so intervals are as wide as the machine was slow. Points are those of the game.")
    print("`old-sound` is the player `sound` as it was (`benchmarks/old_sound.py`), a fixed opponent.\n")
    rows(PAIRS, seconds)


class OutOfTime(BaseException):
    """The first game takes too long."""


def _stop(*_: object) -> None:
    raise OutOfTime


def rows(pairs: tuple[tuple[str, str], ...], seconds: dict[str, float]) -> None:
    """A table: a row for each ruleset, a column for each pair."""
    print("| ruleset | seconds | " + " | ".join(f"{a} against {b}" for a, b in pairs) + " |")
    print("|---" * (len(pairs) + 2) + "|")
    for name, given in seconds.items():
        program, cells = program_of(name), list[str]()
        for first, second in pairs:
            signal.setitimer(signal.ITIMER_PROF, LONGEST * given)
            try:
                found = match(program, first, second, 10_000, given)
            except OutOfTime:
                cells.append("no game ended in time")
                continue
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            half = 1.96 * found.error
            among = f"{sum(found.deals)} deals" if scores_of(program) else f"{sum(found.deals)} games"
            cells.append(f"{found.mean:+.2f} ± {half:.2f} ({among})")
        print(f"| {name} | {given:.0f} | " + " | ".join(cells) + " |", flush=True)


def chance(seconds: dict[str, float]) -> None:
    """Write the table of every ruleset against chance."""
    print("\n## Every ruleset against chance\n")
    print("By `benchmarks/strength.py --chance`: little time for each, so many intervals are wide. Where games are not")
    print(
        f"won by points, it is games won. Inf: one observation only. A first game that takes more than {LONGEST} times"
    )
    print("the seconds is given up.\n")
    rows(PAIRS[:1], seconds)


BUDGETS = (("think", "think:quick"), ("think:deep", "think"))
"""More time against less."""


def budgets(seconds: dict[str, float]) -> None:
    """Write the table of more time against less."""
    print("\n## More time against less\n")
    print("By `benchmarks/strength.py --budgets`.\n")
    rows(BUDGETS, seconds)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("ruleset", nargs="?")
    arguments.add_argument("first", nargs="?")
    arguments.add_argument("second", nargs="?")
    for name in ("table", "chance", "budgets"):
        arguments.add_argument(f"--{name}", nargs="*", metavar="RULESET=SECONDS")
    arguments.add_argument("--games", type=int, default=1_000)
    arguments.add_argument("--seconds", type=float, default=60.0)
    arguments.add_argument("--seed", type=int, default=1)
    told = arguments.parse_args()
    signal.signal(signal.SIGPROF, _stop)
    for given, write in ((told.table, table), (told.chance, chance), (told.budgets, budgets)):
        if given is not None:
            every = [path.stem for path in sorted(RULESETS.glob("*.hoyle"))]
            named = [one.partition("=") for one in given or every]
            write({name: float(seconds or told.seconds) for name, _, seconds in named})
            return
    if told.second is None:
        arguments.error("name a ruleset and two players, or --table")
    found = match(program_of(told.ruleset), told.first, told.second, told.games, told.seconds, told.seed)
    print(f"{told.ruleset}: {told.first} against {told.second}: {found}")


if __name__ == "__main__":
    main()
