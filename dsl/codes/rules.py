"""The codes of rule files (families 01 to 09 and 13): all that `hoyle check` can report.

They have a table of their own because every command that reads a rule file needs them.  `table.py` has all codes.
"""

from __future__ import annotations

from .base import Code
from .cards import CARDS
from .citations import CITATIONS
from .flow import FLOW
from .form import FORM
from .layout import LAYOUT
from .names import NAMES
from .played import PLAYED
from .secrecy import SECRECY
from .tables import TABLES
from .types import TYPES
from .values import VALUES
from .variants import VARIANTS

ALL: tuple[Code, ...] = (
    *LAYOUT, *FORM, *NAMES, *TYPES, *VALUES, *CARDS, *FLOW, *TABLES, *SECRECY, *VARIANTS, *CITATIONS, *PLAYED,
)  # fmt: skip

CODES: dict[str, Code] = {code.id: code for code in ALL}
"""The record of each code."""
