"""Diagnostics: what is wrong with a rule file, where, and what to do about it.

Wording, for everybody who adds one:

* the message is a lower-case fragment without a full stop: "`orderup` is not a phase";
* the author's own text stands in backticks;
* advice goes to `help`, a fragment too: "did you mean `order_up`?";
* other places that matter go to `notes`, each with its own text: "first named here";
* nothing about how the checker works: no "token", no "parser", no "tree"; words a card player uses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..codes.base import Severity
from ..codes.rules import CODES
from .span import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing found in a rule file.  `span` is the text to underline."""

    code: str
    severity: Severity
    message: str
    span: Span
    help: str | None = None
    notes: tuple[tuple[Span, str], ...] = ()
    expected: tuple[str, ...] = ()
    """What could have stood there, in the author's words, for tools that complete what is being typed."""

    def __str__(self) -> str:
        return f"{self.span}: {self.severity} {self.code}: {self.message}"


def make(
    code: str,
    span: Span,
    /,
    *,
    help: str | None = None,
    notes: tuple[tuple[Span, str], ...] = (),
    expected: tuple[str, ...] = (),
    **fields: object,
) -> Diagnostic:
    """The diagnostic of this code, its message filled with `fields`: `make("E0204", span, name="top")`."""
    entry = CODES[code]
    message = entry.message.format_map({name: _shown(value) for name, value in fields.items()})
    return Diagnostic(code, entry.severity, message, span, help, notes, expected)


_LONGEST = 100
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")


def _shown(value: object) -> object:
    """Text of the author as a message can hold it: nothing invisible, not too long."""
    if not isinstance(value, str):
        return value
    return seen(value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…")


def seen(text: str) -> str:
    """A text with what is invisible in it written out: `\\u0000`."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
