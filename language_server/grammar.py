"""What the grammar allows at a place, and the completion of a half-written line.

The machine that reads rule files runs up to the place.  The symbols that its tables accept there can be completed.  To
find out which *names* fit, a made-up name is inserted, and the rest of the form is made up, too: the shortest way, by
the tables, to a complete form.  The checker's message about the made-up name then says what was expected.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ..dsl.source.span import Source
from ..dsl.syntax.layout import SourceLine, steps
from ..dsl.syntax.lexer import Lexer, Token
from ..dsl.syntax.machine import DEDENT, INDENT, NEWLINE, SKIPPED, ParserMachine
from ..dsl.syntax.tables import END, tables
from .view import FileView

_STEPS = 4_000
"""The most continuations that are tried."""
_TEXTS = {
    "NAME": "zz_other_zz", "NUMBER": "1", "RANK": "A", "STRING": '"x"', "TEMPLATE": '"{x}"', "COMPARE": "<",
}  # fmt: skip
_NAMING = (frozenset({"NAME"}), frozenset({"STRING"}))
_LAYOUT = frozenset((NEWLINE, INDENT, DEDENT, END))
_DEAR = frozenset(
    ("+", "-", "*", "/", "=", "(", "[", "{", ".", "COMPARE", "TEMPLATE", "mod", "except", "and", "or", "in", "is", "if",
     "for", "from", "where", "until", "gained")
)  # fmt: skip
"""Words that make a line longer but bring it no nearer to its end."""


@dataclass(frozen=True)
class ParserPosition:
    """The state of the machine before the word that is being typed."""

    states: tuple[int, ...]
    accepts: frozenset[str]
    above: str
    """The part of the form above the line, without lines that could not be read."""
    line: str
    """The line, up to the word."""
    margin: int
    start: int
    """The start offset of the line."""


def standing(view: FileView, start: int) -> ParserPosition | None:
    """The state at an offset, which is the start of a word.  None where no line is possible."""
    source = view.document.source
    text = source.text
    begin = view.text.starts[view.text.line_of(start)]
    first = begin
    while first < start and text[first] in " \t\ufeff":
        first += 1
    margin = len(text[begin:first].expandtabs(4))
    machine = ParserMachine(tables(), source, _no_maker)
    lexer = Lexer(source, tables())
    current = SourceLine(first, start, margin)
    tokens, wrong = lexer.line(current, 0)
    if wrong is not None and wrong.code != "E0112":  # an open bracket may be closed later
        return None
    above: tuple[SourceLine, ...] = ()
    if margin:
        forms = [form for form in view.document.layout.forms if form[0].start < begin]
        above = tuple(line for line in forms[-1] if line.start < begin) if forms else ()
        if not above:
            return None
    layout, problem = steps(source, (*above, current))
    if problem is not None or not layout:
        return None
    states: list[int] = [machine.tables.start]
    kept: list[str] = []

    def read(found: list[Token]) -> bool:
        """Whether these tokens can come next.  They are read."""
        nonlocal states
        if machine.follow(states, found) < len(found):
            return False
        states = machine.states(states, found)
        return True

    for number, (line, step) in enumerate(zip(above, layout, strict=False)):
        if not read([_mark(DEDENT)] * step.closes + [_mark(INDENT)] * step.opens):
            return None
        found, bad = lexer.line(line, number)
        if bad is None and read([*found, _mark(NEWLINE)]):
            kept.append(" " * line.margin + text[line.start : line.end])
        elif not read([_mark(SKIPPED), _mark(NEWLINE)]):
            return None
    last = layout[-1]
    if not read([_mark(DEDENT)] * last.closes + [_mark(INDENT)] * last.opens) or not read(tokens):
        return None
    return ParserPosition(
        tuple(states), machine.accepts(states), "".join(line + "\n" for line in kept), text[first:start], margin, first
    )


def ahead(here: ParserPosition, most: int = 2) -> Iterator[tuple[str, ParserPosition]]:
    """The places a few words further on where only a name can stand, or only a text, each with the words before it."""
    machine = _machine()
    for word in sorted(here.accepts & tables().words):
        states = tuple(machine.states(here.states, [_mark(word)]))
        accepts = machine.accepts(states)
        there = replace(here, states=states, accepts=accepts, line=f"{here.line}{word} ")
        if accepts - {SKIPPED} in _NAMING:
            yield word, there
        elif most > 1 and accepts <= tables().words:
            yield from ((f"{word} {more}", further) for more, further in ahead(there, most - 1))


def completed(here: ParserPosition, word: str) -> str | None:
    """The form with this name in place of the typed word, completed to its end.  None if there is no short way.

    Where no name can stand, it is the text of a string."""
    machine = _machine()
    name = _mark("NAME")
    if machine.follow(here.states, [name]) < 1:
        name, word = _mark("STRING"), f'"{word}"'
        if machine.follow(here.states, [name]) < 1:
            return None
    rest = _shortest(tuple(machine.states(here.states, [name])))
    if rest is None:
        return None
    text = here.above + " " * here.margin + here.line + word
    margin = here.margin
    for symbol in rest:
        if symbol == INDENT:
            margin += 4
        elif symbol in (DEDENT, END):
            pass
        elif symbol == NEWLINE:
            text += "\n"
        elif text.endswith("\n"):
            text += " " * margin + _TEXTS.get(symbol, symbol)
        else:
            text += " " + _TEXTS.get(symbol, symbol)
    return text


@lru_cache(maxsize=2_000)
def _shortest(states: tuple[int, ...]) -> tuple[str, ...] | None:
    """The cheapest symbols that complete a form from this stack; None if there is no short way."""
    machine = _machine()
    waiting: list[tuple[float, int, tuple[int, ...], tuple[str, ...]]] = [(0.0, 0, states, ())]
    seen: set[tuple[int, ...]] = set()
    number = 0
    while waiting and number < _STEPS:
        cost, _, stack, done = heapq.heappop(waiting)
        if stack in seen:
            continue
        seen.add(stack)
        accepts = machine.accepts(stack)
        if END in accepts:
            return (*done, END)
        for symbol in sorted(accepts):
            if symbol == SKIPPED:
                continue
            number += 1
            price = 0.1 if symbol in _LAYOUT else 8.0 if symbol in _DEAR else 1.0
            after = tuple(machine.states(stack, [_mark(symbol)]))
            if after not in seen:
                heapq.heappush(waiting, (cost + price, number, after, (*done, symbol)))
    return None


@lru_cache(maxsize=1)
def _machine() -> ParserMachine:
    return ParserMachine(tables(), Source("", ""), _no_maker)


def _mark(kind: str) -> Token:
    return Token(kind, 0, 0, 0)


def _no_maker(name: str) -> Callable[..., Any]:
    return _nothing


def _nothing(*_: Any) -> None:
    return None
