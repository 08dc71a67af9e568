"""The advice of a message as edits: every edit that its words may mean, the most likely first.

An edit may be wrong: `actions.py` tries each one on a copy of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple

from ...dsl.source.diagnostics import Diagnostic
from ...dsl.syntax import nodes as n
from ..view import FileView, enclosing

_QUOTED = re.compile(r"`([^`]+)`")
_BLANK = re.compile(r"[ \t]*")
_LISTED = re.compile(r"it is ((?:\w+, )*\w+ or \w+)")
_RULING = re.compile(r"^(?:keep|remove) ruling .+$", re.MULTILINE)
_OTHERWISE_MEANT = frozenset({"E0203", "E0221", "E0230", "E0233", "E0903", "W0201", "W0623"})
"""Codes whose advice quotes words that do not belong in place of the marked text."""
_STATEMENT = r"`(?:add|subtract|set|move|deal|game over)\b[^`…]*`"
_SEVERAL = re.compile(rf"{_STATEMENT},(?: and)? {_STATEMENT}")
"""Advice to write several lines."""
_MOST_BLOCKS = 8
"""The most lines at the left edge, each with its block, that are indented."""
_MAY_BE_NONE = re.compile(r"if (.+) is not none")


class TextEdit(NamedTuple):
    """Text to replace the characters from one offset to another."""

    start: int
    end: int
    text: str

    def made(self, text: str) -> str:
        """The text after the edit."""
        return text[: self.start] + self.text + text[self.end :]


def advised(view: FileView, one: Diagnostic) -> Iterator[tuple[str, TextEdit]]:
    """Every edit that the advice of a message may mean, with a title for each."""
    start, end = one.span.start, one.span.end
    yield from _in_words(view, one)
    if one.code in _OTHERWISE_MEANT:
        return
    if one.help is not None:
        named = _QUOTED.findall(one.message)
        named += [words.rpartition(" ")[2] for words in named]  # for `option tagret`: the name
        wrong = next((words for words in named if words in one.span.text), None)
        at = start + one.span.text.index(wrong) if wrong else start
        quoted = _QUOTED.findall(one.help)
        if _SEVERAL.search(one.help) is not None:  # one of the lines alone would be half of the rule
            yield _lines(view, start, quoted)
            return
        if wrong and one.help.startswith("there are"):
            beside = [path.stem for path in view.workspace.beside(view.document.path.parent)]
            quoted = get_close_matches(wrong, [*beside, *quoted], 3)
        for text in quoted:
            if "…" in text:
                continue
            if wrong:
                last = wrong.rpartition(" ")[2]  # for `phase trn`: the name
                yield f"Write `{text}`", TextEdit(at + len(wrong) - len(last), at + len(wrong), text)
                yield f"Write `{text}`", TextEdit(at, at + len(wrong), text)
            yield f"Write `{text}`", TextEdit(start, end, text)
            if one.help.startswith("write") or "missing" in one.message:
                yield f"Put `{text}` in front", TextEdit(start, start, text + " ")
                yield f"Put `{text}` behind", TextEdit(end, end, " " + text)
            if " " in text:
                yield f"Write `{text}`", TextEdit(*_line(view, start), text)
        if "did you mean" in one.help:
            return
    for word in one.expected[:4]:
        text = word.strip("`")
        if word.startswith("`"):
            yield f"Put `{text}` here", TextEdit(start, start, text + " ")
            yield f"Write `{text}`", TextEdit(start, end, text)
            yield f"Put `{text}` here", TextEdit(start, start, " " + text)
    if one.code in ("E0701", "E0702"):
        yield from _otherwise(view, one)


def _in_words(view: FileView, one: Diagnostic) -> Iterator[tuple[str, TextEdit]]:
    """The edits for advice that does not quote the replacement for the marked text."""
    start, end, help = one.span.start, one.span.end, one.help or ""
    listed = _LISTED.fullmatch(help)
    if listed is not None:
        words = listed[1].replace(" or ", ", ").split(", ")
        for word in get_close_matches(one.span.text, words, len(words), 0):
            yield f"Write `{word}`", TextEdit(start, end, word)
    if help.startswith("leave it out") and "\n" not in one.span.text:
        behind = _BLANK.match(view.raw, end)
        yield f"Leave out `{one.span.text}`", TextEdit(start, end if behind is None else behind.end(), "")
    if one.code == "E0203":
        yield from _indented(view, start)
        at = view.text.ends[view.text.line_of(start)]
        margin = _BLANK.match(view.raw, view.text.starts[view.text.line_of(start)])
        yield "Write `nothing` below", TextEdit(at, at, f"\n{margin[0] if margin is not None else ''}    nothing")
    if one.code == "E0230":
        yield "Leave out the brackets", TextEdit(start, end, "")
    if one.code == "E0903" and view.raw.startswith("add ", start):
        yield "Write `replace`", TextEdit(start, start + len("add"), "replace")
    first, _, rest = help.partition("\n")
    for line in rest.split("\n") if rest else ():
        if first == "write one of":
            yield f"Write `{line}`", TextEdit(*_line(view, start), line)
        elif first == "write first":
            part = next(
                (one for one in view.document.tree.declarations if one.span.start <= start <= one.span.end), None
            )
            at = part.span.start if part is not None else start
            yield f"Write `{line}` above", TextEdit(at, at, line + "\n")
    if one.code == "W0914":
        for line in _RULING.findall(rest):
            yield f"Write `{line}` at the end", at_end(view, line)
    if one.code in ("W0421", "W0422"):
        yield from _only_if(view, one)


def _indented(view: FileView, offset: int) -> Iterator[tuple[str, TextEdit]]:
    """The edits that indent the lines below a heading, the most lines first.  Inside a part, it is the next line with
    its block: the others may well belong where they are."""
    text = view.text
    first = text.line_of(offset) + 1
    margin = _margin(text.line(first - 1))
    parts = {
        text.line_of(one.span.start)
        for one in view.document.tree.declarations  # a line that sets a variable can be read as one that sets an option
        if not isinstance(one, n.Setting) or view.kinds.get(one.name.text) == "option"
    }
    ends: list[int] = []
    last = first
    while last < len(text.starts) and text.line(last).strip() and _margin(text.line(last)) >= margin:
        if last in parts:
            break
        last += 1
        if last == len(text.starts) or _margin(text.line(last)) <= margin:
            ends.append(last)
    for end in reversed(ends[:_MOST_BLOCKS] if margin == 0 else ends[:1]):
        lines = "\n".join(f"    {text.line(number)}" for number in range(first, end))
        yield "Indent what belongs to it", TextEdit(text.starts[first], text.ends[end - 1], lines)


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def at_end(view: FileView, lines: str) -> TextEdit:
    """An edit that adds lines at the end of the file."""
    end = len(view.raw.rstrip())
    return TextEdit(end, len(view.raw), f"\n{lines}\n")


def _only_if(view: FileView, one: Diagnostic) -> Iterator[tuple[str, TextEdit]]:
    """An edit that puts the statement around a value that may be none below an `if` that tests the value."""
    found = _MAY_BE_NONE.search(one.help or "")
    quoted = _QUOTED.findall(one.message)
    value = found[1] if found is not None else quoted[-1] if quoted else one.span.text
    statements = [node for node in enclosing(view.document.tree, one.span.start) if isinstance(node, n.Stmt)]
    if not statements:
        return
    first = view.text.line_of(statements[-1].span.start)
    last = view.text.line_of(max(statements[-1].span.start, statements[-1].span.end - 1))
    lines = [view.text.line(number) for number in range(first, last + 1)]
    margin = _BLANK.match(lines[0])
    space = margin[0] if margin is not None else ""
    inner = [f"    {line}" if line.strip() else line for line in lines]
    text = "\n".join((f"{space}if {value} is not none", *inner))
    yield f"Only if `{value}` is not none", TextEdit(view.text.starts[first], view.text.ends[last], text)


def _line(view: FileView, offset: int) -> tuple[int, int]:
    """The offsets of a line without its margin, comment and citation."""
    number = view.text.line_of(offset)
    start, end = view.text.starts[number], view.text.ends[number]
    text = re.sub(r"\s*(\[[0-9][^\]]*\])?\s*(#.*)?$", "", view.raw[start:end])
    margin = _BLANK.match(text)
    return start + (margin.end() if margin is not None else 0), start + len(text)


def _lines(view: FileView, offset: int, lines: list[str]) -> tuple[str, TextEdit]:
    """An edit that puts several lines in the place of one, with its margin."""
    start, end = _line(view, offset)
    margin = view.raw[view.text.starts[view.text.line_of(offset)] : start]
    return f"Write {len(lines)} lines", TextEdit(start, end, f"\n{margin}".join(lines))


def _otherwise(view: FileView, one: Diagnostic) -> Iterator[tuple[str, TextEdit]]:
    """An edit that adds a last row to a define or a table, for all remaining cases."""
    for node in reversed(enclosing(view.document.tree, one.span.start)):
        rows = node.body if isinstance(node, n.Define) else node.rows if isinstance(node, n.Table) else None
        if not isinstance(rows, tuple) or not rows:
            continue
        last = view.text.line_of(rows[-1].span.end)
        at = view.text.ends[last]
        margin = _BLANK.match(view.text.line(view.text.line_of(rows[-1].span.start)))
        space = margin[0] if margin is not None else "    "
        values = ["0", "no", "none"] if isinstance(rows[-1], n.ValueRow) else ["nothing"]
        for value in values:
            yield "Add a row `otherwise`", TextEdit(at, at, f"\n{space}otherwise -> {value}")
        return
