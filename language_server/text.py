"""Texts as editors see them: positions are lines and columns from 0, and columns are counted in UTF-16 code units.

Inside hoyle a place is an offset in characters.  A `Text` converts between the two.  A position after the end of a line
means the end of the line; one after the last line means the end of the text.  The protocol requires both.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Literal, cast

from ..dsl.source.span import Span

Json = dict[str, Any]
"""A JSON object of the protocol."""

PositionEncoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(r"\r\n|\n|\r")


def record(value: object) -> Json:
    """The value as a JSON object; an empty one if it is none."""
    return cast("Json", value) if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """The value as a JSON list; an empty one if it is none."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def start_of_word(text: str, offset: int) -> int:
    """Where the word begins that ends at an offset or contains it."""
    while offset > 0 and (text[offset - 1].isalnum() or text[offset - 1] == "_"):
        offset -= 1
    return offset


class BadPosition(ValueError):
    """An invalid position: a negative line, or a value that is no number."""


class Text:
    """One version of a text.  Its construction is linear in its length; conversions are logarithmic."""

    __slots__ = ("_ascii", "encoding", "ends", "starts", "text")

    def __init__(self, text: str, encoding: PositionEncoding = "utf-16") -> None:
        self.text = text
        self.encoding: PositionEncoding = encoding
        self._ascii = text.isascii()
        self.starts = [0]
        self.ends: list[int] = []
        for found in _LINE_END.finditer(text):
            self.ends.append(found.start())
            self.starts.append(found.end())
        self.ends.append(len(text))

    def offset(self, position: Json) -> int:
        """The offset of a position.  Raises `BadPosition`."""
        line, column = _natural(position, "line"), _natural(position, "character")
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[line], self.ends[line]
        if self._ascii or self.encoding == "utf-32":
            return min(start + column, end)
        units = 0
        for at in range(start, end):
            if units >= column:
                return at
            units += self._units(self.text[at])
        return end

    def position(self, offset: int) -> Json:
        """The position of an offset.  An offset outside the text is moved to the nearest end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        stop = min(offset, self.ends[line])  # no position is between \r and \n
        if self._ascii or self.encoding == "utf-32":
            return {"line": line, "character": stop - start}
        return {"line": line, "character": sum(map(self._units, self.text[start:stop]))}

    def range(self, start: int, end: int) -> Json:
        """The range from one offset to another."""
        return {"start": self.position(start), "end": self.position(max(start, end))}

    def span(self, span: Span) -> Json:
        """The range of a span of this text."""
        return self.range(span.start, span.end)

    def length(self, start: int, end: int) -> int:
        """The length of a part of one line, in the units of the columns."""
        if self._ascii or self.encoding == "utf-32":
            return end - start
        return sum(map(self._units, self.text[start:end]))

    def line_of(self, offset: int) -> int:
        """The line of an offset, from 0."""
        return bisect_right(self.starts, max(0, min(offset, len(self.text)))) - 1

    def line(self, number: int) -> str:
        """A line without its end; empty after the last line."""
        return self.text[self.starts[number] : self.ends[number]] if 0 <= number < len(self.starts) else ""

    def changed(self, changes: Sequence[Json]) -> Text:
        """The text after the changes of a notification, made in order.  Raises `BadPosition`."""
        now = self
        for change in changes:
            new = change.get("text")
            if not isinstance(new, str):
                raise BadPosition("a change without a text")
            where = change.get("range")
            if where is None:
                now = Text(new, self.encoding)
                continue
            start, end = now.offsets(where)
            now = Text(now.text[:start] + new + now.text[end:], self.encoding)
        return now

    def offsets(self, where: object) -> tuple[int, int]:
        """The start and the end of a range as offsets, in ascending order.  Raises `BadPosition`."""
        found = record(where)
        start, end = self.offset(record(found.get("start"))), self.offset(record(found.get("end")))
        return min(start, end), max(start, end)

    def _units(self, character: str) -> int:
        code = ord(character)
        if self.encoding == "utf-8":
            return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
        return 2 if code > 0xFFFF else 1


def _natural(position: Json, name: str) -> int:
    value = position.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadPosition(f"`{name}` is a number from 0")
    return value
