"""A replay as one seat may follow it: what reveals cards that the seat cannot see is left out, or reported without
them.

The transcript and the tabletop reduce the records.  This file reduces the annotations of the script, because its author
knew all the cards.  Comments, expectations and side lines are left out.  A mistake is reported only with its place and
code, because its message, its line and its help name cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.span import Source, Span
from ...replay.events import Branched, Commented, Failed, ReplayEvent, Returned


def seen_by(viewer: int | None, events: Iterable[ReplayEvent]) -> Iterator[ReplayEvent]:
    """The events of a replay that a seat may know; all events for None."""
    depth = 0
    for event in events:
        match event:
            case _ if viewer is None:
                yield event
            case Branched():
                depth += 1
            case Returned():
                depth -= 1
            case Failed(diagnostic):
                yield Failed(place_and_code(diagnostic), event.records if not depth else ())
            case Commented():
                pass
            case _ if not depth:
                yield event
            case _:
                pass


def place_and_code(diagnostic: Diagnostic) -> Diagnostic:
    """A diagnostic reduced to its place and its code."""
    line = diagnostic.span.line
    place = Source(diagnostic.span.source.name, "\n" * (line - 1) + "…")
    message = "something is wrong here; what it is may tell of cards this seat does not see"
    span = Span(place, line - 1, line)
    return Diagnostic(diagnostic.code, diagnostic.severity, message, span)
