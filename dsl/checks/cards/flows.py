"""Which zones cards can enter and leave in some statements, with the phases that they call."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...checked import (
    CallPhase,
    Cut,
    Deal,
    Gather,
    Move,
    PhaseSymbol,
    PlayTrick,
    Shuffle,
    Stmt,
    ZoneRef,
    ZoneSymbol,
)
from ...effects import Knowledge
from ...source.identity import KeptFor
from ...traversal import every, inside, moved_zones, within


@dataclass
class CardFlows:
    """The zones that cards may enter, and those that they may leave; `any_left`: any zone."""

    entered: set[ZoneSymbol] = field(default_factory=set["ZoneSymbol"])
    left: set[ZoneSymbol] = field(default_factory=set["ZoneSymbol"])
    any_left: bool = False

    def widened(self, zone: ZoneSymbol, counts: tuple[int, int], most: int) -> tuple[int, int]:
        """How many cards a zone can hold after any number of rounds."""
        low, high = counts
        return 0 if self.any_left or zone in self.left else low, most if zone in self.entered else high


class Flows:
    """The flows of the blocks of one game, each worked out once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.of = KeptFor[tuple[Stmt, ...], CardFlows](lambda body: _flows(body, knowledge))
        """What moves in some statements."""


def _flows(body: tuple[Stmt, ...], knowledge: Knowledge) -> CardFlows:
    found, seen = CardFlows(), set[PhaseSymbol]()
    waiting = [within(body)]
    while waiting:
        for st in waiting.pop():
            match st:
                case CallPhase(phase=phase):
                    if phase not in seen:
                        seen.add(phase)
                        waiting.append(every(phase))
                case Deal(pile=pile, target=target):
                    found.left.add(pile.zone)
                    found.entered.add(target.zone)
                case Move(what=what, target=target):
                    found.entered.add(target.zone)
                    found.left |= {e.zone for e in inside(what) if isinstance(e, ZoneRef)}
                    found.any_left = found.any_left or knowledge.of_one(st).any_zone
                case Gather(zone=place):
                    found.entered.add(place.zone)
                    found.any_left = True
                case PlayTrick():
                    found.entered.add(st.trick)
                    found.left.add(st.hand)
                case Shuffle() | Cut():
                    pass
                case _:
                    zones = moved_zones(st)
                    found.entered.update(zones)
                    found.left.update(zones)
    return found
