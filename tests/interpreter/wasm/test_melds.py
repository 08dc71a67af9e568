"""What the best melds leave over, inside a module: it remembers what it found for each hand where values never change."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import ModuleSimulation, code_of
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm.writing import folds

RULES = """
game "Test"
language 1
players 2
deck {deck}
shape meld: 3..4 cards of one rank or 3 or more cards of one suit in sequence
values pips of each card
    2: 2
    3: 4
    otherwise: 7
values odds of each card
    2: 9
    otherwise: 1
zones
    stock: face down
    hand of each player: private
remember
    score of each player: number
    n: 0..40
define weight(c: card) means {weight}
main
    repeat 30 times
        gather every card into stock
        shuffle stock
        deal 7 from stock to hand of each player
        for p in players
            set n to (n + 7) mod 11
            p chooses
                "throw {{c}}" for c in p.hand where total pips of ((p.hand except c) left over by melds with least weight) < 25
                    add 3 * total odds of ((p.hand except c) left over by melds with least weight) to p.score
                    add size of (p.hand left over by melds with least odds) to p.score
                "keep all"
                    add total pips of (p.hand left over by melds with least weight) to p.score
    game over, won by the player with highest score
"""
DECKS = {"plain": "2 3 4 5 6 7 8 9", "twice": "2 3 4 5 6, 2 copies"}


def program(deck: str, weight: str) -> Program:
    loaded = load(Source("test.hoyle", RULES.format(deck=DECKS[deck], weight=weight)))
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    return lower(loaded.game)


def rooms(made: Program) -> int:
    """For how many kinds of values a module remembers what is left over."""
    return len(code_of(made).module.layout._shared)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("remembered", [2, 2_048])
@pytest.mark.parametrize(("weight", "kinds"), [("c.pips", 2), ("c.pips * 2 - c.odds", 2), ("c.pips * n", 1)])
def test_games_are_those_of_the_engine(
    deck: str, remembered: int, weight: str, kinds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With room for two hands, nearly every hand takes the place of another one."""
    monkeypatch.setattr(folds, "REMEMBERED", remembered)
    made = program(deck, weight)
    assert rooms(made) == kinds
    for seed in (1, 2):
        python = Simulation(made, ("random", "random"), seed).runner().run(0, 12)
        inside = ModuleSimulation(made, ("random", "random"), seed).runner().run(0, 12)
        assert (inside.failure, inside.sums) == (None, python.sums)
