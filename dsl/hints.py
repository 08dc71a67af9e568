from __future__ import annotations
from collections.abc import Sequence
from .diagnostics import Diagnostic, make
from .layout import Line
from .lexer import Token
from .machine import Machine, Stuck, NEWLINE, INDENT
from .source import Source, Span


def explain(machine: Machine, source: Source, tokens: Sequence[Token], stuck: Stuck, lines: Sequence[Line]) -> tuple[int, Diagnostic]:
    token = tokens[stuck.at]
    accepts = machine.accepts(stuck.states)
    span = Span(source, token.start, token.end)
    return token.line, make("E0201", span, text=span.text, help=", ".join(sorted(accepts)))
