"""What lies in the memory of a module that thinks has one layout: the text takes every offset and size from it."""

from __future__ import annotations

import re
import struct
from importlib.resources import files

import pytest

from hoyle.interpreter.wasm.search.structs import HOSTED, STRUCTS, Struct, describe

SEARCH = files("hoyle.interpreter.wasm.search")
PARTS = sorted(part.name for part in SEARCH.iterdir() if part.name.endswith(".wat"))
POINTERS = {"arm", "draw", "entry", "feature", "play", "step", "trace"}
"""The locals that hold the address of a structure."""


@pytest.mark.parametrize("one", STRUCTS, ids=lambda one: one.name)
def test_fields_are_aligned_and_follow_each_other(one: Struct) -> None:
    at = 0
    for name, kind, count in one.fields:
        width = 4 if kind == "i32" else 8
        assert one.offsets[name] == at
        assert at % width == 0, name
        at += width * count
    assert one.size == at
    assert one.size % 8 == 0, "a row of structures stays aligned"


@pytest.mark.parametrize("one", HOSTED, ids=lambda one: one.name)
def test_a_host_that_reads_the_description_finds_each_number(one: Struct) -> None:
    numbers = [n for n, (_, _, count) in enumerate(one.fields) for _ in range(count)]
    content = one.pack(*numbers)
    described = describe(one)
    assert described["size"] == len(content)
    for number, (name, kind, _) in enumerate(one.fields):
        assert struct.unpack_from("<i" if kind == "i32" else "<q", content, described["fields"][name]) == (number,)


@pytest.mark.parametrize("part", PARTS)
def test_no_structure_is_read_at_a_bare_number(part: str) -> None:
    text = SEARCH.joinpath(part).read_text("utf-8")
    of_pointer = r"\(local\.get \$(" + "|".join(sorted(POINTERS)) + r")\)"
    bare = re.compile(r"\.(?:load|store)\w*(?: offset=\d+)? " + of_pointer)
    assert [found[0] for found in bare.finditer(text)] == []


def test_every_field_is_used_by_the_text() -> None:
    text = "".join(SEARCH.joinpath(part).read_text("utf-8") for part in PARTS)
    writer = SEARCH.joinpath("writer.py").read_text("utf-8")
    fields = {f"{one.name}.{name}" for one in STRUCTS for name in one.offsets if name != "spare"}
    by_writer = {"STEP.counts", "STEP.option"}
    assert {one for one in fields if f"@{one}@" not in text} == by_writer
    assert all(f'"{one.partition(".")[2]}"' in writer or f"'{one.partition('.')[2]}'" in writer for one in by_writer)
