"""The modules of hoyle that the page needs: all that `desk.py` imports, directly or through others.

An import inside a function counts as well.  So a module that is imported only when it is used is included.  An import
for the type checker alone does not count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

FIRST = "hoyle.cli.pages.studio.desk"


def needed(root: Path, first: str = FIRST) -> set[str]:
    """The names of all modules that a module needs, with the module itself and the packages that contain them.

    `root` is the folder of the package `hoyle`."""
    found: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in found or (path := source(root, name)) is None:
            continue
        found.add(name)
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        waiting += (name.rpartition(".")[0], *_imported(ast.parse(path.read_text(encoding="utf-8")), package))
    return found


def source(root: Path, name: str) -> Path | None:
    """The file of a module; None if `hoyle` has no module with this name."""
    top, *parts = name.split(".")
    folder = root.joinpath(*parts)
    files = (folder / "__init__.py", folder.with_suffix(".py")) if parts else (folder / "__init__.py",)
    return next((path for path in files if top == "hoyle" and path.is_file()), None)


def _imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The names in the import statements of a module.  Some may name an object, not a module."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parts, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{one.name}" for one in node.names)
