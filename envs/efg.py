"""The tree of a small game as a text that OpenSpiel and Gambit read: the extensive form, `efg`.

    text = hoyle.envs.extensive_form("leduc_poker", rewards="points", zero_sum=True, deal={"dealer": "A"})
    game = pyspiel.load_efg_game(text)       # a game of C++: algorithms go through it without asking Hoyle again

An information set is what a player has known (`history.information`), so a player of the text cannot tell apart what a
player at the table cannot.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..interpreter.errors import wrong
from .bounds import MOST_NODES
from .history import information
from .spiel import RuleGame, openspiel
from .tree import CHANCE, TreeNode, walk


def extensive_form(*args: Any, **settings: Any) -> str:
    """The tree of a ruleset as an extensive form; the arguments are those of `hoyle.envs.openspiel`.

    Raises what `openspiel` raises, and `GameError` for a tree of more than 150,000 nodes.
    """
    game: RuleGame = openspiel(*args, **settings)
    return written(game)


def written(game: RuleGame) -> str:
    """The tree of a game of `openspiel` as an extensive form.  Raises `GameError` if it is too large."""
    shared = game.shared
    nodes = walk(shared.root, MOST_NODES)
    if nodes is None:
        raise wrong(f"the tree of {shared.program.title} has more than {MOST_NODES} nodes")
    players = " ".join(_quoted(f"player {seat}") for seat in shared.rules.seats)
    lines = [f"EFG 2 R {_quoted(shared.program.title)} {{ {players} }}"]
    sets: list[dict[str, int]] = [{} for _ in shared.rules.seats]
    ends = chances = 0
    # `walk` takes the last child first; the form wants the first child first, and every node before its children.
    waiting = [nodes[0]]
    while waiting:
        node = waiting.pop()
        waiting += [node.child(action) for action in reversed(node.legal)]
        if node.player == CHANCE:
            chances += 1
            outcomes = " ".join(f"{_quoted(str(one))} {_share(chance)}" for one, chance in node.undecided)
            lines.append(f'c "" {chances} "" {{ {outcomes} }} 0')
        elif node.player >= 0:
            lines.append(_question(game, node, sets[node.player]))
        else:
            ends += 1
            points = " ".join(f"{one:g}" for one in shared.returns(node))
            lines.append(f't "" {ends} "" {{ {points} }}')
    return "\n".join(lines) + "\n"


def _question(game: RuleGame, node: TreeNode, known: dict[str, int]) -> str:
    shared, position = game.shared, node.position
    assert position is not None
    text = information(shared.rules, position, node.player)
    number = known.setdefault(text, len(known) + 1)
    labels = (shared.rules.choice(position.ask, node.options.options[action]).label for action in node.legal)
    return f'p "" {node.player + 1} {number} {_quoted(text)} {{ {" ".join(map(_quoted, labels))} }} 0'


def _share(chance: float) -> str:
    """A probability as a fraction of whole numbers: it was a number of cards among others."""
    share = Fraction(chance).limit_denominator(1_000_000)
    return f"{share.numerator}/{share.denominator}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "/").replace('"', "'") + '"'
