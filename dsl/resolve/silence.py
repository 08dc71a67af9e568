"""A comment can silence a warning on its line, with a reason:

    points of each player: number    # allow W0301: kept for the score sheet

The comment applies to the warnings of its own line, and must give a reason.  A comment that silences nothing is
reported, so that none remains after its reason is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..codes.reporting import report
from ..codes.table import RULE_CODES
from ..source.diagnostics import Diagnostic
from ..source.nearest import nearest
from ..source.span import Source, Span
from ..syntax.layout import scan

_ALLOW = re.compile(r"#\s*allow\s+(?P<codes>\w+(?:\s*,\s*\w+)*)\s*(?::\s*(?P<reason>\S.*))?")
_CODE = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Silence:
    """One code in one comment: the line it applies to, the place of the code, and whether a reason is given."""

    source: Source
    line: int
    code: str
    span: Span
    reason: str | None


def silences(source: Source) -> tuple[Silence, ...]:
    """The silences of a rule file, in the order of the file."""
    if "allow" not in source.text:
        return ()
    found: list[Silence] = []
    for comment in scan(source).comments:
        match = _ALLOW.match(source.text, comment.start, comment.end)
        if match is None:
            continue
        line = source.place(comment.start)[0]
        codes = _CODE.finditer(source.text, *match.span("codes"))
        found += [Silence(source, line, code[0], Span(source, *code.span()), match["reason"]) for code in codes]
    return tuple(found)


def silence(
    diagnostics: Iterable[Diagnostic], sources: Iterable[Source], own: Source | None = None
) -> tuple[Diagnostic, ...]:
    """The diagnostics without the silenced warnings, together with the mistakes in the silences themselves.

    A silence needs a reason (W0927) and a warning to silence (W0928).  Errors and unknown codes cannot be silenced
    (W0929).  If `own` is given, silences without a warning are reported only for that file: a variant's author cannot
    change the game below."""
    asked: dict[tuple[Source, int, str], Silence] = {}
    made: list[Diagnostic] = []
    for source in dict.fromkeys(sources):
        for item in silences(source):
            if item.code not in RULE_CODES or RULE_CODES[item.code].severity == "error":
                made.append(_not_possible(item))
                continue
            asked[item.source, item.line, item.code] = item
            if item.reason is None:
                made.append(report("W0927", item.span, help=f"write `# allow {item.code}: because …`"))
    kept: list[Diagnostic] = []
    used: set[tuple[Source, int, str]] = set()
    for diagnostic in diagnostics:
        place = (diagnostic.span.source, diagnostic.span.line, diagnostic.code)
        if diagnostic.severity != "error" and place in asked:
            used.add(place)
        else:
            kept.append(diagnostic)
    for place, item in asked.items():
        if place not in used and own in (None, item.source):
            made.append(report("W0928", item.span, code=item.code))
    return (*kept, *(d for d in made if own in (None, d.span.source)))


def _not_possible(item: Silence) -> Diagnostic:
    if item.code in RULE_CODES:
        return report("W0929", item.span, code=item.code, why="is an error: it cannot be silenced")
    warnings = [code for code, entry in RULE_CODES.items() if entry.severity != "error"]
    near = nearest(item.code, warnings)
    help = f"did you mean `{near}`?" if near else None
    return report("W0929", item.span, code=item.code, why="is not a code", help=help)
