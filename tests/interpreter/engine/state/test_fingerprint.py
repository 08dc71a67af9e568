"""The hash of a state: it depends on every slot and never changes between releases."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hoyle.interpreter.state_hash import hash_of_state

NUMBER = st.integers(-(2**31), 2**108)
PILE = st.lists(st.integers(0, 107), unique=True).map(tuple)


@given(st.lists(NUMBER | PILE, min_size=1), st.data())
def test_every_slot_changes_the_hash(values, data):
    at = data.draw(st.integers(0, len(values) - 1))
    kind = PILE if isinstance(values[at], tuple) else NUMBER
    other = data.draw(kind.filter(lambda value: value != values[at]))
    changed = [*values[:at], other, *values[at + 1 :]]
    assert hash_of_state(7, values) != hash_of_state(7, changed)
    assert hash_of_state(7, values) != hash_of_state(8, values)


def test_hashes_that_must_never_change():
    assert hash_of_state(0, []) == 0
    assert hash_of_state(1, [0, -1, 5, (3, 1), (), 1 << 70]) == 0xC83F3D4F70FDE32C
    assert hash_of_state(0, [-1]) == hash_of_state(0, [2**64 - 1])
