"""`hoyle import`: converts records of other programs into scripted games.

Exit codes: 0 imported, 1 a record cannot be read or has no rules, 2 the command was used wrongly, 74 a file cannot be
written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ....interchange.formats import FORMATS, format_of
from ...arguments.common import settings_option, variant_option
from ...arguments.inputs import existing, pairs, rule_file
from ...arguments.writing import check_target, write_pieces
from ...terminal.console import echo, is_terminal, shown_path, visible, write_exact

if TYPE_CHECKING:
    from ....dsl.source.diagnostics import Diagnostic
    from ....interchange.importing import ImportSettings
    from ....interchange.record import RecordedGame

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
    input. All games become one script. Anything in a record that cannot be kept is reported with its line and column.
    The games are not checked here: `hoyle replay` says whether they follow the rules.

    \b
    Exit code: 0   every record was imported
               1   a record cannot be read, or its rules are not known
               2   the command was used wrongly
               74  the file cannot be written
    """
    from ....interchange.importing import ImportSettings

    for name in records:
        existing(name)
        if form is None and format_of(name) is None:
            known = ", ".join(FORMATS)
            raise click.UsageError(f"the format of `{visible(name)}` is not told by its name: --from {known}")
    for name in (*([ruleset] if ruleset else []), *variants):
        rule_file(name)
    wishes = ImportSettings(ruleset or "", variants, tuple(pairs(options, "--option").items()), Path())
    sources = [(name, form or format_of(name) or "") for name in records]
    work = _ImportRun(wishes)
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
    except OSError as error:
        why = (error.strerror or "it failed").lower()
        echo(f"{shown_path(output)}: it cannot be written: {why}", err=True)
        sys.exit(74)
    sys.exit(work.code)


class _ImportRun:
    """One run of the command: the chosen rules, whether anything failed so far, and the number of games made."""

    def __init__(self, wishes: ImportSettings) -> None:
        self.wishes = wishes
        self.code = 0
        self.games = 0

    def pieces(self, sources: Iterable[tuple[str, str]]) -> Iterator[str]:
        """The text of the script, game by game."""
        from ....interchange.importing import imported, joined
        from ....interpreter.notation.model import VERSION
        from ....interpreter.notation.writer import write_game
        from ....interpreter.opening.rulesets import Rulesets

        rulesets, begun = Rulesets(), False
        for name, format in sources:
            for record in joined(self.records(name, format)):
                game, problems = imported(record, format, rulesets, self.wishes)
                self.tell(problems)
                if game is None:
                    continue
                head = [] if begun else [f"hoyle play {VERSION}"]
                begun = True
                self.games += 1
                if self.games % OFTEN == 0 and is_terminal(sys.stderr):
                    where = f"{visible(name)}, line {record.place.line:,}"
                    echo(f"{self.games:,} games so far, the last from {where}", err=True)
                yield "\n".join([*head, "", *write_game(game)]) + "\n"

    def records(self, name: str, format: str) -> Iterator[RecordedGame]:
        """The records in a file that can be read."""
        from ....interchange.formats import records, records_in

        if name == "-":
            source = sys.stdin
            closed = source is None  # pyright: ignore[reportUnnecessaryComparison] - there may be none: `<&-`
            found = records_in(BytesIO() if closed else source.buffer, format, "<stdin>")
        else:
            found = records(Path(name), format, shown_path(name))
        for record, problems in found:
            self.tell(problems)
            if record is not None:
                yield record

    def tell(self, problems: Iterable[Diagnostic]) -> None:
        """Print the diagnostics.  An error among them sets the exit code to 1."""
        from ...terminal.diagnostics import echo_diagnostics

        kept = list(problems)
        if any(one.severity == "error" for one in kept):
            self.code = 1
        echo_diagnostics(kept)
