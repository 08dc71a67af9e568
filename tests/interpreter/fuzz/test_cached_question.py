"""A question that caches its answers agrees with the engine's own question, in whatever order it is used."""

from __future__ import annotations

from itertools import islice

import pytest

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.engine import Dice, Engine, Fault
from hoyle.interpreter.fuzz.cached_question import CachedQuestion, question_of
from hoyle.interpreter.lowering import lower


@pytest.mark.parametrize("name", ["scopa", "gin_rummy", "cassino"])
def test_cached_answers_equal_those_of_the_engine(name: str) -> None:
    game = load(RULESETS / f"{name}.hoyle").game
    assert game is not None
    engine, dice = Engine(lower(game)), Dice(7, 0)
    state, met = engine.start(seed=3), 0
    for _ in range(60):
        plain, kept = engine.question(state), question_of(engine, state)
        if plain is None:
            assert kept is None
            break
        assert kept is not None
        expected = list(plain.answers())
        part = list(islice(kept.answers(), dice.below(len(expected) + 1)))
        assert part == expected[: len(part)]
        assert list(kept.answers()) == expected
        assert list(kept.answers()) == expected
        assert list(kept.choices()) == list(plain.choices())
        assert [option.label for option in kept.options()] == [option.label for option in plain.options()]
        assert (kept.ask, kept.player, kept.answerable()) == (plain.ask, plain.player, True)
        met += isinstance(kept, CachedQuestion)
        choices = list(plain.choices())
        state = engine.apply(state, choices[dice.below(len(choices))])
    assert met > 10


def test_a_fault_while_listing_answers_is_raised_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(RULESETS / "scopa.hoyle").game
    assert game is not None
    engine = Engine(lower(game))
    state = engine.start(seed=3)
    kept = question_of(engine, state)
    assert isinstance(kept, CachedQuestion)
    plain = engine.question(state)
    assert plain is not None
    first = next(iter(plain.answers()))

    def stopping(values: object, ask: object):
        yield first
        raise Fault("E1201", "out of range", plain.span)

    monkeypatch.setattr(engine.compiled, "options", stopping)
    kept = question_of(engine, state)
    assert kept is not None
    for _ in range(2):
        with pytest.raises(Fault, match="out of range"):
            list(kept.answers())
