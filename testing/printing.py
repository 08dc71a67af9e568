"""How what was drawn is printed when a test fails: in a line."""

from __future__ import annotations

from typing import Protocol


class Printer(Protocol):
    """What Hypothesis prints with."""

    def text(self, obj: str) -> None:
        """Print a text."""
        ...


class Short:
    """Printed by Hypothesis as `repr` says it, and not field by field."""

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        printer.text(repr(self))
