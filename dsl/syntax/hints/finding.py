"""From the place where a line could not be read to a message that its author understands.

The machine knows where it stopped and what could follow there.  That alone makes poor messages: an author who writes
`set x = 1` should learn about `to`, not about the sixteen signs that may continue an expression.  So a small function
looks for each kind of mistake that people make.  They run in the order of `HINTS`, and the first that recognises its
mistake gives the message.  Those near the end try repairs: they read the line again with one word changed, inserted or
removed.  If the rest of the line can then be read, the repair is the message.  If no hint applies, the message lists
what could follow and shows a correct line of the same kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...codes.reporting import report
from ...source.diagnostics import Diagnostic
from ...source.span import Source, Span
from ..layout import SourceLine
from ..lexer import Token
from ..machine import DEDENT, INDENT, NEWLINE, SKIPPED, ParserMachine, ParserStop
from ..parse_error import BLOCK_ENDS, ParserError
from .bases import base_by_path
from .blocks import first_word, missing_block, missing_otherwise, no_block
from .bracketed import amount, several
from .described import comma, described
from .lines import (
    assignment,
    brackets,
    call,
    capital,
    citation,
    colon,
    compound,
    default_of_option,
    direction,
    foreign_inside,
    foreign_start,
    fraction,
    heading,
    inner_heading,
    is_value,
    label,
    laid_where,
    otherwise,
    quotes,
    reserved,
    row_of_values,
    semicolon,
    unknown_statement,
)
from .namings import names
from .parts import parts, row_of_table
from .phrases import bare_phrase, phrasing
from .plainer import owned, plainer
from .ranges import below_zero
from .repairs import (
    anything,
    clause_alone,
    dropped,
    left_out,
    misspelt,
    part_named,
    ranking_by_name,
    replaced,
    start_left_out,
    surplus,
    unfinished,
)
from .sentences import sentence
from .whose import those_who
from .written import on_the_table

Hint = Callable[[ParserError], Diagnostic | None]
"""Looks for one kind of mistake.  Returns None if it is not this one."""

HINTS: tuple[Hint, ...] = (
    on_the_table,
    below_zero,
    ranking_by_name,
    clause_alone,
    part_named,
    described,
    comma,
    names,
    base_by_path,
    parts,
    heading,
    otherwise,
    several,
    row_of_table,
    amount,
    those_who,
    sentence,
    plainer,
    phrasing,
    row_of_values,
    bare_phrase,
    laid_where,
    direction,
    brackets,
    owned,
    foreign_start,
    default_of_option,
    inner_heading,
    label,
    assignment,
    is_value,
    colon,
    call,
    citation,
    fraction,
    quotes,
    semicolon,
    capital,
    compound,
    start_left_out,
    reserved,
    misspelt,
    unknown_statement,
    foreign_inside,
    dropped,
    left_out,
    replaced,
    surplus,
    unfinished,
    anything,
)
"""The hints, in the order they are tried.  Each looks for one kind of mistake."""


def explain(
    machine: ParserMachine, source: Source, tokens: Sequence[Token], stuck: ParserStop, lines: Sequence[SourceLine]
) -> tuple[int, Diagnostic]:
    """The number of the line to blame (in the form, from 0), and the message about it."""
    error = ParserError(machine, source, tokens, stuck, lines)
    token = error.token
    if stuck.why == "deep":
        line = lines[token.line]
        return token.line, report("E0116", Span(source, line.start, line.end), help="give a part of it a name")
    if token.kind == INDENT:
        return token.line - 1, no_block(error)
    without = tokens[stuck.at - 2].kind == SKIPPED  # a block may or may not follow a removed line
    if INDENT in error.accepts and tokens[stuck.at - 1].kind == NEWLINE and not without:
        return missing_block(error)
    if token.kind in BLOCK_ENDS or (tokens[stuck.at - 1].kind == DEDENT and "otherwise" in error.accepts):
        missing = missing_otherwise(error)
        if missing is not None:
            return missing
    if token.kind in BLOCK_ENDS:
        line = lines[token.line]
        return token.line, report("E0202", first_word(error, token.line), missing="the rest", expected=())
    for hint in HINTS:
        diagnostic = hint(error)
        if diagnostic is not None:
            return token.line, diagnostic
    raise AssertionError("the last hint always speaks")
