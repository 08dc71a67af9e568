"""What can be read from a program before it is written: which block jumps where, who uses which slots, what is
simple.
"""

from __future__ import annotations

from itertools import pairwise

from ...program import (
    Alternative,
    Binary,
    Branch,
    Const,
    Expr,
    Fold,
    Get,
    Goto,
    Program,
    Reg,
    Unary,
)

COMPARE = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def always(alternative: Alternative) -> bool:
    """Whether an alternative has no condition."""
    return alternative.guard in (None, Const(1)) and alternative.where in (None, Const(1))


def predecessor_counts(program: Program) -> list[int]:
    """For each block, how many blocks jump to it."""
    found = [0] * len(program.blocks)
    for block in program.blocks:
        match block.body[-1]:
            case Goto(to):
                found[to] += 1
            case Branch(_, then, otherwise):
                found[then] += 1
                found[otherwise] += 1
            case _:
                pass
    return found


def pieces(program: Program, width: int = 13) -> list[tuple[int, int]]:
    """The cards of the deck in ranges of at most `width`: (first, one past the last).  Identical cards are in the same
    range.
    """
    deck = program.deck
    edges = [0]
    width = -(-len(deck) // -(-len(deck) // width))
    for card in range(1, len(deck)):
        if card - edges[-1] >= width and deck[card] != deck[card - 1]:
            edges.append(card)
    return list(pairwise([*edges, len(deck)]))


def at_hand(e: Expr) -> bool:
    """Whether an expression is only a number, a name or a slot."""
    return isinstance(e, Const | Reg) or (isinstance(e, Get) and (e.index is None or isinstance(e.index, Const)))


def is_truth(e: Expr) -> bool:
    """Whether an expression is written as a Python truth value."""
    match e:
        case Binary(op, _, _):
            return op in COMPARE or op in ("and", "or")
        case Unary(op, _):
            return op in ("not", "any")
        case Fold(kind, _, _, _, _, _):
            return kind in ("any", "every")
        case _:
            return False
