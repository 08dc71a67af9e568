"""The machine that reads a form: an LR parser that shifts and reduces by the tables.

Why not Lark's own?  We need three things that it does not offer together.  Every symbol on the stack knows exactly
which characters it covers, including brackets and keywords, so a node's span is exact.  After a mistake the stack is
returned unchanged, so `hints` can find out what could have followed.  And it runs without Lark, whose import takes
longer than reading a rule file.

Neither the machine nor the functions it calls use recursion: trees are made from the leaves up, as productions are
reduced.  The machine counts how deep a tree grows, because later passes walk it by recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..source.frozen import frozen
from ..source.span import Source, Span
from . import nodes as n
from .lexer import WORD, Token
from .tables import END, SPREAD, Tables

DEEPEST_TREE = 100
"""The most nested nodes.  A recursive pass may use eight calls for each before it comes near Python's limit of 1000."""

NEWLINE, INDENT, DEDENT, SKIPPED = "_NL", "_INDENT", "_DEDENT", "_SKIPPED"
LAYOUT_KINDS = frozenset((NEWLINE, INDENT, DEDENT, SKIPPED, END))

_SHAPES = frozenset(("NAME", "NUMBER", "RANK", "STRING", "TEMPLATE"))
"""The symbols whose tokens become nodes.  All other tokens are their text."""
_NO_TEXTS: Mapping[int, str] = {}

Maker = Callable[..., Any]
"""Makes the value of a production, from its span and the values it keeps."""


@frozen
class QuotedText(n.Node):
    """A text in quotes, as the machine passes it to the makers."""

    text: str


@dataclass(frozen=True, slots=True)
class ParserStop:
    """Where reading had to stop: the index `at` of the token, and the states of the stack."""

    at: int
    states: tuple[int, ...]
    why: Literal["unexpected", "reserved", "deep"]
    """`reserved`: a keyword where a name is needed; `deep`: too many nested nodes."""
    line_states: tuple[int, ...]
    """The stack before the first token of the same line, so that hints can try other versions of the line."""


class ParserMachine:
    """Reads the forms of one source."""

    def __init__(self, tables: Tables, source: Source, maker: Callable[[str], Maker]) -> None:
        self.tables = tables
        self.source = source
        self.maker = maker
        self.makers: dict[str, Maker] = {}
        """The makers used so far.  A short text needs few of the several hundred."""

    def run(self, tokens: Sequence[Token]) -> ParserStop | tuple[Any]:
        """Read a form.  Returns its value in a tuple of one, or where and why reading stopped."""
        rows, rules, makers, source = self.tables.rows, self.tables.rules, self.makers, self.source
        end_state = self.tables.end
        states = [self.tables.start]
        values: list[Any] = []
        starts: list[int] = []  # -1: covers no characters
        ends: list[int] = []
        depths: list[int] = []
        line, line_states = -1, ()
        passed_on = self.tables.passed_on
        text, words, reserved = source.text, self.tables.words, self.tables.reserved
        for at, token in enumerate(tokens):
            if token.line != line and token.kind not in LAYOUT_KINDS:
                line, line_states = token.line, tuple(states)
            row = rows[states[-1]]
            symbol = token.kind
            if symbol == WORD:  # as in `symbol`, which is not called because most of the time is spent here
                symbol = word = text[token.start : token.end]
                if symbol not in row or symbol not in words:
                    symbol = "NAME"
                    if word in reserved and "NAME" in row and self.reserved(tokens, at):
                        return ParserStop(at, tuple(states), "reserved", line_states)
            while True:
                action = row.get(symbol)
                if action is None:
                    return ParserStop(at, tuple(states), "unexpected", line_states)
                if action >= 0:
                    break
                rule = rules[-1 - action]
                size = rule.size
                if rule.only and size == 1:  # most productions only pass on a value, several in a row
                    key = (states[-2], states[-1], symbol)
                    state = passed_on.get(key)
                    if state is None:
                        state = passed_on[key] = self._passed_on(*key)
                    states[-1] = state
                    row = rows[state]
                    continue
                below = len(values) - size
                if rule.plain is not None:
                    kept = [values[place] for place in rule.plain]
                else:
                    kept = _kept(rule.keep, values, below)
                if size == 1:
                    start, end, depth = starts[-1], ends[-1], depths[-1]
                elif size:
                    start, end, depth = starts[below], ends[-1], max(depths[below:])
                    if start < 0:
                        start = next((x for x in starts[below:] if x >= 0), -1)
                    if end < 0:
                        end = next((x for x in reversed(ends[below:]) if x >= 0), -1)
                else:
                    start, end, depth = -1, -1, 0
                if rule.call:
                    make = makers.get(rule.call)
                    if make is None:
                        make = makers[rule.call] = self.maker(rule.call)
                    value = make(Span(source, start, end), *kept)
                    depth += 1
                    if depth > DEEPEST_TREE:
                        return ParserStop(at, tuple(states), "deep", line_states)
                else:
                    value = kept[0] if rule.only else kept
                del states[below + 1 :]
                state = rows[states[-1]][rule.origin]
                states.append(state)
                row = rows[state]
                values[below:], starts[below:], ends[below:], depths[below:] = (value,), (start,), (end,), (depth,)
                if symbol == END and state == end_state:
                    return (value,)
            states.append(action)
            value = text[token.start : token.end]
            values.append(self._node(symbol, value, token) if symbol in _SHAPES else value)
            layout = symbol in LAYOUT_KINDS
            starts.append(-1 if layout else token.start)
            ends.append(-1 if layout else token.end)
            depths.append(0)
        raise AssertionError("a form ends with an end")

    def symbol(self, state: int, token: Token, text: str | None = None) -> str | None:
        """The symbol of a token in this state: a keyword if one may follow, else a name.

        `text` is read instead of the token's own text.
        """
        row = self.tables.rows[state]
        if token.kind != WORD:
            return token.kind if token.kind in row else None
        if text is None:
            text = self.source.text[token.start : token.end]
        if text in row and text in self.tables.words:
            return text
        return "NAME" if "NAME" in row else None

    def accepts(self, states: Sequence[int]) -> frozenset[str]:
        """Every symbol that could follow this stack."""
        row = self.tables.rows[states[-1]]
        return frozenset(symbol for symbol in row if symbol[0] != "<" and self._shift(list(states), symbol))

    def follow(self, states: Sequence[int], tokens: Sequence[Token], texts: Mapping[int, str] = _NO_TEXTS) -> int:
        """The number of these tokens that can be read in order from this stack.  No nodes are made.

        `texts` gives other texts for some of them, by their index in `tokens`.
        """
        stack = list(states)
        for at, token in enumerate(tokens):
            text = texts.get(at)
            symbol = self.symbol(stack[-1], token, text)
            if symbol is None or (symbol == "NAME" and text is None and self.reserved(tokens, at)):
                return at
            if not self._shift(stack, symbol):
                return at
        return len(tokens)

    def states(self, states: Sequence[int], tokens: Sequence[Token]) -> list[int]:
        """The stack after these tokens, or after as many of them as can be read."""
        stack = list(states)
        for token in tokens:
            symbol = self.symbol(stack[-1], token)
            if symbol is None or not self._shift(stack, symbol):
                break
        return stack

    def _shift(self, stack: list[int], symbol: str) -> bool:
        """Shift the symbol onto the stack of states.  False if it cannot follow.

        An entry in the table is not enough: it may be a reduction after which the symbol still cannot follow.
        """
        while True:
            action = self.tables.rows[stack[-1]].get(symbol)
            if action is None:
                return symbol == END and stack[-1] == self.tables.end
            if action >= 0:
                stack.append(action)
                return True
            rule = self.tables.rules[-1 - action]
            if rule.size:
                del stack[-rule.size :]
            stack.append(self.tables.rows[stack[-1]][rule.origin])

    def reserved(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a word cannot be a name there.  (After a dot any word can.)"""
        token = tokens[at]
        text = self.source.text[token.start : token.end]
        return text in self.tables.reserved and not (at > 0 and tokens[at - 1].kind == ".")

    def _passed_on(self, below: int, state: int, symbol: str) -> int:
        """The state after all productions that only pass on a value before this symbol."""
        while True:
            action = self.tables.rows[state].get(symbol)
            if action is None or action >= 0:
                return state
            rule = self.tables.rules[-1 - action]
            if not rule.only or rule.size != 1:
                return state
            state = self.tables.rows[below][rule.origin]

    def _node(self, symbol: str, text: str, token: Token) -> n.Node:
        """The node of a shifted token whose symbol is a shape."""
        span = Span(self.source, token.start, token.end)
        if symbol == "NAME":
            return n.Name(text, span=span)
        if symbol == "NUMBER":
            return n.Number(int(text), span=span)
        if symbol == "RANK":
            return n.Rank(text, span=span)
        return QuotedText(text[1:-1], span=span)


def _kept(keep: Sequence[int | None], values: Sequence[Any], below: int) -> list[Any]:
    """The values that a production keeps.  They begin at `below`."""
    kept: list[Any] = []
    for place in keep:
        if place is None:
            kept.append(None)
        elif place >= 0:
            kept.append(values[below + place])
        elif kept:
            kept.extend(values[below + place + SPREAD])
        else:  # a left-recursive list is extended in place: linear time, not quadratic
            kept = values[below + place + SPREAD]
    return kept
