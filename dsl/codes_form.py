"""Codes 02: the form of lines and blocks."""

from __future__ import annotations

from .codes_base import Code

FORM: tuple[Code, ...] = (
    Code("E0201", "out of place", "`{text}` cannot stand here", ""),
    Code("E0202", "unfinished line", "this line ends too early", ""),
    Code("E0203", "missing block", "nothing is indented below `{text}`", ""),
    Code("E0204", "reserved word", "`{text}` is a word of the language and cannot be a name", ""),
    Code("E0206", "sign of another language", "`{text}` is not a sign of the rule language", ""),
    Code("E0214", "bad hole", "this hole in a label cannot be filled", ""),
    Code("E0216", "said twice", "`{text}` is said twice", ""),
    Code("E0217", "which cards", "this trick does not say which cards may be played", ""),
    Code("E0218", "let below rows", "a `let` of a table stands above its rows", ""),
    Code("E0219", "no rows", "`{name}` has no rows", ""),
)
