"""What there is to say about one diagnostic code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]

_SEVERITIES: dict[str, Severity] = {"E": "error", "W": "warning", "N": "note"}


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of mistake.  The message shown, the page of `hoyle explain` and the tests all come from here.

    `message` is a template: a lower-case fragment with the author's text in backticks, `{name}` for what differs.
    `bad` is a small rule file that draws this code, `good` the same file put right.
    """

    id: str
    title: str
    message: str
    why: str
    bad: str = ""
    good: str = ""

    @property
    def severity(self) -> Severity:
        """By the letter the code begins with."""
        return _SEVERITIES[self.id[0]]

    @property
    def family(self) -> str:
        """`01` for layout, `02` for form, and so on; errors and warnings share families."""
        return self.id[1:3]
