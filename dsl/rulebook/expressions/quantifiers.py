"""Conditions about some, each or none of several things: `any c in hand has C` becomes "some card of the hand …"."""

from __future__ import annotations

import re
from dataclasses import replace

from ...checked import Domain, Expr, Fold, LocalRef, LocalSymbol, Op
from ...settle.logic import conjuncts, disjuncts, is_same, joined_conditions, negated
from .. import english as en
from ..context import Book
from ..english import Noun
from ..sizes import free_of
from .phrases import group_words

_PERSONAL = {"player", "opponent", "partner"}
_MARKS_FROM = "\ue000"
"""The first mark for a thing that a surrounding clause describes."""
_OF = {"some": "one of", "no": "none of", "every": "each of"}
_HELD = re.compile(r"'s ((?:[a-z]+ ){0,2}[a-z]+) ((?:is|are) (?:more|less|at|no|not|fewer|\d).*)$")
"""A clause about something that one of several owners has: `'s height is more than 3`."""
CLAUSAL = re.compile(r" (and|or|if|but) |, ")
_RECKONED = re.compile(r" (plus|minus|times|divided by|except|and) ")
"""After a thing that is only a part of what a clause speaks of: ` minus 3 is more than the level`."""


def quantified(book: Book, e: Fold, holds: bool) -> str:
    """`any c in hand has C`: some card of the hand …. The opposite of `any` is `no`, that of `every` is `not every`."""
    assert e.body is not None
    if e.kind == "any" and e.domain.kind == "list" and len(e.domain.args) == 1 and e.where is None:
        # a value that is only compared twice: `(total points) in 3..5`
        return book.clause(book.folding.knowing({e.local: e.domain.args[0]}).expr(e.body), holds)
    body, kind = (e.body if e.where is None else joined_conditions("and", [e.where, e.body])), e.kind
    if e.kind == "every" and not holds and len(either := disjuncts(body)) > 1:
        # not every player has passed or is out: some player has not passed and is not out
        neither = joined_conditions("and", [negated(part) for part in either])
        return quantified(book, replace(e, kind="any", where=None, body=neither), True)
    if e.kind == "every" and holds and isinstance(body, Op) and body.op == "not":
        kind, body = "no", body.args[0]
    domain, body = _others(e.domain, e.local, body, kind)
    if kind == "any" and holds and (said := _one_and_another(book, e.local, domain, body)) is not None:
        return said
    with book.scope():
        one, of = group_words(book, domain)
        at = book.mark()
        book.called[e.local] = Noun(at)
        words = book.clause(body).replace(f"the {one} {at}", at)
    some = {("any", True): "some", ("any", False): "no", ("no", True): "no", ("no", False): "some",
            ("every", True): "every", ("every", False): "not every"}[kind, holds]  # fmt: skip
    if words.count(at) > 1 and (said := _several_said(book, e.local, body, some, (one, of))) is not None:
        return said
    that = f"the other {one}" if f"that {one}" in words else f"that {one}"
    their = "their" if is_person(one) or e.local.type.kind == "player" else "its"
    if some == "every" and words.startswith(at + " has no "):
        some, words = "no", f"{at} has any {words.removeprefix(at + ' has no ')}"
    if of.startswith(" among ") and some in _OF and words.startswith(at + " "):
        words = f"{_OF[some]} {of.removeprefix(' among ')}{words[len(at) :]}"
        return words.replace(at + "'s", "its").replace(at, that)
    if e.local.type.kind == "number" and not begins(words, at) and some != "no":
        return f"for {some} {one}{of}, {words}".replace(at, that)
    held = _HELD.match(words.removeprefix(at)) if words.startswith(at) and words.count(at) == 1 else None
    if held is not None and of.startswith(" among ") and some in _OF:
        return f"the {held[1]} of {_OF[some]} {of.removeprefix(' among ')} {held[2]}"
    if held is not None and of:
        many = held[2].startswith("are")
        return f"{some} {one}{of} has {held[1] if many else en.a(held[1])} that {held[2]}"
    if some != "some" and (theirs := re.match(rf"(the [a-z ]+ of ){at} (?:is|are) [^{at}]*$", words)) is not None:
        return f"{theirs[1]}{some} {one}{of}{words[theirs.end(1) + 1 :]}"
    if words.count(at) == 1 and (card := re.match(rf"(some|no) card of {at}'s hand ", words)) is not None:
        held_card = f"a card in hand that {words[card.end() :]}"
        if card[1] == "some":
            return f"{some} {one}{of} has {held_card}"
    if begins(words, at):
        about = en.without_duty(words[len(at) :]) if some == "no" else words[len(at) :]
        return f"{some} {one}{of}{about}".replace(at + "'s", their).replace(at, that)
    if words.startswith(at + "'s ") and not of:
        return f"{some} {one}{words[len(at) :]}".replace(at + "'s", their).replace(at, that)
    if some == "some" and words.count(at) == 1:
        its = re.search(rf"{at}'s ([a-z]+)", words)
        if its is not None:
            return words.replace(its[0], f"the {its[1]} of one {one}{of}")
        return words.replace(at, f"one {one}{of}")
    if some == "no":
        person = is_person(one) or e.local.type.kind == "player"
        which = f"for {'whom' if person else 'which'} {words}"
        said = which if CLAUSAL.search(words) else related(book, words, at, person)
        return f"there is no {one}{of} {said}".replace(at, that)
    return f"for {some} {one}{of} {words}".replace(at, that)


def _one_and_another(book: Book, local: LocalSymbol, domain: Domain, body: Expr) -> str | None:
    """Two of the same things: `there is a card among the cards that is a king, and one that is a queen and …`.

    None for any other condition."""
    match body:
        case Fold(kind="any", local=other, domain=inner, where=where, body=about) if about is not None:
            pass
        case _:
            return None
    parts = conjuncts(about if where is None else joined_conditions("and", [where, about]))
    own = [part for part in parts if free_of(part, other)]
    if not is_same(domain, inner) or not own or len(own) == len(parts):
        return None
    with book.scope():
        one, of = group_words(book, domain)
        first = book.relative(local, joined_conditions("and", own), one)
        book.called[local] = Noun(f"the first {one}")
        rest = joined_conditions("and", [part for part in parts if part not in own])
        return f"there is {en.a(one)}{of} {first}, and one {book.relative(other, rest, one)}"


def _others(domain: Domain, local: LocalSymbol, body: Expr, kind: str) -> tuple[Domain, Expr]:
    """A domain without the one element that a condition excludes, and the rest of the condition: `every q in players
    has q = p or q is out` is about the other players.
    """
    joined = "or" if kind == "every" else "and"
    parts = (disjuncts if kind == "every" else conjuncts)(body)
    for part in parts:
        match part if kind == "every" else negated(part):
            case Op(op="=", args=(LocalRef(local=one), other)) if one is local:
                rest = [each for each in parts if each is not part]
                if not rest or domain.kind != "set" or not free_of(other, local) or other.type.optional:
                    continue
                group = domain.args[0]
                left = Op("except", (group, Op("single", (other,), type=group.type)), type=group.type)
                return replace(domain, args=(left,)), joined_conditions(joined, rest)
            case _:
                pass
    return domain, body


def _several_said(book: Book, local: LocalSymbol, body: Expr, some: str, noun: tuple[str, str]) -> str | None:
    """A condition of several parts that is about one of many things, so that it is clear which parts belong to it:
    `there is no card that is not a joker and for which …`.  None if the plain wording is as clear.
    """
    one, of = noun
    if some == "every" and len(parts := disjuncts(body)) > 1:
        *first, last = parts
        which = book.relative(local, joined_conditions("and", [negated(part) for part in first]), one)
        with book.scope():
            at = book.mark()
            book.called[local] = Noun(at)
            words = book.clause(last)
        own = begins(words, at)
        words = words.removeprefix(at) if own else f", {words}"
        person = is_person(one) or local.type.kind == "player"
        words = words.replace(at + "'s", "their" if person else "its").replace(at, f"that {one}")
        return f"{'' if own else 'for '}every {one}{of} {which}{words}"
    nested = any(isinstance(part, Fold) and part.kind in ("any", "every", "no") for part in conjuncts(body))
    if len(conjuncts(body)) > 1 and (some == "no" or (some == "some" and nested)):
        return f"there is {f'no {one}' if some == 'no' else en.a(one)}{of} {book.relative(local, body, one)}"
    return None


def is_person(noun: str) -> bool:
    """Whether a noun names a person: `player`, `other player`."""
    return noun.rsplit(" ", maxsplit=1)[-1] in _PERSONAL


def begins(words: str, at: str) -> bool:
    """Whether a clause says something of a thing (the mark `at`), not of a sum or a set of which it is a part."""
    return words.startswith(at + " ") and _RECKONED.match(words, len(at)) is None


def related(book: Book, words: str, at: str, person: bool, only: str = "") -> str:
    """A clause about a thing (the mark `at`) as a relative clause; `only`: the case in which it holds."""
    if only:
        return f"{related(book, words, at, person)} (if {only})"
    for some in _OF.values():
        if words.startswith(f"{some} {at} "):
            return f"{some} {'whom' if person else 'which'}{words[len(some) + 1 + len(at) :]}"
    if begins(words, at):
        return ("who" if person else "that") + words[len(at) :]
    if (inside := re.fullmatch(rf"([^{at},]+) is (not )?one of {at}", words)) is not None:
        return f"{'who' if person else 'that'} {'do not ' if inside[2] else ''}include {inside[1]}"
    if words.startswith(at + "'s "):
        return "whose" + words[len(at) + 2 :]
    if (theirs := re.match(rf"the ([a-z ]+) of {at} (?=is|are|has|have)", words)) is not None:
        if " of " in theirs[1]:  # `the height of the card of …`
            return f"of {'whom' if person else 'which'} the {theirs[1]} {words[theirs.end() :]}"
        return f"whose {theirs[1]} {words[theirs.end() :]}"
    if words.endswith(f" {at}") and words.count(at) == 1 and not CLAUSAL.search(words):
        before = words.removesuffix(f" {at}")
        if not re.search(r" the [a-z]+$", before) and not before.endswith(
            (" of", " in", " to", " among", " than", " with", " as", " is", " are", " except")
        ):
            which = "which" if before.startswith("that ") or before[:1] >= _MARKS_FROM else "that"
            return f"{'whom' if person else which} {before}"
    return f"for {'whom' if person else 'which'} {words}"
