"""Every line of the notation, broken off after each word, without one of its words, and with one word twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.json_form import write_json
from hoyle.interpreter.notation.writer import write_text

from ...golden import same_as_file
from ..small_scripts import shown
from .test_small_games_line_by_line import HEAD, POSITION


def text_of(text: str) -> list[str]:
    """The lines of a script in canonical form."""
    script, problems = parse_script(text, "whole.play")
    assert script is not None, problems
    return write_text(script).splitlines()


GOLDEN = Path(__file__).with_name("golden")
LINES = [line.partition("  #")[0].rstrip() for line in HEAD.splitlines()]
KNOWN = {line for text in (HEAD, "\n".join((*LINES, "")), POSITION) for line in text_of(text)}
"""The lines of the whole scripts in canonical form."""


def said(text: str) -> list[str]:
    """What is said of a script; of one without mistakes its canonical form, if that is another text."""
    script, problems = parse_script(text, "cut.play")
    if script is None:
        return [f"    {shown(one)}" for one in problems]
    written = write_text(script)
    again, _ = parse_script(written, "cut.play")
    assert again is not None
    assert write_json(again) == write_json(script)
    return [f"    {line}" for line in written.splitlines() if line not in KNOWN] or ["    as before"]


def variants(line: str) -> list[str]:
    """A line without its end, without one word, and with one word twice."""
    words = line.split(" ")
    cut = [" ".join(words[:end]) for end in range(1, len(words))]
    without = [" ".join(words[:i] + words[i + 1 :]) for i in range(1, len(words))]
    twice = [" ".join(words[: i + 1] + words[i:]) for i in range(len(words))]
    return [*dict.fromkeys(one for one in (*cut, *without, *twice) if one.strip() and one != line)]


@pytest.mark.parametrize("part", range(10))
def test_what_is_said_of_a_line_that_is_not_whole(part: int) -> None:
    found: list[str] = []
    for number, line in enumerate(LINES):
        if number % 10 != part or not line.strip() or line.startswith("#"):
            continue
        for changed in variants(line):
            found += [changed, *said("\n".join((*LINES[:number], changed, *LINES[number + 1 :])) + "\n")]
    same_as_file(GOLDEN / f"cut_{part}.txt", "".join(f"{line}\n" for line in found))


def test_what_is_said_of_a_line_of_a_position_that_is_not_whole() -> None:
    lines, found = [line.partition("  #")[0].rstrip() for line in POSITION.splitlines()], list[str]()
    for number, line in enumerate(lines[3:-1], 3):
        for changed in variants(line):
            found += [changed, *said("\n".join((*lines[:number], changed, *lines[number + 1 :])) + "\n")]
    same_as_file(GOLDEN / "cut_position.txt", "".join(f"{line}\n" for line in found))


def test_a_choice_that_is_too_long() -> None:
    head = "hoyle play 1\ngame tricks\nplayers Ann, Bob\nfirst dealer Ann\n"
    for start in ("Ann: ", "Ann:        ", '"Ann": '):
        script, problems = parse_script(f"{head}{start}{'a' * 2001}\n", "long.play")
        assert script is None
        assert [shown(one).partition(" ")[2].partition("'")[2].partition("' ")[2] for one in problems] == [
            "this choice has 2,001 characters; the limit is 2,000 | None"
        ]
        assert parse_script(f"{head}{start}{'a' * 2000}\n", "long.play")[0] is not None
