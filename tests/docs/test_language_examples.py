"""Every example of docs/language.md is read by the parser; the whole games in it are checked as well.

A fence says what it holds: ```hoyle a whole game, ```hoyle variant a variant of the whole game before it, ```hoyle
fragment: declaration | statement | value a piece; a piece is put where such a piece may stand.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from hoyle.dsl.loading import load
from hoyle.dsl.parser import parse
from hoyle.dsl.source import Source
from hoyle.dsl.tables import tables
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower

PAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
FENCE = re.compile(r"^```hoyle(?P<kind>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[int, str, str]]:
    """The line an example begins on, what it is, its text."""
    page = PAGE.read_text(encoding="utf-8")
    return [(page.count("\n", 0, m.start()) + 2, m["kind"].strip(), m["text"]) for m in FENCE.finditer(page)]


def of_kind(*kinds: str) -> list[ParameterSet]:
    return [pytest.param(text, kind, id=f"line {line}") for line, kind, text in examples() if kind in kinds]


def said(text: str) -> list[str]:
    return [str(diagnostic) for diagnostic in parse(Source("example", text))[1]]


def test_every_fence_is_of_a_known_kind() -> None:
    known = {"", "variant", *(f"fragment: {what}" for what in ("declaration", "statement", "value"))}
    assert {kind for _, kind, _ in examples()} == known


@pytest.mark.parametrize(("text", "kind"), of_kind("", "variant", "fragment: declaration"))
def test_files_and_declarations(text: str, kind: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(("text", "kind"), of_kind("fragment: statement"))
def test_statements(text: str, kind: str) -> None:
    assert said("phase example\n" + textwrap.indent(text, "    ")) == []


@pytest.mark.parametrize(("text", "kind"), of_kind("fragment: value"))
def test_values(text: str, kind: str) -> None:
    for line in text.splitlines():
        assert said(f"define example means {line}\n") == []


def test_the_whole_games_have_no_mistake_and_come_to_an_end(tmp_path: Path) -> None:
    """A variant is laid over the game it names: the title in lower case, with `_` for spaces."""
    for _, kind, text in examples():
        if kind not in ("", "variant"):
            continue
        title = re.search(r'^(?:game|variant) "(.*?)"', text, re.MULTILINE)
        assert title
        path = tmp_path / (re.sub(r"\W+", "_", title[1].lower()) + ".hoyle")
        path.write_text(text, encoding="utf-8")
        loaded = load(path)
        assert [str(diagnostic) for diagnostic in loaded.diagnostics] == []
        assert loaded.game is not None
        engine = Engine(lower(loaded.game))
        state = engine.start(seed=7)
        while (question := engine.question(state)) is not None:
            state = engine.apply(state, next(iter(question.options())).choice)
        result = engine.result(state)
        assert result is not None
        assert result.winners
        assert not result.cut


def test_the_words_that_cannot_be_names_are_those_listed() -> None:
    listed = PAGE.read_text(encoding="utf-8").split("## Words of the language")[1].split("```")[1]
    assert listed.removeprefix("text").split() == sorted(tables().reserved)
