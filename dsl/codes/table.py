"""The table of all diagnostic codes, assembled from one file per family.

To add a code, add an entry to the tuple of its family.  A published code keeps its meaning.  A code that is no longer
reported is removed, and its number is not used again.
"""

from __future__ import annotations

from . import faults, rules, scripts, trees
from .base import Code

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
    "10": "scripted games",
    "11": "rule trees as JSON",
    "12": "faults of the rules in play",
    "13": "found in play",
}

LANGUAGES: dict[str, str] = {"10": "play", "11": "json"}
"""The language of a family's examples, if they are not rule files."""

ALL: tuple[Code, ...] = (*rules.ALL, *scripts.ALL, *trees.TREES, *faults.FAULTS)

CODES: dict[str, Code] = {code.id: code for code in ALL}
"""The record of each code."""
