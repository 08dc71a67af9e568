"""The floors of ARCHITECTURE.md: a file imports only from its own floor or from a lower one, and no imports form a
cycle.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

CODE = (
    "api",
    "interchange",
    "dsl",
    "interpreter",
    "cli",
    "language_server",
    "envs",
    "server",
    "testing",
    "rulesets",
    "schemas",
)
LINE = re.compile(r" *(?P<floor>\d+)?(?P<paths>(?: +[\w./*]+(?:/|\.py|\.lark|\.json)(?!\S))+)(?:  +\S.*)?")

# Third-party packages, each with the only folders that may import it.
FOREIGN = {
    "lark": ("dsl/",),
    "jsonschema": ("dsl/", "interpreter/", "server/protocol.py"),
    "jsonschema_rs": ("interpreter/notation/", "server/protocol.py"),
    "referencing": ("dsl/", "interpreter/"),
    "distributed": ("interpreter/batch/",),
    "wasmtime": ("interpreter/wasm/",),
    "pygls": ("language_server/",),
    "pygments": ("language_server/", "cli/"),
    "cattrs": ("language_server/",),
    "click": ("cli/",),
    "rich": ("cli/",),
    "numpy": ("envs/",),
    "gymnasium": ("envs/",),
    "pettingzoo": ("envs/",),
    "orjson": ("server/fast_json.py",),
    "pyspiel": ("envs/",),
    "starlette": ("server/web/",),
    "uvicorn": ("server/web/",),
    "uvloop": ("server/web/",),
    "prometheus_client": ("server/web/",),
    "websockets": ("server/client/", "server/web/sockets.py"),
    "psycopg": ("server/store/",),
    "segno": ("cli/commands/tables/",),
    "pytest": ("testing/",),
    "hypothesis": ("testing/",),
}


Imported = dict[str, list[tuple[str, int]]]
"""What each module imports, with the line numbers."""


class Floors:
    """The table of ARCHITECTURE.md that puts every file on a floor."""

    def __init__(self, text: str) -> None:
        found = re.search(r"```floors\n(.*?)```", text, re.DOTALL)
        assert found, "ARCHITECTURE.md has no ```floors block"
        self.of: dict[str, int] = {}
        floor = -1
        for line in found[1].splitlines():
            match = LINE.fullmatch(line)
            assert match, f"ARCHITECTURE.md: not a line of the floors: {line!r}"
            floor = int(match["floor"]) if match["floor"] else floor
            for path in match["paths"].split():
                assert path not in self.of, f"ARCHITECTURE.md: {path} stands on two floors"
                self.of[path] = floor

    def entry(self, path: str) -> str | None:
        """Return the longest entry that covers a file: the file itself, a pattern or a folder that contains it."""
        return max((entry for entry in self.of if covers(entry, path)), key=len, default=None)


def covers(entry: str, path: str) -> bool:
    return path.startswith(entry) if entry.endswith("/") else fnmatchcase(path, entry)


@pytest.fixture(scope="module")
def floors(root: Path) -> Floors:
    return Floors((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def modules(files: tuple[Path, ...]) -> dict[str, Path]:
    """Every module of the package by its dotted name: `dsl.nodes`, or `dsl` for dsl/__init__.py."""
    return {
        ".".join(path.with_suffix("").parts).removesuffix("__init__").removesuffix("."): path
        for path in files
        if path.suffix == ".py" and (path.parts[0] in CODE or len(path.parts) == 1)
    }


@pytest.fixture(scope="module")
def imported(root: Path, modules: dict[str, Path]) -> Imported:
    """What each module imports; each file is parsed once."""
    return {name: [*imports(root, path, modules)] for name, path in modules.items()}


def imports(root: Path, path: Path, modules: dict[str, Path]) -> Iterator[tuple[str, int]]:
    """Yield what a file imports, with the line number: modules of the package by name, other modules with `!` before
    the name.

    Imports inside functions and imports for typing only count like any other.
    """
    package = list(path.parent.parts)
    for node in ast.walk(ast.parse((root / path).read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (("!" + alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module, _, 0):
                yield "!" + str(module), node.lineno
            case ast.ImportFrom(module, names, level):
                base = package[: len(package) - (int(level or 1) - 1)] + (module.split(".") if module else [])
                for alias in names:
                    inner = ".".join([*base, alias.name])
                    yield (inner if inner in modules else ".".join(base)), node.lineno
            case _:
                pass


def test_every_file_has_a_floor_and_every_line_covers_a_file(
    floors: Floors, modules: dict[str, Path], files: tuple[Path, ...]
) -> None:
    for name, path in modules.items():
        if name and not path.name.startswith("__init__"):
            assert floors.entry(path.as_posix()), f"{path}: say in ARCHITECTURE.md which floor it is on"
    paths = [path.as_posix() for path in files]
    for entry in floors.of:
        assert any(covers(entry, path) for path in paths), f"ARCHITECTURE.md: no {entry}"


def test_imports_go_down(floors: Floors, modules: dict[str, Path], imported: Imported) -> None:
    wrong: list[str] = []
    floor_of = {path: floors.entry(path.as_posix()) for path in modules.values()}
    for name, path in modules.items():
        above = floor_of[path]
        for target, line in imported[name]:
            if target.startswith("!"):
                continue
            assert target in modules, f"{path}:{line} imports {target}, which is not there"
            below = floor_of[modules[target]]
            if above and below and floors.of[below] > floors.of[above]:
                wrong.append(f"{path}:{line} (floor {floors.of[above]}) imports {target} (floor {floors.of[below]})")
    assert wrong == []


def test_imports_form_no_cycle(modules: dict[str, Path], imported: Imported) -> None:
    graph = {name: {target for target, _ in imported[name] if target in modules} for name in modules}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, "a circle: " + " -> ".join([*trail[trail.index(name) :], name])
        if name not in done:
            for target in sorted(graph[name]):
                visit(target, (*trail, name))
            done.add(name)

    for name in sorted(graph):
        visit(name, ())


def test_the_package_imports_itself_relatively(modules: dict[str, Path], imported: Imported) -> None:
    """`from ..dsl import nodes` works in any checkout; `import hoyle` works only where the package is installed."""
    for name, path in modules.items():
        for target, line in imported[name]:
            assert not target.startswith("!hoyle"), f"{path}:{line}"


def test_third_party_packages_are_declared_and_imported_only_in_their_folders(
    root: Path, modules: dict[str, Path], imported: Imported
) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    requirements = [
        *project["dependencies"],
        *extras["cluster"],
        *extras["editor"],
        *extras["testing"],
        *extras["envs"],
        *extras["serve"],
    ]
    requirements.append("pytest")  # the plugin for pytest runs only where pytest is installed
    declared = {re.split(r"[^\w-]", requirement)[0].replace("-", "_") for requirement in requirements}
    for name, path in modules.items():
        for target, line in imported[name]:
            top = target.removeprefix("!").split(".")[0]
            if not target.startswith("!") or top in sys.stdlib_module_names:
                continue
            places = FOREIGN.get(top)
            assert places, f"{path}:{line} imports {top}, which nobody knows here"
            assert path.as_posix().startswith(places), f"{path}:{line} imports {top}; only {' '.join(places)} may"
            assert top in declared or top in ("referencing", "cattrs", "pyspiel"), (
                f"{path}:{line}: {top} is no dependency"
            )
