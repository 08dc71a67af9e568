"""What is added in one place is named wherever people look for it: help, documents, ranking."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import hoyle
from hoyle.cli.main import hoyle as group
from hoyle.interpreter.players import registry


def formats_in_readme(root: Path) -> dict[str, set[str]]:
    """The commands that the table of the README names for each format."""
    table = (root / "README.md").read_text(encoding="utf-8").partition("| `--format` | commands |\n|---|---|\n")[2]
    found: dict[str, set[str]] = {}
    for line in table.partition("\n\n")[0].splitlines():
        forms, names = (re.findall(r"`([^`]+)`", cell) for cell in line.strip("|").split("|"))
        for form in forms:
            found.setdefault(form, set()).update(names)
    return found


def commands(top: click.Command, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(top, click.Group):
        context = click.Context(top)
        for name in top.list_commands(context):
            command = top.get_command(context, name)
            assert command is not None
            yield from commands(command, (*names, name))
    else:
        yield names, top


REPORTS = [
    (" ".join(names), option)
    for names, command in commands(group)
    for option in command.params
    if "--format" in option.opts and isinstance(option.type, click.Choice)
]


def distinguished(command: click.Command) -> set[str]:
    """The texts with which the file of a command compares something."""
    assert command.callback is not None
    path = Path(inspect.getfile(inspect.unwrap(command.callback)))
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        compared = node.comparators if isinstance(node, ast.Compare) else [getattr(node, "value", None)]
        if isinstance(node, ast.Compare | ast.MatchValue):
            found |= {one.value for one in compared if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return found


def test_every_player_is_listed_and_described(root: Path) -> None:
    listed = CliRunner().invoke(group, ["list", "players"]).output
    text = (root / "docs/players.md").read_text(encoding="utf-8")
    for name in registry.BUILT_IN:
        assert re.search(rf"^ *{name}\b", listed, re.MULTILINE), name
        assert f"`{name}`" in text, f"docs/players.md does not describe {name}"
    assert registry.names()[: len(registry.BUILT_IN)] == tuple(registry.BUILT_IN)


def test_every_file_with_a_player_belongs_to_one_that_has_a_name(root: Path) -> None:
    """A player that is written and stands in no table cannot be seated."""
    program = hoyle.rules("whist").program
    made = {Path(inspect.getfile(type(make(program, 0)))).name for make in registry.BUILT_IN.values()}
    player = re.compile(r"^class \w+\(Player\):", re.MULTILINE)
    files = (root / "interpreter/players").glob("*.py")
    written = {path.name for path in files if player.search(path.read_text(encoding="utf-8"))}
    assert written - {"named.py", "plugins.py"} == made, "say in registry.py what it is called"


@pytest.mark.parametrize(("command", "option"), REPORTS, ids=[command for command, _ in REPORTS])
def test_every_report_format_is_in_help_and_documents(root: Path, command: str, option: click.Option) -> None:
    assert isinstance(option.type, click.Choice)
    shown = CliRunner().invoke(group, [*command.split(), "--help"]).output
    for form in option.type.choices:
        assert re.search(rf"\b{form}\b", shown.partition("--format")[2][:200]), (command, form)
    assert {form for form, names in formats_in_readme(root).items() if command in names} == {
        form for form in option.type.choices if form != "text"
    }


@pytest.mark.parametrize(("command", "option"), REPORTS, ids=[command for command, _ in REPORTS])
def test_no_report_format_prints_the_text_of_another(command: str, option: click.Option) -> None:
    assert isinstance(option.type, click.Choice)
    (found,) = (one for names, one in commands(group) if " ".join(names) == command)
    assert set(option.type.choices) - {"text"} <= distinguished(found), "a format of the choice is nowhere made"


@cache
def texts_with_a_format(root: Path) -> tuple[str, ...]:
    """The texts of the tests that give a command a format."""
    texts = (path.read_text(encoding="utf-8") for path in (root / "tests").rglob("test_*.py"))
    return tuple(text for text in texts if "--format" in text)


@pytest.mark.parametrize(("command", "option"), REPORTS, ids=[command for command, _ in REPORTS])
def test_every_report_format_is_made_in_a_test(root: Path, command: str, option: click.Option) -> None:
    assert isinstance(option.type, click.Choice)
    name = command.rpartition(" ")[2]
    for form in set(option.type.choices) - {"text"}:
        made = re.compile(rf"--format[=\", ]+{form}\b")
        assert any(made.search(text) and re.search(rf"\b{name}\b", text) for text in texts_with_a_format(root)), (
            f"no test runs `hoyle {command} --format {form}`"
        )


def test_the_readme_has_every_command(root: Path) -> None:
    rows = set(re.findall(r"^\| `hoyle ([a-z]+)", (root / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert rows == {names[0] for names, _ in commands(group)}


def test_the_readme_names_no_other_format(root: Path) -> None:
    known = {form for _, option in REPORTS for form in option.type.choices}  # type: ignore[attr-defined]
    assert formats_in_readme(root).keys() == known - {"text"}
    assert {name for names in formats_in_readme(root).values() for name in names} == {name for name, _ in REPORTS}


def test_every_plot_is_drawn_in_a_report(root: Path) -> None:
    tree = ast.parse((root / "cli/pages/charts.py").read_text(encoding="utf-8"))
    plots = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.args.args[0].arg == "title" and not node.name.startswith("_")
    }
    assert plots >= {"bars", "differences", "histogram"}
    report = (root / "cli/pages/report.py").read_text(encoding="utf-8")
    for name in plots:
        assert re.search(rf"\b{name}\(", report), f"no report draws {name}"
