"""Reads files made of tag pairs, `[Deal "N:…"]`, some of which are followed by a section of tokens: PBN and PTN.

A game ends at an empty line outside comments; where that line was forgotten, at the next tag that begins games.  Files
are read game by game, so that a file of a hundred thousand games takes no more memory than a file of ten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from ..dsl.codes.reporting import ScriptError, report
from ..dsl.source.reading import Unreadable
from ..dsl.source.span import Source, Span
from ..interpreter.notation.model import SpannedText

LARGEST_GAME = 1024 * 1024
"""The largest size of a game, in bytes."""
LONGEST_LINE = 64 * 1024
MOST_TOKENS = 20_000
"""The largest number of tokens in a game."""

_ENDS = (b"\n", b"\r\n")
_BLANK = re.compile(r"[ \t]*\r?\n?")
_BEGINS = re.compile(r"\[[ \t]*Event[ \t]", re.IGNORECASE)
_DEALS = re.compile(r"\[[ \t]*Deal[ \t]", re.IGNORECASE)
"""The tag that games begin with, and the one that every game has: a line that begins with the former after both begins
another game.
"""
_SPACE = re.compile(r"[ \t\r\n]+")
_NAME = re.compile(r"[A-Za-z0-9_]+")
_STRING = re.compile(r'"((?:[^"\\\r\n\t]|\\.)*)"')
_WORD = re.compile(r'[ \t\r\n]*("(?:[^"\\\r\n]|\\.)*"|[^ \t\r\n\[\]{};"%]+)')
_ESCAPE = re.compile(r"\\(.)")
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")

_Wrong = Callable[[int, int, str], ScriptError]


@dataclass(slots=True)
class SectionToken:
    """A word of a section, with the comment that follows it."""

    word: SpannedText
    line: int
    comment: str = ""
    out_of_turn: bool = False
    """Whether the player led although it was another player's turn."""


@dataclass(slots=True)
class Tag:
    """A tag pair and the tokens of the section that follows it."""

    name: SpannedText
    value: SpannedText
    offset: int
    """The offset of the value in the text."""
    tokens: list[SectionToken] = field(default_factory=list["SectionToken"])
    comment: str = ""

    def part(self, source: Source, start: int, end: int) -> SpannedText:
        """Some characters of the value, with their place in the file."""
        return SpannedText.at(self.value.text[start:end], source, self.offset + start, self.offset + end)


@dataclass(slots=True)
class Tags:
    """The tags of one game in their order.  Sections without a tag before them are left out."""

    source: Source
    tags: list[Tag]
    comment: str = ""
    """The comment before the first tag."""

    def get(self, name: str) -> Tag | None:
        """The first tag of a name; repetitions are ignored."""
        return next((tag for tag in self.tags if tag.name.text == name), None)

    def text(self, name: str) -> str:
        """The value of a tag; empty if the tag is missing or its value unknown."""
        tag = self.get(name)
        return "" if tag is None or tag.value.text == "?" else tag.value.text


def games(file: BinaryIO, name: str, *, latin: bool) -> Iterator[Source]:
    """Read the text of each game of a file.  Raises `Unreadable` for a game that is too long or is not text.

    `latin`: text that is not UTF-8 is read as ISO 8859-1, as the format prescribes.
    """
    lines: list[str] = []
    first, number, size, commented = 1, 0, 0, False
    begun = dealt = False
    while data := file.readline(LONGEST_LINE + 1):
        number += 1
        if data in _ENDS and not lines:  # skip millions of empty lines quickly
            first = number + 1
            continue
        if len(data) > LONGEST_LINE:
            raise Unreadable(f"line {number} is longer than {LONGEST_LINE // 1024} kB")
        line = _decoded(data, number, latin=latin)
        if number == 1:
            line = line.removeprefix("\ufeff")
        if not commented and _BLANK.fullmatch(line):
            if lines:
                yield Source(name, "".join(lines), first)
            lines, size, first, begun, dealt = [], 0, number + 1, False, False
            continue
        if not commented and line.startswith("["):
            begins = _BEGINS.match(line) is not None
            if begins and begun and dealt:
                yield Source(name, "".join(lines), first)
                lines, size, first, dealt = [], 0, number, False
            begun, dealt = begun or begins, dealt or _DEALS.match(line) is not None
        commented = _in_comment(line, commented)
        size += len(data)
        if size > LARGEST_GAME:
            raise Unreadable(f"the game that begins in line {first} is larger than {LARGEST_GAME // 1024} kB")
        lines.append(line)
    if lines:
        yield Source(name, "".join(lines), first)


def _decoded(data: bytes, number: int, *, latin: bool) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if not latin:
            column = len(data[: error.start].decode("utf-8", "replace")) + 1
            raise Unreadable(f"line {number} is not UTF-8 text from column {column} on") from None
        text = data.decode("latin-1")
    found = _NO_TEXT.search(text)
    if found is not None:
        raise Unreadable(f"there is a character that is no text in line {number}, column {found.start() + 1}")
    return text


def _in_comment(line: str, commented: bool) -> bool:
    """Whether a comment in braces is open at the end of a line.  `commented`: whether one was open at its beginning."""
    at = 0
    if not commented and ("{" not in line or line.startswith("%")):
        return False
    while at < len(line):
        if commented:
            end = line.find("}", at)
            if end < 0:
                return True
            commented, at = False, end + 1
        elif line[at] == ";":
            return False
        elif line[at] == '"':
            found = _STRING.match(line, at)
            at = found.end() if found else at + 1
        else:
            commented, at = line[at] == "{", at + 1
    return commented


def read_tags(source: Source, format: str) -> Tags:
    """Read the tags of one game.  Raises `ScriptError` for text that is not a tag pair, a comment or a token."""
    text, at, tags, count, first = source.text, 0, list[Tag](), 0, ""
    here: Tag | SectionToken | None = None

    def wrong(start: int, end: int, why: str) -> ScriptError:
        return ScriptError(report("E1081", Span(source, start, end), format=format, why=why))

    line = 0
    while at < len(text):
        if tags and (found := _WORD.match(text, at)):
            start, end = found.span(1)
            line += text.count("\n", at, start)
            count += 1
            if count > MOST_TOKENS:
                raise wrong(start, end, f"a game has more than {MOST_TOKENS:,} words")
            here = SectionToken(SpannedText.at(found[1], source, start, end), line)
            tags[-1].tokens.append(here)
            at = end
        elif text[at] == "%" and (at == 0 or text[at - 1] == "\n"):
            at = _end_of_line(text, at)
        elif found := _SPACE.match(text, at):
            line += found[0].count("\n")
            at = found.end()
        elif text[at] in ";{":
            end = _end_of_line(text, at) if text[at] == ";" else text.find("}", at)
            if end < 0:
                raise wrong(at, at + 1, "this comment has no closing `}`")
            line += text.count("\n", at, end)
            comment = text[at + 1 : end]
            if here is not None:
                here.comment = " ".join(f"{here.comment} {comment}".split())
            else:
                first = " ".join(f"{first} {comment}".split())
            at = end + (text[at] == "{")
        elif text[at] == "[":
            start = at
            tag, at = _tag(source, start, wrong)
            line += text.count("\n", start, at)
            tags.append(tag)
            here = tag
        else:
            raise wrong(at, at + 1, f"`{text[at]}` cannot stand here")
    return Tags(source, tags, first)


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _tag(source: Source, at: int, wrong: _Wrong) -> tuple[Tag, int]:
    """Read a tag pair.  Returns it and the offset of its end."""
    text, start = source.text, at
    at = _skip(text, at + 1)
    name = _NAME.match(text, at)
    if name is None:
        raise wrong(start, start + 1, "the name of a tag is missing")
    at = _skip(text, name.end())
    value = _STRING.match(text, at)
    if value is None:
        raise wrong(at, min(_end_of_line(text, at), len(text)), "the value of a tag stands in quotation marks")
    end = _skip(text, value.end())
    if text[end : end + 1] != "]":
        raise wrong(start, value.end(), "this tag has no closing `]`")
    said = SpannedText.at(name[0], source, name.start(), name.end())
    content = SpannedText.at(_ESCAPE.sub(r"\1", value[1]), source, value.start(1), value.end(1))
    return Tag(said, content, value.start(1)), end + 1


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
