"""The command line in this process: arguments in, exit code and output out."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.main import run

ROOT = Path(__file__).resolve().parents[2]

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
    """How a run ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Hoyle = Callable[..., Done]


@pytest.fixture
def hoyle(monkeypatch: pytest.MonkeyPatch) -> Hoyle:
    """Run the command in this process: `hoyle("check", "x.hoyle", stdin=b"…")`.  Streams are UTF-8 and no terminal."""

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
    """Run the command as a program of its own, where pipes and signals are real."""

    def call(*arguments: str, stdout: Any = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "HOYLE_DEBUG")}
        return subprocess.run(
            [sys.executable, "-m", "hoyle.cli.main", *arguments],
            env=environment, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, timeout=120, check=False,
        )  # fmt: skip

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def good(here: Path) -> Path:
    """A rule file without mistakes, `draw.hoyle` in the folder we stand in."""
    path = here / "draw.hoyle"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT
