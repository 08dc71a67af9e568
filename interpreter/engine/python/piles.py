"""Piles that belong to all, as tricks, in a function that keeps what is in them in names of its own.

    m19   the mask of the cards of the pile in slot 19
    c19   a list of those that were put on it and do not lie in the slot yet

The cards of `c19` go into the slot before anybody looks there: whoever is given `S`, or a line that names the slot.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from ...program import (
    NOWHERE_KNOWN,
    AskPlayer,
    Branch,
    Const,
    End,
    Expr,
    GatherAll,
    Goto,
    Return,
    RunProcedure,
    ShufflePile,
    Slot,
    Stmt,
    ZoneCards,
    ZoneRef,
)
from .flow import Flow

_LAST = (Goto, Branch, Return, AskPlayer, End)
"""Statements behind which the next block is written, too."""


@dataclass
class Piles(Flow):
    """Writes what is done with open piles."""

    walking: bool = False
    """Whether the function itself is being written, not one it calls."""
    piles: tuple[Slot, ...] = ()
    """Where they are."""
    inside: int = 0
    """How many statements inside each other are being written."""
    looked_at: bool = False
    """Whether a line was written that needs the piles whole."""

    def open_piles(self) -> tuple[Slot, ...]:
        """Piles that nobody shuffles and that belong to all."""
        return tuple(zone.base for zone in self.program.zones if zone.ordered and zone.bag < 0 and zone.owner is None)

    def know_piles(self) -> None:
        """What the names of the piles hold at the beginning."""
        for slot in self.piles:
            self.line(f"m{slot} = mask_of(S[{slot}]); c{slot} = []")

    def whole(self) -> list[str]:
        """What puts all cards of the piles into their slots."""
        return [f"S[{slot}] += (*c{slot},); c{slot}.clear()" for slot in self.piles]

    def kept_pile(self, zone: ZoneRef) -> Slot | None:
        """The slot of a zone, if it is such a pile, and this is where it has names."""
        slot = self.program.zones[zone.zone].base
        return slot if self.walking and slot in self.piles else None

    # ------------------------------------------------------------------------------------------- who looks at them

    def line(self, text: str) -> None:
        if self.walking and ("(S, " in text or any(f"S[{slot}]" in text for slot in self.piles)):
            self.looked_at = True
        super().line(text)

    @contextmanager
    def looking(self) -> Generator[None]:
        """Lines before which the piles are made whole, if these need it."""
        at, depth = len(self.lines), self.depth
        before, self.looked_at = self.looked_at, False
        yield
        if self.looked_at:
            self.lines[at:at] = ["    " * depth + line for line in self.whole()]
        self.looked_at = before

    @contextmanager
    def unseen(self) -> Generator[None]:
        """Lines that see to it themselves that the piles are whole, if these need it."""
        before = self.looked_at
        yield
        self.looked_at = before

    def several(self, statements: tuple[Stmt, ...]) -> int:
        with self.looking():
            return super().several(statements)

    def one(self, st: Stmt) -> int:
        if isinstance(st, _LAST) or self.inside:
            return self._deeper(st)
        with self.looking():
            return self._deeper(st)

    def _deeper(self, st: Stmt) -> int:
        deeper = not isinstance(st, _LAST)
        self.inside += deeper
        taken = super().one(st)
        self.inside -= deeper
        return taken

    # --------------------------------------------------------------------------------------------- what is done there

    def _expr(self, e: Expr) -> str:
        if not self.shared and isinstance(e, ZoneCards):
            slot = self.kept_pile(ZoneRef(e.zone, e.index))
            if slot is not None:
                return f"m{slot}"
        return super()._expr(e)

    def put(self, target: ZoneRef, mask: str, card: str) -> None:
        slot = self.kept_pile(target)
        if slot is not None and self.inside == 1:
            self.line(f"c{slot}.append({card})" if card else f"c{slot} += BITS[{mask}]")
        else:
            super().put(target, mask, card)
        if slot is not None:
            self.line(f"m{slot} |= {mask}")

    def empty(self, zone: ZoneRef) -> None:
        slot = self.kept_pile(zone)
        if slot is None:
            super().empty(zone)
            return
        with self.unseen():
            super().empty(zone)
        self.line(f"m{slot} = 0; c{slot}.clear()")

    def moved(self, text: str, *zones: int) -> None:
        if not self.walking or self.inside != 1:
            super().moved(text, *zones)
            return
        with self.unseen():
            for line in self.whole():
                self.line(line)
            super().moved(text, *zones)

    def disturbed(self, *zones: int) -> None:
        for number in zones or range(len(self.program.zones)):
            slot = self.kept_pile(ZoneRef(number, None))
            if slot is not None:
                self.line(f"m{slot} = mask_of(S[{slot}])")

    def call(self, st: RunProcedure) -> None:
        super().call(st)
        if self.usage is not None and self.usage.moves(st.procedure):
            self.disturbed()

    def fresh(self, gather: GatherAll, shuffle: ShufflePile) -> None:
        """Every card into a shuffled pile: what lies where is known, and written into the slots in one go."""
        if self.counted:
            self.count(gather)
            self.count(shuffle)
        self.begin(gather)
        pile, cards = gather.target, len(self.program.deck)
        owner = pile.index.value if isinstance(pile.index, Const) else 0
        values: dict[Slot, str] = {}
        for number, zone in enumerate(self.program.zones):
            for i in range(zone.count):
                here = number == pile.zone and i == owner
                whole = "ALL" if zone.ordered else str((1 << cards) - 1)
                values[zone.base + i] = whole if here else "()" if zone.ordered else "0"
                if zone.bag >= 0:
                    values[zone.bag + 2 * i] = "0"
                    values[zone.bag + 2 * i + 1] = str(cards) if here else "0"
        if self.program.known != NOWHERE_KNOWN:
            values |= {self.program.known + player: "0" for player in range(self.program.players)}
        for first, last in _stretches(sorted(values)):
            self.line(f"S[{first}:{last + 1}] = ({''.join(values[slot] + ', ' for slot in range(first, last + 1))})")
        for slot in self.piles if self.walking else ():
            self.line(f"m{slot} = 0; c{slot}.clear()")


def _stretches(slots: list[Slot]) -> list[tuple[Slot, Slot]]:
    """Slots that follow each other, as first and last."""
    found: list[tuple[Slot, Slot]] = []
    for slot in slots:
        if found and found[-1][1] == slot - 1:
            found[-1] = found[-1][0], slot
        else:
            found.append((slot, slot))
    return found
