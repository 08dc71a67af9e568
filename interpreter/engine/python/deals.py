"""Writes deals: the statements after a whole deck was gathered and shuffled are written card by card.

The number of cards is known at that point, so every draw is one line of code, and all random numbers are made at once.
`y` are these numbers, `U` is the content of the pile.  If a draw hits one of several identical cards, the first of them
is drawn.  So there are three ways to draw:

    distinct  no cards are identical: `U` has each card's bit
    paired    two cards at most are identical, and all go to heaps: the same, and of a pair only the second of which was
              hit it is the first that has been drawn
    alike     `U` has for each card the bits of those identical to it, the first of them last

When a whole deck goes to heaps, the last gets what is left.
"""

from __future__ import annotations

from collections.abc import Callable
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
from ...traversal import nodes_within
from .expressions import slot_of, zone_slot
from .writer import BlockWriter

StatementWriter = Callable[[BlockWriter, Stmt], int]
"""Writes one statement (`statements.write_one`) and returns 1, the number of statements written."""


def write_together(w: BlockWriter, statements: tuple[Stmt, ...], one: StatementWriter) -> int:
    """Write the first statements together if that is faster.  Returns how many of them were written; 0 for none."""
    match statements:
        case (GatherAll(into) as gather, ShufflePile(pile) as shuffle, *_) if (
            into == pile and not w.traced and not w.decided
        ):
            run, length = deals_of_run(w, pile, statements[2:])
            amounts = [st.amount.value for st in run if isinstance(st, DealCards) and isinstance(st.amount, Const)]
            total = sum(amounts)
            known = pile.index is None or isinstance(pile.index, Const)
            if known and amounts and total <= len(w.program.deck):
                one(w, gather)
                one(w, shuffle)
                deal_run(w, pile, run, total, one)
                return 2 + length
        case _:
            pass
    return 0


def deals_of_run(w: BlockWriter, pile: ZoneRef, statements: tuple[Stmt, ...]) -> tuple[tuple[Stmt, ...], int]:
    """The deals at the beginning of a list of statements, with what lies between them, and how many statements that
    are.
    """
    found: list[Stmt] = []
    run, length = 0, 0
    for at, st in enumerate(statements, 1):
        here = turns_of(w, st)
        if not all(_between(each) or _deals(each, pile) for each in here):
            break
        found += here
        if any(_deals(each, pile) for each in here):
            run, length = len(found), at
    return tuple(found[:run]), length


def turns_of(w: BlockWriter, st: Stmt) -> tuple[Stmt, ...]:
    """A loop over all players in seat order, as one statement for each turn; any other statement unchanged."""
    players = w.program.players
    everyone = (Const((1 << players) - 1),)
    match st:
        case ForEach(reg, Domain("seats", mask, start), None, None, body) if mask == everyone and start is not None:
            if not _plain(start) or any(isinstance(one, SetReg | SetSlot) for one in body):
                return (st,)
            turns = (Binary("mod", Binary("+", start, Const(i)), Const(players)) for i in range(players))
            return tuple(one for turn in turns for one in (SetReg(reg, turn), *body))
        case _:
            return (st,)


def deal_run(w: BlockWriter, pile: ZoneRef, run: tuple[Stmt, ...], total: int, one: StatementWriter) -> None:
    """Write deals from a pile of all cards; together they deal `total` cards."""
    cards = len(w.program.deck)
    taken: int = 0
    slot = zone_slot(w, pile.zone, pile.index)
    deals = [st for st in run if isinstance(st, DealCards)]
    heaps = not any(w.program.zones[st.target.zone].ordered for st in deals)
    method = draw_method(w, heaps)
    left_over = 0
    if total == cards and method != "alike" and heaps:
        assert isinstance(deals[-1].amount, Const)
        left_over = deals[-1].amount.value
    drawn = min(total - left_over, cards - 1)
    w.line(f"y = draws(S, {drawn}, {min(total, cards - 1) - drawn})")
    w.line(f"U = {'alike' if method == 'alike' else 'every'}()")
    for st in run:
        if not isinstance(st, DealCards):
            one(w, st)
            continue
        if w.counted:
            w.count(st)
        assert isinstance(st.amount, Const)
        target = zone_slot(w, st.target.zone, st.target.index)
        if left_over and taken == cards - left_over:
            w.line(f"{target} |= {f'{(1 << cards) - 1} ^ w' if taken else (1 << cards) - 1}")
            continue
        hits: list[str] = []
        for _ in range(st.amount.value):
            left = cards - taken
            hit = f"U.pop({f'y[{taken}]*{left}>>32' if left > 1 else ''})"
            hits.append(f"{hit}.pop()" if method == "alike" else hit)
            taken += 1
        if not heaps and w.program.zones[st.target.zone].ordered:
            w.line(f"{target} += ({''.join(f'{bit}.bit_length()-1, ' for bit in hits)})")
        elif method == "paired":
            to_heap_of_pairs(w, target, " | ".join(hits), taken == len(hits))
        elif left_over:
            w.line(f"x = {' | '.join(hits)}")
            w.line(f"{target} |= x")
            w.line(f"w {'=' if taken == len(hits) else '|='} x")
        else:
            w.line(f"{target} |= {' | '.join(hits)}")
    bag = w.program.zones[pile.zone].bag
    rest = f"BITS[{(1 << cards) - 1} ^ w]" if method == "paired" else "rest(U)"
    w.line(f"{slot} = {rest if total < cards else '()'}")
    w.line(f"{slot_of(w, bag, _twice(pile.index, 0))} = 0")
    w.line(f"{slot_of(w, bag, _twice(pile.index, 1))} = {cards - total}")


def draw_method(w: BlockWriter, heaps: bool) -> str:
    """The way to draw cards from a whole deck; see the module docstring."""
    deck = w.program.deck
    if len(deck) == len(w.program.faces):
        return "distinct"
    return "paired" if heaps and max(map(deck.count, deck)) == 2 else "alike"


def to_heap_of_pairs(w: BlockWriter, target: str, hits: str, first: bool) -> None:
    """Write the move of cards to a heap.  `h` holds the places hit so far, `w` the cards that were drawn for them."""
    deck = w.program.deck
    pairs = sum(1 << i for i, (one, other) in enumerate(pairwise(deck)) if one == other)
    w.line(f"h {'=' if first else '|='} {hits}")
    w.line(f"x = h - (h >> 1 & {pairs} & ~h)")
    w.line(f"{target} |= {'x' if first else 'w ^ x'}")
    w.line("w = x")


def _twice(index: Expr | None, more: int) -> Const:
    """The index of one of the two slots of an owner."""
    assert index is None or isinstance(index, Const)
    return Const(2 * (index.value if index is not None else 0) + more)


def _deals(st: Stmt, pile: ZoneRef) -> bool:
    """Whether a statement deals a known number of cards from a pile."""
    match st:
        case DealCards(Const(amount), False, source, target):
            return amount > 0 and source == pile and target.zone != pile.zone
        case _:
            return False


def _between(st: Stmt) -> bool:
    """Whether a statement neither depends on where cards lie nor on chance."""
    match st:
        case SetReg(_, value) | SetSlot(_, None, value):
            return _plain(value)
        case _:
            return isinstance(st, Mark)


def _plain(e: Expr) -> bool:
    """Whether an expression neither depends on where cards lie nor on chance."""
    return not any(isinstance(part, ZoneCards | PileEnd | RandomPick | FunctionCall) for part in nodes_within(e))
