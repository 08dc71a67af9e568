"""Words and paths that the files must not contain."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

# The engine knows no game by name: neither that of a ruleset nor its title.  A docstring may use a game as an example,
# and so do the explanations of the codes and the reference made from the documents.
EXAMPLES = (Path("dsl/codes/texts"), Path("language_server/reference.json"))
CARDS = {"hearts", "spades", "rook"}
"""Games that are called like a suit or a card, of which the code may speak."""
ROOMS = ("api", "interchange", "dsl", "interpreter", "cli", "language_server", "server", "envs", "testing")


def games(root: Path) -> re.Pattern[str]:
    """The names and titles of all rulesets, in any spelling."""
    rulesets = list((root / "rulesets").glob("*.hoyle"))
    titles = [found[1] for path in rulesets if (found := TITLE.search(path.read_text("utf-8")))]
    assert len(titles) >= 70
    words = {re.sub(r"[\W_]+", r"[\\W_]*", name) for name in (*(path.stem for path in rulesets), *titles)}
    named = {word for word in words if word.lower() not in CARDS}
    return re.compile(rf"(?<![^\W_])({'|'.join(sorted(named, key=len, reverse=True))})(?![^\W_])", re.IGNORECASE)


TITLE = re.compile(r'^game "(.+)"', re.MULTILINE)

# Words that this project once used for things that have a name in the field, and that name.  No identifier contains
# them.
DIALECT = {
    "appetite": "value of tricks",
    "comers": "predecessor count",
    "company": "observers",
    "film": "animation",
    "films": "animations",
    "habit": "strategy",
    "habits": "strategies",
    "moment": "step or frame",
    "moments": "steps or frames",
    "parting": "first difference",
    "shadow": "model",
    "tape": "trace",
    "told": "described, stated or reported",
    "trouble": "parser error",
    "walks": "whole games",
}
# Words of that list that are wrong for anything in this project.  No comment, docstring or message contains them.
NEVER = re.compile(r"(?<![\w`])(appetite|comers|company|habits?|parting|shadow|tape|trouble)(?!\w)", re.IGNORECASE)

PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
"""The words of an identifier: `trace`, `of` in `trace_of`; `First`, `Difference` in `FirstDifference`."""

# Absolute paths of one machine, and addresses of package registries.  They are of no use on another machine.
MACHINE = re.compile(
    r"(?<![\w.])/(work|root|home|Users|opt|farm|tmp/\w+)/[\w.]|https?://[\w.-]*(pypi|pythonhosted|npmjs)"
)


# Names that browsers define.
PLATFORM = re.compile(r"attachShadow|shadowRoot|(box|drop|text)-shadow")
SCRIPTS = (".ts", ".js", ".mjs")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


MADE = Path("cli/pages/studio/page")
"""What is made from `studio/` and from the rulesets, and kept in the tree."""


def test_no_game_is_named_in_the_code(root: Path, files: tuple[Path, ...]) -> None:
    skipped = (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
    named = games(root)
    for path in files:
        if path.parts[0] not in ROOMS and not path.is_relative_to("studio/src"):
            continue
        assert not named.search(str(path)), path
        if path.suffix == ".wasm" or any(map(path.is_relative_to, (MADE, *EXAMPLES))):
            continue
        text = (root / path).read_text(encoding="utf-8")
        if path.suffix != ".py":
            assert not named.search(text), path
            continue
        if not named.search(text):
            continue
        starts = True
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            docstring = token.type == tokenize.STRING and starts
            assert docstring or not named.search(token.string), f"{path}:{token.start[0]}: {token.line.strip()}"
            starts = token.type in skipped or (starts and token.type == tokenize.COMMENT)


def test_names_are_found_in_any_spelling(root: Path) -> None:
    named = games(root)
    for text in ("texas_holdem", "Texas Hold'em", "of NotEuchre", "test_big_two", "crazy-eights"):
        assert named.search(text), text
    for text in ("hearts", "{'spades'}", "whistle", "golfer", "a rook"):
        assert not named.search(text), text


def test_no_file_contains_paths_of_one_machine(root: Path, files: tuple[Path, ...]) -> None:
    for path in files:
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            assert not MACHINE.search(line), f"{path}:{number}: {line.strip()}"


def test_identifiers_and_texts_use_the_words_of_the_field(root: Path, files: tuple[Path, ...]) -> None:
    for path in files:
        if path.suffix != ".py" or path == Path("tests/house/test_words.py"):
            continue
        text = (root / path).read_text(encoding="utf-8")
        if not NEVER.search(text) and all(word.lower() not in DIALECT for word in PART.findall(text)):
            continue
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                word = NEVER.search(token.string)
                assert word is None, f"{path}:{token.start[0]}: `{word[0]}`; say {DIALECT[word[0].lower()]}"
            if token.type != tokenize.NAME:
                continue
            for word in PART.findall(token.string):
                meant = DIALECT.get(word.lower())
                assert meant is None, f"{path}:{token.start[0]}: `{token.string}`; say {meant}"


def wrong_words(line: str) -> dict[str, str]:
    """The identifiers of a line of TypeScript or JavaScript that contain a word of DIALECT, each with the term of the
    field.
    """
    names = IDENTIFIER.findall(line)
    return {name: DIALECT[word.lower()] for name in names for word in PART.findall(name) if word.lower() in DIALECT}


def test_typescript_and_javascript_use_the_words_of_the_field(root: Path, files: tuple[Path, ...]) -> None:
    scripts = [path for path in files if path.suffix in SCRIPTS and path.parts[0] in ("studio", "cli")]
    scripts = [path for path in scripts if not path.is_relative_to(MADE)]
    assert len(scripts) > 40
    for path in scripts:
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
            wrong = wrong_words(PLATFORM.sub("", line))
            assert not wrong, f"{path}:{number}: {wrong}"


def test_a_wrong_word_is_found_in_a_script() -> None:
    assert wrong_words("const step = this.moments[0]; // told") == {
        "moments": DIALECT["moments"],
        "told": DIALECT["told"],
    }
    assert wrong_words("  lastMomentKept: Walks") == {"lastMomentKept": DIALECT["moment"], "Walks": DIALECT["walks"]}
    assert wrong_words('h("p", box.shadow)') == {"shadow": DIALECT["shadow"]}
    assert wrong_words(PLATFORM.sub("", 'h("p", root.attachShadow)')) == {}
