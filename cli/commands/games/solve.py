"""`hoyle solve`: finds the exact value of every choice, and the best line, with all cards known.

Exit codes: 0 solved, 1 the script is wrong or the rest of the deal is too long, 2 the command was used wrongly, 130
Ctrl-C.
"""

from __future__ import annotations

import sys

import click

from ...arguments.scripts import read_script, script_files
from ...formats.solution import solution_lines
from ...terminal.console import console_for, echo, json_text, shows_suits, visible, write_exact
from ...terminal.diagnostics import print_diagnostics
from ...terminal.render import Renderer


@click.command()
@click.argument("script", metavar="SCRIPT")
@click.option("--at", type=click.IntRange(1), metavar="N", help="Solve what choice N answered, by its number.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 86_400), default=60, show_default=True, help="Give up after this time."
)
@click.option(
    "--memory",
    type=click.IntRange(1, 3_000),
    default=256,
    show_default=True,
    metavar="MB",
    help="The most memory for the table of positions; the answer is the same with any.",
)
@click.option("--ascii", "ascii_", is_flag=True, help="Write suits as letters.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def solve(script: str, at: int | None, seconds: float, memory: int, ascii_: bool, form: str) -> None:
    """Find the exact value of every choice with all cards known.

    SCRIPT is a .play file (text or JSON), or - for standard input. Its first game is solved where it ends, or at the
    choice that --at names: `hoyle analyse` numbers them. If it ends with its deal, it is solved where the first card
    of that deal was played to a trick. Cards that the script does not name are first drawn at random, so name them.
    With more than two sides, a value is what the side can be sure of, whatever all the others do together.

    \b
    Exit code: 0    solved
               1    something in the script is wrong, or too much is left of the deal
               2    the command was used wrongly
               130  stopped with Ctrl-C
    """
    from ....api.scripts import CannotSolve, solve_first
    from ....interpreter.faults import Fault
    from ....interpreter.game import GameError

    files = script_files(script)
    if len(files) > 1:
        raise click.UsageError("name one script")
    ascii_ = (ascii_ or not shows_suits()) and form == "text"
    _, folder, games = read_script(files[0])
    try:
        report = solve_first(folder, games, at=at, seconds=seconds, memory=memory, ascii=ascii_)
    except GameError as error:
        print_diagnostics(console_for(), error.diagnostics)
        sys.exit(1)
    except CannotSolve as error:
        advice = f" ({error.advice.replace('`seconds`', '--seconds').replace('`at`', '--at')})" if error.advice else ""
        echo(f"hoyle: {visible(error.what)}{advice}", err=True)
        sys.exit(1)
    except Fault as fault:
        echo(visible(f"hoyle: the rules break down while it is solved: {fault.message} ({fault.span})"), err=True)
        sys.exit(1)
    if form == "json":
        write_exact(json_text(report.data()))
        return
    out = Renderer(console_for(), ascii=ascii_)
    for pieces in solution_lines(report.title, report.data()):
        out.line(*pieces)
