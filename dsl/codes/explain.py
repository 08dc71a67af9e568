"""Explains diagnostic codes: one of them (`hoyle explain E0301`), or all of them on one page.

    python -m hoyle.dsl.codes.explain > docs/diagnostics.md

All text comes from the files in `texts`.
"""

from __future__ import annotations

import re
import sys

from ..source.invisible import visible
from .code import Code
from .table import CODES, FAMILIES

_HEAD = """\
# Diagnostics

Everything that Hoyle can report, by code: what it means, why Hoyle reports it, an example, and the corrected example.
A code that begins with `E` is an error, and one that begins with `W` is a warning. Families 01 to 09 are about rule
files, 10 about scripted games, and 11 about rule trees. Families 12 and 13 are mistakes of a rule file that appear
only in play. A comment on the line of a warning silences it and says why: `# allow W0301: kept for the score sheet`.

The examples leave out the lines that do not matter. `hoyle explain CODE` prints one entry.

<!-- Made by `python -m hoyle.dsl.codes.explain > docs/diagnostics.md` from dsl/codes/texts/; do not edit. -->
"""


def explain(code: str) -> str:
    """The explanation of a code as Markdown: its meaning, the reason for it, a bad example and a good one.

    Raises `KeyError` for an unknown code."""
    return _entry(CODES[code], "#")


def page() -> str:
    """The Markdown page with all codes, by family."""
    lines = [_HEAD]
    for family, title in FAMILIES.items():
        lines.append(f"- [{title[:1].upper()}{title[1:]}](#{_anchor(f'{family} {title}')})")
    lines.append("")
    for family, title in FAMILIES.items():
        lines += [f"## {family} {title}", ""]
        lines += [_entry(code, "###") for code in CODES.values() if code.family == family]
    return "\n".join(lines).rstrip() + "\n"


def _anchor(heading: str) -> str:
    """The anchor of a heading on the page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _entry(code: Code, mark: str) -> str:
    lines = [f"{mark} {code.id} {code.title}", "", f"{code.severity}: {code.outline}", ""]
    if code.why:
        lines += [code.why, ""]
    for label, text in (("Example:", code.bad), ("Corrected:", code.good)):
        if text:
            lines += [
                label,
                "",
                f"```{code.language}",
                *map(visible, text.rstrip("\n").split("\n")),
                "```",
                "",
            ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(page())
