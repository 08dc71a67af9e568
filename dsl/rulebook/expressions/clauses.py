"""Conditions as clauses: `p.tricks = lowest tricks` becomes "the player has the fewest tricks".

Every form has a positive and a negative wording, so that a `not` gets its natural place.  While a relative clause is
being made, a mark stands for the thing that the clause describes.  Afterwards the mark becomes "who", "whose" or "that
player".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...checked import (
    CallDefine,
    Cond,
    Expr,
    FaceRef,
    Fold,
    IsShape,
    LeftOver,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    Present,
    VariableRef,
    ZoneRef,
)
from ...settle.logic import conjuncts, disjuncts, is_no, is_same, is_yes, joined_conditions, logic, negated, simpler
from ...types import NONE
from .. import english as en
from ..context import Book
from ..document import Item, Items, line, sentence
from ..english import Noun
from ..names import argument_words, filled_clause, flag_clause, kind_noun, lying_in, thing_words, zone_words
from ..sizes import free_of
from .arithmetic import inlined, lift_condition
from .comparisons import compared, equality, one_of_these, ranged
from .quantifiers import CLAUSAL, begins, is_person, quantified, related


def kept_together(words: str) -> str:
    """A clause in a form that can be joined to others.  If it is itself joined, it shows where it begins."""
    return f"({words})" if CLAUSAL.search(words) else words


def clause_of(book: Book, e: Expr, holds: bool = True) -> str:
    """A condition as a clause, or its opposite if `holds` is false."""
    match e:
        case Op(op="not", args=(inner,)):
            return book.clause(inner, not holds)
        case Op(op="and") | Op(op="or"):
            return _joined(book, e, holds)
        case Op(op="=" | "!=", args=(group, Lit(value=0))) if group.type.kind == "set":
            return _empty(book, group, (e.op == "=") == holds)
        case Op(op="=", args=(left, right)):
            return equality(book, left, right, holds)
        case Op(op="!=", args=(left, right)):
            return equality(book, left, right, not holds)
        case Op(op="<" | "<=" | ">" | ">=", args=(left, right)):
            return compared(book, e.op, left, right, holds)
        case Op(op="beats" | "follows", args=(one, other)):
            card = book.noun(one)
            verb = card.verb("beat" if e.op == "beats" else "follow")
            return f"{card} {verb if holds else f'{card.do} not {e.op[:-1]}'} {book.text(other)}"
        case Op(op="trump", args=(card,)):
            noun = book.noun(card)
            return f"{noun} {noun.be}{'' if holds else ' not'} {'trumps' if noun.plural else 'a trump'}"
        case Op(op="has", args=(group, element)):
            return _member(book, group, element, holds)
        case Op(op="empty", args=(group,)):
            return _empty(book, group, holds)
        case Op(op="joker", args=(card,)):
            noun = book.noun(card)
            return f"{noun} {noun.be}{'' if holds else ' not'} {'jokers' if noun.plural else 'a joker'}"
        case IsShape(shape=shape, cards=cards):
            noun = book.noun(cards)
            book.mention(shape)
            return f"{noun} {'form' if noun.plural else 'forms'} {'' if holds else 'no '}" + (
                en.a(en.spaced(shape.name)) if holds else en.spaced(shape.name)
            )
        case Fold(kind="any" | "every" | "no"):
            return quantified(book, e, holds)
        case CallDefine():
            return _named(book, e, holds)
        case VariableRef(variable=variable, owner=owner):
            book.mention(variable)
            return flag_clause(book, variable, book.owner(owner), variable.owner or "", holds)
        case LocalRef(local=local):
            return flag_clause(book, local, None, "", holds)
        case Lit():
            return "always" if bool(e.value) == holds else "never"
        case Present(operand=operand):
            return book.clause(operand, holds)
        case Cond(condition=condition, then=then, otherwise=otherwise):
            return _either(book, condition, then, otherwise, holds)
        case _:
            return f"{book.text(e)} is {'yes' if holds else 'no'}"


# -------------------------------------------------------------------------------------------------- and, or, if


def _joined(book: Book, e: Op, holds: bool) -> str:
    both = (e.op == "and") == holds
    parts = _decided(book, e)
    if len(parts) == 1:
        return book.clause(parts[0], holds)
    if e.op == "and" and holds:
        parts = simpler(unfolded(book, parts))
        if len(parts) == 1:
            return book.clause(parts[0])
    special = between(book, parts, holds) if e.op == "and" else one_of(book, parts)
    if special is not None:
        subject, words = special
        return f"{subject} {subject.be}{'' if holds else ' not'} {words}" if isinstance(subject, Noun) else words
    grouped = _grouped(book, parts, e.op)
    if both:
        clauses = list(dict.fromkeys(_together(book, part, holds) for part in grouped))
        return en.listed(en.of_one_subject(clauses), "and")
    said = list(dict.fromkeys(book.clause(part, holds) for part in grouped))
    return en.listed([kept_together(words) if " and " in words else words for words in said], "or")


def _decided(book: Book, e: Op) -> list[Expr]:
    """The parts of an `and` or an `or` without those that a conditional value decides: where `n` is `1 if c otherwise
    0`, `n >= 1 and n <= 4` is `c`.
    """
    apart, parts = conjuncts if e.op == "and" else disjuncts, list[Expr]()
    for part in apart(e):
        lifted = lift_condition(book, part)
        decided = book.folding.expr(lifted) if isinstance(lifted, Cond) else part
        parts.append(part if isinstance(decided, Cond) else decided)
    return apart(logic(replace(e, args=tuple(parts))))


def _together(book: Book, part: Expr, holds: bool) -> str:
    """A clause as one of several joined by "and".  Alternatives in it begin with "either"."""
    words = book.clause(part, holds)
    core, so = part, holds
    while isinstance(core, Op) and core.op == "not":
        core, so = core.args[0], not so
    if isinstance(core, Op) and core.op in ("and", "or") and (core.op == "or") == so:
        special = between(book, [*conjuncts(core)]) if core.op == "and" else one_of(book, disjuncts(core))
        return words if special is not None else f"either {words}"
    return words


def unfolded(book: Book, parts: list[Expr]) -> list[Expr]:
    """Conditions that hold together.  Each define that the text replaces is replaced by its meaning."""
    found: list[Expr] = []
    for part in parts:
        lifted = lift_condition(book, part)
        if isinstance(lifted, Cond) and (is_no(lifted.then) or is_no(lifted.otherwise)):
            # `c ? x : no` is c and x
            condition = negated(lifted.condition) if is_no(lifted.then) else lifted.condition
            other = lifted.otherwise if is_no(lifted.then) else lifted.then
            found += unfolded(book, [*conjuncts(condition), *conjuncts(other)])
            continue
        core = part.args[0] if isinstance(part, Op) and part.op == "not" else part
        body = inlined(book, core) if isinstance(core, CallDefine) else None
        if body is None:
            found.append(part)
        elif core is part:
            found += unfolded(book, conjuncts(body))
        else:
            opposite = negated(body)
            match body:
                case Op(op="and" | "or", args=args):
                    op = "or" if body.op == "and" else "and"
                    opposite = joined_conditions(op, [negated(arg) for arg in args])
                case _:
                    pass
            found += conjuncts(opposite)
    return found


def _grouped(book: Book, parts: list[Expr], op: str) -> list[Expr]:
    """Joins neighbouring limits of the same value into one part: `n >= 3 and n <= 4` beside other conditions."""
    found: list[Expr] = []
    for part in parts:
        pair = [found[-1], part] if found else []
        if pair and (between(book, pair) if op == "and" else None) is not None:
            found[-1] = joined_conditions(op, pair)
        else:
            found.append(part)
    return found


def _either(book: Book, condition: Expr, then: Expr, otherwise: Expr, holds: bool) -> str:
    if is_yes(then) or is_no(then) or is_yes(otherwise) or is_no(otherwise):
        # c ? yes : x = c or x;  c ? x : no = c and x;  c ? no : x = not c and x;  c ? x : yes = not c or x
        first = book.clause(condition, is_yes(then) or is_no(otherwise))
        second = otherwise if isinstance(then, Lit) else then
        words = [first, book.clause(second)]
        made = en.listed([kept_together(w) for w in words], "or" if is_yes(then) or is_yes(otherwise) else "and")
        return made if holds else f"it is not so that {made}"
    yes, no = book.clause(then, holds), book.clause(otherwise, holds)
    return f"{yes} (if {book.clause(condition)}) or {no} (if not)"


# --------------------------------------------------------------------------------------------------------- sets


def _member(book: Book, group: Expr, element: Expr, holds: bool) -> str:
    noun = book.noun(element)
    nay = "" if holds else " not"
    match group:
        case ZoneRef(zone=zone, owner=owner, place=None) if owner is not None and isinstance(element, FaceRef):
            who = book.noun(owner)
            verb = who.have if holds else f"{who.do} not have"
            return f"{who} {verb} {noun} {lying_in(zone.name)}"
        case ZoneRef():
            where = book.noun(group)
            return f"{noun} {noun.be}{nay} {'among' if where.plural else 'in'} {where}"
        case _:
            one, of = book.member(group, kind_noun(element.type), True)
            if isinstance(group, VariableRef):
                return f"{noun} {noun.be}{nay} {'among' if noun.plural else 'one of'} {book.text(group)}"
            if of.startswith(" among "):
                return f"{noun} {noun.be}{nay} {'among' if noun.plural else 'one of'} {of.removeprefix(' among ')}"
            return f"{noun} {noun.be}{nay} {f'one of the {en.plural(one)}{of}' if of else en.a(one)}"


def _empty(book: Book, group: Expr, holds: bool) -> str:
    match group:
        case ZoneRef(zone=zone, owner=owner, place=place):
            words, many = zone_words(zone.name)
            if not many or place is not None:
                noun = book.noun(group)
                return f"{noun} {noun.be}{'' if holds else ' not'} empty"
            if owner is None:
                return f"there are {'no ' if holds else ''}{words}"
            who = book.noun(owner)
            return f"{who} {who.have} {'no ' if holds else ''}{words}"
        case LocalRef(local=local):
            if local.type.element is not None and local.type.element.kind != "card":
                return f"there {'are no' if holds else 'is at least one of the'} {book.things(group)}"
            things = book.things(group)
            if things not in ("cards", "other cards"):
                return f"there {'are no' if holds else 'is at least one of the'} {things}"
            return f"{'no' if holds else 'at least one'} card is chosen"
        case CallDefine() if (said := book.text(group)).startswith(("a ", "an ")):
            return f"there is {'no ' + said.partition(' ')[2] if holds else said}"
        case LeftOver(cards=cards, shape=shape):
            book.mention(shape)
            best = f"the best {en.plural(en.spaced(shape.name))} of {book.text(cards)}"
            return f"{best} leave {'no card' if holds else 'at least one card'} over"
        case VariableRef(owner=None):
            return f"there {'are no' if holds else 'are some'} {book.things(group)}"
        case VariableRef(variable=variable, owner=owner) if owner is not None:
            book.mention(variable)
            who = book.noun(owner)
            return f"{who} {who.have} {'no' if holds else 'some'} {thing_words(variable)}"
        case Fold(kind="set"):
            kind = "no" if holds else "any"
            body = group.where if group.where is not None else Lit(1, type=group.type)
            return book.clause(Fold(kind, group.local, group.domain, None, body, type=group.type))
        case _:
            return f"there {'are no' if holds else 'is at least one of the'} {book.things(group)}"


def relative_clause(book: Book, local: LocalSymbol, where: Expr, noun: str, plural: bool = False) -> str:
    """The relative clause about a thing, to follow its noun: `who is out and whose hand is empty`."""
    person = is_person(noun) or local.type.kind == "player"
    known, others = book.called.get(local), {other.text for other in book.called.values()}
    number = local.type.kind == "number" and f"that {noun}" not in others
    with book.scope():
        at = book.mark()
        book.called[local] = Noun(at, plural)
        parts = _grouped(book, conjuncts(where), "and")
        said = [
            _related_either(book, part, at, person, only)
            or related(book, _together(book, part, True), at, person, only)
            for part, only in _apart(book, parts, local)
        ]
    words = en.listed(said, "and").replace(f"the {noun} {at}", at)
    it = f"these {en.plural(noun)}" if plural and not number else f"that {noun}"
    if number and known is not None and known.text != f"the {noun}":  # "the other number"
        it = known.text
    return words.replace(at + "'s", "their" if person or plural else "its").replace(at, it)


def _apart(book: Book, parts: list[Expr], local: LocalSymbol) -> list[tuple[Expr, str]]:
    """Each condition, with the case in which it applies.  In `the trick has begun or the card is no heart` only the
    second part is about the card.  It applies only if the first part is false."""
    found: list[tuple[Expr, str]] = []
    for part in parts:
        either = disjuncts(part)
        free = [each for each in either if free_of(each, local)]
        about = [each for each in either if each not in free]
        if free and about:
            when = book.clause(joined_conditions("and", [negated(each) for each in free]))
            found.append((joined_conditions("or", about), when))
        else:
            found.append((part, ""))
    return found


def _related_either(book: Book, part: Expr, at: str, person: bool, only: str) -> str | None:
    """Alternatives that are all about the same thing: `that is no trump or that beats the other card`.

    None for others."""
    either = disjuncts(part)
    if len(either) == 1 or one_of(book, either) is not None:
        return None
    said = [book.clause(each) for each in either]
    if not all((begins(words, at) or words.startswith(f"{at}'s ")) and not CLAUSAL.search(words) for words in said):
        return None
    return en.listed([related(book, words, at, person) for words in said], "or") + (f" (if {only})" if only else "")


# -------------------------------------------------------------------------------------------------------- names


def _named(book: Book, e: CallDefine, holds: bool) -> str:
    """A yes-or-no define: its meaning if that is short, else its name."""
    body = inlined(book, e)
    if body is not None:
        book.depth += 1
        found = book.clause(body, holds)
        book.depth -= 1
        return found
    book.mention(e.define)
    nouns = [book.noun(arg) for arg in e.args]
    said = filled_clause(e.define, nouns, holds)
    if said is not None:
        return said
    person = e.args[0].type.kind if e.args else ""
    words = flag_clause(book, e.define, nouns[0] if nouns else None, person, holds)
    names = [en.spaced(param.name) for param in e.define.params[1:]]
    more = [argument_words(name, noun) for name, noun in zip(names, nouns[1:], strict=True)]
    return words + (f" with {en.listed(more)}" if more else "")


def between(book: Book, parts: list[Expr], holds: bool = True) -> tuple[Noun | str, str] | None:
    """`n >= 3 and n <= 4`: n is from 3 to 4.

    Returns the subject and the words after its "is"; or no subject and the whole clause, which says whether it `holds`;
    None for other conditions."""
    match parts:
        case [Op(op=">=", args=(value, low)), Op(op="<=", args=(again, high))] if is_same(value, again):
            return ranged(book, value, low, high, holds)
        case _:
            return None


def one_of(book: Book, parts: list[Expr]) -> tuple[Noun | str, str] | None:
    """`x = a or x = b`: x is a or b.  Returns the subject and the words after its "is"; None for other conditions."""
    first = parts[0]
    if not isinstance(first, Op) or first.op != "=":
        return None
    value, values = first.args[0], list[Expr]()
    for part in parts:
        if not isinstance(part, Op) or part.op != "=" or not is_same(part.args[0], value):
            return None
        values.append(part.args[1])
    if any(isinstance(v, Lit) and v.value == NONE and v.type.kind == "none" for v in values):
        return None
    return one_of_these(book, value, values)


def case_words(book: Book, parts: Sequence[Expr]) -> str:
    """The case of a table's row: the words for the conditions that are true in it."""
    return book.clause(joined_conditions("and", parts)) if parts else "in all other cases"


def conditions_listed(book: Book, parts: Sequence[Expr]) -> tuple[str, Items]:
    """Conditions that are too long for one sentence, as a list, and a clause that refers to it: `all of this is so`."""
    lead = "all of this is so"
    if len(parts) == 1:
        parts = disjuncts(parts[0])
        lead = "one of these is so" if len(parts) > 1 else "this is so"
    return lead, Items(tuple(Item(sentence(line(book.clause(part)))) for part in parts))
