"""The long run with a clock that goes on by itself: how many games it plays, and what it says of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.fuzz.coverage import Key, universe
from hoyle.interpreter.fuzz.work import Fuzzing
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.trial import thorough

from ...small_rules import game_of, small_rules

OPTIONS = 'option share: 0..2 = 1 "points that are divided"'
ACT = "if p.points > 100\n                    add 7 to p.points\n                otherwise: add 12 / share to p.points"


class Clock:
    """A clock that goes on by one second whenever it is asked."""

    def __init__(self) -> None:
        self.now = count()

    def monotonic(self) -> float:
        return float(next(self.now))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The clock goes on by itself, and games are played here, two at a time; returns what the pool was asked for."""
    wanted: list[Any] = []

    def run(work: Fuzzing, games: int) -> Iterator[Any]:
        wanted.append((work, games))
        sums = work.nothing()
        for number in range(0, 40, 2):
            part = work.runner().run(number, 2)
            work.merge(sums, part.sums)
            yield SimpleNamespace(sums=sums)

    monkeypatch.setattr(thorough, "time", Clock())
    monkeypatch.setattr(thorough.pool, "run", run)
    return wanted


def lines(found: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{one.code} {one.span.line} {one.message} / {one.help}" for one in found]


def test_what_is_said_of_a_run_of_some_seconds(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(small_rules(players="2", head=OPTIONS, act=ACT, cards="2"))
    monkeypatch.setattr(thorough, "FEWEST_GAMES", 10)
    found = thorough.found_in_long_play(game, 60)
    ((work, games),) = asked
    assert games == 1_000_000
    assert not work.module
    settings = len(work.programs)
    error, note = found
    assert (error.code, error.span.text) == ("E1303", "12 / share")
    assert error.message == "a short run of games stopped here with share 0: division by 0"
    assert error.help == "`hoyle fuzz` shortens such a game and saves it as a script"
    assert (note.code, note.span.text) == ("N1306", "add 7 to p.points")
    assert note.message == f"this statement never came up in 1,032 random games under {settings} settings"
    monkeypatch.setattr(thorough, "FEWEST_GAMES", 10**6)
    assert [one.code for one in thorough.found_in_long_play(game, 20)] == ["E1303"]


def test_rules_that_cannot_be_set_are_left_to_the_short_run(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise SettingsError(())

    monkeypatch.setattr(thorough, "plan", refused)
    assert thorough.found_in_long_play(game_of(small_rules()), 20) == ()
    assert asked == []


def test_what_came_up_in_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(small_rules(act=ACT.replace("/ share", "/ 2").replace("> 100", "> 6"), cards="2"))
    program, fired = lower(game), set[Key]()
    monkeypatch.setattr(thorough, "time", Clock())
    played, failed = thorough._in_module(program, 3, fired)
    assert (played, failed) == (64, None)
    came = [f"{one.kind} {one.span.text.splitlines()[0]}" for one in universe(game) if one.key in fired]
    assert came == CAME


CAME = [
    "statement shuffle every card into stock",
    "statement deal 2 from stock to hand of each player",
    'choice "play {c}" for c in p.hand',
    "statement move c to pile",
    "statement add 12 / 2 to p.points",
]


def test_a_fault_ends_the_games_of_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    program, fired = (
        lower(game_of(small_rules(act="add 1 to p.points\n                add 6 / (1 - p.points) to p.points"))),
        set[Key](),
    )
    monkeypatch.setattr(thorough, "time", Clock())
    played, failed = thorough._in_module(program, 1000, fired)
    assert isinstance(failed, Fault)
    assert played == 0
    assert failed.span is not None
    assert failed.span.text == "6 / (1 - p.points)"
    assert fired
