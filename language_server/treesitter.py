"""A tree-sitter grammar of rule files, generated from the grammar of the language.

    python -m hoyle.language_server.treesitter     # writes grammar.js and highlights.scm in editors/tree-sitter again

The program `tree-sitter` generates the parser, `src/parser.c`, from these files.  Without it on the path, this module
ends with an error if the parser is not that of the grammar.

Each production of `grammar.lark` becomes one production of tree-sitter, so both read the same trees.  A node has the
name of the function in `dsl/syntax/actions` that would make it; a list has the name of its rule.  Rules that only pass
on a value are hidden.  `src/scanner.c`, which is written by hand, reads margins, ends of lines and comments.

Some things tree-sitter cannot express; the checker handles them.  A reserved word may be a name where only a name is
possible.  A number or a word ends where its shape ends.  A margin may contain tabs.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ..dsl.syntax.machine import SKIPPED
from ..dsl.syntax.tables import GRAMMAR, grammar_digest, productions
from .highlighting import MADE, ROOT, words

MADE_HERE = MADE.replace("highlighting", "treesitter")
SHAPES = {
    "NAME": "name", "NUMBER": "number", "RANK": "rank", "STRING": "string", "TEMPLATE": "holed_string",
    "COMPARE": "relation", "_NL": "_newline", "_INDENT": "_indent", "_DEDENT": "_dedent",
}  # fmt: skip
"""The names of the token shapes in tree-sitter."""
OUTSIDE = ("_newline", "_indent", "_dedent", "_line_break", "comment", "_misplaced")
"""The tokens that the scanner reads, in the order of its enumeration."""


@dataclass(frozen=True)
class Production:
    """One production.  Its symbols have their tree-sitter names."""

    symbols: tuple[str, ...]
    node: str
    """The name of the node that it makes; empty if it makes none."""


def digest() -> str:
    """A comment line with a digest of the grammar from which a file was generated."""
    return f"of the grammar {grammar_digest(GRAMMAR.read_text(encoding='utf-8'))[:16]}"


def _rules() -> dict[str, list[Production]]:
    """The productions by rule, without those for removed lines and without those that nothing else needs."""
    rules: defaultdict[str, list[Production]] = defaultdict(list)
    for origin, symbols, call in productions():
        if SKIPPED not in symbols:
            rules[origin].append(Production(symbols, origin if call == "many" else call))
    while True:
        dead = [
            (origin, one)
            for origin, some in rules.items()
            for one in some
            if any(symbol.startswith("<") and not rules.get(symbol[1:-1]) for symbol in one.symbols)
        ]
        if not dead:
            return {origin: some for origin, some in rules.items() if some}
        for origin, one in dead:
            rules[origin].remove(one)


def grammar() -> str:
    """The text of `grammar.js`."""
    rules = _rules()
    empty = {origin for origin, some in rules.items() if any(not one.symbols for one in some)}
    plain = {
        origin
        for origin, some in rules.items()
        if {one.node for one in some} == {origin} or origin.startswith("_")
    }  # fmt: skip

    def called(origin: str) -> str:
        return f"$.{origin if origin in plain else '_any_' + origin}"

    def written(symbol: str) -> str:
        if not symbol.startswith("<"):
            return f"$.{SHAPES[symbol]}" if symbol in SHAPES else f"'{symbol}'"
        origin = symbol[1:-1]
        return f"optional({called(origin)})" if origin in empty else called(origin)

    def sequence(symbols: Sequence[str]) -> str:
        parts = [written(symbol) for symbol in symbols]
        return parts[0] if len(parts) == 1 else f"seq({', '.join(parts)})"

    def either(some: Sequence[str]) -> str:
        if len(some) == 1:
            return some[0]
        return "choice(\n" + "".join(f"      {one},\n" for one in some) + "    )"

    lines: list[str] = []
    for origin, some in sorted(rules.items()):
        some = [one for one in some if one.symbols]
        if origin in plain:
            lines.append(f"    {origin}: $ => {either([sequence(one.symbols) for one in some])},")
            continue
        parts: list[str] = []
        for node in dict.fromkeys(one.node for one in some):
            mine = either([sequence(one.symbols) for one in some if one.node == node])
            if node:
                lines.append(f"    _{origin}_as_{node}: $ => {mine},")
                mine = f"alias($._{origin}_as_{node}, $.{node})"
            parts.append(mine)
        lines.append(f"    _any_{origin}: $ => {either(parts)},")
    outside = ", ".join(f"$.{name}" for name in OUTSIDE)
    return "\n".join(
        (
            f"// {MADE_HERE}",
            f"// {digest()}",
            "module.exports = grammar({",
            "  name: 'hoyle',",
            "  word: $ => $.name,",
            f"  externals: $ => [{outside}],",
            "  extras: $ => [/[ \\t]/, $._line_break, $.comment],",
            "  rules: {",
            f"    source_file: $ => repeat({called('form')}),",
            *lines,
            "    name: $ => /[a-z][a-z0-9_]*/,",
            "    rank: $ => /[A-Z][A-Za-z0-9]*/,",
            "    number: $ => /[0-9]+/,",
            '    string: $ => /"[^"{}\\n]*"/,',
            '    holed_string: $ => /"[^"\\n{}]*[{}][^"\\n]*"/,',
            "    relation: $ => choice('!=', '<=', '>=', '<', '>'),",
            "  },",
            "});",
            "",
        )
    )


def highlights() -> str:
    """The query that assigns colours.

    No two patterns match the same node, because editors differ in which one wins."""
    w = words()
    known = Counter(symbol for some in _rules().values() for one in some for symbol in one.symbols)
    alone = {  # a word that is a whole node and occurs nowhere else: tree-sitter has only the node
        one.symbols[0]: f"({one.node})"
        for some in _rules().values()
        for one in some
        if len(one.symbols) == 1 and known[one.symbols[0]] == 1 and [other.node for other in some].count(one.node) == 1
    }

    def listed(some: Sequence[str]) -> str:
        return " ".join(f'"{one}"' for one in some)

    def tokens(some: Sequence[str], name: str) -> str:
        return f"[{' '.join(alone.get(one) or listed([one]) for one in some if one in known)}] @{name}"

    signs = sorted(symbol for symbol in known if not symbol[0].isalnum() and symbol[0] not in "<_")
    brackets = [sign for sign in signs if sign in "(){}[]"]
    stops = [sign for sign in signs if sign in ",:;."]
    return "\n".join(
        (
            f"; {MADE_HERE}",
            f"; {digest()}",
            "(comment) @comment",
            "(string) @string",
            "(holed_string) @string.special",
            "(number) @number",
            "(rank) @constant",
            "(relation) @operator",
            tokens([one for one in w.declarations if one not in w.operators], "keyword"),
            tokens([one for one in w.statements if one not in w.declarations], "keyword.control"),
            tokens(w.others, "keyword"),
            tokens(w.operators, "keyword.operator"),
            tokens(w.constants, "constant.builtin"),
            tokens([one for one in w.types if one not in w.declarations], "type.builtin"),
            f"(ref (name) @type.builtin (#any-of? @type.builtin {listed(w.types)}))",
            '(attribute "." (name) @property)',
            '(attribute_with "." (name) @property)',
            "(signature (name) @function)",
            "(apply (name) @function)",
            "(call (name) @function)",
            "(option (name) @type)",
            "(kind (name) @type)",
            "(shape (name) @type)",
            tokens(brackets, "punctuation.bracket"),
            tokens(stops, "punctuation.delimiter"),
            tokens([sign for sign in signs if sign not in brackets + stops], "operator"),
            "",
        )
    )


def files() -> dict[str, str]:
    """The generated files, by path below `editors/`."""
    return {"tree-sitter/grammar.js": grammar(), "tree-sitter/queries/highlights.scm": highlights()}


def parser_mark() -> str:
    """The first line of `src/parser.c`: a digest of the productions in `grammar.js` from which it was made."""
    lines = (ROOT / "tree-sitter" / "grammar.js").read_text(encoding="utf-8").splitlines()
    productions = "\n".join(line for line in lines if not line.startswith("//"))
    return f"/* of the productions {hashlib.sha256(productions.encode()).hexdigest()[:16]} in grammar.js */"


def main() -> None:
    """Write the files, and the parser.  Exits with a message if the parser is not that of the grammar and its generator
    is not installed.
    """
    for name, text in files().items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    parser, mark = ROOT / "tree-sitter" / "src" / "parser.c", parser_mark()
    program = shutil.which("tree-sitter")
    if program is not None:
        subprocess.run([program, "generate", "--no-bindings", "--abi", "14"], cwd=ROOT / "tree-sitter", check=True)
        made = parser.read_text(encoding="utf-8")
        parser.write_text(f"{mark}\n{made}", encoding="utf-8", newline="\n")
    elif not parser.exists() or parser.read_text(encoding="utf-8").partition("\n")[0] != mark:
        sys.exit(
            f"{parser} is not made of the grammar as it is, and `tree-sitter`, which makes it, is not installed"
            " (npm install --global tree-sitter-cli); all other files of this module are made"
        )


if __name__ == "__main__":
    main()
