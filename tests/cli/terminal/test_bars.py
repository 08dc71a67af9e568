"""The progress bar of a batch: only on a terminal, at any width, removed at the end and on Ctrl-C."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

COMMANDS = (
    ("simulate", "whist", "--engine", "python", "-w", "1"),
    ("compare", "newberry_euchre", "--b", "lone_make=2", "--engine", "python", "-w", "1"),
    ("fuzz", "whist", "-w", "1"),
)
CODES = re.compile(r"\x1b\[[^A-Za-z]*[A-Za-z]")
TIME_LEFT = re.compile(r"[1-9]\d*/\S+ +(-|\d+):(--|\d\d):(--|\d\d)")
"""The bar after some games, when it shows the time left.  At the start of long games it cannot show one."""


@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_prints_the_result_so_far(terminal: Callable[..., Any], command: tuple[str, ...]) -> None:
    screen = terminal(*command, "-n", "1000000", columns=60)
    for _ in range(400):
        if TIME_LEFT.search(CODES.sub("", screen.until("\r", 60))):
            break
    else:
        pytest.fail(f"no bar with games and a time in {screen.shown[-2000:]!r}")
    screen.send("\x03")
    assert screen.end() == 130
    assert re.search(r"interrupted after [\d,]+ of 1,000,000 games", screen.shown)
    assert "Traceback" not in screen.shown


def test_no_colour_on_a_narrow_terminal(terminal: Callable[..., Any]) -> None:
    screen = terminal("simulate", "whist", "-n", "60", "--engine", "python", "-w", "1", columns=24, NO_COLOR="1")
    assert screen.end() == 0
    bars = [line for line in screen.shown.replace("\r", "\n").split("\n") if "━" in line]
    assert bars
    assert all(len(CODES.sub("", line)) <= 24 for line in bars)
    assert "\x1b[3" not in screen.shown


def test_a_dumb_terminal_and_a_pipe_get_no_bar(terminal: Callable[..., Any], process: Any) -> None:
    screen = terminal("simulate", "whist", "-n", "20", "--engine", "python", "-w", "1", TERM="dumb")
    assert screen.end() == 0
    assert screen.shown.startswith("Whist")
    assert "━" not in screen.shown
    assert process("simulate", "whist", "-n", "20", "--engine", "python", "-w", "1").stderr == b""
