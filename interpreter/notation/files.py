"""Reads scripts from files and recognises their form.

A text that begins with `{` or `[` is in the JSON form, any other text in the text form.  `read_script` reads a whole
file; `games` reads the text form game by game, so that a file of ten thousand games takes no more memory than a file of
ten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from ...dsl.codes.reporting import report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.reading import Unreadable, contents, decoded, opened, unreadable
from ...dsl.source.span import Source, Span
from .json_form import check_text, read_json_script
from .model import Script, ScriptedGame
from .reader import read_text
from .repeated import RepeatedParts

LARGEST = 16 * 1024 * 1024
"""The largest size of a script in bytes; if a file is read game by game, the largest size of a game."""
MOST_LINES = 1_000_000
"""The most lines of a script, or of a game that is read separately."""
LONGEST = 64 * 1024
"""The longest line, in bytes, in a file that is read game by game."""

ParsedScript = tuple[Script | None, tuple[Diagnostic, ...]]
"""The script, or None if it has mistakes; and all diagnostics."""

Read = ScriptedGame | tuple[Diagnostic, ...]
"""A game, or all mistakes in it."""

_GAME = re.compile(rb"^(?:game(?![ \t]+over\s*(?:[,#\n]|\Z))|hoyle[ \t]+play)[ \t]", re.IGNORECASE | re.MULTILINE)
"""Where a game begins, or a file that was added to the end of another; `game over` is neither."""
_ADDED = re.compile(r"hoyle[ \t]+play[ \t]", re.IGNORECASE)
_BLANK = b"\xef\xbb\xbf \t\r\n"


def read_script(path: str | Path, name: str | None = None) -> ParsedScript:
    """Read the script in a file.

        script, diagnostics = hoyle.read_script(Path("evening.play"))

    Raises nothing: if the file or the script cannot be read, the script is None, and the diagnostics say why.
    """
    shown = name or str(path)
    try:
        return parse_script(contents(Path(path), LARGEST), shown)
    except Unreadable as error:
        return None, (_unreadable(shown, error.why),)


def parse_script(data: bytes | str, name: str = "<script>") -> ParsedScript:
    """Read the script in some bytes or text.  `name`: how diagnostics name it.

        script, diagnostics = hoyle.parse_script(text, "evening.play")

    Raises nothing: if the script cannot be read, it is None, and the diagnostics say why.
    """
    if isinstance(data, bytes):
        try:
            data = _text(data)
        except Unreadable as error:
            return None, (_unreadable(name, error.why),)
    data = data.removeprefix("\ufeff")
    if not data.strip():
        return None, (_unreadable(name, "it is empty"),)
    if data.count("\n") > MOST_LINES:
        return None, (_unreadable(name, f"it has more than {MOST_LINES:,} lines"),)
    source = Source(name, data)
    if data.lstrip().startswith(("{", "[")):
        return read_json_script(source)
    return _read(source)


_HEAD = 4096
_JSON_HEAD = re.compile(r'\{\s*("\$schema"\s*:\s*"[^"]*"\s*,\s*)?"play"\s*:\s*\d')


def is_script(path: Path) -> bool:
    """Whether a file is a script: a `.play` file always is, even one that nobody can read; whoever reads it says why.
    Other files are if they begin as a script does, in either form.  Other programs have `.json` files too."""
    if path.suffix == ".play":
        return True
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD).decode("utf-8", "replace").removeprefix("\ufeff")
    except OSError:
        return False
    lines = (line.strip() for line in head.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return first.casefold().split()[:1] in (["hoyle"], ["game"]) or _JSON_HEAD.match(head.lstrip()) is not None


_BARE = re.compile(rb"(?:\s|#[^\n]*\n|hoyle play \d+[^\n]*\n)*game [^\n]*\n(?:\s|#[^\n]*(?:\n|$))*")
"""A game that says nothing but which rules it is played by."""


def games(path: Path, name: str | None = None, *, places: bool = True) -> Iterator[Read]:
    """Read the games in a file one by one.  For a game with mistakes, the result is all its mistakes; the other games
    are still read.

    Without `places`, many games with the same rules are read much faster, but their parts have no valid places.
    """
    shown = name or str(path)
    try:
        with opened(path) as file:
            yield from games_in(file, shown, places=places)
    except Unreadable as error:
        yield (_unreadable(shown, error.why),)


def games_in(file: BinaryIO, name: str, *, places: bool = True) -> Iterator[Read]:
    """Read the games in an open file, as `games` does."""
    try:
        yield from stream(file, name, places=places)
    except Unreadable as error:
        yield (_unreadable(name, error.why),)


def stream(file: BinaryIO, name: str, *, places: bool = True) -> Iterator[Read]:
    """Read the games in an open file one by one; `places` as in `games`.  Raises `Unreadable` if the file is not
    text.
    """
    begun = bare = False
    repeated = None if places else RepeatedParts()
    for first, data in _chunks(file):
        if bare and data[:4].lower() == b"game":  # two `game` lines with nothing between them: one is there by mistake
            source = Source(name, _text(data, first), first)
            yield (report("E1008", Span(source, 0, len("game")), what="game"),)
        bare = _BARE.fullmatch(data) is not None
        if not begun and data.lstrip(_BLANK).startswith((b"{", b"[")):
            script, problems = parse_script(data + _rest(file, LARGEST - len(data)), name)
        elif not begun and not data.strip(_BLANK):
            raise Unreadable("it is empty")
        else:
            source = Source(name, _text(data, first), first)
            game = repeated.game(source) if repeated is not None and begun else None
            if game is not None:
                yield game
                continue
            script, problems = _read(source, begun=begun)
        begun = True
        if script is None:
            yield problems
        else:
            yield from script.games


def between_games(problems: Sequence[Diagnostic]) -> bool:
    """Whether mistakes are in no game of a file, but in the first line of another that was added to its end."""
    source = problems[0].span.source
    return source.first > 1 and _ADDED.match(source.text) is not None


def _chunks(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of each game, with the number of its first line.  Lines before the first game belong to it."""
    pieces: list[bytes] = []
    first, size, lines, seen = 1, 0, 0, False
    for block in _blocks(file):
        start = 0
        for found in _GAME.finditer(block):
            if seen:
                pieces.append(block[start : found.start()])
                yield first, b"".join(pieces)
                first, size, lines = first + lines + pieces[-1].count(b"\n"), 0, 0
                start, pieces = found.start(), []
            seen = seen or found[0][:4].lower() == b"game"
        pieces.append(block[start:])
        size += len(pieces[-1])
        if size > LARGEST:
            raise Unreadable(f"a game in it is larger than {LARGEST // 1024 // 1024} MB")
        lines += pieces[-1].count(b"\n")
        if lines > MOST_LINES:
            raise Unreadable(f"a game in it has more than {MOST_LINES:,} lines")
    yield first, b"".join(pieces)


def _blocks(file: BinaryIO) -> Iterator[bytes]:
    """Read a file in blocks of whole lines.  Text that may be in the JSON form is returned as one block, as far as it
    was read.
    """
    left, line, blank = b"", 1, True
    while True:
        try:
            read = file.read(LONGEST)
        except OSError as error:
            raise unreadable(error) from None
        block = left + read
        if blank and block.lstrip(_BLANK)[:1] in (b"{", b"["):  # JSON may be one long line
            yield block
            return
        blank = blank and not block.strip(_BLANK)
        end = block.rfind(b"\n") + 1 if read else len(block)
        block, left = block[:end], block[end:]
        line += block.count(b"\n")
        if len(left) > LONGEST or (not read and len(block) > LONGEST):
            raise Unreadable(f"line {line} is longer than {LONGEST // 1024} kB")
        yield block
        if not read:
            return


def _rest(file: BinaryIO, most: int) -> bytes:
    """Read the rest of a file, but hardly more than the largest size allowed."""
    try:
        return file.read(max(most, 0) + 1)
    except OSError as error:
        raise unreadable(error) from None


def _text(data: bytes, first: int = 1) -> str:
    if b"\0" in data:
        raise Unreadable("it is not a text file")
    return decoded(data, LARGEST, first)


def _read(source: Source, *, begun: bool = False) -> ParsedScript:
    """Read the text form, and check it against the schema too."""
    script, problems = read_text(source, begun=begun)
    if script is not None:
        problems = check_text(script)
    return (None if problems else script), problems


def _unreadable(name: str, why: str) -> Diagnostic:
    return report("E1001", Span.of_name(name), why=why)
