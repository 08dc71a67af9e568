"""Expressions as noun phrases: `dealer.left` becomes "the player to the dealer's left".

`clauses.py` makes the conditions inside a phrase ("the players who are out"); `book.clause` calls it.
"""

from __future__ import annotations

from dataclasses import replace

from ...checked import (
    CallDefine,
    Cond,
    Domain,
    Expr,
    FaceRef,
    Fold,
    Gained,
    IsShape,
    LeftOver,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    OptionRef,
    PileEnd,
    Present,
    Random,
    ValueOf,
    VariableRef,
    ZoneRef,
)
from ...settle.logic import is_same, number_of
from ...traversal import with_parts
from ...types import NONE, PLAYER
from .. import english as en
from ..context import Book
from ..english import Noun
from ..names import (
    define_noun,
    is_doing,
    kind_noun,
    local_noun,
    thing_words,
    variable_noun,
    zone_noun,
)
from ..sizes import free_of
from .arithmetic import arithmetic, exception, has_exception, inlined

# ---------------------------------------------------------------------------------------------------- in general


def noun_of(book: Book, e: Expr) -> Noun:
    """An expression as a noun phrase."""
    match e:
        case Lit():
            return _literal(book, e)
        case OptionRef(option=option):
            return Noun(f"the option “{en.spaced(option.name)}”")
        case LocalRef(local=local):
            return local_noun(book, local)
        case VariableRef(variable=variable, owner=owner):
            return variable_noun(book, variable, book.owner(owner))
        case Gained(variable=variable, owner=owner):
            book.mention(variable)
            words, by = thing_words(variable), f" by {book.text(owner)}" if owner is not None else ""
            return Noun(f"the {words} gained{by}", en.is_plural(words))
        case ZoneRef(zone=zone, owner=owner, place=place):
            return zone_noun(book, zone, book.owner(owner), place)
        case FaceRef(rank=rank, suit=suit):
            if isinstance(suit, Lit):
                return Noun(f"the {book.face(rank, suit.value).removeprefix('the ')}")
            return Noun(f"the {book.rank(rank)} of {suit_words(book, suit)}")
        case Op():
            return _op(book, e)
        case Cond(condition=condition, then=then, otherwise=otherwise):
            first = book.noun(then)
            bracketed = f"({first})" if ", otherwise " in first.text else first  # else both conditions seem to follow
            words = f"{bracketed} if {book.clause(condition)}, otherwise {book.text(otherwise)}"
            return Noun(words, first.plural)
        case CallDefine():
            return _define(book, e)
        case ValueOf(values=values, operand=operand):
            return define_noun(book, values, book.noun(operand))
        case LeftOver(cards=cards, shape=shape, worth=worth):
            book.mention(shape)
            of = book.text(cards)
            whose = "" if of == "the cards" else f" of {of}"
            words = f"the cards{whose} left over by the best {en.plural(en.spaced(shape.name))}"
            if isinstance(worth, Fold) and worth.body is not None and not isinstance(worth.body, Lit):
                if isinstance(worth.body, ValueOf):
                    book.mention(worth.body.values)
                words += f" (those that leave the least {en.spaced(_measure_of(worth.body))})"
            return Noun(words, True)
        case IsShape():
            return Noun(f"whether {book.clause(e)}")
        case PileEnd(end=end, pile=pile, count=count):
            return _pick(book, end, book.noun(pile), count)
        case Fold():
            return book.phrase(e)
        case Present(operand=operand):
            return book.noun(operand)
        case Random(what=what, of=of, low=low, high=high):
            if low is not None and high is not None:
                return Noun(f"a number from {book.text(low)} to {book.text(high)} drawn by lot")
            if what == "player" and of is None:
                return Noun("a player drawn by lot")
            if what != "card" or of is None:
                one, among = (kind_noun(e.type), "") if of is None else book.member(of, kind_noun(e.type))
                return Noun(f"{en.a(one)}{among} drawn by lot")
            return Noun(f"a random card of {book.text(of)}")


def suit_words(book: Book, e: Expr) -> str:
    """A suit in the words that follow `of`: `clubs`, `the suit led`."""
    match e:
        case Op(op="sister", args=(inner,)):
            return f"the other suit of the colour of {book.text(inner)}"
        case _:
            return book.text(e)


def _literal(book: Book, e: Lit) -> Noun:
    type, value = e.type, e.value
    if value == NONE and type.kind != "number":
        return Noun("nobody" if type.kind in ("player", "team") else "none")
    match type.kind:
        case "flag":
            return Noun("yes" if value else "no")
        case "suit":
            return Noun(book.suit(value))
        case "rank":
            return Noun(book.rank(value))
        case "word":
            words = (book.game.suits if type.suits else ()) + type.words
            return Noun(book.word(words[value]))
        case "set":
            return Noun(f"the {kind_noun(type)}", True)
        case _:
            return Noun(str(value), value != 1)


# ---------------------------------------------------------------------------------------------------- operations


def _op(book: Book, e: Op) -> Noun:
    match e.op, e.args:
        case "players" | "teams" | "suits" | "ranks", _:
            return Noun(f"the {e.op}", True)
        case "number of players", _:
            return Noun("the number of players")
        case "winner so far", _:
            return Noun("the player who wins the trick so far")
        case "winning card so far", _:
            return Noun("the card that wins the trick so far")
        case "single", (one,):
            return book.noun(one)
        case "size", (group,):
            return Noun(f"the number of {book.things(group)}")
        case "union", _:
            return Noun(_together(book, e), True)
        case "except", (group, LeftOver(cards=cards) as other) if is_same(group, cards):
            over = book.text(other).replace("the cards", "", 1).replace(" left over by ", " in ", 1)
            return Noun(f"the cards{over}", True)
        case "except", (group, other) if is_same(group, other):
            return Noun("none", True)
        case "except", (Op(op="except", args=(group, one)), other) if not isinstance(one, LeftOver):
            return book.noun(replace(e, args=(group, Op("union", (one, other), type=group.type))))
        case "except", (group, other):
            cards = "all cards of " if isinstance(group, ZoneRef) and not book.noun(group).plural else ""
            return Noun(f"{cards}{exception(book.text(group), book.text(other))}", True)
        case _:
            return arithmetic(book, e) or _property(book, e)


def _joined(e: Expr) -> list[Expr]:
    """The parts of a union of unions."""
    return [part for arg in e.args for part in _joined(arg)] if isinstance(e, Op) and e.op == "union" else [e]


def _together(book: Book, e: Expr) -> str:
    """A union.  A part with an exception comes last, for what followed it would seem to be excepted, too."""
    parts = sorted((book.text(one) for one in _joined(e)), key=has_exception)
    return en.listed([*(f"({part})" if has_exception(part) else part for part in parts[:-1]), *parts[-1:]])


def _neighbour(book: Book, e: Op) -> Noun:
    """`p.left`, `p.left(2)`, `p.next.next`: a player so many places to one side of another."""
    start, places = _seats(book, e)
    if start is not e:
        side = "left" if places > 0 else "right"
        return _beside(book.noun(start), side, abs(places)) if places else book.noun(start)
    of, steps, side = book.noun(e.args[0]), e.args[-1], e.op
    if e.op == "next":
        return _next_player(book, e)
    if (next_one := _next_one(book, e.args[0], side, steps)) is not None:
        return Noun(f"the next player to {of.side(side)} {next_one}")
    if book.text(steps).startswith("the number of "):
        return Noun(f"the player so many places to {of.side(side)}")
    return Noun(f"the player as many places to {of.side(side)} as {book.text(steps)}")


def _seats(book: Book, e: Expr) -> tuple[Expr, int]:
    """The player from whom neighbours are counted, and how many places to the left of him the last one sits."""
    places = 0
    while isinstance(e, Op) and e.op in ("left", "right", "next"):
        side = e.op if e.op != "next" else book.next_side
        steps = number_of(e.args[-1]) if e.op != "next" else 1
        if steps is None or not side:
            break
        e, places = e.args[0], places + (steps if side == "left" else -steps)
    return e, places


def _beside(of: Noun, side: str, places: int) -> Noun:
    """The player so many places to one side of somebody."""
    where = of.side(side)
    if places == 1:
        return Noun(f"the player {'on' if where.startswith(f'the {side} of ') else 'to'} {where}")
    return Noun(f"the player {en.number(places)} places to {where}")


def _property(book: Book, e: Op) -> Noun:
    of = book.noun(e.args[0])
    match e.op:
        case "left" | "right" | "next":
            return _neighbour(book, e)
        case "sister":
            return Noun(f"the other suit of the colour of {of}")
        case "number":
            return Noun(f"the number on {of}")
        case "color":
            return Noun(of.of("colour"))
        case "played by":
            return Noun(f"the player who played {of}")
        case "played":
            by = f"played to the trick by {of}" if of.has_tail else f"{of} has played to the trick"
            return Noun(f"the card {by}")
        case "standing":
            return Noun(f"the rank of {of} in the ranking")
        case "opponents":
            return Noun(of.of("opponents"), True)
        case "opposing":
            match e.args[0]:
                case Op(op="team", args=(player,)):
                    return Noun(book.noun(player).of("opponents"), True)
                case _:
                    return Noun(of.of("opponents"), True)
        case "members":
            return Noun(f"the players of {of}", True)
        case "face":
            return of
        case "named":
            return Noun(f"the {of.text.removeprefix('the ')} of {suit_words(book, e.args[1])}")
        case "face suit" | "face rank":
            return Noun(of.of(e.op.removeprefix("face ")))
        case "suit" | "rank" | "partner" | "team":
            return Noun(of.of(e.op))
        case _:
            return Noun(f"whether {book.clause(e)}")


def _next_player(book: Book, e: Op) -> Noun:
    """`dealer.next` where the direction of play changes: the player after the dealer, or two turns after him."""
    start, places = e.args[0], 1
    while isinstance(start, Op) and start.op == "next":
        start, places = start.args[0], places + 1
    of = book.noun(start)
    return Noun(f"the player after {of}" if places == 1 else f"the player {en.number(places)} turns after {of}")


def _next_one(book: Book, start: Expr, side: str, steps: Expr) -> str | None:
    """`p.left(lowest n for n in 1.. where C(p.left(n)))`: the condition on the player in words; None for others."""
    match steps:
        case Fold(
            kind="min", local=local, domain=Domain(kind="range", args=(low, _)), where=where, body=LocalRef() as n
        ):
            if where is None or n.local is not local or number_of(low) != 1:
                return None
        case _:
            return None
    one = LocalSymbol("_next", steps.span, PLAYER)

    def sought(e: Expr) -> Expr:
        if isinstance(e, Op) and e.op == side and is_same(e.args[0], start) and is_same(e.args[-1], n):
            return LocalRef(one, type=PLAYER, span=e.span)
        return with_parts(e, sought)

    found = sought(where)
    return book.relative(one, found, "player") if free_of(found, local) else None


def _pick(book: Book, end: str, pile: Noun, count: Expr | None) -> Noun:
    known = number_of(count)
    if count is not None and known is None and not isinstance(count, CallDefine):
        return Noun(f"as many cards from the {end} of {pile} as {book.text(count)}", True)
    if count is None and pile.plural and pile.text.startswith("the ") and "'" not in pile.text:
        return Noun(f"the {end} {en.singular(pile.text.removeprefix('the '))}")
    if count is None or known == 1:
        return Noun(f"the {end} card of {pile}")
    return Noun(f"the {end} {en.number(known) if known is not None else book.text(count)} cards of {pile}", True)


# ------------------------------------------------------------------------------------------------------- defines


def _define(book: Book, e: CallDefine) -> Noun:
    body = inlined(book, e)
    if body is not None:
        book.depth += 1
        found = book.noun(body)
        book.depth -= 1
        return found
    if not e.args and e.type.kind == "set" and e.type.element is not None and is_doing(e.define.name):
        book.mention(e.define)
        return Noun(f"the {en.plural(kind_noun(e.type.element))} {en.spaced(e.define.name)}", True)
    nouns = [book.noun(arg) for arg in e.args]
    names = [en.spaced(param.name) for param in e.define.params]
    if e.args and e.args[0].type.kind == "flag":
        book.mention(e.define)
        given = [f"{name}: {noun}" for name, noun in zip(names, nouns, strict=True)]
        return Noun(f"the {en.spaced(e.define.name)} ({', '.join(given)})", en.is_plural(en.spaced(e.define.name)))
    return define_noun(book, e.define, nouns[0] if nouns else None, *zip(names[1:], nouns[1:], strict=True))


def _measure_of(e: Expr) -> str:
    """The name of a measured value: `pips`."""
    match e:
        case ValueOf(values=symbol) | CallDefine(define=symbol):
            return symbol.name
        case Op(op=op):
            return op
        case _:
            return "number"
