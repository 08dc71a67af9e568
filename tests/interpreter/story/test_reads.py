"""What Python's story reads of a program: only what a module's description has too, so that a page can tell the same."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wasm import Module
from hoyle.interpreter.wasm.description import describe

STORY = Path(__file__).resolve().parents[3] / "interpreter" / "story"
DERIVES = {"data.py", "description.py"}
"""The files that may read everything: what they find goes into the description."""
IN_DESCRIPTION = {
    "asks": "question",
    "count_of": "story",
    "deck": "cards",
    "faces": "cards",
    "has": "story",
    "initial": "state",
    "known": "story",
    "phases": "story",
    "places": "story",
    "players": "players",
    "tables": "story",
    "teams": "story",
    "title": "title",
    "variables": "story",
    "written": "story",
    "zones": "story",
}
"""Each field of a program that the story reads, and the part of a description in which a page finds it."""


def reads(text: str) -> set[str]:
    """The fields of a program that a file reads: `x.program.NAME`, `program.NAME`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            of = node.value
            name = of.attr if isinstance(of, ast.Attribute) else of.id if isinstance(of, ast.Name) else ""
            found |= {node.attr} if name == "program" else set()
    return found


@pytest.mark.parametrize("file", sorted(path.name for path in STORY.glob("*.py") if path.name not in DERIVES))
def test_the_story_reads_what_a_page_has(file: str) -> None:
    more = reads((STORY / file).read_text(encoding="utf-8")) - IN_DESCRIPTION.keys()
    assert not more, "put it into the data of the story (data.py), or a page cannot tell the same"


def test_the_parts_are_there() -> None:
    game = load("whist").game
    assert game is not None
    program = lower(game)
    module = Module(program, watch_of(program), recording=True)
    assert set(IN_DESCRIPTION.values()) <= describe(module, b"").keys()
