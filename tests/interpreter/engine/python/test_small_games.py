"""The Python source that is written for small games, which have every construct of the language between them."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from hoyle.interpreter.engine.python.blocks import module_text
from hoyle.interpreter.engine.python.writer import BlockWriter
from hoyle.interpreter.lowering import lower

from ....golden import same_as_file
from ....small_constructs import ALL_CONSTRUCTS, construct_game

GOLDEN = Path(__file__).with_name("golden")


def source_of(name: str, *, noted: bool = False, **settings: bool) -> str:
    """The source of a small game, with the settings of `CompiledBlocks`."""
    return module_text(BlockWriter(lower(construct_game(name), noted=noted), **settings))


@pytest.mark.parametrize("name", ALL_CONSTRUCTS)
def test_a_small_game_is_written_as_python(name: str) -> None:
    same_as_file(GOLDEN / f"{name}.py.txt", source_of(name))


KINDS = {"traced": {"traced": True}, "decided": {"decided": True}, "counted": {"counted": True, "expressions": True}}
"""What is written besides plain play."""


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, "traced") for name in ALL_CONSTRUCTS),
        *((name, "decided") for name in ("cards", "tricks", "wide")),
        *((name, "counted") for name in ("values", "alike", "tricks")),
    ],
)
def test_what_else_is_written_for_a_listener_for_chance_and_for_counting(name: str, kind: str) -> None:
    noted = kind == "counted"
    plain, other = source_of(name, noted=noted), source_of(name, noted=noted, **KINDS[kind])
    found = unified_diff(plain.splitlines(), other.splitlines(), n=0, lineterm="")
    changed = "".join(f"{line}\n" for line in found if not line.startswith(("---", "+++", "@@")))
    same_as_file(GOLDEN / f"{name}_{kind}.py.txt", changed)
