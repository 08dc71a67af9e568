"""The documents beside the rules, line by line, as text and as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...dsl.provenance.documents import documents, lines_text
from ..terminal.console import count, shown_path
from .rulings import Json, lines_data

if TYPE_CHECKING:
    from ...dsl.checked import CheckedGame
    from ...dsl.provenance.citations import CitedClause, DocumentTrace, Trace
    from ...dsl.syntax.nodes import Document

VERSION = 1
"""The version of the JSON form."""
_LONGEST = 160


def text_lines(game: CheckedGame, result: Trace) -> list[str]:
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
    return [*out, "", *_summary(result, documents(game.tree))]


def _summary(result: Trace, declared: Mapping[str, Document]) -> list[str]:
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
    for name in result.missing:
        document = declared[name]
        what = f" ({document.description})" if document.description else ""
        out.append(f"{name}: not found; give --source {name}=PATH")
        out.append(f"  It is the document `{shown_path(document.path)}`{what}, which does not come with the rules.")
        out.append(
            "  Without it they are shown as above, with it line by line. A copy beside the rule file, or in a folder"
        )
        out.append("  of HOYLE_SOURCES, is found by itself.")
    return out


def _ranges(numbers: list[int]) -> str:
    """`1-3, 7`"""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(lines_text(*one) for one in found)


def _shown(rule: CitedClause) -> str:
    where = "" if rule.text.startswith(rule.part) else f"{rule.part}: "
    return f"{where}{rule.text} ({rule.place})"


def data(game: CheckedGame, result: Trace) -> dict[str, Json]:
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


def account_lines(account: DocumentTrace) -> list[Json]:
    """The lines of a document, each with what became of it."""
    return [
        {"number": line.number, "text": line.text, "state": line.state, "rules": list(line.rules)}
        for line in account.lines
    ]


def _account(account: DocumentTrace) -> Json:
    return {
        "name": account.document.name,
        "title": account.document.title,
        "file": shown_path(account.document.file),
        "lines": account_lines(account),
        "open": [line.number for line in account.open],
        "beyond": list(account.beyond),
    }
