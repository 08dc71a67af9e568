"""The stream of records: a module that was made for it writes down what happens, as the engine tells its listener.

A record is a head of one word and several words after it; `describe` says which bits of the head mean what, and the
fields of each kind.  What this file says of a record is said nowhere else: the runtime and the written code take their
numbers from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ..program import RandomPick
from ..records import Where
from ..story.description import type_json
from ..traversal import units
from .layout import MemoryLayout

STREAM_SIZE = 1 << 16
"""The size of the stream in bytes.  What happens between two questions fits many times."""

HEAD = {"kind": (0, 8), "words": (8, 24), "place": (32, 32)}
"""For each part of the first word of a record its lowest bit and the number of its bits.  `words`: how many words
follow; `place`: the number of the place in the rule file plus one, 0 for none.
"""


class RecordKind(NamedTuple):
    """A kind of record: its number, the names of its fields, one word each, and what follows them."""

    number: int
    fields: tuple[str, ...]
    rest: Literal["", "cards", "values"] = ""


KINDS: dict[str, RecordKind] = {
    "chosen": RecordKind(1, ("player", "ask", "alternative"), "values"),
    "moved": RecordKind(2, ("source", "target", "dealt"), "cards"),
    "tucked": RecordKind(3, ("pile", "at"), "cards"),
    "shuffled": RecordKind(4, ("pile",)),
    "shown": RecordKind(5, ("to",), "cards"),
    "assigned": RecordKind(6, ("variable", "owner"), "values"),
    "drawn": RecordKind(7, ("draw", "value")),
    "trick_began": RecordKind(8, ("leader",)),
    "trick_taken": RecordKind(9, ("player", "trick")),
    "phase_began": RecordKind(10, ("phase",)),
    "phase_ended": RecordKind(11, ("phase",)),
    "row_fired": RecordKind(12, ()),
    "game_over": RecordKind(13, ("ending", "winners")),
    "set_again": RecordKind(14, ("variable", "owner"), "values"),
    "cards_counted": RecordKind(15, (), "cards"),
}
"""The kinds by name.  `values` have as many words as their slots: of a choice those of its names, of an assignment
twice those of the variable (before and after), of `set_again` once.  `cards` are one word each.
"""


ENDS: tuple[Literal["bottom"], Literal["top"]] = ("bottom", "top")
"""The ends of a pile; the runtime counts them from 0."""


class Draw(NamedTuple):
    """What chance can draw: the fields of a `Drawn` that are known beforehand."""

    what: Literal["player", "card", "value"]
    purpose: str
    pick: RandomPick | None = None
    end: Literal["top", "bottom"] | None = None


@dataclass
class RecordStream:
    """The stream of one module: where it lies, what its numbers mean."""

    layout: MemoryLayout
    address: int = 0
    used: int = 0
    lost: int = 0
    zones: list[Where] = field(default_factory=list["Where"])
    """The zones by their numbers in the stream."""
    draws: list[Draw] = field(default_factory=list["Draw"])
    """What chance draws: first for each zone, by its number, the card at the bottom and the one on top, then the random
    picks.
    """

    def __post_init__(self) -> None:
        program = self.layout.program
        self.used, self.lost = self.layout.reserve(8), self.layout.reserve(8)
        self.address = self.layout.reserve(STREAM_SIZE)
        for number, zone in enumerate(program.zones):
            self.zones += [Where(number, owner if zone.owner is not None else -1) for owner in range(zone.count)]
        for where in self.zones:
            self.draws += [Draw("card", program.zones[where.zone].name, end=end) for end in ENDS]
        picks = dict.fromkeys(node for unit in units(program) for node in unit.parts if isinstance(node, RandomPick))
        self._number_of_pick = {pick: number for number, pick in enumerate(picks, len(self.draws))}
        self.draws += [Draw(pick.what, pick.purpose, pick) for pick in picks]

    def draw_of(self, pick: RandomPick) -> int:
        """The number of a random pick."""
        return self._number_of_pick[pick]

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers that replace the names between @s in the runtime."""
        found = {f"KIND_{name.upper()}": kind.number for name, kind in KINDS.items()}
        found |= {f"{name.upper()}_BIT": low for name, (low, _) in HEAD.items()}
        return found | {
            "STREAM": self.address, "STREAM_SIZE": STREAM_SIZE, "STREAM_USED": self.used, "STREAM_LOST": self.lost,
        }  # fmt: skip

    def describe(self) -> dict[str, Any]:
        """The stream in the description of a module."""
        program = self.layout.program
        return {
            "address": self.address,
            "size": STREAM_SIZE,
            "used": self.used,
            "lost": self.lost,
            "head": {name: list(part) for name, part in HEAD.items()},
            "kinds": [
                {"kind": name, "number": kind.number, "fields": list(kind.fields), "rest": kind.rest}
                for name, kind in KINDS.items()
            ],
            "zones": [list(where) for where in self.zones],
            "draws": [
                {
                    "what": draw.what,
                    "purpose": draw.purpose,
                    "type": type_json(program, draw.pick.type)
                    if draw.pick is not None and draw.pick.type is not None
                    else None,
                    "end": draw.end,
                }
                for draw in self.draws
            ],
        }
