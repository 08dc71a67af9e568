"""The names of people at a table: scripts write them, so they must be told apart there from all else."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from ..refusals import Refusal, refuse

if TYPE_CHECKING:
    from .record import TableRecord

MOST_LETTERS = 20
RESERVED = ("none", "nobody", "nothing", "table")
"""What scripts say of players and of the table, in small letters."""
_FOREIGN = re.compile(r"[^\w '’.\-]")
"""A sign that no name has."""


def called(name: str) -> str:
    """A name as it is kept: without blanks at its ends, and with one between its words."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def refused_name(record: TableRecord, name: str, chair: int) -> Refusal | None:
    """Why a person at a chair may not have a name; None if they may."""
    plain = name.casefold()
    if not name:
        return refuse("S61")
    if len(name) > MOST_LETTERS:
        return refuse("S62", most=MOST_LETTERS, count=len(name))
    if foreign := _FOREIGN.search(name):
        return refuse("S63", sign=foreign[0])
    if not re.match(r"[^\W_]", name):
        return refuse("S64")
    if not re.search(r"[\w.]\Z", name):
        return refuse("S65")
    if "." in name[:-1]:
        return refuse("S66")
    if " and " in f" {plain} ":
        return refuse("S67")
    if plain in RESERVED:
        return refuse("S68", name=name)
    for number, one in enumerate(record.chairs):
        if number != chair and one.name.casefold() == plain:
            return refuse("S38" if one.came else "S60", name=one.name)
    return None
