"""Diagnostics in the form that an editor underlines."""

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
    """The mistakes in a file, in the words of `hoyle check`.  A script is also played by its rules."""
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
    """The mistakes that games in the background have found in this version of a file."""
    return tuple(cast("list[Diagnostic]", view.document.kept.get("trial", [])))


def shown(view: FileView, diagnostic: Diagnostic) -> Json:
    """One diagnostic.  Its advice follows the message, and the other places are attached."""
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
    """The part of a span to underline: at least one character if possible, and only the first line of a block."""
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
    """One message at the variant's heading about all mistakes in the game below the variant."""
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
