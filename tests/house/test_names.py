"""Every class name has one meaning in the whole code."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

CODE = ("api", "interchange", "cli", "dsl", "language_server", "envs", "interpreter", "server", "testing")

FLOORS = ("dsl/syntax/nodes/", "dsl/types.py", "dsl/checked/", "interpreter/program/", "interpreter/records.py")
"""The stages of the compiler.

A construct may have the same name in each of them: the syntax node `If` becomes the checked `If`, and that becomes the
`If` of a program.  The same holds for `Type` and for `Choice`, which is also a record.
"""

FIXED = {
    "Game": ({"dsl/syntax/nodes/files.py", "interpreter/game/game.py"}, "a node of rule trees in JSON; `hoyle.Game`"),
}
"""Names that a file format and the Python API both use: the files, and the reason."""


def names_of(source: str) -> tuple[set[str], set[str]]:
    """Return the names of all classes in a module, and the names of the types assigned at its top level."""
    tree = ast.parse(source)
    classes = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    targets = (
        target
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    )
    types = {target.id for target in targets if target.id.strip("_")[:1].isupper() and not target.id.isupper()}
    return classes, types - classes


def clashes(sources: dict[str, str]) -> dict[str, list[str]]:
    """Return the names with two meanings, and the files that define them.

    A type name may have another meaning in each file, as long as no class has this name (`Json`).  A leading underscore
    does not make a name different.
    """
    classes: dict[str, list[str]] = defaultdict(list)
    types: dict[str, list[str]] = defaultdict(list)
    for file, source in sources.items():
        for found, names in zip((classes, types), names_of(source), strict=True):
            for name in names:
                found[name.lstrip("_")].append(file)
    result: dict[str, list[str]] = {}
    for name, files in classes.items():
        everywhere = [*files, *types[name]] if name in types else files
        floors = [next((floor for floor in FLOORS if file.startswith(floor)), file) for file in everywhere]
        apart = len(set(floors)) == len(floors) and set(floors) <= set(FLOORS)
        if len(everywhere) > 1 and not apart and set(everywhere) != FIXED.get(name, (set(), ""))[0]:
            result[name] = sorted(everywhere)
    return result


def test_every_class_name_has_one_meaning(root: Path, files: tuple[Path, ...]) -> None:
    python = [path for path in files if path.suffix == ".py" and path.parts[0] in CODE]
    assert len(python) > 400
    assert clashes({path.as_posix(): (root / path).read_text(encoding="utf-8") for path in python}) == {}


@pytest.mark.parametrize("name", FIXED)
def test_every_exception_is_still_needed(root: Path, name: str) -> None:
    for file in FIXED[name][0]:
        assert name in names_of((root / file).read_text(encoding="utf-8"))[0], file


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"cli/a.py": "class Step: ...", "envs/b.py": "class Other: ..."}, []),
        ({"cli/a.py": "class Step: ...", "envs/b.py": "class Step: ..."}, ["Step"]),
        ({"cli/a.py": "class Step: ...", "envs/b.py": "def f():\n    class _Step: ..."}, ["Step"]),
        ({"cli/a.py": "class Step: ...", "envs/b.py": "Step = tuple[int, int]"}, ["Step"]),
        ({"cli/a.py": "Step = list[int]", "envs/b.py": "Step = tuple[int, int]"}, []),
        ({"dsl/checked/code.py": "class If: ...", "interpreter/program/a.py": "class If: ..."}, []),
        ({"interpreter/program/a.py": "class If: ...", "interpreter/program/b.py": "class If: ..."}, ["If"]),
        ({"dsl/checked/code.py": "class If: ...", "cli/a.py": "class If: ..."}, ["If"]),
        ({"dsl/syntax/nodes/files.py": "class Game: ...", "cli/a.py": "class Game: ..."}, ["Game"]),
    ],
)
def test_a_second_meaning_is_found(sources: dict[str, str], found: list[str]) -> None:
    assert list(clashes(sources)) == found
