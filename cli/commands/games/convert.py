"""`hoyle convert`: converts scripted games from text to JSON and back without loss, or into formats of other programs.

Exit codes: 0 converted, 1 a script cannot be read, 2 the command was used wrongly, 74 a file cannot be written.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ....interchange.formats import WRITTEN
from ...arguments.exits import UnwrittenFile
from ...arguments.inputs import existing
from ...arguments.scripts import shipped_script
from ...arguments.writing import check_target, folder_of, write_file
from ...terminal.console import write_exact

if TYPE_CHECKING:
    from ....api.scripts import ScriptForm

SUFFIXES = {form: f".{form}" for form in ("play", "json", *WRITTEN)}
"""The forms, each with the ending of its files."""


@click.command()
@click.argument("scripts", nargs=-1, required=True, metavar="SCRIPT...")
@click.option("--to", "form", type=click.Choice(list(SUFFIXES)), help="The form to write; by default the other one.")
@click.option("--output", metavar="FILE", help="Where to write it (a folder for several); by default standard output.")
@click.option("--force", "-f", is_flag=True, help="Write over files that exist.")
def convert(scripts: tuple[str, ...], form: ScriptForm | None, output: str | None, force: bool) -> None:
    """Convert scripted games between their two forms, or to the format of another program.

    SCRIPT is a file of either form, text for people or JSON for programs, or - for standard input. Nothing is lost:
    both forms have comments, side lines and seats, and a script that is converted and converted back is the same, in
    the canonical layout; written to another folder, it names the same rules from there. --to egn (euchre, one game a
    file) and --to pbn (four seats, 13 tricks) write the rules, deals and choices for other programs; `hoyle import`
    reads such files.

    \b
    Exit code: 0   everything was converted
               1   a script cannot be read
               2   the command was used wrongly
               74  a file cannot be written
    """
    if len(scripts) > 1 and (output is None or not Path(output).is_dir()):
        raise click.UsageError("several scripts need a folder to go to: --output FOLDER")
    scripts = tuple(shipped_script(name) or existing(name) for name in scripts)
    sys.exit(max([_convert(name, form, output, force) for name in scripts]))


def _convert(name: str, form: ScriptForm | None, output: str | None, force: bool) -> int:
    from ....api.scripts import convert as converted
    from ....api.scripts import parsed
    from ....interpreter.errors import GameError
    from ....interpreter.notation.files import LARGEST
    from ...terminal.diagnostics import echo_diagnostics

    folder = folder_of(Path(output)) if output is not None else None
    try:
        if name == "-":
            source = sys.stdin
            data = b"" if source is None else source.buffer.read(LARGEST + 1)
            found = converted(parsed(data, "<stdin>"), form, folder=folder)
        else:
            found = converted(Path(name), form, folder=folder)
    except GameError as error:
        echo_diagnostics(error.diagnostics)
        return 1
    except ValueError as error:  # no path leads from there to the rules
        raise UnwrittenFile(output or "", error) from None
    echo_diagnostics(found.warnings)
    _write(found.text, name, found.form, output, force)
    return 0


def _write(text: str, name: str, wanted: str, output: str | None, force: bool) -> None:
    if output is None:
        write_exact(text)
        return
    target = Path(output)
    if target.is_dir():
        target /= ("stdin" if name == "-" else Path(name).stem) + SUFFIXES[wanted]
    check_target(str(target), tuple(SUFFIXES.values()), [name], "--output")
    write_file(target, text.encode("utf-8"), force=force)
