"""Numbers of things that somebody has or that lie somewhere: "the player has … tricks", "there are … in the stock"."""

from __future__ import annotations

from dataclasses import dataclass

from ...checked import CallDefine, Domain, Expr, Fold, Gained, LocalRef, LocalSymbol, Op, VariableRef, ZoneRef
from .. import english as en
from ..context import Book
from ..english import Noun
from ..names import cards_lying, name_words
from .arithmetic import inlined
from .phrases import group_words


@dataclass(frozen=True, slots=True)
class CountedThings:
    """A number of things: "the player has", "tricks", ""; or "there are", "cards", " in the stock"."""

    head: str
    things: str
    tail: str
    by: str
    """The same after "as": "the player has", "there are cards in the stock"."""
    without: str = "there are not"
    """The beginning of the opposite: "the player does not have"."""
    below: bool = False
    """Whether the number may be below zero."""
    of_one: str | None = None
    """The words after a single thing, if they differ from `tail`: " who is still in"."""

    @property
    def one(self) -> str:
        """The words after a single thing."""
        return self.tail if self.of_one is None else self.of_one


def holding(book: Book, e: Expr) -> CountedThings | None:
    """Split a number of things that somebody has or that lie somewhere.  None for any other number."""
    match e:
        case VariableRef(variable=variable, owner=owner) if owner is not None:
            words = name_words(variable)
            if not en.is_plural(words):
                return None
            book.mention(variable)
            return _has(book, book.noun(owner), words, below=variable.type.low < 0)
        case Gained(variable=variable, owner=owner) if owner is not None:
            words = name_words(variable)
            if not en.is_plural(words):
                return None
            book.mention(variable)
            who = book.noun(owner)
            head = f"{who} {who.have} gained"
            return CountedThings(head, words, "", head, f"{who} {who.have} not gained", below=True)
        case Op(op="size", args=(ZoneRef(zone=zone, owner=owner, place=None),)):
            things, tail = cards_lying(book, zone.name, "" if owner is not None else "the ")
            if owner is not None:
                return _has(book, book.noun(owner), things, tail)
            return CountedThings("there are", things, tail, f"there are {things}{tail}")
        case Fold(kind="sum", local=local, domain=domain, where=None, body=VariableRef() | Gained() as body):
            return _all_together(book, local, domain, body)
        case Fold(kind="count") if (cards := _of_suits(e)) is not None:
            noun = book.noun(cards)
            nay = f"{noun} {noun.be} not of"
            return CountedThings(f"{noun} {noun.be} of", "suits", "", f"there are suits among {noun}", nay)
        case Fold(kind="count", local=local, domain=domain, where=where):
            with book.scope():
                one, of = group_words(book, domain, True)
                who = f" {book.relative(local, where, one, True)}" if where is not None else ""
                that = f" {book.relative(local, where, one)}" if where is not None else ""
            things = en.plural(one)
            tail = f"{of}{who}"
            return CountedThings("there are", things, tail, f"there are {things}{tail}", of_one=f"{of}{that}")
        case CallDefine() if (body := inlined(book, e)) is not None:
            return holding(book, body)
        case _:
            return None


def _of_suits(e: Fold) -> Expr | None:
    """The cards whose suits are counted: `number of s in suits where any c in cs has c.suit = s`.

    None for any other phrase."""
    match e.domain.args, e.where:
        case (Op(op="suits"),), Fold(kind="any", local=card, domain=Domain(kind="set", args=(cards,)), body=body):
            pass
        case _:
            return None
    match body:
        case Op(op="=", args=(Op(op="suit", args=(LocalRef(local=one),)), LocalRef(local=suit))):
            return cards if one is card and suit is e.local else None
        case _:
            return None


def _all_together(book: Book, local: LocalSymbol, domain: Domain, body: VariableRef | Gained) -> CountedThings | None:
    """The total over all owners: "all teams together have thirteen tricks"."""
    words = name_words(body.variable)
    match domain.args[0], body.owner:
        case Op(op="players" | "teams" as all_), LocalRef(local=owner) if owner is local and en.is_plural(words):
            book.mention(body.variable)
            gained = " gained" if isinstance(body, Gained) else ""
            head = f"all {all_} together have"
            return CountedThings(
                head + gained, words, "", head + gained, f"{head} not{gained}", below=body.variable.type.low < 0
            )
        case _:
            return None


def _has(book: Book, who: Noun, things: str, tail: str = "", *, below: bool = False) -> CountedThings:
    head = f"{who} {who.have}"
    return CountedThings(head, things, tail, head, f"{who} {who.do} not have", below)
