"""Reading JSON with places: invalid JSON is refused at the first invalid character, and violations of the schema have
clear messages.
"""

from __future__ import annotations

import json

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.dsl.source.span import Source
from hoyle.interpreter.notation import json_text
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.json_form import _place
from hoyle.interpreter.notation.json_text import LocatedValue, Plain, path_text, read_json
from hoyle.interpreter.notation.lines import Segment, outside
from hoyle.interpreter.notation.schema import _BrokenRule, _size, violations


def read(text: str) -> LocatedValue:
    return read_json(Source("x.json", text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{}", {}),
        ("[]", []),
        ("\ufeff[1, -20, 0]", [1, -20, 0]),
        ('{"a": {"b": [true, false, null]}, "c": ""}', {"a": {"b": [True, False, None]}, "c": ""}),
        ('["\\u00e4\\n", "\\"q\\""]', ["ä\n", '"q"']),
        ("[[], {}, [[]]]", [[], {}, [[]]]),
    ],
)
def test_valid_json_is_read(text: str, value: Plain) -> None:
    assert read(text).plain() == value


@pytest.mark.parametrize(
    ("text", "at", "why"),
    [
        ("{{}: 1}", "{", "`{` cannot stand here"),
        ('{"a" {}}', "{", "`{` cannot stand here"),
        ("{[]: 1}", "[", "`[` cannot stand here"),
        ('{"a": 1 []}', "[", "a comma is missing"),
        ("[1 {}]", "{", "a comma is missing"),
        ("[] {}", "{", "something stands behind the end"),
        ("[1,]", "]", "`]` cannot stand here"),
        ('{"a": 1,}', "}", "`}` cannot stand here"),
        ('{"a": }', "}", "`}` cannot stand here"),
        ("[}", "}", "`}` cannot stand here"),
        ("{]", "]", "`]` cannot stand here"),
        ("[:]", ":", "`:` cannot stand here"),
        ("[1 2]", "2", "a comma is missing"),
        ("1 2", "2", "something stands behind the end"),
        ("{1: 2}", "1", "a key in quotation marks is missing"),
        ("{a: 2}", "a", "a word must stand in quotation marks"),
        ("[1.5]", "1.5", "numbers are whole here"),
        ("[01]", "01", "numbers are whole here"),
        ("[NaN]", "NaN", "numbers are whole here"),
        ("[no]", "no", "a word must stand in quotation marks"),
        ('["\\x"]', '"\\x"', "this string has a wrong escape"),
        ('["\\ud800"]', '"\\ud800"', "this string holds half a character"),
        ('["open', '"open', "a string is not closed on its line"),
        ("[123456789012345678901]", "123456789012345678901", "this number has more than 20 figures"),
        (" \x1e\n ", "\x1e", "this cannot be read"),
        ("", "", "it ends too early"),
        ('{"a": [1, {"b": ', "", "it ends too early (in $.a[1].b)"),
        ('[{"a": 1, "b"', "", "it ends too early (in $[0].b)"),
        ('{"a": 1', "", "it ends too early (in $)"),
    ],
)
def test_invalid_json_is_refused_at_the_first_invalid_character(text: str, at: str, why: str) -> None:
    with pytest.raises(ScriptError) as error:
        read(text)
    found = error.value.diagnostic
    assert found.code == "E1020"
    assert why in found.message
    assert found.span.text == at


def test_a_key_occurs_once_in_an_object() -> None:
    with pytest.raises(ScriptError) as error:
        read('{"a": [0, {"b": 1, "c": 2, "b": 3}]}')
    found = error.value.diagnostic
    assert (found.code, found.span.text, found.span.start) == ("E1022", '"b"', 27)
    assert "$.a[1]" in found.message
    assert "$.a[1].b" not in found.message
    assert read('[{"b": 1}, {"b": 1}]').plain() == [{"b": 1}, {"b": 1}]


def test_a_limit_is_reported_with_the_value_that_exceeds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in (("LONGEST_STRING", 8), ("DEEPEST", 3), ("MOST_KEYS", 2), ("MOST_VALUES", 6)):
        monkeypatch.setattr(json_text, name, most)
    assert read('["123456", [[1]]]').plain() == ["123456", [[1]]]
    for text, what in (
        ('["1234567"]', "a string has 7 characters; at most 8"),
        ("[[[[1]]]]", "lists and objects are nested 4 deep; at most 3"),
        ('{"a": {"b": 1, "c": 2, "d": 3}}', "$.a has too many keys; at most 2"),
        ("[1,2,3,4,5,6,7]", "there are too many values; at most 6"),
    ):
        with pytest.raises(ScriptError) as error:
            read(text)
        assert error.value.diagnostic.code == "E1011"
        assert what.partition(";")[0] in error.value.diagnostic.message, error.value.diagnostic.message
        assert what.rpartition(" ")[2] in error.value.diagnostic.message


def test_a_value_is_found_by_its_path_or_the_nearest_existing_parent() -> None:
    spot = read('{"a": [1, {"b": "x"}]}')
    assert spot.at(("a", 1, "b")).value == "x"
    assert spot.at(("a", 0)).value == 1
    assert spot.at(("a", 2)) is spot.at(("a",))
    assert spot.at(("a", 1, "c", 0)) is spot.at(("a", 1))
    assert (spot.at(("a", 1, "b")).start, spot.at(("a", 1, "b")).end) == (16, 19)
    assert path_text(("games", 0, "do")) == "$.games[0].do"


def test_violations_of_the_schema_have_clear_messages() -> None:
    game: dict[str, Plain] = {"ruleset": "hearts", "steps": []}

    def said(data: Plain) -> list[tuple[str, str, str | None]]:
        return [(path_text(one.path), one.message, one.help) for one in violations(data)]

    script: dict[str, Plain] = {"play": 1, "games": [game]}
    assert said(script) == []
    assert said({"play": 1}) == [("$", "`games` is missing", None)]
    assert said({}) == [("$", "`play` and `games` are missing", None)]
    assert said([]) == [("$", "this must be an object", None)]
    assert ("$.games", "this must not be empty", None) in said({**script, "games": []})
    assert said({**script, "gamse": 1}) == [("$.gamse", "`gamse` is not known here", "did you mean `games`?")]
    (long,) = said({**script, "games": [{**game, "title": "h" * 2_001}]})
    assert long[0] == "$.games[0].title"
    assert long[1] == "this has more than 2,000 characters"
    blank = said({**script, "games": [{**game, "title": ""}]})
    assert ("$.games[0].title", "this must not be empty", None) in blank


def test_a_message_quotes_only_the_start_of_a_long_value() -> None:
    numbers = list(range(100, 130))
    found = violations({"play": 1, "games": [{"ruleset": "hearts", "steps": [{"do": numbers}]}]})
    assert f"`{json.dumps(numbers)[:40]}` is not known here" in [one.message for one in found]


def test_a_place_in_side_lines_belongs_to_the_innermost_step() -> None:
    text = 'hoyle play 1\ngame hearts\nA: x\nwhat if "one"\n  B: y\n  what if "two"\n    C: z\n    A: w\n  D: v\nB: u\n'
    script, problems = parse_script(text, "x.play")
    assert script is not None, problems

    def line(*path: str | int) -> str:
        span = _place(script, ("games", 0, *path))
        return text[span.start : span.end].splitlines()[0].strip()

    assert line() == "game hearts"
    assert line("steps") == "game hearts"
    assert line("steps", 0) == line("steps", 0, "do") == "A: x"
    assert line("steps", 1) == line("steps", 1, "steps") == line("steps", 1, "what if") == 'what if "one"'
    assert line("steps", 1, "steps", 0) == line("steps", 1, "steps", 0, "do") == "B: y"
    assert line("steps", 1, "steps", 1, "steps") == 'what if "two"'
    assert line("steps", 1, "steps", 1, "steps", 1, "do") == "A: w"
    assert line("steps", 1, "steps", 2) == "D: v"
    assert _place(script, ("play",)) == script.end


def test_a_comma_inside_quotes_does_not_separate() -> None:
    def found(text: str, mark: str) -> list[int]:
        return list(outside(Segment(Source("x", text), 0, len(text)), mark))

    assert found("a, b, c", ",") == [1, 4]
    assert found('"a, b", c', ",") == [6]  # a quoted text may start the line
    assert found('x "a, b", c', ",") == [8]
    assert found('x:"a, b", c', ",") == [8]
    assert found('6" of, b" c', ",") == [5]  # a quote inside a word starts no quoted text
    assert found('a # "b # c" # d', "#") == [2, 12]
    with pytest.raises(ScriptError) as error:
        found('"a, b', ",")
    assert error.value.diagnostic.code == "E1007"


def test_a_list_that_is_empty_or_too_long_has_its_message() -> None:
    few, many = _BrokenRule((), "minItems", 1, []), _BrokenRule((), "maxItems", 1000, [0] * 1001)
    assert _size(False, "items")(few) == ("this must not be empty", None)
    assert _size(True, "items")(many) == ("this has more than 1,000 items", None)
