"""Types of values: whether a value fits its place, and the type of several values together.

Nothing here reads the tree.  These are the rules of types, for expressions that are already resolved.
"""

from __future__ import annotations

from ..checked import Expr, Lit, Op, OpName, Present
from ..source.span import Span
from ..types import CARD, FACE, FLAG, NONE, UNKNOWN, Type
from .advice import of_type
from .context import ResolveContext


def unknown(span: Span) -> Expr:
    """An expression in place of one that could not be resolved.  It fits everywhere."""
    return Lit(NONE, type=UNKNOWN, span=span)


def flag_op(op: OpName, args: tuple[Expr, ...], span: Span) -> Op:
    """An operation whose result is yes or no."""
    return Op(op, args, type=FLAG, span=span)


def fits_type(actual: Type, wanted: Type) -> bool:
    """Whether a value of type `actual` fits where `wanted` is required.  Whether it may be none is not considered."""
    if "unknown" in (actual.kind, wanted.kind):
        return True
    if actual.kind == "none":
        return wanted.optional
    if wanted.kind == "word":
        return (actual.kind == "suit" and wanted.suits) or (
            actual.kind == "word" and (actual.words, actual.suits) == (wanted.words, wanted.suits)
        )
    if wanted.kind == "suit" and actual.kind == "word":
        return False
    if actual.kind == "set" and wanted.kind == "set":
        return actual.element is None or wanted.element is None or fits_type(actual.element, wanted.element)
    return actual.kind == wanted.kind and (actual.name == wanted.name or "face" not in (actual.name, wanted.name))


def coerce(ctx: ResolveContext, value: Expr, type: Type) -> Expr:
    """The value for a place that requires the type.

    Reports an error if it does not fit; adds a check at play if it may be none."""
    if not fits_type(value.type, type):
        if value.type.kind == "none":
            ctx.report("E0404", value.span, wanted=type.phrase)
        elif value.type.kind == "card" and value.type.name == FACE:
            help = "remember it by its name: `called: face or none`; or a card that lies somewhere: `the c in …`"
            ctx.report("E0405", value.span, help=help)
        else:
            ctx.report("E0401", value.span, wanted=type.phrase, found=value.type.phrase, help=of_type(value, type))
        return unknown(value.span)
    if value.type.optional and not type.optional and value.type.kind != "none" and type.kind != "unknown":
        return Present(value, type=value.type.plain(), span=value.span)
    if (
        isinstance(value, Lit)
        and type.kind == "number"
        and value.type.kind == "number"
        and not type.low <= value.value <= type.high
    ):
        ctx.report("E0406", value.span, value=value.value, low=type.low, high=type.high)
    return value


def comparable(a: Type, b: Type) -> bool:
    """Whether values of the two types can be equal."""
    if a.kind == b.kind == "card" or ({a.kind, b.kind} == {"card", "word"} and (a.named_card or b.named_card)):
        return True
    return fits_type(a.plain(), b.plain()) or fits_type(b.plain(), a.plain())


def joinable(a: Type, b: Type) -> bool:
    """Whether one expression can have both types.  None fits every type."""
    return "none" in (a.kind, b.kind) or fits_type(a.plain(), b.plain()) or fits_type(b.plain(), a.plain())


def join(a: Type, b: Type) -> Type:
    """The type of a value that has one type or the other."""
    if a.kind == "unknown" or b.kind == "unknown":
        return b if a.kind == "unknown" else a
    if a.kind == "none" or b.kind == "none":
        return (b if a.kind == "none" else a).or_none()
    if a.kind == "number" and b.kind == "number":
        return Type("number", low=min(a.low, b.low), high=max(a.high, b.high))
    if b.kind == "word" and a.kind == "suit":
        a = b
    return a.or_none() if b.optional else a


def as_set(value: Expr) -> Expr:
    """A single value as a set of one."""
    if value.type.kind in ("card", "player", "team", "suit", "rank", "word"):
        element = CARD if value.type.kind == "card" else value.type.plain()
        if value.type.optional:
            value = Present(value, type=value.type.plain(), span=value.span)
        return Op("single", (value,), type=Type("set", element=element), span=value.span)
    return value


def union_of(ctx: ResolveContext, values: list[Expr], span: Span) -> Expr:
    """The set of these values.  Sets among them contribute their elements."""
    items = [as_set(value) for value in values]
    for item in items:
        if item.type.kind not in ("set", "unknown"):
            ctx.report("E0401", item.span, wanted="cards, players, teams, suits or ranks", found=item.type.phrase)
            return unknown(span)
    element = items[0].type.element or UNKNOWN
    for item in items[1:]:
        wide = join(element, item.type.element or UNKNOWN)
        if not fits_type(item.type.element or UNKNOWN, wide):
            ctx.report("E0407", item.span, left=Type("set", element=element).phrase, right=item.type.phrase)
            return unknown(span)
        element = wide
    return balanced_tree("union", items, Type("set", element=element), span) if len(items) > 1 else items[0]


def balanced_tree(op: OpName, items: list[Expr], type: Type, span: Span) -> Expr:
    """`a op b op c` as a balanced tree, so that a long list does not give a deep expression."""
    while len(items) > 1:
        pairs = [Op(op, (a, b), type=type, span=span) for a, b in zip(items[::2], items[1::2], strict=False)]
        items = [*pairs, *items[2 * len(pairs) :]]
    return items[0]
