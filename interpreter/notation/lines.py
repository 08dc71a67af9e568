"""Splits lines of the text form into words, quotations and parts between commas, each with its place.

Apart from lines indented below others, the notation has no structure beyond the line.  So each line is read separately,
and a mistake in one line does not hide mistakes in others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.invisible import CONTROLS, DIRECTIONS
from ...dsl.source.span import Source, Span
from .model import SpannedText

LONGEST_LINE = 10_000
"""The longest line, in characters."""

_BLANK = " \t\u00a0"
_TAB = 4
_OPENS = _BLANK + ",:"
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_INNER = re.compile(r'(?<!\S)"((?:[^"\\]|\\.)*)"')
_PLAIN = re.compile(r"[^\s,:\"#\\](?:[^,:\"\\]*[^\s,:\"\\])?\Z")
_WORD_END = re.compile(f"[{_BLANK}]")
_HEAD_END = re.compile(f"[{_BLANK}:]")
_STOPS = {mark: re.compile(f'["{mark}]') for mark in ",:#="}
"""Where a mark or a quotation can be."""
_UNSEEN = re.compile(rf"[{CONTROLS}\r\u2028\u2029{DIRECTIONS}\ufeff]")


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a line, without blanks around it."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.end)

    @property
    def behind(self) -> Span:
        """The place just after it, where something is missing."""
        return Span(self.source, self.end, self.end)

    def cut(self, start: int, end: int | None = None) -> Segment:
        """A part of it, given by offsets from its start, without blanks around it."""
        first, last = self.start + start, self.end if end is None else self.start + end
        text = self.source.text
        while first < last and text[first] in _BLANK:
            first += 1
        while last > first and text[last - 1] in _BLANK:
            last -= 1
        return Segment(self.source, first, last)

    def head(self) -> tuple[Segment, Segment]:
        """The first word (or quotation) and the rest.  A word ends before a blank or a colon."""
        text = self.text
        if text.startswith('"'):
            end = quotation_end(self)
        else:
            found = _HEAD_END.search(text)
            end = found.start() if found else len(text)
        return self.cut(0, end), self.cut(end)

    def words(self) -> list[Segment]:
        """Its words and quotations."""
        found: list[Segment] = []
        rest = self
        while rest.text:
            text = rest.text
            if text.startswith('"'):
                end = quotation_end(rest)
            else:
                blank = _WORD_END.search(text)
                end = blank.start() if blank else len(text)
            found.append(rest.cut(0, end))
            rest = rest.cut(end)
        return found

    def parts(self) -> list[Segment]:
        """The parts between commas outside quotations."""
        cuts = [-1, *outside(self, ","), len(self.text)]
        return [self.cut(a + 1, b) for a, b in pairwise(cuts)]

    def spanned(self) -> SpannedText:
        """Its text without quotation marks.  Raises `ScriptError` for a quotation that is not closed."""
        if '"' in self.text:
            self.words()
        return SpannedText(unquoted(self.text), self.span)


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One line that is not empty: its text without the comment, the comment, and its indentation."""

    piece: Segment
    comment: str
    margin: int


def quotation_end(piece: Segment) -> int:
    """The offset after the quotation at the beginning of a piece.  Raises `ScriptError` for a quotation that is not
    closed.
    """
    found = _QUOTED.match(piece.text)
    if found is None:
        raise ScriptError(report("E1007", piece.span))
    return found.end()


def outside(piece: Segment, mark: str) -> Iterator[int]:
    """The offsets of a mark outside quotations.  A quotation begins after a blank, a comma or a colon."""
    text = piece.text
    at = 0
    if '"' not in text:
        while (at := text.find(mark, at)) >= 0:
            yield at
            at += 1
        return
    stops = _STOPS[mark]
    while (stop := stops.search(text, at)) is not None:
        at = stop.start()
        if text[at] == '"' and (at == 0 or text[at - 1] in _OPENS):
            found = _QUOTED.match(text, at)
            if found is None:
                raise ScriptError(report("E1007", Span(piece.source, piece.start + at, piece.end)))
            at = found.end()
            continue
        if text[at] == mark:
            yield at
        at += 1


def unquoted(text: str) -> str:
    """The text inside a quotation; in plain text, blanks are reduced to single ones."""
    found = _QUOTED.fullmatch(text)
    if found:
        return _unescaped(found)
    return " ".join((_INNER.sub(_unescaped, text) if '"' in text else text).split())


def _unescaped(found: re.Match[str]) -> str:
    return re.sub(r"\\(.)", r"\1", found[1])


def quoted(text: str, reserved: Collection[str] = ()) -> str:
    """A text as it can be written in a line: in quotation marks if it could otherwise be misread, or if it is
    `reserved`.
    """
    simple = " ".join(text.split()) == text and _PLAIN.match(text) and " #" not in text
    if simple and text.casefold() not in reserved:
        return text
    return in_quotes(text)


def in_quotes(text: str) -> str:
    """A text in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_lines(source: Source, known: Callable[[int, int], bool] | None = None) -> Iterator[ScriptLine | Diagnostic]:
    """Read every line, with its comment separated; yield a diagnostic for a line that cannot be split.

    `known` gets the start and the end of a line and may read the line itself; lines for which it returns true are left
    out.
    """
    text, start = source.text, 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        stop = end - 1 if end > start and text[end - 1] == "\r" else end
        if known is None or not known(start, stop):
            try:
                yield _line(source, start, stop)
            except ScriptError as error:
                yield error.diagnostic
        start = end + 1


def _line(source: Source, start: int, end: int) -> ScriptLine:
    if end - start > LONGEST_LINE:
        what, most = f"this line has {end - start:,} characters", f"{LONGEST_LINE:,}"
        raise ScriptError(report("E1011", Span(source, start, start + 40), what=what, most=most))
    text = source.text[start:end]
    if not text.isprintable():
        unseen = _UNSEEN.search(text)
        if unseen:
            at = Span(source, start + unseen.start(), start + unseen.end())
            raise ScriptError(report("E1013", at, point=f"{ord(unseen[0]):04X}"))
    whole, comment = Segment(source, start, end), ""
    if "#" in text:
        mark = next((at for at in outside(whole, "#") if at == 0 or text[at - 1] in _BLANK), None)
        if mark is not None:
            whole, comment = Segment(source, start, start + mark), text[mark + 1 :].strip()
    return ScriptLine(whole.cut(0), comment, _margin(text) if text[:1] in _BLANK else 0)


def _margin(text: str) -> int:
    """The indentation of a line; a tab reaches to the next tab stop."""
    return len(text[: len(text) - len(text.lstrip(_BLANK))].expandtabs(_TAB))
