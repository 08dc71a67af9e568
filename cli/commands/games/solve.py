"""`hoyle solve`: finds the exact value of every choice, and the best line, with all cards known.

Exit codes: 0 solved, 1 the script is wrong or the rest of the deal is too long, 2 the command was used wrongly, 130
Ctrl-C.
"""

from __future__ import annotations

import sys

import click

from ...arguments.scripts import read_script, script_files
from ...terminal.console import shows_suits


@click.command()
@click.argument("script", metavar="SCRIPT")
@click.option("--at", type=click.IntRange(1), metavar="N", help="Solve what choice N answered, by its number.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 86_400), default=60, show_default=True, help="Give up after this time."
)
@click.option("--ascii", "ascii_", is_flag=True, help="Write suits as letters.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def solve(script: str, at: int | None, seconds: float, ascii_: bool, form: str) -> None:
    """Find the exact value of every choice with all cards known.

    SCRIPT is a .play file (text or JSON), or - for standard input. Its first game is solved where it ends, or at the
    choice that --at names: `hoyle analyse` numbers them. Cards that the script does not name are first drawn at
    random, so name them. With more than two sides, a value is what the side can be sure of, whatever all the others
    do together.

    \b
    Exit code: 0    solved
               1    something in the script is wrong, or too much is left of the deal
               2    the command was used wrongly
               130  stopped with Ctrl-C
    """
    from ...replaying.solving import NoSolution, solved_in

    files = script_files(script)
    if len(files) > 1:
        raise click.UsageError("name one script")
    _, folder, games = read_script(files[0])
    ascii_ = (ascii_ or not shows_suits()) and form == "text"
    found = solved_in(folder, games, at, seconds, ascii=ascii_)
    if isinstance(found, NoSolution):
        found.show()
        sys.exit(1)
    if form == "json":
        from ...arguments.chosen import print_json

        print_json(found.data())
    else:
        found.show()
