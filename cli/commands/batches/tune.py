"""`hoyle tune`: finds the setting of a game's options that is nearest to an aim.

Exit codes: 0 all settings were played, 1 the rules have errors or a game could not be played to its end, 2 the command
was used wrongly, 130 Ctrl-C (the results so far are printed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...arguments.batch import number, play_batch, program_of, who_plays
from ...arguments.chosen import game_of
from ...arguments.common import cluster_option, seats_option, seed_option, variant_option, workers_option
from ...arguments.engines import in_module
from ...arguments.inputs import pairs, settings_of
from ...terminal.console import echo, visible

if TYPE_CHECKING:
    from ....interpreter.batch.statistics import Estimate


@click.command()
@click.argument("ruleset")
@click.option("--vary", multiple=True, required=True, metavar="NAME=V,V,…", help="Values to try; repeatable.")
@click.option("--aim", "name", required=True, metavar="AIM", help="balance, dealer, length=N, drama, open or choices.")
@click.option("--games", "-n", type=click.IntRange(2, 10**9), default=200, show_default=True, help="Of each setting.")
@seed_option
@click.option("--players", "-p", metavar="N or NAME,…", help="How many play, or who, from seat A on.  [default: sound]")
@seats_option
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option in all of them.")
@click.option("--preset", metavar="TITLE", help="Set the options of a preset in all of them.")
@variant_option()
@workers_option
@cluster_option
@click.pass_context
def tune(
    ctx: click.Context, ruleset: str, vary: tuple[str, ...], name: str, games: int, seed: int, players: str | None,
    seats: int | None, options: tuple[str, ...], preset: str | None, variants: tuple[str, ...], workers: int,
    cluster: str | None,
) -> None:  # fmt: skip
    """Find the option settings of a game that come nearest to an aim.

    Every combination of the values is played with the same seed, and the settings are listed from best to worst. Aims
    are balance (no side wins more often), dealer (dealing is no advantage), length=N (so many deals in a game), drama
    (the later winner is often behind), open (games stay undecided for long), choices (choices matter; -p think:quick).

    \b
    Exit code: 0    all settings were played
               1    the rules have errors, or a game could not be played to its end
               2    the command was used wrongly
               130  stopped with Ctrl-C; what was played until then is printed
    """
    from ....interpreter.batch.aims import AIMS, MEASURED, MOST, NoAim, aim
    from ....interpreter.batch.measures import MeasuredSimulation
    from ....interpreter.batch.report import SimulationReport
    from ....interpreter.batch.work import Simulation
    from ....interpreter.batch.work import seats as seated

    try:
        find = aim(name)
    except NoAim as error:
        raise click.UsageError(visible(str(error))) from None
    names, seats = who_plays(players, seats, "sound")
    if name == "choices" and not all(one.startswith("think") for one in names):
        raise click.UsageError("--aim choices wants players who think: -p think:quick")
    game, common = game_of(ctx, ruleset, variants), pairs(options, "--option")
    settings = settings_of(vary)
    programs = [program_of(game, {**common, **setting}, preset, names, seats) for setting in settings]
    found: list[tuple[Estimate, str]] = []
    code = 0
    for setting, program in zip(settings, programs, strict=True):
        title = ", ".join(f"{option} = {value}" for option, value in setting.items())
        kind = MeasuredSimulation if name in MEASURED else Simulation
        work = kind(program, seated(names, program.players), seed)
        if name not in MEASURED and in_module(None, (program,), names):
            from ....interpreter.batch.modules import ModuleSimulation

            work = ModuleSimulation(program, work.players, seed)
        sums, code = play_batch(work, games, workers, cluster, title)
        if sums.games > 1:
            value = find(SimulationReport(work, sums, games).data())
            if value is None:
                raise click.UsageError(f"nothing can be said about the aim `{visible(name)}` of this game")
            found.append((value, title))
        if code:
            break
    found.sort(key=lambda one: one[0].value, reverse=name in MOST)
    _print(found, AIMS["length=N" if name.startswith("length=") else name], games, names, most=name in MOST)
    ctx.exit(code)


def _print(found: list[tuple[Estimate, str]], about: str, games: int, names: tuple[str, ...], *, most: bool) -> None:
    from ...formats.simulation import table

    echo(f"{games:,} games of each setting, played by {visible(', '.join(names))}")
    echo(f"{about} ({'more' if most else 'less'} is better)")
    echo("")
    for line in table([("", "estimate", "95 % interval"), *((visible(t), *number(e.data())) for e, t in found)]):
        echo(line)
    if len(found) > 1:
        echo("")
        (best, title), (second, _) = found[:2]
        apart = best.low > second.high if most else best.high < second.low
        sure = (
            "This is sure" if apart else "It may be chance: the intervals of the first two overlap, so play more games"
        )
        echo(f"Best: {visible(title)}. {sure}.")
