"""Expressions: names resolved, types worked out, sugar taken away.

`expression` takes what is *expected* where that is known, because some words only mean something there: `others_gain`
is a value of the option it is compared with, `3` is a rank beside `c.rank`.  `wanted` goes on to insist on a type; a
value that may be none is then wrapped in `Present`, which fails in play if it is none after all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from .. import nodes as n
from ..core import (
    CallDefine,
    Cond,
    DefineSymbol,
    Domain,
    Expr,
    FaceRef,
    Fold,
    FoldKind,
    IsShape,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    OpName,
    OptionRef,
    OptionSymbol,
    PhaseSymbol,
    PileEnd,
    Present,
    Random,
    ValueOf,
    VariableRef,
    VariableSymbol,
    ZoneRef,
    ZoneSymbol,
)
from ..source import Span
from ..types import (
    CARD,
    CARDS,
    FLAG,
    NONE,
    NOTHING,
    NUMBER,
    PLAYER,
    PLAYERS,
    RANK,
    RANKS,
    SUIT,
    SUITS,
    TEAM,
    TEAMS,
    UNKNOWN,
    Type,
)
from .attributes import attribute, per_owner
from .context import Context

SETS: dict[str, tuple[OpName, Type]] = {"teams": ("teams", TEAMS), "suits": ("suits", SUITS), "ranks": ("ranks", RANKS)}


def unknown(span: Span) -> Expr:
    """Stands for what was not understood; fits everywhere."""
    return Lit(NONE, type=UNKNOWN, span=span)


def flag_op(op: OpName, args: tuple[Expr, ...], span: Span) -> Op:
    """An operation that yields yes or no."""
    return Op(op, args, type=FLAG, span=span)


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of one type can stand where the other is wanted, none aside."""
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
        return actual.element is None or wanted.element is None or fits(actual.element, wanted.element)
    return actual.kind == wanted.kind and (actual.name == wanted.name or "face" not in (actual.name, wanted.name))


def wanted(ctx: Context, node: n.Expr, type: Type) -> Expr:
    """The expression, which must be of that type."""
    return coerce(ctx, expression(ctx, node, type), type)


def coerce(ctx: Context, value: Expr, type: Type) -> Expr:
    """The value where that type is wanted: reported if it does not fit, checked in play if it may be none."""
    if not fits(value.type, type):
        if value.type.kind == "none":
            ctx.report("E0404", value.span, wanted=type.phrase)
        elif value.type.name == "face":
            ctx.report("E0405", value.span)
        else:
            ctx.report("E0401", value.span, wanted=type.phrase, found=value.type.phrase)
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


def condition(ctx: Context, node: n.Expr) -> Expr:
    """A yes-or-no expression."""
    return wanted(ctx, node, FLAG)


def expression(ctx: Context, node: n.Expr, expected: Type | None = None) -> Expr:
    """The meaning of an expression; `expected` settles words that mean something only beside something else."""
    return _CASES[type(node)](ctx, node, expected)


# ------------------------------------------------------------------------------------------------------------- atoms


def _number(ctx: Context, node: n.Number, expected: Type | None) -> Expr:
    if expected is not None and expected.kind == "rank":
        return _rank(ctx, n.Rank(str(node.value), span=node.span), expected)
    return Lit(node.value, type=Type("number", low=node.value, high=node.value), span=node.span)


def _rank(ctx: Context, node: n.Rank, expected: Type | None) -> Expr:
    index = ctx.rank_index(node.text)
    if index is None:
        ctx.report(
            "E0305",
            node.span,
            name=node.text,
            help=ctx.suggestion(node.text, ctx.ranks) or f"the deck has {' '.join(ctx.ranks)}",
        )
        return unknown(node.span)
    return Lit(index, type=RANK, span=node.span)


def _word(ctx: Context, node: n.Word, expected: Type | None) -> Expr:
    if node.word == "none":
        return Lit(NONE, type=NOTHING, span=node.span)
    if node.word == "players":
        return Op("players", type=PLAYERS, span=node.span)
    return Lit(int(node.word == "yes"), type=FLAG, span=node.span)


def in_scope(ctx: Context, name: str) -> bool:
    """Whether a name means something without looking at what stands beside it."""
    return (
        ctx.local(name) is not None or name in ctx.names or name in SETS or name in ctx.suits or name in _plurals(ctx)
    )


def _plurals(ctx: Context) -> dict[str, Type]:
    return {f"{name}s": kind for name, kind in ctx.kinds.items() if kind.kind == "word" and kind.name == name}


def _ref(ctx: Context, node: n.Ref, expected: Type | None) -> Expr:
    name, span = node.name, node.span
    local = ctx.local(name)
    if local is not None:
        local.used = True
        return LocalRef(local, type=local.type, span=span)
    symbol = ctx.names.get(name)
    if symbol is not None:
        return _global(ctx, symbol, span)
    if expected is not None and expected.kind == "word" and name in ctx.word_values(expected):
        return Lit(ctx.word_values(expected).index(name), type=expected.plain(), span=span)
    if name in SETS:
        return Op(SETS[name][0], type=SETS[name][1], span=span)
    if name in ctx.suits:
        return Lit(ctx.suits.index(name), type=SUIT, span=span)
    plural = _plurals(ctx).get(name)
    if plural is not None:
        values = range(len(ctx.word_values(plural)))
        return Lit(sum(1 << v for v in values), type=Type("set", element=plural), span=span)
    kinds = ctx.words.get(name, [])
    if kinds and (expected is None or expected.kind == "unknown"):
        if len({k.name for k in kinds}) == 1:
            return Lit(ctx.word_values(kinds[0]).index(name), type=kinds[0].plain(), span=span)
        ctx.report("E0306", span, name=name, owners=" and ".join(f"`{k.name}`" for k in kinds))
        return unknown(span)
    near = ctx.visible() + (list(ctx.word_values(expected)) if expected is not None and expected.kind == "word" else [])
    ctx.report("E0301", span, name=name, help=ctx.suggestion(name, [*near, *ctx.suits, *SETS]))
    return unknown(span)


def _global(ctx: Context, symbol: Any, span: Span) -> Expr:
    symbol.used = True
    match symbol:
        case OptionSymbol():
            return OptionRef(symbol, type=symbol.type, span=span)
        case VariableSymbol():
            if symbol.owner is not None:
                ctx.report("E0310", span, name=symbol.name, owner=symbol.owner)
                return unknown(span)
            return VariableRef(symbol, None, type=symbol.type, span=span)
        case ZoneSymbol():
            if symbol.owner is not None:
                ctx.report("E0310", span, name=symbol.name, owner=symbol.owner)
                return unknown(span)
            return ZoneRef(symbol, None, type=CARDS, span=span)
        case DefineSymbol():
            return call_define(ctx, symbol, (), span)
        case _:
            ctx.report("E0311", span, name=symbol.name)
            return unknown(span)


def call_define(ctx: Context, symbol: DefineSymbol, args: tuple[Expr, ...], span: Span) -> Expr:
    """A define with arguments already understood."""
    symbol.used = True
    ctx.resolve_define(symbol)
    if len(args) != len(symbol.params):
        ctx.report(
            "E0403",
            span,
            name=symbol.name,
            wanted=len(symbol.params),
            found=len(args),
            notes=((symbol.span, "it is defined here"),),
        )
        return unknown(span)
    given = tuple(coerce(ctx, a, p.type) for a, p in zip(args, symbol.params, strict=True))
    return CallDefine(symbol, given, type=symbol.type, span=span)


def _apply(ctx: Context, node: n.Apply, expected: Type | None) -> Expr:
    name = node.name.text
    if name in ("larger", "smaller") and name not in ctx.names:
        args = tuple(wanted(ctx, a, NUMBER) for a in node.args)
        if len(args) != 2:
            ctx.report("E0403", node.span, name=name, wanted=2, found=len(args))
            return unknown(node.span)
        return Op(cast("OpName", name), args, type=NUMBER, span=node.span)
    symbol = ctx.names.get(name)
    if isinstance(symbol, DefineSymbol):
        params = symbol.params
        args = tuple(expression(ctx, a, params[i].type if i < len(params) else None) for i, a in enumerate(node.args))
        return call_define(ctx, symbol, args, node.span)
    if symbol is None:
        defines = [s.name for s in ctx.names.values() if isinstance(s, DefineSymbol)]
        ctx.report("E0301", node.name.span, name=name, help=ctx.suggestion(name, [*defines, "larger", "smaller"]))
    else:
        ctx.report("E0311", node.name.span, name=name)
    return unknown(node.span)


def _face(ctx: Context, node: n.CardFace, expected: Type | None) -> Expr:
    rank = _rank(ctx, node.rank, RANK)
    suit = wanted(ctx, node.suit, SUIT)
    if not isinstance(rank, Lit) or rank.type is UNKNOWN:
        return unknown(node.span)
    return FaceRef(rank.value, suit, type=Type("card", name="face"), span=node.span)


# ------------------------------------------------------------------------------------------------------- operations


def _attribute(ctx: Context, node: n.Attribute, expected: Type | None) -> Expr:
    owner = expression(ctx, node.of)
    if owner.type is UNKNOWN:
        return unknown(node.span)
    args = tuple(expression(ctx, a) for a in node.args or ())
    return attribute(ctx, owner, node.name, args, node.span, call_define, coerce)


def _number_of_players(ctx: Context, node: n.NumberOfPlayers, expected: Type | None) -> Expr:
    low, high, _ = ctx.players
    return Op("number of players", type=Type("number", low=low, high=high), span=node.span)


def _size(ctx: Context, node: n.SizeOf, expected: Type | None) -> Expr:
    return Op("size", (set_expression(ctx, node.of),), type=NUMBER, span=node.span)


def set_expression(ctx: Context, node: n.Expr) -> Expr:
    """An expression that must be a set."""
    value = expression(ctx, node)
    if value.type.kind not in ("set", "unknown"):
        ctx.report("E0401", value.span, wanted="a set", found=value.type.phrase)
        return unknown(value.span)
    return value


def _pick(ctx: Context, node: n.Pick, expected: Type | None) -> Expr:
    pile = expression(ctx, node.of)
    count = wanted(ctx, node.count, NUMBER) if node.count is not None else None
    if not isinstance(pile, ZoneRef):
        if pile.type is not UNKNOWN:
            ctx.report("E0412", pile.span, end=node.end)
        return unknown(node.span)
    pile.zone.ordered = True
    return PileEnd(node.end, pile, count, type=CARDS if count else CARD, span=node.span)


def _random(ctx: Context, node: n.RandomThing, expected: Type | None) -> Expr:
    of = wanted(ctx, node.of, CARDS) if node.of is not None else None
    if not ctx.chance:
        ctx.report("E0610", node.span)
    return Random(node.what, of, type=PLAYER if node.what == "player" else CARD, span=node.span)


def _conditional(ctx: Context, node: n.Conditional, expected: Type | None) -> Expr:
    test = condition(ctx, node.condition)
    then, otherwise = expression(ctx, node.value, expected), expression(ctx, node.otherwise, expected)
    if not joinable(then.type, otherwise.type):
        ctx.report("E0407", node.span, left=then.type.phrase, right=otherwise.type.phrase)
    return Cond(test, then, otherwise, type=join(then.type, otherwise.type), span=node.span)


def joinable(a: Type, b: Type) -> bool:
    """Whether a value can be one or the other: none goes with everything."""
    return "none" in (a.kind, b.kind) or fits(a.plain(), b.plain()) or fits(b.plain(), a.plain())


def join(a: Type, b: Type) -> Type:
    """The type of a value that is one or the other."""
    if a.kind == "unknown" or b.kind == "unknown":
        return b if a.kind == "unknown" else a
    if a.kind == "none" or b.kind == "none":
        wide = b if a.kind == "none" else a
        return Type(wide.kind, wide.low, wide.high, wide.name, wide.words, wide.suits, wide.element, True)
    if a.kind == "number" and b.kind == "number":
        return Type("number", low=min(a.low, b.low), high=max(a.high, b.high))
    if b.kind == "word" and a.kind == "suit":
        a = b
    return Type(a.kind, a.low, a.high, a.name, a.words, a.suits, a.element, a.optional or b.optional)


def _binary(ctx: Context, node: n.Binary, expected: Type | None) -> Expr:
    op = node.op
    if op in ("and", "or"):
        return flag_op(op, (condition(ctx, node.left), condition(ctx, node.right)), node.span)
    if op in ("=", "!="):
        return _equality(ctx, node)
    if op in ("<", "<=", ">", ">="):
        return flag_op(op, (wanted(ctx, node.left, NUMBER), wanted(ctx, node.right, NUMBER)), node.span)
    if op in ("+", "except"):
        left = expression(ctx, node.left, expected)
        if left.type.kind in ("set", "card", "player") or op == "except":
            return _set_algebra(ctx, node, left)
        return Op("+", (coerce(ctx, left, NUMBER), wanted(ctx, node.right, NUMBER)), type=NUMBER, span=node.span)
    return Op(op, (wanted(ctx, node.left, NUMBER), wanted(ctx, node.right, NUMBER)), type=NUMBER, span=node.span)


def _set_algebra(ctx: Context, node: n.Binary, left: Expr) -> Expr:
    right = expression(ctx, node.right, left.type.element)
    left, right = as_set(left), as_set(right)
    for side in (left, right):
        if side.type.kind not in ("set", "unknown"):
            ctx.report("E0401", side.span, wanted="a set", found=side.type.phrase)
            return unknown(node.span)
    if not fits(right.type, left.type):
        ctx.report("E0407", node.span, left=left.type.phrase, right=right.type.phrase)
        return unknown(node.span)
    return Op("except" if node.op == "except" else "union", (left, right), type=left.type, span=node.span)


def as_set(value: Expr) -> Expr:
    """One thing as the set of it."""
    if value.type.kind in ("card", "player", "team", "suit", "rank", "word"):
        element = CARD if value.type.kind == "card" else value.type.plain()
        if value.type.optional:
            value = Present(value, type=value.type.plain(), span=value.span)
        return Op("single", (value,), type=Type("set", element=element), span=value.span)
    return value


def _equality(ctx: Context, node: n.Binary) -> Expr:
    op: OpName = "=" if node.op == "=" else "!="
    first, second = node.left, node.right
    if isinstance(first, n.Number) or (isinstance(first, n.Ref) and not in_scope(ctx, first.name)):
        right = expression(ctx, second)
        left = expression(ctx, first, right.type)
    else:
        left = expression(ctx, first, RANK if isinstance(first, n.Rank) else None)
        right = expression(ctx, second, left.type)
    if left.type.kind == "none" or right.type.kind == "none":
        ctx.report("E0410", node.span, help="write `is none` or `is not none`")
        return unknown(node.span)
    if not _comparable(left.type, right.type):
        ctx.report("E0407", node.span, left=left.type.phrase, right=right.type.phrase)
        return unknown(node.span)
    return flag_op(op, (left, right), node.span)


def _comparable(a: Type, b: Type) -> bool:
    if a.kind == b.kind == "card":
        return True
    return fits(a.plain(), b.plain()) or fits(b.plain(), a.plain())


def _unary(ctx: Context, node: n.Unary, expected: Type | None) -> Expr:
    if node.op == "not":
        return flag_op("not", (condition(ctx, node.operand),), node.span)
    return Op("negate", (wanted(ctx, node.operand, NUMBER),), type=NUMBER, span=node.span)


def _is(ctx: Context, node: n.Is, expected: Type | None) -> Expr:
    value = expression(ctx, node.operand)
    found = _property(ctx, node, value)
    return flag_op("not", (found,), node.span) if node.negated else found


def _property(ctx: Context, node: n.Is, value: Expr) -> Expr:
    if value.type is UNKNOWN:
        return unknown(node.span)
    word = node.property.text
    if node.kind:
        if word == "suit" and value.type.kind == "word" and value.type.suits:
            return flag_op("<", (value, Lit(len(ctx.suits), type=NUMBER)), node.span)
        shape = ctx.shapes.get(word)
        if shape is not None and fits(value.type, CARDS):
            shape.used = True
            return IsShape(shape, value, type=FLAG, span=node.span)
        near = ctx.suggestion(word, ctx.shapes) if shape is None else None
        ctx.report("E0411", node.property.span, property=f"a {word}", found=value.type.phrase, help=near)
        return unknown(node.span)
    match word:
        case "none":
            if not value.type.optional:
                ctx.report("W0402", node.span, found=value.type.phrase)
            return flag_op("=", (value, Lit(NONE, type=NOTHING)), node.span)
        case "empty" if value.type.kind == "set":
            return flag_op("empty", (value,), node.span)
        case "joker" if value.type.kind == "card":
            return flag_op("joker", (value,), node.span)
        case _:
            ctx.report("E0411", node.property.span, property=word, found=value.type.phrase)
            return unknown(node.span)


def _in(ctx: Context, node: n.In, expected: Type | None) -> Expr:
    operand = expression(ctx, node.operand)
    members = node.members
    if isinstance(members, n.Range):
        operand = coerce(ctx, operand, NUMBER)
        low, high = wanted(ctx, members.low, NUMBER), wanted(ctx, members.high, NUMBER)

        def between(e: Expr) -> Expr:
            return flag_op("and", (flag_op(">=", (e, low), node.span), flag_op("<=", (e, high), node.span)), node.span)

        return _once(operand, between, node.span)
    if isinstance(members, n.SetOf):
        if not members.items:
            ctx.report("E0426", members.span, what="is in it")
            return unknown(node.span)
        values = [expression(ctx, item, operand.type) for item in members.items]
        for item, value in zip(members.items, values, strict=True):
            if not _comparable(operand.type, value.type):
                ctx.report("E0407", item.span, left=operand.type.phrase, right=value.type.phrase)
                return unknown(node.span)

        def one_of(e: Expr) -> Expr:
            tests: list[Expr] = [flag_op("=", (e, value), value.span) for value in values]
            return joined("or", tests, FLAG, node.span)

        return _once(operand, one_of, node.span)
    if isinstance(members, n.DownTo | n.CardsOf):
        ctx.report("E0413", members.span)
        return unknown(node.span)
    group = expression(ctx, members)
    if group.type.kind == "unknown" or operand.type.kind == "unknown":
        return unknown(node.span)
    element = group.type.element
    if group.type.kind != "set" or element is None or not _comparable(operand.type, element):
        ctx.report("E0407", node.span, left=operand.type.phrase, right=group.type.phrase)
        return unknown(node.span)
    return flag_op("has", (group, operand), node.span)


def _once(operand: Expr, test: Callable[[Expr], Expr], span: Span) -> Expr:
    """A test of a value that looks at it several times; one that has to be worked out is, once.

    Else what stands inside what stands inside … would be looked at twice as often with each step."""
    inner = operand.operand if isinstance(operand, Present) else operand
    parts: tuple[Expr | None, ...] = ()
    match inner:
        case VariableRef(owner=owner) | ZoneRef(owner=owner):
            parts = (owner,)
        case Op(args=args) | CallDefine(args=args):
            parts = args
        case ValueOf(operand=value):
            parts = (value,)
        case Lit() | LocalRef() | OptionRef():
            pass
        case _:
            parts = (inner,)
    if all(_plain(part) for part in parts):
        return test(operand)
    local = LocalSymbol("_it", span, operand.type, used=True)
    over = Domain("list", operand.type, (operand,), span)
    return Fold(
        "any", local, over, None, test(LocalRef(local, type=operand.type, span=operand.span)), type=FLAG, span=span
    )


def _plain(e: Expr | None) -> bool:
    """Whether an expression is a name, or one step from names: `p`, `p.team`, `size of p.hand`."""
    match e:
        case None | Lit() | LocalRef() | OptionRef():
            return True
        case Present(operand=operand):
            return _plain(operand)
        case VariableRef(owner=owner) | ZoneRef(owner=owner):
            return owner is None or _name(owner)
        case Op(args=args):
            return all(map(_name, args))
        case _:
            return False


def _name(e: Expr) -> bool:
    match e:
        case Lit() | LocalRef() | OptionRef() | VariableRef(owner=None) | ZoneRef(owner=None):
            return True
        case Present(operand=operand):
            return _name(operand)
        case VariableRef(owner=LocalRef()) | Op(args=()):
            return True
        case _:
            return False


def _set_of(ctx: Context, node: n.SetOf, expected: Type | None) -> Expr:
    element = expected.element if expected is not None else None
    if not node.items:
        return Lit(0, type=Type("set", element=element), span=node.span)
    return union_of(ctx, [expression(ctx, item, element) for item in node.items], node.span)


def union_of(ctx: Context, values: list[Expr], span: Span) -> Expr:
    """The set of these things, and of what is in those of them that are sets."""
    items = [as_set(value) for value in values]
    for item in items:
        if item.type.kind not in ("set", "unknown"):
            ctx.report("E0401", item.span, wanted="cards, players, teams, suits or ranks", found=item.type.phrase)
            return unknown(span)
    element = items[0].type.element or UNKNOWN
    for item in items[1:]:
        wide = join(element, item.type.element or UNKNOWN)
        if not fits(item.type.element or UNKNOWN, wide):
            ctx.report("E0407", item.span, left=Type("set", element=element).phrase, right=item.type.phrase)
            return unknown(span)
        element = wide
    return joined("union", items, Type("set", element=element), span) if len(items) > 1 else items[0]


def joined(op: OpName, items: list[Expr], type: Type, span: Span) -> Expr:
    """`a op b op c`, halved again and again: a long list makes no deep expression."""
    while len(items) > 1:
        pairs = [Op(op, (a, b), type=type, span=span) for a, b in zip(items[::2], items[1::2], strict=False)]
        items = [*pairs, *items[2 * len(pairs) :]]
    return items[0]


# ------------------------------------------------------------------------------------------------------ set phrases


def domain(ctx: Context, node: n.Domain, start: n.Expr | None = None) -> Domain:
    """What a name runs over, and of which type it is."""
    begin = wanted(ctx, start, PLAYER) if start is not None else None
    if begin is not None and isinstance(node, n.Range | n.DownTo | n.CardsOf):
        ctx.report("E0414", begin.span)
    match node:
        case n.Range(low, high):
            a, b = wanted(ctx, low, NUMBER), wanted(ctx, high, NUMBER)
            return Domain("range", Type("number", low=a.type.low, high=b.type.high), (a, b), node.span)
        case n.DownTo(high, low):
            b, a = wanted(ctx, high, NUMBER), wanted(ctx, low, NUMBER)
            return Domain("down", Type("number", low=a.type.low, high=b.type.high), (b, a), node.span)
        case n.CardsOf(low, high, of):
            least = wanted(ctx, low, NUMBER)
            most = wanted(ctx, high, NUMBER) if high is not None else least
            cards = wanted(ctx, of, CARDS)
            size = Op("size", (cards,), type=NUMBER, span=node.span)
            return Domain("combinations", CARDS, (least, most if high is not None else size, cards), node.span)
        case n.SetOf(()):
            ctx.report("E0426", node.span, what="is gone through")
            return Domain("list", UNKNOWN, (), node.span)
        case n.SetOf(items):
            values = [expression(ctx, item) for item in items]
            if any(value.type.kind not in ("number", "flag", "unknown") for value in values):
                return _over_set(ctx, union_of(ctx, values, node.span), node.span, begin)
            kind = values[0].type
            for value in values[1:]:
                kind = join(kind, value.type)
                if not fits(value.type, kind):
                    ctx.report("E0407", value.span, left=kind.phrase, right=value.type.phrase)
            if begin is not None:
                ctx.report("E0414", begin.span)
            return Domain("list", kind, tuple(values), node.span)
        case _:
            return _over_set(ctx, set_expression(ctx, node), node.span, begin)


def _over_set(ctx: Context, group: Expr, span: Span, begin: Expr | None) -> Domain:
    element = group.type.element or UNKNOWN
    if begin is not None and element.kind not in ("player", "unknown"):
        ctx.report("E0414", begin.span)
    return Domain("set", element, (group,), span, begin)


def fold(
    ctx: Context,
    kind: FoldKind,
    some: n.Some,
    where: n.Expr | None,
    body: n.Expr | None,
    span: Span,
    start: n.Expr | None = None,
) -> Expr:
    """A phrase over a set, with the type it has."""
    over = domain(ctx, some.domain, start)
    if over.kind == "combinations":
        ctx.report("E0413", some.domain.span)
        return unknown(span)
    with ctx.block():
        local = ctx.bind(some.name, over.element)
        test = condition(ctx, where) if where is not None else None
        inner: Expr | None = None
        if body is not None:
            inner = wanted(ctx, body, NUMBER if kind in ("sum", "max", "min") else FLAG)
        if test is None and inner is None:
            local.used = True  # `first q in S from p`: nothing is asked of it
    match kind:
        case "count" | "sum" | "max" | "min":
            type = NUMBER
        case "any" | "every" | "no":
            type = FLAG
        case "set":
            type = Type("set", element=over.element)
            if over.kind != "set" and over.element.kind == "number":
                ctx.report("E0413", some.domain.span)
        case "first":
            type = join(over.element, NOTHING)
            if over.element.kind in ("number", "flag"):
                ctx.report("E0427", some.domain.span, help="`lowest` and `highest` are for numbers")
                return unknown(span)
        case "the":
            type = over.element
    return Fold(kind, local, over, test, inner, type=type, span=span)


MEASURES: dict[str, FoldKind] = {"total": "sum", "highest": "max", "lowest": "min"}


def _extreme(ctx: Context, node: n.Extreme, expected: Type | None) -> Expr:
    kind = MEASURES[node.which]
    name = node.measure
    if node.of is None:
        owner = _measured(ctx, name)
        if owner is None:
            return unknown(node.span)
        group: Expr = (
            Op("players", type=PLAYERS, span=node.span)
            if owner == "player"
            else Op("teams", type=TEAMS, span=node.span)
        )
    else:
        group = set_expression(ctx, node.of)
    element = group.type.element or UNKNOWN
    if element.kind == "unknown":
        return unknown(node.span)
    with ctx.block():
        local = ctx.bind(n.Name("_each", span=name.span), element)
        local.used = True
        each = LocalRef(local, type=element, span=name.span)
        body = coerce(ctx, attribute(ctx, each, name, (), name.span, call_define, coerce), NUMBER)
    over = Domain("set", element, (group,), node.span)
    return Fold(kind, local, over, None, body, type=NUMBER, span=node.span)


def _measured(ctx: Context, name: n.Name) -> n.Owner | None:
    symbol = ctx.names.get(name.text)
    if isinstance(symbol, VariableSymbol) and symbol.owner is not None:
        return symbol.owner
    if isinstance(symbol, DefineSymbol) and len(symbol.params) == 1:
        kind = symbol.params[0].type.kind
        if kind == "player" or kind == "team":
            return kind
    if symbol is None and name.text not in ctx.values:
        defines = [s.name for s in ctx.names.values() if isinstance(s, DefineSymbol) and len(s.params) == 1]
        near = ctx.suggestion(name.text, [*(s.name for s in per_owner(ctx)), *defines])
        ctx.report("E0301", name.span, name=name.text, help=near)
    else:
        ctx.report("E0415", name.span, name=name.text)
    return None


_CASES: dict[type, Callable[[Context, Any, Type | None], Expr]] = {
    n.Number: _number,
    n.Rank: _rank,
    n.Word: _word,
    n.Ref: _ref,
    n.CardFace: _face,
    n.Attribute: _attribute,
    n.Apply: _apply,
    n.NumberOfPlayers: _number_of_players,
    n.SizeOf: _size,
    n.Pick: _pick,
    n.Extreme: _extreme,
    n.ExtremeFor: lambda ctx, x, _: fold(ctx, MEASURES[x.which], x.some, x.where, x.measure, x.span),
    n.Quantified: lambda ctx, x, _: fold(ctx, x.which, x.some, None, x.body, x.span),
    n.EveryWhere: lambda ctx, x, _: fold(ctx, "set", x.some, x.where, None, x.span),
    n.TheOne: lambda ctx, x, _: fold(ctx, "the", x.some, x.where, None, x.span),
    n.First: lambda ctx, x, _: fold(ctx, "first", x.some, x.where, None, x.span, x.start),
    n.NumberWhere: lambda ctx, x, _: fold(ctx, "count", x.some, x.where, None, x.span),
    n.RandomThing: _random,
    n.Conditional: _conditional,
    n.Binary: _binary,
    n.Unary: _unary,
    n.Is: _is,
    n.In: _in,
    n.SetOf: _set_of,
}

__all__ = ["ValueOf", "coerce", "condition", "domain", "expression", "fits", "fold", "wanted"]

_ = (PhaseSymbol, TEAM)
