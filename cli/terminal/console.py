"""Streams and terminals: what a stream can show, its width, and the only place that makes rich consoles.

All printed text comes from files and people.  So it is never read as markup, and control characters never reach a
terminal.  `NO_COLOR` and `FORCE_COLOR` are obeyed.  A stream that cannot encode suits or box lines gets ASCII.  Rich is
imported only for a console: `check` prints its messages without it.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO, cast

from ...dsl.source.invisible import tamed, visible

if TYPE_CHECKING:
    from rich.console import Console

PLAIN_WIDTH = 120
"""The width for lines that are cut, on a stream that is no terminal, in characters."""
NARROWEST = 40
_EASY = 100
"""The largest width of running text, in characters.  Longer lines are hard to read."""
_WIDE = 200
"""The width of tables in a file or for another program, in characters.  Nothing is cut there."""
_ANY = 100_000
"""The width if there is no limit, in characters."""
_SIGNS = "♠♥♦♣✓─│┌…"
_SPELLED = "hoyle-spelled"
_LIKE = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "✓": "*", "…": "...", "→": "->", "≤": "<=", "≥": ">=", "≠": "!=",
    "×": "*", "÷": "/", "–": "-", "—": "-", "−": "-", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class OutputStyle:
    """The properties of one stream: its width in characters, whether it shows colours, and its encoding."""

    width: int = PLAIN_WIDTH
    colour: bool = False
    encoding: str = "utf-8"

    def can(self, text: str) -> bool:
        """Whether the stream can encode a text."""
        try:
            text.encode(self.encoding)
        except (LookupError, UnicodeEncodeError):
            return False
        return True

    @property
    def dots(self) -> str:
        """The mark for text that was left out."""
        return "…" if self.can("…") else "..."


def look(file: IO[str] | None = None) -> OutputStyle:
    """The properties of a stream; by default of standard output."""
    out = file or sys.stdout
    encoding = getattr(out, "encoding", None) or "utf-8"
    terminal = is_terminal(out)
    width = max(NARROWEST, _columns(out)) if terminal else PLAIN_WIDTH
    return OutputStyle(width, _colour(terminal), encoding)


def reading_width() -> int:
    """The width of running text on standard output: the terminal's width, within what is easy to read."""
    return min(look().width, _EASY)


def table_room() -> int:
    """The width available for a table on standard output.  There is no limit in a file or for another program."""
    return look().width if is_terminal() else _ANY


def folded(text: str) -> list[str]:
    """A line of running text, wrapped.  Further lines are indented by two more characters."""
    import textwrap

    start = len(text) - len(text.lstrip(" *+-·<"))
    return textwrap.wrap(
        text, reading_width(), subsequent_indent=" " * (start or 2), break_on_hyphens=False, break_long_words=False
    ) or [""]


def fitted(text: str) -> list[str]:
    """A line wrapped between words to the width of the terminal.  For a file or another program it is unchanged."""
    width = look().width
    if not is_terminal() or len(text) <= width:
        return [text]
    import textwrap

    inside = " " * (len(text) - len(text.lstrip(" ")) + 4)
    return textwrap.wrap(text, width, subsequent_indent=inside, break_on_hyphens=False, break_long_words=False)


def _columns(terminal: IO[str]) -> int:
    """The width of a terminal.  (`shutil` has a function for it, but its import loads many archive modules.)"""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and 0 < int(said) < 10_000:
        return int(said)
    try:
        return os.get_terminal_size(terminal.fileno()).columns or PLAIN_WIDTH
    except (OSError, ValueError):
        return PLAIN_WIDTH


def is_terminal(file: IO[str] | None = None) -> bool:
    """Whether the stream is a terminal."""
    try:
        return (file or sys.stdout).isatty()
    except (AttributeError, ValueError):  # the stream does not exist, or it is closed
        return False


def _colour(terminal: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return terminal and os.environ.get("TERM") != "dumb"


def shows_suits(file: IO[str] | None = None) -> bool:
    """Whether a stream can encode suit signs and box lines."""
    return look(file).can(_SIGNS)


def console_for(file: IO[str] | None = None, *, narrow: bool = False) -> Console:
    """A rich console for standard output or another stream.  It reads no markup and accepts every character.

    If the output is piped, lines have any length.  With `narrow` they end at the width in `COLUMNS`, if it is set,
    because a person may read the output of the pipe."""
    from rich.console import Console

    class PipedConsole(Console):
        """Passes on the error of a closed pipe.  Rich itself would end the program."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError(errno.EPIPE, "nobody reads the output any more")

    out = file or sys.stdout
    never_fail(out)
    here = look(out)
    wide = not is_terminal(out)
    columns = max(NARROWEST, _columns(out)) if narrow and "COLUMNS" in os.environ else _WIDE
    return PipedConsole(
        file=out, highlight=False, markup=False, emoji=False, soft_wrap=wide, width=columns if wide else None,
        no_color=not here.colour, force_terminal=True if here.colour else None,
    )  # fmt: skip


class _ClosedStream(io.TextIOBase):
    """Stands for a standard output that was closed before the program began (`>&-`): nothing can be written."""

    encoding = "utf-8"

    @property
    def buffer(self) -> _ClosedStream:
        """The stream for bytes: as closed as this one."""
        return self

    def write(self, _: object) -> int:
        """Fail as the operating system would.  Raises `OSError`."""
        raise OSError(errno.EBADF, "standard output is closed")


def prepare() -> None:
    """Set up the standard streams so that no character can cause an error, and none gets lost unnoticed."""
    if sys.stdout is None:  # `>&-`
        sys.stdout = cast("TextIO", _ClosedStream())
    for stream in (sys.stdout, sys.stderr):
        never_fail(stream)


def never_fail(stream: IO[str] | None) -> None:
    """Make a stream replace what it cannot encode: a suit by its letter, others by a similar sign or their number."""
    if isinstance(stream, io.TextIOWrapper) and stream.errors != _SPELLED:
        codecs.register_error(_SPELLED, _spelled)
        stream.reconfigure(errors=_SPELLED)


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """The part of a text that cannot be encoded, in other characters."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_LIKE.get(one) or one.encode("ascii", "backslashreplace").decode("ascii") for one in text), error.end


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print on standard output or standard error, in the encoding of the stream.

    (`click.echo` itself writes UTF-8 to a stream whose encoding is ASCII.) A caller that styles text must first check
    `look` for colours.
    """
    import click  # the page of the studio has none

    click.echo(text, file=sys.stderr if err else sys.stdout, nl=nl, color=True)


def write_exact(text: str) -> None:
    """Print text unchanged, in UTF-8 and with its own line ends, for redirection to a file."""
    out = sys.stdout
    if out is not None:  # there may be none: `>&-`
        out.flush()
        out.buffer.write(text.encode("utf-8", "backslashreplace"))
        out.buffer.flush()


def json_text(data: object) -> str:
    """Data as JSON, with all invisible characters as escapes."""
    import json

    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return tamed(text)


def read_input() -> bytes:
    """Read standard input to its end, at most one byte more than a rule file may have.  Raises `OSError`."""
    from ...dsl.rule_files import LARGEST

    if sys.stdin is None:  # there may be none: `<&-`
        raise OSError(errno.EBADF, "there is no standard input")
    return sys.stdin.buffer.read(LARGEST + 1)


def shown_path(name: str) -> str:
    """The name of a file in messages, without invisible characters: relative to the current folder if the file is in
    it, and only the file's name if it ships with hoyle."""
    if Path(name).is_absolute():
        path = Path(name)
        with suppress(OSError, ValueError):
            return visible(str(path.relative_to(Path.cwd())))
        if path.is_relative_to(_SHIPPED):
            return visible(path.name)
    return visible(name)


_SHIPPED = Path(__file__).resolve().parents[2] / "rulesets"
"""The folder of the rule files that ship with hoyle.  All their names differ."""


def count(number: int, what: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
