"""What the files may not speak of."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

# The engine knows no game by name.  In a docstring a game may stand as an example.
GAMES = re.compile(r"newberry|not_?euchre|texas|bid[ _]?euchre", re.IGNORECASE)

# Paths of one machine, and where packages are fetched from: neither is anybody else's business.
MACHINE = re.compile(
    r"(?<![\w.])/(work|root|home|Users|opt|farm|tmp/\w+)/[\w.]|https?://[\w.-]*(pypi|pythonhosted|npmjs)"
)


def test_no_game_is_named_in_the_code(root: Path, files: tuple[Path, ...]) -> None:
    skipped = (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
    for path in files:
        if path.parts[0] not in ("bridges", "dsl", "interpreter", "cli", "editor", "envs", "testing"):
            continue
        assert not GAMES.search(str(path)), path
        text = (root / path).read_text(encoding="utf-8")
        if path.suffix != ".py":
            assert not GAMES.search(text), path
            continue
        starts = True
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            docstring = token.type == tokenize.STRING and starts
            assert docstring or not GAMES.search(token.string), f"{path}:{token.start[0]}: {token.line.strip()}"
            starts = token.type in skipped or (starts and token.type == tokenize.COMMENT)


def test_no_file_names_the_machine_it_was_written_on(root: Path, files: tuple[Path, ...]) -> None:
    for path in files:
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            assert not MACHINE.search(line), f"{path}:{number}: {line.strip()}"
