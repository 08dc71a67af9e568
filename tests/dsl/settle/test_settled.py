"""A rule file with its options replaced by values contains only the remaining rules and plays like the original."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.settle.folding import FoldingContext
from hoyle.dsl.settle.settled import settled_text
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.lowering import settle

GAME = """\
game "Heap"
language 1

players 2..4 = 4
deck 2 3 4 5 6 7 8 9 10 J Q K A, packs copies

option refill: yes or no = yes   "is the heap dealt again"
option most: 1..3 = 2            "cards taken at a time"
option bonus: 0..5 = 0           "what an empty hand is worth"
option lead = left               "who begins"
    left
    same
require most < 3 or refill
preset "other"
    set refill to no
    set most to 1
    set bonus to 3
    set lead to same

zones
    stock: face down
    heap: face up
    hand of each player: private

remember
    starter: player
    points, laid of each player: number
    turns: number

define packs means 2 if number of players > 3 otherwise 1
define more means refill and stock is not empty
define worth(p: player) means
    most = 1      -> size of p.hand
    p = starter   -> 0
    otherwise     -> 2 * size of p.hand

main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    set starter to a random player
    for p around the table from (starter if lead = same otherwise starter.left) until any q in players has q.hand is empty
        p chooses
            "lay {cs}" for cs in 1..most cards of p.hand
                move cs to heap
                add size of cs to p.laid
            "draw" if more and not (bonus > 4 and turns > 3)
                if stock is empty: turn_over
                deal 1 from stock to p.hand
        if bonus > 3: add 1 to turns
    for p in players where p.hand is empty: add bonus to p.points
    for p in players: add p.worth to p.points
    game over, won by the player with lowest points, otherwise shared

phase turn_over
    move heap to stock
    shuffle stock
"""

AT_DEFAULTS = """\
game "Heap"
language 1

players 4
deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 copies

zones
    stock: face down
    heap: face up
    hand of each player: private

remember
    starter: player
    points of each player: number

define worth(p: player) means
    p = starter -> 0
    otherwise   -> 2 * size of p.hand

main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    set starter to a random player
    for p around the table from starter.left until any q in players has q.hand is empty
        p chooses
            "lay {cs}" for cs in 1..2 cards of p.hand
                move cs to heap
            "draw" if stock is not empty
                deal 1 from stock to p.hand
    for p in players: add p.worth to p.points
    game over, won by the player with lowest points, otherwise shared
"""

OTHER_FOR_TWO = """\
game "Heap"
language 1

players 2
deck 2 3 4 5 6 7 8 9 10 J Q K A

zones
    stock: face down
    heap: face up
    hand of each player: private

remember
    starter: player
    points of each player: number

define worth(p: player) means size of p.hand

main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    set starter to a random player
    for p around the table from starter until any q in players has q.hand is empty
        p chooses
            "lay {cs}" for cs in 1 cards of p.hand
                move cs to heap
    for p in players where p.hand is empty: add 3 to p.points
    for p in players: add p.worth to p.points
    game over, won by the player with lowest points, otherwise shared
"""


def text_of(game, options=None, players=None, preset=None) -> str:
    chosen = settle(game, options or {}, players, preset)
    return settled_text(game, FoldingContext(dict(chosen.values), chosen.players))


@pytest.fixture(scope="module")
def heap():
    loaded = load(Source("heap.hoyle", GAME))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    return loaded.game


def test_the_rules_at_the_defaults(heap):
    assert text_of(heap) == AT_DEFAULTS


def test_the_rules_with_a_preset_for_two_players(heap):
    assert text_of(heap, players=2, preset="other") == OTHER_FOR_TWO


def played(path, seed: int, **chosen: object) -> list[object]:
    """Play a random game.  Return the chosen labels in order, and the winners."""
    game = hoyle.open(str(path), seed=seed, **chosen)
    dice, said = Dice(seed, 0, 5), list[object]()
    while not game.over and len(said) < 40:
        label = game.choices[dice.below(len(game.choices))].label
        said.append((game.turn, label))
        game.choose(label)
    return [*said, game.winners]


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("crazy_eights", 6, {"draws": "three", "stock_runs_out": "shuffled", "first_eight": "buried"}),
        ("scopa", 2, {"napola": True}),
    ],
)
def test_a_settled_game_plays_like_the_original(name, players, options, tmp_path):
    path = tmp_path / "settled.hoyle"
    game = load(RULESETS / f"{name}.hoyle").game
    assert game is not None
    text = text_of(game, options, players)
    assert "\noption " not in text
    path.write_text(text, "utf-8")
    whole = played(RULESETS / f"{name}.hoyle", 1, players=players, options=options)
    assert played(path, 1, players=players) == whole
    assert len(whole) > 20
