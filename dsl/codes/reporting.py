"""Makes the diagnostics of all codes, and the exception that carries one."""

from __future__ import annotations

from ..source.diagnostics import Diagnostic
from ..source.invisible import excerpt
from ..source.span import Span
from .table import CODES

_LONGEST_WHY = 1000
"""A field `why` is a whole sentence, of which nothing is left out before it has so many characters."""


def report(
    code: str,
    span: Span,
    /,
    *,
    help: str | None = None,
    notes: tuple[tuple[Span, str], ...] = (),
    expected: tuple[str, ...] = (),
    **fields: object,
) -> Diagnostic:
    """The diagnostic of this code, with `fields` filled into its message: `report("E0204", span, text="top")`.

    The fields are exactly those of the code; `tests/house/test_reports.py` holds every call against it."""
    entry = CODES[code]
    shown = {
        name: (excerpt(value, _LONGEST_WHY) if name == "why" else excerpt(value)) if isinstance(value, str) else value
        for name, value in fields.items()
    }
    return Diagnostic(code, entry.severity, entry.message.format_map(shown), span, help, notes, expected)


class ScriptError(Exception):
    """Carries the diagnostic that stops a script, from deep inside the engine to the replayer or to a program."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic

    @property
    def code(self) -> str:
        """The code of the mistake, for example `E1052`."""
        return self.diagnostic.code

    @property
    def sentence(self) -> str:
        """What is wrong, on one line."""
        return self.diagnostic.message
