"""Expressions, types and citations as text, with no bracket that is not needed.

Each form has a rank of looseness, the one of its production in the grammar; an operand looser than its place allows is
put in brackets.
"""

from __future__ import annotations

from .. import nodes as n

PHRASE, OR, AND, NOT, COMPARISON, SUM, PRODUCT, UNARY, POSTFIX, ATOM = range(10)

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
        case n.Conditional() | n.EveryWhere() | n.TheOne() | n.First() | n.NumberWhere() | n.ExtremeFor():
            return PHRASE
        case n.RandomThing():
            return PHRASE
        case n.Binary():
            return _BINARY.get(e.op, COMPARISON)
        case n.Quantified():
            return NOT
        case n.Unary():
            return NOT if e.op == "not" else UNARY
        case n.Is() | n.In():
            return COMPARISON
        case n.SizeOf() | n.NumberOfPlayers() | n.Pick() | n.CardFace() | n.Extreme() | n.Gained():
            return UNARY
        case n.Attribute():
            return POSTFIX
        case n.Number() | n.Rank() | n.Word() | n.Ref() | n.Apply() | n.SetOf():
            return ATOM


def expr(e: n.Expr, at_least: int = PHRASE) -> str:
    """An expression where one of that rank or tighter can stand."""
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
        case n.Apply():
            return f"{e.name.text}({exprs(e.args)})"
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
            return f"{expr(e.operand, SUM)} in {domain(e.members)}"
        case n.SizeOf():
            return f"size of {expr(e.of, POSTFIX)}"
        case n.NumberOfPlayers():
            return "number of players"
        case n.Pick():
            count = f" {expr(e.count, ATOM)}" if e.count is not None else ""
            return f"{e.end}{count} of {expr(e.of, POSTFIX)}"
        case n.CardFace():
            return f"{e.rank.text} of {expr(e.suit, POSTFIX)}"
        case n.Extreme():
            gained = " gained" if e.gained else ""
            return f"{e.which} {e.measure.text}{gained}" + (f" of {expr(e.of, POSTFIX)}" if e.of is not None else "")
        case n.Gained():
            return f"{expr(e.of, POSTFIX)} gained"
        case _:
            return _phrase(e)


def _binary(e: n.Binary) -> str:
    own = looseness(e)
    left = own + 1 if own == COMPARISON else own
    return f"{expr(e.left, left)} {e.op} {expr(e.right, own + 1)}"


def _phrase(
    e: n.Conditional | n.EveryWhere | n.TheOne | n.First | n.NumberWhere | n.ExtremeFor | n.RandomThing | n.Quantified,
) -> str:
    match e:
        case n.Conditional():
            return f"{expr(e.value, OR)} if {expr(e.condition, OR)} otherwise {expr(e.otherwise)}"
        case n.EveryWhere():
            return f"every {some(e.some)}{where(e.where)}"
        case n.TheOne():
            return f"the {some(e.some)}{where(e.where)}"
        case n.First():
            start = f" from {expr(e.start, SUM)}" if e.start is not None else ""
            return f"first {some(e.some)}{start}{where(e.where)}"
        case n.NumberWhere():
            return f"number of {some(e.some)}{where(e.where)}"
        case n.ExtremeFor():
            measure = _bare(e.measure) if isinstance(e.measure, n.SizeOf) else expr(e.measure, POSTFIX)
            return f"{e.which} {measure} for {some(e.some)}{where(e.where)}"
        case n.RandomThing():
            return f"a random card of {expr(e.of, POSTFIX)}" if e.of is not None else "a random player"
        case n.Quantified():
            return f"{e.which} {some(e.some)} has {expr(e.body, NOT)}"


def exprs(items: tuple[n.Expr, ...], at_least: int = PHRASE) -> str:
    """Expressions with commas between them."""
    return ", ".join(expr(item, at_least) for item in items)


def where(condition: n.Expr | None) -> str:
    """` where C`, if there is a condition."""
    return f" where {expr(condition, OR)}" if condition is not None else ""


def some(s: n.Some) -> str:
    """`p in players`"""
    return f"{s.name.text} in {domain(s.domain)}"


def domain(d: n.Domain) -> str:
    """What a name may run over."""
    match d:
        case n.Range():
            return span_of(d.low, d.high)
        case n.DownTo():
            return f"{expr(d.high, SUM)} down to {expr(d.low, SUM)}"
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
    """`1..8`, but `level + 1 .. 8`: room where the ends are not single words."""
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
    """Where something is put."""
    return expr(t.place) + (f" of each {t.each}" if t.each is not None else "")


def params(items: tuple[n.Param, ...]) -> str:
    """`(p: player, n: 1..3)`, or nothing."""
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


def text(words: str) -> str:
    """A text in its quotes."""
    return f'"{words}"'
