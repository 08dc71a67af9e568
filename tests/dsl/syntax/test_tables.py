"""The stored parser tables: up to date, without conflicts, and ignored if the grammar has changed."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax import tables as t
from hoyle.dsl.syntax.actions.building import Building
from hoyle.dsl.syntax.actions.makers import MAKERS, maker

from ...golden import same_as_file


def grammar() -> str:
    return t.GRAMMAR.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def built() -> dict[str, Any]:
    """The tables as Lark builds them, which fails for conflicts and, if interegular is installed, for overlapping terminals."""
    return t.build(grammar(), strict=importlib.util.find_spec("interegular") is not None)


def stored() -> dict[str, object]:
    return json.loads(t.TABLES.read_text(encoding="utf-8"))


def test_the_stored_tables_belong_to_the_grammar() -> None:
    assert stored()["fingerprint"] == t.grammar_digest(grammar()), "run `python -m hoyle.dsl.syntax.tables`"


def test_building_gives_the_stored_tables(built: dict[str, Any]) -> None:
    lark = pytest.importorskip("lark")
    if stored()["made_by"] != f"lark {lark.__version__}":
        pytest.skip("made by another version of Lark, which may number the states in another order")
    assert json.loads(json.dumps(built)) == stored(), "run `python -m hoyle.dsl.syntax.tables`"


def test_an_ambiguous_grammar_is_refused() -> None:
    pytest.importorskip("interegular")
    ambiguous = 'form: x | y\nx: "a"\ny: "a"\n'
    lark = pytest.importorskip("lark")
    with pytest.raises(lark.exceptions.GrammarError):
        t.build(ambiguous, strict=True)


def test_every_production_has_a_function_or_class() -> None:
    calls = {rule.call for rule in t.tables().rules if rule.call}
    building = Building()
    assert all(callable(maker(building, call)) for call in calls)


def test_a_production_without_a_function_calls_its_node_class() -> None:
    """The class gets the kept values in order.

    There are as many as it has fields; fields with a default may be missing.
    """
    checked = 0
    for rule in t.tables().rules:
        if rule.call and rule.call not in MAKERS:
            kind = getattr(n, rule.call.title().replace("_", ""))
            own = [f for f in fields(kind) if not f.kw_only]
            needed = [f for f in own if f.default is MISSING and f.default_factory is MISSING]
            assert len(needed) <= len(rule.keep) <= len(own), rule.call
            checked += 1
    assert checked >= 20


def test_every_function_has_a_production() -> None:
    calls = {rule.call for rule in t.tables().rules}
    assert MAKERS.keys() <= calls


@pytest.mark.parametrize(
    "content",
    [None, "", "not JSON", "[]", "{}", '{"fingerprint": "another"}'],
    ids=["missing", "empty", "no JSON", "a list", "no fingerprint", "of another grammar"],
)
def test_without_stored_tables_the_grammar_is_built(
    content: str | None, built: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "grammar.tables.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    expected = t.tables()
    monkeypatch.setattr(t, "TABLES", path)
    monkeypatch.setattr(t, "build", lambda grammar: built)
    t.tables.cache_clear()
    try:
        assert t.tables() == expected
    finally:
        t.tables.cache_clear()


def test_the_command_writes_the_tables(built: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "grammar.tables.json"
    monkeypatch.setattr(t, "TABLES", path)
    monkeypatch.setattr(t, "build", lambda text: built if text == grammar() else {})
    t.main()
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["fingerprint"] == t.grammar_digest(grammar())
    assert found == json.loads(json.dumps(built))
    assert json.loads(path.read_text(encoding="utf-8"))["fingerprint"] == t.grammar_digest(grammar())


def test_line_ends_of_the_checkout_do_not_matter() -> None:
    assert t.grammar_digest("a\r\nb\r\n") == t.grammar_digest("a\nb\n") != t.grammar_digest("a\nb")


def test_words_that_could_be_mistaken_for_names_are_reserved() -> None:
    reserved, words = t.tables().reserved, t.tables().words
    assert {"top", "first", "players", "a", "if"} <= reserved < words
    assert not {"card", "cards", "suit", "trick", "team", "phase", "option"} & reserved


SMALL = """\
form: [head] line+
head: "game" NAME -> title
line: _words "=" NAME ["on"] NL
    | ["no"] NAME NL -> plain
    | one NL
?one: "(" one ")" | pair
!pair: "x" NAME?
_words: "a" NAME | "b"
NAME: /[a-z]+/
NL: "\\n"
WS: " "
%ignore WS
"""
"""A grammar with everything that decides which values a maker gets."""


def test_the_tables_of_a_small_grammar() -> None:
    pytest.importorskip("lark")
    made = t.build(SMALL)
    assert made["made_by"].startswith("lark ")
    text = json.dumps({key: value for key, value in made.items() if key != "made_by"}, indent=None)
    same_as_file(Path(__file__).with_name("small_grammar.txt"), text.replace("], ", "],\n") + "\n")
    unpacked = t.unpack(made)
    assert unpacked.words == {"a", "b", "game", "no", "on", "x"}
    assert unpacked.signs == {"\n", " ", "(", ")", "="}
    assert unpacked.reserved == {"a", "b", "game", "no", "x"}
    assert [rule.plain for rule in unpacked.rules if rule.origin in ("<line>", "<pair>")] == [
        None, None, (-2, -1), (-2, -1), (-2, -1), (-2, -1), (-1,),
    ]  # fmt: skip


def test_the_productions_of_a_small_grammar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lark")
    monkeypatch.setattr(t, "GRAMMAR", tmp_path / "small.lark")
    t.GRAMMAR.write_text(SMALL, encoding="utf-8")
    text = "".join(f"{production}\n" for production in t.productions.__wrapped__())
    same_as_file(Path(__file__).with_name("small_productions.txt"), text)


def test_the_command_writes_the_tables_of_a_small_grammar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lark")
    for name in ("GRAMMAR", "TABLES"):
        monkeypatch.setattr(t, name, tmp_path / name.lower())
    t.GRAMMAR.write_text(SMALL, encoding="utf-8")
    t.main()
    text = t.TABLES.read_text(encoding="utf-8")
    assert json.loads(text) == json.loads(json.dumps(t.build(SMALL)))
    assert text.count("\n") == len(t.build(SMALL))
    assert text.startswith(f'{{"fingerprint":"{t.grammar_digest(SMALL)}",\n"made_by":"lark ')
    assert text.endswith("}\n")
