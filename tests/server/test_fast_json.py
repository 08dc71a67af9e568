"""JSON by orjson says what Python's own library says, whatever the numbers: sets of the cards of two packs are large."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("orjson", reason="orjson is not installed: pip install 'hoyle[serve]'")

from hoyle.server.fast_json import dumps, loads

NUMBERS = st.one_of(st.integers(), st.integers(2**52, 2**120), st.sampled_from([2**63 - 1, 2**63, 2**64 - 1, 2**64]))
DATA = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.text()),
    lambda one: st.one_of(st.lists(one, max_size=4), st.dictionaries(st.text(max_size=6), one, max_size=4)),
    max_leaves=12,
)


@given(DATA)
def test_what_is_written_is_read_as_it_was(data):
    try:
        text = json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return  # half a surrogate pair
    assert loads(dumps(data)) == data == loads(text) == loads(text.decode())
    assert [type(one) for one in numbers(loads(dumps(data)))] == [type(one) for one in numbers(data)]


def numbers(data: object) -> list[object]:
    if isinstance(data, dict):
        return [each for one in data.values() for each in numbers(one)]
    if isinstance(data, list):
        return [each for one in data for each in numbers(one)]
    return [data]
