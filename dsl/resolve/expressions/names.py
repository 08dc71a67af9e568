"""Resolves names and words that are values by themselves: `dealer`, `clubs`, `J`, `10`, `none`, a define's name.

`expected` is the type of the other side, if it is known.  Some words have a meaning only for such a type.
"""

from __future__ import annotations

import re

from ...checked import (
    CallDefine,
    DefineSymbol,
    Expr,
    Lit,
    LocalRef,
    Op,
    OpName,
    OptionRef,
    OptionSymbol,
    Symbol,
    VariableRef,
    VariableSymbol,
    ZoneRef,
    ZoneSymbol,
)
from ...source.span import Span
from ...syntax import nodes as n
from ...types import CARDS, FLAG, NONE, NOTHING, PLAYERS, RANK, RANKS, SUIT, SUITS, TEAMS, Type
from ..advice import instead, of_a_number, of_argument, of_order, of_the_one, of_the_rest, whose
from ..context import ResolveContext
from ..fit import coerce, unknown

SETS: dict[str, tuple[OpName, Type]] = {"teams": ("teams", TEAMS), "suits": ("suits", SUITS), "ranks": ("ranks", RANKS)}


def number(ctx: ResolveContext, node: n.Number, expected: Type | None) -> Expr:
    """A number, or the rank with that number as its name."""
    if expected is not None and expected.kind == "rank":
        return rank(ctx, n.Rank(str(node.value), span=node.span))
    return Lit(node.value, type=Type("number", low=node.value, high=node.value), span=node.span)


def rank(ctx: ResolveContext, node: n.Rank) -> Expr:
    """A rank of the deck.  Reports an error if the deck does not have it."""
    index = ctx.rank(node)
    return unknown(node.span) if index is None else Lit(index, type=RANK, span=node.span)


def word(ctx: ResolveContext, node: n.Word) -> Expr:
    """`yes`, `no`, `none` or `players`."""
    if node.word == "none":
        return Lit(NONE, type=NOTHING, span=node.span)
    if node.word == "players":
        return Op("players", type=PLAYERS, span=node.span)
    return Lit(int(node.word == "yes"), type=FLAG, span=node.span)


def in_scope(ctx: ResolveContext, name: str) -> bool:
    """Whether a name has a meaning by itself, without an expected type."""
    return (
        ctx.local(name) is not None or name in ctx.names or name in SETS or name in ctx.suits or name in _plurals(ctx)
    )


def _plurals(ctx: ResolveContext) -> dict[str, Type]:
    return {f"{name}s": kind for name, kind in ctx.kinds.items() if kind.kind == "word" and kind.name == name}


def ref(ctx: ResolveContext, node: n.Ref, expected: Type | None) -> Expr:
    """Resolve a name: the innermost declaration with that name.  Reports an error if there is none."""
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
    help = _left_outside(node) or _asked_of(ctx, name) or of_order(span, name) or of_the_rest(span, name)
    help = help or of_the_one(ctx, span, name)
    help = help or of_a_number(name) or instead(ctx, name, [*near, *ctx.suits, *SETS])
    ctx.report("E0301", span, name=name, help=help)
    return unknown(span)


def _asked_of(ctx: ResolveContext, name: str) -> str | None:
    """Advice for the name of a table of values, which needs a card, a suit or another argument."""
    values = ctx.values.get(name)
    if values is None:
        return None
    inner = [local for scope in reversed(ctx.scopes) for local in scope.values()]
    owner = next((local.name for local in inner if local.type.kind == values.of.kind), values.of.phrase[2])
    return f"it is asked of {values.of.phrase}: `{owner}.{name}`"


def _left_outside(node: n.Ref) -> str | None:
    """Advice for a name that an earlier `any x in S has …` on the same line introduced and that is no longer known."""
    span = node.span
    start = span.start - span.column + 1
    before = span.source.text[start : span.start]
    found = re.search(rf"\b(any|every|no) {node.name} in (.+) has ", before)
    if found is None:
        return None
    condition, done, _ = before[found.end() :].partition(": ")
    if not done:
        return f"`has` takes one condition; put brackets around more: `{found[0].rstrip()} (… and …)`"
    help = f"`{node.name}` is known in the condition only"
    alone = found[1] == "any" and before[: found.start()].strip() == "if"
    if not alone or re.search(r"\b(?:and|or)\b", condition):
        return help
    rest = span.source.text[start + found.end() + len(condition) :].split("\n", 1)[0].rstrip()
    return f"{help}; for each one write `for {node.name} in {found[2]} where {condition}{rest}`"


def _global(ctx: ResolveContext, symbol: Symbol, span: Span) -> Expr:
    symbol.used = True
    match symbol:
        case OptionSymbol():
            return OptionRef(symbol, type=symbol.type, span=span)
        case VariableSymbol():
            if symbol.owner is not None:
                ctx.report("E0310", span, name=symbol.name, owner=symbol.owner, help=whose(ctx, symbol, span))
                return unknown(span)
            return VariableRef(symbol, None, type=symbol.type, span=span)
        case ZoneSymbol():
            if symbol.owner is not None:
                ctx.report("E0310", span, name=symbol.name, owner=symbol.owner, help=whose(ctx, symbol, span))
                return unknown(span)
            return ZoneRef(symbol, None, type=CARDS, span=span)
        case DefineSymbol():
            return call_define(ctx, symbol, (), span)
        case _:
            ctx.report("E0311", span, name=symbol.name)
            return unknown(span)


def call_define(ctx: ResolveContext, symbol: DefineSymbol, args: tuple[Expr, ...], span: Span) -> Expr:
    """Call a define with resolved arguments."""
    symbol.used = True
    ctx.resolve_define(symbol)
    if len(args) != len(symbol.params):
        ctx.report(
            "E0403",
            span,
            name=symbol.name,
            wanted=len(symbol.params),
            found=len(args),
            help=of_argument(ctx, symbol, len(args)),
            notes=((symbol.span, "it is defined here"),),
        )
        return unknown(span)
    given = tuple(coerce(ctx, a, p.type) for a, p in zip(args, symbol.params, strict=True))
    return CallDefine(symbol, given, type=symbol.type, span=span)
