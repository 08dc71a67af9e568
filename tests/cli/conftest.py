"""The command line run in the test process: arguments go in, the exit code and the output come out."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
collect_ignore = ["club/misdealt.play"]
"""A script with a mistake, of which other tests say what is reported; others are replayed as tests."""

GOOD = """\
game "Draw"
language 1
players 2

deck 2 3 4 5

option target: 1..9 = 2          "points that end the game"

zones
    stock: face down
    hand of each player: private

remember
    points of each player: number

main
    repeat until highest points >= target
        gather every card into stock
        shuffle stock
        deal 1 from stock to hand of each player
        for p in players: add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""
"""A small game without mistakes, in canonical layout."""


@dataclass(frozen=True)
class Done:
    """The exit code and the output of a run."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Hoyle = Callable[..., Done]


@pytest.fixture
def hoyle(monkeypatch: pytest.MonkeyPatch) -> Hoyle:
    """Return a function that runs the command in this process: `hoyle("check", "x.hoyle", stdin=b"…")`.

    The streams are UTF-8 and no terminals.
    """

    def call(*arguments: str | Path, stdin: bytes = b"", encoding: str = "utf-8") -> Done:
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="") for _ in range(2))
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            for name in ("FORCE_COLOR", "NO_COLOR", "HOYLE_DEBUG"):
                patch.delenv(name, raising=False)
            code = run([str(argument) for argument in arguments])
        out.flush()
        err.flush()
        done = Done(code, out.detach().getvalue().decode(encoding), err.detach().getvalue().decode(encoding))
        assert "Traceback" not in done.out + done.err
        return done

    return call


Process = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(scope="session")
def process() -> Process:
    """Return a function that runs the command as a process of its own, with real pipes and signals."""

    def call(*arguments: str, stdout: Any = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "HOYLE_DEBUG")}
        return subprocess.run(
            [sys.executable, "-m", "hoyle.cli.main", *arguments],
            env=environment, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, timeout=120, check=False,
        )  # fmt: skip

    return call


class Terminal:
    """The command on a pseudo-terminal: reads the screen output and sends keys."""

    def __init__(self, *arguments: str, rows: int = 40, columns: int = 110, **environment: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.screen, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        unset = ("NO_COLOR", "FORCE_COLOR", "HOYLE_DEBUG", "COLUMNS", "LINES")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hoyle.cli.main", *arguments],
            env={k: v for k, v in os.environ.items() if k not in unset} | {"TERM": "xterm-256color"} | environment,
            stdin=inner, stdout=inner, stderr=inner, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - its own terminal
        )  # fmt: skip
        os.close(inner)
        self.shown = ""
        """The whole output so far."""
        self.rest = ""
        """The output after the last text that `until` waited for."""

    def until(self, text: str, seconds: float = 20) -> str:
        """Wait for a text.  Return all output since the last text waited for, up to and including this one."""
        import time

        end = time.monotonic() + seconds
        while text not in self.rest:
            data = self._next(max(0.0, end - time.monotonic()))
            assert data, f"{text!r} did not appear in {self.rest!r}"
            self.rest += data
            self.shown += data
        at = self.rest.index(text) + len(text)
        new, self.rest = self.rest[:at], self.rest[at:]
        return new

    def _next(self, seconds: float) -> str:
        """Return the next output, or an empty string at the end of the program.

        Fail after the given number of seconds without output.
        """
        import select

        ready, _, _ = select.select([self.screen], [], [], seconds)
        assert ready, f"nothing came for {seconds:.0f} seconds after {self.rest[-2000:]!r}"
        try:
            return os.read(self.screen, 65536).decode("utf-8", "replace")
        except OSError:
            return ""

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self.screen, keys.encode())

    def end(self) -> int:
        """Wait for the end of the program.  Return its exit code."""
        while data := self._next(60):
            self.shown += data
        code = self.process.wait(60)
        os.close(self.screen)
        return code


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Return a function that starts the command on a terminal.

    At the end of the test, programs that still run are killed.
    """
    started: list[Terminal] = []

    def start(*arguments: Any, **environment: str) -> Terminal:
        started.append(Terminal(*map(str, arguments), **environment))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current folder during the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def good(here: Path) -> Path:
    """A rule file without mistakes: `draw.hoyle` in the current folder."""
    path = here / "draw.hoyle"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture
def club(here: Path) -> Path:
    """The current folder, with the small game of the tests of reports: its rules, a variant, a document, scripts."""
    for path in (Path(__file__).with_name("club")).iterdir():
        (here / path.name).write_bytes(path.read_bytes())
    return here


@pytest.fixture
def report() -> Callable[[str], Any]:
    """Return a function that reads a kept report of the small game: of `simulate`, of `compare`."""

    def read(name: str) -> Any:
        return json.loads((Path(__file__).with_name("reports") / f"{name}.json").read_text(encoding="utf-8"))

    return read


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT
