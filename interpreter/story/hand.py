"""Sorts a hand as a player holds it, using the ranking of tricks.

Cards of a group are together (the left bower with the trumps), the highest first; the group that beats other groups
comes first.  In a game without tricks, cards are sorted by suit, or by rank if the rules do not use suits.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engine import Engine, State
from ..program import OVER, PC, Const, TrickRules, trick_rules


def sorted_hand(engine: Engine, state: State, cards: Iterable[int]) -> list[list[int]]:
    """The cards in groups, each sorted from the highest to the lowest."""
    program = engine.program
    rules = trick_rules(program)
    if rules is None:
        suits: dict[int, list[int]] = {}
        for card in sorted(cards):
            face = program.faces[program.deck[card]]
            suits.setdefault(face.suit, []).append(card)
        return [found for _, found in sorted(suits.items())]
    at, faces = _at(engine, state, rules), len(program.faces)
    group, power = program.tables[rules.group], program.tables[rules.power]

    def strength(card: int, led: int) -> int:
        return power[(at * rules.groups + led) * faces + program.deck[card]]

    groups: dict[int, list[int]] = {}
    for card in cards:
        groups.setdefault(group[at * faces + program.deck[card]], []).append(card)
    for number, found in groups.items():
        found.sort(key=lambda card, number=number: (-strength(card, number), card))
    wins = {
        number: any(strength(card, led) >= 0 for card in found for led in range(rules.groups) if led != number)
        for number, found in groups.items()
    }
    return [groups[number] for number in sorted(groups, key=lambda number: (not wins[number], number))]


def _at(engine: Engine, state: State, rules: TrickRules) -> int:
    """The value of the suit that the ranking depends on, plus one."""
    if rules.ruler >= 0:
        return engine.value(state, rules.ruler) + 1
    pc = state.values[PC]
    if isinstance(pc, int) and pc > OVER and engine.program.asks[~pc].trick is not None:
        return engine.compiled.trick(state.values, ~pc)[0]
    return rules.at.value if isinstance(rules.at, Const) else 0
