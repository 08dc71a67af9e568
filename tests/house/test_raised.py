"""What public functions raise for wrong input has a code and a sentence: a `GameError`, and nothing else.

Every `raise` of the rooms that programs call is read in the source.  A class of Python's own is raised only where Python
wants it, or where nobody outside can see it; these places are listed with the reason.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOMS = ("api", "envs", "interpreter/game", "interpreter/players", "interpreter/batch", "interpreter/learning",
         "interpreter/analysis", "testing")  # fmt: skip
OWN = {
    "envs/__init__.py": "AttributeError: Python asks modules for names",
    "envs/agents.py": "AttributeError: Python asks for what an object does not have",
    "interpreter/players/__init__.py": "AttributeError: Python asks modules for names",
    "testing/__init__.py": "AttributeError, ImportError: Python asks modules for names; a package is missing",
    "interpreter/game/choices.py": "IndexError: a sequence ends so",
    "interpreter/game/course.py": "AssertionError: cannot happen",
    "interpreter/batch/modules.py": "AssertionError: cannot happen",
    "testing/position.py": "AssertionError: what a test fails with",
    "api/results.py": "NotImplementedError: reports say it themselves",
    "api/training.py": "KeyboardInterrupt: Ctrl-C, passed on",
    "interpreter/players/think.py": "ValueError: `maker` makes an `UnknownPlayer` of it",
}
"""The files that raise classes of Python's own: which, and why they may."""
NO_INPUT = {
    "GamesStopped": "what stops games while they are played; its `failure` has a code",
    "ClusterError": "turned into `GamesStopped`",
    "WorkersLost": "turned into `GamesStopped`",
    "UndecidedChance": "goes from the engine to the tree of chance and no further",
    "ReplayFailed": "a script that fails as a test: its problems have codes",
    "TooLong": "a fault",
}
"""Exceptions that say nothing of wrong input."""


def raised(source: str) -> Iterator[tuple[int, str]]:
    """The lines that raise a class of Python's own, and its name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Raise) and node.exc is not None:
            made = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            name = made.id if isinstance(made, ast.Name) else ""
            found = getattr(builtins, name, None)
            if isinstance(found, type) and issubclass(found, BaseException):
                yield node.lineno, name


def coded(root: Path) -> set[str]:
    """The names of the errors with a code: `GameError` and everything made from it."""
    found, bases = {"GameError"}, dict[str, set[str]]()
    for path in root.glob("[a-z]*/**/*.py"):
        if path.relative_to(root).parts[0] in ("api", "envs", "interpreter", "testing", "interchange"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    bases[node.name] = {base.id for base in node.bases if isinstance(base, ast.Name)}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def test_no_public_room_raises_an_error_without_a_code(root: Path) -> None:
    found = {
        f"{path.relative_to(root).as_posix()}: {name}"
        for room in ROOMS
        for path in (root / room).rglob("*.py")
        for _, name in raised(path.read_text("utf-8"))
    }
    assert found == {f"{path}: {name}" for path, why in OWN.items() for name in why.partition(":")[0].split(", ")}


def test_every_exception_of_a_public_room_has_a_code(root: Path) -> None:
    known, found = coded(root), set[str]()
    for room in ROOMS:
        for path in (root / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef) and any(
                    isinstance(base, ast.Name) and base.id.endswith(("Exception", "Error")) for base in node.bases
                ):
                    found.add(node.name)
    assert {"CannotWrite", "UnknownPlayer"} <= known
    assert found - known <= set(NO_INPUT)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("raise ValueError('x')", ["ValueError"]),
        ("raise TypeError", ["TypeError"]),
        ("def f():\n    raise KeyError(1) from None", ["KeyError"]),
        ("raise wrong('x')", []),
        ("try:\n    pass\nexcept ValueError:\n    raise", []),
    ],
)
def test_a_new_error_without_a_code_is_found(source: str, names: list[str]) -> None:
    assert [name for _, name in raised(source)] == names
