"""Hints about blocks: indented lines where no block may follow, and headings without a block."""

from __future__ import annotations

from ...codes.reporting import report
from ...source.diagnostics import Diagnostic
from ...source.nearest import slip_for
from ...source.span import Span
from ..lexer import WORD
from ..machine import DEDENT, INDENT, NEWLINE
from ..parse_error import BLOCK_ENDS, ParserError
from .words import FOREIGN_WORDS


def first_word(t: ParserError, number: int) -> Span:
    """The first word of line `number` in the form."""
    token = next(token for token in t.tokens if token.line == number and token.kind not in BLOCK_ENDS)
    return Span(t.source, token.start, token.end)


def heading_of(t: ParserError, number: int) -> Span:
    """A line, without its citation."""
    pieces = [token for token in t.tokens if token.line == number and token.kind not in (*BLOCK_ENDS, NEWLINE)]
    if pieces[-1].kind == "]":
        opened = max(i for i, token in enumerate(pieces) if token.kind == "[")
        pieces = pieces[:opened] or pieces
    return Span(t.source, pieces[0].start, pieces[-1].end)


def no_block(t: ParserError) -> Diagnostic:
    """Lines are indented below a line that takes no block."""
    above = [token for token in t.tokens if token.line == t.token.line - 1 and token.kind not in BLOCK_ENDS]
    words = [t.text(token) for token in above]
    first = Span(t.source, above[0].start, above[0].end)
    if words[0] in FOREIGN_WORDS and above[0].kind == WORD:
        return report("E0207", first, text=words[0], help=FOREIGN_WORDS[words[0]])
    if slip_for(words[0], ["otherwise"]) and len(above) == 2:
        return report("E0232", first, text=words[0], help="did you mean `otherwise`?")
    if ":" in words and words[0] in ("if", "for", "otherwise"):
        help = "the line above has its statement after the `:`; put that one in the block too, and leave out the `:`"
    else:
        help = "the line above takes no block"
    return report("E0104", first_word(t, t.token.line), help=help)


def missing_block(t: ParserError) -> tuple[int, Diagnostic]:
    """A heading without the block it needs.  Returns the number of its line, too."""
    number = t.tokens[t.stuck.at - 1].line
    span = heading_of(t, number)
    first = t.text(next(token for token in t.tokens if token.line == number and token.kind not in BLOCK_ENDS))
    if span.line > 1 and t.source.line(span.line - 1).split()[:3] == ["replace", "the", "line"]:
        help = "a line with a block is replaced with all of it: write the block below it too, as the game has it"
    elif first in ("if", "for", "otherwise"):
        help = "indent what belongs to it, or put one statement on the line, after a `:`"
    elif first in ("main", "phase", "incident", "repeat"):
        help = "indent what belongs to it; if nothing does, write `nothing`"
    elif span.text.endswith("chooses"):
        help = 'indent the choices, each with a label: "pass"'
    else:
        help = "indent the lines that belong to it"
    return number, report("E0203", span, text=span.text, help=help, expected=("an indented block",))


def missing_otherwise(t: ParserError) -> tuple[int, Diagnostic] | None:
    """`repeat at most … until …` without its `otherwise`."""
    if "otherwise" not in t.accepts or NEWLINE in t.accepts:
        return None
    depth = 0
    for at in range(t.stuck.at - 1, -1, -1):
        depth += (t.tokens[at].kind == DEDENT) - (t.tokens[at].kind == INDENT)
        if depth == 0 and t.tokens[at].kind == INDENT:
            number = t.tokens[at - 1].line
            help = "say below its block what happens if the bound is reached: `otherwise: nothing`"
            span = heading_of(t, number)
            return number, report("E0227", span, text=span.text, help=help, expected=("`otherwise`",))
    return None
