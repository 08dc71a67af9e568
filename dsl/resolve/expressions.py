"""Resolves expressions: names become symbols, types are determined, and short forms are expanded.

`expression` takes the *expected* type if it is known, because some words depend on it: `others_gain` is a value of the
option it is compared with, and `3` is a rank beside `c.rank`.  `expression_of_type` also requires the type.  It wraps a
value that may be none in `Present`, which is a fault during play if the value is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from ..checked import (
    CardForm,
    Cond,
    DefineSymbol,
    Domain,
    Expr,
    FaceRef,
    Fold,
    FoldKind,
    Gained,
    LeftOver,
    Lit,
    LocalRef,
    Op,
    OpName,
    PileEnd,
    Random,
    VariableRef,
    ZoneRef,
    ZoneSymbol,
)
from ..source.span import Span
from ..syntax import nodes as n
from ..types import (
    CARD,
    CARDS,
    FACE,
    FLAG,
    MOST_RANDOM,
    NOTHING,
    NUMBER,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    TEAMS,
    UNKNOWN,
    Type,
)
from .advice import (
    ELEMENTS,
    instead,
    of_both,
    of_compared,
    of_listed,
    of_members,
    of_one,
    of_put_back,
    of_rank,
    of_so_many,
    of_unlike,
    whose,
)
from .attributes import attribute, cards_at_place, face_of, measure_owner
from .context import ResolveContext
from .fit import as_set, balanced_tree, coerce, comparable, fits_type, flag_op, join, joinable, union_of, unknown
from .names import call_define, in_scope, number, rank, ref, word
from .numbered import lacks_place
from .pairs import fold_domains, pairs_are_few
from .properties import computed_once, property_of


def expression_of_type(ctx: ResolveContext, node: n.Expr, type: Type) -> Expr:
    """The expression, which must have that type."""
    value = expression(ctx, node, type)
    if type.named_card and isinstance(value, FaceRef):
        value = _as_named(ctx, value)
    return coerce(ctx, value, type)


def condition(ctx: ResolveContext, node: n.Expr) -> Expr:
    """A yes-or-no expression."""
    return expression_of_type(ctx, node, FLAG)


def expression(ctx: ResolveContext, node: n.Expr, expected: Type | None = None) -> Expr:
    """Resolve an expression.  `expected` gives a meaning to words that depend on the other side of a comparison."""
    return _CASES[type(node)](ctx, node, expected)


# --------------------------------------------------------------------------------------------------- calls and faces


def _apply(ctx: ResolveContext, node: n.Apply, expected: Type | None) -> Expr:
    name = node.name.text
    if name in ("larger", "smaller") and name not in ctx.names:
        args = tuple(expression_of_type(ctx, a, NUMBER) for a in node.args)
        if len(args) != 2:
            ctx.report("E0403", node.span, name=name, wanted=2, found=len(args))
            return unknown(node.span)
        return Op(cast("OpName", name), args, type=NUMBER, span=node.span)
    if name == FACE and name not in ctx.names:
        return _named(ctx, node)
    symbol = ctx.names.get(name)
    if isinstance(symbol, ZoneSymbol):
        with ctx.no_chance():
            places = tuple(expression_of_type(ctx, a, NUMBER) for a in node.args)
        if symbol.owner is not None:
            ctx.report("E0310", node.name.span, name=name, owner=symbol.owner, help=whose(ctx, symbol, node.name.span))
            return unknown(node.span)
        return cards_at_place(ctx, symbol, None, places, node.span)
    if isinstance(symbol, DefineSymbol):
        params = symbol.params
        args = tuple(expression(ctx, a, params[i].type if i < len(params) else None) for i, a in enumerate(node.args))
        return call_define(ctx, symbol, args, node.span)
    if symbol is None:
        defines = [s.name for s in ctx.names.values() if isinstance(s, DefineSymbol)]
        ctx.report("E0301", node.name.span, name=name, help=instead(ctx, name, [*defines, "larger", "smaller"]))
    else:
        ctx.report("E0311", node.name.span, name=name)
    return unknown(node.span)


def _as_named(ctx: ResolveContext, card: Expr) -> Expr:
    """The face of a card, which may be written (`A of s`)."""
    if not isinstance(card, FaceRef):
        return face_of(ctx, card, card.span)
    kind = replace(ctx.kinds[FACE], optional=ctx.faces is not None)
    return Op("named", (Lit(card.rank, type=RANK, span=card.span), card.suit), type=kind, span=card.span)


def _named(ctx: ResolveContext, node: n.Apply) -> Expr:
    """`face(r, s)`: the face with a rank and a suit; none if the deck has no card of it."""
    if len(node.args) != 2:
        help = "write `face(r, s)`, with a rank and a suit; of a card it is `c.face`"
        ctx.report("E0403", node.span, name=FACE, wanted=2, found=len(node.args), help=help)
        return unknown(node.span)
    parts = expression_of_type(ctx, node.args[0], RANK), expression_of_type(ctx, node.args[1], SUIT)
    return Op("named", parts, type=replace(ctx.kinds[FACE], optional=ctx.faces is not None), span=node.span)


def _face(ctx: ResolveContext, node: n.CardFace, expected: Type | None) -> Expr:
    index = rank(ctx, node.rank, RANK)
    suit = expression_of_type(ctx, node.suit, SUIT)
    if not isinstance(index, Lit) or index.type is UNKNOWN:
        return unknown(node.span)
    if ctx.faces is not None and isinstance(suit, Lit) and (index.value, suit.value) not in ctx.faces:
        ctx.report("E0518", node.span, card=f"{node.rank.text} of {ctx.suits[suit.value]}")
        return unknown(node.span)
    return FaceRef(index.value, suit, type=Type("card", name=FACE), span=node.span)


# ------------------------------------------------------------------------------------------------------- operations


def _attribute(ctx: ResolveContext, node: n.Attribute, expected: Type | None) -> Expr:
    owner = expression(ctx, node.of)
    if owner.type is UNKNOWN:
        return unknown(node.span)
    if isinstance(ctx.names.get(node.name.text), ZoneSymbol):
        with ctx.no_chance():  # the place is evaluated more than once
            args = tuple(expression(ctx, a) for a in node.args or ())
    else:
        args = tuple(expression(ctx, a) for a in node.args or ())
    return attribute(ctx, owner, node.name, args, node.span)


def _number_of_players(ctx: ResolveContext, node: n.NumberOfPlayers, expected: Type | None) -> Expr:
    low, high, _ = ctx.players
    return Op("number of players", type=Type("number", low=low, high=high), span=node.span)


def _size(ctx: ResolveContext, node: n.SizeOf, expected: Type | None) -> Expr:
    return Op("size", (set_expression(ctx, node.of),), type=NUMBER, span=node.span)


def set_expression(ctx: ResolveContext, node: n.Expr) -> Expr:
    """An expression that must be a set."""
    value = expression(ctx, node)
    if value.type.kind not in ("set", "unknown"):
        ctx.report("E0401", value.span, wanted="a set", found=value.type.phrase, help=of_one(value))
        return unknown(value.span)
    return value


def _pick(ctx: ResolveContext, node: n.Pick, expected: Type | None) -> Expr:
    pile = expression(ctx, node.of)
    count = expression_of_type(ctx, node.count, NUMBER) if node.count is not None else None
    if not isinstance(pile, ZoneRef):
        if pile.type is not UNKNOWN:
            ctx.report("E0412", pile.span, end=node.end)
        return unknown(node.span)
    if lacks_place(ctx, pile.zone, pile.place, pile.span):
        return unknown(node.span)
    pile.zone.ordered = True
    return PileEnd(node.end, pile, count, type=CARDS if count else CARD, span=node.span)


def _random(ctx: ResolveContext, node: n.RandomThing, expected: Type | None) -> Expr:
    if not ctx.chance:
        ctx.report("E0610", node.span)
    if node.what in ("player", "card") and node.among is None:
        of = (
            expression_of_type(ctx, node.of, CARDS if node.what == "card" else PLAYERS) if node.of is not None else None
        )
        if node.what == "card" and of is None:
            ctx.report("E0429", node.span, what="card", help="say of which: `a random card of stock`")
            return unknown(node.span)
        return Random(node.what, of, type=PLAYER if node.what == "player" else CARD, span=node.span)
    kind = ctx.kinds.get(node.what)
    if kind is None or kind.kind in ("set", "flag") or node.of is not None:
        known = [name for name, one in ctx.kinds.items() if one.kind not in ("set", "flag")]
        help = f"write `a random {node.what} in …`"
        if kind is None:
            help = ctx.suggestion(node.what, known)
            help = help or "chance gives a player, a suit, a rank, a number, a value of a kind"
        ctx.report("E0429", node.span, what=node.what, help=help)
        return unknown(node.span)
    return _random_among(ctx, node, kind)


def _random_among(ctx: ResolveContext, node: n.RandomThing, kind: Type) -> Expr:
    """`a random suit`, `a random player in S`, `a random number in 1..6`."""
    if node.among is None:
        count = {"suit": len(ctx.suits), "rank": len(ctx.ranks), "word": len(ctx.word_values(kind))}.get(kind.kind, 0)
        if kind.kind == "team":
            return Random("value", Op("teams", type=TEAMS, span=node.span), type=kind, span=node.span)
        if not count:
            ctx.report("E0429", node.span, what=node.what, help=f"say of which: `a random {node.what} in …`")
            return unknown(node.span)
        everything = Lit((1 << count) - 1, type=Type("set", element=kind), span=node.span)
        return Random("value", everything, type=kind, span=node.span)
    over = domain(ctx, node.among)
    if over.step != 1:
        help = "draw how many steps, and multiply: `5 * (a random number in 1..6)`"
        ctx.report("E0429", node.among.span, what=node.what, help=help)
        return unknown(node.span)
    if over.kind in ("range", "down") and kind.kind == "number":
        low, high = over.args if over.kind == "range" else (over.args[1], over.args[0])
        if low.type.low > high.type.high or low.type.high < 0 or low.type.low > MOST_RANDOM or _too_far(high):
            help = f"the lower number comes first, and the numbers go from 0 to {MOST_RANDOM}"
            ctx.report("E0429", node.among.span, what=node.what, help=help)
            return unknown(node.span)
        made = Type("number", low=max(low.type.low, 0), high=min(high.type.high, MOST_RANDOM))
        return Random("value", None, low, high, type=made, span=node.span)
    if over.kind != "set" or not fits_type(over.element, kind):
        if over.element is not UNKNOWN:
            ctx.report("E0429", node.among.span, what=node.what, help=f"it is drawn from {over.element.phrase}")
        return unknown(node.span)
    what = "player" if kind.kind == "player" else "card" if kind.kind == "card" else "value"
    return Random(what, over.args[0], type=over.element.plain(), span=node.span)


def _too_far(high: Expr) -> bool:
    return isinstance(high, Lit) and high.value > MOST_RANDOM


def _conditional(ctx: ResolveContext, node: n.Conditional, expected: Type | None) -> Expr:
    test = condition(ctx, node.condition)
    then, otherwise = expression(ctx, node.value, expected), expression(ctx, node.otherwise, expected)
    if not joinable(then.type, otherwise.type):
        ctx.report("E0407", node.span, left=then.type.phrase, right=otherwise.type.phrase)
    return Cond(test, then, otherwise, type=join(then.type, otherwise.type), span=node.span)


def _binary(ctx: ResolveContext, node: n.Binary, expected: Type | None) -> Expr:
    op = node.op
    if op in ("and", "or"):
        sides = expression(ctx, node.left, FLAG), expression(ctx, node.right, FLAG)
        left_out = isinstance(node.left, n.Binary) and node.left.op == "except"
        if (op == "and" or left_out) and all(side.type.kind in ELEMENTS for side in sides):
            return _both(ctx, node, *sides)
        help = of_members(node, sides[1]) or (of_listed(node, sides[1]) if op == "or" else None)
        if help is not None:
            ctx.report("E0401", sides[1].span, wanted="yes or no", found=sides[1].type.phrase, help=help)
            return unknown(node.span)
        return flag_op(op, tuple(coerce(ctx, side, FLAG) for side in sides), node.span)
    if op in ("=", "!="):
        return _equality(ctx, node)
    if op in ("<", "<=", ">", ">="):
        return _order(ctx, node, op)
    if op in ("beats", "follows"):
        return _by_ranking(ctx, node)
    if op in ("+", "except"):
        left = expression(ctx, node.left, expected)
        if left.type.kind in ("set", "card", "player") or op == "except":
            return _set_algebra(ctx, node, left)
        return Op(
            "+", (coerce(ctx, left, NUMBER), expression_of_type(ctx, node.right, NUMBER)), type=NUMBER, span=node.span
        )
    left = expression(ctx, node.left, NUMBER)
    if op == "-" and left.type.kind == "set":
        ctx.report("E0401", left.span, wanted="a number", found=left.type.phrase, help="write `except` for `-`")
        return unknown(node.span)
    return Op(op, (coerce(ctx, left, NUMBER), expression_of_type(ctx, node.right, NUMBER)), type=NUMBER, span=node.span)


def _order(ctx: ResolveContext, node: n.Binary, op: OpName) -> Expr:
    """`n < m` for numbers.  For two cards the message explains how to compare them by the ranking."""
    sides = expression(ctx, node.left, NUMBER), expression(ctx, node.right, NUMBER)
    help = of_compared(sides)
    if help is not None:
        ctx.report("E0401", node.span, wanted="a number", found=sides[0].type.phrase, help=help)
        return unknown(node.span)
    return flag_op(op, (coerce(ctx, sides[0], NUMBER), coerce(ctx, sides[1], NUMBER)), node.span)


def _by_ranking(ctx: ResolveContext, node: n.Binary) -> Expr:
    """`c beats d`, `c follows d`: for cards or faces, and for a card that may be missing."""
    sides = [expression(ctx, side) for side in (node.left, node.right)]
    for side in sides:
        if side.type.kind not in ("card", "unknown"):
            ctx.report("E0401", side.span, wanted="a card", found=side.type.phrase)
            return unknown(node.span)
    return flag_op("beats" if node.op == "beats" else "follows", (sides[0], sides[1]), node.span)


def _so_far(ctx: ResolveContext, node: n.SoFar, expected: Type | None) -> Expr:
    type = PLAYER if node.what == "winner" else CARD
    op: OpName = "winner so far" if node.what == "winner" else "winning card so far"
    return Op(op, type=replace(type, optional=True), span=node.span)


def _best(ctx: ResolveContext, node: n.Best, expected: Type | None) -> Expr:
    """`the highest c in S where C by …`: none, if no element meets the condition."""
    over = domain(ctx, node.some.domain)
    with ctx.block():
        local = ctx.bind(node.some.name, over.element)
        local.used = True
        test = condition(ctx, node.where) if node.where is not None else None
        each = LocalRef(local, type=over.element, span=node.some.name.span)
        if node.by is not None:
            by = expression_of_type(ctx, node.by, NUMBER)
        else:
            by = Op("standing", (coerce(ctx, each, CARD),), type=NUMBER, span=node.span)
    if over.element.kind == "number":
        ctx.report("E0401", node.some.span, wanted="cards, players, teams, suits or ranks", found=over.element.phrase)
        return unknown(node.span)
    return Fold(
        node.which,
        local,
        over,
        test,
        by,
        type=replace(over.element, optional=over.kind != "combinations"),
        span=node.span,
    )


def _left_over(ctx: ResolveContext, node: n.LeftOver, expected: Type | None) -> Expr:
    """`p.hand left over by melds with least pips`"""
    cards = expression_of_type(ctx, node.of, CARDS)
    name = node.shapes.text
    shape = ctx.shapes.get(name[:-1]) if name.endswith("s") else None
    if shape is None:
        plurals = [f"{known}s" for known in ctx.shapes]
        ctx.report("E0433", node.shapes.span, name=name, help=ctx.suggestion(name, plurals) or _shapes(plurals))
        return unknown(node.span)
    shape.used = True
    wide = [form for form in shape.forms if not _melds(form)]
    if wide:
        ctx.report("E0434", node.shapes.span, name=shape.name, notes=((shape.span, "it is written here"),))
        return unknown(node.span)
    with ctx.block():
        local = ctx.bind(n.Name("_each", span=node.shapes.span), CARD)
        local.used = True
        body: Expr = Lit(0, type=NUMBER, span=node.span)
        if node.least is not None:
            each = LocalRef(local, type=CARD, span=node.least.span)
            body = coerce(ctx, attribute(ctx, each, node.least, (), node.least.span), NUMBER)
    over = Domain("set", CARD, (cards,), node.of.span)
    worth = Fold("sum", local, over, None, body, type=NUMBER, span=node.span)
    return LeftOver(cards, shape, worth, type=CARDS, span=node.span)


def _shapes(plurals: list[str]) -> str:
    known = " or ".join(f"`{name}`" for name in plurals)
    return f"write {known}" if plurals else "declare one: `shape meld: 3 or more cards of one rank`"


def _melds(form: CardForm) -> bool:
    """Whether a form consists of cards of one rank, or of one suit in sequence, with at least one card."""
    return form.least > 0 and (form.sequence if form.same == "suit" else form.same == "rank" and not form.sequence)


def _both(ctx: ResolveContext, node: n.Binary, left: Expr, right: Expr) -> Expr:
    """`cs and c` for cards or players: reported, because `and` joins only conditions."""
    help = f"`{node.op}` joins conditions; {of_both(node, 'set' in (left.type.kind, right.type.kind))}"
    ctx.report("E0401", node.span, wanted="yes or no", found=left.type.phrase, help=help)
    return unknown(node.span)


def _set_algebra(ctx: ResolveContext, node: n.Binary, left: Expr) -> Expr:
    right = expression(ctx, node.right, left.type.element)
    help = of_put_back(node, right)
    if help is not None:
        ctx.report("W0624", node.span, added=node.right.span.text, help=help)
    left, right = as_set(left), as_set(right)
    for side in (left, right):
        if side.type.kind not in ("set", "unknown"):
            ctx.report("E0401", side.span, wanted="a set", found=side.type.phrase)
            return unknown(node.span)
    if not fits_type(right.type, left.type):
        ctx.report("E0407", node.span, left=left.type.phrase, right=right.type.phrase)
        return unknown(node.span)
    return Op("except" if node.op == "except" else "union", (left, right), type=left.type, span=node.span)


def _equality(ctx: ResolveContext, node: n.Binary) -> Expr:
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
    if not comparable(left.type, right.type):
        help = of_unlike(left, right) or of_rank(ctx, node, left, right)
        ctx.report("E0407", node.span, left=left.type.phrase, right=right.type.phrase, help=help)
        return unknown(node.span)
    if left.type.named_card != right.type.named_card and "card" in (left.type.kind, right.type.kind):
        left, right = (_as_named(ctx, one) if one.type.kind == "card" else one for one in (left, right))
    return flag_op(op, (left, right), node.span)


def _unary(ctx: ResolveContext, node: n.Unary, expected: Type | None) -> Expr:
    if node.op == "not":
        return flag_op("not", (condition(ctx, node.operand),), node.span)
    return Op("negate", (expression_of_type(ctx, node.operand, NUMBER),), type=NUMBER, span=node.span)


def _is(ctx: ResolveContext, node: n.Is, expected: Type | None) -> Expr:
    value = expression(ctx, node.operand)
    found = property_of(ctx, node, value)
    return flag_op("not", (found,), node.span) if node.negated else found


def _in(ctx: ResolveContext, node: n.In, expected: Type | None) -> Expr:
    found = _member(ctx, node)
    return flag_op("not", (found,), node.span) if node.negated and found.type is not UNKNOWN else found


def _member(ctx: ResolveContext, node: n.In) -> Expr:
    operand = expression(ctx, node.operand)
    members = node.members
    if isinstance(members, n.Range):
        operand = coerce(ctx, operand, NUMBER)
        low, high = expression_of_type(ctx, members.low, NUMBER), expression_of_type(ctx, members.high, NUMBER)

        def between(e: Expr) -> Expr:
            return flag_op("and", (flag_op(">=", (e, low), node.span), flag_op("<=", (e, high), node.span)), node.span)

        return computed_once(operand, between, node.span)
    if isinstance(members, n.SetOf):
        if not members.items:
            ctx.report("E0426", members.span, what="nothing is ever in them")
            return unknown(node.span)
        values = [expression(ctx, item, operand.type) for item in members.items]
        for item, value in zip(members.items, values, strict=True):
            if not comparable(operand.type, value.type):
                ctx.report("E0407", item.span, left=operand.type.phrase, right=value.type.phrase)
                return unknown(node.span)

        def one_of(e: Expr) -> Expr:
            tests: list[Expr] = [flag_op("=", (e, value), value.span) for value in values]
            return balanced_tree("or", tests, FLAG, node.span)

        return computed_once(operand, one_of, node.span)
    if isinstance(members, n.DownTo | n.CardsOf):
        ctx.report("E0413", members.span)
        return unknown(node.span)
    group = expression(ctx, members)
    if group.type.kind == "unknown" or operand.type.kind == "unknown":
        return unknown(node.span)
    element = group.type.element
    if group.type.kind != "set" or element is None or not comparable(operand.type, element):
        help = of_so_many(ctx, node, group)
        ctx.report("E0407", node.span, left=operand.type.phrase, right=group.type.phrase, help=help)
        return unknown(node.span)
    return flag_op("has", (group, operand), node.span)


def _set_of(ctx: ResolveContext, node: n.SetOf, expected: Type | None) -> Expr:
    element = expected.element if expected is not None else None
    if element is None and any(isinstance(item, n.Rank) for item in node.items):
        element = RANK
    if not node.items:
        return Lit(0, type=Type("set", element=element), span=node.span)
    return union_of(ctx, [expression(ctx, item, element) for item in node.items], node.span)


# ------------------------------------------------------------------------------------------------------ set phrases


def domain(ctx: ResolveContext, node: n.Domain, start: n.Expr | None = None) -> Domain:
    """The values that a name runs over, and their type."""
    begin = expression_of_type(ctx, start, PLAYER) if start is not None else None
    if begin is not None and isinstance(node, n.Range | n.DownTo | n.CardsOf):
        ctx.report("E0414", begin.span)
    match node:
        case n.Range(low, high):
            a, b = expression_of_type(ctx, low, NUMBER), expression_of_type(ctx, high, NUMBER)
            kind = Type("number", low=a.type.low, high=b.type.high)
            return Domain("range", kind, (a, b), node.span, step=node.step)
        case n.DownTo(high, low):
            b, a = expression_of_type(ctx, high, NUMBER), expression_of_type(ctx, low, NUMBER)
            kind = Type("number", low=a.type.low, high=b.type.high)
            return Domain("down", kind, (b, a), node.span, step=node.step)
        case n.CardsOf(low, high, of):
            least = expression_of_type(ctx, low, NUMBER)
            most = expression_of_type(ctx, high, NUMBER) if high is not None else least
            cards = expression_of_type(ctx, of, CARDS)
            size = Op("size", (cards,), type=NUMBER, span=node.span)
            return Domain("combinations", CARDS, (least, most if high is not None else size, cards), node.span)
        case n.SetOf(()):
            ctx.report("E0426", node.span, what="there is nothing to go through")
            return Domain("list", UNKNOWN, (), node.span)
        case n.SetOf(items):
            wanted_type = RANK if any(isinstance(item, n.Rank) for item in items) else None
            values = [expression(ctx, item, wanted_type) for item in items]
            if any(value.type.kind not in ("number", "flag", "unknown") for value in values):
                return _over_set(ctx, union_of(ctx, values, node.span), node.span, begin)
            kind = values[0].type
            for value in values[1:]:
                kind = join(kind, value.type)
                if not fits_type(value.type, kind):
                    ctx.report("E0407", value.span, left=kind.phrase, right=value.type.phrase)
            if begin is not None:
                ctx.report("E0414", begin.span)
            return Domain("list", kind, tuple(values), node.span)
        case _:
            return _over_set(ctx, set_expression(ctx, node), node.span, begin)


def _over_set(ctx: ResolveContext, group: Expr, span: Span, begin: Expr | None) -> Domain:
    element = group.type.element or UNKNOWN
    if begin is not None and element.kind not in ("player", "unknown"):
        ctx.report("E0414", begin.span)
    return Domain("set", element, (group,), span, begin)


def fold(
    ctx: ResolveContext,
    kind: FoldKind,
    some: n.Some,
    where: n.Expr | None,
    body: n.Expr | None,
    span: Span,
    start: n.Expr | None = None,
) -> Expr:
    """A phrase over a set, with its type."""
    over = domain(ctx, some.domain, start)
    if over.kind == "combinations" and kind in ("set", "first", "the"):
        help = "of combinations there are `any`, `number of`, `total`, `highest` and `the highest … by …`"
        ctx.report("E0413", some.domain.span, help=help)
        return unknown(span)
    with ctx.block():
        local = ctx.bind(some.name, over.element)
        test = condition(ctx, where) if where is not None else None
        inner: Expr | None = None
        if body is not None:
            inner = expression_of_type(ctx, body, NUMBER if kind in ("sum", "max", "min") else FLAG)
        if test is None and inner is None:
            local.used = True  # `first q in S from p`: the phrase has no condition that could read q
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
        case "highest" | "lowest":
            type = join(over.element, NOTHING)
    return Fold(kind, local, over, test, inner, type=type, span=span)


def _quantified(ctx: ResolveContext, node: n.Quantified, expected: Type | None) -> Expr:
    return _counted(ctx, fold(ctx, node.which, node.some, None, node.body, node.span), node)


def _number_where(ctx: ResolveContext, node: n.NumberWhere, expected: Type | None) -> Expr:
    """`number of`.  With several names: add up, over the values of the first, the numbers for the other names."""
    if not node.more:
        return fold(ctx, "count", node.some, node.where, None, node.span)
    return _counted(ctx, fold(ctx, "sum", node.some, None, node.where, node.span), node)


def _counted(ctx: ResolveContext, made: Expr, node: n.Quantified | n.NumberWhere) -> Expr:
    """The phrase.  Reports an error if its names together take too many values."""
    if node.more:
        pairs_are_few(ctx, fold_domains(made, _names(node)), node.span)
    return made


def _names(node: n.Quantified | n.NumberWhere) -> int:
    inner = node.body if isinstance(node, n.Quantified) else node.where
    return 1 + (_names(inner) if node.more and isinstance(inner, n.Quantified | n.NumberWhere) else 0)


def chosen(ctx: ResolveContext, some: n.Some, where: n.Expr | None) -> Expr:
    """The set a name runs over: its source, without the elements for which `where` is false."""
    if where is not None:
        return fold(ctx, "set", some, where, None, some.span)
    over = domain(ctx, some.domain)
    if over.kind == "set":
        return over.args[0]
    if over.element is not UNKNOWN:
        ctx.report("E0401", some.domain.span, wanted="a set", found=over.element.phrase)
    return unknown(some.span)


def _gained(ctx: ResolveContext, node: n.Gained, expected: Type | None) -> Expr:
    return gain(ctx, expression(ctx, node.of), node.span)


def gain(ctx: ResolveContext, value: Expr, span: Span) -> Expr:
    """The growth of a variable since the start of the phase that has just ended."""
    if ctx.ended is None:
        ctx.report("E0615", span, what="`gained` is only used in an `after`")
        return unknown(span)
    if value.type is UNKNOWN:
        return value
    if not isinstance(value, VariableRef) or value.type.kind != "number":
        ctx.report("E0615", span, what="`gained` is only for a remembered number")
        return unknown(span)
    return Gained(value.variable, value.owner, ctx.ended, type=NUMBER, span=span)


MEASURES: dict[str, FoldKind] = {"total": "sum", "highest": "max", "lowest": "min"}


def _extreme(ctx: ResolveContext, node: n.Extreme, expected: Type | None) -> Expr:
    kind = MEASURES[node.which]
    name = node.measure
    if node.of is None:
        owner = measure_owner(ctx, name)
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
        body = attribute(ctx, each, name, (), name.span)
        body = coerce(ctx, gain(ctx, body, node.span) if node.gained else body, NUMBER)
    over = Domain("set", element, (group,), node.span)
    return Fold(kind, local, over, None, body, type=NUMBER, span=node.span)


_CASES: dict[type, Callable[[ResolveContext, Any, Type | None], Expr]] = {
    n.Number: number,
    n.Rank: rank,
    n.Word: word,
    n.Ref: ref,
    n.CardFace: _face,
    n.Attribute: _attribute,
    n.Apply: _apply,
    n.NumberOfPlayers: _number_of_players,
    n.SizeOf: _size,
    n.Pick: _pick,
    n.Extreme: _extreme,
    n.Gained: _gained,
    n.ExtremeFor: lambda ctx, x, _: fold(ctx, MEASURES[x.which], x.some, x.where, x.measure, x.span),
    n.Quantified: _quantified,
    n.EveryWhere: lambda ctx, x, _: fold(ctx, "set", x.some, x.where, None, x.span),
    n.TheOne: lambda ctx, x, _: fold(ctx, "the", x.some, x.where, None, x.span),
    n.First: lambda ctx, x, _: fold(ctx, "first", x.some, x.where, None, x.span, x.start),
    n.Best: _best,
    n.LeftOver: _left_over,
    n.SoFar: _so_far,
    n.NumberWhere: _number_where,
    n.RandomThing: _random,
    n.Conditional: _conditional,
    n.Binary: _binary,
    n.Unary: _unary,
    n.Is: _is,
    n.In: _in,
    n.SetOf: _set_of,
}
