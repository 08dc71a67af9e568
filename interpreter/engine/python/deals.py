"""Deals: what follows when a whole deck was gathered and shuffled is written card by card.

How many cards there are is known then, so every draw is one line's worth of code, and all their random numbers are made
at once.  `y` are these numbers, `U` what lies in the pile: of a deck without identical cards each card's bit; else for
each card the bits of those identical to it, the first of them last: whichever is hit, the first of its kind is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...program import (
    Const,
    DealCards,
    Expr,
    FunctionCall,
    GatherAll,
    Mark,
    PileEnd,
    RandomPick,
    SetReg,
    SetSlot,
    ShufflePile,
    Stmt,
    ZoneCards,
    ZoneRef,
)
from .reading import parts
from .statements import Statements


@dataclass
class Deals(Statements):
    """Writes statements; a deal from a fresh deck as one."""

    def several(self, statements: tuple[Stmt, ...]) -> int:
        match statements:
            case (GatherAll(into) as gather, ShufflePile(pile) as shuffle, *_) if into == pile and not self.traced:
                run = self.run(pile, statements[2:])
                amounts = [st.amount.value for st in run if isinstance(st, DealCards) and isinstance(st.amount, Const)]
                total = sum(amounts)
                known = pile.index is None or isinstance(pile.index, Const)
                if known and amounts and total <= len(self.program.deck):
                    self.fresh(gather, shuffle)
                    self.deal_run(pile, run, total)
                    return 2 + len(run)
            case _:
                pass
        return 0

    def run(self, pile: ZoneRef, statements: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """The deals a list of statements begins with, and what stands between them."""
        found = 0
        for at, st in enumerate(statements):
            match st:
                case DealCards(Const(amount), False, source, target) if source == pile and target.zone != pile.zone:
                    if amount <= 0:
                        break
                    found = at + 1
                case SetReg(_, value) | SetSlot(_, None, value) if _plain(value):
                    pass
                case Mark():
                    pass
                case _:
                    break
        return statements[:found]

    def fresh(self, gather: GatherAll, shuffle: ShufflePile) -> None:
        """Every card goes into a pile, whose order becomes unknown."""
        self.one(gather)
        self.one(shuffle)

    def deal_run(self, pile: ZoneRef, run: tuple[Stmt, ...], total: int) -> None:
        """Deals from a pile of all cards, `total` cards together."""
        cards, taken = len(self.program.deck), 0
        slot = self.zone_slot(pile.zone, pile.index)
        self.line(f"y = draws(S, {min(total, cards - 1)})")
        self.line("U = every()")
        distinct = len(self.program.deck) == len(self.program.faces)
        for st in run:
            if not isinstance(st, DealCards):
                self.one(st)
                continue
            if self.counted:
                self.count(st)
            assert isinstance(st.amount, Const)
            drawn: list[str] = []
            for _ in range(st.amount.value):
                left = cards - taken
                hit = f"U.pop({f'y[{taken}]*{left}>>32' if left > 1 else ''})"
                drawn.append(hit if distinct else f"{hit}.pop()")
                taken += 1
            target = self.zone_slot(st.target.zone, st.target.index)
            if self.program.zones[st.target.zone].ordered:
                self.line(f"{target} += ({''.join(f'{bit}.bit_length()-1, ' for bit in drawn)})")
            else:
                self.line(f"{target} |= {' | '.join(drawn)}")
        bag = self.program.zones[pile.zone].bag
        self.line(f"{slot} = {'rest(U)' if total < cards else '()'}")
        self.line(f"{self.slot(bag, _twice(pile.index, 0))} = 0")
        self.line(f"{self.slot(bag, _twice(pile.index, 1))} = {cards - total}")


def _twice(index: Expr | None, more: int) -> Const:
    """The place of one of an owner's two slots."""
    assert index is None or isinstance(index, Const)
    return Const(2 * (index.value if index is not None else 0) + more)


def _plain(e: Expr) -> bool:
    """Whether an expression has nothing to do with where cards lie, nor with chance."""
    return not any(isinstance(part, ZoneCards | PileEnd | RandomPick | FunctionCall) for part in parts(e))
