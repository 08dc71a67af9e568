"""Commands hold arguments and rendering, and no logic: what Hoyle does is a function of `api`, and its command calls it."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import hoyle
from hoyle.cli.main import COMMANDS

FUNCTIONS = {
    "analyse": "games/analyse.py",
    "check": "rules/check.py",
    "compare": "batches/compare.py",
    "convert": "games/convert.py",
    "diff": "rules/diff.py",
    "cover": "games/replay.py",
    "fuzz": "batches/fuzz.py",
    "import_records": "games/import_records.py",
    "list": "rules/list.py",
    "rulebook": "rules/rulebook.py",
    "rulings": "rules/rulings.py",
    "simulate": "batches/simulate.py",
    "solve": "games/solve.py",
    "stats": "batches/stats.py",
    "trace": "rules/trace.py",
    "train": "batches/train.py",
    "tune": "batches/tune.py",
}
"""Each function of `hoyle`, and the file of its command."""

ALLOWED = {
    "dsl.codes.reporting", "dsl.loading", "dsl.source.diagnostics", "dsl.source.span",
    "interchange.formats",
    "interpreter.analysis.judge", "interpreter.errors", "interpreter.faults", "interpreter.game", "interpreter.notation.files",
}  # fmt: skip
"""What such a command may import from below `api`: the types of messages and errors, the names of formats and budgets,
and `load` for standard input that cannot be read.
"""


def test_every_function_with_a_command_is_held() -> None:
    functions = {name for name in hoyle.__all__ if inspect.isfunction(getattr(hoyle, name))}
    ours = {name for name in functions if getattr(hoyle, name).__module__.startswith("hoyle.api.")}
    assert ours & COMMANDS.keys() - FUNCTIONS.keys() == {"show"}, "only `hoyle show` and `hoyle.show` differ"


def imports(path: Path) -> set[str]:
    """The modules that a command imports from below `cli`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 4:
            found.add(node.module or "")
    return found


@pytest.mark.parametrize(("name", "file"), FUNCTIONS.items())
def test_a_command_calls_the_function_of_its_name_and_imports_nothing_that_works(
    root: Path, name: str, file: str
) -> None:
    path = root / "cli" / "commands" / file
    assert callable(getattr(hoyle, name))
    home = getattr(hoyle, name).__module__.removeprefix("hoyle.")
    found = imports(path)
    assert home in found
    assert {module for module in found if not module.startswith("api.")} <= ALLOWED


@pytest.mark.parametrize("file", FUNCTIONS.values())
def test_a_command_has_no_loops_over_games_and_no_class_that_works(root: Path, file: str) -> None:
    """A loop in a command prints, or names the files of its arguments; a class keeps what is printed."""
    tree = ast.parse((root / "cli" / "commands" / file).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            raise AssertionError(f"{file}:{node.lineno}: a command does not search")
    size = sum(isinstance(node, ast.stmt) for node in ast.walk(tree))
    assert size <= 110, f"{file} has {size} statements: what works belongs into api"


def test_every_public_name_is_known_to_type_checkers_and_listed(root: Path) -> None:
    """A name stands in the table for those who run it, in imports for those who check types, and in `__all__`."""
    (checked,) = (
        node
        for node in ast.parse((root / "__init__.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    )
    imported = {
        name.name: f".{node.module}" for node in checked.body if isinstance(node, ast.ImportFrom) for name in node.names
    }
    assert imported == hoyle._HOME
    assert set(hoyle.__all__) == hoyle._HOME.keys() - {"list", "open"}
