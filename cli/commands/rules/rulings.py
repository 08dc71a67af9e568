"""`hoyle rulings`: lists every point that the documents leave open, its possible readings, and the reading in use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ...arguments.chosen import Json, game_of, print_json, settled
from ...arguments.common import rule_options
from ...terminal.console import count, echo, folded, shown_path, visible, write_exact

if TYPE_CHECKING:
    from ....dsl.checked import CheckedGame
    from ....dsl.provenance.documents import Reference
    from ....dsl.provenance.rulings import OpenPoint

FORMATS = ("text", "md", "json")
VERSION = 1
"""The version of the JSON form."""


@click.command()
@click.argument("ruleset")
@rule_options
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to show them.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.pass_context
def rulings(
    ctx: click.Context, ruleset: str, options: tuple[str, ...], preset: str | None, players: int | None,
    variants: tuple[str, ...], form: str, as_json: bool,
) -> None:  # fmt: skip
    """List every ambiguity with its readings, and the rulings.

    RULESET is the name of a ruleset, a rule file, or - for standard input. Each reading is shown with the lines of
    the documents that support it; the default and the current setting are marked.

    \b
    Exit code: 0  all is well
               1  the rules have errors
               2  the command was used wrongly
    """
    from ....dsl.provenance.rulings import register

    game = game_of(ctx, ruleset, variants)
    entries = register(game, settled(game, options, preset, players).values)
    if as_json or form == "json":
        print_json(data(game, entries))
    elif form == "md":
        write_exact("\n".join(_markdown(game, entries)) + "\n")
    else:
        for text in _text(game, entries):
            for each in folded(visible(text)):
                echo(each)


def cited(references: Sequence[Reference]) -> str:
    """`[rules 58, 61-63]`, or nothing."""
    if not references:
        return ""
    found: dict[str, list[str]] = {}
    for one in references:
        lines = str(one.first) if one.first == one.last else f"{one.first}-{one.last}"
        found.setdefault(one.source, []).append(lines)
    return "[" + "; ".join(f"{source} {', '.join(lines)}" for source, lines in found.items()) + "]"


def _text(game: CheckedGame, entries: Sequence[OpenPoint]) -> list[str]:
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


def _markdown(game: CheckedGame, entries: Sequence[OpenPoint]) -> list[str]:
    from ....dsl.rulebook.markdown import escaped

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


def data(game: CheckedGame, entries: Sequence[OpenPoint]) -> Json:
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
