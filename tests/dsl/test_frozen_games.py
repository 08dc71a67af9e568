"""A checked game is a value: nothing that can be reached from it can be changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest

from hoyle.dsl.checked import CheckedGame, Symbol
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.frozen import Frozen
from hoyle.dsl.source.span import Source

PLAIN = (str, int, bool, type(None), Source)


def reached(game: CheckedGame) -> Iterator[object]:
    """Everything that can be reached from a game through fields and tuples."""
    waiting: list[object] = [game]
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, PLAIN) or id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        if is_dataclass(value):
            waiting += [getattr(value, f.name) for f in fields(value)]
        elif isinstance(value, tuple | frozenset):
            waiting += value


def whole(name: str) -> CheckedGame:
    game = load(name).game
    assert game is not None
    return game


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_everything_in_a_game_is_frozen(name: str) -> None:
    symbols = 0
    for value in reached(whole(name)):
        if isinstance(value, Symbol):
            symbols += 1
            assert value.sealed, value
        elif not isinstance(value, Frozen | tuple | frozenset):
            assert vars(type(value))["__dataclass_params__"].frozen, value
    assert symbols > 3


def test_a_symbol_of_a_game_cannot_be_changed() -> None:
    game = whole("whist")
    for symbol, field in ((game.main, "afters"), (game.zones[0], "ordered"), (game.variables[0], "used")):
        before = getattr(symbol, field)
        with pytest.raises(FrozenInstanceError):
            setattr(symbol, field, not before)
        with pytest.raises(FrozenInstanceError):
            symbol.sealed = False
        assert getattr(symbol, field) == before
    with pytest.raises(FrozenInstanceError):
        setattr(game, "title", "Other")  # noqa: B010


def test_a_game_is_a_key_by_itself() -> None:
    one = whole("whist")
    other = replace(one)
    assert {one: 1, other: 2}[one] == 1
