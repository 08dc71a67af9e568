"""Random games for the tests of stories and scenes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

from hoyle.interpreter.engine import Engine, State
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import AnyRecord

Step = tuple[list[AnyRecord], State]


def hear(heard: list[AnyRecord], record: AnyRecord, _: object) -> None:
    heard.append(record)


def game(program: Program, random: Random, most: int = 120) -> Iterator[Step]:
    """Play a random game: after each choice the records since the one before, and the state."""
    engine, heard = Engine(program), list[AnyRecord]()
    state = engine.start(seed=random.randrange(1 << 30), listener=partial(hear, heard))
    yield heard, state
    for _ in range(most):
        question = engine.question(state)
        if question is None:
            return
        choices, heard = list(islice(question.choices(), 200)), list[AnyRecord]()
        state = engine.apply(state, random.choice(choices), listener=partial(hear, heard))
        yield heard, state
