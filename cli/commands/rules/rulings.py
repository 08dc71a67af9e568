"""`hoyle rulings`: lists every point that the documents leave open, its possible readings, and the reading in use."""

from __future__ import annotations

import click

from ...arguments.calling import calling, folded_lines, rules_of, variants_of
from ...arguments.common import rule_options
from ...arguments.inputs import pairs
from ...terminal.console import json_text, write_exact

FORMATS = ("text", "md", "json")


@click.command()
@click.argument("ruleset")
@rule_options
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to show them.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def rulings(
    ruleset: str, options: tuple[str, ...], preset: str | None, players: int | None,
    variants: tuple[str, ...], form: str, as_json: bool,
) -> None:  # fmt: skip
    """List every ambiguity with its readings, and the rulings.

    RULESET is the name of a ruleset, a rule file, or - for standard input. Each reading is shown with the lines of
    the documents that support it; the default and the current setting are marked.

    \b
    Exit code: 0  all is well
               1  the rules have errors
               2  the command was used wrongly
    """
    from ....api.reading import rulings as listed

    with calling():
        report = listed(
            rules_of(ruleset), options=pairs(options, "--option"), preset=preset, players=players,
            variants=variants_of(variants),
        )  # fmt: skip
    if as_json or form == "json":
        write_exact(json_text(report.data()))
    elif form == "md":
        write_exact(report.markdown())
    else:
        folded_lines(report.lines())
