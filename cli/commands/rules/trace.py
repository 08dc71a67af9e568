"""`hoyle trace`: shows the documents beside the rules, line by line, and the rules without a source."""

from __future__ import annotations

import click

from ...arguments.calling import calling, rules_of, variants_of
from ...arguments.common import variant_option
from ...arguments.inputs import pairs
from ...terminal.console import echo, json_text, visible, write_exact

FORMATS = ("text", "json", "html")


@click.command()
@click.argument("ruleset")
@click.option("--source", "-s", "sources", multiple=True, metavar="NAME=PATH", help="Where a document is.")
@variant_option()
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to show it.")
@click.option("--complete", is_flag=True, help="Fail if a line of a document is not accounted for.")
@click.pass_context
def trace(
    ctx: click.Context, ruleset: str, sources: tuple[str, ...], variants: tuple[str, ...], form: str, complete: bool
) -> None:
    """Show the documents beside the rules that implement them.

    Every line of a document is shown with the clauses, options and rulings that cite it, or as no rule; lines that no
    rule accounts for are listed and counted. Rules with no source come last. A document is the file given with
    --source, or a file of its name beside the rule file or in a folder of HOYLE_SOURCES.

    \b
    Exit code: 0  all is well
               1  the rules have errors, or (with --complete) a line is not accounted for
               2  the command was used wrongly
    """
    from ....api.reading import trace as traced

    with calling():
        report = traced(rules_of(ruleset), variants=variants_of(variants), sources=pairs(sources, "--source"))
    if form == "json":
        write_exact(json_text(report.data()))
    elif form == "html":
        write_exact(report.html())
    else:
        for text in report.lines():
            echo(visible(text))
    if complete and not report.complete:
        ctx.exit(1)
