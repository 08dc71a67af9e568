"""The text that an editor shows for the thing under the pointer."""

from __future__ import annotations

import re

from ...dsl.codes.explain import explain
from ...dsl.codes.table import CODES
from ...dsl.source.span import Span
from ...dsl.syntax.tables import tables
from ..reference import paragraph
from ..text import Json, start_of_word
from ..view import FileView
from . import scripts
from .about import BUILT_IN, about, citation_at, quoted

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CODE = re.compile(r"\b[EWN]\d{4}\b")


def hover(view: FileView, offset: int) -> Json | None:
    """A description of the name, word of the language, citation or mistake at an offset; None if there is none."""
    if view.document.is_script:
        return _of_script(view, offset)
    parts: list[str] = []
    span: Span | None = None
    cited = citation_at(view, offset)
    if cited is not None:
        span, parts = cited.span, [quoted(view, cited)]
    else:
        occurrence = view.index.at(offset)
        if occurrence is not None:
            span, parts = occurrence.span, [about(view, occurrence)]
        else:
            word = word_at(view.raw, offset)
            if word is not None and not _in_text(view, word.start()):
                span = Span(view.document.source, *word.span())
                parts = [_of_word(word[0])]
    code = _code_at(view, offset)
    if code is not None:
        parts.append(_explained(code))
    parts = [part for part in parts if part]
    if not parts:
        return None
    found: Json = {"contents": {"kind": "markdown", "value": "\n\n---\n\n".join(parts)}}
    if span is not None:
        found["range"] = view.text.span(span)
    return found


def _of_script(view: FileView, offset: int) -> Json | None:
    """The meaning of a script's name in its rules, and the mistakes at that place."""
    found = scripts.hover(view, offset)
    wrong = scripts.problems(view) if "played" in view.document.kept else ()
    code = next((one.code for one in wrong if one.span.start <= offset <= one.span.end), None)
    if code is None or not _explained(code):
        return found
    if found is None:
        return {"contents": {"kind": "markdown", "value": _explained(code)}}
    value = f"{found['contents']['value']}\n\n---\n\n{_explained(code)}"
    return {**found, "contents": {"kind": "markdown", "value": value}}


def _of_word(word: str) -> str:
    if _CODE.fullmatch(word) and word in CODES:
        return _explained(word)
    if word in tables().words:
        return paragraph(word)
    return f"`{word}`: {BUILT_IN[word]}" if word in BUILT_IN else ""


def _explained(code: str) -> str:
    return explain(code) if code in CODES else ""


def _code_at(view: FileView, offset: int) -> str | None:
    """The code of the mistake at an offset, if the diagnostics are already computed; else None."""
    if "diagnostics" not in view.document.kept:
        return None
    for one in view.diagnostics:
        if one.span.source.name == view.document.source.name and one.span.start <= offset <= one.span.end:
            return one.code
    return None


def word_at(text: str, offset: int) -> re.Match[str] | None:
    """The word that contains an offset or ends there."""
    return _WORD.match(text, start_of_word(text, offset))


def _in_text(view: FileView, offset: int) -> bool:
    """Whether an offset is in a quoted text or a comment."""
    start = view.text.starts[view.text.line_of(offset)]
    before = view.raw[start:offset]
    return before.count('"') % 2 == 1 or "#" in before
