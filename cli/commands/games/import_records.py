"""`hoyle import`: converts records of other programs into scripted games.

Exit codes: 0 imported, 1 a record cannot be read or has no rules, 2 the command was used wrongly, 74 a file cannot be
written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from ....interchange.formats import FORMATS, format_of
from ...arguments.common import settings_option, variant_option
from ...arguments.exits import UnwrittenFile
from ...arguments.inputs import existing, pairs, rule_file
from ...arguments.writing import check_target, folder_of, write_pieces
from ...terminal.console import echo, is_terminal, shown_path, visible, write_exact

if TYPE_CHECKING:
    from ....api.scripts import RecordReader

OFTEN = 1_000
"""The number of games between two lines about the progress, if standard error is a terminal."""


@click.command(name="import")
@click.argument("records", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--from", "form", type=click.Choice(list(FORMATS)), help="The format; by default the ending of the file's name."
)
@click.option(
    "--ruleset",
    "-r",
    metavar="RULESET",
    help="The rules of the games; by default those of the record or the usual ones.",
)
@variant_option("them")
@settings_option
@click.option("--output", metavar="FILE", help="Where to write the script; by default standard output.")
@click.option("--force", "-f", is_flag=True, help="Write over a file that exists.")
def import_(
    records: tuple[str, ...], form: str | None, ruleset: str | None, variants: tuple[str, ...],
    options: tuple[str, ...], output: str | None, force: bool,
) -> None:  # fmt: skip
    """Convert games recorded by other programs into a script.

    FILE is a record in EGN (euchre), PBN (bridge and games like it) or PTN (Trickster's tests), or - for standard
    input. All games become one script, which names its rules from where it is written. Anything in a record that cannot
    be kept is reported with its line and column. The games are not checked here: `hoyle replay` says whether they
    follow the rules.

    \b
    Exit code: 0   every record was imported
               1   a record cannot be read, or its rules are not known
               2   the command was used wrongly
               74  the file cannot be written
    """
    from ....api.scripts import RecordReader

    for name in records:
        existing(name)
        if form is None and format_of(name) is None:
            known = ", ".join(FORMATS)
            raise click.UsageError(f"the format of `{visible(name)}` is not told by its name: --from {known}")
    for name in (*([ruleset] if ruleset else []), *variants):
        rule_file(name)
    sources = [
        (_file(name), "<stdin>" if name == "-" else shown_path(name), form or format_of(name) or "") for name in records
    ]
    folder = (folder_of(Path(output)) if output is not None else None) or Path()
    work = _ImportRun(RecordReader(ruleset or "", variants, pairs(options, "--option"), folder))
    if output is None:
        for piece in work.pieces(sources):
            write_exact(piece)
        sys.exit(work.code)
    target = Path(output)
    check_target(output, (".play",), records, "--output")
    if target.exists() and not force:
        raise click.UsageError(f"`{visible(output)}` exists already; --force writes over it")
    try:
        if not write_pieces(target, (piece.encode("utf-8") for piece in work.pieces(sources)), new=not target.exists()):
            echo(f"{shown_path(output)}: nothing was imported, so it is not written", err=True)
    except (OSError, ValueError) as error:
        raise UnwrittenFile(output, error) from None
    sys.exit(work.code)


class _ImportRun:
    """One run of the command: whether anything failed so far, and the number of games made."""

    def __init__(self, reader: RecordReader) -> None:
        self.reader = reader
        self.code = 0

    def pieces(self, sources: Iterable[tuple[Path | BinaryIO, str, str]]) -> Iterator[str]:
        """The text of the script, game by game.  What is wrong or not kept is printed on the way."""
        for count, (game, text) in enumerate(self.reader.pieces(sources), 1):
            self.tell()
            if count % OFTEN == 0 and is_terminal(sys.stderr):
                where = f"{visible(game.span.source.name)}, line {game.span.line:,}"
                echo(f"{count:,} games so far, the last from {where}", err=True)
            yield text
        self.tell()

    def tell(self) -> None:
        """Print the diagnostics so far.  An error among them sets the exit code to 1."""
        from ...terminal.diagnostics import echo_diagnostics

        found = self.reader.diagnostics
        if any(one.severity == "error" for one in found):
            self.code = 1
        echo_diagnostics(found)
        found.clear()


def _file(name: str) -> Path | BinaryIO:
    """A file, or standard input."""
    if name != "-":
        return Path(name)
    closed = sys.stdin is None  # there may be none: `<&-`
    return BytesIO() if closed else sys.stdin.buffer
