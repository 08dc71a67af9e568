"""The register of rulings as text, as Markdown and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...dsl.provenance.documents import lines_text
from ..terminal.console import count, shown_path

if TYPE_CHECKING:
    from ...dsl.checked import CheckedGame
    from ...dsl.provenance.documents import Reference
    from ...dsl.provenance.rulings import OpenPoint

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
VERSION = 1
"""The version of the JSON form."""


def cited(references: Sequence[Reference]) -> str:
    """`[rules 58, 61-63]`, or nothing."""
    if not references:
        return ""
    found: dict[str, list[str]] = {}
    for one in references:
        found.setdefault(one.source, []).append(lines_text(one.first, one.last))
    return "[" + "; ".join(f"{source} {', '.join(lines)}" for source, lines in found.items()) + "]"


def text_lines(game: CheckedGame, entries: Sequence[OpenPoint]) -> list[str]:
    options = [one for one in entries if one.kind == "option"]
    decided = [one for one in entries if one.kind == "ruling"]
    out = [f"{game.title}: {count(len(options), 'option')}, {count(len(decided), 'ruling')}"]
    for entry in options:
        when = f", if {entry.condition}" if entry.condition else ""
        out += ["", f"{entry.text} ({entry.name}{when}) {cited(entry.references)}".rstrip()]
        if entry.range is not None:
            low, high = entry.range
            usual = "" if entry.value == entry.default else f"; default {entry.default}"
            out.append(f"  * {entry.value}  from {low} to {high}{usual}")
        width = max((len(reading.value) for reading in entry.readings), default=0)
        for reading in entry.readings:
            marks = [word for word, so in (("set", reading.set), ("default", reading.default)) if so]
            about = " ".join(filter(None, (reading.description, cited(reading.references))))
            tail = f" ({', '.join(marks)})" if marks else ""
            out.append(f"  {'*' if reading.set else ' '} {reading.value:<{width}}  {about}{tail}".rstrip())
    if decided:
        out += ["", "Rulings"]
        out += [f"  - {entry.text} {cited(entry.references)}".rstrip() for entry in decided]
    return out


def markdown_lines(game: CheckedGame, entries: Sequence[OpenPoint]) -> list[str]:
    from ...dsl.rulebook.markdown import escaped

    out = [f"# {escaped(game.title)}: rulings", ""]
    for entry in entries:
        if entry.kind == "ruling":
            continue
        when = f" if `{entry.condition}`" if entry.condition else ""
        out += [
            f"## {escaped(entry.text)}",
            "",
            f"`{entry.name}`{when} {escaped(cited(entry.references))}".rstrip(),
            "",
        ]
        if entry.range is not None:
            low, high = entry.range
            out += [f"**{escaped(entry.value)}** (from {low} to {high}, default {escaped(entry.default)})", ""]
            continue
        out += ["| | reading | | lines |", "| --- | --- | --- | --- |"]
        for reading in entry.readings:
            marks = " ".join(word for word, so in (("**set**", reading.set), ("default", reading.default)) if so)
            about, lines = escaped(reading.description or ""), escaped(cited(reading.references))
            out.append(f"| {marks} | `{reading.value}` | {about} | {lines} |")
        out.append("")
    decided = [entry for entry in entries if entry.kind == "ruling"]
    if decided:
        out += [
            "## Decided",
            "",
            *(f"- {escaped(one.text)} {escaped(cited(one.references))}".rstrip() for one in decided),
        ]
    return out


def lines_data(references: Sequence[Reference]) -> Json:
    """Citations as JSON."""
    return [{"source": one.source, "first": one.first, "last": one.last} for one in references]


def data(game: CheckedGame, entries: Sequence[OpenPoint]) -> dict[str, Json]:
    """The rulings as JSON: schemas/rulings.schema.json."""
    return {"rulings": VERSION, "title": game.title, "entries": [_entry(entry) for entry in entries]}


def _entry(entry: OpenPoint) -> Json:
    common: dict[str, Json] = {
        "kind": entry.kind,
        "text": entry.text,
        "citation": lines_data(entry.references),
        "file": shown_path(entry.span.source.name),
        "line": entry.span.line,
    }
    if entry.kind == "ruling":
        return common
    readings: list[Json] = [
        {
            "value": one.value,
            "description": one.description,
            "citation": lines_data(one.references),
            "default": one.default,
            "set": one.set,
        }
        for one in entry.readings
    ]
    own: dict[str, Json] = {
        "name": entry.name,
        "readings": readings,
        "range": [*entry.range] if entry.range is not None else None,
        "default": entry.default,
        "value": entry.value,
        "condition": entry.condition,
    }
    return common | own
