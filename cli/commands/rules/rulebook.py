"""`hoyle rulebook`: writes the rulebook of a game from its rule file; or the card that says how it is played here."""

from __future__ import annotations

import click

from ...arguments.calling import calling, rules_of, variants_of
from ...arguments.common import rule_options
from ...arguments.inputs import pairs
from ...terminal.console import echo, reading_width, visible, write_exact

FORMATS = ("text", "md", "html")


@click.command()
@click.argument("ruleset")
@rule_options
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to write it.")
@click.option("--card", is_flag=True, help="Only how it is played here: what is chosen, other rules, numbers.")
def rulebook(
    ruleset: str, options: tuple[str, ...], preset: str | None, players: int | None,
    variants: tuple[str, ...], form: str, card: bool,
) -> None:  # fmt: skip
    """Write the rulebook of a game from its rule file.

    RULESET is the name of a ruleset, a rule file, or - for standard input. The chosen options and, with --players,
    the number of players are filled in; rules that cannot apply then are left out.

    \b
    Exit code: 0  all is well
               1  the rules have errors
               2  the command was used wrongly
    """
    from ....api.reading import rulebook as written

    with calling():
        found = written(
            rules_of(ruleset), options=pairs(options, "--option"), preset=preset, players=players,
            variants=variants_of(variants), card=card,
        )  # fmt: skip
    if form == "md":
        write_exact(found.markdown())
    elif form == "html":
        write_exact(found.html())
    else:
        for text in found.text(reading_width()).splitlines():
            echo(visible(text))
