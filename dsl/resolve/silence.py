"""Warnings can be silenced where they stand, with a reason:

    points of each player: number    # allow W0301: kept for the score sheet

The comment is for the warnings of its own line.  It says why; and one that silences nothing is reported, so that none
is left behind when the reason has gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..codes.rules import CODES
from ..source.diagnostics import Diagnostic, make
from ..source.nearest import nearest
from ..source.span import Source, Span
from ..syntax.layout import scan

_ALLOW = re.compile(r"#\s*allow\s+(?P<codes>\w+(?:\s*,\s*\w+)*)\s*(?::\s*(?P<reason>\S.*))?")
_CODE = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Silence:
    """One code of one comment: the line it is for, the place of the code, whether a reason is given."""

    source: Source
    line: int
    code: str
    span: Span
    reason: str | None


def silences(source: Source) -> tuple[Silence, ...]:
    """The silences of a rule file, in order."""
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
    """The diagnostics without the silenced warnings, and what is wrong with the silences themselves.

    A silence needs a reason (W0927) and something to silence (W0928); errors and codes there are not cannot be silenced
    (W0929).  Silences that silence nothing are reported of the file `own` only, if one is given: the game below a
    variant is none of its business."""
    asked: dict[tuple[Source, int, str], Silence] = {}
    made: list[Diagnostic] = []
    for source in dict.fromkeys(sources):
        for item in silences(source):
            if item.code not in CODES or CODES[item.code].severity == "error":
                made.append(_not_possible(item))
                continue
            asked[item.source, item.line, item.code] = item
            if item.reason is None:
                made.append(make("W0927", item.span, help=f"write `# allow {item.code}: because …`"))
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
            made.append(make("W0928", item.span, code=item.code))
    return (*kept, *(d for d in made if own in (None, d.span.source)))


def _not_possible(item: Silence) -> Diagnostic:
    if item.code in CODES:
        return make("W0929", item.span, code=item.code, why="is an error: it cannot be silenced")
    warnings = [code for code, entry in CODES.items() if entry.severity != "error"]
    near = nearest(item.code, warnings)
    help = f"did you mean `{near}`?" if near else None
    return make("W0929", item.span, code=item.code, why="is no code", help=help)
