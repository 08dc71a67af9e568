"""What the rules of a game depend on, with its settings worked in: what a rulebook must not leave out.

It is everything that play reaches from `main`: values of cards, shapes, defines, and the numbers that are written in
conditions and values.  The rulebook tells all of it (`sections.py`), and a test holds it to that: neither a description
after a colon nor a define that is told by its name hides a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..checked import (
    Again,
    CallDefine,
    CallPhase,
    DefineSymbol,
    Expr,
    IsShape,
    LeftOver,
    Lit,
    LocalRef,
    Op,
    Over,
    PhaseSymbol,
    ShapeSymbol,
    Stmt,
    ValueOf,
    ValuesSymbol,
    VariableRef,
    ZoneRef,
)
from ..settle.folding import FoldingContext
from ..source.numerals import NUMERALS
from ..traversal import inside, own_expressions, within
from . import english as en
from .context import Book
from .names import name_words


@dataclass
class Needed:
    """The parts of a game that its rules reach, in the order in which they are reached."""

    values: dict[ValuesSymbol, None] = field(default_factory=dict["ValuesSymbol", None])
    shapes: dict[ShapeSymbol, None] = field(default_factory=dict["ShapeSymbol", None])
    defines: dict[DefineSymbol, None] = field(default_factory=dict["DefineSymbol", None])
    numbers: dict[int, Expr] = field(default_factory=dict["int", "Expr"])
    """Each number that is written in the rules, with one place of it."""
    things: dict[str, None] = field(default_factory=dict["str", None])
    """Ranks, suits, words of kinds, remembered values and zones, as the rulebook calls them."""


def needed(book: Book) -> Needed:
    """What the rules of the game depend on."""
    found, folding = Needed(), book.folding
    phases: dict[PhaseSymbol, None] = {book.game.main: None}
    waiting = [book.game.main]
    for rule in book.game.incidents:
        _statements(found, folding, folding.block(rule.body), waiting, phases)
    while waiting:
        phase = waiting.pop()
        _statements(found, folding, folding.block(phase.body), waiting, phases)
        for row in folding.kept(phase.rows):
            _expressions(found, folding, [row.guard] if row.guard is not None else [])
            _statements(found, folding, folding.block(row.actions), waiting, phases)
    ranking = book.game.ranking
    for row in ranking.rows if ranking is not None else ():
        _expressions(found, folding, (folding.expr(e) for e in (row.suit, row.when) if e is not None))
    return found


def of_define(folding: FoldingContext, define: DefineSymbol) -> Iterator[Expr]:
    """The expressions of a define with the settings worked in."""
    args = tuple(LocalRef(p, type=p.type) for p in define.params)
    body = folding.body(define, args)
    if body is not None:
        yield body
        return
    inner = folding.inside(define, args)
    lets, rows = inner.rows(define)
    knowing = inner.knowing({let.local: let.value for let in lets})
    for row in knowing.kept(rows):
        yield from (e for e in (row.guard, row.value) if e is not None)


def hidden(book: Book, define: DefineSymbol, text: str) -> Needed:
    """What a text about a define, which stands in place of its formula, does not say: numbers that it does not name,
    and values, shapes and defines that the book has not mentioned."""
    found = Needed()
    for e in [inner for one in of_define(book.folding, define) for inner in inside(one)]:
        match e:
            case Lit(value=value) if e.type.kind == "number" and not says_number(text, value):
                found.numbers.setdefault(value, e)
            case ValueOf(values=values) if values not in book.mentioned:
                found.values.setdefault(values)
            case IsShape(shape=shape) | LeftOver(shape=shape) if shape not in book.mentioned:
                found.shapes.setdefault(shape)
            case CallDefine(define=inner) if inner not in book.mentioned and inner is not define:
                found.defines.setdefault(inner)
            case _:
                words = _thing(book, e)
                if words and not _says_thing(text, words):
                    found.things.setdefault(words[0])
    return found


def _thing(book: Book, e: Expr) -> tuple[str, ...]:
    """What an expression names, in the words that a text may use for it: its name, and its description."""
    match e:
        case Lit(value=value) if e.type.kind == "rank" and value >= 0:
            return (book.rank(value), book.game.ranks[value])
        case Lit(value=value) if e.type.kind == "suit" and 0 <= value < len(book.game.suits):
            return (book.suit(value),)
        case Op(op="trump"):
            return ("trump",)
        case VariableRef(variable=symbol) | ZoneRef(zone=symbol) if not en.is_hand(symbol.name):  # whose, is said
            return (name_words(symbol), symbol.description or "")
        case _:
            return ()


def _says_thing(text: str, names: tuple[str, ...]) -> bool:
    """Whether a text has a word of one of the names: `tricks taken` of `tricks`."""
    stems = [word[:4].lower() for name in names for word in re.findall(r"\w+", name) if len(word) > 2 or len(name) < 3]
    return any(re.search(rf"\b{re.escape(stem)}", text, re.IGNORECASE) for stem in stems)


_SAYINGS = {
    2: ("half", "halve", "twice", "double", "pair", "both", "second", "other", "odd", "even", "either"),
    3: ("third",),
    4: ("quarter",),
    10: ("tenth",),
}
"""Words that say a number without naming it."""


def says_number(text: str, number: int) -> bool:
    """Whether a text names a number, in digits or in words; 0 and 1 count as said."""
    number = abs(number)
    if number < 2:
        return True
    words = [str(number), *NUMERALS[number : number + 1], *_SAYINGS.get(number, ())]
    words += [en.ordinal(number)] if number < len(NUMERALS) else []
    return any(re.search(rf"\b{word}", text, re.IGNORECASE) for word in words)


def _statements(
    found: Needed,
    folding: FoldingContext,
    statements: tuple[Stmt, ...],
    waiting: list[PhaseSymbol],
    phases: dict[PhaseSymbol, None],
) -> None:
    for st in within(statements):
        _expressions(found, folding, own_expressions(st))
        if isinstance(st, CallPhase | Again) and st.phase not in phases:
            phases[st.phase] = None
            waiting.append(st.phase)
        if isinstance(st, Over):
            for _, measure in st.criteria:
                if isinstance(measure, DefineSymbol):
                    _define(found, folding, measure)


def _define(found: Needed, folding: FoldingContext, define: DefineSymbol) -> None:
    if define not in found.defines:
        found.defines[define] = None
        _expressions(found, folding, of_define(folding, define))


def _expressions(found: Needed, folding: FoldingContext, whole: Iterable[Expr]) -> None:
    for e in [inner for one in whole for inner in inside(one)]:
        match e:
            case Lit(value=value) if e.type.kind == "number":
                found.numbers.setdefault(value, e)
            case ValueOf(values=values):
                found.values.setdefault(values)
            case IsShape(shape=shape):
                found.shapes.setdefault(shape)
            case LeftOver(shape=shape):
                found.shapes.setdefault(shape)
            case CallDefine(define=define):
                _define(found, folding, define)
            case _:
                pass
