"""The machine that reads a form: shift and reduce by the tables, nothing else.

Why not Lark's own?  Three things are wanted that it does not give together.  Every symbol on the stack knows exactly
which characters it covers, brackets and words of the language included, so a node's place is exact.  A mistake hands
back the stack as it stood, so `hints` can find out what could have come next.  And it runs without Lark, which takes
longer to import than a rule file takes to read.

There is no recursion here or in what it calls: trees are made from the leaves up, as productions are reduced.  How deep
a tree grows is counted on the way, for everything that later walks it by recursion.
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
"""Nodes within nodes.  Walkers may spend eight calls on each before Python's own limit of 1000 is near."""

NEWLINE, INDENT, DEDENT, SKIPPED = "_NL", "_INDENT", "_DEDENT", "_SKIPPED"
LAYOUT_KINDS = frozenset((NEWLINE, INDENT, DEDENT, SKIPPED, END))

_NO_TEXTS: Mapping[int, str] = {}

Maker = Callable[..., Any]
"""Makes the value of a production from its place and the values it keeps."""


@frozen
class Quoted(n.Node):
    """A text in quotes, as the machine hands it to the makers."""

    text: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """Where reading had to stop: at token `at`, with the states of the stack."""

    at: int
    states: tuple[int, ...]
    why: Literal["unexpected", "reserved", "deep"]
    """`reserved`: a word of the language where a name is needed; `deep`: nodes within nodes without end."""
    line_states: tuple[int, ...]
    """The stack before the first token of the same line, to try what else the line might have been."""


class Machine:
    """Reads the forms of one source."""

    def __init__(self, tables: Tables, source: Source, maker: Callable[[str], Maker]) -> None:
        self.tables = tables
        self.source = source
        self.maker = maker
        self.makers: dict[str, Maker] = {}
        """Those needed so far: a short text needs few of the hundreds there are."""

    def run(self, tokens: Sequence[Token]) -> Stuck | tuple[Any]:
        """The value of the form these tokens are, in a tuple of one, or where it went wrong."""
        rows, rules, makers, source = self.tables.rows, self.tables.rules, self.makers, self.source
        end_state = self.tables.end
        states = [self.tables.start]
        values: list[Any] = []
        starts: list[int] = []  # -1: covers no characters
        ends: list[int] = []
        depths: list[int] = []
        line, line_states = -1, ()
        for at, token in enumerate(tokens):
            if token.line != line and token.kind not in LAYOUT_KINDS:
                line, line_states = token.line, tuple(states)
            symbol = self.symbol(states[-1], token)
            if symbol is None:
                return Stuck(at, tuple(states), "unexpected", line_states)
            if symbol == "NAME" and self.reserved(tokens, at):
                return Stuck(at, tuple(states), "reserved", line_states)
            while True:
                action = rows[states[-1]].get(symbol)
                if action is None:
                    return Stuck(at, tuple(states), "unexpected", line_states)
                if action >= 0:
                    break
                rule = rules[-1 - action]
                size = rule.size
                if rule.only and size == 1:  # most productions only pass a value on
                    states[-1] = rows[states[-2]][rule.origin]
                    continue
                below = len(values) - size
                kept: list[Any] = []
                for place in rule.keep:
                    if place is None:
                        kept.append(None)
                    elif place >= 0:
                        kept.append(values[below + place])
                    elif kept:
                        kept.extend(values[below + place + SPREAD])
                    else:  # a list that grows on its left keeps its place in memory: linear, not quadratic
                        kept = values[below + place + SPREAD]
                start = end = -1
                for x in starts[below:]:
                    if x >= 0:
                        start = x
                        break
                for x in reversed(ends[below:]):
                    if x >= 0:
                        end = x
                        break
                depth = max(depths[below:], default=0)
                if rule.call:
                    make = makers.get(rule.call)
                    if make is None:
                        make = makers[rule.call] = self.maker(rule.call)
                    value = make(Span(source, start, end), *kept)
                    depth += 1
                    if depth > DEEPEST_TREE:
                        return Stuck(at, tuple(states), "deep", line_states)
                else:
                    value = kept[0] if rule.only else kept
                del states[below + 1 :], values[below:], starts[below:], ends[below:], depths[below:]
                states.append(rows[states[-1]][rule.origin])
                values.append(value)
                starts.append(start)
                ends.append(end)
                depths.append(depth)
                if symbol == END and states[-1] == end_state:
                    return (values[-1],)
            states.append(action)
            values.append(self._value(symbol, token))
            layout = symbol in LAYOUT_KINDS
            starts.append(-1 if layout else token.start)
            ends.append(-1 if layout else token.end)
            depths.append(0)
        raise AssertionError("a form ends with an end")

    def symbol(self, state: int, token: Token, text: str | None = None) -> str | None:
        """What a token is where the machine stands: a word of the language if one can stand here, else a name.

        `text` is read instead of what the author wrote.
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
        """Everything that could come next with this stack."""
        row = self.tables.rows[states[-1]]
        return frozenset(symbol for symbol in row if symbol[0] != "<" and self._shift(list(states), symbol))

    def follow(self, states: Sequence[int], tokens: Sequence[Token], texts: Mapping[int, str] = _NO_TEXTS) -> int:
        """How many of these tokens could be taken one after the other, from this stack on, making nothing.

        `texts` gives other words for some of them, by their place in `tokens`.
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
        """The stack after these tokens, or as many of them as could be taken."""
        stack = list(states)
        for token in tokens:
            symbol = self.symbol(stack[-1], token)
            if symbol is None or not self._shift(stack, symbol):
                break
        return stack

    def _shift(self, stack: list[int], symbol: str) -> bool:
        """Takes the symbol onto the stack of states; False if it cannot come next.

        That a row holds an action is not enough: it may be a reduction that leads nowhere.
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
        """Whether a word could not be a name there (behind a dot every word can)."""
        token = tokens[at]
        text = self.source.text[token.start : token.end]
        return text in self.tables.reserved and not (at > 0 and tokens[at - 1].kind == ".")

    def _value(self, symbol: str, token: Token) -> Any:
        """The value of a shifted token: a node if it has a shape, else its text."""
        text = self.source.text[token.start : token.end]
        if symbol == "NAME":
            return n.Name(text, span=Span(self.source, token.start, token.end))
        if symbol == "NUMBER":
            return n.Number(int(text), span=Span(self.source, token.start, token.end))
        if symbol == "RANK":
            return n.Rank(text, span=Span(self.source, token.start, token.end))
        if symbol in ("STRING", "TEMPLATE"):
            return Quoted(text[1:-1], span=Span(self.source, token.start, token.end))
        return text
