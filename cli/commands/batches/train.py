"""`hoyle train`: teaches the player `learned` some rules.

Exit codes: 0 it learned, 1 the rules have errors or hardly a game can be played, 2 the command was used wrongly or more
had been learned before (which is kept), 74 a file cannot be written, 130 Ctrl-C (what was learned until then is kept).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...arguments.calling import outcome, print_lines, rules_of, variants_of
from ...arguments.common import rule_options
from ...arguments.exits import NO_OUTPUT, WRONG_USE
from ...arguments.inputs import pairs
from ...terminal.console import echo, json_text, write_exact

if TYPE_CHECKING:
    from ....api.training import MeasuredStrength


@click.command()
@click.argument("rulesets", nargs=-1, required=True, metavar="RULESET…")
@click.option(
    "--minutes", type=click.FloatRange(0.01, 100_000), help="How long the lessons are; at most, with --choices.  [1]"
)
@click.option("--choices", type=click.IntRange(1_000, 10**12), help="Instead: from how many choices.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, show_default=True, help="Seed of the games.")
@click.option("--further", is_flag=True, help="Learn on from the weights that there are.")
@click.option("--resume", metavar="FILE", help="Instead: learn on from the weights in a file.")
@click.option("--replace", is_flag=True, help="Replace what was learned before, even from more choices.")
@click.option(
    "--into", metavar="PATH", help="The file to write, or a folder; for several rulesets, a folder.  [the cache folder]"
)
@rule_options
@click.option("--workers", "-w", type=click.IntRange(0, 1024), default=0, help="Threads; one per core if not given.")
@click.option("--format", "form", type=click.Choice(("text", "json", "html")), default="text", show_default=True)
@click.pass_context
def train(
    ctx: click.Context, rulesets: tuple[str, ...], minutes: float | None, choices: int | None, seed: int, further: bool,
    resume: str | None, replace: bool, into: str | None, players: int | None, options: tuple[str, ...],
    preset: str | None, variants: tuple[str, ...], workers: int, form: str,
) -> None:  # fmt: skip
    """Teach a player some rules, by games against itself.

    The player is called `learned`; `simulate`, `compare` and `tune` let it play. It finds what it learned in the user's
    cache folder; with --into the weights are written elsewhere. Its strength is shown as it grows: what it gains in a
    deal over players who choose at random, and over itself at the measurement before.

    After the lessons of a game that is learned from nothing, others learn to beat the player, to find out whether it
    should mix its choices. --minutes does not count that, which can take several times as long; Ctrl-C leaves it out.

    What these rules were learned from more choices is kept: a lesson of fewer does not replace it without --replace.
    --further learns on from it.

    With --choices, no --minutes and one worker the same weights come of it on every machine. The weights of the games
    that come with Hoyle are made anew by `benchmarks/teach.py`, with the lessons that its table names for each.

    \b
    Exit code: 0    it learned
               1    the rules have errors, or hardly a game can be played
               2    the command was used wrongly, or more had been learned before, which is kept
               74   a file cannot be written, so that nothing was kept
               130  stopped with Ctrl-C; what was learned until then is kept
    """
    from ....api.training import train as trained
    from ...formats.training import measured_line

    def tell(one: MeasuredStrength) -> None:
        after, chance, before = measured_line(vars(one))
        echo(f"{after} choices: gains {chance} over chance, {before} over itself before", err=True)

    if further and resume is not None:
        raise click.UsageError(
            "--further learns on from the weights that there are, --resume from those in a file: leave one out."
        )
    if into is not None and len(rulesets) > 1 and not Path(into).is_dir():
        raise click.UsageError(
            f"one file cannot hold what was learned of {len(rulesets)} rulesets: --into names a folder."
        )
    for ruleset in rulesets:
        result, code = outcome(
            lambda ruleset=ruleset: trained(
                rules_of(ruleset), minutes=minutes, choices=choices or 0, seed=seed, further=further,
                begin_with=resume, replace=replace, into=into, seats=players, options=pairs(options, "--option"),
                preset=preset, variants=variants_of(variants), workers=workers, progress=True, watch=tell,
            )
        )  # fmt: skip
        if form == "json":
            write_exact(json_text(result.data()))
        elif form == "html":
            write_exact(result.html())
        else:
            print_lines(result.lines())
        if code or not result.file:
            ctx.exit(code or (WRONG_USE if result.instead else NO_OUTPUT))
