"""`hoyle simulate`: plays many games by some rules, and reports the results.

Exit codes: 0 all games were played, 1 the rules have errors or a game could not be played to its end, 2 the command was
used wrongly, 130 Ctrl-C (the results so far are printed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...arguments.batch import FORMATS, players_in
from ...arguments.calling import outcome, print_lines, rules_of, tell_interrupted, variants_of
from ...arguments.common import (
    cluster_option,
    preset_option,
    seats_option,
    seed_option,
    settings_option,
    variant_option,
    workers_option,
)
from ...arguments.engines import PLAYS, engine_option
from ...arguments.inputs import pairs
from ...terminal.console import json_text, write_exact

if TYPE_CHECKING:
    from ....api.running import EngineName


@click.command()
@click.argument("ruleset")
@click.option("--games", "-n", type=click.IntRange(1, 10**9), help="How many games.  [1000; 100 if players think]")
@seed_option
@click.option(
    "--players",
    "-p",
    metavar="N or NAME,…",
    help="How many play, or who, from seat A on.  [learned, or random; with --measures think:quick]",
)
@seats_option
@settings_option
@preset_option
@variant_option()
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to report.")
@click.option("--rules", "every_rule", is_flag=True, help="With text: how often each rule fired.")
@workers_option
@click.option("--measures", is_flag=True, help="Also lead changes, drama, how much choices matter, bids that pay.")
@click.option(
    "--skill",
    type=click.IntRange(2, 10**6),
    metavar="N",
    help="Also how much is skill: N games, good players against random ones.",
)
@click.option("--record", metavar="DIR", help="Save every game, in a new folder.")
@engine_option(PLAYS)
@cluster_option
@click.pass_context
def simulate(
    ctx: click.Context, ruleset: str, games: int | None, seed: int, players: str | None, seats: int | None,
    options: tuple[str, ...], preset: str | None, variants: tuple[str, ...], form: str, every_rule: bool, workers: int,
    measures: bool, skill: int | None, record: str | None, engine: EngineName | None, cluster: str | None,
) -> None:  # fmt: skip
    """Play many games and report the results.

    RULESET is the name of a ruleset, a rule file, or - for standard input. Players are `learned` (the usual
    ones: rules that nobody has learned yet are learned first, which takes some seconds once), `random`, `sound` (quick,
    by rule of thumb), `think` (looks ahead; `think:quick` for many games), and those of other packages; if there are
    fewer names than seats, they are used in turn. With --skill, more games are played, every deal once for each side:
    `learned` plays that side, and random players the others. With --record, scripts of up to 100 games each are saved
    in DIR, which `hoyle replay DIR` replays. Every estimate is given with its 95 % confidence interval. The same seed
    gives the same report and digest, whatever the number of processes.

    \b
    Exit code: 0    all games were played
               1    the rules have errors, or a game could not be played to its end
               2    the command was used wrongly
               74   the games cannot be saved
               130  stopped with Ctrl-C; what was played until then is printed
    """
    from ....api.simulating import simulate as simulated

    report, code = outcome(
        lambda: simulated(
            rules_of(ruleset), games=games, players=players_in(players), seats=seats, seed=seed,
            options=pairs(options, "--option"), preset=preset, variants=variants_of(variants), measures=measures,
            skill=skill or 0, record=record, workers=workers, engine=engine, cluster=cluster, progress=True,
        )
    )  # fmt: skip
    match form:
        case "json":
            write_exact(json_text(report.data()))
        case "csv":
            write_exact(report.csv())
        case "html":
            write_exact(report.html())
        case _:
            print_lines(report.lines(every_rule=every_rule))
    tell_interrupted(code, report.games, report.asked)
    ctx.exit(code)
