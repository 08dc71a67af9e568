"""A document as plain text, wrapped for a terminal."""

from __future__ import annotations

import textwrap
from typing import assert_never

from .document import Grid, Items, Line, Paragraph, RulebookDocument, Section, TextBlock

WIDTH = 100
_COLUMN = 24
"""A cell is wrapped only if each column has at least this many characters."""


def plain(document: RulebookDocument, width: int = WIDTH) -> str:
    """The text of a document."""
    out = [document.title, "=" * len(document.title), ""]
    out += _blocks(document.lead, width, "")
    for section in document.sections:
        out += _section(section, 0, width)
    return "\n".join(out).rstrip() + "\n"


def lines_of(blocks: tuple[TextBlock, ...], width: int = WIDTH) -> list[str]:
    """The lines of some blocks, without empty ones."""
    return [text for text in _blocks(blocks, width, "") if text]


def words(of: Line) -> str:
    """The words of a line.  The name of another section is in quotation marks, a blank in angle brackets."""
    marks = {"link": "“”", "blank": "‹›"}
    return "".join(f"{m[0]}{run.text}{m[1]}" if (m := marks.get(run.style)) else run.text for run in of)


def _section(section: Section, depth: int, width: int) -> list[str]:
    out = [section.title, ("-" if depth == 0 else "·") * len(section.title), ""]
    out += _blocks(section.blocks, width, "")
    for inner in section.sections:
        out += _section(inner, depth + 1, width)
    return out


def _blocks(blocks: tuple[TextBlock, ...], width: int, margin: str) -> list[str]:
    out: list[str] = []
    for block in blocks:
        match block:
            case Paragraph():
                out += [*_wrapped(words(block.line), width, margin, margin), ""]
            case Items():
                out += [*_items(block, width, margin), ""]
            case Grid():
                out += [*_grid(block, width, margin), ""]
            case _:
                assert_never(block)
    return out


def _items(items: Items, width: int, margin: str) -> list[str]:
    out: list[str] = []
    for at, item in enumerate(items.items, 1):
        mark = f"{at}. " if items.ordered else "- "
        inner = margin + " " * len(mark)
        out += _wrapped(words(item.line), width, margin + mark, inner)
        out += [text for text in _blocks(item.blocks, width, inner) if text]
    return out


def _grid(grid: Grid, width: int, margin: str) -> list[str]:
    rows = [[words(cell) for cell in row] for row in (grid.head, *grid.rows)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    if len(margin) + sum(widths) + 3 * len(widths) <= width:
        return [
            margin + " | ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows
        ]
    if width - len(margin) >= _COLUMN * len(widths):
        return [margin + text for text in _columns(rows, _narrowed(widths, width - len(margin) - 3 * len(widths)))]
    out: list[str] = []
    for row in rows[1:]:
        first, *rest = row
        out += _wrapped(f"{rows[0][0]}: {first}", width, f"{margin}- ", f"{margin}  ")
        for name, cell in zip(rows[0][1:], rest, strict=True):
            out += _wrapped(f"{name}: {cell}", width, f"{margin}  ", f"{margin}    ")
    return out


def _narrowed(widths: list[int], room: int) -> list[int]:
    """The widths of columns that share `room` characters: narrow columns keep their width, wide ones share the rest."""
    fair = room // len(widths)
    while any(w <= fair for w in widths) and not all(w <= fair for w in widths):
        wide = [w for w in widths if w > fair]
        share = (room - sum(w for w in widths if w <= fair)) // len(wide)
        if share == fair:
            break
        fair = share
    return [min(w, fair) for w in widths]


def _columns(rows: list[list[str]], widths: list[int]) -> list[str]:
    """Rows whose cells take several lines, separated by dashed lines."""
    between = "-+-".join("-" * w for w in widths)
    out: list[str] = []
    for row in rows:
        cells = [textwrap.wrap(cell, w, break_on_hyphens=False) or [""] for cell, w in zip(row, widths, strict=True)]
        out += [between] if out else []
        for at in range(max(map(len, cells))):
            parts = [(cell[at] if at < len(cell) else "").ljust(w) for cell, w in zip(cells, widths, strict=True)]
            out.append(" | ".join(parts).rstrip())
    return out


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text, max(width, len(rest) + 20), initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    ) or [first.rstrip()]


__all__ = ["Line", "lines_of", "plain"]
