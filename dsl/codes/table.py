"""The table of all diagnostic codes, read from the text files in `texts`, each when it is first needed.

To add a code, add a file.  A published code keeps its meaning.  A code that is no longer reported is removed, and its
number is not used again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from .code import Code, read_code

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

_TEXTS = Path(__file__).parent / "texts"
_ID = r"[EWN](?P<family>\d\d)\d\d"


class CodeTable(Mapping[str, Code]):
    """The record of each code of some families by its id, in the order of the numbers.

    `folder` has a text file for each code, which is read when the code is first asked for."""

    def __init__(self, folder: Path, families: Collection[str]) -> None:
        self._folder = folder
        self._families = families
        self._read: dict[str, Code] = {}

    def __getitem__(self, id: str) -> Code:
        code = self._read.get(id)
        if code is None:
            found = re.fullmatch(_ID, id, re.ASCII)
            if found is None or found["family"] not in self._families:
                raise KeyError(id)
            try:
                text = (self._folder / f"{id}.md").read_text("utf-8")
            except FileNotFoundError:
                raise KeyError(id) from None
            code = self._read[id] = read_code(id, text)
        return code

    def __iter__(self) -> Iterator[str]:
        ids = (path.stem for path in self._folder.glob("*.md"))
        return iter(sorted((id for id in ids if id[1:3] in self._families), key=lambda id: (id[1:], id)))

    def __len__(self) -> int:
        return sum(1 for _ in self)


CODES: Mapping[str, Code] = CodeTable(_TEXTS, FAMILIES)
"""The record of each code."""

RULE_CODES: Mapping[str, Code] = CodeTable(_TEXTS, frozenset(FAMILIES) - {"10", "11", "12"})
"""The codes of rule files: all that `hoyle check` can report."""
