"""How much a player can win or lose in a game, and how long it can get: what algorithms want to know beforehand.

There are three ways to find out, and `UtilityBounds.how` says which was used:

`rules`   rewards from the intervals of the rule file, the length from the limit of the engine.  Always true; where the
          rules put no limit on the points, the bounds are those of the numbers of the language.
`tree`    by going through every node of the game: the exact values.  For games with at most `MOST_NODES` nodes.
a number  by playing as many games in which every choice is drawn by chance.  This is a measurement: the rewards and the
          length of another game may lie beyond.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from ..dsl.source.identity import Exactly
from ..interpreter.program import LENGTH_LIMIT
from ..interpreter.wasm.ranges import ProgramRanges
from .scoring import Scoring
from .tree import OVER, GameRoot, walk

MOST_NODES = 150_000
"""The most nodes of a game whose bounds are found by going through its tree."""
MOST_GAMES = 100_000
"""The most games that are measured."""


@dataclass(frozen=True, slots=True)
class UtilityBounds:
    """The lowest and the highest reward of a player in a game, the most choices, and `how` these were found."""

    low: float
    high: float
    length: int
    how: str


def bounds_of(root: GameRoot, scoring: Scoring, how: str, *, zero_sum: bool = False) -> UtilityBounds:
    """The bounds of a game, found in one of the three ways.

    Raises `ValueError` for a way that there is not, and for a tree of more than `MOST_NODES` nodes.
    """
    if how == "tree":
        return _of_tree(root, scoring)
    if how.isascii() and how.isdigit() and 0 < int(how) <= MOST_GAMES:
        return _measured(root, scoring, int(how))
    if how != "rules":
        raise ValueError(f"bounds are found by 'rules', 'tree' or a number of games up to {MOST_GAMES}, not {how!r}")
    if not scoring.points:
        return UtilityBounds(-1.0, 1.0, LENGTH_LIMIT, "the rules")
    slots = ProgramRanges(root.program).slots
    ends = [float(sign * end) for slot, sign in scoring.points for end in slots[slot]]
    most = max(map(abs, ends))
    low, high = (-most, most) if zero_sum else (min(ends), max(ends))
    return UtilityBounds(low, high, LENGTH_LIMIT, "the rules")


def _of_tree(root: GameRoot, scoring: Scoring) -> UtilityBounds:
    nodes = walk(root, MOST_NODES)
    if nodes is None:
        raise ValueError(f"the tree of {root.program.title} has more than {MOST_NODES} nodes")
    depth = {Exactly(nodes[0]): 0}
    ends: list[float] = []
    for node in nodes:
        here = depth[Exactly(node)]
        for action in node.legal:
            depth[Exactly(node.child(action))] = here + (node.player >= 0)
        if node.player == OVER and node.position is not None:
            ends += scoring.total(node.position.values)
    return UtilityBounds(min(ends), max(ends), max(depth.values()), f"the tree of {len(nodes)} nodes")


def _measured(root: GameRoot, scoring: Scoring, games: int) -> UtilityBounds:
    dice = random.Random(0)
    ends: list[float] = []
    longest = 0
    for seed in range(games):
        game = root.rules.start(seed)
        while not game.over:
            game.choose(dice.randrange(len(game.choices)))
        longest = max(longest, game.number)
        ends += scoring.total(game.state.values)
    return UtilityBounds(min(ends), max(ends), longest, f"measured in {games} random games")
