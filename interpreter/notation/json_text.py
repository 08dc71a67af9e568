"""Reads the JSON text of a script, with the codes of scripts for its mistakes."""

from __future__ import annotations

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.json_reader import JsonError, JsonLimits, LocatedValue, Plain, path_text, read_located
from ...dsl.source.span import Source, Span

__all__ = ["LocatedValue", "Plain", "path_text", "read_json"]

DEEPEST = 32
MOST_VALUES = 1_000_000
LONGEST_STRING = 20_000
"""The longest string as it is written, in characters.  Texts of scripts must be much shorter."""
MOST_KEYS = 1_000
"""The most keys of one object."""


def read_json(source: Source) -> LocatedValue:
    """Read the value in a JSON text.  Raises `ScriptError` for the first mistake."""
    try:
        return read_located(source.text, JsonLimits(DEEPEST, MOST_VALUES, LONGEST_STRING, MOST_KEYS, False))
    except JsonError as error:
        span = Span(source, error.start, error.end)
        match error.kind:
            case "limit":
                found = report("E1011", span, what=error.why, most=error.more)
            case "key":
                found = report("E1022", span, key=error.more, path=error.why)
            case "syntax":
                found = report("E1020", span, why=error.why)
        raise ScriptError(found) from None
