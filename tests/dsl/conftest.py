"""Fixtures for the tests of the language: the command line in this process, every ruleset loaded once, and golden
files.

`UPDATE_GOLDEN=1 pytest tests/dsl` writes the golden files anew.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from hoyle.cli.main import run
from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.span import Source

from ..golden import same_as_file
from ..lazily import Lazily

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parent / "rulebook" / "golden"

HOUSE = """\
# Pebbles: a small game that has a bit of everything.
game "Pebbles"
language 1
source rules "pebbles.txt"

players 2..4 = 3                                                [1]
deck 2 3 4 5 6 7 8 9 10 J Q K A                                 [2]

option target: 5..50 = 10 "points that end the game"            [3]
option ties = shared "what a tie is"
    shared "everybody scores"                                   [4]
    lost "nobody scores"                                        [5]

zones
    stock: face down
    trick: face up
    hand of each player: private

remember
    dealer: player
    points of each player: number

ranking
    any suit: A K Q J 10 9 8 7 6 5 4 3 2

main
    set dealer to a random player
    repeat until highest points >= target                       [3]
        gather every card into stock
        shuffle stock
        deal 3 from stock to hand of each player from dealer.left  [6-7]
        play_hand
        set dealer to dealer.left
    game over, won by the player with highest points

phase play_hand                                                 [8]
    let leader be dealer.left
    repeat 3 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to stock
        if ties = shared: add 1 to winner.points
        set leader to winner

ruling "A tie is no tie."                                       [9]
not a rule [10]
"""
"""A game whose document has eleven lines.  No rule cites the last one."""


@dataclass(frozen=True)
class Done:
    """The exit code and the output of a run."""

    code: int
    out: str
    err: str


Hoyle = Callable[..., Done]


@pytest.fixture
def hoyle(monkeypatch: pytest.MonkeyPatch) -> Hoyle:
    """Return a function that runs `hoyle` with the given arguments."""

    def call(*arguments: str | Path) -> Done:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = run([str(argument) for argument in arguments])
        texts = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]
        return Done(code, *texts)

    return call


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The small game as a file, with its document beside it."""
    path = tmp_path / "pebbles.hoyle"
    path.write_text(HOUSE, encoding="utf-8")
    (tmp_path / "pebbles.txt").write_text("\n".join(f"line {n}" for n in range(1, 12)) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def games() -> Mapping[str, CheckedGame]:
    """All shipped rulesets and variants, by name."""

    def made(name: str) -> CheckedGame:
        loaded = load(name)
        assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
        return loaded.game

    return Lazily(rulesets(), made)


@pytest.fixture(scope="session")
def game_of() -> Callable[[str], CheckedGame]:
    """Return a function that gives the checked game of a text."""

    def made(text: str) -> CheckedGame:
        loaded = load(Source("example.hoyle", text))
        assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
        return loaded.game

    return made


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Return a function that compares a text with a golden file."""

    def compare(name: str, text: str) -> None:
        same_as_file(GOLDEN / name, text)

    return compare
