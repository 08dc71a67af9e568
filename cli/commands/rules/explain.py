"""`hoyle explain`: explains a code: its meaning, the reason, an example of the mistake, and the corrected example."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from ...terminal.console import echo, look, visible
from ...terminal.highlight import coloured

if TYPE_CHECKING:
    from ....dsl.codes.code import Code

_WIDTH = 88


@click.command()
@click.argument("code", required=False)
@click.option("--list", "-l", "list_", is_flag=True, help="List every code with its title.")
@click.pass_context
def explain(ctx: click.Context, code: str | None, list_: bool) -> None:
    """Explain the code of a message.

    It shows what the code means, why it is a mistake, and an example before and after the correction: hoyle explain
    E0203.

    \b
    Exit code: 0  all is well
               2  the command was used wrongly: there is no such code
    """
    from ....dsl.codes.table import CODES, FAMILIES

    if list_:
        family = ""
        for entry in CODES.values():
            if entry.family != family:
                echo(("\n" if family else "") + FAMILIES[entry.family])
                family = entry.family
            echo(f"  {entry.id}  {entry.title}")
        return
    if code is None:
        raise click.UsageError("name the code of a message, such as E0203; --list shows all of them")
    entry = CODES.get(code.strip().upper())
    if entry is None:
        from ....dsl.source.nearest import nearest

        near = nearest(code.strip().upper(), CODES)
        advice = f"; did you mean `{near}`?" if near else "; --list shows all of them"
        raise click.UsageError(f"there is no code `{visible(code)}`{advice}")
    echo(page(entry), nl=False)


def page(entry: Code) -> str:
    """The explanation of one code."""
    parts = [f"{entry.id} {entry.title}\n", f"{entry.severity}: {entry.outline}\n", _wrapped(entry.why)]
    if entry.bad:
        parts.append(f"Example:\n\n{_example(entry.bad, entry)}")
    if entry.good:
        parts.append(f"Corrected:\n\n{_example(entry.good, entry)}")
    return "\n".join(parts)


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)) + "\n"


def _example(text: str, entry: Code) -> str:
    text = "".join(f"{visible(line.expandtabs(4))}".rstrip() + "\n" for line in text.rstrip("\n").split("\n"))
    lines = coloured(text, look(), script=entry.language == "play").split("\n")
    return "".join(f"    {line}".rstrip() + "\n" for line in lines[:-1])
