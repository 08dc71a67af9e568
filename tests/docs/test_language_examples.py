"""The parser reads every example of docs/language.md.

The whole games among them are checked, too.

The word behind ```hoyle says what a fence contains: nothing means a whole game; `variant` a variant of the whole game
before it; `fragment: declaration`, `fragment: statement` or `fragment: value` a piece.  The tests put a piece at a
place of a rule file where it is legal.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.tables import tables
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower

PAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
FENCE = re.compile(r"^```hoyle(?P<kind>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[int, str, str]]:
    """The line where each example starts, its kind and its text."""
    page = PAGE.read_text(encoding="utf-8")
    return [(page.count("\n", 0, m.start()) + 2, m["kind"].strip(), m["text"]) for m in FENCE.finditer(page)]


def whole(text: str, kind: str) -> list[str]:
    """The example as rule files.  A statement goes into a phase; each line with a value goes into a file of its own."""
    if kind == "fragment: statement":
        return ["phase example\n" + textwrap.indent(text, "    ")]
    if kind == "fragment: value":
        return [f"define example means {line}\n" for line in text.splitlines()]
    return [text]


def nodes_in(value: object) -> Iterator[n.Node]:
    """Yield a node and all nodes below it."""
    if isinstance(value, tuple):
        for item in value:
            yield from nodes_in(item)
    elif isinstance(value, n.Node):
        yield value
        for part in fields(value):
            yield from nodes_in(getattr(value, part.name))


def test_every_fence_is_of_a_known_kind() -> None:
    known = {"", "variant", *(f"fragment: {what}" for what in ("declaration", "statement", "value"))}
    assert {kind for _, kind, _ in examples()} == known


@pytest.mark.parametrize(("line", "kind", "text"), [pytest.param(*e, id=f"line {e[0]}") for e in examples()])
def test_an_example_is_read_without_errors(line: int, kind: str, text: str) -> None:
    for file in whole(text, kind):
        assert [str(diagnostic) for diagnostic in parse(Source(f"language.md, line {line}", file))[1]] == []


def test_every_node_class_has_an_example() -> None:
    shown = {
        type(node)
        for _, kind, text in examples()
        for file in whole(text, kind)
        for node in nodes_in(parse(Source("example", file))[0])
    }
    known = {c for c in vars(n).values() if isinstance(c, type) and issubclass(c, n.Node)} - {
        n.Node,
        n.Clause,
        n.Described,
    }
    assert sorted(c.__name__ for c in known - shown) == []


def test_the_whole_games_have_no_errors_and_end(tmp_path: Path) -> None:
    """A variant is applied to the game that it names: the title in lower case, with `_` for spaces."""
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


def test_the_listed_reserved_words_are_those_of_the_grammar() -> None:
    listed = PAGE.read_text(encoding="utf-8").split("## Words of the language")[1].split("```")[1]
    assert listed.removeprefix("text").split() == sorted(tables().reserved)
