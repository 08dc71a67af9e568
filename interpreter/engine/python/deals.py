"""Deals: what follows when a whole deck was gathered and shuffled is written card by card.

How many cards there are is known then, so every draw is one line's worth of code, and all their random numbers are made
at once.  `y` are these numbers, `U` what lies in the pile.  Of identical cards the first is drawn first, whichever is
hit; so there are three ways to draw:

    distinct  no cards are identical: `U` has each card's bit
    paired    two cards at most are identical, and all go to heaps: the same, and of a pair only the second of which was
              hit it is the first that has been drawn
    alike     `U` has for each card the bits of those identical to it, the first of them last

When a whole deck goes to heaps, the last gets what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

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
from ...traversal import parts
from .statements import Statements


@dataclass
class Deals(Statements):
    """Writes statements; a deal from a fresh deck as one."""

    def several(self, statements: tuple[Stmt, ...]) -> int:
        match statements:
            case (GatherAll(into) as gather, ShufflePile(pile) as shuffle, *_) if (
                into == pile and not self.traced and not self.decided
            ):
                run, length = self.run(pile, statements[2:])
                amounts = [st.amount.value for st in run if isinstance(st, DealCards) and isinstance(st.amount, Const)]
                total = sum(amounts)
                known = pile.index is None or isinstance(pile.index, Const)
                if known and amounts and total <= len(self.program.deck):
                    self.one(gather)
                    self.one(shuffle)
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

    def deal_run(self, pile: ZoneRef, run: tuple[Stmt, ...], total: int) -> None:
        """Deals from a pile of all cards, `total` cards together."""
        cards, taken = len(self.program.deck), 0
        slot = self.zone_slot(pile.zone, pile.index)
        deals = [st for st in run if isinstance(st, DealCards)]
        heaps = not any(self.program.zones[st.target.zone].ordered for st in deals)
        method = self.draw_method(heaps)
        left_over = 0
        if total == cards and method != "alike" and heaps:
            assert isinstance(deals[-1].amount, Const)
            left_over = deals[-1].amount.value
        drawn = min(total - left_over, cards - 1)
        self.line(f"y = draws(S, {drawn}, {min(total, cards - 1) - drawn})")
        self.line(f"U = {'alike' if method == 'alike' else 'every'}()")
        for st in run:
            if not isinstance(st, DealCards):
                self.one(st)
                continue
            if self.counted:
                self.count(st)
            assert isinstance(st.amount, Const)
            target = self.zone_slot(st.target.zone, st.target.index)
            if left_over and taken == cards - left_over:
                self.line(f"{target} |= {f'{(1 << cards) - 1} ^ w' if taken else (1 << cards) - 1}")
                continue
            hits: list[str] = []
            for _ in range(st.amount.value):
                left = cards - taken
                hit = f"U.pop({f'y[{taken}]*{left}>>32' if left > 1 else ''})"
                hits.append(f"{hit}.pop()" if method == "alike" else hit)
                taken += 1
            if not heaps and self.program.zones[st.target.zone].ordered:
                self.line(f"{target} += ({''.join(f'{bit}.bit_length()-1, ' for bit in hits)})")
            elif method == "paired":
                self.to_heap_of_pairs(target, " | ".join(hits), taken == len(hits))
            elif left_over:
                self.line(f"x = {' | '.join(hits)}")
                self.line(f"{target} |= x")
                self.line(f"w {'=' if taken == len(hits) else '|='} x")
            else:
                self.line(f"{target} |= {' | '.join(hits)}")
        bag = self.program.zones[pile.zone].bag
        rest = f"BITS[{(1 << cards) - 1} ^ w]" if method == "paired" else "rest(U)"
        self.line(f"{slot} = {rest if total < cards else '()'}")
        self.line(f"{self.slot(bag, _twice(pile.index, 0))} = 0")
        self.line(f"{self.slot(bag, _twice(pile.index, 1))} = {cards - total}")

    def draw_method(self, heaps: bool) -> str:
        """How cards are drawn from a whole deck, see above."""
        deck = self.program.deck
        if len(deck) == len(self.program.faces):
            return "distinct"
        return "paired" if heaps and max(map(deck.count, deck)) == 2 else "alike"

    def to_heap_of_pairs(self, target: str, hits: str, first: bool) -> None:
        """Cards go to a heap: `h` are the places hit so far, `w` the cards that were drawn for them."""
        deck = self.program.deck
        pairs = sum(1 << i for i, (one, other) in enumerate(pairwise(deck)) if one == other)
        self.line(f"h {'=' if first else '|='} {hits}")
        self.line(f"x = h - (h >> 1 & {pairs} & ~h)")
        self.line(f"{target} |= {'x' if first else 'w ^ x'}")
        self.line("w = x")


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
