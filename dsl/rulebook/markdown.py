"""A document as Markdown (CommonMark with tables)."""

from __future__ import annotations

import re
from typing import assert_never

from ..source.invisible import stripped
from .document import Grid, Items, Line, Paragraph, RulebookDocument, Section, TextBlock, TextRun, every_section

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_AT_START = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)")


def markdown(document: RulebookDocument) -> str:
    """The Markdown of a document."""
    names = anchors(document)
    out = [f"# {escaped(document.title)}", ""]
    out += _blocks(document.lead, "", names)
    for section, depth in every_section(document.sections):
        out += [f"{'#' * min(depth + 2, 6)} {escaped(section.title)}", ""]
        out += _blocks(section.blocks, "", names)
    return "\n".join(out).rstrip() + "\n"


def anchors(document: RulebookDocument) -> dict[str, str]:
    """The anchor that a Markdown viewer gives each section, by the section's key."""
    found: dict[str, str] = {}
    seen: dict[str, int] = {}
    for section, _ in every_section(document.sections):
        base = re.sub(r"[^\w\- ]", "", section.title.lower()).strip().replace(" ", "-")
        again = seen.get(base, 0)
        seen[base] = again + 1
        found.setdefault(section.key, f"{base}-{again}" if again else base)
    return found


def escaped(text: str) -> str:
    """The text with all characters escaped that have a meaning in Markdown."""
    text = stripped(text).replace("\n", " ")
    return _AT_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))


def inline(of: Line, names: dict[str, str]) -> str:
    """A line, with its runs as Markdown."""
    return "".join(_run(run, names) for run in of)


def _run(run: TextRun, names: dict[str, str]) -> str:
    text = escaped(run.text)
    match run.style:
        case "code":
            return f"`{run.text}`"
        case "strong":
            return _around("**", text)
        case "term" | "blank":
            return _around("*", text)
        case "link" if run.to in names:
            return f"[{text}](#{names[run.to]})"
        case "link":
            return _around("*", text)
        case _:
            return text


def _around(mark: str, text: str) -> str:
    """The text between two marks.  Blanks stay outside the marks, as Markdown requires."""
    inner = text.strip()
    return text.replace(inner, f"{mark}{inner}{mark}", 1) if inner else text


def _blocks(blocks: tuple[TextBlock, ...], margin: str, names: dict[str, str]) -> list[str]:
    out: list[str] = []
    for block in blocks:
        match block:
            case Paragraph():
                out += [margin + inline(block.line, names), ""]
            case Items():
                out += [*_items(block, margin, names), ""]
            case Grid():
                out += [*_grid(block, margin, names), ""]
            case _:
                assert_never(block)
    return out


def _items(items: Items, margin: str, names: dict[str, str]) -> list[str]:
    out: list[str] = []
    for at, item in enumerate(items.items, 1):
        mark = f"{at}. " if items.ordered else "- "
        inner = margin + " " * len(mark)
        out.append(margin + mark + inline(item.line, names))
        for block in item.blocks:
            if not isinstance(block, Items):
                out.append("")
            out += [text if text.strip() else "" for text in _blocks((block,), inner, names)]
            if isinstance(block, Items):
                out.pop()
    return out


def _grid(grid: Grid, margin: str, names: dict[str, str]) -> list[str]:
    rows = [margin + "| " + " | ".join(inline(cell, names) for cell in row) + " |" for row in (grid.head, *grid.rows)]
    return [rows[0], margin + "|" + " --- |" * len(grid.head), *rows[1:]]


__all__ = ["Section", "anchors", "escaped", "inline", "markdown"]
