"""`hoyle solve`: finds the exact value of every choice, and the best line, with all cards known.

Exit codes: 0 solved, 1 the script is wrong or the rest of the deal is too long, 2 the command was used wrongly, 130
Ctrl-C; what is known of the values then is printed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from ...arguments.scripts import read_script, script_files
from ...formats.solution import solution_lines
from ...terminal.console import console_for, echo, json_text, shows_suits, visible, write_exact
from ...terminal.diagnostics import print_diagnostics
from ...terminal.render import Renderer

if TYPE_CHECKING:
    from ....api.solving import SolveResult


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
@click.option(
    "--worlds",
    type=click.IntRange(0, 100_000),
    default=0,
    metavar="N",
    help="Draw the cards that the script does not name N times, and give the means.",
)
@click.option("--deal", is_flag=True, help="Solve whole deals instead, for every trump and every leader.")
@click.option(
    "--jobs",
    type=click.IntRange(0, 256),
    default=0,
    metavar="N",
    help="With --deal: solve the games in so many processes; 0, the default, is one for each core.",
)
@click.option("--ascii", "ascii_", is_flag=True, help="Write suits as letters.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def solve(
    script: str,
    at: int | None,
    seconds: float,
    memory: int,
    worlds: int,
    deal: bool,
    jobs: int,
    ascii_: bool,
    form: str,
) -> None:
    """Find the exact value of every choice with all cards known.

    SCRIPT is a .play file (text or JSON), or - for standard input. Its first game is solved where it ends, or at the
    choice that --at names: `hoyle analyse` numbers them. If it ends with its deal, it is solved where the first card
    of that deal was played to a trick. Cards that the script does not name are first drawn at random, so name them;
    or --worlds N draws them N times, solves each draw, and gives the means with 95 % intervals.
    With more than two sides, a value is what the side can be sure of, whatever all the others do together.
    If the time is too short, or after Ctrl-C, bounds of the values are printed, which are certain.

    With --deal, SCRIPT may also be a PBN or EGN file. Every deal of every game is solved for each trump and each player
    who may lead, whatever was bid: Bridge players know this as the double-dummy table.

    \b
    Exit code: 0    solved
               1    something in the script is wrong, or too much is left of the deal
               2    the command was used wrongly
               130  stopped with Ctrl-C
    """
    from ....api.solving import CannotSolve, solve_first
    from ....interpreter.errors import GameError
    from ....interpreter.faults import Fault

    ascii_ = (ascii_ or not shows_suits()) and form == "text"
    if deal:
        if at is not None:
            raise click.UsageError("--at names a choice, and --deal solves whole deals")
        if worlds:
            raise click.UsageError("--worlds is not for --deal, which needs every card to be named")
        _solve_deals(script, seconds, memory, jobs, ascii_, form)
        return
    files = script_files(script)
    if len(files) > 1:
        raise click.UsageError("name one script")
    _, folder, games = read_script(files[0])
    reached, shown = _progress()
    try:
        report = solve_first(
            folder, games, at=at, seconds=seconds, memory=memory, worlds=worlds, ascii=ascii_, progress=reached
        )
    except CannotSolve as error:
        shown()
        if error.so_far is not None:
            _print(error.so_far, form, ascii_)
        named = _OPTIONS.sub(r"--\1", error.advice)
        advice = f" ({named})" if named else ""
        echo(f"hoyle: {visible(error.what)}{advice}", err=True)
        sys.exit(1)
    except GameError as error:
        print_diagnostics(console_for(), error.diagnostics)
        sys.exit(1)
    except Fault as fault:
        echo(
            visible(f"hoyle: the rules break down in a continuation of the game: {fault.message} ({fault.span})"),
            err=True,
        )
        sys.exit(1)
    except KeyboardInterrupt:  # what is known of values is in a report
        shown()
        echo("interrupted: nothing is known of the values yet", err=True)
        sys.exit(130)
    shown()
    _print(report, form, ascii_)
    if not report.exact and not report.worlds:
        sys.exit(130)


_OPTIONS = re.compile(r"`(seconds|at|worlds)`")


def _progress() -> tuple[Callable[[int, int], None], Callable[[], None]]:
    """What shows how much is solved, on a terminal, and what clears it."""
    begun, on_terminal, lines = monotonic(), sys.stderr.isatty(), list[int]()

    def reached(done: int, total: int) -> None:
        if on_terminal and monotonic() - begun > 1:
            lines.append(done)
            echo(f"\rsolved: {done} of {total} ({monotonic() - begun:.0f} s)", err=True, nl=False)

    def clear() -> None:
        if lines:
            echo(f"\r{' ' * 40}\r", err=True, nl=False)

    return reached, clear


def _print(report: SolveResult, form: str, ascii: bool) -> None:
    if form == "json":
        write_exact(json_text(report.data()))
        return
    out = Renderer(console_for(), ascii=ascii)
    for pieces in solution_lines(report.title, report.data()):
        out.line(*pieces)


def _solve_deals(script: str, seconds: float, memory: int, jobs: int, ascii: bool, form: str) -> None:
    """Solve whole deals, and print the tables."""
    from ....api.deal_tables import solve_deals
    from ....api.solving import CannotSolve
    from ....interpreter.errors import GameError

    if script == "-" or not Path(script).is_file():
        raise click.UsageError(f"there is no file `{visible(script)}`")

    def shown(done: int, total: int) -> None:
        if total > 1 and sys.stderr.isatty():
            end = "\n" if done == total else ""
            echo(f"\rgames: {done} of {total}{end}", err=True, nl=False)

    try:
        report = solve_deals(script, seconds=seconds, memory=memory, jobs=jobs, ascii=ascii, progress=shown)
    except CannotSolve as error:
        echo(f"hoyle: {visible(error.what)}", err=True)
        sys.exit(1)
    except GameError as error:
        print_diagnostics(console_for(), error.diagnostics)
        sys.exit(1)
    if form == "json":
        write_exact(json_text(report.data()))
    else:
        for text in report.lines():
            echo(text)
    if all(one.reason for one in report.deals):
        sys.exit(1)
