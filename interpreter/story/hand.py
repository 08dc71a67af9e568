"""Sorts a hand as a player holds it, and finds the card to beat, using the ranking of tricks.

Cards of a group are together (the left bower with the trumps), the highest first; the group that beats other groups
comes first.  In a game without tricks, cards are sorted by suit, or by rank if the rules do not use suits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..engine import Engine, State
from ..program import OVER, PC, Const, TrickRules, trick_rules


@dataclass(frozen=True, slots=True)
class TrickNow:
    """The current trick: its cards with their players, the winning card, and the players still to play."""

    plays: tuple[tuple[int, int], ...]
    winning: int
    """The card that wins so far; -1 before the first card."""
    left: tuple[int, ...]
    """The seats still to play, in order."""


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


def trick_now(engine: Engine, state: State, brought: dict[int, int]) -> TrickNow | None:
    """The trick that the open question is about; None if it is not about a trick.  `brought`: the player of each
    card.
    """
    program, pc = engine.program, state.values[PC]
    assert isinstance(pc, int)
    rules = program.asks[~pc].trick if pc > OVER else None
    if rules is None:
        return None
    player = state.values[rules.player]
    assert isinstance(player, int)
    at, led, best_power, _, rest = engine.compiled.trick(state.values, ~pc)
    cards = state.values[program.zones[rules.trick].base]
    assert isinstance(cards, tuple)
    faces, power = len(program.faces), program.tables[rules.power]
    winning = -1
    for card in cards if best_power >= 0 else ():
        strength = power[(at * rules.groups + led) * faces + program.deck[card]]
        if strength == best_power:
            winning = card
            break
    seats = ((player + i) % program.players for i in range(program.players))
    left = tuple(seat for seat in seats if rest >> seat & 1)
    return TrickNow(tuple((brought.get(card, -1), card) for card in cards), winning, left)


def _at(engine: Engine, state: State, rules: TrickRules) -> int:
    """The value of the suit that the ranking depends on, plus one."""
    if rules.ruler >= 0:
        return engine.value(state, rules.ruler) + 1
    pc = state.values[PC]
    if isinstance(pc, int) and pc > OVER and engine.program.asks[~pc].trick is not None:
        return engine.compiled.trick(state.values, ~pc)[0]
    return rules.at.value if isinstance(rules.at, Const) else 0
