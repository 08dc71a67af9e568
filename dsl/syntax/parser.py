"""From the text of a rule file to its tree, with all mistakes in its form.

The text is split into forms at the left edge, and every form is read separately.  A line with a mistake is reported and
removed together with the block below it.  Then the form is read again.  So one run finds mistakes in different lines,
each line is blamed at most once, and a mistake does not cause errors in correct lines.  A form with a mistake is left
out of the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from ..codes.reporting import report
from ..source.diagnostics import Diagnostic
from ..source.span import Source, Span
from . import nodes as n
from .actions.building import Building
from .actions.makers import maker
from .hints.finding import explain
from .layout import IndentChange, Layout, SourceLine, scan, steps
from .lexer import WORD, Lexer, Token
from .machine import DEDENT, INDENT, NEWLINE, SKIPPED, ParserMachine, ParserStop
from .tables import END, tables

MOST_IN_A_FORM = 6
"""The most mistakes reported in one form."""
MOST_IN_A_FILE = 100

_SILENCES = {"E0225": ("E0225", "E0203"), "E0226": ("E0226",)}
"""Mistakes of a whole block that would be found again in its next line, by the code that was found before."""
_AFTER_NO_BLOCK = frozenset(("E0212", "E0221", "E0224"))
"""Mistakes in a line at the left edge that was meant to belong to the block of the heading above."""
_BLOCK_WORDS = frozenset(("if", "for", "repeat", "otherwise", "else", "elif", "while", "foreach"))
_EXAMPLE = re.compile(r"example\b")
_FORM_WORDS = frozenset(("main", "phase", "incident"))


def parse(source: Source, *, examples: bool = True) -> tuple[n.RuleFile, tuple[Diagnostic, ...]]:
    """The tree of a rule file and the mistakes in its form, in the order of the text.

    Nothing is raised, whatever the text.  Forms with mistakes are missing from the tree; without `examples`, the
    examples are missing, too, and nothing in them is read.
    """
    layout = scan(source)
    reader = _FormReader(source, layout)
    declarations: list[n.Decl] = []
    for form in layout.forms:
        if not examples and _EXAMPLE.match(source.text, form[0].start):
            continue
        declaration, found = reader.form(form)
        if reader.no_block and found and all(problem.code in _AFTER_NO_BLOCK for problem in found):
            continue
        reader.problems += found
        reader.no_block = bool(found) and found[-1].code == "E0203" and len(form) == 1
        if declaration is not None:
            declarations.append(declaration)
        if len(reader.problems) >= MOST_IN_A_FILE:
            break
    lost = _lost_citations(source, layout)
    problems = sorted(
        [*layout.diagnostics, *reader.problems[:MOST_IN_A_FILE], *lost], key=lambda problem: problem.span.start
    )
    tree = n.RuleFile(tuple(declarations), span=Span(source, 0, len(source.text)))
    return tree, tuple(problems)


_CITATION = re.compile(r"\[[0-9][0-9,; -]*\]")


def _lost_citations(source: Source, layout: Layout) -> Iterator[Diagnostic]:
    """Citations after the `#` of a comment, where they have no effect."""
    for comment in layout.comments:
        found = None if comment.own else _CITATION.search(source.text, comment.start, comment.end)
        if found is not None:
            yield report("W0201", Span(source, *found.span()), help="put it before the `#`")


class _FormReader:
    """Reads the forms of one source, one after another."""

    def __init__(self, source: Source, layout: Layout) -> None:
        grammar = tables()
        self.source = source
        self.damaged = layout.damaged
        self.problems: list[Diagnostic] = []
        self.no_block = False
        """Whether the form above is a heading without a block."""
        self.lexer = Lexer(source, grammar)
        self.building = Building()
        self.machine = ParserMachine(grammar, source, partial(maker, self.building))

    def form(self, lines: tuple[SourceLine, ...]) -> tuple[n.Decl | None, list[Diagnostic]]:
        """One form and its mistakes; the form is None if it has any."""
        layout, problem = steps(self.source, lines)
        found: list[Diagnostic] = [] if problem is None else [problem]
        lines = lines[: len(layout)]
        dropped: set[int] = set()
        bare: set[int] = set()  # the lines that are removed with everything below them
        pieces: list[list[Token]] = []
        for number, line in enumerate(lines):
            tokens, wrong = self.lexer.line(line, number)
            if wrong is not None or line.start in self.damaged:
                dropped.add(number)
                if wrong is not None and line.start not in self.damaged and len(found) < MOST_IN_A_FORM:
                    found.append(wrong)
            pieces.append(tokens)
        declaration: n.Decl | None = None
        while lines and len(found) < MOST_IN_A_FORM:
            tokens = self._tokens(lines, layout, pieces, dropped, bare)
            if tokens is None:
                break
            self.building.problems = []
            result = self.machine.run(tokens)
            if not isinstance(result, ParserStop):
                # removed lines may be the reason that a table has no rows or a trick has no clause
                found += [wrong for wrong in self.building.problems if not self._left_out(wrong, lines, dropped)]
                declaration = result[0]
                break
            blame, wrong = explain(self.machine, self.source, tokens, result, lines)
            if blame in dropped or blame >= len(lines):
                break
            if problem is not None and result.at > _last_line_end(tokens):
                break  # only because the rest of the form is not read
            if all(other.code not in _SILENCES.get(wrong.code, ()) for other in found):
                found.append(wrong)
            dropped.add(blame)
            if tokens[result.at].kind == INDENT:
                bare.add(blame)
        return (None if found or dropped else declaration), found

    def _left_out(self, wrong: Diagnostic, lines: tuple[SourceLine, ...], dropped: set[int]) -> bool:
        """Whether the missing part may have been on a line that was removed."""
        if wrong.code == "E0219":
            return bool(dropped)
        if wrong.code != "E0217":
            return False
        trick = max(number for number, line in enumerate(lines) if line.start <= wrong.span.start)
        below = takewhile(lambda number: lines[number].margin > lines[trick].margin, range(trick + 1, len(lines)))
        return any(number in dropped for number in below)

    def _tokens(
        self,
        lines: tuple[SourceLine, ...],
        layout: list[IndentChange],
        pieces: list[list[Token]],
        dropped: set[int],
        bare: set[int],
    ) -> list[Token] | None:
        """The tokens of the form, without the lines to remove; None if nothing is left."""
        tokens: list[Token] = []
        depth = 0  # the number of open blocks
        gap = 0  # the number of open blocks inside a removed part
        cuts = [False]  # for each open block: whether the last line in it was removed
        keeps = False  # ... but the block below that line is kept
        for number, (step, line) in enumerate(zip(layout, pieces, strict=True)):
            if gap or (step.opens and cuts[-1] and not keeps):
                gap += step.opens - step.closes
                if gap > 0:
                    continue
                closes, gap = -gap, 0
            else:
                closes = step.closes
            start = lines[number].start
            tokens += [Token(DEDENT, start, start, number)] * closes
            depth -= closes
            del cuts[len(cuts) - closes :]
            if step.opens:
                tokens.append(Token(INDENT, start, start, number))
                depth += 1
                cuts.append(False)
            word = self._word(line)
            if number in dropped or (cuts[-1] and word == "otherwise" and not step.opens and not _is_row(line)):
                if number == 0 and word not in _FORM_WORDS:
                    return None
                cuts[-1] = True
                keeps = (word in _BLOCK_WORDS or number == 0) and _opens_statements(number, layout, pieces)
                keeps = keeps and number not in bare
                if number == 0 and not keeps:
                    return None
                tokens.append(Token(SKIPPED, start, start, number))
            else:
                cuts[-1] = keeps = False
                tokens += line
            end = lines[number].end
            tokens.append(Token(NEWLINE, end, end, number))
        last = len(lines) - 1
        end = lines[last].end
        tokens += [Token(DEDENT, end, end, last)] * depth
        tokens.append(Token(END, end, end, last))
        return tokens

    def _word(self, line: list[Token]) -> str:
        first = line[0] if line else None
        return self.source.text[first.start : first.end] if first is not None and first.kind == WORD else ""


def _last_line_end(tokens: list[Token]) -> int:
    return max(at for at, token in enumerate(tokens) if token.kind == NEWLINE)


def _is_row(line: list[Token]) -> bool:
    return any(token.kind == "->" for token in line)


def _opens_statements(number: int, layout: list[IndentChange], pieces: list[list[Token]]) -> bool:
    """Whether line `number` is followed by a block that can be read even if the line itself is wrong."""
    if number + 1 >= len(layout) or not layout[number + 1].opens:
        return False
    below = pieces[number + 1]
    return bool(below) and below[0].kind == WORD
