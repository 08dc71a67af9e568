"""A pickle whose data were damaged raises `GameError` with a sentence, whatever stands in it; cut bytes raise what Python
raises for them.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hoyle
from hoyle import envs

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


def played() -> hoyle.Game:
    game = hoyle.open("whist", seed=1)
    game.choose(0)
    return game


def agents() -> Any:
    env = envs.aec("whist")
    env.reset(seed=1)
    return env


def reported(read: Callable[..., object], data: Iterable[object]) -> str:
    """The code of what is said of such data; `fine` if something was made of them."""
    try:
        read(*data)
    except hoyle.GameError as error:
        return error.code
    return "fine"


MAKERS: list[Callable[[], Any]] = [played, lambda: hoyle.rules("whist"), agents, lambda: envs.vector("kuhn_poker", 2)]


@pytest.mark.parametrize("make", MAKERS, ids=["game", "rules", "aec", "vector"])
def test_damaged_data_in_a_pickle_are_reported(make: Callable[[], Any]) -> None:
    one = make()
    read, given_to = one.__reduce__()[:2]

    @given(st.data())
    @settings(max_examples=15, deadline=None)
    def damaged(data: st.DataObject) -> None:
        where = data.draw(st.integers(0, len(given_to) - 1))
        changed = [*given_to]
        changed[where] = data.draw(PLAIN)
        assert reported(read, changed)

    damaged()


def test_damaged_slots_of_a_game_are_reported() -> None:
    read, (rules, state, seed) = played().__reduce__()

    @given(st.data())
    @settings(max_examples=60, deadline=None)
    def damaged(data: st.DataObject) -> None:
        slots = [*state["slots"]]
        slots[data.draw(st.integers(0, len(slots) - 1))] = data.draw(PLAIN)
        assert reported(read, (rules, {**state, "slots": slots}, seed))

    damaged()


@pytest.mark.parametrize("make", MAKERS[:2], ids=["game", "rules"])
def test_cut_bytes_raise_what_python_raises(make: Callable[[], Any]) -> None:
    whole = pickle.dumps(make())
    for end in range(0, len(whole) - 1, max(1, len(whole) // 25)):
        with pytest.raises((pickle.UnpicklingError, EOFError)):
            pickle.loads(whole[:end])
