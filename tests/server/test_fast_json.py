"""JSON by orjson says what Python's own library says, whatever the numbers: sets of the cards of two packs are large."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("orjson", reason="orjson is not installed: pip install 'hoyle[serve]'")

from hoyle.server import fast_json
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


@pytest.mark.parametrize("other", ["1", "1234567890123456789"], ids=["small", "large"])
@pytest.mark.parametrize("installed", [True, False], ids=["orjson", "without"])
def test_the_same_is_refused_whoever_reads_it(other: str, installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not installed:
        monkeypatch.setattr(fast_json, "orjson", None)
    for text in (r'"\ud800"', r'"\uDfFf"', '"\ud800"', "NaN", "-Infinity", '{"\\udc00": 1}'):
        for one in (f"[{text}, {other}]", f"[{text}, {other}]".encode("utf-8", "surrogatepass")):
            with pytest.raises(ValueError, match=r"."):
                loads(one)
    assert loads(rf'["\ud83c\udca1", "\\ud800", {other}]') == ["\U0001f0a1", "\\ud800", int(other)]
