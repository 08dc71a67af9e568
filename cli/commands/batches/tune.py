"""`hoyle tune`: finds the setting of a game's options that is nearest to an aim.

Exit codes: 0 all settings were played, 1 the rules have errors or a game could not be played to its end, 2 the command
was used wrongly, 130 Ctrl-C (the results so far are printed).
"""

from __future__ import annotations

import click

from ...arguments.batch import players_in
from ...arguments.calling import outcome, rules_of, variants_of
from ...arguments.common import cluster_option, seats_option, seed_option, variant_option, workers_option
from ...arguments.inputs import pairs, values_of
from ...terminal.console import echo, json_text, visible, write_exact


@click.command()
@click.argument("ruleset")
@click.option("--vary", multiple=True, metavar="NAME=V,V,…", help="Values to try; repeatable.")
@click.option("--aim", "name", metavar="AIM", help="balance, dealer, length=N, drama, open or choices.")
@click.option("--games", "-n", type=click.IntRange(2, 10**9), default=200, show_default=True, help="Of each setting.")
@seed_option
@click.option(
    "--players", "-p", metavar="N or NAME,…", help="How many play, or who, from seat A on.  [learned, or sound]"
)
@seats_option
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option in all of them.")
@click.option("--preset", metavar="TITLE", help="Set the options of a preset in all of them.")
@variant_option()
@workers_option
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@cluster_option
@click.pass_context
def tune(
    ctx: click.Context, ruleset: str, vary: tuple[str, ...], name: str | None, games: int, seed: int,
    players: str | None, seats: int | None, options: tuple[str, ...], preset: str | None,
    variants: tuple[str, ...], workers: int, form: str, cluster: str | None,
) -> None:  # fmt: skip
    """Find the option settings of a game that come nearest to an aim.

    Every combination of the values is played with the same seed, and the settings are listed from best to worst. Aims
    are balance (no side wins more often), dealer (dealing is no advantage), length=N (so many deals in a game), drama
    (the later winner is often behind), open (games stay undecided for long), choices (choices matter; -p think:quick).

    For example: hoyle tune newberry_euchre --vary target=5,7,10 --aim length=8

    \b
    Exit code: 0    all settings were played
               1    the rules have errors, or a game could not be played to its end
               2    the command was used wrongly
               130  stopped with Ctrl-C; what was played until then is printed
    """
    from ....api.tuning import example_values
    from ....api.tuning import tune as tuned

    rules, laid = rules_of(ruleset), variants_of(variants)
    if not vary or name is None:
        lacking = (
            "an option and its values with --vary" if not vary else "with --aim what the settings are to come near"
        )
        example = f"hoyle tune {visible(ruleset)} --vary {example_values(rules, laid)} --aim length=8"
        raise click.UsageError(
            f"name {lacking}, for example: {example} (`hoyle show {visible(ruleset)}` lists its options, "
            "`hoyle tune --help` the aims)"
        )
    report, code = outcome(
        lambda: tuned(
            rules, values_of(vary), name, games=games, players=players_in(players), seats=seats, seed=seed,
            options=pairs(options, "--option"), preset=preset, variants=laid, workers=workers,
            cluster=cluster, progress=True,
        )
    )  # fmt: skip
    if form == "json":
        write_exact(json_text(report.data()))
    else:
        for line in report.lines():
            echo(line)
    ctx.exit(code)
