"""Hints about what is written on the table: its heading, and its lines.

The rows have the form of `phrases.PHRASES`.  They apply only in a heading, or only in the lines of such a block, where
the same words mean something else than in a choice.
"""

from __future__ import annotations

import re

from ...source.diagnostics import Diagnostic
from ..parse_error import ParserError

_HEADINGS = (
    (r"^(?:on the table|table)\b.*", "write `written on the table`, and the lines below it"),
    (r"^(?:write|writing|show|display|notes?|announce\w*|scoreboard)\b.*", "write `written on the table`"),
    (r"^written(?: on)?(?: table)?:?$", "write `written on the table`"),
    (r'^written on the table:? *(?="|$)', "the lines stand below it, indented, and there is no colon"),
    (r"^(?:replace|add|remove) (?:the )?lines on the table$", "write `replace written on the table` and all lines"),
    (r"^change (?:what is )?written on the table$", "write `change the lines on the table`"),
    (r"^remove written on the table$", "write `remove the lines on the table`"),
)
_BESIDE = "write `beside {0} in {1}`"
_LINES = (
    (r"\b(?:for each|for|of|next to|near|at|by|with|beside each|for all) (\w+) in ([\w.]+)", _BESIDE),
    (
        r"\b(?:for|of|beside|next to|at) (?:each|every|all) (player|team)s?\b",
        "write `beside p in {0}s`, and `{{p.bid}}`",
    ),
    (r"\bbeside (?:all )?(players|teams)\b", "a name stands for one of them: `beside p in {0}`, and `{{p.bid}}`"),
    (r"\bbeside ([\w.]+)$", "a name runs over a set: `beside p in {{{0}}}`"),
    (r"(?<=\bin )(.+?) (?:if|when|while) (.+)", "behind `beside` stands `where`: `{0} where {1}`"),
    (r'(?<=" )where (.+)', "without `beside` it is `if {0}`"),
    (r'(?<=" )(?:when|while|as long as|only if|,? ?provided) (.+)', "write `if {0}`"),
    (r'(?<=" )until (.+)', "write `if` and the opposite: `if not ({0})`"),
    (r'(?<="): *(?:if )?(.+)', "write `if {0}` in place of the colon"),
    (r'^(?:if|when|while) (.+?): *(".*")', "the text stands first: `{1} if {0}`"),
    (r'^(?:show|write|say|print|announce) (".*")', "write {0} alone: the text stands first"),
    (
        r'(?<=" )(?!if\b|beside\b|and\b|or\b)([a-z]\w*(?:\.\w+)*)(?= if|$| beside)',
        "values stand in the text: `{{{0}}}`",
    ),
    (r'^(?!")(.+?)(?= if | beside |$)', 'a line is a text in quotes: `"{0}"`'),
)
_BLOCKS = ("written ", "replace written ", "add written ", "change the lines on the table")
"""How the headings begin below which these lines stand."""


def on_the_table(t: ParserError) -> Diagnostic | None:
    """A heading or a line of what is written on the table, in words that the language does not have."""
    return in_block(t, _HEADINGS, _LINES, _BLOCKS)


def in_block(
    t: ParserError, headings: tuple[tuple[str, str], ...], lines: tuple[tuple[str, str], ...], blocks: tuple[str, ...]
) -> Diagnostic | None:
    """The answer of the first row that fits: of `headings` for the heading of a part, of `lines` for a line in a part
    whose heading begins with one of `blocks`.
    """
    start, end = t.line[0].start, t.line[-1].start
    text = t.source.text[start:end].rstrip()
    head = t.source.text[t.lines[0].start : t.lines[0].end]
    if len(text) > _LONGEST:
        return None
    if t.token.line == 0:
        return _first(t, headings, text, start)
    return _first(t, lines, text, start) if head.startswith(blocks) and not _an_edit(text) else None


def _an_edit(text: str) -> bool:
    """Whether a line says where to change something, or stands in a block that is no line on the table."""
    return text.startswith(("replace the ", "remove the ", "add "))


def _first(t: ParserError, rows: tuple[tuple[str, str], ...], text: str, start: int) -> Diagnostic | None:
    place = t.token.start - start
    for pattern, better in rows:
        found = re.search(pattern, text)
        if found is not None and found.start() <= place <= found.end() + 1:
            last = max(i for i, token in enumerate(t.line[:-1]) if token.start < start + found.end())
            first = next(i for i, token in enumerate(t.line) if token.start >= start + found.start())
            span = t.span(first, max(first, last))
            return t.say("E0207", span, text=span.text, help=better.format(*found.groups()))
    return None


_LONGEST = 1_000
"""The longest line, in characters, in which phrases are looked for.  No person writes a longer one."""
