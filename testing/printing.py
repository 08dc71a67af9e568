"""How drawn values are printed when a test fails: in one line."""

from __future__ import annotations

from typing import Protocol


class Printer(Protocol):
    """The printer of Hypothesis."""

    def text(self, obj: str) -> None:
        """Print a text."""
        ...


class ShortRepr:
    """Hypothesis prints it as its `repr`, not field by field."""

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        printer.text(repr(self))
