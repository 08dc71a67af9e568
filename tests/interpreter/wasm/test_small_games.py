"""The modules of seven small games, which have every construct of the language between them, function by function.

A module is long, so of the text of each function that depends on the rules only the length and a check sum are kept: a
test that fails names the functions that are written otherwise than before.  That modules play as the engine does is
tested elsewhere.  Of other modules than those that only play, the functions that differ from those are kept.
"""

from __future__ import annotations

import re
from pathlib import Path
from zlib import crc32

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.search.sides import watch_of
from hoyle.interpreter.wasm import Module

from ...golden import same_as_file
from ...small_constructs import CONSTRUCTS, construct_game

GOLDEN = Path(__file__).with_name("golden")
KINDS: dict[str, dict[str, bool]] = {
    "plain": {},
    "stepwise": {"stepwise": True, "recording": True},
    "searching": {"searching": True},
    "learning": {"learning": True},
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_small_game_is_written_as_a_module(name: str, kind: str) -> None:
    program = lower(construct_game(name))
    found = functions_of(Module(program, watch_of(program), **KINDS[kind]).text)
    plain = [] if kind == "plain" else (GOLDEN / f"{name}_plain.txt").read_text(encoding="utf-8").splitlines()
    same_as_file(GOLDEN / f"{name}_{kind}.txt", "".join(f"{line}\n" for line in found if line not in plain))


def functions_of(text: str) -> list[str]:
    """Each part of a module: its name, its length in lines and its check sum."""
    parts = re.split(r"^(?=\((?:func|data|global|memory|table|export|type) )", text, flags=re.MULTILINE)
    return [f"{_name(part)} {part.count(chr(10))} {crc32(part.encode()):08x}" for part in parts]


def _name(part: str) -> str:
    found = re.match(r'\((\w+) (\$\w+|\(export "\w+"\)|\S+)', part)
    return f"{found[1]} {found[2]}" if found is not None else "module"
