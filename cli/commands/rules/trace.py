"""`hoyle trace`: shows the documents beside the rules, line by line, and the rules without a source."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...arguments.chosen import Json, game_of, print_json
from ...arguments.common import variant_option
from ...arguments.inputs import pairs, source_folders
from ...terminal.console import count, echo, shown_path, visible, write_exact
from .rulings import lines_data

if TYPE_CHECKING:
    from ....dsl.checked import CheckedGame
    from ....dsl.provenance.citations import CitedClause, DocumentTrace, Trace
    from ....dsl.provenance.documents import DocumentText

FORMATS = ("text", "json", "html")
VERSION = 1
"""The version of the JSON form."""
_LONGEST = 160


@click.command()
@click.argument("ruleset")
@click.option("--source", "-s", "sources", multiple=True, metavar="NAME=PATH", help="Where a document is.")
@variant_option()
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to show it.")
@click.option("--complete", is_flag=True, help="Fail if a line of a document is not accounted for.")
@click.pass_context
def trace(
    ctx: click.Context, ruleset: str, sources: tuple[str, ...], variants: tuple[str, ...], form: str, complete: bool
) -> None:
    """Show the documents beside the rules that implement them.

    Every line of a document is shown with the clauses, options and rulings that cite it, or as no rule; lines that no
    rule accounts for are listed and counted. Rules with no source come last. A document is the file given with
    --source, or a file of its name beside the rule file or in a folder of HOYLE_SOURCES.

    \b
    Exit code: 0  all is well
               1  the rules have errors, or (with --complete) a line is not accounted for
               2  the command was used wrongly
    """
    from ....dsl.provenance.citations import trace as traced

    game = game_of(ctx, ruleset, variants)
    found = _documents(game, pairs(sources, "--source"))
    result = traced(game.tree, found)
    if form == "json":
        print_json(data(game, result))
    elif form == "html":
        from ...pages.trace import trace_page

        write_exact(trace_page(game, result))
    else:
        for text in _text(game, result):
            echo(visible(text))
    if complete and not result.complete:
        ctx.exit(1)


def _documents(game: CheckedGame, given: dict[str, str]) -> dict[str, DocumentText]:
    """The documents that can be found.

    Raises `click.UsageError` for an unknown name or a missing file in `--source`."""
    from ....dsl.provenance.documents import documents, locate, read_document

    known = documents(game.tree)
    for name in given:
        if name not in known:
            there = ", ".join(f"`{one}`" for one in known) or "none"
            raise click.UsageError(f"--source {visible(name)}: the rules name no such document; they name {there}")
    folders = source_folders()
    paths = {name: Path(path) for name, path in given.items()}
    found: dict[str, DocumentText] = {}
    for name, document in known.items():
        path = locate(document, paths, folders)
        if path is None:
            continue
        try:
            found[name] = replace(read_document(name, path), title=document.description)
        except (OSError, ValueError) as error:
            why = (getattr(error, "strerror", None) or str(error) or "it cannot be read").lower()
            raise click.UsageError(f"--source {visible(name)}: `{shown_path(str(path))}`: {why}") from None
    return found


def _text(game: CheckedGame, result: Trace) -> list[str]:
    out = [game.title]
    for account in result.accounts:
        title = f", {account.document.title}" if account.document.title else ""
        out += ["", f"{account.document.name}{title}: {shown_path(account.document.file)}"]
        width = len(str(len(account.document.lines)))
        for line in account.lines:
            if line.state == "blank":
                continue
            mark = {"rule": " ", "no rule": "·", "open": "!"}[line.state]
            text = line.text.strip()
            text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
            out.append(f"{mark} {line.number:>{width}}  {text}")
            if line.state == "open":
                out.append(f"{' ' * width}     (not accounted for)")
            out += [f"{' ' * width}     <- {_shown(result.rules[at])}" for at in line.rules]
    if result.sourceless:
        out += ["", "Rules with no source"]
        out += [f"  {_shown(rule)}" for rule in result.sourceless]
    return [*out, "", *_summary(result)]


def _summary(result: Trace) -> list[str]:
    out: list[str] = []
    for account in result.accounts:
        counts = ", ".join(
            (f"{account.count('rule')} rules", f"{account.count('no rule')} no rule", f"{account.count('blank')} blank")
        )
        lines = count(len(account.document.lines), "line")
        out.append(f"{account.document.name}: {lines}: {counts}, {len(account.open)} not accounted for")
        if account.open:
            out.append(f"  not accounted for: {_ranges([line.number for line in account.open])}")
        out += [f"  it has no such line: {_shown(result.rules[at])}" for at in account.beyond]
    out += [f"{name}: not found; give --source {name}=PATH" for name in result.missing]
    return out


def _ranges(numbers: list[int]) -> str:
    """`1-3, 7`"""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in found)


def _shown(rule: CitedClause) -> str:
    where = "" if rule.text.startswith(rule.part) else f"{rule.part}: "
    return f"{where}{rule.text} ({rule.place})"


# ---------------------------------------------------------------------------------------------------- for programs


def data(game: CheckedGame, result: Trace) -> Json:
    """The result as JSON: schemas/trace.schema.json."""
    return {
        "trace": VERSION,
        "title": game.title,
        "complete": result.complete,
        "rules": [_rule(rule) for rule in result.rules],
        "documents": [_account(account) for account in result.accounts],
        "missing": list(result.missing),
        "sourceless": [_rule(rule) for rule in result.sourceless],
    }


def _rule(rule: CitedClause) -> Json:
    return {
        "kind": rule.kind,
        "part": rule.part,
        "text": rule.text,
        "file": shown_path(rule.span.source.name),
        "line": rule.span.line,
        "citation": lines_data(rule.references),
    }


def _account(account: DocumentTrace) -> Json:
    lines: list[Json] = [
        {"number": line.number, "text": line.text, "state": line.state, "rules": list(line.rules)}
        for line in account.lines
    ]
    return {
        "name": account.document.name,
        "title": account.document.title,
        "file": shown_path(account.document.file),
        "lines": lines,
        "open": [line.number for line in account.open],
        "beyond": list(account.beyond),
    }
