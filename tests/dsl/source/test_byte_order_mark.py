"""A byte order mark before a text belongs to none of its lines: what is read, and what is marked as wrong, are the same
with and without it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.dsl.rule_files import read_source
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.json_reader import read_located
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.tree.text import read_json
from hoyle.interpreter.notation.files import parse_script

MARK = "\ufeff"
Reader = Callable[[str], tuple[Diagnostic, ...]]
READERS: dict[str, tuple[Reader, str, int]] = {
    "rules": (lambda text: parse(Source("x", text))[1], 'gme "A"\nplayers 2\n', 1),
    "rules as JSON": (lambda text: read_json(Source("x", text))[1], '{"node": "Gme"}', 1),
    "broken JSON": (lambda text: read_json(Source("x", text))[1], '{"node" "Gme"}', 1),
    "script": (lambda text: parse_script(text, "x.play")[1], "hoyle ply 1\n", 0),
    "script as JSON": (lambda text: parse_script(text, "x.json")[1], '{"play": 1, "gmes": []}', 0),
}
"""What reads a text, a text with a mistake, and how much later the mistake is in the marked text: a script loses the mark."""


@pytest.mark.parametrize("name", READERS)
def test_a_mistake_after_the_mark_is_the_same_mistake(name: str) -> None:
    read, text, shift = READERS[name]
    plain, marked = read(text), read(MARK + text)
    assert plain
    assert [(one.code, one.message, one.span.text) for one in marked] == [
        (one.code, one.message, one.span.text) for one in plain
    ]
    assert [one.span.start for one in marked] == [one.span.start + shift for one in plain]


def test_values_of_a_marked_json_text_know_their_places() -> None:
    text = json.dumps({"a": [1, "b"]})
    for path in ((), ("a",), ("a", 1)):
        plain, marked = read_located(text).at(path), read_located(MARK + text).at(path)
        assert (marked.start, marked.end) == (plain.start + 1, plain.end + 1)


def test_a_marked_file_is_read_without_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.hoyle"
    path.write_text("players 2\n", encoding="utf-8-sig")
    source, problems = read_source(path)
    assert not problems
    assert source is not None
    assert source.text == "players 2\n"
