"""A replay as one seat may follow it: what tells of cards the seat cannot see is left out, or reported without them.

The records are cut down by the transcript and the tabletop.  Here it is about everything a script says itself: whoever
wrote it knew all the cards.  Comments, expectations and side lines are left out, and of a mistake only its place and
code are told, because its message, its line and its advice name cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Source, Span
from ..replay.events import Branched, Commented, Event, Failed, Returned


def seen_by(viewer: int | None, events: Iterable[Event]) -> Iterator[Event]:
    """The events of a replay that a seat may know of; all of them for None."""
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
                yield Failed(guarded(diagnostic), event.records if not depth else ())
            case Commented():
                pass
            case _ if not depth:
                yield event
            case _:
                pass


def guarded(diagnostic: Diagnostic) -> Diagnostic:
    """A diagnostic that says where something is wrong and under which code, and nothing of what stands there."""
    line = diagnostic.span.line
    place = Source(diagnostic.span.source.name, "\n" * (line - 1) + "…")
    message = "something is wrong here; what it is may tell of cards this seat does not see"
    span = Span(place, line - 1, line)
    return Diagnostic(diagnostic.code, diagnostic.severity, message, span)
