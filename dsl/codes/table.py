"""The one table of diagnostic codes, put together from one file per family.

    01 layout, characters, limits      04 types      07 tables
    02 form (syntax)                   05 cards      08 secrecy
    03 names                           06 flow       09 citations and variants
                                                     13 found in play

To add a code, add an entry to the tuple of its family.  A code once published keeps its meaning; one that is no longer
drawn is removed and its number not used again.
"""

from __future__ import annotations

from .base import Code
from .form import FORM
from .layout import LAYOUT
from .meaning import MEANING

FAMILIES: dict[str, str] = {
    "01": "layout, characters and limits",
    "02": "form",
    "03": "names",
    "04": "types",
    "05": "cards",
    "06": "flow",
    "07": "tables",
    "08": "secrecy",
    "09": "citations and variants",
    "13": "found in play",
}

ALL: tuple[Code, ...] = (*LAYOUT, *FORM, *MEANING)

CODES: dict[str, Code] = {code.id: code for code in ALL}
