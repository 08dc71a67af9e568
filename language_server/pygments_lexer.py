"""Lexers for Pygments: they colour rule files and scripts in Sphinx, MkDocs and other tools that use Pygments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pygments.lexer import (
    RegexLexer,
    bygroups,
    default,
)
from pygments.lexer import words as any_of
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from .highlighting import SCRIPT_HEAD, SCRIPT_STEPS, words

_W = words()
_NAME = r"[a-z][a-z0-9_]*"


class HoyleLexer(RegexLexer):
    """For rule files and variants."""

    name = "Hoyle"
    url = ""
    aliases: ClassVar[Sequence[str]] = ["hoyle"]
    filenames: ClassVar[Sequence[str]] = ["*.hoyle"]
    version_added = ""

    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"\n", Whitespace),
            (rf"(phase|table|define|option|kind|shape|values)([ \t]+)({_NAME})",
             bygroups(Keyword.Declaration, Whitespace, Name.Function), "line"),
            (any_of(_W.declarations, suffix=r"\b"), Keyword.Declaration, "line"),
            (r"[ \t]+", Whitespace, "statement"),
            default("line"),
        ],
        "statement": [
            (any_of(_W.statements, suffix=r"\b"), Keyword, ("#pop", "line")),
            default(("#pop", "line")),
        ],
        "line": [
            (r"\n", Whitespace, "#pop"),
            (r"[ \t\r]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"', String, "text"),
            (r"\[[a-z0-9_,; \t-]*[0-9][a-z0-9_,; \t-]*\](?=[ \t]*(?:#[^\n]*)?(?:\n|\Z))", Comment.Special),
            (r"(\.)(" + _NAME + ")", bygroups(Punctuation, Name.Attribute)),
            (r"(:|->|,)([ \t]+)", bygroups(Punctuation, Whitespace), "follows"),
            (any_of(_W.operators, suffix=r"\b"), Operator.Word),
            (any_of(_W.constants, suffix=r"\b"), Keyword.Constant),
            (any_of(_W.types, suffix=r"\b"), Keyword.Type),
            (any_of((*_W.others, "chooses", "otherwise"), suffix=r"\b"), Keyword),
            (_NAME + r"(?=\()", Name.Function),
            (_NAME, Name),
            (r"[A-Z][A-Za-z0-9]*", Name.Constant),
            (r"[0-9]+", Number.Integer),
            (r"->|\.\.|!=|<=|>=|[-+*/=<>]", Operator),
            (r"[(){}\[\]:,.;]", Punctuation),
            (r".", Text),
        ],
        "follows": [
            (any_of(_W.statements, suffix=r"\b"), Keyword, "#pop"),
            default("#pop"),
        ],
        "text": [
            (r'"', String, "#pop"),
            (r"(?=\n)", String, "#pop"),
            (r"\{[^}\"\n]*\}", String.Interpol),
            (r'[^"{\n]+', String),
            (r"\{", String),
        ],
    }  # fmt: skip


class HoylePlayLexer(RegexLexer):
    """For scripted games in their text form."""

    name = "Hoyle script"
    url = ""
    aliases: ClassVar[Sequence[str]] = ["hoyle-play"]
    filenames: ClassVar[Sequence[str]] = ["*.play"]
    version_added = ""

    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"\n", Whitespace),
            (r"[ \t\r]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (any_of(SCRIPT_HEAD, suffix=r"\b"), Keyword.Declaration, "line"),
            (any_of(SCRIPT_STEPS, suffix=r"\b"), Keyword, "line"),
            (r'([^\s:#",]+)(?=[ \t:])', Name.Tag, "line"),
            default("line"),
        ],
        "line": [
            (r"\n", Whitespace, "#pop"),
            (r"[ \t\r]+", Whitespace),
            (r"(?<=[ \t])#[^\n]*", Comment.Single),
            (r'"(?:[^"\\\n]|\\.)*"?', String),
            (r"(won by|draws|game over|legal|illegal|and|of|if)\b", Keyword),
            (r"(10|[2-9AJQKT])[♠♥♦♣shdcSHDC](?!\w)|Joker\b|\?\?", Name.Constant),
            (r"[0-9]+\b", Number.Integer),
            (r"\w+", Name),
            (r".", Text),
        ],
    }  # fmt: skip
