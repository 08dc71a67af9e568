"""Describes a case in the author's words: `n = 0, alone, march_against = four`.

The conditions of the rows consist of pieces.  Each piece that is settled in the case is quoted as written, or as its
opposite.  A value that is compared with written values (`n = 5`, `n in 3..4`) is named once, with one possible value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ...checked import Expr, Lit, Op
from ...operations import OPPOSITES
from .cases import LISTED, Space
from .dimensions import EnumeratedDimension, IntervalDimension
from .keys import Bindings, follow_names
from .search import Atom, Box, Cases, Formula, Negation, dims, truth

_IS = re.compile(r"([\w.]+(?:\([^()]*\))?) is (not )?(empty|joker)")


@dataclass(frozen=True, slots=True)
class ConditionPiece:
    """One piece of a condition: a statement, a statement about a value, or a comparison of two sides."""

    kind: Literal["value", "compared", "none", "plain"]
    formula: Formula
    texts: tuple[str, ...]


def pieces(space: Space, guard: Expr, bindings: Bindings) -> list[ConditionPiece]:
    """The pieces of a condition, from left to right.  Call this before the cases are closed."""
    match guard:
        case Op(op="and" | "or", args=(a, b)):
            return [*pieces(space, a, bindings), *pieces(space, b, bindings)]
        case Op(op="not", args=(a,)) if not _is_none(a) and a.span != guard.span:
            return pieces(space, a, bindings)
        case Op(op="not", args=(a,)):
            return [_piece(space, a if _is_none(a) else guard, bindings)]
        case _:
            return [_piece(space, guard, bindings)]


def _is_none(e: Expr) -> bool:
    return isinstance(e, Op) and e.op == "=" and isinstance(e.args[1], Lit) and e.args[1].type.kind == "none"


def _piece(space: Space, e: Expr, bindings: Bindings) -> ConditionPiece:
    formula = space.read(e, bindings)
    if isinstance(e, Op) and e.op in OPPOSITES:
        left, right = e.args
        subject = source_text(left)
        if _is_none(e):
            return ConditionPiece("none", formula, (subject,))
        if isinstance(right, Lit) and _single(left, formula, bindings):
            return ConditionPiece("value", formula, (subject,))
        return ConditionPiece("compared", formula, (subject, e.op, source_text(right)))
    return ConditionPiece("plain", formula, (source_text(e),))


def _single(subject: Expr, formula: Formula, bindings: Bindings) -> bool:
    """Whether a comparison concerns a single thing with values of its own."""
    found, _ = follow_names(subject, bindings)
    inner = formula.part if isinstance(formula, Negation) else formula
    if not isinstance(inner, Atom):
        return False
    return found.type.kind == "number" or found.type.kind in LISTED


def source_text(e: Expr) -> str:
    """An expression as its author wrote it, in one line."""
    return " ".join(e.span.text.split())


def case(space: Space, cases: Cases, box: Box, found: list[ConditionPiece], whole: bool = False) -> str:
    """The case of a box, in words.  `whole`: of several numbers that are left, all are named and not only the first."""
    texts: list[str] = []
    reported: set[int] = set()
    for piece in found:
        formula = space.settled(piece.formula)
        about = dims(formula)
        if all(box[dim] == cases.whole[dim] for dim in about):
            continue
        if piece.kind in ("value", "none") and len(about) == 1 and about <= reported:
            continue
        text = (
            _value(space, box, piece, min(about), whole)
            if piece.kind == "value"
            else _condition_text(piece, truth(formula, box))
        )
        if text is not None and text not in texts:
            texts.append(text)
            if piece.kind in ("value", "none"):
                reported |= about
    return ", ".join(texts) or "any case"


def _condition_text(piece: ConditionPiece, holds: bool | None) -> str | None:
    if holds is None:
        return None
    match piece.kind:
        case "none":
            return f"{piece.texts[0]} is none" if holds else f"{piece.texts[0]} is not none"
        case "compared":
            left, op, right = piece.texts
            return f"{left} {op if holds else OPPOSITES[op]} {right}"
        case _:
            return piece.texts[0] if holds else negated_text(piece.texts[0])


def negated_text(text: str) -> str:
    """The opposite of a condition as written: `trick is not empty` for `trick is empty`."""
    found = _IS.fullmatch(text)
    if found is None:
        return f"not {text}"
    return f"{found[1]} is {found[3]}" if found[2] else f"{found[1]} is not {found[3]}"


def _value(space: Space, box: Box, piece: ConditionPiece, dim: int, whole: bool) -> str:
    """One of the values that are left: the first, and none only if there is no other.  `whole`: all numbers from it on
    to the first that is not left.
    """
    subject = piece.texts[0]
    mask = box[dim]
    dimension = space.dims.dims[dim]
    first = (mask & -mask).bit_length() - 1
    if isinstance(dimension, EnumeratedDimension):
        shown = dimension.shown[first]
        return f"{subject} is none" if shown == "none" else f"{subject} = {shown}"
    low, high = dimension.ends(first)
    if whole and dimension.allowed is None and mask != (1 << len(dimension.starts)) - 1:
        return " or ".join(_run(subject, dimension, *ends) for ends in _runs(dimension, mask))
    return f"{subject} = {low if low > -(10**6) else min(high, 0)}"


def _runs(dimension: IntervalDimension, mask: int) -> list[tuple[int, int]]:
    """The numbers of a mask of ranges, as runs without a gap: lowest and highest."""
    found: list[tuple[int, int]] = []
    for value in range(len(dimension.starts)):
        if mask >> value & 1:
            low, high = dimension.ends(value)
            if found and found[-1][1] == low - 1:
                low = found.pop()[0]
            found.append((low, high))
    return found


def _run(subject: str, dimension: IntervalDimension, low: int, high: int) -> str:
    if low == high:
        return f"{subject} = {low}"
    if low <= dimension.low:
        return f"{subject} <= {high}"
    return f"{subject} >= {low}" if high >= dimension.high else f"{subject} in {low}..{high}"
