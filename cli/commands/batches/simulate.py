"""`hoyle simulate`: plays many games by some rules, and reports the results.

Exit codes: 0 all games were played, 1 the rules have errors or a game could not be played to its end, 2 the command was
used wrongly, 130 Ctrl-C (the results so far are printed).
"""

from __future__ import annotations

import click

from ...arguments.batch import FORMATS, play_batch, program_of, who_decides, who_plays
from ...arguments.chosen import game_of
from ...arguments.common import (
    cluster_option,
    preset_option,
    seats_option,
    seed_option,
    settings_option,
    variant_option,
    workers_option,
)
from ...arguments.engines import PLAYS, engine_option, in_module
from ...arguments.inputs import pairs
from ...arguments.recording import recorded
from ...arguments.skill import skill_of
from ...terminal.console import echo, fitted, json_text, write_exact


@click.command()
@click.argument("ruleset")
@click.option("--games", "-n", type=click.IntRange(1, 10**9), help="How many games.  [1000; 100 if players think]")
@seed_option
@click.option(
    "--players",
    "-p",
    metavar="N or NAME,…",
    help="How many play, or who, from seat A on.  [random, with --measures think:quick]",
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
    help="Also how much is skill: N games, thinking players against random ones.",
)
@click.option("--record", metavar="DIR", help="Save every game, in a new folder.")
@engine_option(PLAYS)
@cluster_option
@click.pass_context
def simulate(
    ctx: click.Context, ruleset: str, games: int | None, seed: int, players: str | None, seats: int | None,
    options: tuple[str, ...], preset: str | None, variants: tuple[str, ...], form: str, every_rule: bool, workers: int,
    measures: bool, skill: int | None, record: str | None, engine: str | None, cluster: str | None,
) -> None:  # fmt: skip
    """Play many games and report the results.

    RULESET is the name of a ruleset, a rule file, or - for standard input. Players are `random`, `sound` (quick, by
    rule of thumb), `think` (looks ahead; `think:quick` for many games), and those of other packages; if there are
    fewer names than seats, they are used in turn. With --skill, more games are played, every deal once for each side:
    `think:quick` plays that side, and random players the others. With --record, scripts of up to 100 games each are
    saved in DIR, which `hoyle replay DIR` replays. Every estimate is given with its 95 % confidence interval. The
    same seed gives the same report and digest, whatever the number of processes.

    \b
    Exit code: 0    all games were played
               1    the rules have errors, or a game could not be played to its end
               2    the command was used wrongly
               74   the games cannot be saved
               130  stopped with Ctrl-C; what was played until then is printed
    """
    from ....interpreter.batch.report import SimulationReport
    from ....interpreter.batch.work import Simulation
    from ....interpreter.batch.work import seats as seated

    game = game_of(ctx, ruleset, variants)
    usual, count = who_decides(players, games, engine if measures else "python")
    names, seats = who_plays(players, seats, usual)
    program = program_of(game, pairs(options, "--option"), preset, names, seats)
    work = Simulation(program, seated(names, program.players), seed)
    elsewhere = "--record" if record is not None else "--measures" if measures else ""
    if measures:
        from ....interpreter.batch.measures import MeasuredSimulation

        if record is not None:
            raise click.UsageError("--measures and --record: leave one out")
        work = MeasuredSimulation(program, work.players, seed)
    if in_module(engine, (program,), names, other=elsewhere):
        from ....interpreter.batch.modules import ModuleSimulation

        work = ModuleSimulation(program, work.players, seed)
    stretch = 0
    if record is not None:
        if cluster is not None:
            raise click.UsageError("--record writes on this computer's disk, a --cluster has others; leave one out")
        work, stretch = recorded(work, record, ruleset, variants)
    sums, code = play_batch(work, count, workers, cluster, stretch=stretch)
    if record is not None and code:
        from ....interpreter.batch.recorded import tidied

        tidied(record)
    data = dict(SimulationReport(work, sums, count).data())
    if skill is not None and not code:
        found, code = skill_of(program, skill, seed)
        data |= found
    match form:
        case "json":
            write_exact(json_text(data))
        case "csv":
            from ...formats.simulation import csv_text

            write_exact(csv_text(data))
        case "html":
            from ...pages.report import simulation_page

            write_exact(simulation_page(data))
        case _:
            from ...formats.simulation import text_lines

            for line in text_lines(data, every_rule=every_rule):
                for piece in fitted(line):
                    echo(piece)
    if code == 130:
        echo(f"interrupted after {sums.games:,} of {count:,} games", err=True)
    ctx.exit(code)
