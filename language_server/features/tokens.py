"""Colours by meaning: every token of a text, with its kind according to the lexer and to the meaning of names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ...dsl.syntax.lexer import WORD, Lexer
from ...dsl.syntax.tables import tables
from ..text import Json
from ..view import FileView
from .about import BUILT_IN

TYPES = (
    "keyword", "type", "enumMember", "parameter", "variable", "property", "function", "string", "number", "comment",
    "operator", "struct", "decorator", "namespace",
)  # fmt: skip
MODIFIERS = ("declaration", "modification", "defaultLibrary", "readonly")
LEGEND: Json = {"tokenTypes": list(TYPES), "tokenModifiers": list(MODIFIERS)}
_NUMBER = {name: number for number, name in enumerate(TYPES)}
_OF_KIND = {
    "phase": "function", "table": "function", "define": "function", "zone": "property", "variable": "variable",
    "option": "parameter", "local": "variable", "word": "enumMember", "suit": "enumMember", "kind": "type",
    "shape": "struct", "values": "property", "attribute": "property", "source": "namespace", "file": "namespace",
}  # fmt: skip
_TYPES = frozenset(("player", "team", "suit", "rank", "card", "number", "cards", "players", "teams", "suits", "ranks"))
_SHAPES = {"NUMBER": "number", "RANK": "enumMember", "STRING": "string", "TEMPLATE": "string"}

Piece = tuple[int, int, str, int]
"""The start, end, type and modifiers of a token."""


def semantic_tokens(view: FileView, start: int = 0, end: int | None = None) -> Json:
    """The tokens between two offsets in the protocol's packed form: each by its distance from the one before."""
    data: list[int] = []
    line = column = 0
    stop = len(view.raw) if end is None else end
    for first, last, kind, modifiers in _kept(view):
        if last < start or first > stop:
            continue
        place = view.text.position(first)
        length = view.text.length(first, last)
        step = place["line"] - line
        data += [step, place["character"] - (0 if step else column), length, _NUMBER[kind], modifiers]
        line, column = place["line"], place["character"]
    return {"data": data}


def _kept(view: FileView) -> tuple[Piece, ...]:
    """The tokens of a file.  They are computed once for each version of the file and of the files it depends on."""
    found = view.document.kept.get("pieces")
    if found is None:
        found = view.document.kept["pieces"] = tuple(pieces(view))
    return cast("tuple[Piece, ...]", found)


def pieces(view: FileView) -> Iterator[Piece]:
    """Every token of a rule file that has a colour, in the order of the text."""
    if view.document.is_script:
        return
    named = {one.span.start: one for one in view.index.found}
    lexer = Lexer(view.document.source, tables())
    words = tables().words
    text = view.raw
    comments = list(reversed(view.document.layout.comments))
    for form in view.document.layout.forms:
        for line in form:
            while comments and comments[-1].start < line.start:
                comment = comments.pop()
                yield comment.start, comment.end, "comment", 0
            cite = False
            for token in lexer.line(line, 0)[0]:
                kind, modifiers = _SHAPES.get(token.kind, "operator"), 0
                if token.kind in ("STRING", "TEMPLATE"):
                    yield from _string(view, token.start, token.end)
                    continue
                if token.kind == "[":
                    cite = True
                one = named.get(token.start)
                if token.kind == WORD:
                    word = text[token.start : token.end]
                    if one is not None and one.span.end == token.end:
                        kind = _OF_KIND.get(one.key.kind, "variable")
                        modifiers = one.makes | one.writes << 1
                        if one.key.kind == "name":
                            kind = "type" if word in _TYPES else "enumMember" if word not in BUILT_IN else "property"
                            modifiers |= 4
                    elif word in words:
                        kind = "keyword"
                    else:
                        continue
                if cite:
                    kind = "decorator"
                yield token.start, token.end, kind, modifiers
    while comments:
        comment = comments.pop()
        yield comment.start, comment.end, "comment", 0


def _string(view: FileView, start: int, end: int) -> Iterator[Piece]:
    """A quoted text, and the names in its braces."""
    text = view.raw
    at = start
    while True:
        opened = text.find("{", at, end)
        closed = text.find("}", opened, end) if opened >= 0 else -1
        if closed < 0:
            break
        yield at, opened, "string", 0
        if closed > opened + 1:
            yield opened + 1, closed, "variable", 0
        at = closed + 1
    if at < end:
        yield at, end, "string", 0
