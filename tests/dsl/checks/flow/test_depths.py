"""The depth of calls between phases and defines is limited, and everything below the limit can be played."""

from __future__ import annotations

import pytest

from hoyle.dsl.checks.flow.depths import DEEPEST
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.machine import DEEPEST_TREE
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower

GAME = """\
game "Deep"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    for p in players where p.points = 0: %s
    game over, won by the player with highest points
"""


def chain(length: int, step: str) -> str:
    """Defines that each read the one before; `step` contains the number of the one before."""
    lines = [f"define d{i}(p: player) means {step.format(i - 1)}\n" for i in range(1, length + 1)]
    return GAME % f"add d{length}(p) mod 9 to p.points" + "define d0(p: player) means p.points\n" + "".join(lines)


def phases(length: int) -> str:
    """Phases that each play the one before, from inside a block."""
    lines = [f"phase f{i}\n    if stock is empty\n        nothing\n    otherwise: f{i - 1}\n" for i in range(1, length)]
    return GAME % f"f{length - 1}" + "phase f0\n    add 1 to points of each player\n" + "".join(lines)


def played(text: str) -> list[str]:
    """Load a game and return the diagnostics.  If there are none, play the game to its end."""
    loaded = load(Source("deep.hoyle", text))
    if loaded.game is not None:
        engine = Engine(lower(loaded.game))
        state = engine.start(seed=1)
        assert engine.question(state) is None
        assert engine.result(state) is not None
    return [f"{d.code} {d.span.text}" for d in loaded.diagnostics]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (chain(DEEPEST // 2 - 1, "d{}(p) + 1"), []),
        (chain(DEEPEST // 2 + 1, "d{}(p) + 1"), [f"E0117 d{DEEPEST // 2}"]),
        (chain(10_000, "d{}(p)"), [f"E0117 d{DEEPEST - 1}"]),
        (chain(8, "(((((((1 + d{}(p)) mod 7 + 1) mod 5) + 2) * 2) mod 9))"), []),
        (chain(4, "total d{} of (players except p)"), []),
        (phases(DEEPEST // 2 - 1), []),
        (phases(DEEPEST), [f"E0117 f{DEEPEST // 2}"]),
        (GAME % f"add p.points{' + 1' * (DEEPEST_TREE - 10)} to p.points", []),
    ],
    ids=["below", "above", "10,000", "brackets", "loops", "phases below", "phases above", "a long sum"],
)
def test_calls_below_the_depth_limit_can_be_played(text: str, found: list[str]) -> None:
    assert played(text) == found
