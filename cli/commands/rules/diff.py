"""`hoyle diff`: describes in sentences how two games differ."""

from __future__ import annotations

import click

from ...arguments.calling import calling, folded_lines, rules_of, variants_of
from ...arguments.common import options_of_two
from ...arguments.inputs import pairs
from ...terminal.console import json_text, write_exact


@click.command()
@click.argument("a")
@click.argument("b", required=False)
@options_of_two
@click.option("--players", "-p", type=click.IntRange(1, 64), help="How many play both.")
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
def diff(
    a: str, b: str | None, options: tuple[str, ...],
    options_a: tuple[str, ...], options_b: tuple[str, ...],
    preset: str | None, preset_a: str | None, preset_b: str | None, variants: tuple[str, ...],
    variants_a: tuple[str, ...], variants_b: tuple[str, ...], players: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Describe in sentences how two games differ.

    A and B are rulesets, variants or rule files; without B, a variant is compared with its base, and A with itself if
    it is to have other options or variants (--option-b NAME=VALUE, --variant-b FILE).

    \b
    Exit code: 0  all is well, whether they differ or not
               1  the rules of one have errors
               2  the command was used wrongly
    """
    from ....api.reading import diff as compared

    with calling():
        report = compared(
            rules_of(a), None if b is None else rules_of(b), options=pairs(options, "--option"),
            options_a=pairs(options_a, "--option-a"), options_b=pairs(options_b, "--option-b"), preset=preset,
            preset_a=preset_a, preset_b=preset_b, variants=variants_of(variants), variants_a=variants_of(variants_a),
            variants_b=variants_of(variants_b), players=players,
        )  # fmt: skip
    if as_json:
        write_exact(json_text(report.data()))
    else:
        folded_lines(report.lines())
