"""Small games, which have every construct of the language between them, played at random: what happens in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import AnyRecord
from hoyle.interpreter.state_hash import hash_of_state

from ...golden import same_as_file
from ...small_constructs import ALL_CONSTRUCTS, CONSTRUCTS, construct_game

GOLDEN = Path(__file__).with_name("golden")


@pytest.mark.parametrize("name", ALL_CONSTRUCTS)
def test_what_happens_in_a_small_game_is_always_the_same(name: str) -> None:
    same_as_file(GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in happened(name, 7, 60)))


def happened(name: str, seed: int, most: int) -> Iterator[str]:
    """Every record of a game, and at each question how many options there are, which is taken, and who could call what."""
    engine, dice = Engine(lower(construct_game(name))), Dice(seed)
    records: list[AnyRecord] = []
    state = engine.start(seed=seed, listener=lambda record, _: records.append(record))
    for _ in range(most):
        yield from (f"    {record!r} {record.span.line}" for record in records)
        records.clear()
        question = engine.question(state)
        if question is None:
            break
        choices = [choice for _, choice in zip(range(200), question.choices(), strict=False)]
        chosen = choices[dice.below(len(choices))]
        label = engine.words.label(question.alternatives[chosen.alternative], chosen.values)
        held = hash_of_state(0, state.values)
        yield f"{question.player} of {len(choices)}: {label}, incidents {question.incidents}, state {held:x}"
        state = engine.apply(state, chosen, listener=lambda record, _: records.append(record))
    result = engine.result(state)
    yield f"{result}, written {engine.written(state)}"


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_engine_listener_and_module_play_a_small_game_alike(name: str, seat: Callable[..., Any]) -> None:
    seat(lower(construct_game(name)), 3).random(5, 12)
