"""Reports on a narrow terminal: no line passes the right edge, and lines break between words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

CODES = re.compile(r"\x1b\[[^A-Za-z]*[A-Za-z]")
COMMANDS = (
    ("simulate", "newberry_euchre", "-n", "3", "-w", "1", "--engine", "python"),
    ("compare", "newberry_euchre", "--b", "lone_make=2", "-n", "5", "-w", "1", "--engine", "python"),
    ("show", "newberry_euchre"),
)


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_lines_break_between_words(
    terminal: Callable[..., Any], hoyle: Callable[..., Any], command: tuple[str, ...], columns: int
) -> None:
    screen = terminal(*command, columns=columns, NO_COLOR="1")
    assert screen.end() == 0
    lines = CODES.sub("", screen.shown).replace("\r", "\n").split("\n")
    assert max(len(line) for line in lines) <= columns
    report = lines[lines.index("Newberry Euchre") :]  # after the progress bar
    words = {word.strip(":─|") for line in report for word in line.split()}
    assert words <= {word.strip(":|") for word in hoyle(*command).out.split()} | {""}


def test_a_game_played_through_a_pipe_respects_the_variable_columns(
    hoyle: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Piped lines are not wrapped unless COLUMNS gives a width: a person may read them."""
    arguments = ("play", "texas_euchre", "--seat", "all=person", "--seed", "3", "--plain")
    answers = b"1\nscore\nrules\nhelp\n1\nq\n"
    monkeypatch.delenv("COLUMNS", raising=False)
    assert max(map(len, hoyle(*arguments, stdin=answers).lines)) > 70
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, hoyle(*arguments, stdin=answers).lines)) <= 60
