"""Faults: errors of a rule file that show only in play, and their messages.

Every executor stops a game with the same `Fault`.  Its text is made here from the kind of fault and its values.
"""

from __future__ import annotations

from string import Formatter

from ..dsl.codes.table import CODES
from ..dsl.source.span import Span


class Fault(Exception):
    """An error of the rule file that shows only in play: `code`, `message`, the place of the rule, and the values that
    the message names.
    """

    def __init__(self, code: str, message: str, span: Span, values: tuple[int | str, ...] = ()) -> None:
        super().__init__(f"{span}: {message}")
        self.code = code
        self.message = message
        self.span = span
        self.values = values


KINDS: dict[str, str] = {
    "outside": "E1201",
    "none": "E1202",
    "division": "E1203",
    "failed": "E1204",
    "no row": "E1204",
    "endless": "E1205",
    "too many": "E1205",
    "too much": "E1205",
    "not one": "E1206",
    "nothing to pick": "E1207",
    "too few": "E1208",
    "no choice": "E1209",
    "too many to try": "E1210",
}
"""The code of each kind of fault.  The message of the code has a gap for each value (for `failed`, the value is the
message).
"""

_OTHER_TEXTS = {
    "no row": "no row of the table applies",
    "too many": "{:,} numbers are too many to go through",
    "too much": "the rules go through {:,} elements of sets inside each other, and nobody had to choose",
}
"""The messages of kinds that share a code with another kind."""


def text_of(kind: str) -> str:
    """The message of a kind of fault, with a gap (`{…}`) for each of its values, in order."""
    return _OTHER_TEXTS.get(kind) or CODES[KINDS[kind]].message


def fault(kind: str, span: Span, *values: int | str) -> Fault:
    """Make a fault of a kind (a key of `KINDS`) at a place.  `values` fill the gaps of its message, in order;
    what is left over is not used.
    """
    text = text_of(kind)
    gaps = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    named = values[: len(gaps)]
    return Fault(KINDS[kind], text.format(*named, **dict(zip(gaps, named, strict=True))), span, named)
