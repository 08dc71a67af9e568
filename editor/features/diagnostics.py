"""Diagnostics as an editor underlines them."""

from __future__ import annotations

from typing import cast

from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..text import Json
from ..view import FileView
from . import scripts

SEVERITY = {"error": 1, "warning": 2, "note": 3}
_UNUSED = frozenset(("W0301",))
MOST = 200


def diagnostics(view: FileView) -> list[Json]:
    """What is wrong with a file, in the words of `hoyle check`; a script is played by its rules."""
    if view.document.is_script:
        return [shown(view, one) for one in scripts.problems(view)[:MOST]]
    own: list[Diagnostic] = []
    others: list[Diagnostic] = []
    for one in (*view.diagnostics, *found_in_play(view)):
        (own if one.span.source.name == view.document.source.name else others).append(one)
    made = [shown(view, one) for one in own[:MOST]]
    broken = [one for one in others if one.severity == "error"]
    variant = view.document.variant
    if broken and variant is not None:
        made.append(_broken_base(view, variant.base.span, broken))
    return made


def found_in_play(view: FileView) -> tuple[Diagnostic, ...]:
    """The mistakes that games played in the background have found in this version of a file."""
    return tuple(cast("list[Diagnostic]", view.document.kept.get("trial", [])))


def shown(view: FileView, diagnostic: Diagnostic) -> Json:
    """One diagnostic, its advice behind the message, with the other places that matter."""
    message = diagnostic.message if diagnostic.help is None else f"{diagnostic.message}\n{diagnostic.help}"
    found: Json = {
        "range": view.text.span(_visible(view, diagnostic.span)),
        "severity": SEVERITY[diagnostic.severity],
        "code": diagnostic.code,
        "source": "hoyle",
        "message": message,
    }
    if diagnostic.code in _UNUSED:
        found["tags"] = [1]
    related = [one for span, text in diagnostic.notes if (one := _related(view, span, text)) is not None]
    if related:
        found["relatedInformation"] = related
    return found


def _visible(view: FileView, span: Span) -> Span:
    """At least one character, where there is one on the line, and nothing below the first line of a block."""
    line = view.text.line_of(span.start)
    if span.end > span.start:
        return Span(span.source, span.start, max(span.start + 1, min(span.end, view.text.ends[line])))
    end = min(span.start + 1, view.text.ends[line])
    return Span(span.source, span.start if end > span.start else max(view.text.starts[line], span.start - 1), end)


def _related(view: FileView, span: Span, text: str) -> Json | None:
    place = view.workspace.place(span)
    if place is None:
        return None
    uri, other = place
    return {"location": {"uri": uri, "range": other.span(span)}, "message": text}


def _broken_base(view: FileView, place: Span, broken: list[Diagnostic]) -> Json:
    """What is wrong with the game below a variant is said at the variant's heading, in one message."""
    count = "a mistake" if len(broken) == 1 else f"{len(broken)} mistakes"
    related = [one for found in broken[:5] if (one := _related(view, found.span, found.message)) is not None]
    return {
        "range": view.text.span(place),
        "severity": 1,
        "code": broken[0].code,
        "source": "hoyle",
        "message": f"the rules this is laid over have {count}: {broken[0].message}",
        "relatedInformation": related,
    }
