"""From the text of a rule file to its tree, with everything wrong with its form.

The text is cut into forms at the left edge, and every form is read by itself.  A line with a mistake is reported, then
taken out together with the block below it, and the form is read again without it; so mistakes in different lines are
found in one run, each line is blamed at most once, and a mistake never makes innocent lines look wrong.  A form with a
mistake is left out of the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from ..source.diagnostics import Diagnostic, make
from ..source.span import Source, Span
from . import nodes as n
from .build.building import Building
from .build.makers import maker
from .hints.finding import explain
from .layout import Layout, Line, Step, scan, steps
from .lexer import WORD, Lexer, Token
from .machine import DEDENT, INDENT, NEWLINE, SKIPPED, Machine, Stuck
from .tables import END, tables

MOST_IN_A_FORM = 6
"""Mistakes reported in one form."""
MOST_IN_A_FILE = 100

_SILENCES = {"E0225": ("E0225", "E0203"), "E0226": ("E0226",)}
"""Mistakes of a whole block that would be found again in its next line, by what was found before."""
_AFTER_NO_BLOCK = frozenset(("E0212", "E0221", "E0224"))
"""What is said of lines at the left edge that were meant to be the block of the heading above."""
_BLOCK_WORDS = frozenset(("if", "for", "repeat", "otherwise", "else", "elif", "while", "foreach"))
_FORM_WORDS = frozenset(("main", "phase", "incident"))


def parse(source: Source) -> tuple[n.RuleFile, tuple[Diagnostic, ...]]:
    """The tree of a rule file and what is wrong with its form, in the order of the text.

    Nothing is raised, whatever the text.  Forms with mistakes are missing from the tree.
    """
    layout = scan(source)
    reader = _Reader(source, layout)
    declarations: list[n.Decl] = []
    for form in layout.forms:
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
    """Citations that stand behind the `#` of a comment, where nobody reads them."""
    for comment in layout.comments:
        found = None if comment.own else _CITATION.search(source.text, comment.start, comment.end)
        if found is not None:
            yield make("W0201", Span(source, *found.span()), help="put it before the `#`")


class _Reader:
    """Reads the forms of one source one after the other."""

    def __init__(self, source: Source, layout: Layout) -> None:
        grammar = tables()
        self.source = source
        self.damaged = layout.damaged
        self.problems: list[Diagnostic] = []
        self.no_block = False
        """Whether the form above is a heading with nothing below it."""
        self.lexer = Lexer(source, grammar)
        self.building = Building()
        self.machine = Machine(grammar, source, partial(maker, self.building))

    def form(self, lines: tuple[Line, ...]) -> tuple[n.Decl | None, list[Diagnostic]]:
        """One form, or None if anything is wrong with it, and what is."""
        layout, problem = steps(self.source, lines)
        found: list[Diagnostic] = [] if problem is None else [problem]
        lines = lines[: len(layout)]
        dropped: set[int] = set()
        bare: set[int] = set()  # those left out with everything below them
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
            if not isinstance(result, Stuck):
                # a table may be without rows, and a trick without a clause, only because they were left out
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

    def _left_out(self, wrong: Diagnostic, lines: tuple[Line, ...], dropped: set[int]) -> bool:
        """Whether what is missing may have stood on a line that was left out."""
        if wrong.code == "E0219":
            return bool(dropped)
        if wrong.code != "E0217":
            return False
        trick = max(number for number, line in enumerate(lines) if line.start <= wrong.span.start)
        below = takewhile(lambda number: lines[number].margin > lines[trick].margin, range(trick + 1, len(lines)))
        return any(number in dropped for number in below)

    def _tokens(
        self,
        lines: tuple[Line, ...],
        layout: list[Step],
        pieces: list[list[Token]],
        dropped: set[int],
        bare: set[int],
    ) -> list[Token] | None:
        """The form without the lines to leave out; None if nothing is left of it."""
        tokens: list[Token] = []
        depth = 0  # blocks open
        gap = 0  # blocks open inside what is left out
        cuts = [False]  # for each block open: whether the line above in it was left out
        keeps = False  # ... but the block below that line is read
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


def _opens_statements(number: int, layout: list[Step], pieces: list[list[Token]]) -> bool:
    """Whether a block follows line `number` that can be read without knowing what the line says."""
    if number + 1 >= len(layout) or not layout[number + 1].opens:
        return False
    below = pieces[number + 1]
    return bool(below) and below[0].kind == WORD
