"""Combinations of cards: each once, identical cards as one, the smaller ones first, and none before it is asked for."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.interpreter.engine import Engine
from hoyle.interpreter.engine.runtime import Runtime
from hoyle.interpreter.engine.sets import bits, mask_of


@pytest.fixture(scope="module")
def runtimes(program, rules):
    """The moves of games with one, two and three packs of eight faces."""
    return {n: Runtime(program(rules("nothing", deck=f"2 3, {n} copies"))) for n in (1, 2, 3)}


@given(st.integers(1, 3), st.integers(0, 2**24 - 1), st.integers(-1, 6), st.integers(-1, 9))
def test_the_same_as_trying_all(runtimes, packs, mask, low, high) -> None:
    runtime = runtimes[packs]
    deck = runtime.program.deck
    mask &= (1 << len(deck)) - 1
    high = min(high, 5 if packs > 1 else 9)
    made = list(runtime.combinations(low, high, mask))
    assert all(m & ~mask == 0 and low <= m.bit_count() <= high for m in made)
    assert [m.bit_count() for m in made] == sorted(m.bit_count() for m in made)
    faces = [tuple(sorted(deck[c] for c in bits(m))) for m in made]
    assert len(set(faces)) == len(faces)
    wanted = {
        tuple(sorted(deck[c] for c in chosen))
        for size in range(max(low, 0), high + 1)
        for chosen in combinations(bits(mask), size)
    }
    assert set(faces) == wanted


@given(st.integers(0, 2**16 - 1), st.integers(1, 4), st.integers(1, 8))
def test_group_by_group_only_what_lies_within_one(runtimes, mask, low, high) -> None:
    """For a shape that is of one rank or suit the groups are gone through one by one."""
    runtime = runtimes[2]
    groups = tuple(
        sum(1 << c for c in range(16) if runtime.program.faces[runtime.program.deck[c]].suit == s) for s in range(4)
    )
    made = list(runtime.combinations(low, high, mask, groups))
    whole = [m for m in runtime.combinations(low, high, mask) if any(m & ~g == 0 for g in groups)]
    assert sorted(made) == sorted(whole)
    assert len(set(made)) == len(made)


def test_elements_of_masks() -> None:
    for mask in (0, 1, 6, 255, 256, 1 << 103, (1 << 104) - 1):
        assert bits(mask) == tuple(i for i in range(104) if mask >> i & 1)
        assert mask_of(bits(mask)) == mask
    assert bits(-1) == ()


def test_a_big_hand_is_not_listed_before_it_is_asked_for(play) -> None:
    """Fifty-two cards have 4,503,599,627,370,495 combinations."""
    main = (
        'move stock to p.hand\np chooses\n    "lay {cs}" for cs in 1 or more cards of p.hand\n        move cs to heap'
    )
    table = play(main, remember="p: player")
    first = list(islice(table.question.choices(), 60))
    assert [c.values[0].bit_count() for c in first] == [1] * 52 + [2] * 8
    last = type(first[0])(0, ((1 << 52) - 1,))
    assert table.question.legal(last)
    assert table.apply(last).size("heap") == 52


def test_options_come_one_by_one(games) -> None:
    engine = Engine(games["texas_euchre, 6"])
    options = engine.question(engine.start(seed=1)).options()
    assert next(options).label.startswith("lay ")
