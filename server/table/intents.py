"""What people may do at a table besides choosing: who may do it when, and the entry that follows.

Each function looks at the record and nothing else, and returns an entry or raises a `Refusal`.
"""

from __future__ import annotations

from typing import Any

from ..refusals import refuse
from .entries import ChairSpoke, ChairTaken, GameHeld, Proposal, ProposalAnswered, Proposed, TableEntry
from .names import called, refused_name
from .record import TableRecord, hashed, opens

PHRASES = (
    "Hello!", "Good luck.", "Well played.", "Thank you.", "Sorry.", "One moment, please.", "My mistake.",
    "What a hand!", "Your turn.", "Good game.", "Another one?", "I have to go.",
)  # fmt: skip
"""The fixed phrases, by their numbers."""
LONGEST_TEXT = 300
"""The most characters of a remark."""


def entry_for(record: TableRecord, chair: int, message: dict[str, Any]) -> TableEntry:
    """The entry that a message of a chair leads to.  Raises `Refusal`."""
    match message["type"]:
        case "propose":
            return _proposal(record, chair, message["what"])
        case "agree":
            return _answer(record, chair, message["proposal"], message["agree"])
        case "pause":
            if record.phase not in ("playing", "paused"):
                raise refuse("S45" if record.phase == "over" else "S46")
            if record.paused == message["pause"]:
                raise refuse("S35", why="it is paused" if record.paused else "it is not paused")
            return GameHeld(chair, message["pause"])
        case "say":
            return _spoken(record, chair, message)
        case "program":
            return _program(record, message["chair"], message["program"])
        case other:
            raise refuse("S04", why=f"there is no message {other!r}")


def taken(record: TableRecord, secret: str, name: str, wanted: int, new: str) -> ChairTaken:
    """Take a chair: with its own secret, or any free one with the secret of the door; then `new` is its secret.  At a
    table that is listed anybody may take a chair for which the game waits.

    `secret`: empty for somebody without one.  `wanted`: the chair; -1: any.  Raises `Refusal`.
    """
    chair = record.chair_with(secret)
    own = chair >= 0
    if not own:
        door = opens(secret, record.settings.door)
        if not door and (secret or not record.open_to_all):
            raise refuse("S03")
        programs = {number for number, one in enumerate(record.chairs) if one.program is not None and door}
        free = [number for number, one in enumerate(record.chairs) if not one.came or number in programs]
        if wanted >= 0 and wanted not in free:
            raise refuse("S37")
        empty = [number for number in free if not record.chairs[number].came]
        chair = wanted if wanted >= 0 else next(iter(empty or free), -1)
        if chair < 0:
            raise refuse("S37")
    name = called(name)
    if refusal := refused_name(record, name, chair):
        raise refusal
    return ChairTaken(chair, name, hashed(secret if own else new))


def _proposal(record: TableRecord, chair: int, what: Proposal) -> Proposed:
    if record.phase == "waiting":
        raise refuse("S46")
    if record.proposal is not None:
        raise refuse("S42")
    if what == "take back":
        if not record.settings.take_back:
            raise refuse("S43")
        if record.last_choice_of(chair) is None:
            raise refuse("S40")
    elif record.phase == "over":
        raise refuse("S45")
    return Proposed(chair, what)


def _answer(record: TableRecord, chair: int, proposal: int, agrees: bool) -> ProposalAnswered:
    if record.proposal is None or record.proposal.number != proposal:
        raise refuse("S41")
    return ProposalAnswered(chair, proposal, agrees)


def _spoken(record: TableRecord, chair: int, message: dict[str, Any]) -> ChairSpoke:
    chat = record.settings.chat
    if chat == "off" or ("text" in message and chat != "free"):
        raise refuse("S43")
    if "text" in message:
        return ChairSpoke(chair, text=message["text"][:LONGEST_TEXT])
    if not 0 <= message["phrase"] < len(PHRASES):
        raise refuse("S47")
    return ChairSpoke(chair, phrase=message["phrase"])


def _program(record: TableRecord, chair: int, program: str) -> ChairTaken:
    """A program takes a chair in which nobody sits."""
    if not 0 <= chair < len(record.chairs):
        raise refuse("S47")
    if record.chairs[chair].came and record.chairs[chair].program is None:
        raise refuse("S37")
    return ChairTaken(chair, record.chairs[chair].name, program=program)
