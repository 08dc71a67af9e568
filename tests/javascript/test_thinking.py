"""Players in the module: a seat has seen the same, and thinks the same, in the TypeScript package as in Python."""

from __future__ import annotations

import os
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.engine.state import to_json
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.seen import SeenDeal, SeenStep
from hoyle.interpreter.search.thinker import Budget, Thinker, Thought
from hoyle.interpreter.text.format import bits

SLOW = "HOYLE_SLOW_TESTS" in os.environ
LENGTH = 200 if SLOW else 30
BUDGET = {"worlds": 4, "playouts": 60, "nodes": 2_000, "replays": 500, "match": 2, "each": 4}
THOUGHT = ("contract_bridge", "gin_rummy", "pinochle", "gops")
"""Games in which a player thinks: tricks, melds, identical cards, secret choices."""


def step_data(program: Program, step: SeenStep) -> dict[str, Any]:
    values: list[Any] = list(step.values)
    if step.ask >= 0 and step.alternative >= 0:
        bound = program.asks[step.ask].alternatives[step.alternative].bound
        pairs = zip(bound, values, strict=True)
        values = [list(bits(value)) if one.type.kind == "set" else value for one, value in pairs]
    return asdict(step) | {"values": values, "hidden": list(step.hidden), "hash": str(step.hash)}


def seen_data(program: Program, seen: SeenDeal) -> dict[str, Any]:
    """What `seen` in `javascript/test/answer.ts` must say: everything but the random generator of the base."""
    from hoyle.interpreter.engine.state import State

    pc, _, *slots = to_json(program, State(seen.base))["slots"]
    return {
        "seat": seen.seat,
        "base": [pc, *slots],
        "steps": [step_data(program, step) for step in seen.steps],
        "draws": [asdict(draw) for draw in seen.draws],
        "ask": seen.ask,
        "hash": str(seen.hash),
        "epochs": seen.epochs,
        "absent": [list(one) for one in seen.absent],
        "onlyView": seen.only_view,
        "sightings": [asdict(one) for one in seen.sightings],
    }


def thought_data(thought: Thought) -> dict[str, Any]:
    """What a player of the package must think."""
    return {"best": thought.best, "values": [asdict(one) for one in thought.values], "worlds": thought.worlds}


def played(program: Program, seed: int, length: int) -> tuple[list[int], list[SeenDeal], int]:
    """A random game: the numbers of its choices, what the player who chose had seen each time, and the options of the
    question at the end (0: the game is over).
    """
    engine, history, dice = Engine(program), History(program), Random(seed)
    state = engine.start(seed=seed, listener=history.hear)
    chosen, seen = list[int](), list[SeenDeal]()
    while (question := engine.question(state)) is not None:
        history.asked(state.values)
        options = list(question.choices())
        seen.append(history.seen_by(question.player, state.values))
        if len(chosen) == length:
            return chosen, seen, len(options)
        chosen.append(dice.randrange(len(options)))
        choice = options[chosen[-1]]
        state = engine.apply(state, Choice(choice.alternative, choice.values), listener=history.hear)
    return chosen, seen, 0


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_a_seat_has_seen_the_same(node, compiled, name):
    game = load(name).game
    assert game is not None
    program = lower(game)
    choices, seen, _ = played(program, 5, LENGTH)
    found = node.ask("think", **compiled(game, program), seed=5, choices=choices)["seen"]
    for number, (there, here) in enumerate(zip(found, seen, strict=False)):
        assert there == seen_data(program, here), number


@pytest.mark.parametrize("name", sorted(rulesets()) if SLOW else THOUGHT)
def test_a_player_thinks_the_same(node, compiled, name):
    game = load(name).game
    assert game is not None
    program = lower(game)
    choices, seen, options = played(program, 3, 11)
    assert options
    thought = Thinker(program).think(seen[-1], options, Budget(**BUDGET, kernel=0), 12345)
    found = node.ask("think", **compiled(game, program), seed=3, choices=choices, budget=BUDGET, thought=12345)
    assert found["thoughts"] == [thought_data(thought)]
