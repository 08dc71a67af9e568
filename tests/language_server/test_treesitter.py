"""The tree-sitter grammar agrees with the rule reader: the same trees, and errors in the same files."""

from __future__ import annotations

import ctypes
import dataclasses
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.loading import RULESETS
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.layout import scan, steps
from hoyle.dsl.syntax.lexer import Lexer, Token
from hoyle.dsl.syntax.machine import DEDENT, INDENT, NEWLINE, ParserMachine, ParserStop, QuotedText
from hoyle.dsl.syntax.tables import END, tables
from hoyle.language_server import treesitter
from hoyle.language_server.highlighting import ROOT

RULES = sorted(RULESETS.rglob("*.hoyle"))
HERE = ROOT / "tree-sitter"
SMALL = 'game "A"\nlanguage 1\nplayers 2\nmain\n    stop\n'


Tree = tuple[str, int, int, tuple[Any, ...]]
"""Name, start, end, children."""


# ------------------------------------------------------------------------------------------------ the rule reader's


def made(name: str) -> Callable[..., Tree]:
    """Builds plain trees instead of the nodes of rule files."""

    def make(span: Span, *kept: Any) -> Tree:
        children: list[Tree] = []
        for one in kept:
            if isinstance(one, tuple):
                children.append(one)
            elif isinstance(one, n.Name | n.Number | n.Rank | QuotedText):
                kind = "text" if isinstance(one, QuotedText) else type(one).__name__.lower()
                children.append((kind, one.span.start, one.span.end, ()))
        return (name, span.start, span.end, tuple(one for one in children if one[1] >= 0))

    return make


def read(text: str) -> list[Tree] | None:
    """The trees of the parts of a file.

    None if the file has an error that a grammar without reserved words can find.
    """
    source = Source("a.hoyle", text)
    grammar = dataclasses.replace(tables(), reserved=frozenset())
    lexer, machine = Lexer(source, grammar), ParserMachine(grammar, source, made)
    layout = scan(source)
    trees: list[Tree] = []
    for form in layout.forms:
        margins, problem = steps(source, form)
        if problem is not None:
            return None
        tokens: list[Token] = []
        depth = 0
        for number, (line, step) in enumerate(zip(form, margins, strict=True)):
            depth += step.opens - step.closes
            tokens += [Token(DEDENT, line.start, line.start, number)] * step.closes
            tokens += [Token(INDENT, line.start, line.start, number)] * step.opens
            pieces, wrong = lexer.line(line, number)
            if wrong is not None:
                return None
            tokens += [*pieces, Token(NEWLINE, line.end, line.end, number)]
        end = form[-1].end
        tokens += [*[Token(DEDENT, end, end, 0)] * depth, Token(END, end, end, 0)]
        tree = machine.run(tokens)
        if isinstance(tree, ParserStop):
            return None
        trees.append(tree[0])
    return trees


# -------------------------------------------------------------------------------------------------- tree-sitter's


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The parser in the repository, compiled."""
    tree_sitter = pytest.importorskip("tree_sitter")
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no C compiler")
    if not HERE.is_dir():
        pytest.skip("not a checkout")
    library = tmp_path_factory.mktemp("parser") / "hoyle-parser.so"
    sources = [str(HERE / "src" / "parser.c"), str(HERE / "src" / "scanner.c")]
    command = [compiler, "-shared", "-fPIC", "-O0", "-I", str(HERE / "src"), *sources, "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    make = ctypes.CDLL(str(library)).tree_sitter_hoyle
    make.restype = ctypes.c_void_p
    wrap = ctypes.pythonapi.PyCapsule_New
    wrap.restype, wrap.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return tree_sitter.Language(wrap(make(), b"tree_sitter.Language", None))


@pytest.fixture(scope="module")
def parse(language) -> Callable[[str], Any]:
    """Return a function that parses a text and gives the root of its tree."""
    from tree_sitter import Parser

    parser = Parser(language)
    return lambda text: parser.parse(text.encode()).root_node


LISTS = frozenset(rule.origin[1:-1] for rule in tables().rules if rule.call == "many")
"""The names of the nodes that stand for the grammar's `many`."""


def seen(node: Any) -> Tree:
    """A node and its children as a plain tree.  It starts at its first word, not at the end of the line before."""
    kind = "many" if node.type in LISTS else node.type
    kind = "text" if kind in ("string", "holed_string") else kind
    children = tuple(seen(one) for one in node.named_children if one.type not in ("comment", "relation"))
    start = next((one.start_byte for one in node.children if one.type != "comment"), node.start_byte)
    return (kind, start, node.end_byte, children)


def difference(ours: Tree, theirs: Tree) -> tuple[Tree, Tree] | None:
    """Return the first pair of nodes that differ, or None."""
    if ours[:3] != theirs[:3] or len(ours[3]) != len(theirs[3]):
        return ours, theirs
    found = (difference(*pair) for pair in zip(ours[3], theirs[3], strict=True))
    return next((one for one in found if one), None)


# ---------------------------------------------------------------------------------------------------------- tests


def test_the_generated_files_are_up_to_date() -> None:
    if not ROOT.is_dir():
        pytest.skip("not a checkout")
    kept = {name: (HERE / name).read_text("utf-8") for name in ("grammar.js", "queries/highlights.scm")}
    assert [name for name, text in kept.items() if treesitter.digest() not in text] == [], (
        "hoyle.language_server.treesitter"
    )
    if os.environ.get("HOYLE_SLOW_TESTS"):  # Lark takes seconds to convert the grammar into plain productions
        assert treesitter.files() == {f"tree-sitter/{name}": text for name, text in kept.items()}


def test_the_generated_parser_is_up_to_date(tmp_path: Path) -> None:
    program = shutil.which("tree-sitter")
    if program is None:
        pytest.skip("the generator of tree-sitter is not installed")
    shutil.copy(HERE / "grammar.js", tmp_path)
    subprocess.run([program, "generate", "--no-bindings", "--abi", "14"], cwd=tmp_path, check=True)
    made, kept = ((folder / "src" / "parser.c").read_text("utf-8") for folder in (tmp_path, HERE))
    assert treesitter.parser_mark() + "\n" + made == kept, "python -m hoyle.language_server.treesitter"


@pytest.mark.parametrize("fresh", [True, False])
def test_without_its_generator_only_a_fresh_parser_will_do(
    fresh: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(treesitter, "ROOT", tmp_path)
    monkeypatch.setattr(treesitter.shutil, "which", lambda name: None)
    monkeypatch.setattr(treesitter, "files", lambda: {"tree-sitter/grammar.js": "// made\na: b\n"})
    parser = tmp_path / "tree-sitter" / "src" / "parser.c"
    parser.parent.mkdir(parents=True)
    (tmp_path / "tree-sitter" / "grammar.js").write_text("a: b\n" if fresh else "a: c\n", encoding="utf-8")
    parser.write_text(f"{treesitter.parser_mark()}\nint x;\n", encoding="utf-8")
    if fresh:
        treesitter.main()
    else:
        with pytest.raises(SystemExit, match=r"parser.c is not made of the grammar as it is, and `tree-sitter`"):
            treesitter.main()
    assert parser.read_text(encoding="utf-8").endswith("int x;\n")
    parser.unlink()
    with pytest.raises(SystemExit, match="not installed"):
        treesitter.main()


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_every_shipped_file_has_the_same_tree_in_both_parsers(parse, path: Path) -> None:
    text = path.read_text("utf-8")
    plain = text.encode("ascii", "replace").decode()  # so that offsets of characters and of bytes are equal
    root, ours = parse(plain), read(plain)
    assert not root.has_error
    assert not parse(text).has_error
    assert ours is not None
    theirs = [seen(one) for one in root.named_children if one.type != "comment"]
    assert len(ours) == len(theirs)
    for pair in zip(ours, theirs, strict=True):
        assert difference(*pair) is None


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_has_an_error_in_both_parsers_or_in_none(parse, seed: int) -> None:
    dice = random.Random(seed)
    text = dice.choice(RULES).read_text("utf-8")
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    words = lines[at].split(" ")
    match dice.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines[at] = dice.choice(("  ", "    ", "\t")) + lines[at]
        case 2:
            words.pop(dice.randrange(len(words)))
            lines[at] = " ".join(words)
        case 3:
            words.insert(dice.randrange(len(words) + 1), dice.choice(text.split()))
            lines[at] = " ".join(words)
        case 4:
            lines.insert(at, dice.choice(lines))
        case _:
            place = dice.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + dice.choice('#"(){}[].,:ab=- $') + lines[at][place:]
    mangled = "\n".join(lines)
    assert parse(mangled).has_error == (read(mangled) is None), lines[at]


@pytest.mark.parametrize(
    "text",
    [
        "", "\n", "# a\n", "  \n\n# a", SMALL, SMALL.rstrip(), SMALL.replace("\n", "\r\n"), "\ufeff" + SMALL,
        "\n\n  # a\n" + SMALL, "  " + SMALL, "# a\n  " + SMALL, SMALL.replace("    ", "\t"),
        SMALL.replace("main\n", "main # a\n# b\n\n        # c\n"), SMALL + "  # at the end",
        SMALL.replace("stop", "repeat\n        stop\n      stop"), SMALL.replace("stop", "repeat\n        stop\n    stop"),
        SMALL.replace("    stop\n", "".join(f"{'  ' * depth}repeat\n" for depth in range(1, 39)) + " " * 78 + "stop\n"),
        SMALL.replace("    stop\n", "".join(f"{'  ' * depth}repeat\n" for depth in range(1, 45)) + " " * 90 + "stop\n"),
        SMALL.replace("main\n    stop", "main"), SMALL.replace("stop", "let\n    x be 3"), "main\n" * 3, " " * 70_000 + "main",
        "option set: 1..3 = 2\noption x: a or b = a\n", 'game "\U0001f0a1" # \u00fc\nlanguage 1\n',
    ],
)  # fmt: skip
def test_indentation_and_line_ends_are_read_alike(parse, text: str) -> None:
    assert parse(text).has_error == (read(text.removeprefix("\ufeff")) is None)


def test_after_an_edit_the_tree_is_that_of_the_new_text(language) -> None:
    """The scanner saves all the state that it needs to continue in the middle of a file."""
    from tree_sitter import Parser

    parser = Parser(language)
    text = next(path for path in RULES if path.name == "whist.hoyle").read_bytes()
    dice = random.Random(1)
    for _ in range(30):
        tree = parser.parse(text)
        at = dice.randrange(len(text))
        old, new = at + dice.randrange(12), dice.choice((b"", b"\n", b"    ", b"stop\n", b"# ", b'"'))
        edited = text[:at] + new + text[old:]
        at = min(at, len(text))
        before, after = text[:old].split(b"\n"), (text[:at] + new).split(b"\n")
        tree.edit(
            at, min(old, len(text)), at + len(new), (text[:at].count(b"\n"), len(text[:at].split(b"\n")[-1])),
            (len(before) - 1, len(before[-1])), (len(after) - 1, len(after[-1])),
        )  # fmt: skip
        again, fresh = parser.parse(edited, tree).root_node, parser.parse(edited).root_node
        assert again.has_error == fresh.has_error
        if not fresh.has_error:
            assert str(again) == str(fresh)


def test_the_query_gives_each_word_one_colour(language, parse) -> None:
    from tree_sitter import Query, QueryCursor

    query = Query(language, (HERE / "queries" / "highlights.scm").read_text("utf-8"))
    text = 'option quick: yes or no = no # b\nphase turn(p: player) "a {n}"\n    add 1 to p.points\n    deal_hand\n    shuffle s\n    nothing\n'
    found: dict[str, set[str]] = {}
    for name, nodes in QueryCursor(query).captures(parse(text)).items():
        for node in nodes:
            found.setdefault(text[node.start_byte : node.end_byte], set()).add(name)
    expected = {
        "option": "keyword", "quick": "type", "no": "constant.builtin", "# b": "comment", "phase": "keyword",
        "turn": "function", "player": "type.builtin", "add": "keyword", "1": "number", "to": "keyword",
        "points": "property", "deal_hand": "function", "shuffle": "keyword.control", "nothing": "keyword.control",
    }  # fmt: skip
    assert {word: found.get(word) for word in expected} == {word: {name} for word, name in expected.items()}
    for path in RULES:  # no word gets two colours
        root = parse(path.read_text("utf-8"))
        spans: dict[tuple[int, int], set[str]] = {}
        for name, nodes in QueryCursor(query).captures(root).items():
            for node in nodes:
                spans.setdefault((node.start_byte, node.end_byte), set()).add(name)
        assert all(len(names) == 1 for names in spans.values()), path.name
