"""A format of the table is known wherever formats are named: code, commands, completion, documents, mappings, tests."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

import hoyle
from hoyle.api.scripts import ScriptForm
from hoyle.cli.commands.games.convert import convert
from hoyle.cli.commands.games.import_records import import_
from hoyle.interchange.formats import FORMATS, WRITTEN, format_of
from hoyle.interchange.mappings import shipped

ROOT = Path(__file__).resolve().parents[2]


def words(text: str) -> str:
    return " ".join(text.split())


def help_of(command) -> str:
    return words(CliRunner().invoke(command, ["--help"]).output)


def row(name: str, start: str) -> str:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    (found,) = [line for line in lines if line.startswith(start)]
    return found


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_named_everywhere(name: str) -> None:
    format = FORMATS[name]
    assert format.name == name
    assert format_of(f"a.b.{name}") == format_of(f"A.{name.upper()}") == name
    assert f"{format.title} ({format.games})" in help_of(import_)
    assert re.search(rf"\b{name}\b", help_of(import_).partition("--from")[2].partition("--")[0])
    assert format.title in row("README.md", "| `hoyle import")
    assert (format.title in row("README.md", "| `hoyle convert")) == (name in WRITTEN)
    assert (f"--to {name} " in help_of(convert)) == (name in WRITTEN)
    assert f"## {format.title}\n" in (ROOT / "docs/records.md").read_text(encoding="utf-8")
    read, written = row("docs/records.md", f"| `.{name}` |").split("|")[3:5]
    assert (read.strip(), written.strip() != "no") == ("yes", name in WRITTEN)
    assert list(shipped(name)), f"no mapping in rulesets/records is for {name}"
    assert (ROOT / f"tests/interchange/test_{name}.py").exists()
    assert f"    {name}.py  " in (ROOT / "interchange/__init__.py").read_text(encoding="utf-8")


def test_the_type_of_the_function_names_every_format() -> None:
    said = inspect.signature(hoyle.import_records).parameters["form"].annotation
    assert set(re.findall(r"'(\w+)'", said.replace('"', "'"))) == set(FORMATS)
    assert set(get_args(ScriptForm)) == {"play", "json", *WRITTEN}


def test_every_reader_and_writer_is_in_the_table() -> None:
    writers = {path.stem.removesuffix("_text") for path in (ROOT / "interchange").glob("*_text.py")}
    assert writers == set(WRITTEN)
    signature = re.compile(r"^def read\(source: Source\b", re.MULTILINE)
    files = (ROOT / "interchange").glob("*.py")
    assert {path.stem for path in files if signature.search(path.read_text(encoding="utf-8"))} == set(FORMATS)
    assert {format for format in FORMATS if FORMATS[format].write is not None} == set(WRITTEN)
    rows = re.findall(r"^\| `\.(\w+)` \|", (ROOT / "docs/records.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == list(FORMATS)
    for mapping in (ROOT / "rulesets/records").glob("*.json"):
        assert mapping.name.split(".")[1] in FORMATS, mapping.name
