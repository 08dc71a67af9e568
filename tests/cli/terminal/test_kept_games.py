"""An unrecorded game at a terminal is kept when it is left, and `hoyle play --resume` goes on with it."""

from __future__ import annotations

import os
import re
import select
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.arguments.recovery import MOST_KEPT, kept_games, new_file

pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")
Hoyle = Callable[..., Any]
SEATS = ("--seat", "all=random", "--seat", "A=person")
DEADLINE = 60


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, *arguments: str, state: Path) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hoyle.cli.main", *arguments], stdin=slave, stdout=slave, stderr=slave,
            env={**os.environ, "XDG_STATE_HOME": str(state), "TERM": "xterm", "COLUMNS": "80"}, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def until(self, *texts: str) -> str:
        """Read until one of these texts appears.  Returns what was read, without styles."""
        begun, found = time.monotonic(), ""
        while not any(text in found for text in texts):
            assert time.monotonic() - begun < DEADLINE, found
            if select.select([self.master], [], [], 1)[0]:
                try:
                    data = os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    break
                found += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", data).replace("\r", "")
        self.seen += found
        return found

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, f"{line}\n".encode())

    def end(self) -> int:
        """Wait for the end of the command.  Returns its exit code."""
        code = self.process.wait(DEADLINE)
        os.close(self.master)
        return code


def test_a_game_that_is_left_goes_on(tmp_path: Path) -> None:
    game = Terminal("play", "whist", "--seed", "3", *SEATS, state=tmp_path)
    game.until("A> ")
    game.type("1")
    game.until("A> ")
    game.type("q")
    assert "It is kept: hoyle play --resume goes on with it." in game.until("--resume goes on")
    assert game.end() == 0
    (file,) = (tmp_path / "hoyle" / "games").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = file.read_text(encoding="utf-8")
    assert "game whist" in text
    again = Terminal("play", "--resume", state=tmp_path)
    assert "whist, left on " in again.until("A> ")
    assert "The game goes on." in again.seen
    again.type("q")
    again.until("--resume goes on")
    assert again.end() == 0
    assert file.read_text(encoding="utf-8") == text


def test_a_game_whose_terminal_is_gone_is_kept(tmp_path: Path) -> None:
    game = Terminal("play", "whist", "--seed", "3", *SEATS, state=tmp_path)
    game.until("A> ")
    game.type("1")
    game.until("A> ")
    game.process.send_signal(signal.SIGKILL)
    game.process.wait(DEADLINE)
    os.close(game.master)
    (file,) = (tmp_path / "hoyle" / "games").iterdir()
    assert "\nA: play " in file.read_text(encoding="utf-8")


def test_a_game_without_a_choice_is_not_kept(tmp_path: Path) -> None:
    game = Terminal("play", "newberry_euchre", "--seed", "3", "--seat", "all=person", state=tmp_path)
    game.until("Press Enter when nobody else looks")
    game.type("")
    game.until("> ")
    game.type("q")
    assert "--seed 3 deals the same cards again." in game.until("deals the same")
    assert game.end() == 0
    assert not [*(tmp_path / "hoyle" / "games").iterdir()]


def test_a_deal_that_is_over_waits_for_enter(tmp_path: Path) -> None:
    """The settlement of a deal stays on the screen until the person goes on."""
    game = Terminal("play", "newberry_euchre", "--seed", "3", *SEATS, state=tmp_path)
    for _ in range(12):
        if "Press Enter to go on. " in game.until("A> ", "Press Enter to go on. "):
            break
        game.type("1")
    assert "Deal 1: what it came to" in game.seen
    assert "deal 2" not in game.seen
    game.type("")
    assert "deal 2" in game.until("deal 2")
    game.type("q")
    game.until("--resume goes on")
    assert game.end() == 0


def test_only_the_newest_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for number in range(MOST_KEPT + 3):
        path = new_file(f"game{number}")
        path.write_text(f"hoyle play 1\n\ngame game{number}\n", encoding="utf-8")
        os.utime(path, (number, number))
    kept = kept_games()
    assert [one.game for one in kept] == [f"game{number}" for number in range(MOST_KEPT + 2, 2, -1)]


def test_nothing_to_continue(hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    done = hoyle("play", "--resume")
    assert done.code == 2
    assert "no game was left" in done.err


def test_an_endless_device_as_input_ends_the_game() -> None:
    """A device that gives zeros without end is no person."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no such device")
    with Path("/dev/full").open("rb") as device:
        done = subprocess.run(
            [sys.executable, "-m", "hoyle.cli.main", "play", "whist", "--seed", "3", *SEATS],
            stdin=device, capture_output=True, timeout=DEADLINE, check=False,
        )  # fmt: skip
    assert done.returncode == 0
    assert len(done.stdout) < 10_000
