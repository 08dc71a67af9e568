"""The result of a check for programs: JSON (schemas/check.schema.json), SARIF 2.1.0, GitHub workflow commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..terminal.console import json_text, shown_path

if TYPE_CHECKING:
    from ...dsl.codes.code import Code
    from ...dsl.source.diagnostics import Diagnostic
    from ...dsl.source.span import Span

VERSION = 1
"""The version of the JSON report.  It rises if a reader of the previous version would misread a report."""

Json = None | bool | int | str | Sequence["Json"] | dict[str, "Json"]

_SARIF = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def report_data(diagnostics: Sequence[Diagnostic], files: Sequence[str]) -> dict[str, Json]:
    """The report of a check as data."""
    errors, warnings = (sum(d.severity == severity for d in diagnostics) for severity in ("error", "warning"))
    return {
        "check": VERSION,
        "ok": errors == 0,
        "files": [shown_path(name) for name in files],
        "errors": errors,
        "warnings": warnings,
        "diagnostics": [diagnostic_data(diagnostic) for diagnostic in diagnostics],
    }


def diagnostic_data(diagnostic: Diagnostic) -> dict[str, Json]:
    """One diagnostic as data.  Missing parts are left out."""
    data: dict[str, Json] = {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place(diagnostic.span),
    }
    if diagnostic.help is not None:
        data["help"] = diagnostic.help
    if diagnostic.notes:
        data["notes"] = [{"message": text, **_place(span)} for span, text in diagnostic.notes]
    if diagnostic.expected:
        data["expected"] = list(diagnostic.expected)
    return data


def _place(span: Span) -> dict[str, Json]:
    end_line, end_column = span.end_place
    return {
        "file": shown_path(span.source.name),
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }


def github_report(diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    """Workflow commands.  GitHub shows each beside the line it concerns."""
    kinds = {"error": "error", "warning": "warning", "note": "notice"}
    for diagnostic in diagnostics:
        span = diagnostic.span
        end_line, end_column = span.end_place
        properties = {
            "file": shown_path(span.source.name),
            "line": span.line,
            "endLine": end_line,
            "col": span.column,
            "endColumn": end_column,
            "title": f"hoyle {diagnostic.code}",
        }
        if end_line != span.line:  # GitHub accepts columns only within one line
            del properties["endColumn"]
        shown = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
        yield f"::{kinds[diagnostic.severity]} {shown}::{_data(_whole(diagnostic))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _whole(diagnostic: Diagnostic) -> str:
    """The message and its help."""
    return diagnostic.message + (f"\nhelp: {diagnostic.help}" if diagnostic.help is not None else "")


def sarif_report(diagnostics: Sequence[Diagnostic], version: str) -> str:
    """A SARIF log of one run."""
    from ...dsl.codes.table import CODES

    used = sorted({diagnostic.code for diagnostic in diagnostics})
    driver: dict[str, Json] = {
        "name": "hoyle",
        "version": version,
        "rules": [_rule(CODES[code]) for code in used if code in CODES],
    }
    known = [code for code in used if code in CODES]
    data: Json = {
        "$schema": _SARIF,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(diagnostic, known) for diagnostic in diagnostics],
            }
        ],
    }
    return _text(data)


def _rule(code: Code) -> dict[str, Json]:
    example = f"\n\nExample:\n\n{code.bad}" * bool(code.bad) + f"\n\nCorrected:\n\n{code.good}" * bool(code.good)
    return {
        "id": code.id,
        "name": "".join(word.capitalize() for word in code.title.replace("?", "").split()),
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.why},
        "help": {"text": code.why + example},
        "defaultConfiguration": {"level": code.severity},
    }


def _result(diagnostic: Diagnostic, known: Sequence[str]) -> dict[str, Json]:
    result: dict[str, Json] = {
        "ruleId": diagnostic.code,
        "level": diagnostic.severity,
        "message": {"text": _whole(diagnostic)},
        "locations": [{"physicalLocation": _location(diagnostic.span)}],
    }
    if diagnostic.code in known:
        result["ruleIndex"] = known.index(diagnostic.code)
    if diagnostic.notes:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _location(span), "message": {"text": text}}
            for number, (span, text) in enumerate(diagnostic.notes, 1)
        ]
    return result


def _location(span: Span) -> dict[str, Json]:
    place: dict[str, Json] = {"artifactLocation": {"uri": _uri(span.source.name)}}
    if span.source.text:
        end_line, end_column = span.end_place
        place["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": end_line,
            "endColumn": end_column,
        }
    return place


def _uri(name: str) -> str:
    shown = Path(shown_path(name))
    return shown.as_uri() if shown.is_absolute() else quote(shown.as_posix())


def _text(data: Json) -> str:
    return json_text(data)
