"""Streams and terminals: what a stream can show, how wide it is, and the one place that makes rich consoles.

Everything printed comes from files and people, so nothing is read as markup and control characters are never passed on
to a terminal.  `NO_COLOR` and `FORCE_COLOR` are obeyed; a stream that cannot encode suits or box lines gets ASCII.
Rich is imported only by those who ask for a console: a check prints its messages without it.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

PLAIN_WIDTH = 120
"""Columns for lines cut to size on a stream that is no terminal."""
NARROWEST = 40
_EASY = 100
"""Columns of running text at most: longer lines are hard to read."""
_WIDE = 200
"""Columns of tables that go to a file or another program: nothing is cut off there."""
_ANY = 100_000
"""Columns where nobody asks for fewer."""
_SIGNS = "♠♥♦♣✓─│┌…"
_SPELLED = "hoyle-spelled"
_LIKE = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "✓": "*", "…": "...", "→": "->", "≤": "<=", "≥": ">=", "≠": "!=",
    "×": "*", "÷": "/", "–": "-", "—": "-", "−": "-", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'",
}  # fmt: skip
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")


@dataclass(frozen=True, slots=True)
class OutputStyle:
    """How to write for one stream: columns, colours or none, and the encoding that must hold every character."""

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
        """What stands where something was left out."""
        return "…" if self.can("…") else "..."


def look(file: IO[str] | None = None) -> OutputStyle:
    """How to write to a stream; standard output if none is named."""
    out = file or sys.stdout
    encoding = getattr(out, "encoding", None) or "utf-8"
    terminal = is_terminal(out)
    width = max(NARROWEST, _columns(out)) if terminal else PLAIN_WIDTH
    return OutputStyle(width, _colour(terminal), encoding)


def reading_width() -> int:
    """Columns of running text on standard output: as wide as it is, within what is easy to read."""
    return min(look().width, _EASY)


def table_room() -> int:
    """Columns a table may take on standard output: those of a terminal; a file or another program takes any."""
    return look().width if is_terminal() else _ANY


def folded(text: str) -> list[str]:
    """A line of running text as the lines it takes; what it says goes on two columns inside where it began."""
    import textwrap

    start = len(text) - len(text.lstrip(" *+-·<"))
    return textwrap.wrap(
        text, reading_width(), subsequent_indent=" " * (start or 2), break_on_hyphens=False, break_long_words=False
    ) or [""]


def fitted(text: str) -> list[str]:
    """A line as the lines it takes on a terminal, broken between words; for a file or another program as it is."""
    width = look().width
    if not is_terminal() or len(text) <= width:
        return [text]
    import textwrap

    inside = " " * (len(text) - len(text.lstrip(" ")) + 4)
    return textwrap.wrap(text, width, subsequent_indent=inside, break_on_hyphens=False, break_long_words=False)


def _columns(terminal: IO[str]) -> int:
    """How wide a terminal is.  (`shutil` says it too, but brings every kind of archive with it.)"""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and 0 < int(said) < 10_000:
        return int(said)
    try:
        return os.get_terminal_size(terminal.fileno()).columns or PLAIN_WIDTH
    except (OSError, ValueError):
        return PLAIN_WIDTH


def is_terminal(file: IO[str] | None = None) -> bool:
    """Whether somebody watches this stream."""
    try:
        return (file or sys.stdout).isatty()
    except (AttributeError, ValueError):  # there is no such stream, or it is closed
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
    """A rich console for standard output (or another stream) that reads no markup and fails on no character.

    What is piped has lines as long as they are; with `narrow` they end where `COLUMNS` says, if it is set: a person may
    sit behind the pipe."""
    from rich.console import Console

    class Piped(Console):
        """Leaves a closed pipe to those who know what it means; rich would end the program by itself."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError(errno.EPIPE, "nobody reads the output any more")

    out = file or sys.stdout
    never_fail(out)
    here = look(out)
    wide = not is_terminal(out)
    columns = max(NARROWEST, _columns(out)) if narrow and "COLUMNS" in os.environ else _WIDE
    return Piped(
        file=out, highlight=False, markup=False, emoji=False, soft_wrap=wide, width=columns if wide else None,
        no_color=not here.colour, force_terminal=True if here.colour else None,
    )  # fmt: skip


def prepare() -> None:
    """Make the standard streams such that no character can stop the program."""
    for stream in (sys.stdout, sys.stderr):
        never_fail(stream)


def never_fail(stream: IO[str] | None) -> None:
    """What a stream cannot encode is spelled out: a suit by its letter, other signs by their like or their number."""
    if isinstance(stream, io.TextIOWrapper) and stream.errors != _SPELLED:
        codecs.register_error(_SPELLED, _spelled)
        stream.reconfigure(errors=_SPELLED)


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """The part of a text that cannot be encoded, in characters that can."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_LIKE.get(one) or one.encode("ascii", "backslashreplace").decode("ascii") for one in text), error.end


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print on standard output or standard error, in the encoding the stream has.

    (`click.echo` by itself writes UTF-8 to a stream that says ASCII.)  Who styles text asks `look` for colours first.
    """
    click.echo(text, file=sys.stderr if err else sys.stdout, nl=nl, color=True)


def write_exact(text: str) -> None:
    """Text as it is, in UTF-8 and with its own line ends, whatever the terminal's encoding: for files made by `>`."""
    out = sys.stdout
    if out is not None:  # pyright: ignore[reportUnnecessaryComparison]  # there may be none: `>&-`
        out.flush()
        out.buffer.write(text.encode("utf-8", "backslashreplace"))
        out.buffer.flush()


def json_text(data: object) -> str:
    """Data as JSON in which no character that cannot be seen stands as itself: they are written as escapes."""
    import json

    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def tamed(text: str) -> str:
    """Text that may have tabs and line ends in it; everything else that cannot be seen is written as an escape."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def read_input() -> bytes:
    """Standard input to its end, but no further than one byte more than a rule file may have.  Raises `OSError`."""
    from ...dsl.source.reading import LARGEST

    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]  # there may be none: `<&-`
        raise OSError(errno.EBADF, "there is no standard input")
    return sys.stdin.buffer.read(LARGEST + 1)


def visible(text: str) -> str:
    """Text without characters that would steer a terminal or cannot be seen: those are written as escapes."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def shown_path(name: str) -> str:
    """The name of a file as messages show it, always visible: from the current folder if it lies in it, and of one that
    comes with hoyle its name alone."""
    if Path(name).is_absolute():
        path = Path(name)
        with suppress(OSError, ValueError):
            return visible(str(path.relative_to(Path.cwd())))
        if path.is_relative_to(_SHIPPED):
            return visible(path.name)
    return visible(name)


_SHIPPED = Path(__file__).resolve().parents[2] / "rulesets"
"""Where the rule files lie that come with hoyle: no two of them share a name."""


def count(number: int, what: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
