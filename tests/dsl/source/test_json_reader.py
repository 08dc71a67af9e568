"""JSON with places: every value and where it is, and for every mistake the characters that are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from hoyle.dsl.source.json_reader import LONGEST_NUMBER, JsonError, JsonLimits, LocatedValue, path_text, read_located

MISTAKES: list[tuple[str, str, str]] = [
    ("", "", "it ends too early"),
    ("[", "", "it ends too early (in $[0])"),
    ('{"a": [1, {"b": ', "", "it ends too early (in $.a[1].b)"),
    ('{"a"', "", "it ends too early (in $.a)"),
    ('{"a": 1', "", "it ends too early (in $)"),
    ("1 2", "2", "something stands behind the end"),
    ("1 [", "[", "something stands behind the end"),
    ("[1 2]", "2", "a comma is missing"),
    ("[1 {", "{", "a comma is missing"),
    ("[1,]", "]", "`]` cannot stand here"),
    ("[,", ",", "`,` cannot stand here"),
    ("{,", ",", "`,` cannot stand here"),
    ("[1:", ":", "`:` cannot stand here"),
    ('{"a" 1}', "1", "a colon is missing"),
    ('{"a":}', "}", "`}` cannot stand here"),
    ('{"a":1,}', "}", "`}` cannot stand here"),
    ("[}", "}", "`}` cannot stand here"),
    ('{"a":1]', "]", "`]` cannot stand here"),
    ("}", "}", "`}` cannot stand here"),
    ("{[", "[", "`[` cannot stand here"),
    ("{1", "1", "a key in quotation marks is missing"),
    ("{a", "a", "a word must stand in quotation marks"),
    ('{"a":1, b', "b", "a word must stand in quotation marks"),
    ('{"a":1, 2', "2", "a key in quotation marks is missing"),
    ("[true, yes]", "yes", "a word must stand in quotation marks"),
    ("1.5", "1.5", "numbers are whole here"),
    ("01", "01", "numbers are whole here"),
    ("-", "-", "numbers are whole here"),
    ("NaN", "NaN", "numbers are whole here"),
    ("Infinity", "Infinity", "numbers are whole here"),
    ("1" * (LONGEST_NUMBER + 1), "1" * (LONGEST_NUMBER + 1), f"this number has more than {LONGEST_NUMBER} figures"),
    ('["a', '"a', "a string is not closed on its line"),
    ('  "' + "x" * 50, '"' + "x" * 19, "a string is not closed on its line"),
    ('"a\nb"', '"a\nb"', "a string is not closed on its line"),
    (r'"\x"', r'"\x"', "this string has a wrong escape"),
    ("{null", "null", "a key in quotation marks or `}` is missing"),
]
"""A text, its characters that are wrong, and what is said of them."""


def mistake(text: str, limits: JsonLimits | None = None) -> tuple[str, str, str, str]:
    with pytest.raises(JsonError) as found:
        read_located(text, limits)
    error = found.value
    assert str(error) == error.why
    return error.kind, text[error.start : error.end], error.why, error.more


def test_the_first_mistake_of_a_text() -> None:
    assert {text: mistake(text)[1:3] for text, _, _ in MISTAKES} == {text: (part, why) for text, part, why in MISTAKES}
    assert {mistake(text)[0] for text, _, _ in MISTAKES} == {"syntax"}


def test_every_value_has_its_place() -> None:
    text = ' {"a" : [1, -20,{"b":null}], "c": "x\\ny",\t"d":true,"e":false, "f": {}, "g": [], "h": ""} '
    found = read_located(text)
    assert found.plain() == {
        "a": [1, -20, {"b": None}], "c": "x\ny", "d": True, "e": False, "f": {}, "g": [], "h": "",
    }  # fmt: skip

    def part(*path: Any) -> str:
        here = found.at(path)
        return text[here.start : here.end]

    assert part() == text.strip()
    assert [part("a"), part("a", 0), part("a", 1), part("a", 2, "b")] == ['[1, -20,{"b":null}]', "1", "-20", "null"]
    assert [part("c"), part("d"), part("e"), part("f"), part("g"), part("h")] == [
        '"x\\ny"', "true", "false", "{}", "[]", '""',
    ]  # fmt: skip
    assert part("a", 3) == part("a", "x") == part("a")
    assert part("nothing") == part(0) == text.strip()
    assert part("c", 0) == '"x\\ny"'
    assert read_located("1" * LONGEST_NUMBER) == LocatedValue(int("1" * LONGEST_NUMBER), 0, LONGEST_NUMBER)


def test_limits_are_kept_at_the_border() -> None:
    cases: list[tuple[JsonLimits, str, str, tuple[str, str, str]]] = [
        (JsonLimits(depth=2), '[{"a":1}]', '[{"a":[]}]', ("[", "lists and objects are nested 3 deep", "2")),
        (JsonLimits(values=3), "[1,2]", "[1,2,3]", ("[1,2,3]", "there are too many values", "3")),
        (JsonLimits(string=5), '["abc"]', '["abcd"]', ('"abcd"]', "a string has 4 characters", "5")),
        (JsonLimits(keys=1), '[{"a":1},{"b":2}]', '[{"a":1,"b":2}]', ('"b"', "$[0] has too many keys", "1")),
        (JsonLimits(keys=1000), "[]", '{"x":{' + ",".join(f'"{n}":1' for n in range(1001)) + "}}",
         ('"1000"', "$.x has too many keys", "1,000")),
    ]  # fmt: skip
    for limits, good, bad, (part, why, more) in cases:
        read_located(good, limits)
        assert mistake(bad, limits) == ("limit", part, why, more)


def test_half_a_character_may_be_refused() -> None:
    half = r'["\ud83c"]'
    assert read_located(half).plain() == ["\ud83c"]
    assert mistake(half, JsonLimits(half_characters=False))[1:3] == (r'"\ud83c"', "this string holds half a character")
    assert read_located(r'"\ud83c\udca1"', JsonLimits(half_characters=False)).plain() == "🂡"


def test_a_key_stands_once_in_an_object() -> None:
    assert mistake('{"x": [{"a": 1, "a": 2}]}') == ("key", '"a"', "$.x[0]", "a")
    assert read_located('[{"a": 1}, {"a": 2}]').plain() == [{"a": 1}, {"a": 2}]


def test_a_mark_of_the_order_of_bytes_and_deep_texts() -> None:
    assert read_located("\ufeff1") == LocatedValue(1, 1, 2)
    deep = read_located("[" * 5000 + "]" * 5000)
    assert (deep.start, deep.end) == (0, 10_000)
    assert path_text(["games", 0, "do"]) == "$.games[0].do"
    assert path_text([]) == "$"
