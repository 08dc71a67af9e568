"""Phrases over sets: "the players who are out", "the total card points of the laid cards", "the fewest tricks".

The text describes a set by one of its elements: the noun for the element, and the words that follow it.
"""

from __future__ import annotations

import re

from ...checked import (
    CallDefine,
    DefineSymbol,
    Domain,
    Expr,
    Fold,
    Gained,
    LeftOver,
    Lit,
    LocalRef,
    Op,
    PileEnd,
    ValueOf,
    VariableRef,
    ZoneRef,
)  # fmt: skip
from ...settle.logic import alternatives, disjuncts, is_same, joined_conditions, nobody, number_of
from .. import english as en
from ..context import Book
from ..english import Noun
from ..names import BLANK, are_cards, cards_lying, is_doing, kind_noun, name_words, named_by, thing_words, zone_words
from ..sizes import free_of
from .arithmetic import exception, inlined


def group_words(book: Book, domain: Domain, many: bool = False) -> tuple[str, str]:
    """One element of a domain: its noun, and the words that follow it: `player`, ` of the team`.

    `many`: the words that follow describe several elements."""
    one = kind_noun(domain.element)
    match domain.kind, domain.args:
        case "set", (group,):
            return book.member(group, one, many)
        case "combinations", (low, high, cards):
            least, most = (
                en.number(known) if (known := number_of(limit)) else book.text(limit) for limit in (low, high)
            )
            unlimited = isinstance(high, Op) and high.op == "size"
            size = f"{least} or more" if unlimited else least if least == most else f"{least} to {most}"
            return "combination", f" of {size} cards of {book.text(cards)}"
        case ("range", (low, high)) | ("down", (high, low)):
            return one, f" from {book.text(low)} to {book.text(high)}{steps_apart(domain)}"
        case _:
            return one, f" among {en.listed([book.text(arg) for arg in domain.args])}"


def steps_apart(domain: Domain) -> str:
    """` in steps of 5`, for numbers that are further than 1 apart."""
    return f" in steps of {domain.step}" if domain.step != 1 else ""


def member_words(book: Book, group: Expr, one: str, many: bool = False) -> tuple[str, str]:
    """One element of a set: its noun, and the words that follow it: `opponent`, ` of the player`."""
    match group:
        case Op(op="players" | "teams" | "suits" | "ranks") | Lit():
            return one, ""
        case Op(op="opponents", args=(player,)):
            return "opponent", f" of {book.text(player)}"
        case Op(op="members", args=(team,)):
            return "player", f" of {book.text(team)}"
        case Op(op="except", args=(inner, other)) if nobody(other):
            return book.member(inner, one, many)
        case Op(op="except", args=(Op(op="players"), Op(op="except", args=(Op(op="players"), ones)))):
            return book.member(ones, one, many)  # all but all but some: these
        case Op(op="except", args=(Op(op="except", args=(inner, some)), other)) if not nobody(some):
            both = Op("union", (some, other), type=group.type)
            return book.member(Op("except", (inner, both), type=group.type), one, many)
        case Op(op="except", args=(inner, other)):
            noun, of = book.member(inner, one, many)
            if of == "" and isinstance(other, Op) and other.op == "single":
                who = book.text(other)
                return (f"other {noun}", "") if who == f"the {noun}" else (noun, f" other than {who}")
            start = re.match(r" (?:among|of) |.*", of)
            whole = start[0] if start is not None else ""
            return noun, whole + exception(of.removeprefix(whole), book.text(other))
        case Fold(kind="set", local=local, domain=domain, where=where) if where is not None:
            noun, of = group_words(book, domain, many)
            return noun, f"{of} {book.relative(local, where, noun, many)}"
        case CallDefine(define=define) if named_by(define)[0]:
            start, text = f"the {en.plural(one)} ", book.text(group)
            return one, f" {text.removeprefix(start)}" if text.startswith(start) and many else f" among {text}"
        case CallDefine(define=define) if inlined(book, group) is None:
            book.mention(define)
            if define.params and not is_doing(define.name):  # whose they are must not be lost
                return one, f" among {book.text(group)}"
            words = en.spaced(define.name)
            return one, f" {words}" if is_doing(define.name) else f" of the {words}"
        case CallDefine():
            return book.member(inlined(book, group) or group, one, many)
        case Op(op="union", args=(ZoneRef() as a, ZoneRef() as b)):
            return one, f" of {book.text(a)} {'and' if many else 'or'} {book.text(b)}"
        case LeftOver():
            return one, book.text(group).removeprefix("the cards")
        case VariableRef(owner=None) | LocalRef() if one == "player" and (own := _one_of(book, group)) is not None:
            return own, ""
        case VariableRef():
            return one, f" among {book.text(group)}"
        case ZoneRef() | PileEnd():
            return one, f" of {book.text(group)}"
        case _:
            return one, f" among {book.text(group)}"


def _one_of(book: Book, group: Expr) -> str | None:
    """The noun for one of some players, from the noun for all: `rival` from `the rivals`.  None for any other words."""
    found = re.fullmatch(r"the (?!players$)((?:[a-z]+ )?[a-z]+)", book.text(group))
    return en.singular(found[1]) if found and en.is_plural(found[1]) else None


def things_words(book: Book, group: Expr) -> str:
    """Several elements of a set, without an article: `cards in the stock`, `players of the team`."""
    match group:
        case ZoneRef():
            noun = book.noun(group)
            if not noun.plural or not are_cards(book, zone_words(group.zone.name)[0]):
                return f"cards in {noun}"
            return noun.text if group.owner is not None else noun.text.removeprefix("the ")
        case LocalRef():
            return book.text(group).removeprefix("the ")
        case VariableRef(owner=owner):
            return book.text(group) if owner is not None else book.text(group).removeprefix("the ")
        case _:
            element = group.type.element
            one, of = book.member(group, kind_noun(element) if element is not None else "thing", True)
            return en.plural(one) + of


def phrase_noun(book: Book, e: Fold) -> Noun:
    """A phrase over a set as a noun phrase."""
    with book.scope():
        one, of = group_words(book, e.domain, e.kind in ("set", "count", "sum"))
        match e.kind:
            case "any" | "every" | "no":
                return Noun(f"whether {book.clause(e)}")
            case "set":
                return _those(book, e, one, of)
            case "the":
                return Noun(f"the {one}{of}{_who(book, e, one)}")
            case "first":
                start = f", counting from {book.text(e.domain.start)}" if e.domain.start is not None else ""
                who = _who(book, e, one)
                group = e.domain.args[0]
                if not of and one != kind_noun(e.domain.element) and isinstance(group, VariableRef | LocalRef):
                    one = f"of {book.text(group)}"
                return Noun(f"the first {one}{of}{start}{',' if start and who else ''}{who}")
            case "count":
                who = f" {book.relative(e.local, e.where, one, True)}" if e.where is not None else ""
                return Noun(f"the number of {en.plural(one)}{of}{who}")
            case "sum" | "max" | "min":
                return _measure(book, e, one, of)
            case "highest" | "lowest":
                return _peak(book, e, one, of)


def _peak(book: Book, e: Fold, one: str, of: str) -> Noun:
    """The element with the highest or lowest value; for cards, by the ranking."""
    if isinstance(e.body, Lit):  # all are worth the same
        who = f" {book.relative(e.local, e.where, one, True)}" if e.where is not None else ""
        these = of.removeprefix(" among") if of.startswith(" among ") else f" the {en.plural(one)}{of}"
        return Noun(f"one of{these}{who}")
    who = _who(book, e, one)
    if isinstance(e.body, Op) and e.body.op == "standing":
        return Noun(f"the {e.kind}-ranking {one}{of}{',' if who else ''}{who}")
    name = measured_name(book, e)
    if name is None:
        assert e.body is not None
        with book.scope():
            book.called[e.local] = Noun(f"that {one}")
            name = book.text(e.body).removeprefix("the ")
    name = en.split_preposition(name)[0]
    best = ("most" if e.kind == "highest" else "fewest") if en.is_of_many(name) else e.kind
    return Noun(f"the {one}{of}{who} with the {best} {name}")


def _who(book: Book, e: Fold, one: str) -> str:
    return f" {book.relative(e.local, e.where, one)}" if e.where is not None else ""


def _those(book: Book, e: Fold, one: str, of: str) -> Noun:
    """A set: `the players who are out`.  If its elements can be named, it lists them: `the loner's partner`."""
    if e.where is None:
        return Noun(f"the {en.plural(one)}{of}", True)
    members = _members(book, e) if of == "" else []
    if members:
        return Noun(en.listed(members), len(members) > 1)
    return Noun(f"the {en.plural(one)}{of} {book.relative(e.local, e.where, one, True)}", True)


def _members(book: Book, e: Fold) -> list[str]:
    """The elements that the condition of a set names, each with its own condition.  Empty if it names none."""
    found: list[str] = []
    assert e.where is not None
    for parts in alternatives(e.where):
        known = None
        for part in parts:
            match part:
                case Op(op="=", args=(LocalRef(local=local), other)) if local is e.local and free_of(other, local):
                    known = (part, other)
                case _:
                    pass
        if known is None:
            return []
        rest = joined_conditions("and", [p for p in parts if p is not known[0]])
        if not free_of(rest, e.local):
            return []
        name = book.text(known[1])
        found.append(name if isinstance(rest, Lit) else f"{name} (if {book.clause(rest)})")
    return found


def _named_members(book: Book, e: Fold) -> list[Expr]:
    """The players of a total, if the condition names each (`p = soloist or p = helper`); else empty."""
    if len(e.domain.args) != 1 or e.domain.kind != "set":
        return []
    where, local, group = e.where, e.local, e.domain.args[0]
    if isinstance(group, CallDefine) and where is None:
        group = inlined(book, group) or group
    if isinstance(group, Fold) and group.kind == "set" and where is None:
        where, local, group = group.where, group.local, group.domain.args[0]
    if where is None or not isinstance(group, Op) or group.op != "players":
        return []
    found: list[Expr] = []
    for part in disjuncts(where):
        match part:
            case Op(op="=", args=(LocalRef(local=one), other)) if one is local and free_of(other, local):
                found.append(other)
            case _:
                return []
    return found


def only_ones(book: Book, e: Expr) -> Expr:
    """A total over players of whom only one is named, as the value of that player: `soloist.tricks`."""
    if isinstance(e, CallDefine) and (body := inlined(book, e)) is not None:
        return only_ones(book, body) if isinstance(body, Fold) else e
    if isinstance(e, Fold) and e.kind == "sum" and e.body is not None and len(members := _named_members(book, e)) == 1:
        return book.folding.knowing({e.local: members[0]}).expr(e.body)
    return e


def _both(book: Book, members: list[Expr]) -> str:
    """Several players by name.  A player who may be missing gets a remark: `the declarer and the helper (if any)`."""
    first, *others = members
    words = [book.text(first)]
    for member in others:
        maybe = isinstance(member, VariableRef) and member.variable.type.optional
        words.append(f"{book.text(member)}{' (if any)' if maybe else ''}")
    return en.listed(words)


def _measure(book: Book, e: Fold, one: str, of: str) -> Noun:
    """A total, a highest or a lowest."""
    assert e.body is not None
    who = f" {book.relative(e.local, e.where, one, True)}" if e.where is not None else ""
    each = f" {book.relative(e.local, e.where, one)}" if e.where is not None else ""
    name = measured_name(book, e)
    if isinstance(e.body, LocalRef) and e.body.local is e.local and e.kind != "sum":
        return Noun(f"the {'highest' if e.kind == 'max' else 'lowest'} {one}{of}{each}")
    match e.body:
        case Op(op="size", args=(LocalRef(local=local),)) if local is e.local and e.kind != "sum":
            size = "largest" if e.kind == "max" else "smallest"
            return Noun(f"the number of cards of the {size} {one}{of}{each}")
        case _:
            pass
    if name is None and (counted := _counted_of_all(book, e, one, of, who)) is not None:
        return Noun(counted)
    if name is None:
        with book.scope():
            one, of = group_words(book, e.domain)
            book.called[e.local] = Noun(f"that {one}")
            lead = {"sum": "the total", "max": "the highest", "min": "the lowest"}[e.kind]
            every = "any" if e.kind != "sum" else "every"
            return Noun(f"{lead}, for {every} {one}{of}{each}, of {book.text(e.body)}")
    by = "by" if isinstance(e.body, Gained) else "of"
    if e.kind == "sum" and (members := _named_members(book, e)):
        if len(members) == 1:
            return book.noun(book.folding.knowing({e.local: members[0]}).expr(e.body))
        return Noun(f"the total {name} {by} {_both(book, members)}{_besides(book, e.body)}")
    match e.kind, e.domain.args[0]:
        case "sum", ZoneRef() | LocalRef() if who == "":
            return Noun(f"the total {name} {by} {book.text(e.domain.args[0])}{_besides(book, e.body)}")
        case "sum", _:
            return Noun(f"the total {name} {by} all {en.plural(one)}{of}{who}{_besides(book, e.body)}")
        case "max" | "min", ZoneRef() | LocalRef() if who == "":
            best = "highest" if e.kind == "max" else "lowest"
            if en.is_of_many(name):
                best = "most" if e.kind == "max" else "fewest"
            return Noun(f"the {best} {name} {by} {book.text(e.domain.args[0])}{_besides(book, e.body)}")
        case _ if en.is_of_many(name):
            best = "most" if e.kind == "max" else "fewest"
            return Noun(f"the {best} {name} {by} any {one}{of}{each}")
        case _:
            best = "highest" if e.kind == "max" else "lowest"
            return Noun(f"the {best} {name} {by} any {one}{of}{each}")


def _counted_of_all(book: Book, e: Fold, one: str, of: str, who: str) -> str | None:
    """The total of what is counted at each owner: `the number of cards that are hearts among the won cards of all
    players`.  None for any other total.
    """
    match e.kind, e.body:
        case "sum", Fold(kind="count", local=card, domain=domain, where=where) if where is not None:
            pass
        case _:
            return None
    match domain.kind, domain.args:
        case "set", (ZoneRef(zone=zone, owner=LocalRef(local=owner), place=None),) if owner is e.local:
            pass
        case _:
            return None
    if not free_of(where, e.local):
        return None
    lying = "".join(cards_lying(book, zone.name))
    with book.scope():
        that = book.relative(card, where, "card", True)
    owners = of.removeprefix(" among ") if of.startswith(" among ") else f"all {en.plural(one)}{of}"
    return f"the number of cards {that} among the {lying} of {owners}{who}"


def _besides(book: Book, e: Expr) -> str:
    """The further arguments of a measured value: ` with the base`."""
    if not isinstance(e, CallDefine) or len(e.args) <= 1:
        return ""
    return f" with {en.listed([book.text(arg) for arg in e.args[1:]])}"


def measured_name(book: Book, e: Fold) -> str | None:
    """The name of a measured value that each element has: `points`, `card points`.  None for any other value."""
    match e.body:
        case VariableRef(variable=symbol, owner=LocalRef(local=local)) if local is e.local:
            book.mention(symbol)
            return thing_words(symbol)
        case Gained(variable=symbol, owner=LocalRef(local=local)) if local is e.local:
            book.mention(symbol)
            return f"{name_words(symbol)} gained"
        case CallDefine(define=symbol, args=(LocalRef(local=local), *others)) if local is e.local:
            if not all(free_of(other, local) for other in others):
                return None
            words = measured_words(symbol)
            if words is not None:
                book.mention(symbol)
            return words
        case ValueOf(values=symbol, operand=LocalRef(local=local)) if local is e.local:
            pass
        case Op(op="size", args=(ZoneRef(zone=symbol, owner=LocalRef(local=local), place=None),)) if local is e.local:
            return "".join(cards_lying(book, symbol.name))
        case _:
            return None
    book.mention(symbol)
    return name_words(symbol)


def measured_words(symbol: DefineSymbol) -> str | None:
    """The words for the value of a define: `card points`, if its description is `the card points of …`, else its name.

    None if its description has another form.  The text must then use the whole description."""
    said = named_by(symbol)[0]
    if not said:
        return name_words(symbol)
    start = " ".join(said.removesuffix(BLANK).split()[:-1]) if said.endswith(f"of {BLANK}") else ""
    if start.startswith("the ") and BLANK not in start:
        return start.removeprefix("the ")
    return None


def best_of_all(book: Book, value: Expr, limit: Expr) -> str | None:
    """`most` or `fewest`, if a limit is the best value that anybody has; else None."""
    match limit:
        case Fold(kind="max" | "min", local=local, where=None, body=body) if body is not None:
            owner = owner_of(value)
            if owner is not None and is_same(book.folding.knowing({local: owner}).expr(body), value):
                return "most" if limit.kind == "max" else "fewest"
        case _:
            pass
    return None


def owner_of(e: Expr) -> Expr | None:
    """The owner of a value; None if it has no owner."""
    match e:
        case VariableRef(owner=owner) | Gained(owner=owner) | ZoneRef(owner=owner):
            return owner
        case CallDefine(args=(owner,)):
            return owner
        case ValueOf(operand=operand):
            return operand
        case Op(op="size", args=(inner,)):
            return owner_of(inner)
        case _:
            return None
