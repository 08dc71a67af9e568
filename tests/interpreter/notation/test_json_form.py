"""The JSON form of scripts: mistakes in JSON and against its schema, with path, line and column."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hoyle.dsl.source.span import Source
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.description import description
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.json_text import read_json
from hoyle.interpreter.notation.schema import SCHEMA, obeys, schema, violations

GAME: dict[str, Any] = {
    "ruleset": "whist",
    "players": ["A", "B", "C", "D"],
    "steps": [
        {"do": "first", "name": "dealer", "is": "A"},
        {"do": "deal", "zone": "hand", "of": "B", "cards": ["2♣", "??"]},
        {"do": "choice", "by": "B", "choice": "play 2♣", "draws": ["3♣"]},
        {"do": "expect", "name": "points", "each": {"A": 0}},
        {"do": "after", "phase": "deal_hand", "expect": [{"do": "expect", "name": "dealer", "is": "A"}]},
    ],
}


def text_of(change: Callable[[dict[str, Any]], object]) -> str:
    data = {"play": 1, "games": [json.loads(json.dumps(GAME))]}
    change(data)
    return json.dumps(data, indent=1, ensure_ascii=False)


def game(data: dict[str, Any]) -> dict[str, Any]:
    return data["games"][0]


def test_the_schema_is_a_valid_schema() -> None:
    Draft202012Validator.check_schema(schema())
    script, problems = parse_script(text_of(lambda d: None), "x.json")
    assert script is not None, problems
    assert script.games[0].steps[1] == m.DealtCards(
        m.SpannedText("hand"), m.SpannedText("B"), (m.SpannedText("2♣"), m.SpannedText("??"))
    )


def test_the_schema_is_up_to_date() -> None:
    """A new kind of step is in it as soon as the model has it."""
    done = subprocess.run(
        [sys.executable, "-m", "hoyle.interpreter.notation.description"], capture_output=True, check=True
    )
    assert done.stdout.decode("utf-8") == SCHEMA.read_text("utf-8"), "run `bash .ci/generated`"
    assert json.loads(done.stdout) == description()


def test_the_schema_allows_no_unknown_keys_and_describes_every_step() -> None:
    definitions = schema()["$defs"]
    for name, one in definitions.items():
        if one.get("type") == "object" and name not in ("step", "below", "given"):
            assert one.get("additionalProperties") is False, name
        if "do" in one.get("properties", {}) and "const" in one["properties"]["do"]:
            assert one["description"]
            assert one["properties"]["do"]["const"] == name


@pytest.mark.parametrize(
    ("change", "path", "line", "underlined", "message", "help"),
    [
        (lambda d: d.update(play=2), "$.play", 2, "2", "this must be 1", None),
        (lambda d: d.pop("play"), "$", 1, None, "`play` is missing", None),
        (lambda d: d.update(games=[]), "$.games", 3, "[]", "this must not be empty", None),
        (lambda d: d.update(game=1), "$.game", 0, "1", "`game` is not known here", "did you mean `games`?"),
        (lambda d: game(d).update(ruleset=7), "$.games[0].ruleset", 0, "7", "this must be a text", None),
        (lambda d: game(d).update(seed=-1), "$.games[0].seed", 0, "-1", "this must be at least 0", None),
        (lambda d: game(d).update(players=[]), "$.games[0].players", 0, "[]", "this must not be empty", None),
        (lambda d: game(d).update(options={"a": None}), "$.games[0].options.a", 0, "null", "this must be a text or a whole number or true or false", None),
        (lambda d: game(d)["steps"].append(7), "$.games[0].steps[5]", 0, "7", "this must be an object", None),
        (lambda d: game(d)["steps"].append({}), "$.games[0].steps[5]", 0, "{}", "`do` is missing", None),
        (lambda d: game(d)["steps"][0].update(do="frist"), "$.games[0].steps[0].do", 0, '"frist"', "`frist` is not known here", "did you mean `first`?"),
        (lambda d: game(d)["steps"][0].update(do=["first"]), "$.games[0].steps[0].do", 0, None, '`["first"]` is not known here', None),
        (lambda d: game(d)["steps"][0].pop("is"), "$.games[0].steps[0]", 0, None, "`is` is missing", None),
        (lambda d: game(d)["steps"][1].update(card=["2♣"]), "$.games[0].steps[1].card", 0, None, "`card` is not known here", "did you mean `cards`?"),
        (lambda d: game(d)["steps"][1].update(cards="2♣"), "$.games[0].steps[1].cards", 0, '"2♣"', "this must be a list", None),
        (lambda d: game(d)["steps"][1].update(cards=["2♣ 3♣"]), "$.games[0].steps[1].cards[0]", 0, '"2♣ 3♣"', "`2♣ 3♣` is not a single word", None),
        (lambda d: game(d)["steps"][1].update(cards=["2♣"] * 401), "$.games[0].steps[1].cards", 0, None, "this has more than 400 items", None),
        (lambda d: game(d)["steps"][2].update(choice=" "), "$.games[0].steps[2].choice", 0, '" "', "this is blank", None),
        (lambda d: game(d)["steps"][2].update(choice="x" * 2001), "$.games[0].steps[2].choice", 0, None, "this has more than 2,000 characters", None),
        (lambda d: game(d)["steps"][2].update(choice="a\nb"), "$.games[0].steps[2].choice", 0, '"a\\nb"', "this holds an invisible character", None),
        (lambda d: game(d)["steps"][2].update(choice="a\u202eb"), "$.games[0].steps[2].choice", 0, None, "this holds an invisible character", None),
        (lambda d: game(d).update(players=["A\u2066", "B"]), "$.games[0].players[0]", 0, None, "this holds an invisible character", None),
        (lambda d: game(d)["steps"][3].update({"is": 1}), "$.games[0].steps[3]", 0, None, "`is` and `each` exclude each other", "write `is` for one value, `each` for one by owner"),
        (lambda d: game(d)["steps"][3].pop("each"), "$.games[0].steps[3]", 0, None, "`is` is missing", None),
        (lambda d: game(d)["steps"][3]["each"].update(B={}), "$.games[0].steps[3].each.B", 0, "{}", "this must be a text or a whole number or true or false or null or a list", None),
        (lambda d: game(d)["steps"][4]["expect"][0].update(do="expect_turn"), "$.games[0].steps[4].expect[0].do", 0, '"expect_turn"', "`expect_turn` is not known here", "write `expect`, `note`"),
    ],
)  # fmt: skip
def test_mistakes_against_the_schema(
    change: Callable[[dict[str, Any]], object],
    path: str,
    line: int,
    underlined: str | None,
    message: str,
    help: str | None,
) -> None:
    text = text_of(change)
    script, problems = parse_script(text, "x.json")
    assert script is None
    first = problems[0]
    assert first.code == "E1021"
    assert first.message == f"{message} (at {path})"
    if help is not None:
        assert first.help == help
    if underlined is not None:
        assert first.span.text == underlined
    if line:
        assert first.span.line == line


@pytest.mark.parametrize(
    ("text", "column", "why"),
    [
        ('{"a":}', 6, "`}` cannot stand here"),
        ("{", 2, "it ends too early (in $)"),
        ('{"a": [1, ', 10, "it ends too early (in $.a[1])"),
        ('{"a" 1}', 6, "a colon is missing"),
        ('{"a":1,}', 8, "`}` cannot stand here"),
        ('{"a":1 2}', 8, "a comma is missing"),
        ("{1: 2}", 2, "a key in quotation marks is missing"),
        ('{"a":01}', 6, "numbers are whole here"),
        ('{"a":1.5}', 6, "numbers are whole here"),
        ('{"a":1e999}', 6, "numbers are whole here"),
        ('{"a":NaN}', 6, "numbers are whole here"),
        ('{"a":' + "9" * 5000 + "}", 6, "this number has more than 20 figures"),
        ('{"a":"\\ud800"}', 6, "this string holds half a character"),
        ('{"a":"\\q"}', 6, "this string has a wrong escape"),
        ('{"a":"x', 6, "a string is not closed on its line"),
        ('{"a":"x\n"}', 6, "a string is not closed on its line"),
        ("{} {}", 4, "something stands behind the end"),
        ("{'a': 1}", 2, "a word must stand in quotation marks"),
        ('{"a": True}', 7, "a word must stand in quotation marks"),
        ("{]", 2, "`]` cannot stand here"),
        ("[1,,2]", 4, "`,` cannot stand here"),
    ],
)
def test_invalid_json(text: str, column: int, why: str) -> None:
    script, problems = parse_script(text, "x.json")
    assert script is None
    (found,) = problems
    assert (found.code, found.span.line, found.span.column) == ("E1020", 1, column)
    assert found.message == f"this is not JSON: {why}"


def test_a_repeated_key_is_an_error() -> None:
    _, (found,) = parse_script('{"play": 1,\n "games": [{"ruleset": "a", "seed": 1, "seed": 2}]}', "x.json")
    assert found.code == "E1022"
    assert (found.span.line, found.span.column, found.span.text) == (2, 40, '"seed"')
    assert found.message == "the key `seed` stands twice in this object (at $.games[0])"


@pytest.mark.parametrize(
    ("value", "refusal"),
    [
        ('"' + "x" * 100_000 + '"', "a string has 100,000 characters; the limit is 20,000"),
        (
            "{" + ", ".join(f'"o{i}": 1' for i in range(1_001)) + "}",
            "$.title has too many keys; the limit is 1,000",
        ),
    ],
)
def test_long_strings_and_large_objects_are_refused_while_they_are_read(value: str, refusal: str) -> None:
    script, (wrong,) = parse_script(f'{{"title": {value}, "games": []}}', "big.json")
    assert script is None
    assert (wrong.code, wrong.message) == ("E1011", refusal)


def test_a_list_is_not_a_script() -> None:
    _, (found,) = parse_script("[]", "x.json")
    assert found.message == "this must be an object (at $)"


def test_numbers_flags_and_null_mean_the_same_as_in_the_text_form() -> None:
    text = text_of(
        lambda d: game(d).update(
            options={"target": 7, "quick": True, "word": "no_trump"},
            steps=[
                {"do": "expect", "name": "a", "each": {"A": 1, "B": True, "C": None, "D": ["2♣", "3♣"]}},
                {"do": "expect", "name": "b", "is": "5♠ 6♠"},
            ],
        )
    )
    script, problems = parse_script(text, "x.json")
    assert script is not None, problems
    first, second = script.games[0].steps
    assert isinstance(first, m.ValueExpectation)
    assert isinstance(second, m.ValueExpectation)
    assert [entry.value.text for entry in first.entries] == ["1", "yes", "none", "2♣ 3♣"]
    assert [setting.value.text for setting in script.games[0].options] == ["7", "yes", "no_trump"]
    assert second.entries[0].value.text == "5♠ 6♠"


def test_player_names_follow_the_rules_of_the_text_form() -> None:
    for players, code, text in [
        (["A", "a"], "E1008", '"a"'),
        (["1"], "E1010", '"1"'),
        (["A and B"], "E1010", '"A and B"'),
    ]:
        _, (found,) = parse_script(text_of(lambda d, p=players: game(d).update(players=p)), "x.json")
        assert (found.code, found.span.text) == (code, text)


def test_reading_json_agrees_with_the_standard_library() -> None:
    for text in [
        '{"a": [1, -2, true, false, null, "x\\n\\u0041\\"", {}, []]}',
        "  7 ",
        '"x"',
        '[[[]], {"b": {"c": 0}}]',
    ]:
        assert read_json(Source("x", text)).plain() == json.loads(text)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 500)
    | st.sampled_from(["expect", "deal", "A", "4♠", "", " ", "a b", "a\n", "x" * 81]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["do", "cards", "is", "each", "name", "of", "zone", "comment", "by", "choice", "plays", "card", "x"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)
STEPS = list(schema()["$defs"]["step"]["properties"]["do"]["enum"])


@given(
    st.sampled_from(STEPS),
    VALUES,
    st.dictionaries(st.sampled_from(["cards", "is", "name", "zone", "by", "choice", "text"]), VALUES),
)
def test_the_fast_validator_agrees_with_the_library(kind: str, value: object, more: dict[str, object]) -> None:
    step = {"do": kind, **more}
    if isinstance(value, dict):
        step |= value
    data = {"play": 1, "games": [{"ruleset": "x", "steps": [step, value]}]}
    assert obeys()(data) == Draft202012Validator(schema()).is_valid(data)


@given(st.sampled_from(STEPS), st.data())
def test_the_fast_validator_agrees_on_steps_with_small_mistakes(kind: str, data: st.DataObject) -> None:
    fields = schema()["$defs"][kind]["properties"]
    step = {name: data.draw(VALUES, name) for name in fields if name != "do" and data.draw(st.booleans(), name)}
    whole = {"play": 1, "games": [{"ruleset": "x", "steps": [{"do": kind, **step}]}]}
    assert obeys()(whole) == Draft202012Validator(schema()).is_valid(whole)


def test_without_the_fast_validator_the_slow_one_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some platforms have no native code for the fast one."""
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    slow = obeys.__wrapped__()
    assert slow({"play": 1, "games": [GAME]})
    assert not slow({"play": 1, "games": [{**GAME, "steps": [{"do": "chance"}]}]})


def test_without_any_validator_a_script_is_read_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser has neither validator."""
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    monkeypatch.setattr("hoyle.interpreter.notation.schema.find_spec", lambda name: None)
    monkeypatch.setattr("hoyle.interpreter.notation.schema.obeys", obeys.__wrapped__)
    assert violations({"play": 1, "games": [{**GAME, "steps": [{"do": "chance"}]}]}) == []


def test_a_value_that_the_fast_validator_cannot_read_is_no_violation() -> None:
    assert violations({"play": 1, "games": [{**GAME, "ruleset": "\ud800"}]}) == []
