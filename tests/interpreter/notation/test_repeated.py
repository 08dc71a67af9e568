"""The quick reader reuses lines that it has read before.  It gives the same games, and places on request."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given

from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import stream
from hoyle.interpreter.notation.repeated import with_places
from hoyle.interpreter.notation.writer import write_text
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

from .test_round_trips import SCRIPT

GAMES = sorted((Path(__file__).resolve().parents[3] / "rulesets" / "games").glob("*.play"))
HEAD = "game crazy_eights\nplayers Ann, Bob\n"
BELOW = "first dealer Ann\nhand Bob: 2♣ 8♦ 9♠ K♥ K♦ Q♦ 3♣\nhand Ann: 4♠ 5♠ 6♥ 7♥ J♣ A♣ A♥\ndeal pile: 9♥\n"
PLAYED = "Bob: play K♥\nAnn: draw, draws 2♥\n"


def both(text: str) -> tuple[list[object], list[object]]:
    """The games of a text, read with places and without."""
    data = text.encode()
    return list(stream(io.BytesIO(data), "x")), list(stream(io.BytesIO(data), "x", places=False))


def same(text: str) -> list[m.ScriptedGame]:
    """Read a text without mistakes both ways, check that the games are equal, and return those read without places."""
    slowly, quickly = both(text)
    assert quickly == slowly
    games = [game for game in quickly if isinstance(game, m.ScriptedGame)]
    for one, other in zip(slowly, games, strict=True):
        assert isinstance(one, m.ScriptedGame)
        assert (str(other.span), other.span.text) == (str(one.span), one.span.text)
        assert [str(step.span) for step in with_places(other).steps] == [str(step.span) for step in one.steps]
    return games


def _says_something(game: m.ScriptedGame) -> bool:
    """Return whether a game contains more than the name of its ruleset."""
    lines = write_text(m.Script((game,))).splitlines()
    return sum(bool(line) and not line.startswith("#") for line in lines) > 2


@given(SCRIPT)
def test_any_script_repeated_twice(script: m.Script) -> None:
    # A line `game` directly after another one is reported as a mistake.
    assume(all(_says_something(game) for game in script.games))
    same(write_text(replace(script, games=script.games * 3)))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_shipped_games_repeated_three_times(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    first = text.index("\ngame ")
    same(text + text[first:] + text[first:])


def test_repeated_parts_are_shared_objects() -> None:
    games = same("hoyle play 1\n" + (HEAD + "\n" + BELOW + PLAYED) * 4)
    assert [game.unplaced is not None for game in games] == [False, True, True, True]
    second, third, last = games[1:]
    assert second.players is third.players is last.players
    assert second.steps[-2] is third.steps[-2]


@pytest.mark.parametrize(
    "line",
    [
        '"Bob": play K♥',
        "Bob: play K♥  # why not",
        "# a note",
        "expect turn Ann",
        "after deal\n  expect dealer: Ann",
        'what if "else"\n  Bob: play K♦',
        'title "too late"',
        "players Ann, Cyd",
        "Bob:",
        "Bob: play K♥, draws",
        "Bob: # play, draws 2♥",
        "hand Ann: 4♠ # 5♠",
        'hand "Ann: 4♠',
        "hand Ann: 4♠, 5♠",
        "hand Bob: 4♠\r",
        "hello",
        "Bob: play\tK♥",
        "Bob: pl\x01ay",
        "game whist",
        "position deal\n  turn Ann",
        "Bob: " + "x" * 300,
    ],
)
def test_lines_of_every_kind_between_repeated_lines(line: str) -> None:
    game = HEAD + "\n" + BELOW + PLAYED
    slowly, quickly = both("hoyle play 1\n" + game * 2 + game + line + "\n" + PLAYED + game)
    assert quickly == slowly


@pytest.mark.parametrize(
    "head", ['title "one"\n', 'title "a\\"b"\n', "# note\n", "seed x\n", "option draws one\n\nseed 3\n"]
)
def test_heads_of_every_kind(head: str) -> None:
    game = HEAD + "\n" + BELOW
    slowly, quickly = both("hoyle play 1\n" + game * 2 + (HEAD + head + "\n" + BELOW) * 2 + game)
    assert quickly == slowly


def test_a_header_with_a_mistake_among_repeated_games() -> None:
    game = HEAD + "\n" + BELOW
    slowly, quickly = both("hoyle play 1\n" + game + (HEAD + "seed x\n\n" + BELOW) * 2 + game)
    assert quickly == slowly
    assert [isinstance(read, m.ScriptedGame) for read in quickly] == [True, False, False, True]


def test_the_place_of_a_game_is_its_first_line_without_the_comment() -> None:
    game = HEAD.replace("\n", "  # why not\n") + "\n" + BELOW
    assert [(one.span.text, one.comment) for one in same("hoyle play 1\n" + game * 3)] == [
        ("game crazy_eights", "why not")
    ] * 3


def test_mistakes_are_reported_with_their_places(rulesets: Rulesets) -> None:
    games = same("hoyle play 1\n" + (HEAD + "\n" + BELOW + PLAYED) * 2 + HEAD + "\n" + BELOW + "Bob: play A♥\n")
    ends = [Replay(game, rulesets.for_script(game)).checked() for game in games]
    assert [type(end) for end in ends] == [Ended, Ended, Failed]
    for last in (ends[-1], list(Replay(games[-1], rulesets.for_script(games[-1])))[-1]):
        assert isinstance(last, Failed)
        assert (last.diagnostic.code, str(last.diagnostic.span)) == ("E1052", "x:27:6")


def test_changed_rules_are_reported_with_their_places(rulesets: Rulesets) -> None:
    games = same("hoyle play 1\n" + (HEAD + "rules 0123456789abcdef\n\n" + BELOW) * 3)
    found = [str(warning.span) for game in games for warning in rulesets.for_script(game).warnings]
    assert found == ["x:4:7", "x:12:7", "x:20:7"]
