"""Diagnostics: a mistake in a rule file, its place, and advice on how to correct it.

Rules for the wording of a new one:

* the message is a fragment in lower case without a full stop: "`orderup` is not a phase";
* the author's own text is in backticks;
* advice belongs in `help`, also as a fragment: "did you mean `order_up`?";
* other places that matter belong in `notes`, each with its own text: "first named here";
* the wording says nothing about how the checker works (no "token", "parser" or "tree"); it uses words of card players.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..codes.code import Severity
from ..codes.table import CODES
from .span import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a rule file.  `span` is the text to underline."""

    code: str
    severity: Severity
    message: str
    span: Span
    help: str | None = None
    notes: tuple[tuple[Span, str], ...] = ()
    expected: tuple[str, ...] = ()
    """What could be at this place instead, in the author's words.  Tools use it to complete what is being typed."""

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
    """The diagnostic of this code, with `fields` filled into its message: `make("E0204", span, name="top")`."""
    entry = CODES[code]
    message = entry.message.format_map({name: _shown(value) for name, value in fields.items()})
    return Diagnostic(code, entry.severity, message, span, help, notes, expected)


_LONGEST = 100
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")


def _shown(value: object) -> object:
    """The author's text in a form that fits a message: invisible characters escaped, long text shortened."""
    if not isinstance(value, str):
        return value
    return escape_invisible(value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…")


def escape_invisible(text: str) -> str:
    """A text with its invisible characters escaped: `\\u0000`."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
