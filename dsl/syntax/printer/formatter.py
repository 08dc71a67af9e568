"""The formatter: a rule file in canonical layout, with its author's comments and blank lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...source.diagnostics import Diagnostic
from ...source.span import Source
from .. import nodes as n
from ..layout import Comment, SourceLine, scan
from ..parser import parse
from .declarations import MARGIN, STEP, OutLine, print_declaration

_GAP = 2
"""The blanks before a comment behind a line."""


def format_source(source: Source) -> str | tuple[Diagnostic, ...]:
    """The text in canonical layout, or the mistakes in its form.

    Comments stay with their lines.  Several blank lines become one.  The meaning (the tree) stays the same.  Formatting
    twice changes nothing more.
    """
    tree, diagnostics = parse(source)
    if any(problem.severity == "error" for problem in diagnostics):
        return diagnostics
    layout = scan(source)
    written = [line for form in layout.forms for line in form]
    printed = [line for declaration in tree.declarations for line in print_declaration(declaration, inline_as_written)]
    # The printer keeps every choice that would add or remove a line, so the lines match one to one.
    if len(written) != len(printed):
        raise AssertionError("the printer lost or made a line")
    text = _merge(source, written, printed, layout.comments)
    if parse(Source(source.name, text))[0] != tree:
        raise AssertionError("the printer changed the meaning")  # better than damaging the author's file
    return text


def inline_as_written(statement: n.Stmt, after_otherwise: bool) -> bool:
    """Whether the author put this statement on the line of its heading."""
    span = statement.span
    start = span.source.text.rfind("\n", 0, span.start) + 1
    before = span.source.text[start : span.start].strip(" \t\ufeff")
    return before == "otherwise" if after_otherwise else before.endswith(":")


@dataclass(frozen=True, slots=True)
class _OutputItem:
    """One item of the output: a line with or without a comment after it, or a comment on its own line."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _LineWithComment:
    """A line with a comment behind it: its new text, its number, and the column at which the comment was written."""

    line: SourceLine
    text: str
    comment: Comment
    number: int
    column: int

    def follows(self, above: _LineWithComment) -> bool:
        """Whether it is the next line, and its comment stands below the one above."""
        return self.number == above.number + 1 and self.column == above.column


def _aligned(source: Source, together: list[_LineWithComment]) -> Iterator[_OutputItem]:
    """Lines one below the other whose comments stand in one column, and do so afterwards.

    The column is two blanks behind the longest of them; or, if the comments stood there or further right, that of the
    citations, as far as the lines leave room."""
    column = max((len(one.text) for one in together), default=0) + _GAP
    if together and together[0].column >= MARGIN:
        column = max(column, MARGIN)
    for one in together:
        start, end = one.comment.start, one.comment.end
        yield _OutputItem(one.line.start, end, f"{one.text:<{column}}{source.text[start:end]}")


def _merge(source: Source, written: list[SourceLine], printed: list[OutLine], comments: tuple[Comment, ...]) -> str:
    items: list[_OutputItem] = []
    waiting = {source.place(comment.start)[0]: comment for comment in comments if not comment.own}
    together: list[_LineWithComment] = []
    for line, out in zip(written, printed, strict=True):
        number, _ = source.place(line.start)
        comment = waiting.get(number)
        if comment is None:
            items.append(_OutputItem(line.start, line.end, out.render()))
            continue
        one = _LineWithComment(line, out.render(), comment, number, source.place(comment.start)[1] - 1)
        if together and not one.follows(together[-1]):
            items += _aligned(source, together)
            together = []
        together.append(one)
    items += _aligned(source, together)
    items += _own(source, written, printed, comments)
    items.sort(key=lambda item: item.start)
    result: list[str] = []
    before: _OutputItem | None = None
    for item in items:
        if before is not None and source.text.count("\n", before.end, item.start) > 1:
            result.append("")
        result.append(item.text)
        before = item
    return "".join(line + "\n" for line in result)


def _own(
    source: Source, written: list[SourceLine], printed: list[OutLine], comments: tuple[Comment, ...]
) -> Iterator[_OutputItem]:
    """The comments on lines of their own.

    Each gets the depth of the deepest line around it that has no larger margin."""
    open_: list[tuple[int, int]] = []  # margin and depth of the blocks that are open
    at = 0
    for comment in comments:
        if not comment.own:
            continue
        while at < len(written) and written[at].start < comment.start:
            while open_ and open_[-1][0] >= written[at].margin:
                open_.pop()
            open_.append((written[at].margin, printed[at].depth))
            at += 1
        start = source.text.rfind("\n", 0, comment.start) + 1
        margin = len(source.text[start : comment.start].strip("\ufeff").expandtabs(STEP))
        following = [(written[at].margin, printed[at].depth)] if at < len(written) else []
        depth = max((deep for reach, deep in open_ + following if reach <= margin), default=0)
        text = source.text[comment.start : comment.end]
        yield _OutputItem(comment.start, comment.end, " " * (STEP * depth) + text)
