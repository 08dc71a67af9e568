"""`hoyle fmt`: formats rule files in the one canonical layout.

The new text is written to a file beside the old one, which it then replaces in one step.  So a power cut or a full disk
leaves the old file or the new one, never half of one.  A file with mistakes is not changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from ....dsl.source.reading import reason_of
from ....dsl.source.writing import write_pieces
from ...arguments.exits import NO_OUTPUT
from ...arguments.inputs import Input, rule_files, source_of
from ...terminal.console import count, echo, shown_path, visible, write_exact
from ...terminal.diagnostics import echo_diagnostics


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Change nothing; exit code 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@click.option("--quiet", "-q", is_flag=True, help="Only name files that cannot be formatted.")
@click.pass_context
def fmt(ctx: click.Context, files: tuple[str, ...], check: bool, diff: bool, quiet: bool) -> None:
    """Format rule files in the canonical layout.

    FILE is a rule file, a folder (all *.hoyle files in it), or - to read standard input and print the result.
    Comments are kept, and the meaning of the rules stays the same: behind a line, a comment stands two blanks away, or
    in column 73, that of citations, if it stood there or further right. A file with mistakes is not changed.

    \b
    Exit code: 0   all files are formatted
               1   a file has mistakes or cannot be read; with --check: a file would change
               2   the command was used wrongly
               74  a file cannot be written
    """
    run = _FormatRun(write=not check and not diff, diff=diff, quiet=quiet)
    for one in rule_files(files, rulesets=False):
        run.file(one)
    run.summary()
    ctx.exit(NO_OUTPUT if run.unwritten else 1 if run.failed or (check and run.changed) else 0)


@dataclass
class _FormatRun:
    """One run of the command, with the number of files for each result."""

    write: bool
    diff: bool
    quiet: bool
    same: int = 0
    changed: int = 0
    failed: int = 0
    printed: bool = False
    unwritten: bool = False

    def file(self, one: Input) -> None:
        """Format one file."""
        from ....dsl.syntax.printer.formatter import format_source

        source, problems = source_of(one)
        if source is None:
            self.fail(problems)
            return
        text = format_source(source)
        if not isinstance(text, str):
            self.fail(text)
            return
        crlf = "\r\n" in source.text
        changed = text != (source.text.replace("\r\n", "\n") if crlf else source.text)
        if crlf:  # line ends are a matter of the checkout: they are kept, and are no difference
            text = text.replace("\n", "\r\n")
        if changed and self.write and one.path is not None and not self.replace(one, one.path, text):
            return
        self.changed += changed
        self.same += not changed
        if self.diff and changed:
            for line in _difference(one.name, source.text, text):
                echo(line)
        elif one.path is None and self.write:
            self.printed = True
            write_exact(text)
        if changed and not self.diff and not self.quiet and one.path is not None:
            echo(f"{shown_path(one.name)}: {'laid out' if self.write else 'would change'}")

    def replace(self, one: Input, path: Path, text: str) -> bool:
        """Write the new text.  Returns whether that was possible; if not, says why."""
        try:
            write_pieces(path, (text.encode("utf-8"),))
        except OSError as error:
            self.failed += 1
            self.unwritten = True
            echo(f"{shown_path(one.name)}: it cannot be written: {reason_of(error)}", err=True)
            return False
        return True

    def fail(self, problems: Sequence[object]) -> None:
        """Report why a file is not changed."""
        from ....dsl.source.diagnostics import Diagnostic

        self.failed += 1
        echo_diagnostics(problem for problem in problems if isinstance(problem, Diagnostic))

    def summary(self) -> None:
        """Print the last line."""
        if self.quiet or self.printed or (self.diff and not self.failed):
            return
        counts = [
            f"{count(self.changed, 'file')} {'laid out' if self.write else 'would change'}" * bool(self.changed),
            f"{count(self.same, 'file')} {'was' if self.same == 1 else 'were'} so already" * bool(self.same),
            f"{count(self.failed, 'file')} left alone" * bool(self.failed),
        ]
        echo(", ".join(filter(None, counts)), err=self.diff)


def _difference(name: str, before: str, after: str) -> Iterator[str]:
    from difflib import unified_diff

    shown = shown_path(name)
    for line in unified_diff(before.splitlines(), after.splitlines(), shown, f"{shown} (laid out)", lineterm=""):
        yield visible(line)
