"""A place where a line could not be read on, with all that hints want to know about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ..source.diagnostics import Diagnostic, make
from ..source.span import Source, Span
from .hints.words import USAGE, wanted
from .layout import Line
from .lexer import Token
from .machine import DEDENT, INDENT, NEWLINE, Machine, Stuck
from .tables import END

BLOCK_ENDS = frozenset((INDENT, DEDENT, END))
"""Marks between lines."""


class ParserError:
    """One place where the machine stopped, and everything a hint may want to know about it."""

    def __init__(
        self, machine: Machine, source: Source, tokens: Sequence[Token], stuck: Stuck, lines: Sequence[Line]
    ) -> None:
        self.machine = machine
        self.source = source
        self.tokens = tokens
        self.stuck = stuck
        self.lines = lines
        self.token = tokens[stuck.at]
        """What could not be read."""

    @cached_property
    def accepts(self) -> frozenset[str]:
        """Everything that could have stood there."""
        return self.machine.accepts(self.stuck.states)

    @cached_property
    def line(self) -> Sequence[Token]:
        """The pieces of the line, its end included."""
        first = last = self.stuck.at
        while first > 0 and self.tokens[first - 1].line == self.token.line and self._inside(first - 1):
            first -= 1
        while self.tokens[last].kind != NEWLINE and last + 1 < len(self.tokens):
            last += 1
        return self.tokens[first : last + 1]

    def _inside(self, at: int) -> bool:
        return self.tokens[at].kind not in BLOCK_ENDS

    @cached_property
    def index(self) -> int:
        """The place of the token in its line."""
        return self.line.index(self.token)

    @cached_property
    def words(self) -> list[str]:
        """The texts of the pieces of the line (the end of the line has none)."""
        return [self.text(token) for token in self.line]

    @property
    def first(self) -> str:
        """The word the line begins with."""
        return self.words[0]

    @property
    def before(self) -> str:
        """What stands in front of the place."""
        return self.words[self.index - 1] if self.index else ""

    @property
    def at_end(self) -> bool:
        """Whether it is the end of the line that came too soon."""
        return self.token.kind == NEWLINE

    def text(self, token: Token) -> str:
        return self.source.text[token.start : token.end]

    def span(self, first: int | None = None, last: int | None = None) -> Span:
        """The pieces `first` to `last` (both included) of the line; without numbers, the one that could not be read."""
        a = self.index if first is None else first
        b = a if last is None else last
        return Span(self.source, self.line[a].start, self.line[b].end)

    def reads(self, tokens: Sequence[Token], texts: Mapping[int, str]) -> bool:
        """Whether the line would read to its end with these pieces instead of its own."""
        return self.machine.follow(self.stuck.line_states, tokens, texts) == len(tokens)

    def accepts_at(self, index: int) -> frozenset[str]:
        """Everything that could stand at another place of the line, up to the one that could not be read."""
        return self.accepts_after(self.line, index)

    def accepts_after(self, tokens: Sequence[Token], count: int) -> frozenset[str]:
        """Everything that could come after the first `count` of these pieces, as the beginning of the line."""
        return self.machine.accepts(self.machine.states(self.stuck.line_states, tokens[:count]))

    def accepts_any(self, *symbols: str) -> bool:
        """Whether one of these could have stood there."""
        return not self.accepts.isdisjoint(symbols)

    def only(self, *symbols: str) -> bool:
        """Whether exactly these could have stood there."""
        return self.accepts == frozenset(symbols)

    def say(self, code: str, span: Span | None = None, *, help: str | None = None, **fields: str) -> Diagnostic:
        place = span or self.span()
        return make(code, place, help=help, notes=(), expected=wanted(self.accepts), **fields)

    def rest(self) -> str:
        """What follows on the line, without its citation."""
        after = list(self.line[self.index + 1 : -1])
        if after and after[-1].kind == "]":
            opened = max((i for i, token in enumerate(after) if token.kind == "["), default=0)
            after = after[:opened]
        return self.source.text[after[0].start : after[-1].end] if after else "…"

    def like(self) -> str | None:
        """A good line that begins with the same word."""
        first = "game over" if self.words[:2] == ["game", "over"] else self.first
        if self.token.line == 0 and first in ("add", "set"):
            first = "variant " + first
        elif "replace" in self.accepts_at(0) and self.token.line:
            first = "change " + first
        if self.line[0].kind in ("STRING", "TEMPLATE"):
            return 'a choice reads like `"play {c}" for c in p.hand where c.suit = led`, or `"pass" if n > 1`'
        return f"a line like `{USAGE[first]}`" if first in USAGE else None
