"""What the generated code calls: moving cards, drawing, offering, faults.  One instance serves one program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..firing import deal_begins
from ..program import GatherAll, Program, Slots
from .drawing import Drawing
from .emitting import Emitter
from .guards import Guards
from .melding import Melding
from .moving import Moving
from .observers import Observers
from .offering import Offering
from .zones import ZoneAccess

OnDeal = Callable[[Slots], None]
OnPick = Callable[[str, int], None]


class Runtime:
    """The operations of one program, in several parts."""

    def __init__(
        self,
        program: Program,
        on_deal: OnDeal | None = None,
        on_pick: OnPick | None = None,
        on_open: OnDeal | None = None,
    ) -> None:
        """`on_deal` is called with the slots whenever a deal is about to begin (`firing.deal_begins`), `on_pick` with
        the name of the variable and the value whenever chance picks one, `on_open` with the slots where the next deal
        begins if something comes before its cards are gathered.
        """
        self.program = program
        self.zones = ZoneAccess(program)
        self.guards = Guards(program)
        self.emitter = Emitter(program)
        self.drawing = Drawing(self.zones, self.guards, self.emitter)
        self.moving = Moving(self.zones, self.drawing, self.emitter)
        self.melding = Melding(self.zones, self.guards)
        self.offering = Offering(self.zones, self.guards)
        self._deal_begins, self._picked, self._opens = on_deal, on_pick, on_open

    def functions(self) -> dict[str, Callable[..., Any]]:
        """The functions that generated code calls, by the names it has for them."""
        guards, drawing, moving, offering = self.guards, self.drawing, self.moving, self.offering
        found: dict[str, Callable[..., Any]] = {
            "checked": guards.checked, "present": guards.present, "divide": guards.divide,
            "remainder": guards.remainder, "numbers": guards.numbers, "subsets": guards.subsets, "the": guards.the,
            "stuck": guards.stuck, "endless": guards.endless, "counted": guards.counted,
            "mark": self.emitter.mark, "assign": self.emitter.assign,
            "pick": drawing.pick, "shuffle": drawing.shuffle, "deal": drawing.deal, "pile_end": drawing.pile_end,
            "pile_ends": drawing.pile_ends, "every": drawing.every, "alike": drawing.alike, "rest": drawing.rest,
            "move": moving.move, "move_all": moving.move_all, "tuck": moving.tuck, "gather": moving.gather,
            "show": moving.show, "deal_opens": self._opens or _nothing,
            "leftover": self.melding.leftover,
            "seats": offering.seats, "combinations": offering.combinations, "tried": offering.tried,
            "limited": offering.limited,
        }  # fmt: skip
        if self._deal_begins is not None:
            begin = "gather" if deal_begins(self.program) is GatherAll else "shuffle"
            found[begin] = _with(self._deal_begins, found[begin])
        if self._picked is not None:
            found["pick"] = _heard(self._picked, drawing.pick)
        return found


def _nothing(slots: Slots) -> None:
    """Do nothing where a deal begins."""


def _heard(on_pick: OnPick, pick: Callable[..., int]) -> Callable[..., int]:
    def picking(slots: Slots, observers: Observers | None, mask: int, what: int, purpose: str, place: int) -> int:
        chosen = pick(slots, observers, mask, what, purpose, place)
        on_pick(purpose, chosen)
        return chosen

    return picking


def _with(on_deal: OnDeal, act: Callable[..., None]) -> Callable[..., None]:
    def beginning(slots: Slots, *rest: Any) -> None:
        on_deal(slots)
        act(slots, *rest)

    return beginning
