"""Source text, and places in it.

A `Source` is one file (or a string) as its author typed it.  A `Span` is a part of it.  Spans carry their source, so a
message can always show its line.  Lines and columns count from 1; columns are in characters.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath


@dataclass(frozen=True)
class Source:
    """The text of one file, under the name messages use for it.

    `Source("house.hoyle", "players 4\\n").line(1)` is `"players 4"`.
    """

    name: str
    text: str = field(repr=False)
    first: int = 1
    """The number of its first line.  It is greater than 1 if the text is a part of a longer file."""

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column (from 1) of a character offset (from 0)."""
        line = bisect_right(self._starts, offset)
        return line + self.first - 1, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Line `number` without its line end; empty after the last line."""
        number -= self.first - 1
        if not 1 <= number <= len(self._starts):
            return ""
        end = self.text.find("\n", self._starts[number - 1])
        return self.text[self._starts[number - 1] : end if end >= 0 else None].rstrip("\r")


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` up to, not including, `end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The line the span starts on, from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """The column the span starts in, from 1."""
        return self.source.place(self.start)[1]

    @property
    def end_place(self) -> tuple[int, int]:
        """The line and column just after the span, from 1."""
        return self.source.place(self.end)

    @property
    def file_line(self) -> str:
        """`whist.hoyle:17`: the name of the file, without its folder, and the line."""
        return f"{PurePath(self.source.name).name}:{self.line}"

    def begins_in(self, other: Span) -> bool:
        """Whether it begins in another span, or where that ends."""
        return self.source is other.source and other.start <= self.start <= other.end

    @classmethod
    def of_name(cls, name: str) -> Span:
        """The place for a message about a file or a name as a whole: its text is not known, or there is none."""
        return cls(Source(name, ""), 0, 0)

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


NOWHERE = Span.of_name("<nowhere>")
"""The place of things that no source text contains: built-in names, and trees that programs made."""
