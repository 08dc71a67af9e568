"""Classes for the words of the language, and syntax colouring for several editors, which is generated from them.

    python -m hoyle.language_server.highlighting          # writes the files below editors/ again

The only source is the grammar.  A word that may begin a part of a file is one of `declarations`.  A word that may begin
a line of a block is one of `statements`.  The tables of the grammar decide both.  A test checks that the files below
`editors/` are up to date.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from ..dsl.source.span import Source
from ..dsl.syntax.lexer import Token
from ..dsl.syntax.machine import INDENT, NEWLINE, ParserMachine
from ..dsl.syntax.tables import tables
from ..interpreter.notation.header import HEAD

ROOT = Path(__file__).resolve().parent.parent / "editors"
MADE = "Made by `python -m hoyle.language_server.highlighting` from the grammar; do not edit."

CONSTANTS = ("empty", "joker", "no", "none", "yes")
TYPES = ("card", "cards", "number", "player", "players", "rank", "ranks", "suit", "suits", "team", "teams")
OPERATORS = ("and", "except", "has", "in", "is", "mod", "not", "or")
SCRIPT_HEAD = (*sorted(HEAD), "hoyle")
SCRIPT_STEPS = ("after", "deal", "expect", "first", "pile", "position", "random", "table", "trick", "turn", "what")


@dataclass(frozen=True)
class KeywordClasses:
    """The words of the language.  Each is in one class, except those that may begin both a part and a line."""

    declarations: tuple[str, ...]
    statements: tuple[str, ...]
    operators: tuple[str, ...]
    constants: tuple[str, ...]
    types: tuple[str, ...]
    others: tuple[str, ...]
    """Words within a line: `from`, `each`, `where` …"""


@cache
def words() -> KeywordClasses:
    """The classes of all words of the grammar."""
    known = tables().words
    machine = ParserMachine(tables(), Source("", ""), _no_maker)
    first = machine.accepts([tables().start]) & known
    block = machine.states([tables().start], [_mark("main"), _mark(NEWLINE), _mark(INDENT)])
    lines = machine.accepts(block) & known
    edits = machine.states([tables().start], [_mark("change"), _mark("NAME"), _mark(NEWLINE), _mark(INDENT)])
    lines |= machine.accepts(edits) & known
    fixed = {*CONSTANTS, *TYPES, *OPERATORS}
    others = known - first - lines - fixed
    return KeywordClasses(
        tuple(sorted(first)),
        tuple(sorted({*lines, "otherwise", "chooses"} - set(OPERATORS))),
        tuple(sorted(known & set(OPERATORS))),
        tuple(sorted(known & set(CONSTANTS))),
        tuple(sorted(TYPES)),
        tuple(sorted(others - {"otherwise", "chooses"})),
    )


def _mark(kind: str) -> Token:
    return Token(kind, 0, 0, 0)


def _no_maker(name: str) -> Callable[..., Any]:
    def nothing(*_: object) -> None: ...

    return nothing


def _either(some: tuple[str, ...]) -> str:
    return "|".join(some)


# ----------------------------------------------------------------------------------------------------------- TextMate


def textmate() -> dict[str, Any]:
    """The grammar of rule files for VS Code, Sublime Text, GitHub and others that read TextMate grammars."""
    w = words()
    named = {"1": {"name": "keyword.control.hoyle"}, "2": {"name": "entity.name.function.hoyle"}}
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": MADE,
        "name": "Hoyle rules",
        "scopeName": "source.hoyle",
        "fileTypes": ["hoyle"],
        "patterns": [
            {"name": "comment.line.number-sign.hoyle", "match": "#.*$"},
            {"include": "#text"},
            {
                "name": "constant.other.citation.hoyle",
                "match": r"\[(?:[a-z][a-z0-9_]*[ \t]+)?[0-9][0-9a-z_,; \t-]*\](?=[ \t]*(?:#.*)?$)",
            },
            {
                "match": r"^(?:(add|replace|remove)[ \t]+)?(phase|table|define|incident)[ \t]+([a-z][a-z0-9_]*)?",
                "captures": {
                    "1": {"name": "keyword.control.hoyle"}, "2": {"name": "storage.type.hoyle"},
                    "3": {"name": "entity.name.function.hoyle"},
                },
            },
            {
                "match": r"^(?:(add|replace|remove)[ \t]+)?(option|kind|shape|values)[ \t]+([a-z][a-z0-9_]*)",
                "captures": {
                    "1": {"name": "keyword.control.hoyle"}, "2": {"name": "storage.type.hoyle"},
                    "3": {"name": "entity.name.type.hoyle"},
                },
            },
            {"match": rf"^({_either(w.declarations)})\b", "captures": {"1": {"name": "storage.type.hoyle"}}},
            {"match": r"\b(start)[ \t]+([a-z][a-z0-9_]*)", "captures": named},
            {
                "match": rf"(?:^[ \t]+|:[ \t]+|->[ \t]+|,[ \t]+)({_either(w.statements)})\b",
                "captures": {"1": {"name": "keyword.control.hoyle"}},
            },
            {"name": "keyword.control.hoyle", "match": r"(?<![.\w])(?:chooses|otherwise)\b"},
            {"match": r"\.([a-z][a-z0-9_]*)", "captures": {"1": {"name": "variable.other.member.hoyle"}}},
            {"name": "keyword.operator.word.hoyle", "match": rf"(?<![.\w])(?:{_either(w.operators)})\b"},
            {"name": "constant.language.hoyle", "match": rf"(?<![.\w])(?:{_either(w.constants)})\b"},
            {"name": "support.type.hoyle", "match": rf"(?<![.\w])(?:{_either(w.types)})\b"},
            {"name": "keyword.other.hoyle", "match": rf"(?<![.\w])(?:{_either(w.others)})\b"},
            {
                "match": r"(?<![.\w])([a-z][a-z0-9_]*)(?=\()",
                "captures": {"1": {"name": "entity.name.function.hoyle"}},
            },
            {"name": "constant.other.rank.hoyle", "match": r"\b[A-Z][A-Za-z0-9]*\b"},
            {"name": "constant.numeric.hoyle", "match": r"\b[0-9]+\b"},
            {"name": "keyword.operator.hoyle", "match": r"->|\.\.|!=|<=|>=|[-+*/=<>]"},
            {"name": "variable.other.hoyle", "match": r"\b[a-z][a-z0-9_]*\b"},
        ],
        "repository": {
            "text": {
                "name": "string.quoted.double.hoyle",
                "begin": '"',
                "end": '"|$',
                "patterns": [{"name": "variable.parameter.hoyle", "match": r"\{[^}\"]*\}"}],
            }
        },
    }  # fmt: skip


def textmate_play() -> dict[str, Any]:
    """The grammar of scripted games."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": MADE,
        "name": "Hoyle script",
        "scopeName": "source.hoyle-play",
        "fileTypes": ["play"],
        "patterns": [
            {"name": "comment.line.number-sign.hoyle-play", "match": "(?:^|(?<=\\s))#.*$"},
            {"name": "string.quoted.double.hoyle-play", "match": r'"(?:[^"\\]|\\.)*"'},
            {"match": rf"^[ \t]*({_either(SCRIPT_HEAD)})\b", "captures": {"1": {"name": "storage.type.hoyle-play"}}},
            {
                "match": rf"^[ \t]*({_either(SCRIPT_STEPS)})\b",
                "captures": {"1": {"name": "keyword.control.hoyle-play"}},
            },
            {
                "match": r"^[ \t]*([^\s:#\",]+)(?:[ \t]+([^\s:#\",]+))?(?=:)",
                "captures": {
                    "1": {"name": "entity.name.tag.hoyle-play"}, "2": {"name": "variable.other.hoyle-play"},
                },
            },
            {"name": "keyword.other.hoyle-play", "match": r"\b(?:won by|draws|game over|legal|illegal|and|of|if)\b"},
            {
                "name": "constant.other.card.hoyle-play",
                "match": r"(?<![\w])(?:10|[2-9AJQKT])(?:[♠♥♦♣shdcSHDC])(?![\w])|\bJoker\b|\?\?",
            },
            {"name": "constant.numeric.hoyle-play", "match": r"\b[0-9]+\b"},
        ],
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ Vim, Kate


def vim() -> str:
    """Syntax of rule files for Vim and Neovim."""
    w = words()

    def line(group: str, some: tuple[str, ...]) -> str:
        return f"syn keyword {group} {' '.join(some)}"

    return "\n".join(
        (
            f'" {MADE}',
            'if exists("b:current_syntax")',
            "  finish",
            "endif",
            "syn iskeyword @,48-57,_",
            line("hoyleWord", w.others),
            line("hoyleType", w.types),
            line("hoyleConstant", w.constants),
            line("hoyleOperator", w.operators),
            "syn match hoyleName /\\<[a-z][a-z0-9_]*\\ze(/",
            "syn match hoyleMember /\\.\\zs[a-z][a-z0-9_]*/",
            f"syn match hoyleStatement /\\v((^\\s+)|(:\\s+)|(-\\>\\s+)|(,\\s+))\\zs<({_either(w.statements)})>/",
            "syn match hoyleStatement /\\v<(chooses|otherwise)>/",
            f"syn match hoyleDeclaration /\\v^<({_either(w.declarations)})>/",
            "syn match hoyleRank /\\<[A-Z][A-Za-z0-9]*\\>/",
            "syn match hoyleNumber /\\<[0-9]\\+\\>/",
            'syn region hoyleText start=/"/ end=/"\\|$/ contains=hoyleHole',
            'syn match hoyleHole /{[^}"]*}/ contained',
            "syn match hoyleCitation /\\[[a-z0-9_,; -]*[0-9][a-z0-9_,; -]*\\]\\ze\\s*\\(#.*\\)\\?$/",
            "syn match hoyleComment /#.*$/ contains=@Spell",
            "hi def link hoyleDeclaration Structure",
            "hi def link hoyleStatement Statement",
            "hi def link hoyleWord Keyword",
            "hi def link hoyleOperator Operator",
            "hi def link hoyleConstant Constant",
            "hi def link hoyleType Type",
            "hi def link hoyleName Function",
            "hi def link hoyleMember Identifier",
            "hi def link hoyleRank Constant",
            "hi def link hoyleNumber Number",
            "hi def link hoyleText String",
            "hi def link hoyleHole Special",
            "hi def link hoyleCitation SpecialComment",
            "hi def link hoyleComment Comment",
            'let b:current_syntax = "hoyle"',
            "",
        )
    )


def kate() -> str:
    """Syntax of rule files for Kate, KWrite and Qt Creator."""
    w = words()
    lists = {
        "declarations": w.declarations, "statements": w.statements, "operators": w.operators,
        "constants": w.constants, "types": w.types, "words": w.others,
    }  # fmt: skip
    styles = {
        "Declaration": "dsKeyword", "Statement": "dsControlFlow", "Operator": "dsOperator", "Constant": "dsConstant",
        "Type": "dsDataType", "Word": "dsKeyword", "Name": "dsNormal", "Member": "dsVariable", "Rank": "dsConstant",
        "Number": "dsDecVal", "Text": "dsString", "Hole": "dsSpecialString", "Citation": "dsAnnotation",
        "Comment": "dsComment", "Normal": "dsNormal",
    }  # fmt: skip
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<!DOCTYPE language>",
        f"<!-- {MADE} -->",
        '<language name="Hoyle" section="Other" version="1" kateversion="5.0" extensions="*.hoyle" casesensitive="1">',
        "  <highlighting>",
    ]
    for name, some in lists.items():
        lines += [f'    <list name="{name}">', *(f"      <item>{word}</item>" for word in some), "    </list>"]
    citation = r"\[[a-z0-9_,; -]*[0-9][a-z0-9_,; -]*\](?=\s*(#.*)?$)"
    rules = [
        '<keyword attribute="Declaration" context="#stay" String="declarations" column="0"/>',
        '<DetectChar attribute="Comment" context="Comment" char="#"/>',
        '<DetectChar attribute="Text" context="Text" char="&quot;"/>',
        f'<RegExpr attribute="Citation" context="#stay" String={quoteattr(citation)}/>',
        f'<RegExpr attribute="Member" context="#stay" String={quoteattr(chr(92) + ".[a-z][a-z0-9_]*")}/>',
        '<keyword attribute="Constant" context="#stay" String="constants"/>',
        '<keyword attribute="Operator" context="#stay" String="operators"/>',
        '<keyword attribute="Statement" context="#stay" String="statements"/>',
        '<keyword attribute="Type" context="#stay" String="types"/>',
        '<keyword attribute="Word" context="#stay" String="words"/>',
        f'<RegExpr attribute="Name" context="#stay" String={quoteattr("[a-z][a-z0-9_]*")}/>',
        f'<RegExpr attribute="Rank" context="#stay" String={quoteattr("[A-Z][A-Za-z0-9]*")}/>',
        '<Int attribute="Number" context="#stay"/>',
    ]
    lines += [
        "    <contexts>",
        '      <context name="Line" attribute="Normal" lineEndContext="#stay">',
        *(f"        {rule}" for rule in rules),
        "      </context>",
        '      <context name="Comment" attribute="Comment" lineEndContext="#pop"/>',
        '      <context name="Text" attribute="Text" lineEndContext="#pop">',
        '        <DetectChar attribute="Text" context="#pop" char="&quot;"/>',
        f'        <RegExpr attribute="Hole" context="#stay" String={quoteattr("[{][^}" + chr(34) + "]*[}]")}/>',
        "      </context>",
        "    </contexts>",
        "    <itemDatas>",
        *(f'      <itemData name="{name}" defStyleNum="{style}"/>' for name, style in styles.items()),
        "    </itemDatas>",
        "  </highlighting>",
        "  <general>",
        '    <comments><comment name="singleLine" start="#"/></comments>',
        '    <keywords casesensitive="1"/>',
        '    <folding indentationsensitive="1"/>',
        "  </general>",
        "</language>",
        "",
    ]
    return "\n".join(lines)


def emacs() -> str:
    """A major mode for Emacs, which registers the server with eglot."""
    w = words()

    def listed(some: tuple[str, ...]) -> str:
        return "'(" + " ".join(f'"{word}"' for word in some) + ")"

    return f""";;; hoyle-mode.el --- Rules of card games  -*- lexical-binding: t; -*-
;; {MADE}

;;; Code:

(defvar hoyle-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\\n ">" table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?\\" "\\"" table)
    table))

(defconst hoyle-declarations {listed(w.declarations)})
(defconst hoyle-statements {listed(w.statements)})
(defconst hoyle-words {listed(w.others)})
(defconst hoyle-operators {listed(w.operators)})
(defconst hoyle-constants {listed(w.constants)})
(defconst hoyle-types {listed(w.types)})

(defvar hoyle-font-lock-keywords
  `((,(concat "^" (regexp-opt hoyle-declarations 'words)) 1 font-lock-keyword-face)
    ("^\\\\(?:phase\\\\|table\\\\|define\\\\|option\\\\)[ \\t]+\\\\([a-z][a-z0-9_]*\\\\)"
     1 font-lock-function-name-face)
    (,(concat "\\\\(?:^[ \\t]+\\\\|:[ \\t]+\\\\|->[ \\t]+\\\\|,[ \\t]+\\\\)" (regexp-opt hoyle-statements 'words))
     1 font-lock-keyword-face)
    ("\\\\.\\\\([a-z][a-z0-9_]*\\\\)" 1 font-lock-variable-name-face)
    (,(regexp-opt hoyle-operators 'words) . font-lock-builtin-face)
    (,(regexp-opt hoyle-constants 'words) . font-lock-constant-face)
    (,(regexp-opt hoyle-types 'words) . font-lock-type-face)
    (,(regexp-opt hoyle-words 'words) . font-lock-builtin-face)
    ("\\\\<[A-Z][A-Za-z0-9]*\\\\>" . font-lock-constant-face)
    ("\\\\[[a-z0-9_,; -]*[0-9][a-z0-9_,; -]*\\\\][ \\t]*\\\\(?:#.*\\\\)?$" 0 font-lock-doc-face t)))

;;;###autoload
(define-derived-mode hoyle-mode prog-mode "Hoyle"
  "Major mode for rule files of hoyle."
  (setq-local comment-start "# ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 4)
  (setq-local indent-line-function #'indent-relative)
  (setq-local font-lock-defaults '(hoyle-font-lock-keywords)))

;;;###autoload
(define-derived-mode hoyle-play-mode text-mode "Hoyle script"
  "Major mode for scripted games of hoyle."
  (setq-local comment-start "# "))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\\\.hoyle\\\\'" . hoyle-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\\\.play\\\\'" . hoyle-play-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((hoyle-mode hoyle-play-mode) . ("hoyle" "lsp"))))

(provide 'hoyle-mode)
;;; hoyle-mode.el ends here
"""


# -------------------------------------------------------------------------------------------------------------- files


def files() -> dict[str, str]:
    """The generated files, by path below `editors/`."""

    def as_json(grammar: dict[str, Any]) -> str:
        return json.dumps(grammar, ensure_ascii=False, indent=2) + "\n"

    return {
        "vscode/syntaxes/hoyle.tmLanguage.json": as_json(textmate()),
        "vscode/syntaxes/play.tmLanguage.json": as_json(textmate_play()),
        "vim/syntax/hoyle.vim": vim(),
        "kate/hoyle.xml": kate(),
        "emacs/hoyle-mode.el": emacs(),
    }


def main() -> None:
    """Write the files."""
    for name, text in files().items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
