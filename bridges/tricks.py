"""Who takes a trick, from the tables of a ranking alone: for records that leave that to the rules."""

from __future__ import annotations

from collections.abc import Sequence

from ..interpreter.program import Program, TrickRules


def trick_rules(program: Program) -> TrickRules | None:
    """What decides the tricks of a game; None if it has none."""
    return next((ask.trick for ask in program.asks if ask.trick is not None), None)


def highest(program: Program, rules: TrickRules, trump: str | None, faces: Sequence[int | None]) -> int:
    """The place of the card that takes a trick, of equal ones the first.  `faces`: what was played in order, a card
    nobody knows being None; `trump` the name of a suit."""
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
    """Which of the tables holds while a suit is trump."""
    values = len(program.tables[rules.group]) // len(program.faces)
    return program.suits.index(trump) + 1 if trump in program.suits and values > 1 else 0


def plain_highest(program: Program, trump: str | None, faces: Sequence[int | None]) -> int:
    """The same where the rules ask for cards one by one: ranks rise as the pack lists them, and trumps beat all."""
    led = next((program.faces[face].suit for face in faces if face is not None), -1)
    ruling = program.suits.index(trump) if trump in program.suits else -1

    def power(place: int) -> tuple[int, int, int]:
        face = faces[place]
        if face is None:
            return -1, 0, -place
        one = program.faces[face]
        return (2 if one.suit == ruling else one.suit == led), one.rank, -place

    return max(range(len(faces)), key=power)
