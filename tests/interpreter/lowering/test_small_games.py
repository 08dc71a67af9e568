"""The programs of small games, which have every construct of the language between them, read as text."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from hoyle.interpreter.lowering import programs
from hoyle.interpreter.program import Program

from ...golden import same_as_file
from ...small_constructs import ALL_CONSTRUCTS, construct_game
from ..program_text import program_text

GOLDEN = Path(__file__).with_name("golden")
SETTINGS = [
    ("values", {"bonus": 0, "floor": False, "paid": "single"}, 3),
    ("choices", {"lowest_bid": 2}, 3),
    ("tricks", {"nine": "high"}, 4),
    ("flow", {}, 5),
    ("alike", {"count": "high"}, 4),
    ("turns", {"house": "loose", "deep": 2}, 3),
]


def lowered(name: str, options: dict[str, int | str | bool], players: int | None, noted: bool = False) -> Program:
    """A small game as a program that nobody has kept."""
    given = tuple((option, type(value), value) for option, value in options.items())
    return programs.function(construct_game(name), given, players, None, noted, frozenset())


@pytest.mark.parametrize("name", ALL_CONSTRUCTS)
def test_a_small_game_is_lowered_as_written_down(name: str) -> None:
    same_as_file(GOLDEN / f"{name}.txt", program_text(lowered(name, {}, None)))


@pytest.mark.parametrize(("name", "options", "players"), SETTINGS)
def test_what_other_settings_change_in_a_program(name: str, options: dict[str, int | str | bool], players: int) -> None:
    before, after = program_text(lowered(name, {}, None)), program_text(lowered(name, options, players))
    same_as_file(GOLDEN / f"{name}_settings.txt", changed_lines(before, after))


@pytest.mark.parametrize("name", ["values", "tricks", "turns"])
def test_what_is_counted_in_a_program_that_notes_what_is_used(name: str) -> None:
    before, after = program_text(lowered(name, {}, None)), program_text(lowered(name, {}, None, noted=True))
    same_as_file(GOLDEN / f"{name}_noted.txt", changed_lines(before, after))


def changed_lines(before: str, after: str) -> str:
    """The lines that only one of two texts has, in their order."""
    found = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return "".join(f"{line}\n" for line in found if not line.startswith(("---", "+++", "@@")))
