"""Reading scripts from files, whatever a file turns out to be.

A text that begins with `{` or `[` is the JSON form, anything else the text form.  `read_script` reads a whole file;
`games` reads the text form game by game, so that a file of ten thousand games takes no more memory than one of ten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ...dsl.codes.scripts import report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.reading import Unreadable, contents, decoded, opened, unreadable
from ...dsl.source.span import Source, Span
from .json_form import check_text, read_json_script
from .model import Script, ScriptedGame
from .reader import read_text
from .repeated import Repeated

LARGEST = 16 * 1024 * 1024
"""Bytes a script may have; if it is read game by game, bytes a game may have."""
MOST_LINES = 1_000_000
"""Lines a script, or a game that is read by itself, may have."""
LONGEST = 64 * 1024
"""Bytes a line may have in a file that is read game by game."""

Found = tuple[Script | None, tuple[Diagnostic, ...]]
"""A script, if there were no mistakes, and every mistake."""

Read = ScriptedGame | tuple[Diagnostic, ...]
"""A game, or every mistake in it."""

_GAME = re.compile(rb"^game[ \t]", re.IGNORECASE | re.MULTILINE)
_BLANK = b"\xef\xbb\xbf \t\r\n"


def read_script(path: Path, name: str | None = None) -> Found:
    """The script in a file; one diagnostic if there is no reading it."""
    shown = name or str(path)
    try:
        return parse_script(contents(path, LARGEST), shown)
    except Unreadable as error:
        return None, (_unreadable(shown, error.why),)


def parse_script(data: bytes | str, name: str = "<script>") -> Found:
    """The script in some bytes or text."""
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


_BARE = re.compile(rb"(?:\s|#[^\n]*\n|hoyle play \d+[^\n]*\n)*game [^\n]*\n(?:\s|#[^\n]*(?:\n|$))*")
"""A game of which nothing is said but its rules."""


def games(path: Path, name: str | None = None, *, places: bool = True) -> Iterator[Read]:
    """The games in a file, one by one; for a game with mistakes, all of these, and the others are read all the same.

    Without `places` that is much quicker for many games under the same rules, but they are not placed."""
    shown = name or str(path)
    try:
        with opened(path) as file:
            yield from games_in(file, shown, places=places)
    except Unreadable as error:
        yield (_unreadable(shown, error.why),)


def games_in(file: BinaryIO, name: str, *, places: bool = True) -> Iterator[Read]:
    """The games in an open file, as `games` has them."""
    try:
        yield from stream(file, name, places=places)
    except Unreadable as error:
        yield (_unreadable(name, error.why),)


def stream(file: BinaryIO, name: str, *, places: bool = True) -> Iterator[Read]:
    """The games in an open file, one by one; `places` as in `games`.  Raises `Unreadable` if it holds no text."""
    begun = bare = False
    repeated = None if places else Repeated()
    for first, data in _chunks(file, name):
        if bare:  # nothing stands between two lines `game`: one of them is there by mistake
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


def _chunks(file: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of each game with the number of their first; what stands before the first game belongs to it."""
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
            seen = True
        pieces.append(block[start:])
        size += len(pieces[-1])
        if size > LARGEST:
            raise Unreadable(f"a game in it is larger than {LARGEST // 1024 // 1024} MB")
        lines += pieces[-1].count(b"\n")
        if lines > MOST_LINES:
            raise Unreadable(f"a game in it has more than {MOST_LINES:,} lines")
    yield first, b"".join(pieces)


def _blocks(file: BinaryIO) -> Iterator[bytes]:
    """A file in stretches of whole lines; what may be the JSON form, as far as it was read, as one."""
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
    """What is left of a file, but hardly more than it may be."""
    try:
        return file.read(max(most, 0) + 1)
    except OSError as error:
        raise unreadable(error) from None


def _text(data: bytes, first: int = 1) -> str:
    if b"\0" in data:
        raise Unreadable("it is not a text file")
    return decoded(data, LARGEST, first)


def _read(source: Source, *, begun: bool = False) -> Found:
    """The text form, held to the schema as well."""
    script, problems = read_text(source, begun=begun)
    if script is not None:
        problems = check_text(script)
    return (None if problems else script), problems


def _unreadable(name: str, why: str) -> Diagnostic:
    return report("E1001", Span(Source(name, ""), 0, 0), why=why)
