"""A state: a game between two decisions, as plain data."""

from __future__ import annotations

from typing import Any, cast

from ..program import DECISIONS, PC, Program, Slots
from .bounds import Bounds
from .sets import bits, mask_of

FORMAT = 1


class State:
    """The slots of a program (`program/` says what they mean).  A state can be copied in microseconds, compared and
    hashed.
    """

    __slots__ = ("values",)

    def __init__(self, values: Slots) -> None:
        self.values = values

    def copy(self) -> State:
        """An independent state, equal to this one."""
        return State(self.values.copy())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.values == other.values

    def __hash__(self) -> int:
        return hash(tuple(self.values))

    def __repr__(self) -> str:
        return f"<State at {self.values[PC]}, {self.values[DECISIONS]} decisions>"


def to_json(program: Program, state: State) -> dict[str, Any]:
    """A state as JSON data: numbers, and each zone as a list of card numbers (bottom first in a pile)."""
    zones = {slot for zone in program.zones for slot in range(zone.base, zone.base + zone.count)}
    slots: list[int | str | list[int]] = []
    for slot, value in enumerate(state.values):
        if slot in zones:
            slots.append(list(value if isinstance(value, tuple) else bits(value)))
        else:
            assert isinstance(value, int)
            # A number of more than 53 bits is not safe in every JSON reader.
            slots.append(value if abs(value) < 1 << 53 else f"{value:#x}")
    return {"state": FORMAT, "program": identity(program), "slots": slots}


def identity(program: Program) -> dict[str, Any]:
    """The identity of the game of a state: it can be continued only under the same rules, options and number of
    players.
    """
    return {
        "ruleset": program.ruleset,
        "fingerprint": program.fingerprint,
        "options": dict(program.options),
        "players": program.players,
    }


def from_json(program: Program, data: object, bounds: Bounds | None = None) -> State:
    """The state in such data.  Raises `ValueError` if the data is not a state, or is a state of another game.

    `bounds`: the bounds of the program, if the caller has them already.
    """
    if not isinstance(data, dict):
        raise ValueError("this is not a saved state")
    data = cast("dict[str, object]", data)
    if data.get("state") != FORMAT:
        raise ValueError("this is not a saved state")
    own = identity(program)
    if data.get("program") not in (own, {**own, "fingerprint": program.former_fingerprint}):
        raise ValueError("this state belongs to another game, or to other options")
    slots = data.get("slots")
    if not isinstance(slots, list) or len(cast("list[object]", slots)) != program.slots:
        raise ValueError("this state has the wrong number of slots")
    slots = cast("list[object]", slots)
    ordered = {slot: zone.ordered for zone in program.zones for slot in range(zone.base, zone.base + zone.count)}
    values: list[int | tuple[int, ...]] = []
    seen = 0
    for slot, value in enumerate(slots):
        if slot in ordered:
            cards = _cards(value, len(program.deck))
            mask = mask_of(cards)
            if len(set(cards)) != len(cards) or seen & mask:
                raise ValueError("a card lies in two places in this state")
            seen |= mask
            values.append(cards if ordered[slot] else mask)
        else:
            values.append(_number(value, len(program.deck)))
    if seen != (1 << len(program.deck)) - 1:
        raise ValueError("a card is missing in this state")
    (bounds or Bounds(program)).check(values)
    return State(values)


def _cards(value: object, count: int) -> tuple[int, ...]:
    found = cast("list[object]", value) if isinstance(value, list) else [None]
    cards = tuple(card for card in found if type(card) is int and 0 <= card < count)
    if len(cards) != len(found):
        raise ValueError("a zone of this state is not a list of cards")
    return cards


def number_in(slot: int | tuple[int, ...]) -> int:
    """The number in a slot that holds a number."""
    assert isinstance(slot, int)
    return slot


def _number(value: object, cards: int) -> int:
    if isinstance(value, str) and len(value) < 20 + cards // 4:
        return int(value, 16)
    if type(value) is not int:
        raise ValueError("a slot of this state is not a number")
    return value
