"""Reports on a narrow terminal: no line passes the right edge, and lines break between words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from hoyle.cli.terminal.scenes import SceneStyle, settlement_lines, table_lines

CODES = re.compile(r"\x1b\[[^A-Za-z]*[A-Za-z]")
COMMANDS = (
    ("simulate", "newberry_euchre", "-n", "3", "-w", "1", "--engine", "python"),
    ("compare", "newberry_euchre", "--b", "lone_make=2", "-n", "5", "-w", "1", "--engine", "python"),
    ("show", "newberry_euchre"),
)


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_lines_break_between_words(
    terminal: Callable[..., Any], hoyle: Callable[..., Any], command: tuple[str, ...], columns: int
) -> None:
    screen = terminal(*command, columns=columns, NO_COLOR="1")
    assert screen.end() == 0
    lines = CODES.sub("", screen.shown).replace("\r", "\n").split("\n")
    assert max(len(line) for line in lines) <= columns
    report = lines[lines.index("Newberry Euchre") :]  # after the progress bar
    words = {word.strip(":─|") for line in report for word in line.split()}
    assert words <= {word.strip(":|") for word in hoyle(*command).out.split()} | {""}


def test_a_game_played_through_a_pipe_respects_the_variable_columns(
    hoyle: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Piped lines are not wrapped unless COLUMNS gives a width: a person may read them."""
    arguments = ("play", "texas_euchre", "--seat", "all=person", "--seed", "3", "--plain")
    answers = b"1\nscore\nrules\nhelp\n1\nq\n"
    monkeypatch.delenv("COLUMNS", raising=False)
    assert max(map(len, hoyle(*arguments, stdin=answers).lines)) > 70
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, hoyle(*arguments, stdin=answers).lines)) <= 60


@pytest.mark.parametrize("seats", [("North", "East", "South", "West"), ("Ann", "Bob"), tuple("ABCDEFGHIJ")])
def test_calls_break_between_two_of_them(seats: tuple[str, ...]) -> None:
    scene: dict[str, Any] = {
        "deal": 1, "trick_of_deal": 0, "seats": seats, "viewer": 0, "turn": -1, "teams": [], "zones": [], "trick": None,
        "last_trick": None, "facts": [], "badges": [], "roles": [], "scores": [], "settlement": None,
    }  # fmt: skip
    said = ("pass", "bid 1 no trump", "double", "bid 3 spades", "raise to 4")
    made = [{"seat": at % len(seats), "text": said[at % len(said)]} for at in range(40)]

    def drawn(count: int, width: int = 0) -> list[str]:
        lines = table_lines({**scene, "calls": made[:count]}, SceneStyle(), width=width)
        return ["".join(text for text, _ in line) for line in lines][len(seats) + 1 :]

    assert drawn(0, 60) == []
    last = max(8, 2 * len(seats))
    for count in (*range(1, 22), 40):
        shown = made[:count] if count <= max(16, last) else made[count - last : count]
        each = [f"{seats[call['seat']]} {call['text']}" for call in shown]
        title = "calls: " if len(shown) == count else f"calls (the last {len(each)} of {count}): "
        assert drawn(count) == [title + ", ".join(each)]
        lines = drawn(count, 60)
        assert max(map(len, lines)) <= 60
        first, *others = lines
        assert first.startswith(title)
        assert all(line.startswith("  ") and line[2] != " " for line in others)
        parts = [first.removeprefix(title), *(line[2:] for line in others)]
        assert [call for part in parts for call in part.removesuffix(",").split(", ")] == each
        # A line is not broken before it must be.
        for line, after in zip(lines, parts[1:], strict=False):
            assert len(line) + 1 + len(after.partition(", ")[0]) >= 60
        assert all(part.endswith(",") for part in parts[:-1])
        assert not parts[-1].endswith(",")


def test_a_call_that_is_wider_than_the_terminal_has_lines_of_its_own() -> None:
    seats = ("A person with a very long name indeed", "B")
    scene: dict[str, Any] = {
        "deal": 0, "trick_of_deal": 0, "seats": seats, "viewer": 0, "turn": -1, "teams": [], "zones": [], "trick": None,
        "last_trick": None, "facts": [], "badges": [], "roles": [], "scores": [], "settlement": None,
        "calls": [{"seat": seat, "text": "ask for a grand slam with hearts"} for seat in (0, 1, 0)],
    }  # fmt: skip
    lines = ["".join(text for text, _ in line) for line in table_lines(scene, SceneStyle(), width=40)]
    assert lines[2:] == [
        "calls: A person with a very long name indeed ask for a grand slam with hearts,",
        "  B ask for a grand slam with hearts,",
        "  A person with a very long name indeed ask for a grand slam with hearts",
    ]


def narrow_scene() -> dict[str, Any]:
    """A scene with many numbers, facts, plays and calls."""
    names = ("Ann", "Bob", "Cleopatra", "Dot")
    columns = [
        {"name": name, "values": [-12, 0, 7, 103], "gained": [0, 0, 0, 0], "decides": False}
        for name in ("tricks", "over the target", "give", "get", "points in all")
    ]
    plays = [{"seat": seat, "card": "10♠"} for seat in range(4)]
    trick = {"plays": plays, "winner": 2, "leader": 0, "winning": 1}
    entries = [{"name": "points", "whose": name, "before": 10, "now": 132} for name in names]
    return {
        "deal": 2, "trick_of_deal": 3, "seats": names, "viewer": 0, "turn": 1, "teams": [], "zones": [],
        "trick": trick, "last_trick": trick, "facts": [{"text": f"remembered thing: {n}"} for n in range(5)],
        "badges": [], "roles": [], "calls": [{"seat": n % 4, "text": "bid 3 spades"} for n in range(8)],
        "scores": [
            {"owner": "player", "owners": names, "columns": columns},
            {"owner": "team", "owners": names, "columns": columns[:1]},
        ],
        "settlement": {
            "deal": 2, "laid_open": [], "entries": entries, "reasons": [],
            "named": [{"name": "tricks", "whose": name, "value": 5} for name in names],
        },
    }  # fmt: skip


@pytest.mark.parametrize("width", [40, 50, 60, 70])
@pytest.mark.parametrize("plain", [False, True])
def test_lines_of_the_table_break_between_two_items(width: int, plain: bool) -> None:
    """Each number, fact, play and call stands in one line, with its name."""
    shown, style = narrow_scene(), SceneStyle(plain=plain)
    lines = [*table_lines(shown, style, width=width), *settlement_lines(shown, style, width=width)]
    texts = ["".join(text for text, _ in line) for line in lines]
    assert all(len(text) <= width and text == text.rstrip() for text in texts)
    whole = [*table_lines(shown, style), *settlement_lines(shown, style)]
    assert len(whole) < len(lines)
    for line in whole:
        text = "".join(text for text, _ in line).strip("─ ")
        for item in re.split(r"[,;] | {2,}", text):
            assert any(item in one for one in texts), item
    if width == 60 and plain:
        assert "Ann        (you)  tricks −12  over the target −12  give −12" in texts
        assert "  get −12  points in all −12" in texts
