"""Finds who takes a trick, from the tables of the ranking alone, for records that do not say it."""

from __future__ import annotations

from collections.abc import Sequence

from ..interpreter.program import Program, TrickRules


def highest(program: Program, rules: TrickRules, trump: str | None, faces: Sequence[int | None]) -> int:
    """Return the place, in the order of play, of the card that takes a trick; of equal cards the first.  `faces`: the
    faces played, None for an unknown card; `trump`: the name of a suit.
    """
    width = len(program.faces)
    at = at_value(program, rules, trump)
    led = next((face for face in faces if face is not None), None)
    if led is None:
        return 0
    group = program.tables[rules.group][at * width + led]
    row = (at * rules.groups + group) * width
    power = program.tables[rules.power]
    return max(range(len(faces)), key=lambda i: (-2 if (face := faces[i]) is None else power[row + face], -i))


def at_value(program: Program, rules: TrickRules, trump: str | None) -> int:
    """The number of the ranking table that holds while a suit is trumps."""
    values = len(program.tables[rules.group]) // len(program.faces)
    return program.suits.index(trump) + 1 if trump in program.suits and values > 1 else 0
