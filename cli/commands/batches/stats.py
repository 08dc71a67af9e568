"""`hoyle stats`: what happened in games that people played, from their scripts.

Exit codes: 0 they were counted, 1 a script is wrong or they cannot be counted together, 2 the command was used wrongly.
"""

from __future__ import annotations

import click

from ...arguments.calling import print_lines
from ...arguments.exits import WRONG_CONTENT
from ...arguments.scripts import script_files
from ...terminal.console import echo, json_text, visible, write_exact


@click.command()
@click.argument("scripts", nargs=-1, required=True, metavar="SCRIPT...")
@click.option(
    "--against", multiple=True, metavar="SCRIPT", help="A script of a second set, to compare with; several times."
)
@click.option("--judge", is_flag=True, help="Also judge every choice, quickly.")
@click.option("--rules", "every_rule", is_flag=True, help="With text: how often each rule fired.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True,
              help="How to report.")  # fmt: skip
@click.pass_context
def stats(
    ctx: click.Context, scripts: tuple[str, ...], against: tuple[str, ...], judge: bool, every_rule: bool, form: str
) -> None:
    """Count what happened in games that people played.

    SCRIPT is a script of one game, as a table of `hoyle serve` gives it, `hoyle play --record` writes it or
    `hoyle import` makes it, or a folder of such files. The report is that of `hoyle simulate`: who won, how often each
    rule applied, what was bid and paid, who led, with 95 % intervals. With --against, a second set is counted too, and
    what differs is told.

    \b
    Exit code: 0  the games were counted
               1  a script is wrong, or the games were played by different rules
               2  the command was used wrongly
    """
    from ....api.counting import CannotCount
    from ....api.counting import stats as counted

    first, second = _files(scripts), _files(against)
    try:
        report = counted(*first, against=second, judge=judge)
    except CannotCount as error:
        echo(f"hoyle: {visible(error.message)}", err=True)
        ctx.exit(WRONG_CONTENT)
    if form == "json":
        write_exact(json_text(report.data()))
    else:
        print_lines(report.lines(every_rule=every_rule))


def _files(scripts: tuple[str, ...]) -> list[str]:
    """The files of some scripts and folders of scripts."""
    if "-" in scripts:
        raise click.UsageError("scripts are not counted from standard input: name files or folders")
    return [path for name in scripts for path in script_files(name)]
