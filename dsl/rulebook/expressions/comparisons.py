"""Comparisons in words: "the player has fewer than three tricks", "six play", "the card is a jack".

Most numbers in a card game count things that somebody has or that lie somewhere.  A `CountedThings` splits such a
number into its parts.  So a limit can be worded as people say it.
"""

from __future__ import annotations

from typing import cast

from ...checked import (
    CallDefine,
    Cond,
    Expr,
    FaceRef,
    Fold,
    Gained,
    Lit,
    LocalRef,
    Op,
    OpName,
    OptionRef,
    VariableRef,
)
from ...operations import OPPOSITES
from ...settle.logic import is_same, number_of
from ...types import FLAG, NONE
from .. import english as en
from ..context import Book
from ..copies import most_of_each
from ..english import Noun
from ..names import name_words, thing_words
from .arithmetic import inlined, lift_condition, multiple
from .counted import holding
from .phrases import best_of_all, group_words, only_ones

_AMONG = {"<": "fewer than", "<=": "no more than", ">": "more than", ">=": "at least"}
_THAN = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least", "=": "", "!=": "not"}


# ---------------------------------------------------------------------------------------------------- equality


def equality(book: Book, left: Expr, right: Expr, holds: bool) -> str:
    """A clause about whether two values are equal."""
    if isinstance(left, Lit) and not isinstance(right, Lit):
        left, right = right, left
    nay = "" if holds else " not"
    if right.type.kind == "none":
        return _none(book, left, holds)
    if left.type.kind == "number":
        return compared(book, "=", left, right, holds)
    if left.type.kind == "flag" and isinstance(right, Lit):
        return book.clause(left, bool(right.value) == holds)
    if left.type.kind == "flag":
        return f"{book.clause(left)} exactly if {book.clause(right, holds)}"
    subject = book.noun(left)
    if isinstance(right, Lit) and right.type.kind == "set":
        return f"{subject} {subject.be}{nay} empty"
    match left, right:
        case Op(op="played", args=(player,)), _:
            who, card = book.noun(player), book.text(right)
            return f"{who} {who.have}{nay} played {card}"
        case OptionRef(option=option), Lit():
            return f"“{en.spaced(option.name)}” is{nay} “{book.text(right)}”"
        case Op(op="suit" | "rank", args=(card,)), _:
            one = book.noun(card)
            return f"{one} {one.be}{nay} {of_kind(book, left.op, right, one.plural)}"
        case Op(op="color", args=(suit,)), Lit():
            one = book.noun(suit)
            return f"{one} {one.be}{nay} {_color(book, right)}"
        case _, FaceRef():
            return f"{subject} {subject.be}{nay} {book.text(right)}"
        case _ if left.type.kind == "card":
            than = "the same card as" if holds else "another card than"
            return f"{subject} {subject.be} {than} {book.text(right)}"
        case _:
            return f"{subject} {subject.be}{nay} {book.text(right)}"


def _none(book: Book, e: Expr, holds: bool) -> str:
    """`maker is none`: there is no maker."""
    match e:
        case VariableRef(variable=variable, owner=None):
            book.mention(variable)
            words = thing_words(variable)
            return f"there is no {words}" if holds else f"there is {words if words in en.BARE else en.a(words)}"
        case VariableRef(variable=variable, owner=owner) if owner is not None:
            book.mention(variable)
            who, words = book.noun(owner), thing_words(variable)
            return f"{who} {who.have} {f'no {words}' if holds else en.a(words)}"
        case Op(op="suit" | "color", args=(card,)):
            one, words = book.noun(card), "suit" if e.op == "suit" else "colour"
            return f"{one} {one.have} {'no' if holds else 'a'} {words}"
        case _:
            words = book.text(e).removeprefix("the ")
            return f"there is no {words}" if holds else f"there is {en.a(words)}"


def _color(book: Book, e: Lit) -> str:
    return e.type.words[e.value] if 0 <= e.value < len(e.type.words) else "of no colour"


def of_kind(book: Book, what: str, value: Expr, plural: bool = False) -> str:
    """A value in the words that follow "is": `a jack`, `a heart`, `of the suit led`."""
    match value:
        case Lit() if value.value == NONE:
            return f"of no {what}"
        case Lit():
            words = book.text(value)
            one = en.singular(words) if what == "suit" else words
            if what == "rank" and not plural and _only_one(book, value.value):
                return f"the {one}"
            if what == "suit" and one == words:
                return f"of the suit {words}"
            return en.plural(one) if plural else en.a(one)
        case Op(op="suit" | "rank", args=(other,)) if value.op == what:
            return f"of the same {what} as {book.text(other)}"
        case _:
            words = book.text(value)
            return (
                f"of {words}"
                if words.startswith(("the ", "that "))
                else f"of the {what} {words}"
                if words not in en.BARE
                else f"of the {words} {what}"
            )


def _only_one(book: Book, rank: int) -> bool:
    """Whether the deck contains exactly one card of a rank: `the XXI`."""
    return len(book.game.suits) > 1 and sum(n for face, n in most_of_each(book).items() if face[0] == rank) == 1


def one_of_these(book: Book, value: Expr, values: list[Expr]) -> tuple[Noun | str, str]:
    """`c.rank in {3, 7}`: the card is a 3 or a 7.  Returns the subject and the words after its "is"."""
    match value:
        case Op(op="suit" | "rank", args=(card,)):
            one = book.noun(card)
            return one, en.listed([of_kind(book, value.op, v, one.plural) for v in values], "or")
        case _:
            return book.noun(value), en.listed([book.text(v) for v in values], "or")


# ----------------------------------------------------------------------------------------------------- numbers


def ranged(book: Book, value: Expr, low: Expr, high: Expr, holds: bool) -> tuple[Noun | str, str]:
    """A number between two others, both included.  Returns the subject and the words after its "is", or no subject and
    the whole clause, which says whether it `holds`."""
    least, most = number_of(low), number_of(high)
    if least is not None and least == most:
        return "", compared(book, "=", value, low, holds)
    if least is not None and most is not None and most == least + 1:
        words = f"{en.number(least)} or {en.number(most)}" if least else "0 or 1"
    else:
        words = f"{book.text(low)} to {book.text(high)}"
    held = holding(book, value) if least is not None and most is not None else None
    if held is not None:
        return "", f"{held.head if holds else held.without} {words} {en.plural(en.singular(held.things))}{held.tail}"
    return book.noun(value), words if " or " in words else f"from {words}"


def compared(book: Book, op: str, left: Expr, right: Expr, holds: bool) -> str:
    """A clause that compares a number with a limit."""
    op = op if holds else OPPOSITES[op]
    lifted = lift_condition(book, Op(cast("OpName", op), (left, right), type=FLAG))
    if isinstance(lifted, Cond):
        return book.clause(book.folding.expr(lifted))
    if isinstance(left, Lit):
        left, right = right, left
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    left = only_ones(book, left)
    if op == "=" and (reached := _reached(left, right)) is not None:
        return book.clause(reached)
    if isinstance(left, Fold) and left.kind in ("max", "min") and left.where is None and left.body is not None:
        some = (left.kind == "max") == (op in (">", ">="))
        if op in OPPOSITES and op not in ("=", "!="):
            test = Op(cast("OpName", op), (left.body, right), type=FLAG)
            return book.clause(Fold("any" if some else "every", left.local, left.domain, None, test, type=FLAG))
    best, multiples = best_of_all(book, left, right), multiple(book, op, left, right)
    if multiples is not None:
        return multiples
    if best is not None and op in ("=", "!="):
        return _best(book, left, best, op == "=")
    if left.type.kind == "word":
        return _is_suit(book, left, op)
    if isinstance(left, Op) and left.op == "number of players":
        limit = number_of(right)
        nay, op = ("not ", "=") if op == "!=" and limit != 0 else ("", op)
        many = _counted(book, op, right, "players")
        return f"{nay}{many if limit is None else many.removesuffix(' players').removesuffix(' player')} play"
    held = holding(book, left)
    if held is not None and isinstance(left, Gained) and op == "<" and number_of(right) == 0:
        return f"{held.head.removesuffix('gained')}lost {held.things}"
    if held is not None and op == "!=" and number_of(right) == 0 and held.below:
        return f"{held.without} exactly zero {en.plural(en.singular(held.things))}{held.tail}"
    if held is not None and op == "!=" and number_of(right) == 1 and held.head == "there are":
        return f"there is not exactly one {en.singular(held.things)}{held.one}"
    if held is not None and op == "!=" and number_of(right) != 0:
        return f"{held.without} {_counted(book, '=', right, held.things, held.tail)}"
    if held is not None:
        limit = number_of(right)
        singular = (limit == 0 and op in (">", "!=")) or (limit == 1 and op in ("=", ">=", ">", "<="))
        one = held.head == "there are" and singular
        tail = held.one if one else held.tail
        return f"{'there is' if one else held.head} {_counted(book, op, right, held.things, tail, below=held.below)}"
    if isinstance(left, Op) and left.op == "size" and isinstance(left.args[0], LocalRef):
        cards = book.noun(left.args[0])
        if number_of(right) is not None:
            return _plainly(book, op, left, right)
        if op in ("=", "!="):
            return f"{cards} {cards.be}{' not' if op == '!=' else ''} as many as {measure(book, right)}"
        return f"{cards} {cards.be} {_AMONG[op]}{' as many as' if op == '>=' else ''} {measure(book, right)}"
    if (all_of_them := _has_all(book, op, left, right)) is not None:
        return all_of_them
    return _plainly(book, op, left, right)


def _reached(left: Expr, right: Expr) -> Expr | None:
    """`highest games = 2`, if two is the most possible: somebody has two games."""
    match left:
        case Fold(kind="max", local=local, domain=domain, where=None, body=VariableRef(variable=variable) as body):
            if body.owner is None or variable.type.high != number_of(right):
                return None
            return Fold("any", local, domain, None, Op("=", (body, right), type=FLAG), type=FLAG)
        case _:
            return None


def _has_all(book: Book, op: str, left: Expr, right: Expr) -> str | None:
    """`highest chips = total chips`: one player has all the chips."""
    match left, right:
        case Fold(kind="max", domain=some, where=None, body=VariableRef() as body), Fold(kind="sum", where=None) if (
            op in ("=", "!=") and right.body is not None and body.owner is not None
        ):
            known = book.folding.knowing({right.local: LocalRef(left.local, type=left.local.type)})
            words = name_words(body.variable)
            if not en.is_plural(words) or not is_same(known.expr(right.body), body) or not is_same(some, right.domain):
                return None
            one, of = group_words(book, some)
            book.mention(body.variable)
            return f"{'one' if op == '=' else 'no'} {one}{of} has all the {words}"
        case _:
            return None


def _is_suit(book: Book, left: Expr, op: str) -> str:
    """`trump is a suit`: in such a type, the suits come before the words."""
    noun = book.noun(left)
    return f"{noun} is {'a' if op in ('<', '<=') else 'no'} suit"


def _best(book: Book, value: Expr, best: str, holds: bool) -> str:
    held = holding(book, value)
    if held is not None:
        head = held.head if holds else held.without
        return f"{head} the {best} {en.plural(en.singular(held.things))}{held.tail}"
    noun = book.noun(value)
    which = "highest" if best == "most" else "lowest"
    return f"{noun} {noun.be}{'' if holds else ' not'} the {which} of all"


def _plainly(book: Book, op: str, left: Expr, right: Expr) -> str:
    noun, limit = book.noun(left), number_of(right)
    text = str(limit) if limit is not None else book.text(right)
    if left.type.kind == "number" and noun.plural is False and limit == 0 and op in (">", "="):
        return f"{noun} {noun.be} {'more than 0' if op == '>' else '0'}"
    return f"{noun} {noun.be} {_THAN[op]} {text}".replace("  ", " ")


def _counted(book: Book, op: str, right: Expr, things: str, tail: str = "", *, below: bool = False) -> str:
    """A number with its limit and its things: `at least three tricks`, `more tricks than the level`.  `below`: it may
    be below zero."""
    limit = number_of(right)
    if limit is not None:
        return _limited(op, limit, things, below) + tail
    things = en.plural(en.singular(things))
    held = holding(book, right)
    if held is None:
        by = measure(book, right)
    elif held.things == things:
        there = held.head.startswith("there")
        by = held.by.replace(f" {things}", "", 1) if there else held.by + (held.tail if held.tail != tail else "")
    else:
        by = f"{held.by} {held.things}{held.tail}" if not held.head.startswith("there") else held.by
    match op:
        case "=":
            return f"as many {things}{tail} as {by}"
        case ">=":
            return f"at least as many {things}{tail} as {by}"
        case "<=":
            return f"no more {things}{tail} than {by}"
        case _:
            return f"{'more' if op == '>' else 'fewer'} {things}{tail} than {by}"


def _limited(op: str, limit: int, things: str, below: bool) -> str:
    match op, limit:
        case ("<", 1) | ("<=", 0) if below:
            return f"zero {en.plural(en.singular(things))} or fewer"
        case ("=", 0) | ("<", 1) | ("<=", 0):
            return en.count(0, things)
        case (">", 0) | (">=", 1) | ("!=", 0):
            return f"at least {en.count(1, things)}"
        case (">=", 0):
            return f"zero {en.plural(en.singular(things))} or more"
        case ("<", 0):
            return f"less than zero {en.plural(en.singular(things))}"
        case ("<", _):
            return f"fewer than {en.count(limit, things)}"
        case _:
            return f"{_THAN[op]} {en.count(limit, things)}".lstrip()


def measure(book: Book, e: Expr) -> str:
    """A number in the words between "as many … as": `the level`, `there are players`."""
    match e:
        case Op(op="number of players"):
            return "there are players"
        case _:
            held = holding(book, e)
            if held is None:
                return book.text(e)
            return held.by if held.head.startswith("there") else f"{held.by} {held.things}{held.tail}"


def quantity(book: Book, e: Expr, things: str) -> str:
    """A number of things: `five cards`, `one card more than there are players`, `as many cards as the level`."""
    known = number_of(e)
    if known is not None:
        return en.count(known, things)
    many = en.plural(en.singular(things))
    match e:
        case LocalRef() if (noun := book.text(e)).endswith("number"):
            return f"{'that number' if noun == 'the number' else noun} of {many}"
        case Op(op="+", args=(inner, more)) if (extra := number_of(more)) is not None:
            return f"{en.count(extra, things)} more than {measure(book, inner)}"
        case Op(op="+", args=(more, inner)) if (extra := number_of(more)) is not None:
            return f"{en.count(extra, things)} more than {measure(book, inner)}"
        case Op(op="*", args=(inner, factor)) if number_of(factor) == 2:
            return f"twice as many {many} as {measure(book, inner)}"
        case Op(op="*", args=(factor, inner)) if number_of(factor) == 2:
            return f"twice as many {many} as {measure(book, inner)}"
        case Op(op="size", args=(LocalRef() as group,)):
            return f"one {en.singular(things)} for each of {book.text(group)}"
        case Cond(condition=condition, then=then, otherwise=otherwise):
            first, other = quantity(book, then, things), quantity(book, otherwise, things)
            return f"{first} if {book.clause(condition)}, otherwise {other},"
        case CallDefine() if (body := inlined(book, e)) is not None:
            return quantity(book, body, things)
        case _:
            return f"as many {many} as {measure(book, e)}"
