"""`hoyle fuzz`: plays random games and checks every invariant; reports rules that never fired, and the shortest script
of each failure.

Exit codes: 0 every check passed, 1 a check failed or the rules have errors, 2 the command was used wrongly, 74 the
script of a failure could not be written, 130 Ctrl-C (the results so far are printed).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...arguments.calling import outcome, rules_of, variants_of
from ...arguments.common import seed_option, variant_option, workers_option
from ...arguments.engines import LOOKS, engine_option
from ...arguments.exits import NO_OUTPUT
from ...arguments.inputs import pairs
from ...terminal.console import echo, json_text, visible, write_exact

if TYPE_CHECKING:
    from ....api.running import EngineName


@click.command()
@click.argument("ruleset")
@click.option("--games", "-n", type=click.IntRange(1, 10**7), default=100, show_default=True, help="How many games.")
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="Fix an option at a value.")
@click.option("--preset", metavar="TITLE", help="Fix the options of a preset.")
@click.option("--all-options", is_flag=True, help="With --option or --preset: vary all other options too.")
@click.option("--players", "-p", type=click.IntRange(1, 64), help="How many play; any number if not given.")
@variant_option()
@seed_option
@click.option(
    "--length",
    type=click.IntRange(1, 100_000),
    default=1_000,
    show_default=True,
    help="Stop a game after so many choices.",
)
@engine_option(LOOKS)
@click.option("--script", metavar="FILE", help="Check the games of this script instead of random ones.")
@click.option(
    "--save", metavar="FOLDER", default=".", show_default=True, help="Where to save the scripts of failing games."
)
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@workers_option
@click.pass_context
def fuzz(
    ctx: click.Context, ruleset: str, games: int, options: tuple[str, ...], preset: str | None, all_options: bool,
    players: int | None, variants: tuple[str, ...], seed: int, length: int, engine: EngineName | None,
    script: str | None, save: str, form: str, workers: int,
) -> None:  # fmt: skip
    """Play random games and check that the engine and the rules hold.

    RULESET is the name of a ruleset, a rule file, or - for standard input. Options and the number of players vary:
    first the defaults, then the presets, then settings in which every two values of two options occur together. With
    --option, only that setting is played; with --all-options as well, the other options vary. It is checked that each
    card lies in exactly one zone, that nothing moves without a record, that the options offered are sound, that no
    player's view depends on hidden cards, that a state saved as JSON continues in the same way, and that the checks
    in the rules hold. Rules that never fired are listed. Each failing game is shortened as far as possible and saved
    as a scripted game (.play), which `hoyle replay` or --script shows again.

    \b
    Exit code: 0    everything held
               1    something does not hold, or the rules have errors
               2    the command was used wrongly
               74   the script of a failure could not be written
               130  stopped with Ctrl-C; what was found until then is printed
    """
    from ....api.fuzzing import fuzz as fuzzed

    if script is not None:
        from ...arguments.chosen import game_of
        from ...replaying.fuzz import look_at

        ctx.exit(look_at(game_of(ctx, ruleset, variants), script, engine))
    if not Path(save).is_dir():
        raise click.UsageError(f"--save: there is no folder `{visible(save)}`")
    report, code = outcome(
        lambda: fuzzed(
            rules_of(ruleset), games=games, options=pairs(options, "--option"), preset=preset, all_options=all_options,
            players=players, variants=variants_of(variants), seed=seed, length=length, engine=engine, save=save,
            workers=workers, progress=True, failing=lambda text: echo(visible(text), err=True),
        )
    )  # fmt: skip
    if code == 130 and not report.games:
        echo("interrupted before the first game was played: nothing can be said about these rules", err=True)
        ctx.exit(code)
    if report.unsaved:
        echo(f"hoyle: {visible(report.unsaved)}", err=True)
        code = max(code, NO_OUTPUT)
    if form == "json":
        write_exact(json_text(report.data()))
    else:
        for line in report.lines():
            echo(line)
    if code == 130:
        echo(f"interrupted after {report.games:,} of {report.asked:,} games", err=True)
    ctx.exit(code or (1 if report.failed else 0))
