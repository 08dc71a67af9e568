"""The canonical layout for a whole file, or for the parts in a selection."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import cast

from ...dsl.source.span import Source
from ...dsl.syntax.printer.formatter import format_source
from ...interpreter.notation.files import parse_script
from ...interpreter.notation.writer import write_text
from ..text import Json
from ..view import FileView


def formatted(view: FileView) -> list[Json]:
    """The edits that format a file; empty if its form has mistakes."""
    return _edits(view, 0, len(view.raw), _laid_out(view))


def _laid_out(view: FileView) -> str | None:
    if view.document.is_script:
        if view.raw.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
            return None
        script, _ = parse_script(view.raw, view.document.source.name)
        if script is None:
            return None
        text = write_text(script)
        return text if parse_script(text)[0] == script else None
    return _text(view.raw)


def _text(text: str) -> str | None:
    made = format_source(Source("<text>", text.removeprefix("\ufeff")))
    return made if isinstance(made, str) else None


def formatted_range(view: FileView, start: int, end: int) -> list[Json]:
    """The edits that format the forms in a range.  Mistakes in other forms do not matter."""
    if view.document.is_script:
        return []
    touched = [form for form in view.document.layout.forms if form[0].start <= end and form[-1].end >= start]
    if not touched:
        return []
    first = view.text.starts[view.text.line_of(touched[0][0].start)]
    last = view.text.ends[view.text.line_of(touched[-1][-1].end)]
    name = f"layout {first} {last}"
    found = view.document.kept.get(name)
    if found is None:
        made = _text(view.raw[first:last])
        found = _edits(view, first, last, made.removesuffix("\n") if made is not None else None)
        view.document.kept[name] = found
    return cast("list[Json]", found)


def _edits(view: FileView, start: int, end: int, made: str | None) -> list[Json]:
    """One edit for each group of lines that differ.  So the editor keeps its marks in all other lines."""
    if made is None:
        return []
    if "\r\n" in view.raw:
        made = made.replace("\n", "\r\n")
    old = view.raw[start:end].splitlines(keepends=True)
    new = made.splitlines(keepends=True)
    offsets = [start]
    for line in old:
        offsets.append(offsets[-1] + len(line))
    return [
        {"range": view.text.range(offsets[a], offsets[b]), "newText": "".join(new[c:d])}
        for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if tag != "equal"
    ]
