"""Small helpers for descriptions of a game: what a choice names, and what things are called."""

from __future__ import annotations

from ...dsl.types import NONE, Type
from ..program import Program
from ..records import Chosen


def initial_values(program: Program) -> dict[tuple[int, int], int]:
    """The initial value of every variable with owners."""
    found: dict[tuple[int, int], int] = {}
    for number, info in enumerate(program.variables):
        if info.owner is not None:
            for owner in range(info.count):
                value = program.initial[info.base + owner]
                found[number, owner] = value if isinstance(value, int) else 0
    return found


def named_cards(program: Program, chosen: Chosen) -> int:
    """The mask of the cards that a choice names."""
    mask = 0
    bound = program.asks[chosen.ask].alternatives[chosen.choice.alternative].bound
    for name, value in zip(bound, chosen.choice.values, strict=True):
        if value != NONE and name.type.kind == "card":
            mask |= 1 << value
        elif name.type.holds_cards:
            mask |= value
    return mask


def names_value(program: Program, chosen: Chosen, type: Type, value: int) -> bool:
    """Whether a choice itself names this value, as a bid names its trump suit.

    The result is false for a player or a team: what a choice means for them is worth reporting.
    """
    if type.kind in ("player", "team"):
        return False
    bound = program.asks[chosen.ask].alternatives[chosen.choice.alternative].bound
    values = zip(bound, chosen.choice.values, strict=True)
    return any(name.type.kind == type.kind and said == value for name, said in values)


def row_of(name: str) -> str:
    """The zone to which a place belongs: `down` for `down_3`."""
    zone, _, number = name.rpartition("_")
    return zone if number.isdecimal() else name


def name_in_words(name: str) -> str:
    """A name as words: `last hit` of `last_hit`."""
    return name.replace("_", " ")
