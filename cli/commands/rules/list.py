"""`hoyle list`: lists the games and players there are.

Exit codes: 0 always, 2 the command was used wrongly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...terminal.console import echo, json_text, write_exact

if TYPE_CHECKING:
    from ....api.listing import ListKind

KINDS = ("games", "variants", "presets", "players")


@click.command("list")
@click.argument("kind", type=click.Choice(KINDS), required=False)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Lines, or JSON.")
def list_(kind: ListKind | None, form: str) -> None:
    """List the available games, variants, presets and players.

    These are the ones that come with hoyle, and the rule files in the current folder.

    \b
    Exit code: 0   always
               2   the command was used wrongly
    """
    from ....api.listing import list as listed

    report = listed(kind)
    if form == "json":
        write_exact(json_text(report.data()))
    else:
        for line in report.lines():
            echo(line)
