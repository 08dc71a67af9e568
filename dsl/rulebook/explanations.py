"""Explanations: a define or a variable that the text mentions by name is explained where it first appears.

The author's description explains a name.  So does a comment after `#` on its line: comments are written for people, and
so is a rulebook.
"""

from __future__ import annotations

from ..checked import Cond, DefineSymbol, Expr, Lit, LocalRef, Row, Symbol, VariableSymbol, ZoneSymbol
from ..settle.logic import conjuncts
from . import english as en
from .context import Book
from .document import Grid, Item, Items, Line, Paragraph, TextBlock, TextRun, capitalised, is_long, line, sentence
from .english import Noun
from .expressions.arithmetic import summed
from .expressions.clauses import conditions_listed
from .names import (
    christen,
    described_as,
    filled,
    filled_clause,
    flag_clause,
    gloss,
    is_doing,
    kind_noun,
    named_by,
    of_many,
    thing_words,
)


def fresh(book: Book) -> list[Symbol]:
    """The names that were mentioned and are not explained yet."""
    return [symbol for symbol in book.mentioned if symbol not in book.explained]


def explanations(book: Book) -> tuple[TextBlock, ...]:
    """Explanations of all names mentioned since the last call.  An explanation may mention further names."""
    items: list[Item] = []
    blocks: list[TextBlock] = []
    while waiting := fresh(book):
        for symbol in waiting:
            book.explained.add(symbol)
            match symbol:
                case DefineSymbol():
                    item = definition(book, symbol)
                    items.append(item)
                case VariableSymbol() | ZoneSymbol():
                    note, owner = gloss(symbol), symbol.owner is not None
                    if note and described_as(book, symbol, owner) is None:
                        term = thing_words(symbol) if isinstance(symbol, VariableSymbol) else en.spaced(symbol.name)
                        items.append(Item(sentence(line(TextRun(term, "term"), f": {note}"))))
                case _:
                    pass
    if items:
        blocks += [Paragraph(line("In these rules:")), Items(tuple(items))]
    return tuple(blocks)


def definition(book: Book, symbol: DefineSymbol) -> Item:
    """The definition of a define: its value, or a table of cases; or the author's description, if it says enough."""
    how = named_by(symbol)[1]
    if not how:
        return _worked_out(book, symbol)
    book.described.setdefault(symbol, how)
    with book.scope():
        nouns = [christen(book, param) for param in symbol.params]
        return Item(
            sentence(line(_headed(book, symbol, TextRun(en.spaced(symbol.name), "term"), nouns, "of"), f": {how}"))
        )


def _worked_out(book: Book, symbol: DefineSymbol) -> Item:
    args = tuple(LocalRef(p, type=p.type) for p in symbol.params)
    with book.scope():
        nouns = [christen(book, param) for param in symbol.params]
        words, link = en.split_preposition(en.spaced(symbol.name)) if symbol.params else (en.spaced(symbol.name), "")
        name = TextRun(words, "term")
        head = _headed(book, symbol, name, nouns, link or "of")
        body = book.folding.body(symbol, args)
        flag = symbol.type.kind == "flag"
        about = "" if flag or named_by(symbol)[0] else gloss(symbol)
        if about:
            head = line(head, f" ({about})")
        if body is not None and symbol.type.kind == "set" and is_doing(symbol.name):
            return Item(sentence(line(name, f" ({about})" if about else "", f": {book.text(body)}")))
        if body is not None:
            if flag and isinstance(body, Lit):
                return Item(sentence(line(_settled(book, symbol, nouns, bool(body.value)))))
            if flag:
                whole = sentence(line(head, f" if {book.clause(body)}"))
                return _by_conditions(book, head, body) if is_long(whole) else Item(whole)
            verb = "are" if of_many(symbol) else "is"
            whole = sentence(line(head, f" {verb} {book.text(body)}"))
            return _by_parts(book, line(head, f" {verb}"), body) or Item(whole) if is_long(whole) else Item(whole)
        inside = book.folding.inside(symbol, args)
        lets, rows = inside.rows(symbol)
        knowing = inside.knowing({let.local: let.value for let in lets})
        rows = knowing.kept(symbol.rows)
        grid = _rows(book, rows, flag)
        verb = "" if flag else " are" if of_many(symbol) else " is"
        return Item(line(capitalised(line(head, verb)), ":"), (grid,))


def _by_conditions(book: Book, head: Line, body: Expr) -> Item:
    """A list of the conditions under which the define is true."""
    lead, listed = conditions_listed(book, conjuncts(body))
    return Item(line(capitalised(head), f" if {lead}:"), (listed,))


def _by_parts(book: Book, head: Line, body: Expr) -> Item | None:
    """A conditional value in two sentences, a sum as a list; None for any other value."""
    if isinstance(body, Cond):
        condition = book.clause(body.condition)
        first = sentence(line(head, f" {book.text(body.then)} if {condition}"))
        return Item(line(first, " ", sentence(line(f"otherwise it is {book.text(body.otherwise)}"))))
    parts = summed(book, body)
    if len(parts) < 2:
        return None
    return Item(line(capitalised(head), " the sum of these:"), (Items(tuple(Item(line(part)) for part in parts)),))


def _settled(book: Book, symbol: DefineSymbol, nouns: list[Noun], holds: bool) -> str:
    """A define that is always true, or never: `a player can always fold`, `no player can fold`."""
    person = symbol.params[0].type.kind if symbol.params else ""
    if len(nouns) == 1 and not nouns[0].plural:
        words = nouns[0].text.removeprefix("the ")
        return flag_clause(book, symbol, Noun(f"every {words}" if holds else f"no {words}"), person, True)
    said = flag_clause(book, symbol, nouns[0] if nouns else None, person, holds)
    return f"{said} in every case" if holds else f"{said} in any case"


def _headed(book: Book, symbol: DefineSymbol, name: TextRun, nouns: list[Noun], link: str) -> Line:
    flag = symbol.type.kind == "flag"
    if flag and (said := filled_clause(symbol, nouns, True)) is not None:
        return line(TextRun(said, "term"))
    if not flag:
        ones = [Noun(en.a(n.text.removeprefix("the ")), n.plural) if s else n for n, s in _about(book, symbol, nouns)]
        if (said := filled(symbol, ones)) is not None:
            return line(TextRun(said, "term"))
    if flag and nouns:
        more = f" with {en.listed([noun.text for noun in nouns[1:]])}" if nouns[1:] else ""
        person = symbol.params[0].type.kind
        said = flag_clause(book, symbol, nouns[0], person, True)
        before, _, after = said.partition(name.text)
        if after == "" and said.endswith(name.text):
            return line(before, name, more)
        return line(TextRun(said, "term"), more)
    if flag:
        described = described_as(book, symbol, False)
        return line("“", name, "” applies") if described is None else line(TextRun(described, "term"))
    of = [en.a(noun.text.removeprefix("the ")) if short else noun.text for noun, short in _about(book, symbol, nouns)]
    return line("the ", name, f" {link} {en.listed(of)}" if of else "")


def _about(book: Book, symbol: DefineSymbol, nouns: list[Noun]) -> list[tuple[Noun, bool]]:
    """The arguments of a define, each with a flag: whether it stands for any value of its kind."""
    kinds = [noun.text == f"the {kind_noun(param.type)}" for noun, param in zip(nouns, symbol.params, strict=True)]
    return [(noun, kind and not noun.plural) for noun, kind in zip(nouns, kinds, strict=True)]


def _rows(book: Book, rows: tuple[Row, ...], flag: bool) -> Grid:
    found: list[tuple[Line, ...]] = []
    for row in rows:
        guard = "in any other case" if row.guard is None else book.clause(row.guard)
        if row.value is None:
            value = ""
        elif flag:
            said = book.clause(row.value)
            value = said if said in ("always", "never") else f"if {said}"
        else:
            value = book.text(row.value)
        found.append((line(en.capital(guard)), line(value)))
    return Grid((line("When"), line("It is so" if flag else "It is")), tuple(found))
