"""Choices: the answers a player may give, and the effect of each answer.

A *saying* is one statement in words: a line, and a list below it if it needs one.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...checked import Choice, Choose, Cond, Domain, Expr, Lit, LocalRef, Op
from ...settle.logic import conjuncts, is_same, number_of
from ...settle.logic import joined_conditions as conditions
from .. import english as en
from ..context import Book
from ..document import (
    Item,
    Items,
    Line,
    Paragraph,
    StatementText,
    TextBlock,
    TextRun,
    is_long,
    line,
    lists_apart,
    paragraph,
    sentence,
)
from ..expressions.clauses import conditions_listed
from ..expressions.comparisons import measure, quantity
from ..expressions.phrases import group_words, steps_apart
from ..names import christen, kind_noun, local_noun
from ..sizes import free_of

_UNTIL = ", until "


def choose_saying(book: Book, st: Choose) -> StatementText:
    """A question: the player chooses one of these answers."""
    player = book.noun(st.player)
    return choices_saying(book, st, line(f"{player} {player.verb('choose')}"))


def choices_saying(book: Book, st: Choose, head: Line, until: str = "") -> StatementText:
    """The answers of a question, as a list below `head`."""
    items = [_choice(book, choice) for choice in st.choices]
    these = " one of these" if len(items) > 1 else ""
    return going_on(line(head, these), until, (Items(tuple(items)),))


def going_on(head: Line, until: str, blocks: tuple[TextBlock, ...]) -> StatementText:
    """A repeated action.

    The condition `until` stands in the head, or in a sentence after the blocks if the head is too long."""
    whole = line(head, f"{until}:")
    if until.startswith(_UNTIL) and is_long(whole):
        goes_on = sentence(line(f"this goes on until {until.removeprefix(_UNTIL)}"))
        return StatementText(line(head, ":"), (*blocks, Paragraph(goes_on)))
    return StatementText(whole, blocks)


def inverted(who: str) -> str:
    """Words before a verb: `each player in turn, starting with X` becomes `in turn, starting with X, each player`."""
    one, turn, start = who.partition(" in turn")
    return f"in turn{start}, {one.removesuffix(',')}" if turn else who


def _choice(book: Book, choice: Choice) -> Item:
    """`"bid {n} {s}" for …`: an answer, when it may be given, and its effect."""
    with book.scope():
        guard = _guard(book, choice.guard) if choice.guard is not None else ""
        if choice.otherwise:
            guard = " (only if nothing else is possible)"
        offers, where, conditions = _offers(book, choice)
        label: Line = ()
        for at, text in enumerate(choice.texts):
            gap = " " if label and text[:1].isspace() and text.strip() else ""
            label = line(label, gap, TextRun(text.strip(), "strong") if text.strip() else "")
            if at < len(choice.holes):
                hole = local_noun(book, choice.holes[at]).text.removeprefix("the ")
                label = line(label, " " if label and text[-1:].isspace() else "", TextRun(hole, "blank"))
        head, apart = line(label, f" – {offers}{where}" if offers else "", guard), tuple[TextBlock, ...]()
        if is_long(head):
            more = conjuncts(choice.guard) if choice.guard is not None and not choice.otherwise else []
            lead, listed = conditions_listed(book, [*conditions, *more])
            apart = (listed,)
            what = f"{offers}, if {lead}" if offers else f"if {lead}"
            head = line(label, f" – {what}:", guard if choice.otherwise else "")
        if not choice.body:
            return Item(sentence(head), apart)
        if choice.guard is not None and not book.secret:
            book.facts = tuple(conjuncts(choice.guard))
        sayings = book.sayings(choice.body)
    lines: list[Line] = [] if apart else [head]
    rest: tuple[TextBlock, ...] = ()
    for at, saying in enumerate(sayings):
        if saying.blocks:
            rest = list_of(sayings[at:])
            break
        lines += [saying.line, *saying.more]
    if apart:
        return Item(sentence(head), lists_apart((*apart, *([paragraph(lines)] if lines else []), *rest)))
    return Item(paragraph(lines).line, rest)


def _guard(book: Book, guard: Expr) -> str:
    if isinstance(guard, Op) and guard.op == "not" and isinstance(guard.args[0], Op) and guard.args[0].op == "and":
        return f" (not if {book.clause(guard.args[0])})"
    return f" (only if {book.clause(guard)})"


def _offers(book: Book, choice: Choice) -> tuple[str, str, list[Expr]]:
    """The values for the blanks of an answer, in words; and the conditions on them, in words and as expressions."""
    if not choice.generators:
        return "", "", []
    said: list[str] = []
    pair = two_different(choice)
    kinds = [local.type.kind for local, _ in choice.generators]
    for local, domain in choice.generators:
        if domain.kind == "list" and len(domain.args) == 1 and local in choice.holes:
            book.called[local] = book.noun(domain.args[0])  # a name in the label for which nothing is chosen here
            continue
        noun = christen(book, local, domain, chosen=local.type.kind in ("player", "team"))
        words = _any_of(book, domain)
        if len(choice.generators) > 1 and (
            noun.text.removeprefix("the ") not in words or kinds.count(local.type.kind) > 1
        ):
            words = f"{words}{',' if ', ' in words else ''} as {noun}"
        said.append(words)
    where = ""
    if pair is not None:
        one, of = group_words(book, pair, True)
        return f"any two {en.plural(one)}{of}", "", []
    if choice.where is not None:
        parts = conjuncts(choice.where)
        apart = [p for p in parts if all(free_of(p, local) for local, _ in choice.generators)]
        about = [p for p in parts if p not in apart]
        if about and len(choice.generators) == 1:
            local, domain = choice.generators[0]
            one = kind_noun(domain.element)
            where = book.relative(local, conditions("and", about), en.singular(one), en.is_plural(one))
            open_ended = domain.kind in ("range", "down") and any(number_of(arg) is None for arg in domain.args)
            # "from 1 to the bid, for which": it is not about the bid
            where = f"{',' if open_ended and where.startswith('for ') else ''} {where}"
        elif about:
            where = f", where {book.clause(conditions('and', about))}"
        if apart:
            where += f" (only if {book.clause(conditions('and', apart))})"
    return en.listed(said), where, conjuncts(choice.where) if choice.where is not None else []


def _any_of(book: Book, domain: Domain) -> str:
    """One element of a domain: `a card of the player's hand`, `two cards of …`, `any suit`."""
    match domain.kind, domain.args:
        case "combinations", (low, high, cards):
            return f"{_how_many(book, low, high)} of {book.text(cards)}"
        case "range" | "down", (low, high) if is_same(low, high):
            return book.text(low)
        case ("range", (low, high)) | ("down", (high, low)):
            return f"a number from {book.text(low)} to {book.text(high)}{steps_apart(domain)}"
        case "set", (Lit(type=kind),):
            values = (book.game.suits if kind.element and kind.element.suits else ()) + (
                kind.element.words if kind.element else ()
            )
            one = kind_noun(kind.element) if kind.element else "one"
            if kind.element is not None and kind.element.named_card:
                return "any card of the deck"
            return f"any {one} ({en.listed([book.word(v) for v in values], 'or')})"
        case "set", (group,):
            one, of = book.member(group, kind_noun(domain.element))
            if of.startswith(" of the top card of "):
                return of.removeprefix(" of ")
            return f"a {one}{of}" if one == "card" else f"any {one}{of}"
        case _:
            return f"one of {en.listed([book.text(arg) for arg in domain.args])}"


def _how_many(book: Book, low: Expr, high: Expr) -> str:
    """`three cards`, `one or more cards`, `any number of cards, or none,`."""
    least, most = number_of(low), number_of(high)
    if is_same(low, high):
        return quantity(book, low, "cards")
    if isinstance(low, Cond):
        otherwise = _how_many(book, low.otherwise, high)
        return f"{_how_many(book, low.then, high)} if {book.clause(low.condition)}, otherwise {otherwise},"
    if isinstance(high, Op) and high.op == "size":
        if least == 0:
            return "any number of cards (or none)"
        if least is not None:
            return f"{en.number(least)} or more cards"
        return f"any number of cards, but no fewer than {measure(book, low)},"
    first = en.number(least) if least else book.text(low)
    return f"{first} to {en.number(most) if most else book.text(high)} cards"


def two_different(choice: Choice) -> Domain | None:
    """The domain of both blanks of an answer, if the only condition is that they differ.  None for any other answer."""
    match choice.generators, choice.where:
        case ((a, one), (b, other)), Op(op="!=", args=(LocalRef() as x, LocalRef() as y)):
            pass
        case ((a, one), (b, other)), Op(op="not", args=(Op(op="=", args=(LocalRef() as x, LocalRef() as y)),)):
            pass
        case _:
            return None
    return one if {x.local, y.local} == {a, b} and one.kind == "set" and is_same(one, other) else None


def list_of(sayings: Sequence[StatementText]) -> tuple[TextBlock, ...]:
    """Sayings as a list."""
    if len(sayings) == 1 and sayings[0].line:
        return (Items((Item(sentence(sayings[0].line), sayings[0].blocks),)),)
    return (Items(items_of(sayings)),)


def items_of(sayings: Sequence[StatementText]) -> tuple[Item, ...]:
    """An item for each saying.  A saying that is only a list contributes the items of that list."""
    found: list[Item] = []
    for saying in sayings:
        only = saying.blocks[0] if len(saying.blocks) == 1 and not saying.line else None
        if isinstance(only, Items):
            found += only.items
        else:
            found.append(Item(paragraph([saying.line, *saying.more]).line, saying.blocks))
    return tuple(found)
