"""Deals: what follows when a whole deck was gathered and shuffled is written card by card.

How many cards there are is known then, so every draw is one line's worth of code, and all their random numbers are made
at once.  `y` are these numbers, `U` what lies in the pile: of a deck without identical cards each card's bit; else for
each card the bits of those identical to it, the first of them last: whichever is hit, the first of its kind is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...program import (
    Binary,
    Const,
    DealCards,
    Domain,
    Expr,
    ForEach,
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
                run, length = self.run(pile, statements[2:])
                amounts = [st.amount.value for st in run if isinstance(st, DealCards) and isinstance(st.amount, Const)]
                total = sum(amounts)
                known = pile.index is None or isinstance(pile.index, Const)
                if known and amounts and total <= len(self.program.deck):
                    self.fresh(gather, shuffle)
                    self.deal_run(pile, run, total)
                    return 2 + length
            case _:
                pass
        return 0

    def run(self, pile: ZoneRef, statements: tuple[Stmt, ...]) -> tuple[tuple[Stmt, ...], int]:
        """The deals a list of statements begins with, and what stands between them; how many statements that are."""
        found: list[Stmt] = []
        run, length = 0, 0
        for at, st in enumerate(statements, 1):
            here = self.round(st)
            if not all(_between(one) or _deals(one, pile) for one in here):
                break
            found += here
            if any(_deals(one, pile) for one in here):
                run, length = len(found), at
        return tuple(found[:run]), length

    def round(self, st: Stmt) -> tuple[Stmt, ...]:
        """A loop over all players in seat order, turn by turn; any other statement as it is."""
        players = self.program.players
        everyone = (Const((1 << players) - 1),)
        match st:
            case ForEach(reg, Domain("seats", mask, start), None, None, body) if mask == everyone and start is not None:
                if not _plain(start) or any(isinstance(one, SetReg | SetSlot) for one in body):
                    return (st,)
                turns = (Binary("mod", Binary("+", start, Const(i)), Const(players)) for i in range(players))
                return tuple(one for turn in turns for one in (SetReg(reg, turn), *body))
            case _:
                return (st,)

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
                self.disturbed(st.target.zone)
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


def _deals(st: Stmt, pile: ZoneRef) -> bool:
    """Whether a statement deals a number of cards that is known from a pile."""
    match st:
        case DealCards(Const(amount), False, source, target):
            return amount > 0 and source == pile and target.zone != pile.zone
        case _:
            return False


def _between(st: Stmt) -> bool:
    """Whether a statement has nothing to do with where cards lie, nor with chance."""
    match st:
        case SetReg(_, value) | SetSlot(_, None, value):
            return _plain(value)
        case _:
            return isinstance(st, Mark)


def _plain(e: Expr) -> bool:
    """Whether an expression has nothing to do with where cards lie, nor with chance."""
    return not any(isinstance(part, ZoneCards | PileEnd | RandomPick | FunctionCall) for part in parts(e))
