"""Reports mistakes in a scripted game."""

from __future__ import annotations

from ..source.diagnostics import Diagnostic
from ..source.span import Span
from .table import CODES

_LONGEST = 80


class ScriptError(Exception):
    """Carries the diagnostic that stops a script, from deep inside the engine to the replayer or to a program."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


def report(
    code: str, span: Span, *, help: str | None = None, notes: tuple[tuple[Span, str], ...] = (), **fields: object
) -> Diagnostic:
    """The diagnostic of a script code, with `fields` filled into its message."""
    entry = CODES[code]
    shown = {name: tidy(value) if isinstance(value, str) else value for name, value in fields.items()}
    return Diagnostic(code, entry.severity, entry.message.format_map(shown), span, help, notes)


def tidy(text: str, longest: int = _LONGEST) -> str:
    """The author's text in a form that fits a message: invisible characters escaped, long text shortened."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in cut)
