"""A state: a game between two decisions, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ...dsl.types import HIGHEST, NONE, Type
from ..program import (
    ACTOR,
    DECISIONS,
    LENGTH_LIMIT,
    NOWHERE_KNOWN,
    OVER,
    PC,
    RNG,
    STEP_LIMIT,
    STEPS,
    Const,
    Program,
    Return,
    SetSlot,
)
from .compiled import CUT

FORMAT = 1


class State:
    """The slots of a program (`program.py` says what they mean).  Copied in microseconds, compared, hashed."""

    __slots__ = ("values",)

    def __init__(self, values: list[int | tuple[int, ...]]) -> None:
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
            cards = value if isinstance(value, tuple) else (c for c in range(len(program.deck)) if value >> c & 1)
            slots.append(list(cards))
        else:
            assert isinstance(value, int)
            # Beyond 53 bits a number is not safe in every JSON reader.
            slots.append(value if abs(value) < 1 << 53 else f"{value:#x}")
    return {"state": FORMAT, "program": identity(program), "slots": slots}


def identity(program: Program) -> dict[str, Any]:
    """What a state belongs to: it goes on only under the same rules, options and number of players."""
    return {
        "ruleset": program.ruleset,
        "fingerprint": program.fingerprint,
        "options": dict(program.options),
        "players": program.players,
    }


def from_json(program: Program, data: object) -> State:
    """The state in such data.  Raises `ValueError` if it is none, or of another game."""
    if not isinstance(data, dict):
        raise ValueError("this is not a saved state")
    data = cast("dict[str, object]", data)
    if data.get("state") != FORMAT:
        raise ValueError("this is not a saved state")
    if data.get("program") != identity(program):
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
            mask = sum(1 << card for card in cards)
            if len(set(cards)) != len(cards) or seen & mask:
                raise ValueError("a card lies in two places in this state")
            seen |= mask
            values.append(cards if ordered[slot] else mask)
        else:
            values.append(_number(value, len(program.deck)))
    if seen != (1 << len(program.deck)) - 1:
        raise ValueError("a card is missing in this state")
    _check(program, values)
    return State(values)


def _cards(value: object, count: int) -> tuple[int, ...]:
    found = cast("list[object]", value) if isinstance(value, list) else [None]
    cards = tuple(card for card in found if type(card) is int and 0 <= card < count)
    if len(cards) != len(found):
        raise ValueError("a zone of this state is not a list of cards")
    return cards


def _number(value: object, cards: int) -> int:
    if isinstance(value, str) and len(value) < 20 + cards // 4:
        return int(value, 16)
    if type(value) is not int:
        raise ValueError("a slot of this state is not a number")
    return value


def _check(program: Program, values: list[int | tuple[int, ...]]) -> None:
    """What must hold of the slots, so that a forged or damaged state is refused and not run.

    What a phase keeps for itself (its counters, its `let`s) is only held to be no more than a mask of cards."""
    number = [value if isinstance(value, int) else 0 for value in values]
    pc = number[PC]
    if pc != CUT and not -len(program.asks) <= pc < 0 and not OVER - len(program.endings) < pc <= OVER:
        raise ValueError("this state is not at a question")
    for slot, low, high in _limits(program):
        if not low <= number[slot] <= high:
            raise ValueError("this state is out of range")
    most = 1 << max(64, len(program.deck))
    if not all(-(1 << 32) <= value < most for value in number):
        raise ValueError("this state is out of range")
    for slot, known in returns(program).items():
        if number[slot] not in known:
            raise ValueError("this state goes back to nowhere")
    for zone in program.zones:
        for i in range(zone.count if zone.bag >= 0 else 0):
            low, high = number[zone.bag + 2 * i], number[zone.bag + 2 * i + 1]
            pile = values[zone.base + i]
            assert isinstance(pile, tuple)
            if not 0 <= low <= high <= len(pile) or list(pile[low:high]) != sorted(pile[low:high]):
                raise ValueError("a pile of this state is out of order")


def _limits(program: Program) -> Iterator[tuple[int, int, int]]:
    """Slots with the lowest and highest value they can have."""
    yield from ((RNG, 0, (1 << 64) - 1), (STEPS, 0, STEP_LIMIT + 1), (ACTOR, 0, program.players - 1))
    yield DECISIONS, 0, LENGTH_LIMIT
    for variable in program.variables:
        low, high = _range(program, variable.type)
        yield from ((slot, low, high) for slot in range(variable.base, variable.base + variable.count))
    for ask in program.asks:
        for alternative in ask.alternatives:
            for bound in alternative.bound:
                low, high = _range(program, bound.type)
                yield bound.slot, min(low, 0), max(high, 0)
    yield from ((entry.window, 0, 2) for entry in program.incidents)
    if program.known != NOWHERE_KNOWN:
        yield from ((program.known + player, 0, (1 << len(program.deck)) - 1) for player in range(program.players))


def _range(program: Program, type: Type) -> tuple[int, int]:
    """The lowest and highest number a value of a type can be."""
    sizes = {
        "flag": 2,
        "suit": len(program.suits),
        "rank": len(program.ranks),
        "card": len(program.deck),
        "player": program.players,
        "team": len(program.teams),
        "word": len(type.words) + (len(program.suits) if type.suits else 0),
    }
    if type.kind == "set":
        size = sizes.get(type.element.kind, 64) if type.element is not None else 64
        return 0, (1 << size) - 1
    if type.kind == "number":
        return type.low, type.high
    return (NONE if type.optional else 0), max(sizes.get(type.kind, HIGHEST) - 1, 0)


def returns(program: Program) -> dict[int, set[int]]:
    """For each slot a phase or an incident goes back by, the blocks it can go back to (0: it was never called)."""
    found = {end.slot: {0} for block in program.blocks if isinstance(end := block.body[-1], Return)}
    for block in program.blocks:
        for statement in block.body:
            if isinstance(statement, SetSlot) and statement.base in found and isinstance(statement.value, Const):
                found[statement.base].add(statement.value.value)
    for entry in program.incidents:
        found.setdefault(entry.back, {0}).update(ask.block for ask in program.asks)
    return found
