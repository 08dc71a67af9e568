"""Expressions, types and citations as text, without unnecessary brackets.

Each form has a rank of looseness: the one of its production in the grammar.  An operand that is looser than its place
allows gets brackets.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, cast

from .. import nodes as n
from ..nodes import AND, COMPARISON, NOT, OR, PHRASE, POSTFIX, PRODUCT, SUM, UNARY

_BINARY: dict[n.BinaryOp, int] = {
    "or": OR,
    "and": AND,
    "+": SUM,
    "-": SUM,
    "except": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "mod": PRODUCT,
}


def looseness(e: n.Expr) -> int:
    """The rank of an expression, from `PHRASE` to `ATOM`."""
    match e:
        case n.Binary():
            return _BINARY.get(e.op, COMPARISON)
        case n.Unary():
            return NOT if e.op == "not" else UNARY
        case _:
            return e.looseness


def expr(e: n.Expr, at_least: int = PHRASE) -> str:
    """An expression, at a place that allows this rank or a tighter one."""
    text = _bare(e)
    return text if looseness(e) >= at_least else f"({text})"


def _bare(e: n.Expr) -> str:
    match e:
        case n.Number():
            return str(e.value)
        case n.Rank():
            return e.text
        case n.Word():
            return e.word
        case n.Ref():
            return e.name
        case n.SetOf():
            return "{" + exprs(e.items) + "}"
        case n.Attribute():
            args = f"({exprs(e.args)})" if e.args is not None else ""
            return f"{expr(e.of, POSTFIX)}.{e.name.text}{args}"
        case n.Binary():
            return _binary(e)
        case n.Unary():
            return f"not {expr(e.operand, NOT)}" if e.op == "not" else f"-{expr(e.operand, UNARY)}"
        case n.Is():
            return f"{expr(e.operand, SUM)} is {'not ' if e.negated else ''}{'a ' if e.kind else ''}{e.property.text}"
        case n.In():
            return f"{expr(e.operand, SUM)} {'not ' if e.negated else ''}in {_filled(e.members, SUM)}"
        case n.Extreme():
            gained = " gained" if e.gained else ""
            return f"{e.which} {e.measure.text}{gained}" + (f" of {expr(e.of, POSTFIX)}" if e.of is not None else "")
        case n.ExtremeFor():
            measure = _bare(e.measure) if isinstance(e.measure, n.SizeOf) else expr(e.measure, POSTFIX)
            return f"{e.which} {measure} for {by_form(e.some)}{where(e.where)}"
        case n.Quantified():
            return f"{e.which} {_somes(e)} has {expr(_last(e).body, NOT)}"
        case n.NumberWhere():
            return f"number of {_somes(e)} where {expr(_last_of(e).where, OR)}"
        case n.Best():
            by = expr(e.by, SUM) if e.by is not None else "the ranking"
            return f"the {e.which} {by_form(e.some)}{where(e.where)} by {by}"
        case _:
            return by_form(e)


def _somes(e: n.Quantified | n.NumberWhere) -> str:
    """The names of a phrase: `c in p.hand, d in q.hand`."""
    inner = e.body if isinstance(e, n.Quantified) else e.where
    more = f", {_somes(inner)}" if e.more and isinstance(inner, n.Quantified | n.NumberWhere) else ""
    return by_form(e.some) + more


def _last(e: n.Quantified) -> n.Quantified:
    """The innermost phrase of one with several names."""
    return _last(e.body) if e.more and isinstance(e.body, n.Quantified) else e


def _last_of(e: n.NumberWhere) -> n.NumberWhere:
    return _last_of(e.where) if e.more and isinstance(e.where, n.NumberWhere) else e


def _binary(e: n.Binary) -> str:
    own = looseness(e)
    left = own + 1 if own == COMPARISON else own
    return f"{expr(e.left, left)} {e.op} {expr(e.right, own + 1)}"


# ---------------------------------------------------------------------------------------------------- forms of nodes


def by_form(node: n.Node) -> str:
    """A node printed by the form of its class (`Node.form`)."""
    assert node.form, f"{type(node).__name__} has no form, and the printer no case for it"
    made = ""
    for pieces, optional in _pieces(node.form):
        if not optional or all(getattr(node, name) is not None for _, name, _ in pieces if name):
            made += "".join(text + (_filled(getattr(node, name), rank) if name else "") for text, name, rank in pieces)
    return made


Piece = tuple[str, str, int]
"""Words, the field after them (or none), and the loosest expression that the field's place allows."""


@cache
def _pieces(form: str) -> tuple[tuple[tuple[Piece, ...], bool], ...]:
    """The parts of a form, each with a flag: whether it is in square brackets."""
    found: list[tuple[tuple[Piece, ...], bool]] = []
    for part in re.split(r"(\[[^\]]*\])", form):
        optional = part.startswith("[")
        part = part[1:-1] if optional else part
        pieces = re.findall(r"([^{]*)\{(\w+):?(\w*)\}|([^{]+)", part)
        found.append(
            (
                tuple((text or rest, name, getattr(n, rank) if rank else PHRASE) for text, name, rank, rest in pieces),
                optional,
            )
        )
    return tuple(found)


def _filled(value: object, at_least: int) -> str:
    """The value of a field, as text."""
    match value:
        case str():
            return value
        case n.Name() | n.Rank():
            return value.text
        case tuple():
            return ", ".join(_filled(item, at_least) for item in cast("tuple[object, ...]", value))
        case n.Range() | n.DownTo() | n.CardsOf():
            return domain(value)
        case n.Target() | n.Some():
            return by_form(value)
        case _:
            return expr(cast("Any", value), at_least)


def exprs(items: tuple[n.Expr, ...], at_least: int = PHRASE) -> str:
    """Expressions with commas between them."""
    return ", ".join(expr(item, at_least) for item in items)


def where(condition: n.Expr | None) -> str:
    """` where C`, if there is a condition."""
    return f" where {expr(condition, OR)}" if condition is not None else ""


def some(s: n.Some) -> str:
    """`p in players`"""
    return by_form(s)


def _steps(step: int) -> str:
    return f" in steps of {step}" if step != 1 else ""


def domain(d: n.Domain) -> str:
    """The values that a name may run over."""
    match d:
        case n.Range():
            return span_of(d.low, d.high) + _steps(d.step)
        case n.DownTo():
            return f"{expr(d.high, SUM)} down to {expr(d.low, SUM)}{_steps(d.step)}"
        case n.CardsOf():
            if d.high is None:
                count = f"{expr(d.low, SUM)} or more"
            elif d.high == d.low:
                count = expr(d.low, SUM)
            else:
                count = span_of(d.low, d.high)
            return f"{count} cards of {expr(d.of, POSTFIX)}"
        case _:
            return expr(d, SUM)


def span_of(low: n.Expr, high: n.Expr) -> str:
    """`1..8`, but `level + 1 .. 8`: with blanks if the ends are not single words."""
    ends = expr(low, SUM), expr(high, SUM)
    return (".." if all(end.replace(".", "").isalnum() for end in ends) else " .. ").join(ends)


def type_(t: n.Type) -> str:
    """A type."""
    match t:
        case n.NumberType():
            return "number" if t.low is None else f"{t.low}..{t.high}"
        case n.OneOf():
            return " or ".join(expr(value) for value in t.values)


def target(t: n.Target) -> str:
    """The target of a `set` or a move."""
    return by_form(t)


def params(items: tuple[n.Param, ...]) -> str:
    """`(p: player, n: 1..3)`, or nothing if there are no parameters."""
    return "(" + ", ".join(f"{p.name.text}: {type_(p.type)}" for p in items) + ")" if items else ""


def ranks(items: tuple[n.Rank, ...]) -> str:
    """`A K Q`"""
    return " ".join(rank.text for rank in items)


def names(items: tuple[n.Name, ...]) -> str:
    """`turn, idle`"""
    return ", ".join(name.text for name in items)


def citation(c: n.Citation) -> str:
    """`[10, 30-32; reprint 8]`"""
    return "[" + "; ".join(_from(part) for part in c.parts) + "]"


def _from(part: n.FromSource) -> str:
    lines = ", ".join(f"{x.first}-{x.last}" if x.last != x.first else str(x.first) for x in part.lines)
    return f"{part.source.text} {lines}" if part.source else lines


def template(t: n.Template) -> str:
    """`"bid {n} {s}"`"""
    pieces = [t.texts[0]]
    for hole, text in zip(t.holes, t.texts[1:], strict=True):
        pieces.append("{" + hole.text + "}" + text)
    return '"' + "".join(pieces) + '"'


def notice(t: n.Notice) -> str:
    """`"bid {p.bid}"`"""
    pieces = [t.texts[0]]
    for hole, text in zip(t.holes, t.texts[1:], strict=True):
        pieces.append("{" + expr(hole) + "}" + text)
    return '"' + "".join(pieces) + '"'


def text(words: str) -> str:
    """A text in its quotes."""
    return f'"{words}"'
