"""Diagnostics as a person reads them: the place and the message, the line as typed with the part underlined, advice.

    house.hoyle:3:9: error E0201: `four` cannot stand here
      3 | players four
        |         ^^^^
        help: a number must stand here
        note: house.hoyle:1:1: the game begins here
          1 | game "House"
            | ^^^^^^^^^^^^

Columns are measured as a terminal shows them: tabs reach to the next stop, wide characters take two cells, combining
marks none, and what cannot be seen or encoded is shown as an escape.  A long line is cut around the underlined part.
Diagnostics of rule files and of scripted games look alike.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from .console import PLAIN_WIDTH, OutputStyle, count, echo, look, shown_path, visible

if TYPE_CHECKING:
    from rich.console import Console

    from ...dsl.source.diagnostics import Diagnostic
    from ...dsl.source.span import Span

TAB = 4
"""The distance between tab stops, as in the language."""
_LEAST_TEXT = 20

Piece = tuple[str, str]
"""A text and the name of its style."""

_STYLES: dict[str, tuple[str | None, bool]] = {
    "error": ("red", True), "warning": ("yellow", True), "note": ("cyan", True),
    "help": ("green", False), "gutter": ("blue", False), "message": (None, True),
}  # fmt: skip
"""The colour of each style, and whether it is bold."""


def render(diagnostic: Diagnostic, here: OutputStyle) -> str:
    """One diagnostic as text, ending with a line end."""
    return "".join(_line(pieces, here) + "\n" for pieces in _pieces(diagnostic, here))


def plain(diagnostic: Diagnostic, *, width: int = PLAIN_WIDTH) -> str:
    """One diagnostic as lines of text without colours."""
    return render(diagnostic, OutputStyle(width)).rstrip("\n")


def whole(remark: str, diagnostic: Diagnostic, *, width: int = PLAIN_WIDTH) -> str:
    """A remark in which a diagnostic is said whole in place of its message: with its place, its code and its help."""
    return remark.replace(diagnostic.message, plain(diagnostic, width=width))


def echo_diagnostics(diagnostics: Iterable[Diagnostic], *, err: bool = True) -> None:
    """Print diagnostics on standard error (or standard output)."""
    here = look(sys.stderr if err else sys.stdout)
    for diagnostic in diagnostics:
        echo(render(diagnostic, here), nl=False, err=err)


def print_diagnostics(console: Console, diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics on a rich console, so that they are in order with its other output."""
    from rich.text import Text

    here = OutputStyle(max(console.width, _LEAST_TEXT), False, console.encoding)
    for diagnostic in diagnostics:
        for pieces in _pieces(diagnostic, here):
            line = Text()
            for text, style in pieces:
                colour, bold = _STYLES.get(style, (None, False))
                line.append(text, " ".join(filter(None, ("bold" if bold else None, colour))))
            console.print(line, crop=False, overflow="ignore", no_wrap=True)


def summary(diagnostics: Sequence[Diagnostic], files: Sequence[str]) -> str:
    """The last line of a check: `2 errors, 1 warning in 1 of 3 files`, `house.hoyle: no errors`."""
    errors = sum(d.severity == "error" for d in diagnostics)
    warnings = sum(d.severity == "warning" for d in diagnostics)
    found = [count(errors, "error")] * bool(errors) + [count(warnings, "warning")] * bool(warnings)
    if errors:
        touched = len({d.span.source.name for d in diagnostics if d.severity in ("error", "warning")})
        beside = f" of {len(files)}" if len(files) > touched else ""
        return f"{', '.join(found)} in {touched}{beside} file{'' if max(touched, len(files)) == 1 else 's'}"
    what = shown_path(files[0]) if len(files) == 1 else count(len(files), "file")
    return f"{what}: {', '.join(['no errors', *found])}"


def _line(pieces: Sequence[Piece], here: OutputStyle) -> str:
    if not here.colour:
        return "".join(text for text, _ in pieces)
    return "".join(_styled(text, *_STYLES[style]) if style in _STYLES else text for text, style in pieces)


def _styled(text: str, colour: str | None, bold: bool) -> str:
    return click.style(text, fg=colour, bold=bold)


def _pieces(diagnostic: Diagnostic, here: OutputStyle) -> Iterator[Sequence[Piece]]:
    """The lines of a diagnostic."""
    severity = diagnostic.severity
    message = visible(diagnostic.message)
    yield (_place(diagnostic.span), ""), (f"{severity} {diagnostic.code}: ", severity), (message, "message")
    yield from excerpt(diagnostic.span, here, 2, severity)
    if diagnostic.help is not None:
        first, *others = diagnostic.help.splitlines() or [""]
        yield ("    help: ", "help"), (visible(first), "")
        for other in others:
            yield (("          " + visible(other), ""),)
    for span, text in diagnostic.notes:
        yield ("    note: ", "note"), (_place(span) + visible(text), "")
        yield from excerpt(span, here, 6, "note")


def _place(span: Span) -> str:
    return f"{shown_path(span.source.name)}:{span.line}:{span.column}: "


def excerpt(span: Span, here: OutputStyle, indent: int, style: str) -> Iterator[Sequence[Piece]]:
    """The first line of a span, and the line that underlines it; empty if the span has no text."""
    source = span.source
    if not source.text:
        return
    number = str(span.line)
    gutter = " " * indent + number
    room = max(_LEAST_TEXT, here.width - len(gutter) - 3)
    text, underline = cut(_cells(span, here, room), here, room)
    yield (gutter + " | ", "gutter"), (text, "")
    yield (" " * len(gutter) + " | ", "gutter"), (underline, style)


@dataclass(slots=True)
class Cell:
    """A character as shown, with its combining marks, its width in columns, and whether it is underlined."""

    text: str
    width: int
    marked: bool


def _cells(span: Span, here: OutputStyle, room: int) -> list[Cell]:
    """The line of a span as cells.  Of a very long line, only the part that may be shown is used."""
    line = span.source.line(span.line)
    start = span.column - 1
    end = len(line) if span.end_place[0] > span.line else start + max(1, span.end - span.start)
    first = 0
    if len(line) > 8 * room:
        first = max(0, start - 2 * room)
        line = line[first : start + 2 * room]  # more than fits on both sides: it is cut there and marked
    cells: list[Cell] = []
    column = 0
    for offset, character in enumerate(line, first):
        text, width = _shown(character, column, here)
        marked = start <= offset < end
        if width == 0 and cells:
            cells[-1].text += text
            cells[-1].marked = cells[-1].marked or marked
            continue
        if width == 0:  # a combining mark without a character before it
            text, width = " " + text, 1
        cells.append(Cell(text, width, marked))
        column += width
    if not any(cell.marked for cell in cells):  # after the end of the line
        cells.append(Cell(" ", 1, True))
    return cells


def _shown(character: str, column: int, here: OutputStyle) -> tuple[str, int]:
    """A character as it can be shown at a column, and its width in columns."""
    if character == "\t":
        width = TAB - column % TAB
        return " " * width, width
    if " " <= character <= "~":
        return character, 1
    text = visible(character)
    if text != character:
        return text, len(text)
    if not here.can(character):
        return "?", 1
    if unicodedata.category(character) in ("Mn", "Me"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(cells: Sequence[Cell], here: OutputStyle, room: int) -> tuple[str, str]:
    """A line and its underline, cut around the underlined part to fit into this many columns."""
    total = sum(cell.width for cell in cells)
    dots = here.dots
    if total <= room:
        kept, before, after = cells, "", ""
    else:
        start = next(i for i, cell in enumerate(cells) if cell.marked)
        # A third of the width shows the text before the underlined part, more if the end of the line leaves room.
        left = _back(cells, start, room // 3)
        rest = sum(cell.width for cell in cells[left:])
        if rest < room:
            left = _back(cells, left, room - rest - len(dots))
        before = dots if left else ""
        kept, after, used = cells[left:], "", len(before)
        if used + sum(cell.width for cell in kept) > room:
            kept, after = list[Cell](), dots
            for cell in cells[left:]:
                used += cell.width
                if used > room - len(dots):
                    break
                kept.append(cell)
    text = before + "".join(cell.text for cell in kept) + after
    underline = " " * len(before) + "".join(("^" if cell.marked else " ") * cell.width for cell in kept)
    return text.rstrip(), underline.rstrip()


def _back(cells: Sequence[Cell], at: int, columns: int) -> int:
    """The index that is this many columns before another."""
    while at and columns >= cells[at - 1].width:
        at -= 1
        columns -= cells[at].width
    return at
