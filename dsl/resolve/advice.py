"""Advice for messages: what to write instead if a value has the wrong type or a name is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..checked import DefineSymbol, Expr, Fold, VariableSymbol, ZoneSymbol
from ..source.numerals import NUMERALS, RANK_WORDS
from ..source.span import Span
from ..syntax import nodes as n
from ..syntax.nodes import POSTFIX, SUM
from ..syntax.printer.expressions import expr, looseness
from ..types import FLAG, Type
from .context import ResolveContext

_IN_LETTERS = ("zero", *NUMERALS[1:])
MEANT: dict[tuple[str, str], str] = {
    ("card", "owner"): "who played it to the trick is `{owner}.player`",
    ("card", "holder"): "who played it to the trick is `{owner}.player`",
    ("card", "value"): "what cards are worth is said by `values … of each card`, and read by the name given there",
    ("card", "color"): "cards have the colour of their suit: `{owner}.suit.color`",
    ("card", "colour"): "cards have the colour of their suit: `{owner}.suit.color`",
    ("player", "card"): "the card a player has played to the trick is `{owner}.played`",
    ("player", "following"): "whoever comes next is `{owner}.next`",
    ("player", "successor"): "whoever comes next is `{owner}.next`",
    ("player", "neighbour"): "write `{owner}.left` or `{owner}.right`",
    ("player", "mate"): "write `{owner}.partner`",
}
"""Other names by which people look for an attribute of a value, and what to write instead."""


_MEANT_ALONE = {
    "reverse": "write `play the other way round`",
    "direction": "the direction is changed by `play the other way round`",
    "random": "write `a random number in 1..6`, `a random suit`, `a random player`",
    "red": "the colour of a card is that of its suit: `c.suit.color = red`",
    "black": "the colour of a card is that of its suit: `c.suit.color = black`",
    "dice": "write `a random number in 1..6`",
    "roll": "write `a random number in 1..6`",
}
"""Words for which people take what the language says otherwise."""


def instead(ctx: ResolveContext, name: str, candidates: Iterable[str]) -> str | None:
    """What to write instead of an unknown name: a name like it, or what the language says otherwise."""
    return ctx.suggestion(name, candidates) or _MEANT_ALONE.get(name)


def of_a_number(name: str) -> str | None:
    """`two`: numbers are written in digits."""
    return f"write `{_IN_LETTERS.index(name)}`" if name in _IN_LETTERS else None


def of_order(span: Span, name: str) -> str | None:
    """`by ranking`, `by rank`: the order of the cards needs its article, `by the ranking`."""
    before = span.source.text[span.start - span.column + 1 : span.start]
    return "write `by the ranking`" if name in ("rank", "ranking") and before.endswith("by ") else None


def of_the_rest(span: Span, name: str) -> str | None:
    """`deal rest from stock to kitty`: all cards of a pile are moved."""
    start = span.start - span.column + 1
    line = span.source.text[start:].split("\n", 1)[0]
    found = _DEALT.search(line)
    if found is None or found.start("amount") != span.column - 1 or name != found["amount"]:
        return None
    pile, target = found["pile"], found["target"]
    if not found["each"]:
        return f"write `move {pile} to {target}`"
    first = found["first"] or "dealer.left"
    return f"write `for p around the table from {first} until {pile} is empty: deal 1 from {pile} to p.{target}`"


def of_the_one(ctx: ResolveContext, span: Span, name: str) -> str | None:
    """`set leader to player not in folded`: who is meant is said of a name that runs over all of them."""
    start = span.start - span.column + 1
    found = _ONE_OF.match(span.source.text, span.start)
    if name not in ("player", "team") or found is None or not _GIVEN.search(span.source.text[start : span.start]):
        return None
    free = _free(ctx, name)
    return f"write `the {free} in {name}s where {free} {found[1]}`"


_LETTERS = {"card": "cdxy", "player": "pqrs", "team": "tuvw"}


def _free(ctx: ResolveContext, sort: str) -> str:
    """A name for a card, a player or a team that nothing has here."""
    return next((one for one in _LETTERS[sort] if ctx.local(one) is None and one not in ctx.names), f"one_{sort}")


_SO_MANY = re.compile(r"number of (player|team)s")
_PATH = r"[a-z]\w*(?:\.\w+)*"
_ONE_OF = re.compile(rf"(?:player|team) ((?:not )?in {_PATH})")
_GIVEN = re.compile(r"\b(?:to|be|means) $")
_DEALT = re.compile(
    rf"\bdeal (?P<amount>rest|remaining|remainder|all|everything) from (?P<pile>{_PATH})"
    rf" to (?P<target>{_PATH}(?:\(\w+\))?)(?P<each> of each player(?: from (?P<first>{_PATH}))?)?"
)


def of_type(value: Expr, type: Type) -> str | None:
    """How to get a number from a set, or where brackets are missing."""
    if type.named_card and value.type.kind == "card":
        return "write `c.face`: what is printed on the card"
    if type.named_card and value.type.kind == "rank":
        return f"write `{value.span.text} of …`, with its suit"
    if value.type.named_card or (value.type.element is not None and value.type.element.named_card):
        return f"it is a name, no card: `the c in … where c = {value.span.text}` is the card that lies there"
    if type.kind == "number" and value.type.kind == "set":
        return f"how many there are is `size of {value.span.text}`" if _short(value) else None
    if type.kind == "set" and type.element is not None and type.element.kind == value.type.kind:
        return of_one(value)
    if type.kind == "set" and value.type.kind == "number" and isinstance(value, Fold):
        word, _, rest = value.span.text.partition(" of ")
        return f"put brackets around it: `{word} of ({rest} …)`" if rest else None
    return None


def of_compared(sides: Sequence[Expr]) -> str | None:
    """`c > d` for two cards: the ranking decides which one is higher."""
    if all(side.type.kind == "card" for side in sides) and all(_short(side) for side in sides):
        one, other = (side.span.text for side in sides)
        return f"which of two cards takes the trick is asked by `{one} beats {other}`"
    return None


def of_listed(node: n.Binary, right: Expr) -> str | None:
    """`c.rank = J or Q`: to compare a value with several others, use a set of them."""
    compared = node.left
    if right.type.kind in ("flag", "unknown") or not isinstance(compared, n.Binary) or compared.op != "=":
        return None
    return f"write `{compared.left.span.text} in {{{compared.right.span.text}, {right.span.text}}}`"


ELEMENTS = frozenset(("set", "card", "player", "team", "suit", "rank", "word"))
"""The kinds of values of which sets are made, and sets."""


def of_both(node: n.Binary, sets: bool) -> str:
    """`maker and dealer`: what both together are.  What is left out of a set is left out together."""
    left = node.left
    if isinstance(left, n.Binary) and left.op == "except":
        return f"what is left out together stands in braces: `{_without(left, node.right)}`"
    both = replace(node, op="+") if sets else n.SetOf((left, node.right), span=node.span)
    return f"both together are `{expr(both)}`"


def of_members(node: n.Binary, right: Expr) -> str | None:
    """`p in players except maker and dealer`: what is looked in, with all that it is said of."""
    asked = node.left
    if not isinstance(asked, n.In) or isinstance(asked.members, n.Range) or right.type.kind not in ELEMENTS:
        return None
    members = asked.members
    if isinstance(members, n.Binary) and members.op == "except":
        return f"what is left out together stands in braces: `{_without(members, node.right)}`"
    return f"several stand in braces: `{expr(n.SetOf((members, node.right), span=node.span))}`"


def of_put_back(node: n.Binary, added: Expr) -> str | None:
    """`S except a + b`, which is `(S except a) + b`: how to leave out both, and how to say that it is meant.  None for
    anything else, and for what can only stand in brackets behind the `+`, which nobody takes for a part of what is left
    out."""
    left, first = node.left, node.right
    if node.op != "+" or not isinstance(left, n.Binary) or left.op != "except" or looseness(first) <= SUM:
        return None
    if added.type.kind not in ("set", "card", "player"):
        first = n.SetOf((first,), span=first.span)
    meant = expr(replace(node, left=first, right=left))
    return f"write `{_without(left, node.right)}` to leave out both; if it is to be put back, `{meant}`"


def _without(left: n.Binary, more: n.Expr) -> str:
    """`S except {a, b}`, from `S except a` and `b`."""
    items = left.right.items if isinstance(left.right, n.SetOf) else (left.right,)
    return expr(replace(left, right=n.SetOf((*items, more), span=left.right.span)))


def of_missing(ctx: ResolveContext, type: Type, name: str, owner: Span) -> str | None:
    """What an author may mean who writes an attribute that the value does not have; None if there is no advice."""
    text = owner.text if owner.text.isascii() and len(owner.text) < 30 else "…"
    if type.kind == "set" and type.element is not None:
        values = ctx.values.get(name)
        fits = values is not None and values.of.kind == type.element.kind
        if type.holds_cards and (fits or name in _PRINTED):
            end = _END.search(owner.source.text, 0, owner.start)
            if end is not None:
                return f"put brackets around the card: `({end[1]} of {text}).{name}`"
        if fits:
            return f"of a set it is added up: `total {name} of {text}`"
        if type.holds_cards and name in _PRINTED:
            return f"say of which card, as `(top of {text}).{name}`, or `any c in {text} has c.{name} = …`"
    meant = MEANT.get((type.kind, name))
    return meant.format(owner=text) if meant is not None else None


_PRINTED = ("suit", "rank", "number", "face", "player")
_END = re.compile(r"\b(top|bottom) of $")


def of_new(type: Type, name: str) -> str | None:
    """How to declare an attribute that nothing is like."""
    if type.kind in ("card", "suit"):
        return f"what each {type.kind} is worth is declared by `values {name} of each {type.kind}`, with rows below it"
    if type.kind in ("player", "team"):
        return f"what each {type.kind} has is declared below `remember`: `{name} of each {type.kind}: number`"
    return None


def of_undeclared(name: str, owner: str | None) -> str:
    """How to declare what is set or changed."""
    if owner in ("player", "team"):
        return f"declare it below `remember`: `{name} of each {owner}: number`"
    return f"declare it below `remember`: `{name}: number`; for this block alone, write `let {name} be …`"


def of_kind(ctx: ResolveContext, node: n.Is, value: Expr) -> str | None:
    """`c is a heart`, `c is a king`: cards have a suit and a rank."""
    word, kind = node.property.text, value.type.kind
    sign = "!=" if node.negated else "="
    asked = expr(node.operand, POSTFIX)
    suit = next((one for one in (word, f"{word}s") if one in ctx.suits), None)
    if suit is not None and kind in ("card", "suit"):
        return f"write `{asked}{'.suit' if kind == 'card' else ''} {sign} {suit}`"
    rank = RANK_WORDS.get(word, word)
    if rank in ctx.ranks and kind in ("card", "rank"):
        return f"write `{asked}{'.rank' if kind == 'card' else ''} {sign} {rank}`"
    part = f"suit = {suit}" if suit is not None else f"rank = {rank}" if rank in ctx.ranks else None
    if part is not None and value.type.holds_cards:
        name = _free(ctx, "card")
        return f"write `{'no' if node.negated else 'any'} {name} in {asked} has {name}.{part}`"
    return None


def of_so_many(ctx: ResolveContext, node: n.In, group: Expr) -> str | None:
    """`number of players not in folded`: how many of them are in the set, or in none."""
    found = _SO_MANY.fullmatch(node.operand.span.text)
    element = group.type.element
    if found is None or element is None or element.kind != found[1]:
        return None
    members = group.span.text
    if not node.negated:
        return f"write `size of {members}`"
    free = _free(ctx, found[1])
    return f"write `number of {free} in {found[1]}s where {free} not in {members}`"


def of_rank(ctx: ResolveContext, node: n.Binary, left: Expr, right: Expr) -> str | None:
    """`c = 7`: which part of a card is a number."""
    for one, card, other in ((node.left, left, right), (node.right, right, left)):
        if card.type.kind == "card" and other.type.kind == "number" and other.span.text in ctx.ranks:
            return f"write `{expr(one, POSTFIX)}.rank {node.op} {other.span.text}`"
    return None


def of_unlike(left: Expr, right: Expr) -> str | None:
    """`c = hearts`, `maker != p.team`: which part of one value can be compared with the other."""
    for one, other in ((left, right), (right, left)):
        if not _short(one):
            continue
        if one.type.kind == "card" and not one.type.named_card and other.type.kind in ("suit", "rank"):
            return f"write `{one.span.text}.{other.type.kind}`"
        if one.type.kind == "player" and other.type.kind == "team":
            return f"write `{one.span.text}.team`"
        if one.type.kind == "set" and one.type.element is not None and one.type.element.kind == other.type.kind:
            return f"whether it is one of them is `{other.span.text} in {one.span.text}`" if _short(other) else None
    return None


def of_set(node: n.Change) -> str | None:
    """`add p to out`, for a set: the line that sets it."""
    if node.target.each is not None:
        return None
    whole = node.target.place
    changed = n.Binary("+" if node.sign == "add" else "except", whole, node.amount, span=node.span)
    return f"write `set {expr(whole)} to {expr(changed)}`"


def of_one(value: Expr) -> str | None:
    """A single card or player where a set is needed."""
    single = value.type.kind in ("card", "player", "team", "suit", "rank") and _short(value)
    return f"braces make a set of one: `{{{value.span.text}}}`" if single else None


def of_argument(ctx: ResolveContext, symbol: DefineSymbol, given: int) -> str | None:
    """A define of a player, a card or the like, of which it is not said of whom."""
    if given or len(symbol.params) != 1:
        return None
    kind = symbol.params[0].type.kind
    named = [one.name for scope in ctx.scopes for one in scope.values() if one.type.kind == kind and one.name]
    owner = named[-1] if named else symbol.params[0].name
    return f"say of which {kind}: `{owner}.{symbol.name}`" if kind in ("player", "team", "card", "suit") else None


def of_trump(text: str, found: Type) -> str | None:
    """`s is a trump` for a suit: only cards are trumps."""
    return f"it is asked of a card, `c is a trump`; of a suit write `{text} = trump`" if found.kind == "suit" else None


def _short(value: Expr) -> bool:
    return len(value.span.text) < 30 and "\n" not in value.span.text


_SET_FOLLOWS = re.compile(r"\b(?:except|without|in) $")


def whose(ctx: ResolveContext, symbol: VariableSymbol | ZoneSymbol, span: Span) -> str:
    """What to write for something that belongs to each player or team: that of the player who is named here; or, where
    a set is meant, all for whom it is so.
    """
    before = span.source.text[span.start - span.column + 1 : span.start]
    flag = isinstance(symbol, VariableSymbol) and symbol.type.kind == FLAG.kind
    if flag and symbol.owner is not None and _SET_FOLLOWS.search(before):
        one = _free(ctx, symbol.owner)
        return f"write `(every {one} in {symbol.owner}s where {one}.{symbol.name})`"
    named = [one.name for scope in ctx.scopes for one in scope.values() if one.type.kind == symbol.owner]
    if named:
        return f"write `{named[-1]}.{symbol.name}`"
    one, group = ("p", "players") if symbol.owner == "player" else ("side", "teams")
    everybody = f"{symbol.name} of each {symbol.owner}"
    return f"write `{one}.{symbol.name}`, as below `for {one} in {group}`; of all it is `{everybody}`"
