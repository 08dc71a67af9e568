"""Describes what one row of a table or one statement does in a sentence, to explain why a player scored.

The rulebook describes everything in order; this module describes a single place, with the conditions under which it is
executed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...dsl.checked import (
    Assign,
    Choice,
    Choose,
    Expr,
    Fold,
    For,
    If,
    Let,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    PhaseSymbol,
    Stmt,
)
from ...dsl.rulebook import english as en
from ...dsl.rulebook.context import Book
from ...dsl.rulebook.document import joined, words
from ...dsl.rulebook.english import Noun
from ...dsl.rulebook.expressions.clauses import case_words, unfolded
from ...dsl.rulebook.names import christen
from ...dsl.rulebook.statements.assignments import effect_words
from ...dsl.settle.logic import conjuncts, joined_conditions, negated
from ...dsl.source.span import Span
from ...dsl.traversal import blocks as inner_blocks
from ...dsl.traversal import inside, own_expressions, within


@dataclass(frozen=True)
class _FoundStatement:
    """A statement, with what decides that it is executed."""

    statement: Stmt
    lets: Mapping[LocalSymbol, Expr]
    """The expressions for the names bound before it."""
    conditions: tuple[Expr, ...] = ()
    asked: tuple[Choose, Choice] | None = None
    """The answer of which it is a part, if that answer has no gaps."""
    loops: tuple[For, ...] = ()


_NO_LETS: Mapping[LocalSymbol, Expr] = {}


def row_sentence(book: Book, phase: PhaseSymbol, span: Span) -> str:
    """One row of a table of actions as a sentence: `the makers have five tricks: the makers gain 2 points`.

    Empty for a row that does not exist or cannot apply under the settings of the book.
    """
    with book.scope():
        for param in phase.params:
            christen(book, param)
        outer = book.folding
        for st in outer.block(phase.body):
            if isinstance(st, Let) and (st.local.type.kind == "flag" or len(st.local.name) <= 2):
                book.folding = book.folding.knowing({st.local: book.folding.expr(st.value)})
        row = next((row for row in book.folding.kept(phase.rows) if row.span == span), None)
        said = ""
        if row is not None:
            parts = [] if row.guard is None else unfolded(book, conjuncts(row.guard))
            outcome = words(joined([saying.line for saying in book.sayings(row.actions)])) or "nothing happens"
            always = row.guard is None and not row.otherwise
            elsewhere = outcome.startswith("go through ") and "; " not in outcome
            case = case_words(book, parts)
            said = outcome if always else case if elsewhere else f"{case}: {outcome}"
        book.folding = outer
        return said


def statement_sentence(book: Book, span: Span, change: int = 0) -> str:
    """What one statement of a phase does as a sentence: `the count is 15 or 31: the team gains 2 points`.

    The conditions under which it is executed come first.  `change`: how the number changed, if that is known.  Empty if
    there is no statement of a phase at this place.
    """
    for phase in (book.game.main, *book.game.phases):
        with book.scope():
            found = _path_to(book, phase.body, span)
            if found is None:
                continue
            conditions, st, lets = found.conditions, found.statement, found.lets
            asked = None if conditions else found.asked
            used = set(_locals((*conditions, *own_expressions(st), *((asked[0].player,) if asked else ()))))
            for param in phase.params:
                if asked is None or param in used:
                    christen(book, param)
            for loop in found.loops:
                if asked is None or loop.local in used:
                    christen(book, loop.local, loop.domain, each=True)
            if not conditions and isinstance(st, Assign) and isinstance(st.value, LocalRef):
                name = st.value.local.name
                if "_" in name:
                    return f"the {en.spaced(name)} {Noun('', en.is_plural(name)).verb('count')}"
                if st.value.local in lets:
                    book.folding = book.folding.knowing({st.value.local: lets[st.value.local]})
            changes = {one.op for one in within((st,)) if isinstance(one, Assign)}
            book.contrary = changes == ({"add"} if change < 0 else {"subtract"} if change > 0 else set[str]())
            said = effect_words(book, st)
            if conditions and said:
                return f"{book.clause(joined_conditions('and', conditions))}: {said}"
            if asked is not None and said:
                chooser = book.noun(asked[0].player)
                return f"{chooser.text} {chooser.verb('choose')} “{''.join(asked[1].texts)}”: {said}"
            return said
    return ""


def _locals(expressions: Sequence[Expr]) -> Iterator[LocalSymbol]:
    """The local names in some expressions."""
    for e in expressions:
        yield from (one.local for one in inside(e) if isinstance(one, LocalRef))


def _path_to(
    book: Book, statements: Sequence[Stmt], span: Span, lets: Mapping[LocalSymbol, Expr] = _NO_LETS
) -> _FoundStatement | None:
    """The statement at a place, with the conditions under which it is executed.

    `lets`: the expressions for names that were bound before these statements.
    """
    known = dict(lets)
    for st in statements:
        if isinstance(st, Let):
            known[st.local] = st.value
        if st.span == span:
            return _FoundStatement(st, known)
        if st.span.source is span.source and not (st.span.start <= span.start and span.end <= st.span.end):
            continue
        if isinstance(st, If):
            condition = book.folding.expr(st.condition)
            for block, holds in ((st.then, True), (st.otherwise, False)):
                found = _path_to(book, block, span, known)
                if found is not None:
                    own = () if isinstance(condition, Lit) else (condition if holds else negated(condition),)
                    return replace(found, conditions=(*own, *found.conditions))
            continue
        if isinstance(st, Choose):
            for choice in st.choices:
                found = _path_to(book, choice.body, span, known)
                if found is not None:
                    plain = not choice.holes and not choice.generators and found.asked is None
                    return replace(found, asked=(st, choice)) if plain else found
            continue
        for block in inner_blocks(st):
            found = _path_to(book, block, span, known)
            if found is not None:
                if not isinstance(st, For):
                    return found
                own = _of_those(book, st, known) if found.asked is None else ()  # who is asked is no reason
                return replace(found, conditions=(*own, *found.conditions), loops=(st, *found.loops))
    return None


def _of_those(book: Book, st: For, lets: Mapping[LocalSymbol, Expr]) -> list[Expr]:
    """The conditions on the elements of a loop: elements that the loop leaves out, or that a name stands for, are not
    affected.
    """
    found: list[Expr] = []
    group = st.domain.args[0] if st.domain is not None and st.domain.kind == "set" else None
    those = lets.get(group.local) if isinstance(group, LocalRef) else None
    if isinstance(those, Fold) and those.kind == "set" and those.where is not None:
        own = {those.local: LocalRef(st.local, type=st.local.type)}
        found.append(book.folding.knowing(own).expr(those.where))
    if st.where is not None:
        found += [one for one in conjuncts(book.folding.expr(st.where)) if not _leaves_out(one, st.local)]
    return [one for one in found if not isinstance(one, Lit)]


def _leaves_out(e: Expr, local: LocalSymbol) -> bool:
    """Whether a condition on the elements of a loop only says who is not meant: `q != p`, `q not in folded`."""
    match e:
        case Op(op="not", args=(Op(op="=" | "has", args=args),)) | Op(op="!=", args=args):
            return any(isinstance(one, LocalRef) and one.local is local for one in args)
        case _:
            return False
