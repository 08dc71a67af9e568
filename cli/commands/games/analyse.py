"""`hoyle analyse`: judges every choice of a scripted game by what its player could know.

Exit codes: 0 all games were judged, 1 something in a script is wrong, 2 the command was used wrongly, 130 Ctrl-C.
"""

from __future__ import annotations

import sys

import click

from ...arguments.scripts import read_script, script_files
from ...terminal.console import json_text, shows_suits, visible, write_exact


@click.command()
@click.argument("scripts", nargs=-1, required=True, metavar="SCRIPT...")
@click.option(
    "--budget", default="normal", show_default=True, metavar="quick|normal|deep|N",
    help="How much effort for each choice, or how many playouts for all its options together.",
)  # fmt: skip
@click.option("--open", "open_", is_flag=True, help="Judge with all cards known, exactly, where little enough is left.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=0,
    show_default=True,
    help="Seed of the judge's random numbers.",
)
@click.option("--quiet", "-q", is_flag=True, help="Only the choices that cost something for sure, and the sum.")
@click.option("--ascii", "ascii_", is_flag=True, help="Write suits as letters.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def analyse(
    scripts: tuple[str, ...], budget: str, open_: bool, seed: int, quiet: bool, ascii_: bool, form: str
) -> None:
    """Judge every choice of a scripted game.

    SCRIPT is a .play file (text or JSON), a folder of such files, or - for standard input. For each choice, the value
    of every option is estimated from what that player could know, and the cost of the choice made is its difference
    from the best option. The same script, budget and seed give the same numbers everywhere. docs/players.md explains
    the numbers.

    \b
    Exit code: 0    all games were judged
               1    something in a script is wrong, or a game cannot be judged
               2    the command was used wrongly
               130  stopped with Ctrl-C
    """
    from ....api.judging import Analysis
    from ....interpreter.analysis.judge import effort
    from ....interpreter.errors import GameError
    from ...replaying.judging import PrintedAnalysis

    try:
        wanted = effort(budget)
    except GameError as error:
        raise click.BadParameter(visible(error.message), param_hint="--budget") from None
    files = [path for name in scripts for path in script_files(name)]
    ascii_ = ascii_ or not shows_suits()
    printed = PrintedAnalysis(wanted, open=open_, seed=seed, json=form == "json", quiet=quiet, ascii=ascii_)
    run = Analysis(wanted, open=open_, seed=seed, following=printed, ascii=ascii_ and form != "json")
    for name in files:
        run.script(*read_script(name))
    if form == "json":
        write_exact(json_text(run.data()))
    sys.exit(1 if run.failed else 0)
