"""The formats in which other programs write games down, in one table.

Tests hold the commands, their help, completion and the documents against it.  Reading a file takes bounded memory,
however long it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from ..dsl.source.diagnostics import Diagnostic
    from .record import RecordedGame

Read = tuple["RecordedGame | None", "tuple[Diagnostic, ...]"]
"""A record, or none, and what is wrong with it."""
LARGEST = 16 * 1024 * 1024
"""The largest size, in bytes, of a file in a format that is not read game by game."""


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format of records: the ending of its files, for which games it is, and how it is read and written."""

    name: str
    games: str
    read: Callable[[BinaryIO, str], Iterator[Read]]
    """Reads an open file under the name that messages use for it.  Raises `OSError` and `Unreadable`."""
    write: Callable[[Iterable[RecordedGame]], str] | None = None
    """The text of a file with these games; None if the format is only read.  Raises `ScriptError`."""
    one_game: bool = False
    """Whether a file holds one game."""
    keeps_options: bool = False
    """Whether a file that Hoyle writes says every option of the rules."""

    @property
    def title(self) -> str:
        """The name as messages and documents write it."""
        return self.name.upper()


def _read_egn(file: BinaryIO, name: str) -> Iterator[Read]:
    from ..dsl.source.span import Source
    from . import egn

    yield egn.read(Source(name, _whole(file)))


def _write_egn(records: Iterable[RecordedGame]) -> str:
    from . import egn_text

    return "\n".join(map(egn_text.write, records))


def _read_pbn(file: BinaryIO, name: str) -> Iterator[Read]:
    from . import pbn, tagged

    before = pbn.header()
    return (pbn.read(source, before) for source in tagged.games(file, name, latin=True))


def _write_pbn(records: Iterable[RecordedGame]) -> str:
    from . import pbn_text

    return pbn_text.head() + "\n".join(
        text for number, record in enumerate(records, 1) for text in pbn_text.write(record, number)
    )


def _read_ptn(file: BinaryIO, name: str) -> Iterator[Read]:
    from . import ptn, tagged

    return (ptn.read(source) for source in tagged.games(file, name, latin=False))


_TABLE = (
    RecordFormat("egn", "euchre", _read_egn, _write_egn, one_game=True, keeps_options=True),
    RecordFormat("pbn", "bridge and games like it", _read_pbn, _write_pbn, keeps_options=True),
    RecordFormat("ptn", "Trickster's tests", _read_ptn),
)
FORMATS = {one.name: one for one in _TABLE}
"""The formats by their names.  The names of files end in them."""
WRITTEN = tuple(one.name for one in _TABLE if one.write is not None)
"""The formats in which Hoyle writes games, too."""


def format_of(name: str) -> str | None:
    """The format that a file's name ends in; None if it is no format."""
    suffix = Path(name).suffix.casefold().removeprefix(".")
    return suffix if suffix in FORMATS else None


def records(path: Path, format: str, name: str | None = None) -> Iterator[Read]:
    """Read the records of a file one by one, each with its diagnostics."""
    from ..dsl.source.reading import Unreadable, opened

    shown = name or str(path)
    try:
        with opened(path) as file:
            yield from records_in(file, format, shown)
    except Unreadable as error:
        yield None, (_unreadable(shown, error.why),)


def records_in(file: BinaryIO, format: str, name: str) -> Iterator[Read]:
    """Read the records of an open file."""
    from ..dsl.source.reading import Unreadable, unreadable

    empty = True
    try:
        for record, problems in FORMATS[format].read(file, name):
            if record is not None or problems:
                empty = False
                yield record, problems
        if empty:
            raise Unreadable("it is empty")
    except OSError as error:
        yield None, (_unreadable(name, unreadable(error).why),)
    except Unreadable as error:
        yield None, (_unreadable(name, error.why),)


def _unreadable(name: str, why: str) -> Diagnostic:
    from ..dsl.codes.reporting import report
    from ..dsl.source.span import Span

    return report("E1080", Span.of_name(name), why=why)


def _whole(file: BinaryIO) -> str:
    """The text of a file.  Raises `Unreadable` for a file that is too large or is not text."""
    from ..dsl.source.reading import Unreadable, decoded

    data = file.read(LARGEST + 1)
    if not data.strip():
        raise Unreadable("it is empty")
    if b"\0" in data:
        raise Unreadable("it is not a text file")
    return decoded(data, LARGEST)
