"""From the text of a line to its words, numbers, texts and signs.

The grammar defines their shapes.  The lexer does not decide whether a word is a keyword or a name: `cards` is a keyword
after a number and a name elsewhere.  Only the machine knows what may follow where.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from ..codes.reporting import report
from ..source.diagnostics import Diagnostic
from ..source.span import Source, Span
from .layout import SourceLine
from .tables import Tables

DEEPEST_BRACKET = 100
LARGEST_NUMBER = 2**31 - 1

WORD = "WORD"
"""The kind of a token that may be a keyword or a name."""


class Token(NamedTuple):
    """A piece of a line.  `kind` is a shape (`WORD`, `NUMBER`, `RANK`, `STRING`, ...), a sign, or a mark of the layout.

    `line` is the number of the line within its form, from 0.
    """

    kind: str
    start: int
    end: int
    line: int


_PIECE = re.compile(
    r"""(?P<space>[ \t]+)|(?P<word>[^\W\d]\w*)|(?P<number>\d\w*)|(?P<quote>"[^"]*"?)
    |(?P<sign>->|\.\.|!=|<=|>=|==|:=|=>|<>|&&|\|\||[-+*/]=|\*\*|//|[^\w\s"])|(?P<other>.)""",
    re.VERBOSE,
)
_CLOSER = {"(": ")", "[": "]", "{": "}"}

FOREIGN_SIGNS = {
    "==": "`=` compares",
    ":=": "write `set x to …`, or `let x be …` for a new name",
    "=>": "write `->` between a row's condition and its result, `>=` for at least",
    "<>": "write `!=`",
    "&&": "write `and`",
    "||": "write `or`",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`",
    "%": "write `mod`",
    "**": "there are no powers: write `n * n`",
    "//": "`/` divides whole numbers; a comment starts with `#`",
    "+=": "write `add 1 to x`",
    "-=": "write `subtract 1 from x`",
    "*=": "write `set x to x * 2`",
    "/=": "write `set x to x / 2`, or `!=` for unequal",
    "'": 'a text stands in double quotes: "…"; what somebody has is written `p.points`',
    "`": 'a text stands in double quotes: "…"',
    "\u201c": 'use the straight quote: "',
    "\u201d": 'use the straight quote: "',
    "\u201e": 'use the straight quote: "',
    "\u2018": 'a text stands in straight double quotes: "…"',
    "\u2019": 'a text stands in straight double quotes: "…"',
    "\u2013": "use the hyphen of the keyboard: `-`",
    "\u2014": "use the hyphen of the keyboard: `-`",
    "\u2212": "use the hyphen of the keyboard: `-`",
    "\u2026": "write two dots: `..`",
    "\u2264": "write `<=`",
    "\u2265": "write `>=`",
    "\u2260": "write `!=`",
    "\u2192": "write `->`",
    "\u00d7": "write `*`",
    "\u00f7": "write `/`",
    "\u2660": "write `spades`",
    "\u2665": "write `hearts`",
    "\u2666": "write `diamonds`",
    "\u2663": "write `clubs`",
}
"""Signs of other languages and of word processors, and what to write instead."""


class Lexer:
    """Splits the lines of one source into tokens."""

    def __init__(self, source: Source, tables: Tables) -> None:
        self.source = source
        self.signs = tables.signs
        self.shape = {name: re.compile(pattern) for name, pattern in tables.shapes.items()}
        self._kinds: dict[str, str] = {}
        """The kinds of the words met so far.  Most words come more than once."""

    def line(self, line: SourceLine, number: int) -> tuple[list[Token], Diagnostic | None]:
        """The tokens of a line.  At a piece that is no token it stops, and the diagnostic says what is wrong."""
        text, source = self.source.text, self.source
        tokens: list[Token] = []
        open_: list[Token] = []
        for found in _PIECE.finditer(text, line.start, line.end):
            group = found.lastgroup
            if group == "space":
                continue
            start, end = found.span()
            piece = found[0]
            problem: Diagnostic | None = None
            kind = piece
            if group == "word":
                kind = self._kinds.get(piece) or self._kind(piece)
                if not kind:
                    problem = _misspelt(piece, Span(source, start, end))
            elif group == "number":
                kind = "NUMBER"
                if not self.shape["NUMBER"].fullmatch(piece):
                    problem = report("E0115", Span(source, start, end), text=piece)
                elif len(piece.lstrip("0")) > 10 or int(piece) > LARGEST_NUMBER:
                    problem = report("E0108", Span(source, start, end), most=LARGEST_NUMBER)
            elif group == "quote":
                kind = "TEMPLATE" if "{" in piece or "}" in piece else "STRING"
                if len(piece) < 2 or not piece.endswith('"'):
                    problem = report("E0111", Span(source, start, end), help='a text ends on its line, with a `"`')
            elif self.shape["COMPARE"].fullmatch(piece):
                kind = "COMPARE"
            elif piece in self.signs:
                problem = self._bracket(piece, Token(piece, start, end, number), open_)
            elif piece in FOREIGN_SIGNS:
                help = _possessive(text, start) or FOREIGN_SIGNS[piece]
                problem = report("E0206", Span(source, start, end), text=piece, help=help)
            elif piece.isspace():
                problem = report(
                    "E0109", Span(source, start, end), text=f"U+{ord(piece[0]):04X}", help="use the space bar"
                )
            else:
                problem = report("E0109", Span(source, start, end), text=piece)
            if problem is not None:
                return tokens, problem
            tokens.append(Token(kind, start, end, number))
        if open_:
            first = open_[-1]
            close = _CLOSER[first.kind]
            what = "a citation ends on its line" if first.kind == "[" else "brackets close on their line"
            return tokens, report(
                "E0112",
                Span(source, first.start, first.end),
                text=first.kind,
                help=f"{what}, with `{close}`",
            )
        return tokens, None

    def _kind(self, word: str) -> str:
        """The kind of a word; empty if it is neither a name nor a rank."""
        for shape, kind in (("NAME", WORD), ("RANK", "RANK")):
            if self.shape[shape].fullmatch(word):
                self._kinds[word] = kind
                return kind
        return ""

    def _bracket(self, piece: str, token: Token, open_: list[Token]) -> Diagnostic | None:
        """Keep track of open brackets.  Returns a diagnostic if this bracket is wrong."""
        span = Span(self.source, token.start, token.end)
        if piece in _CLOSER:
            open_.append(token)
            if len(open_) > DEEPEST_BRACKET:
                return report("E0106", span, most=DEEPEST_BRACKET)
        elif piece in ")]}":
            if not open_:
                return report("E0113", span, text=piece)
            opener = open_.pop()
            if _CLOSER[opener.kind] != piece:
                place = Span(self.source, opener.start, opener.end)
                return report(
                    "E0113", span, text=piece, help=f"write `{_CLOSER[opener.kind]}`", notes=((place, "opened here"),)
                )
        return None


_POSSESSIVE = re.compile(r"['\u2019]s ([a-z]\w*)")
_OWNER = re.compile(r"([a-z]\w*(?:\.\w+)*)$")


def _possessive(text: str, at: int) -> str | None:
    """The advice about `p's hand`; None if what stands there is no such thing."""
    thing, owner = _POSSESSIVE.match(text, at), _OWNER.search(text, max(0, at - 60), at)
    return f"write `{owner[1]}.{thing[1]}`" if thing is not None and owner is not None else None


def _misspelt(piece: str, span: Span) -> Diagnostic:
    """A diagnostic for a word that is neither a name nor a rank, with the word it may stand for."""
    base = "".join(one for one in unicodedata.normalize("NFKD", piece) if not unicodedata.combining(one))
    plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", base).lower().strip("_")
    help = f"write `{plain}`" if re.fullmatch(r"[a-z][a-z0-9_]*", plain) else None
    rank = "".join(part[:1].upper() + part[1:] for part in base.split("_"))
    if piece[0].isupper() and rank != piece and re.fullmatch(r"[A-Z][A-Za-z0-9]*", rank):  # then there is a `help`
        help = f"{help}, or `{rank}` for a rank: ranks have letters from a to z and digits only"
    return report("E0114", span, text=piece, help=help)
