"""The record for one diagnostic code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]

_SEVERITIES: dict[str, Severity] = {"E": "error", "W": "warning"}


_FIELD = re.compile(r"`?\{\w+[^{}]*\}`?")
"""A part of a message that varies, with the backticks around it."""


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of mistake.  The message, the page of `hoyle explain` and the tests are made from this record.

    `message` is a template: a fragment in lower case, with the author's text in backticks and a `{name}` for each part
    that varies.  `bad` is a small rule file that causes this message, `good` the corrected file.
    """

    id: str
    title: str
    message: str
    why: str
    bad: str = ""
    good: str = ""

    @property
    def severity(self) -> Severity:
        """`error` or `warning`, according to the first letter of the code."""
        return _SEVERITIES[self.id[0]]

    @property
    def outline(self) -> str:
        """The message with `…` for each part that varies."""
        return _FIELD.sub("…", self.message)

    @property
    def family(self) -> str:
        """The two digits of the family: `01` for layout, `02` for form, and so on.

        Errors and warnings share families."""
        return self.id[1:3]
