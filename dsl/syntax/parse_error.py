"""A place where a line could not be read, with all the information that hints need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ..codes.reporting import report
from ..source.diagnostics import Diagnostic
from ..source.span import Source, Span
from .hints.words import USAGE, expected_words
from .layout import SourceLine
from .lexer import Token
from .machine import DEDENT, INDENT, NEWLINE, ParserMachine, ParserStop
from .tables import END

BLOCK_ENDS = frozenset((INDENT, DEDENT, END))
"""The tokens that mark the end of a line or a block."""


class ParserError:
    """A place where the machine stopped, with all the information that hints need."""

    def __init__(
        self,
        machine: ParserMachine,
        source: Source,
        tokens: Sequence[Token],
        stuck: ParserStop,
        lines: Sequence[SourceLine],
    ) -> None:
        self.machine = machine
        self.source = source
        self.tokens = tokens
        self.stuck = stuck
        self.lines = lines
        self.token = tokens[stuck.at]
        """The token that could not be read."""

    @cached_property
    def accepts(self) -> frozenset[str]:
        """Every symbol that could follow instead."""
        return self.machine.accepts(self.stuck.states)

    @cached_property
    def line(self) -> Sequence[Token]:
        """The tokens of the line, including its end."""
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
        """The index of the token in its line."""
        return self.line.index(self.token)

    @cached_property
    def words(self) -> list[str]:
        """The texts of the line's tokens.  The end of the line has no text."""
        return [self.text(token) for token in self.line]

    @property
    def first(self) -> str:
        """The first word of the line."""
        return self.words[0]

    @property
    def before(self) -> str:
        """The text of the token before the place."""
        return self.words[self.index - 1] if self.index else ""

    @property
    def at_end(self) -> bool:
        """Whether the line ended too early."""
        return self.token.kind == NEWLINE

    def text(self, token: Token) -> str:
        return self.source.text[token.start : token.end]

    def span(self, first: int | None = None, last: int | None = None) -> Span:
        """The span of the line's tokens `first` to `last`, both included.

        Without arguments: the token that could not be read."""
        a = self.index if first is None else first
        b = a if last is None else last
        return Span(self.source, self.line[a].start, self.line[b].end)

    def reads(self, tokens: Sequence[Token], texts: Mapping[int, str]) -> bool:
        """Whether the line could be read to its end with these tokens instead of its own."""
        return self.machine.follow(self.stuck.line_states, tokens, texts) == len(tokens)

    def accepts_at(self, index: int) -> frozenset[str]:
        """Every symbol that could be at another index of the line, up to the token that could not be read."""
        return self.accepts_after(self.line, index)

    def accepts_after(self, tokens: Sequence[Token], count: int) -> frozenset[str]:
        """Every symbol that could follow the first `count` of these tokens, at the beginning of the line."""
        return self.machine.accepts(self.machine.states(self.stuck.line_states, tokens[:count]))

    def accepts_any(self, *symbols: str) -> bool:
        """Whether one of these symbols could follow."""
        return not self.accepts.isdisjoint(symbols)

    def only(self, *symbols: str) -> bool:
        """Whether exactly these symbols could follow."""
        return self.accepts == frozenset(symbols)

    def say(self, code: str, span: Span | None = None, *, help: str | None = None, **fields: str) -> Diagnostic:
        place = span or self.span()
        return report(code, place, help=help, notes=(), expected=expected_words(self.accepts), **fields)

    def rest(self) -> str:
        """The rest of the line, without its citation."""
        after = list(self.line[self.index + 1 : -1])
        if after and after[-1].kind == "]":
            opened = max((i for i, token in enumerate(after) if token.kind == "["), default=0)
            after = after[:opened]
        return self.source.text[after[0].start : after[-1].end] if after else "…"

    def like(self) -> str | None:
        """A correct line that begins with the same word; None if there is none."""
        first = "game over" if self.words[:2] == ["game", "over"] else self.first
        if self.token.line == 0 and first in ("add", "set"):
            first = "variant " + first
        elif "replace" in self.accepts_at(0) and self.token.line:
            first = "change " + first
        if first == "change replace" and self.words[1:3] == ["the", "row"]:
            return "a row is named by what stands before its arrow or colon, as `replace the row n = 5 and alone`"
        if self.line[0].kind in ("STRING", "TEMPLATE"):
            if "beside" in self.accepts:
                return 'a line on the table reads like `"bid {p.bid}" beside p in players where p.bid > 0`'
            return 'a choice reads like `"play {c}" for c in p.hand where c.suit = led`, or `"pass" if n > 1`'
        return f"a line like `{USAGE[first]}`" if first in USAGE else None
