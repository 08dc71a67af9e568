"""Contracts of PBN: read from a tag, worked out from the calls of an auction, and one held against the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..interpreter.notation.model import SpannedText
from .record import SUITS, RecordedAction, RecordedContract, suit_name

PASSES = 3
"""How many passes in a row end an auction."""
_FORM = re.compile(r"([1-7])?(S|H|D|C|NT)(X{0,2})", re.IGNORECASE)


def read_contract(said: SpannedText) -> RecordedContract | str:
    """Read `3NT` or `4SX`; why it is no contract if it is none."""
    found = _FORM.fullmatch(said.text)
    if found is None:
        return "a contract is written as `3NT` or `4SX`"
    if not found[1]:
        return "a contract without a level is an end position, which is not read"
    return RecordedContract(int(found[1]), suit_name(found[2]) or "no trump", len(found[3]), said.span)


def written_contract(contract: RecordedContract) -> str:
    """The contract as PBN writes it."""
    return f"{contract.level}{strain(contract.suit)}{'X' * contract.doubled}"


def strain(suit: str | None) -> str:
    """The letters of a suit, or of no trump."""
    return next((letter for letter, (_, name) in SUITS.items() if name == suit), "NT")


def reached(calls: Sequence[RecordedAction]) -> tuple[int, RecordedContract] | None:
    """The seat of the declarer and the contract that calls lead to; None if nobody bid."""
    bids = [call for call in calls if call.level is not None]
    if not bids or (level := bids[-1].level) is None:
        return None
    bid = bids[-1]
    declarer = next(one.seat for one in bids if (one.seat - bid.seat) % 2 == 0 and one.suit == bid.suit)
    risk = next((one.word.text for one in reversed(calls) if one is bid or one.word.text in ("X", "XX")), "")
    doubled = len(risk) if risk in ("X", "XX") else 0
    return declarer, RecordedContract(level, bid.suit or "no trump", doubled)


def ended(calls: Sequence[RecordedAction]) -> bool:
    """Whether an auction was given to its end."""
    return [one.word.text for one in calls[-PASSES:]] == ["Pass"] * PASSES and len(calls) > PASSES
