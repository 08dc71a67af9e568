"""Codes 01: layout, characters and limits."""

from __future__ import annotations

from .codes_base import Code

LAYOUT: tuple[Code, ...] = (
    Code("E0101", "tab in a margin", "a tab in the margin", ""),
    Code("E0102", "uneven margin", "this margin fits no line above", ""),
    Code("E0103", "unreadable file", "this file cannot be read: {why}", ""),
    Code("E0104", "unexpected indentation", "this line is indented, but nothing above it opens a block", ""),
    Code("E0105", "too many blocks", "more than {most} blocks within each other", ""),
    Code("E0106", "too many brackets", "more than {most} brackets within each other", ""),
    Code("E0107", "file too long", "a rule file of {length} characters; {most} are the most", ""),
    Code("E0108", "number too large", "this number is larger than {most}", ""),
    Code("E0109", "strange character", "`{text}` has no meaning here", ""),
    Code("E0110", "invisible character", "an invisible character ({code})", ""),
    Code("E0111", "unclosed quote", "this text has no closing quote", ""),
    Code("E0112", "unclosed bracket", "`{text}` is not closed on its line", ""),
    Code("E0113", "unopened bracket", "`{text}` closes no bracket that is open", ""),
    Code("E0114", "misspelt name", "`{text}` cannot be a name", ""),
    Code("E0115", "letters in a number", "`{text}` is neither a number nor a name", ""),
    Code("E0116", "too deep", "this is nested too deeply", ""),
)
