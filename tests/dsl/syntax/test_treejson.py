"""Rules as JSON and back: the shapes of the node classes, and the schema made from them."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.codes.table import CODES
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.shapes.shape import (
    EitherShape,
    FlagShape,
    JsonShape,
    ListShape,
    NodeShape,
    NumberShape,
    TextShape,
    WordShape,
    slots,
)
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.declarations import print_tree
from hoyle.dsl.syntax.tree.json_form import DEEPEST, MOST_PROBLEMS, read_data, tree_data, write_json
from hoyle.dsl.syntax.tree.schema import FORMS
from hoyle.dsl.syntax.tree.schema import schema as make_schema
from hoyle.dsl.syntax.tree.text import read_json

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = ROOT / "schemas" / "tree.schema.json"


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    found = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found)


@pytest.fixture(scope="module")
def obeys(validator: jsonschema.Draft202012Validator) -> Callable[[Any], bool]:
    """Return a function that validates a tree with the schema.  It uses the fast validator if that is installed."""
    try:
        import jsonschema_rs
    except ImportError:
        return validator.is_valid
    return jsonschema_rs.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).is_valid


def said(text: str) -> tuple[Diagnostic, ...]:
    return read_json(Source("x.json", text))[1]


def wrapped(*declarations: Any) -> dict[str, Any]:
    return {"tree": 1, "rules": {"node": "RuleFile", "declarations": list(declarations)}}


# ------------------------------------------------------------------------------------------------ rule files and back


@pytest.mark.parametrize(("name", "spans"), [(name, at % 2 == 0) for at, name in enumerate(rulesets())])
def test_every_ruleset_survives_json(name: str, spans: bool, obeys: Callable[[Any], bool]) -> None:
    path = rulesets()[name]
    source = Source(str(path), path.read_text("utf-8"))
    tree = parse(source)[0]
    text = write_json(tree, spans=spans)
    assert obeys(json.loads(text))
    back, found = read_json(Source("x.json", text), {source.name: source})
    assert found == ()
    assert back == tree
    assert back is not None
    assert write_json(back, spans=spans) == text
    assert print_tree(back) == print_tree(tree)


def test_a_variant_applied_to_its_base_survives_json() -> None:
    game = load("reverse_texas_euchre").game
    assert game is not None
    back, found = read_json(Source("x.json", write_json(game.tree)))
    assert (back, found) == (game.tree, ())


def test_spans_are_read_back_only_with_their_source_texts() -> None:
    source = Source("a.hoyle", 'game "Tag"\nplayers 2..4\n')
    tree = parse(source)[0]
    data = json.loads(write_json(tree, spans=True))
    assert data["sources"] == ["a.hoyle"]
    with_texts, _ = read_data(data, {"a.hoyle": source})
    without, _ = read_data(data)
    assert with_texts == without == tree
    assert with_texts is not None
    assert without is not None
    assert [d.span for d in with_texts.declarations] == [d.span for d in tree.declarations]
    assert all(d.span.source.text == "" for d in without.declarations)


def test_default_values_are_left_out() -> None:
    tree = parse(Source("a", "players 4\nphase p\n    stop\n"))[0]
    assert tree_data(tree)["rules"] == {
        "node": "RuleFile",
        "declarations": [
            {"node": "Players", "low": 4, "high": 4, "partners": False},
            {"node": "Phase", "name": {"node": "Name", "text": "p"}, "params": [], "body": [{"node": "Stop"}]},
        ],
    }


# ---------------------------------------------------------------------------------------------------------- the schema


def test_the_schema_is_up_to_date() -> None:
    assert json.loads(SCHEMA.read_text("utf-8")) == make_schema(), (
        "run: python -m hoyle.dsl.syntax.tree.json_form > schemas/tree.schema.json"
    )


def test_the_command_prints_the_schema() -> None:
    done = subprocess.run([sys.executable, "-m", "hoyle.dsl.syntax.tree.json_form"], capture_output=True, check=True)
    assert done.stdout.decode("utf-8") == SCHEMA.read_text("utf-8")
    assert done.stderr == b""


def test_the_shapes_contain_every_node_class_and_every_field() -> None:
    abstract = {n.Node, n.Clause, n.Described}
    classes = {kind for kind in vars(n).values() if isinstance(kind, type) and issubclass(kind, n.Node)} - abstract
    assert {form.kind for form in FORMS.values()} == classes
    for kind in classes:
        assert {slot.name for slot in slots(kind)} == {field.name for field in fields(kind)} - {"span"}


def test_a_schema_error_is_about_the_innermost_wrong_node(validator: jsonschema.Draft202012Validator) -> None:
    """The schema has no `oneOf`, so one mistake gives one error at its own place."""
    text = SCHEMA.read_text("utf-8")
    assert '"oneOf"' not in text
    assert '"anyOf"' not in text
    stop = {"node": "If", "condition": {"node": "Ref", "name": "x"}, "then": [{"node": "Move", "what": 3}]}
    data = wrapped({"node": "Main", "body": [stop]})
    found = {(error.json_path, error.validator) for error in validator.iter_errors(data)}
    place = "$.rules.declarations[0].body[0].then[0]"
    assert found == {(place, "required"), (f"{place}.what", "type"), (f"{place}.what", "required")} or found == {
        (place, "required"), (f"{place}.what", "type"),
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------- hypothesis: shapes


def scalar(shape: JsonShape) -> st.SearchStrategy[Any]:
    match shape:
        case TextShape(pattern):
            return st.from_regex(pattern, fullmatch=True)
        case NumberShape():
            return st.integers(-(2**31), 2**31 - 1)
        case FlagShape():
            return st.booleans()
        case WordShape(words):
            return st.sampled_from(words)
        case _:
            raise AssertionError(shape)


LEAVES = (n.Number, n.Ref, n.Word, n.Rank, n.Nothing, n.Stop, n.Name, n.Language, n.NumberOfPlayers)


@st.composite
def node(draw: st.DrawFn, classes: tuple[type[n.Node], ...], depth: int) -> n.Node:
    """Any node of these classes that its shape allows, even if no rule file could contain it."""
    small = tuple(kind for kind in classes if kind in LEAVES)
    kind: Any = draw(st.sampled_from(small if depth <= 0 and small else classes))
    values: dict[str, Any] = {}
    for slot in slots(kind):
        if not slot.required and (depth <= 0 or draw(st.booleans())):
            values[slot.name] = slot.default
        else:
            values[slot.name] = draw(value(slot.shape, depth - 1))
    return kind(**values)


@st.composite
def value(draw: st.DrawFn, shape: JsonShape, depth: int) -> Any:
    match shape:
        case NodeShape(classes):
            return draw(node(classes, depth))
        case ListShape(items):
            item = draw(st.sampled_from(items))
            return tuple(draw(st.lists(value(item, depth), max_size=0 if depth <= 0 else 3)))
        case EitherShape(one, several):
            return draw(value(draw(st.sampled_from((one, several))), depth))
        case _:
            return draw(scalar(shape))


trees = node((n.RuleFile,), 5)


@given(trees)
def test_any_tree_of_valid_shape_survives_json_and_fits_the_schema(
    validator: jsonschema.Draft202012Validator, tree: n.RuleFile
) -> None:
    data = json.loads(json.dumps(tree_data(tree)))
    assert read_data(data) == (tree, [])
    validator.validate(data)


@given(trees)
def test_a_tree_is_accepted_only_if_a_rule_file_can_express_it(tree: n.RuleFile) -> None:
    back, found = read_json(Source("x.json", write_json(tree)))
    if back is None:
        assert found
        assert {one.code for one in found} == {"E1103"}
    else:
        assert back == tree
        for declaration in tree.declarations:
            alone = n.RuleFile((declaration,))
            assert parse(Source("x", print_tree(alone)))[0] == alone


# --------------------------------------------------------------------------------------------- hypothesis: spoilt data


@cache
def real_tree(name: str) -> Any:
    """The tree of a ruleset as JSON data."""
    path = rulesets()[name]
    return tree_data(parse(Source(str(path), path.read_text("utf-8")))[0])


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**40), 2**40), st.sampled_from(["", "x", "Ref", "stop", '"', "a b"]),
    st.just([]), st.just({}), st.just({"node": "Ref", "name": "x"}), st.just([{"node": "Stop"}]), st.just([[1]]),
)  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """A part of a real tree in which one element is deleted, doubled, renamed or replaced."""
    real: Any = real_tree(draw(st.sampled_from(list(rulesets())[::6])))
    first = draw(st.integers(0, len(real["rules"]["declarations"]) - 1))
    data = wrapped(*copy.deepcopy(real["rules"]["declarations"][first : first + 2]))
    spots: list[tuple[Any, Any]] = []
    todo: list[Any] = [data]
    while todo:
        here = todo.pop()
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        spots += [(here, key) for key in keys]
        todo += [here[key] for key in keys if isinstance(here[key], dict | list)]
    holder, key = draw(st.sampled_from(spots))
    match draw(st.sampled_from(["delete", "replace", "rename", "swap", "add"])):
        case "delete":
            del holder[key]
        case "rename" if isinstance(holder, dict):
            holder[key + draw(st.sampled_from(["s", "_", "x"]))] = holder.pop(key)
        case "swap":
            other, place = draw(st.sampled_from(spots))
            holder[key] = copy.deepcopy(other[place])
        case "add" if isinstance(holder, dict):
            holder[draw(st.sampled_from(["cite", "span", "x", "node", "otherwise"]))] = draw(JUNK)
        case _:
            holder[key] = draw(JUNK)
    return data


@given(spoilt())
def test_the_reader_and_the_schema_accept_the_same_data(validator: jsonschema.Draft202012Validator, data: Any) -> None:
    _, problems = read_data(data)
    assert validator.is_valid(data) == (not problems), problems


@given(spoilt())
def test_spoilt_data_gives_messages_with_places(data: Any) -> None:
    text = json.dumps(data, indent=2)
    tree, found = read_json(Source("x.json", text))
    assert (tree is None) == bool(found)
    for one in found:
        assert one.code in ("E1102", "E1103")
        assert one.span.source.text == text
        assert json.loads(text[one.span.start : one.span.end]) is not json  # the span covers a whole value


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
def test_any_text_gives_messages_and_no_exception(text: str) -> None:
    tree, found = read_json(Source("x.json", text))
    assert tree is None
    assert found


# -------------------------------------------------------------------------------------------------------------- limits


def test_data_nested_too_deep_is_an_error() -> None:
    deep: list[Any] = []
    for _ in range(DEEPEST + 5):
        deep = [deep]
    assert [problem.why for problem in read_data(deep)[1]] == ["lists and objects are nested more than 400 deep"]
    for depth in (500, 5_000, 1_000_000):
        (one,) = said("[" * depth + "]" * depth)
        assert one.code in ("E1101", "E1102")


def test_the_number_of_messages_is_limited() -> None:
    assert len(said(json.dumps(wrapped(*([{"node": "Gme"}] * 1000))))) == MOST_PROBLEMS


def test_the_examples_of_the_codes_cause_their_codes() -> None:
    for code in (code for code in CODES.values() if code.family == "11"):
        assert {one.code for one in said(code.bad)} == {code.id}
        assert said(code.good) == ()


@pytest.mark.parametrize(
    ("declaration", "why", "path"),
    [
        (3, " nodes, and is a number (at $", "[0]"),
        ({"node": "Game", "title": 5}, "this must be a text, and is a number", "[0].title"),
        ({"node": "Game", "title": 'a"b'}, "this text cannot stand here", "[0].title"),
        ({"node": "Game"}, "`title` is missing", "[0]"),
        ({"title": "x"}, "`node` is missing", "[0]"),
        ({"node": "Gane", "title": "x"}, "there is no node `Gane`", "[0].node"),
        ({"node": "Stop"}, "`Stop` cannot stand here", "[0].node"),
        ({"node": "Game", "title": "x", "titel": "y"}, "`titel` is not known here", "[0].titel"),
        ({"node": "Game", "title": "x", "cite": None}, "this must be `Citation`, and is null", "[0].cite"),
        ({"node": "Language", "version": True}, "this must be a whole number, and is true or false", "[0].version"),
        ({"node": "Language", "version": 2**31}, "this must be between ", "[0].version"),
        ({"node": "Main", "body": {}}, "this must be a list, and is an object", "[0].body"),
        ({"node": "Zones", "zones": []}, "nothing is indented below `zones`", "[0]"),
        ({"node": "After", "phase": {"node": "Name", "text": "stop"}, "condition": {"node": "Word", "word": "yes"}},
         "", "[0]"),
    ],
)  # fmt: skip
def test_the_whole_message(declaration: Any, why: str, path: str) -> None:
    first = said(json.dumps(wrapped(declaration)))[0]
    assert why in first.message
    assert first.message.endswith(f"(at $.rules.declarations{path})")


def test_only_the_declaration_that_no_rule_file_can_say_is_named() -> None:
    good = {"node": "Game", "title": "x"}
    found = said(json.dumps(wrapped(good, {"node": "Zones", "zones": []}, good)))
    assert [one.code for one in found] == ["E1103"]
    assert found[0].message.endswith("(at $.rules.declarations[1])")


def test_places_are_right_after_a_byte_order_mark() -> None:
    text = "\ufeff" + json.dumps(wrapped({"node": "Gme"}))
    (one,) = said(text)
    assert one.span.text == '"Gme"'


def test_a_tab_in_a_string_survives_json() -> None:
    text = 'game "G"\nplayers 2\ndeck 7 8\nmain\n    for p in players\n        p chooses\n            "a\tb"\n            "c"\n'
    tree, problems = parse(Source("g.hoyle", text))
    assert not problems
    again, wrong = read_json(Source("g.json", write_json(tree)))
    assert not wrong
    assert again == tree
