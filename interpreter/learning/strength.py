"""How strong a net is: games inside a module, on deals that are each played once for every side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from time import monotonic

from ..batch.modules import outcomes
from ..wasm.tallies import LOGGED
from .lessons import NetStrength
from .nets import FIRST, NetMachine

GAMES, CHOICES = 200, 150_000
"""With how many games, and with at most about how many choices for each side, the strength is measured."""
SECONDS = 8.0
"""How long that takes at most: with many seats and cards, fewer games have to do."""


@dataclass
class Measuring:
    """How far a measurement is: how many choices were made, and what was found; nothing before it is over."""

    choices: int = 0
    found: NetStrength = field(default_factory=lambda: NetStrength(0.0, 0.0))


def strength(
    machine: NetMachine, other: int, games: int = GAMES, seed: int = 77, *, whole: bool = False,
    choices: int = CHOICES, seconds: float = SECONDS,
) -> NetStrength:  # fmt: skip
    """How much more the first net gains than another player; see `measuring`."""
    *_, last = measuring(machine, other, games, seed, whole=whole, choices=choices, seconds=seconds)
    return last.found


def measuring(
    machine: NetMachine, other: int, games: int = GAMES, seed: int = 77, *, whole: bool = False,
    choices: int = CHOICES, seconds: float = SECONDS,
) -> Iterator[Measuring]:  # fmt: skip
    """Find how much more the first net gains than another player (`BY_CHANCE`, `SECOND_NET`), on deals that are each
    played once for every side.  The object is always the same.  `whole`: count games won, although there are points;
    `choices`: about how many choices are made for each side, at most; `seconds`: how long it takes at most (0: however
    long).
    """
    program, made = machine.program, Measuring()
    sides, sign = program.sides, 1 if program.highest_wins else -1
    scored = bool(machine.module.watch.scores) and not whole
    if len(sides) < 2:
        yield made
        return
    machine.call("l_anew")
    by_game: defaultdict[int, list[float]] = defaultdict(list)
    for side, own in enumerate(sides):
        machine.seat(tuple(FIRST if seat in own else other for seat in range(program.players)))
        done, log, budget = 0, list[tuple[int, tuple[int, ...]]](), choices
        until = monotonic() + seconds / len(sides)
        while done < games and budget > 0 and (not seconds or monotonic() < until):
            step = min(budget, 5_000)
            done += machine.call("games", LOGGED, seed, done, games - done, step)
            budget -= step
            log += machine.log()
            made.choices += step
            yield made
        machine.call("l_anew")
        for number, outcome in enumerate(outcomes(log)):
            won = tuple(int(one in outcome.winners) for one in range(len(sides)))
            for row in [deal.gains for deal in outcome.deals] if scored else [won]:
                others = (sum(row) - row[side]) / (len(sides) - 1)
                by_game[number].append((sign if scored else 1) * (row[side] - others))
    found = [sum(rows) / len(rows) for _, rows in sorted(by_game.items())]
    if found:
        mean = sum(found) / len(found)
        spread = sum((one - mean) ** 2 for one in found) / max(1, len(found) - 1)
        made.found = NetStrength(mean, sqrt(spread / len(found)))
    yield made
