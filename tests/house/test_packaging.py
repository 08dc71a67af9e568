"""The wheel contains everything of the package in the checkout: all sub-packages, all data files and the command."""

from __future__ import annotations

import json
import re
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

from hoyle.cli.main import COMMANDS

FLOORS = (
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
DATA = (".lark", ".hoyle", ".play", ".json", ".typed", ".html", ".css", ".js", ".svg", ".wat", ".wasm", ".weights")


TEXTS = Path("dsl/codes/texts")
"""Markdown elsewhere is for readers of the checkout."""


def ours(files: tuple[Path, ...]) -> list[Path]:
    """The Python and data files of the package."""
    return [
        path
        for path in files
        if (path.parts[0] in FLOORS or len(path.parts) == 1)
        and (path.suffix in (".py", *DATA) or path.is_relative_to(TEXTS))
    ]


def test_every_folder_with_python_or_data_is_a_listed_package(root: Path, files: tuple[Path, ...]) -> None:
    listed = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    folders = {path.parent for path in ours(files)}
    on_disk = sorted(".".join(("hoyle", *folder.parts)) for folder in folders)
    assert listed == on_disk, "pyproject.toml, [tool.setuptools] packages: list these, in this order"


def test_every_package_has_a_docstring(root: Path, files: tuple[Path, ...]) -> None:
    """A folder with data only (`rulesets/games`) needs no `__init__.py`.

    A folder with Python files needs one with a docstring.
    """
    for folder in {path.parent for path in ours(files) if path.suffix == ".py"}:
        init = root / folder / "__init__.py"
        assert init.is_file(), f"{folder} has no __init__.py"
        assert init.read_text(encoding="utf-8").lstrip().startswith('"""'), f"{folder}/__init__.py has no docstring"


def test_the_wheel_has_exactly_the_files_of_the_package(wheel: Path, files: tuple[Path, ...]) -> None:
    wanted = {"hoyle/" + path.as_posix() for path in ours(files)}
    wanted |= {"hoyle/py.typed"}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names - wanted == set(), "in the wheel by mistake"
    assert wanted - names == set(), "missing from the wheel"


def test_the_wheel_has_the_command_the_plugin_and_the_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = {name.partition(".dist-info/")[2]: name for name in archive.namelist() if ".dist-info/" in name}
        points = archive.read(inside["entry_points.txt"]).decode()
        assert "hoyle = hoyle.cli.start:main" in points
        assert "[pytest11]\nhoyle = hoyle.testing.plugin" in points
        assert any(name.endswith("LICENSE") for name in inside)
        libraries = json.loads(archive.read(next(path for name, path in inside.items() if "licences.json" in name)))
    assert {"@codemirror/view", "@lezer/common"} <= {one["name"] for one in libraries}
    assert all(len(one["text"]) > 300 for one in libraries)


def test_the_page_of_the_package_is_true_wherever_it_is_read(wheel: Path) -> None:
    """Its links do not lead to files of the repository, its commands are commands, and its Python runs."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        page = Parser().parsestr(archive.read(name).decode()).get_payload()
    assert isinstance(page, str)
    assert "pip install hoyle\n" in page
    assert re.findall(r"\]\((?!https://)", page) == []
    named = set(re.findall(r"(?:^|`)hoyle ([a-z]+)", page, re.MULTILINE))
    assert len(named) > 6
    assert named <= set(COMMANDS)
    exec(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], {})
