"""A scripted game shown picture by picture: what each key does, and what a picture holds."""

from __future__ import annotations

import io
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from hoyle.cli.terminal import stepping
from hoyle.cli.terminal.render import Renderer
from hoyle.cli.terminal.stepping import KEYS, Screen
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.story.camera import Remark
from hoyle.interpreter.story.items import PhaseItem

SCENE: Any = {
    "deal": 1, "trick_of_deal": 0, "seats": ["Ann", "Bob"], "viewer": 0, "turn": -1, "teams": [], "zones": [],
    "trick": None, "last_trick": None, "calls": [], "facts": [], "badges": [], "roles": [], "scores": [], "settlement": None,
}  # fmt: skip
SETTLED = {"deal": 1, "deal_over": True, "laid_open": [], "named": [], "entries": [], "reasons": []}
REMARKS = (
    Remark("held", "the score is right"),
    Remark("wrong", "the score is wrong"),
    Remark("side", "Ann leads", ("Ann: J♠", "Bob: 9♥")),
    Remark("position", "in the middle"),
    Remark("note", "a remark"),
)


def pictures(count: int) -> Any:
    """An animation whose captions are numbered; each fifth picture settles a deal."""
    return SimpleNamespace(
        failure=None,
        pictures=[
            SimpleNamespace(
                scene={**SCENE, "settlement": SETTLED if number % 5 == 4 else None},
                captions=(PhaseItem(f"phase {number}"), *((REMARKS) if number == 1 else ())),
            )
            for number in range(count)
        ],
    )


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that makes a screen of so many lines."""
    monkeypatch.setattr(stepping, "position", lambda animation, number: f"picture {number}")
    monkeypatch.setattr(stepping, "following", lambda animation, number, what: ("after", number, what))
    monkeypatch.setattr(stepping, "preceding", lambda animation, number, what: ("before", number, what))

    def make(count: int = 9, height: int = 40, *, ascii: bool = False) -> Screen:
        return Screen(Console(file=io.StringIO(), width=90, height=height), pictures(count), "A title", ascii=ascii)

    return make


def printed(screen: Screen, number: int) -> list[str]:
    with screen.console.capture() as found:
        screen.console.print(screen.picture(number))
    return [line.rstrip() for line in found.get().splitlines()]


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        (("\x1b[C", " ", "\r", "\n", "n", "l", "j", "\x1b[B", "\x1bOC", "\x1bOB", "\x1b[6~"), 4),
        (("b", "p", "h", "k", "\x7f", "\x08", "\x1b[D", "\x1b[A", "\x1bOD", "\x1bOA", "\x1b[5~"), 2),
        (("g", "\x1b[H", "\x1bOH", "\x1b[1~"), 0),
        (("G", "\x1b[F", "\x1bOF", "\x1b[4~"), 8),
        (("x", "\x1b[Z", "1"), 3),
        (("t",), ("after", 3, "trick")),
        (("d",), ("after", 3, "deal")),
        (("T",), ("before", 3, "trick")),
        (("D",), ("before", 3, "deal")),
    ],
)
def test_keys_move_to_another_picture(screen: Any, keys: tuple[str, ...], number: Any) -> None:
    assert [screen()._moved(3, key) for key in keys] == [number] * len(keys)


def test_there_is_nothing_before_the_first_picture(screen: Any) -> None:
    assert [screen()._moved(number, "b") for number in (0, 1, 2)] == [0, 0, 1]


@pytest.mark.parametrize(
    ("pressed", "passed", "left"),
    [("  ", False, ["q"]), ("G ", True, []), ("G" + "b" + "  ", True, []), ("q", False, []), ("", False, [])],
)
def test_the_pictures_end_after_the_last_one(
    screen: Any, monkeypatch: pytest.MonkeyPatch, pressed: str, passed: bool, left: list[str]
) -> None:
    typed = [*pressed, *left]

    class Keyboard:
        def __enter__(self) -> Keyboard:
            return self

        def __exit__(self, *_: object) -> None:
            """Restore nothing."""

        def read(self) -> str:
            return typed.pop(0) if typed else ""

    monkeypatch.setattr(stepping, "Keyboard", Keyboard)
    assert screen(3).run() is passed
    assert typed == []


def test_a_picture_has_a_table_and_the_captions_so_far(screen: Any) -> None:
    shown = screen()
    table = ["A title   picture 2", "", "── deal 1", "  Ann  (you)", "  Bob", ""]
    remarks = [
        "✓ the score is right", "! the score is wrong", "What if: Ann leads", "  Ann: J♠", "  Bob: 9♥", "in the middle",
        "# a remark",
    ]  # fmt: skip
    assert printed(shown, 2) == [*table, "Phase 0", "Phase 1", *remarks, "Phase 2", KEYS]
    lines = shown._captions(2)
    assert [line.plain for line in lines] == ["Phase 0", "Phase 1", *remarks, "Phase 2"]
    assert [any(part.style == "dim" for part in line.spans) for line in lines] == [True] * 9 + [False]
    assert [str(line.style) for line in lines[:6]] == [
        "bold underline", "bold underline", "green", "bold red", "magenta", "",
    ]  # fmt: skip
    assert [str(line.style) for line in lines[6:9]] == ["", "italic", "dim"]


def test_a_picture_of_what_was_settled(screen: Any) -> None:
    assert printed(screen(5, ascii=True), 4)[2:8] == [
        "-- deal 1", "  Ann  (you)", "  Bob", "", "-- Deal 1: what it came to", "nothing was scored",
    ]  # fmt: skip
    assert "* the score is right" in printed(screen(5, ascii=True), 1)


@pytest.mark.parametrize(("height", "captions"), [(8, 1), (9, 1), (10, 2), (11, 3), (12, 4)])
def test_a_picture_is_as_high_as_the_screen_and_has_a_caption(screen: Any, height: int, captions: int) -> None:
    """Six lines of the table, a line of keys, and an empty line below."""
    lines = printed(screen(9, height), 8)
    assert lines[-1 - captions :] == [*(f"Phase {number}" for number in range(9 - captions, 9)), KEYS]


def test_lines_are_kept_instead_of_printed() -> None:
    console = Console(file=io.StringIO(), width=20)
    kept = stepping._LineBuffer(console, ascii=True)
    assert isinstance(kept, Renderer)
    kept.captions((PhaseItem("one"), Remark("held", "words that are wider than it is")))
    assert [line.plain for line in kept.lines] == ["One", "* words that are", "  wider than it is"]
    assert console.file.getvalue() == ""


@pytest.mark.parametrize("height", [3, 8, 9, 10, 11, 12, 13, 14, 20, 60])
def test_a_picture_is_as_high_as_the_screen_if_its_table_is_lower(screen: Any, height: int) -> None:
    """The last line of a terminal stays free; below the table as many captions are shown as there is room for."""
    whole = printed(screen(30, 300), 29)
    table = next(at for at, line in enumerate(whole) if "hase 0" in line)
    shown = printed(screen(30, height), 29)
    assert len(shown) == max(table + 2, min(len(whole), height - 1))
    assert shown[:table] == whole[:table]
    assert shown[table:] == whole[len(whole) - (len(shown) - table) :]


def test_a_mistake_is_shown_whole(screen: Any) -> None:
    source = Source("a.play", "Bob: play Q\n")
    failure = Diagnostic("E1052", "error", "the score is wrong", Span(source, 5, 11), "legal is: `play K`")
    shown = screen(height=12)
    shown.animation.failure = failure
    lines = printed(shown, 1)
    first = lines.index("! a.play:1:6: error E1052: the score is wrong")
    assert [line.strip() for line in lines[first + 1 : first + 4]] == [
        "1 | Bob: play Q",
        "|      ^^^^^^",
        "help: legal is: `play K`",
    ]


@pytest.mark.parametrize(("key", "stays"), [(" ", True), ("q", False)])
def test_a_game_that_cannot_be_shown_has_a_screen(monkeypatch: pytest.MonkeyPatch, key: str, stays: bool) -> None:
    class Keys:
        def __enter__(self) -> Keys:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def read(self) -> str:
            return key

    monkeypatch.setattr(stepping, "Keyboard", Keys)
    monkeypatch.setattr(stepping, "ended_in_order", nullcontext)
    console = Console(file=io.StringIO(), width=90, height=20)
    problem = Diagnostic(
        "E1030", "error", "there is no such game", Span(Source("a.play", "game whits\n"), 5, 10), "help!"
    )
    assert stepping.show_problems(console, [problem]) is stays
    text = console.file.getvalue()
    assert "a.play:1:6: error E1030: there is no such game" in text
    assert "help: help!" in text
