"""Calls of other phases: their statements with the arguments filled in, or the arguments in words."""

from __future__ import annotations

from ...checked import CallPhase, Expr, Let, Lit, LocalSymbol, PhaseSymbol, Stmt
from ...effects import reads
from .. import english as en
from ..context import Book
from ..names import christen
from ..sizes import draws, steady

_DEEPEST_CALL = 3
_LETTERS = 2


def opened_call(book: Book, st: CallPhase) -> tuple[Stmt, ...] | None:
    """The statements of a call, with its arguments filled in; None if the call cannot be written that way."""
    phase = st.phase
    if phase.name in book.named:
        return None
    if book.depth >= _DEEPEST_CALL or (not phase.params and not phase.table and book.depth == 0 and book.main):
        return None
    own: dict[LocalSymbol, Expr] = dict(zip(phase.params, st.args, strict=True))
    blocks = [phase.body, *(row.actions for row in phase.rows)]
    for param, arg in own.items():
        if draws(arg) or not all(steady(param, reads(arg), b, tuple(book.game.zones))[0] for b in blocks):
            return None
    inside = book.folding.knowing(own)
    body = inside.block(phase.body)
    if not phase.table:
        return body
    return only_row(book, phase, own)


def only_row(book: Book, phase: PhaseSymbol, own: dict[LocalSymbol, Expr]) -> tuple[Stmt, ...] | None:
    """The statements of a table in which only one row can apply; None for any other table."""
    folding = book.folding.knowing(own)
    lets = {let.local: folding.expr(let.value) for let in phase.body if isinstance(let, Let)}
    rows = folding.knowing(lets).kept(phase.rows)
    if len(rows) == 1 and rows[0].guard is None:
        return rows[0].actions
    return None


def given(book: Book, st: CallPhase) -> str:
    """The arguments of a call: ` for the player, with the bid and 2 as the factor (taken: no)`."""
    whom, plain, named, others = "", list[str](), list[str](), list[str]()
    for param, arg in zip(st.phase.params, st.args, strict=True):
        noun, words = book.text(arg), en.spaced(param.name)
        with book.scope():
            book.taken = set()
            name = christen(book, param).text
        if arg.type.kind in ("player", "team") and not whom:
            whom = f" for {noun}"
        elif noun in (name, f"the {words}") or (len(words) <= _LETTERS and not isinstance(arg, Lit)):
            plain.append(noun)
        elif param.type.kind == "flag" or "," in noun or " if " in noun:
            others.append(f"{words}: {noun}")
        else:
            named.append(f"no {name.removeprefix('the ')}" if noun == "none" else f"{noun} as {name}")
    given = f"{',' if whom else ''} with {en.listed(plain + named)}" if plain or named else ""
    return whom + given + (f" ({'; '.join(others)})" if others else "")


def is_one(book: Book, body: tuple[Stmt, ...]) -> bool:
    """Whether a loop does a single thing.

    After `each player gains 1 chip; add 1 to the pot` nobody knows whether the second is done for each of them."""
    if len(body) != 1:
        return False
    inner = opened_call(book, body[0]) if isinstance(body[0], CallPhase) else None
    return inner is None or is_one(book, inner)
