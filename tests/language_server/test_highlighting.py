"""Syntax highlighting for editors is generated from the grammar and works for every shipped file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, String

from hoyle.dsl.loading import RULESETS
from hoyle.dsl.syntax.lexer import WORD, Lexer
from hoyle.dsl.syntax.tables import tables
from hoyle.language_server import highlighting
from hoyle.language_server.pygments_lexer import HoyleLexer, HoylePlayLexer
from hoyle.language_server.workspace import Workspace

RULES = sorted(RULESETS.rglob("*.hoyle"))
SCRIPTS = sorted(RULESETS.rglob("*.play"))


def test_the_generated_files_are_up_to_date() -> None:
    if not highlighting.ROOT.is_dir():
        pytest.skip("not a checkout")
    old = [name for name, text in highlighting.files().items() if (highlighting.ROOT / name).read_text("utf-8") != text]
    assert old == [], "python -m hoyle.language_server.highlighting"


def test_every_keyword_is_in_a_class() -> None:
    words = highlighting.words()
    classes = [words.declarations, words.statements, words.operators, words.constants, words.types, words.others]
    assert tables().words - {word for some in classes for word in some} == set()
    assert {"phase", "option", "zones"} <= set(words.declarations)
    assert {"shuffle", "repeat", "let"} <= set(words.statements)


def test_the_classes_are_found_anew_from_the_grammar() -> None:
    assert highlighting.words.__wrapped__() == highlighting.words()


def test_the_command_writes_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highlighting, "ROOT", tmp_path / "editors")
    for _ in range(2):
        highlighting.main()
        written = {path.relative_to(highlighting.ROOT).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
        assert written == set(highlighting.files())
        for name, text in highlighting.files().items():
            assert (highlighting.ROOT / name).read_bytes() == text.encode()


@pytest.mark.parametrize("path", [*RULES, *SCRIPTS], ids=lambda path: path.name)
def test_pygments_reads_every_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lexer = HoyleLexer() if path.suffix == ".hoyle" else HoylePlayLexer()
    found = list(lexer.get_tokens(text))
    assert "".join(value for _, value in found) == text
    assert [value for kind, value in found if kind in Error] == []


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_pygments_agrees_with_the_reader(path: Path) -> None:
    """Pygments and the rule reader find the same strings, comments and keywords."""
    document = Workspace().file(path)
    assert document is not None
    colours: dict[int, object] = {}
    at = 0
    for kind, value in HoyleLexer().get_tokens(document.source.text):
        colours[at] = kind
        at += len(value)
    lexer = Lexer(document.source, tables())
    for form in document.layout.forms:
        for line in form:
            for token in lexer.line(line, 0)[0]:
                if token.kind in ("STRING", "TEMPLATE"):
                    assert colours[token.start] is String
                elif token.kind == WORD and token.start in colours:
                    text = document.source.text[token.start : token.end]
                    known = text in tables().words or text in highlighting.TYPES
                    assert known or colours[token.start] not in Keyword, text
    for comment in document.layout.comments:
        assert colours[comment.start] is Comment.Single


def test_both_lexers_are_found_by_their_names() -> None:
    known = {one.name: one.value for one in entry_points(group="pygments.lexers")}
    if "hoyle" not in known:
        pytest.skip("hoyle was installed before it had lexers")
    assert known["hoyle"] == "hoyle.language_server.pygments_lexer:HoyleLexer"
    assert known["hoyle-play"] == "hoyle.language_server.pygments_lexer:HoylePlayLexer"


@pytest.mark.parametrize("grammar", [highlighting.textmate(), highlighting.textmate_play()], ids=["rules", "scripts"])
def test_the_textmate_grammar_is_consistent(grammar) -> None:
    patterns = [one for one in grammar["patterns"] if "match" in one]
    assert len(patterns) > 5
    for one in patterns:
        groups = re.compile(one["match"]).groups
        assert {int(number) for number in one.get("captures", {})} <= set(range(1, groups + 1))
    json.dumps(grammar)


def test_vim_colours_a_file(tmp_path: Path) -> None:
    program = shutil.which("nvim") or shutil.which("vim")
    if program is None:
        pytest.skip("there is no Vim")
    if not highlighting.ROOT.is_dir():
        pytest.skip("not a checkout")
    rules, output = tmp_path / "a.hoyle", tmp_path / "output"
    rules.write_text('phase turn\n    shuffle stock\n    show "x" # y\n')
    script = f"""
set nocompatible
set runtimepath^={highlighting.ROOT}/vim
syntax on
filetype plugin on
edit {rules}
syntax sync fromstart
let out = [&filetype, synIDattr(synID(1, 1, 1), 'name'), synIDattr(synID(2, 5, 1), 'name')]
call add(out, synIDattr(synID(3, 11, 1), 'name'))
call add(out, synIDattr(synID(3, 15, 1), 'name'))
call writefile(out, '{output}')
qall!
"""
    (tmp_path / "script.vim").write_text(script)
    command = [program, "-u", "NONE", "-i", "NONE", "-es", "-S", str(tmp_path / "script.vim")]
    done = subprocess.run(command, capture_output=True, timeout=300, check=False, stdin=subprocess.DEVNULL)
    if not output.exists():
        pytest.skip(f"this Vim has no syntax: {done.stderr[:200]!r}")
    found = output.read_text().split()
    if len(found) < 5:
        pytest.skip("this Vim was built without syntax")
    assert found == ["hoyle", "hoyleDeclaration", "hoyleStatement", "hoyleText", "hoyleComment"]


def test_emacs_reads_the_mode() -> None:
    program = shutil.which("emacs")
    if program is None:
        pytest.skip("there is no Emacs")
    code = (
        '(with-temp-buffer (insert "phase turn\\n    shuffle stock\\n") (hoyle-mode) (font-lock-ensure)'
        " (princ (list (get-text-property 1 (quote face)) (get-text-property 16 (quote face)))))"
    )
    mode = highlighting.ROOT / "emacs" / "hoyle-mode.el"
    done = subprocess.run(
        [program, "-Q", "--batch", "-l", str(mode), "--eval", code],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout == "(font-lock-keyword-face font-lock-keyword-face)"


def test_tokens_get_their_kinds() -> None:
    kinds = {value: kind for kind, value in HoyleLexer().get_tokens("define worth(p: player) means p.left.hand [3]\n")}
    assert kinds["define"] is Keyword.Declaration
    assert kinds["worth"] is Name.Function
    assert kinds["hand"] is Name.Attribute
    assert kinds["[3]"] is Comment.Special
