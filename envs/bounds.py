"""How much a player can win or lose in a game, and how long it can get: what algorithms want to know beforehand.

There are four ways to find out, and `UtilityBounds.how` says which was used:

`auto`    a tree of at most `FEW_NODES` nodes is gone through. Otherwise rewards come from the rules where these put a
          limit on them, as for who wins; what is left, and always the length, is twice what random games reached.
`rules`   rewards from the intervals of the rule file, the length from the limit of the engine.  Always true; where the
          rules put no limit on the points, the bounds are those of the numbers of the language.
`tree`    by going through every node of the game: the exact values.  For games with at most `MOST_NODES` nodes.
a number  by playing as many games in which every choice is drawn by chance.  This is a measurement: the rewards and the
          length of another game may lie beyond.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from ..dsl.operations import Interval
from ..dsl.source.identity import Exactly
from ..interpreter.errors import wrong
from ..interpreter.faults import Fault
from ..interpreter.program import LENGTH_LIMIT, Program
from ..interpreter.wasm.ranges import ProgramRanges
from .scoring import Scoring
from .tree import OVER, GameRoot, walk

FEW_NODES = 150
"""The most nodes of a game whose tree is gone through without being asked for."""
MOST_NODES = 150_000
"""The most nodes of a game whose bounds are found by going through its tree."""
MOST_GAMES = 100_000
"""The most games that are measured."""
QUICK_GAMES, QUICK_CHOICES = 100, 10_000
"""How many random games are played without being asked for, and the choices after which no further one is begun."""
ROOM = 2
"""How many times what they reached is the bound."""
NO_LIMIT = 2**31
"""An end of an interval from which on the analysis has only widened it: the rules put no limit there."""


@dataclass(frozen=True, slots=True)
class UtilityBounds:
    """The lowest and the highest reward of a player in a game, the most choices, and `how` these were found."""

    low: float
    high: float
    length: int
    how: str


def bounds_of(root: GameRoot, scoring: Scoring, how: str, *, zero_sum: bool = False) -> UtilityBounds:
    """The bounds of a game, found in one of the four ways.

    Raises `GameError` for a way that there is not, and for a tree of more than `MOST_NODES` nodes.
    """
    if how == "auto":
        return _of_tree(root, scoring, FEW_NODES) or _quickly(root, scoring, zero_sum=zero_sum)
    if how == "tree":
        found = _of_tree(root, scoring, MOST_NODES)
        if found is None:
            raise wrong(f"the tree of {root.program.title} has more than {MOST_NODES} nodes")
        return found
    if how.isascii() and how.isdigit() and 0 < int(how) <= MOST_GAMES:
        games = _played(root, scoring, int(how), int(how) * LENGTH_LIMIT)
        return UtilityBounds(games.low, games.high, games.longest, f"measured in {games.count} random games")
    if how != "rules":
        raise wrong(f"bounds are found by 'auto', 'rules', 'tree' or a number of games up to {MOST_GAMES}, not {how!r}")
    low, high = _by_the_rules(root.program, scoring, zero_sum=zero_sum)
    return UtilityBounds(low, high, LENGTH_LIMIT, "the rules")


def _by_the_rules(program: Program, scoring: Scoring, *, zero_sum: bool) -> tuple[float, float]:
    if not scoring.points:
        return -1.0, 1.0
    slots = _ranges(Exactly(program))
    ends = [float(sign * end) for slot, sign in scoring.points for end in slots[slot]]
    most = max(map(abs, ends))
    return (-most, most) if zero_sum else (min(ends), max(ends))


@lru_cache(20)
def _ranges(program: Exactly[Program]) -> tuple[Interval, ...]:
    return tuple(ProgramRanges(program.it).slots)


def _of_tree(root: GameRoot, scoring: Scoring, most: int) -> UtilityBounds | None:
    """The exact bounds; None if the tree has more than so many nodes."""
    nodes = walk(root, most)
    if nodes is None:
        return None
    depth = {Exactly(nodes[0]): 0}
    ends: list[float] = []
    for node in nodes:
        here = depth[Exactly(node)]
        for action in node.legal:
            depth[Exactly(node.child(action))] = here + (node.player >= 0)
        if node.player == OVER and node.position is not None:
            ends += scoring.total(node.position.values)
    return UtilityBounds(min(ends), max(ends), max(depth.values()), f"the tree of {len(nodes)} nodes")


def _quickly(root: GameRoot, scoring: Scoring, *, zero_sum: bool) -> UtilityBounds:
    low, high = _by_the_rules(root.program, scoring, zero_sum=zero_sum)
    try:
        games = _played(root, scoring, QUICK_GAMES, QUICK_CHOICES)
    except Fault:  # the rules fail, which is for whoever plays to find out
        games = RandomGames(0, 0, 0, 0)
    if not games.count:
        return UtilityBounds(low, high, LENGTH_LIMIT, "the rules: no random game came to its end soon enough")
    most, limited = ROOM * max(abs(games.low), abs(games.high)), []
    if low <= -NO_LIMIT:
        low, limited = -most, ["the lowest reward"]
    if high >= NO_LIMIT:
        high, limited = most, [*limited, "the highest"]
    what = " and ".join(filter(None, (", ".join(limited), "the length")))
    how = f"the rules; {what}: {ROOM} times what {games.count} random games reached"
    return UtilityBounds(low, high, min(LENGTH_LIMIT, ROOM * games.longest), how)


@dataclass(frozen=True, slots=True)
class RandomGames:
    """What games reached in which every choice was drawn by chance."""

    count: int
    low: float
    high: float
    longest: int


def _played(root: GameRoot, scoring: Scoring, games: int, choices: int) -> RandomGames:
    """Play random games: so many at most, and no further one after so many choices.  The one that is being played then
    does not count.  Raises `Fault` for an error of the rules, `GameError` if they do not deal what is fixed.
    """
    dice, ends = random.Random(0), list[float]()
    longest = made = count = 0
    for seed in range(games):
        game = root.rules.start(seed, deal=root.deal)
        while not game.over and made < choices:
            game.choose(int(dice.random() * len(game.choices)))
            made += 1
        if not game.over:
            break
        longest, count = max(longest, game.number), count + 1
        ends += scoring.total(game.state.values)
    return RandomGames(count, min(ends, default=0), max(ends, default=0), longest)
