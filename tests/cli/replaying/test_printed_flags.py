"""Options of commands that do not go together, and lists on a narrow terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import pytest

from hoyle.cli.formats import listing
from hoyle.cli.replaying.other_rules import OtherRulesReplay
from hoyle.cli.replaying.watch import WatchRun


@pytest.mark.parametrize("terminals", [(False, False), (True, False), (False, True), (True, True)])
def test_stepping_needs_a_terminal_and_prints_nothing_else(
    monkeypatch: pytest.MonkeyPatch, terminals: tuple[bool, bool]
) -> None:
    for stream, terminal in zip((sys.stdin, sys.stdout), terminals, strict=True):
        monkeypatch.setattr(stream, "isatty", lambda terminal=terminal: terminal, raising=False)

    def made(**given: Any) -> WatchRun:
        flags: dict[str, Any] = {"step": True, "html": None, "quiet": False, "json": False}
        rest: dict[str, Any] = {"ascii": False, "exact": False, "analyse": False}
        return WatchRun(None, **{**flags, **rest, **given})

    for given in ({"html": "x.html"}, {"quiet": True}):
        with pytest.raises(click.UsageError, match="--step shows games on the terminal; leave out --html and --quiet"):
            made(**given)
        assert made(**given, step=False).quiet
    if terminals == (True, True):
        assert made().step
    else:
        with pytest.raises(click.UsageError, match="--step needs a terminal; leave it out to have plain lines"):
            made()
    plain = made(step=False)
    assert (plain.quiet, plain.json, plain.expectations, plain.animations) == (False, None, 0, [])
    found = made(step=False, json=True)
    assert (found.quiet, found.json is not None) == (True, True)


def test_a_list_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"name": "club", "about": "a game of two pairs with sixteen cards", "of": "whist"}
    data = {"games": [entry]}
    shown: dict[int, list[str]] = {}
    for room in (12, 30, 80):
        monkeypatch.setattr(listing, "table_room", lambda room=room: room)
        shown[room] = [*listing.text_lines(data)]
    assert shown[80][-1].strip() == "club  a game of two pairs with sixteen cards (of whist)"
    assert all(len(line) <= 30 for line in shown[30])
    assert all(len(line) <= 20 for line in shown[12])
    assert max(map(len, shown[12])) > 12


def test_other_rules_are_counted(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from hoyle.interpreter.notation.files import games

    other = OtherRulesReplay(None, {"target": "5"}, ascii=True)
    assert other.title == "target 5"
    assert OtherRulesReplay("x", {"a": "1", "b": "2"}, ascii=True).title == "x, a 1, b 2"
    assert other.end() == 0
    other.script("evening.play", club, games(club / "evening.play", "evening.play"))
    assert (other.games, other.failed) == (1, 0)
    (club / "bad.play").write_text("hoyle play 1\n\ngame club_whist\nhand A\n\ngame no_such_game\n", "utf-8")
    other.script("bad.play", club, games(club / "bad.play", "bad.play"))
    assert (other.games, other.failed, other.end()) == (2, 2, 1)
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == f"2 games, {other.parted} of them part with target 5"
