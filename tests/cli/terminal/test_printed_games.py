"""Small games at a terminal, word for word: sets of cards, many answers, another's hand, rules that break down.

The texts lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.cli.terminal import asked_for
from hoyle.cli.terminal.progress import PatienceClock, bar
from hoyle.cli.terminal.reading_line import MOST_ALIKE, InputEnded, LineReader
from hoyle.cli.terminal.table import PlayTable

from ...golden import same_as_file
from ...small_rules import small_rules

for module in (
    "cli.commands.games.play",
    "interpreter.search",
    "interpreter.players.plugins",
    "interpreter.record.resuming",
):
    import_module(f"hoyle.{module}")  # loaded before the tests, so that the first is not slow

PRINTED = Path(__file__).with_name("printed")
SETS = """            "keep" if p.points > 90
                add 1 to p.points
            "discard {cs}" for cs in 2..3 cards of p.hand where size of cs < 3
                move cs to pile
            "say {n}" for n in 1..9
                add n to p.points"""
DUMMY = """game "Another's hand"
language 1
players 3
deck 2 3 4 5 6 7

zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each player: face down

remember
    dealer: player
    tricks of each player: 0..4

ranking
    any suit: 7 6 5 4 3 2

main
    for dealer around the table from a random player until total tricks >= 4
        shuffle every card into stock
        deal 4 from stock to hand of each player
        let leader be dealer.left
        repeat 4 times
            play trick from hand to trick, led by leader, with dealer playing for dealer.left, following suit, taken by winner
                after each card
                    if size of trick = 1: show dealer.left.hand to everyone
            move trick to winner.won
            add 1 to winner.tricks
            set leader to winner
    game over, won by the player with highest tricks, otherwise shared
"""
ENDLESS = small_rules(players="2", act="set p.points to 6 / (p.points - 1 + size of pile)")


@pytest.fixture
def played(hoyle: Callable[..., Any], here: Path) -> Callable[..., str]:
    """Return a function that plays a game with these rules and answers, and gives what is printed."""

    def play(rules: str, *answers: str, more: tuple[str, ...] = ()) -> str:
        (here / "small.hoyle").write_text(rules, "utf-8")
        done = hoyle("play", "small.hoyle", "--seed", "3", *more, stdin="\n".join((*answers, "")).encode())
        return f"== {' '.join(more)} ({done.code})\n{done.out}{done.err}"

    return play


@pytest.mark.parametrize("style", ["people", "letters", "plain"])
def test_sets_of_cards_and_many_answers(
    played: Callable[..., str], monkeypatch: pytest.MonkeyPatch, style: str
) -> None:
    rules = small_rules(cards="6", answers=SETS, players="2")
    monkeypatch.setenv("COLUMNS", "70")
    answers, more = {
        "people": (
            ("1 2", "1 2 3", "1 1", "99", "1 x", "discard 2", "play", "say 1", "s", "1,2", "q"),
            ("all=person",),
        ),
        "letters": (("1", "q"), ("all=random", "Ann=person")),
        "plain": (("help", "7", "q"), ("B=random",)),
    }[style]
    flags = {"people": (), "letters": ("--ascii",), "plain": ("--plain",)}[style]
    same_as_file(
        PRINTED / f"play_sets_{style}.txt", played(rules, *answers, more=(*(f"--seat={one}" for one in more), *flags))
    )


def test_a_game_that_is_recorded_and_taken_up(played: Callable[..., str], hoyle: Callable[..., Any]) -> None:
    rules = small_rules(cards="2", players="2")
    seats = ("--seat", "all=random", "--seat", "A=person", "--seat", "Bob=person")
    first = played(rules, "1", "q", more=(*seats, "--record", "it.play"))
    again = hoyle("play", "--resume", "it.play", stdin=b"undo\nundo\nundo\n1\n1\n1\n1\n")
    script = Path("it.play").read_text("utf-8")
    same_as_file(
        PRINTED / "play_taken_up.txt", f"{first}== again ({again.code})\n{again.out}{again.err}== it\n{script}"
    )


def test_the_cards_of_another_hand_and_rules_that_break_down(played: Callable[..., str]) -> None:
    one = ("--seat", "all=random", "--seat", "1=person")
    texts = [
        played(DUMMY, *"1111", "? play", "log", *"1111111", more=("--seat", "all=person")),
        played(ENDLESS, *"1111", more=one),
        played(ENDLESS, *"1111", more=("--seat", "all=random")),
        played(small_rules(players="2", cards="1"), more=("--seat", "all=random")),
    ]
    same_as_file(PRINTED / "play_others.txt", "".join(texts))


INCIDENTS = """incident "misdeal" during play_all
    subtract 5 from points of each player
incident "revoke" by p in players during play_all
    subtract 1 from p.points
"""
WITH_INCIDENTS = (
    small_rules(players="3", cards="2", tables=INCIDENTS)
    .replace("    for p in players\n", "    play_all\n", 1)
    .replace("        p chooses\n", "phase play_all\n    for p in players\n        p chooses\n", 1)
)


def test_incidents_are_declared_at_a_table(played: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    one = ("--seat", "all=random", "--seat", "A=person")
    answers = (
        "?play 8♣",
        "?  play 8♣",
        "?",
        "table: nothing",
        "misdeal",
        "Table:  Revoke",
        "table: misdeal",
        "table:revoke by B",
        "undo",
        "1",
        "score",
        "q",
    )
    same_as_file(
        PRINTED / "play_incidents.txt",
        played(WITH_INCIDENTS, *answers, more=one)
        + played(WITH_INCIDENTS, "table: misdeal", "1", "log", "1", "1", more=(*one, "--seat", "B=person")),
    )


class Screen(io.StringIO):
    """A terminal as output."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_that_two_people_share_is_cleared_between_them(terminal: bool) -> None:
    screen, read = io.StringIO(), list[str]()
    table: Any = PlayTable.__new__(PlayTable)
    table.seats = SimpleNamespace(people=(True, True, False))
    table.shown_to = 0
    table.lines = SimpleNamespace(typed=True)
    table.words = SimpleNamespace(player=lambda seat: f"P\x07{seat}")
    table.out = SimpleNamespace(console=SimpleNamespace(is_terminal=terminal, file=screen))
    table._line = lambda prompt: read.append(prompt) or ""
    for player in (0, 1, 1, 0):
        table._curtain(player)
        assert table.shown_to == player
    wiped = "\x1b[H\x1b[2J\x1b[3J"
    for_one = "The screen is for P\\u00071. Press Enter when nobody else looks. "
    assert screen.getvalue() == (wiped * 2 if terminal else "")
    assert read == ([for_one, for_one.replace("1.", "0.")] if terminal else [])
    table.lines = SimpleNamespace(typed=False)
    table._curtain(1)
    assert (table.shown_to, len(read)) == (1, 2 * terminal)
    table.seats = SimpleNamespace(people=(True, False, False))
    table._curtain(0)
    assert table.shown_to == 1


@pytest.mark.parametrize("kept", [True, False])
def test_what_is_said_of_a_game_that_is_left(kept: bool) -> None:
    said: list[str] = []
    table: Any = PlayTable.__new__(PlayTable)
    table.out = SimpleNamespace(print=said.append)
    table.session = SimpleNamespace(seed=7, answered=[1])
    table.kept = kept
    for file, answered in (("a.play", [1]), (None, [1]), (None, [])):
        table.file, table.session.answered = file, answered
        table.leave()
    left, again = "The game is left unfinished.", "--seed 7 deals the same cards again."
    on = "It is kept: hoyle play --resume goes on with it." if kept else again
    assert said == [left, "hoyle play --resume a.play goes on with it.", left, on, left, again]


def test_a_choice_that_cannot_be_written_ends_the_game(
    played: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from hoyle.interpreter.record.session import GameSession

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(GameSession, "choose", full)
    monkeypatch.setattr(GameSession, "undo", full)
    out = played(small_rules(players="2", cards="2"), "1", more=("--seat", "all=person", "--record", "it.play"))
    assert out.startswith("== --seat all=person --record it.play (74)\n")
    assert out.endswith(
        "it.play: it cannot be written (no space left on device); the choice was not made.\n"
        "The game is left unfinished.\nhoyle play --resume it.play goes on with it.\n"
    ), out


def test_advice_at_a_table(hoyle: Callable[..., Any], club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ("play", "club_whist.hoyle", "--seed", "3", "--seat", "all=random", "--seat", "A=person")
    monkeypatch.setattr(asked_for, "thinker_of", lambda program: None)  # as where no module can run
    monkeypatch.setattr(asked_for, "strongest", lambda: "sound")
    done = hoyle(*game, stdin=b"hint\nq\n")
    assert (
        "The player `sound` would choose: bid 2\n" in done.out or "The player `sound` would choose: pass\n" in done.out
    )


# ------------------------------------------------------------------------------------------------------- reading lines


def lines_of(
    monkeypatch: pytest.MonkeyPatch, text: str | None, *, typed: bool = False
) -> tuple[LineReader, io.StringIO]:
    monkeypatch.setattr(sys, "stdin", None if text is None else io.StringIO(text))
    out = io.StringIO()
    found = LineReader(out)
    found.typed = typed
    return found, out


def test_lines_are_read_without_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, out = lines_of(monkeypatch, " one \n\n" + "x" * 2500 + "\n")
    assert (lines.typed, lines.read("a> "), lines.read("b> "), len(lines.read("c> "))) == (False, "one", "", 2000)
    assert out.getvalue() == "a> \nb> \nc> \n"
    assert len(lines.read("> ")) == 500
    with pytest.raises(InputEnded):
        lines.read("> ")


def test_what_is_typed_at_a_terminal_ends_its_line_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.cli.terminal.reading_line.wait_for_input", lambda: None)
    lines, out = lines_of(monkeypatch, "one\n" + "x" * 2500 + "\n\0\n", typed=True)
    assert (lines.read("a> "), len(lines.read("b> ")), lines.read("c> ")) == ("one", 2500, "\0")
    with pytest.raises(InputEnded):
        lines.read("d> ")
    assert out.getvalue() == "a> b> c> d> \n"


@pytest.mark.parametrize("text", [None, "", "\0\0\n"])
def test_input_that_is_none(monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    with pytest.raises(InputEnded):
        lines_of(monkeypatch, text)[0].read("> ")


def test_the_same_line_again_and_again_is_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, _ = lines_of(monkeypatch, "y\n" * (MOST_ALIKE + 5))
    assert [lines.read("") for _ in range(MOST_ALIKE + 1)] == ["y"] * (MOST_ALIKE + 1)
    with pytest.raises(InputEnded):
        lines.read("")


def test_lines_are_edited_where_that_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, out = lines_of(monkeypatch, "")
    lines._edited = True
    answers: list[Any] = [" pass ", EOFError(), UnicodeDecodeError("utf-8", b"x", 0, 1, "why")]
    prompts: list[str] = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        found = answers.pop(0)
        if isinstance(found, str):
            return found
        raise found

    monkeypatch.setattr("builtins.input", typed)
    assert lines.read("A> ") == "pass"
    with pytest.raises(InputEnded):
        lines.read("B> ")
    assert lines.read("C> ") == "?"
    assert (prompts, out.getvalue()) == (["A> ", "B> ", "C> "], "")


def test_words_are_completed_by_their_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, _ = lines_of(monkeypatch, "")
    lines.words = ("Pass", "play J♠", "bid", "plus")
    assert [lines._complete("P", number) for number in range(4)] == ["Pass", "play J♠", "plus", None]
    assert lines._complete("pl", 1) == "plus"


def test_readline_completes_whole_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.cli.terminal.reading_line import _readline

    given: list[Any] = []
    fake = SimpleNamespace(
        set_completer=lambda found: given.append(("completer", found)),
        set_completer_delims=lambda text: given.append(("ends", text)),
        parse_and_bind=lambda text: given.append(("key", text)),
    )
    monkeypatch.setitem(sys.modules, "readline", fake)
    lines, _ = lines_of(monkeypatch, "")
    assert _readline(lines._complete) is True
    assert given == [("completer", lines._complete), ("ends", ""), ("key", "tab: complete")]
    monkeypatch.setitem(sys.modules, "readline", None)
    assert _readline(lines._complete) is False


# ------------------------------------------------------------------------------------------------------------ progress


def test_a_terminal_shows_a_bar_that_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with bar(20, "played") as done:
        for count in (5, 20):
            done(count)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.getvalue())
    assert "played" in text
    assert "20/20" in text
    assert text.rstrip("\n\r ").count("\n") <= 2
    said: list[str] = []
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("hoyle.cli.terminal.progress.echo", lambda text, err: said.append(text))
    monkeypatch.setattr("hoyle.cli.terminal.progress.PATIENCE", 0)
    with bar(20, "played") as done:
        done(5)
    assert said == ["played: 5 of 20"]


def test_a_line_now_and_then_says_how_far_the_work_is(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, bool]] = []
    clock = [0.0]
    monkeypatch.setattr("hoyle.cli.terminal.progress.echo", lambda text, err: said.append((text, err)))
    monkeypatch.setattr("hoyle.cli.terminal.progress.time.monotonic", lambda: clock[0])
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with bar(2000, "play\x07") as done:
        for now, count in ((9.9, 10), (10, 1234), (19, 1300), (20, 1999), (40, 2000)):
            clock[0] = now
            done(count)
    assert said == [("play\\u0007: 1,234 of 2,000", True), ("play\\u0007: 1,999 of 2,000", True)]
    said.clear()
    clock[0] = 100.0
    for shared in (None, PatienceClock(100.0)):
        for begun, title in ((100.0, "first"), (104.0, "second"), (108.0, "third"), (120.0, "later")):
            clock[0] = begun
            with bar(10, title, shared) as done:
                for second in (2, 4):
                    clock[0] = begun + second - 0.1
                    done(second)
    assert said == [("third: 4 of 10", True), ("later: 2 of 10", True)], "with one clock, all wait for the same line"
