"""Keys by identity are made in one place, where a key holds its object, so that no cache can take one object for another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hoyle.dsl.source.identity import Exactly, each_once

ROOT = Path(__file__).resolve().parents[2]
CODE = (
    "__init__.py",
    "api",
    "cli",
    "dsl",
    "envs",
    "interchange",
    "interpreter",
    "language_server",
    "server",
    "testing",
)
ALLOWED = {"dsl/source/identity.py"}


def _uses_of_id(text: str) -> list[int]:
    """The lines that name the built-in `id`, called or handed on (`map(id, …)`); names and fields of that name are not
    meant.
    """
    tree = ast.parse(text)
    own = {
        one.arg if isinstance(one, ast.arg) else one.id
        for one in ast.walk(tree)
        if (isinstance(one, ast.arg) and one.arg == "id")
        or (isinstance(one, ast.Name) and one.id == "id" and isinstance(one.ctx, ast.Store))
    }
    return sorted(
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "id" and isinstance(node.ctx, ast.Load) and "id" not in own
    )


def test_the_search_finds_uses() -> None:
    assert _uses_of_id("a = {id(b): b}\nc = map(id, b)\nd.id = 1\n") == [1, 2]
    assert _uses_of_id("def f(id):\n    return id\n") == []


@pytest.mark.parametrize("room", CODE)
def test_only_one_file_uses_identities(room: str) -> None:
    place = ROOT / room
    files = [place] if place.is_file() else sorted(place.rglob("*.py"))
    found = {
        f"{name}:{line}"
        for file in files
        if (name := file.relative_to(ROOT).as_posix()) not in ALLOWED
        for line in _uses_of_id(file.read_text(encoding="utf-8"))
    }
    assert not found, "use `Exactly` of dsl/source/identity.py as a key"


def test_a_key_is_for_one_object_and_holds_it() -> None:
    one, other = [1], [1]
    assert Exactly(one) == Exactly(one)
    assert hash(Exactly(one)) == hash(Exactly(one))
    assert Exactly(one) != Exactly(other)
    assert Exactly(one) != one
    kept = {Exactly([n]): n for n in range(100)}  # the lists would be freed, and their numbers used again, if not held
    assert len(kept) == 100
    assert each_once([one, other, one]) == [[1], [1]]
