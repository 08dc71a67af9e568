"""Diagnostics: a mistake in a rule file, its place, and advice on how to correct it.

Rules for the wording of a new one:

* the message is a fragment in lower case without a full stop: "`orderup` is not a phase";
* the author's own text is in backticks;
* advice belongs in `help`, also as a fragment: "did you mean `order_up`?";
* other places that matter belong in `notes`, each with its own text: "first named here";
* the wording says nothing about how the checker works (no "token", "parser" or "tree"); it uses words of card players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .span import Span

Severity = Literal["error", "warning", "note"]


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
