"""`hoyle compare`: plays the same deals under two sets of rules, and reports the differences.

Exit codes: 0 all games were played, 1 the rules have errors or a game could not be played to its end, 2 the command was
used wrongly, 130 Ctrl-C (the results so far are printed).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ...arguments.batch import FORMATS, players_in
from ...arguments.calling import outcome, print_lines, rules_of, variants_of
from ...arguments.common import cluster_option, options_of_two, seats_option, seed_option, workers_option
from ...arguments.engines import PLAYS, engine_option
from ...arguments.inputs import pairs, settings_of
from ...terminal.console import echo, json_text, write_exact

if TYPE_CHECKING:
    from ....api.comparing import ComparisonList, ComparisonResult
    from ....api.running import EngineName


@click.command()
@click.argument("a")
@click.argument("b", required=False)
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1, 10**9),
    help="How many games.  [2000 of learned players; 1000 of random ones; 40 with --players-a; else 200]",
)
@seed_option
@click.option(
    "--players", "-p", metavar="N or NAME,…", help="How many play, or who, from seat A on.  [learned, or sound]"
)
@click.option("--players-a", metavar="NAME", help="Compare this player, in every seat in turn, …")
@click.option("--players-b", metavar="NAME", help="… with this one, who takes all other seats.")
@seats_option
@options_of_two
@click.option("--vary", multiple=True, metavar="NAME=V,V,…", help="Compare every setting with the first; repeatable.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to report.")
@workers_option
@engine_option(PLAYS)
@cluster_option
@click.pass_context
def compare(
    ctx: click.Context, a: str, b: str | None, games: int | None, seed: int, players: str | None,
    players_a: str | None, players_b: str | None, seats: int | None,
    options: tuple[str, ...], options_a: tuple[str, ...], options_b: tuple[str, ...],
    preset: str | None, preset_a: str | None, preset_b: str | None, variants: tuple[str, ...],
    variants_a: tuple[str, ...], variants_b: tuple[str, ...], vary: tuple[str, ...], form: str, workers: int,
    engine: EngineName | None, cluster: str | None,
) -> None:  # fmt: skip
    """Play the same deals under two sets of rules and report what differs.

    A and B are rulesets or rule files; without B, A is compared with itself under other options or variants
    (--option-b NAME=VALUE, --variant-b FILE) or under each of several settings (--vary NAME=VALUE,VALUE). Both are
    dealt the same cards as far as their rules allow, so a difference shows in far fewer games than it would
    otherwise. The report is of people who go on under B as before, and then of people who have learned B. Rules that
    nobody has learned yet (`hoyle train`) are learned first, which takes some seconds once. `--players sound` plays by
    rule of thumb, `--players random` is true of nobody, `--players think:quick` is slow.

    With --players-a and --players-b two players are compared under the rules A: every deal is played as often as there
    are sides, with the same cards, and the first player takes each side in turn.

    \b
    Exit code: 0    all games were played
               1    the rules have errors, or a game could not be played to its end
               2    the command was used wrongly
               130  stopped with Ctrl-C; what was played until then is printed
    """
    from ....api.comparing import compare as compared
    from ....api.comparing import compare_settings
    from ....api.comparing_players import compare_players

    common = pairs(options, "--option")
    given: dict[str, Any] = {
        "seats": seats, "seed": seed, "preset": preset, "workers": workers, "cluster": cluster, "progress": True,
    }  # fmt: skip
    if players_a is not None or players_b is not None:
        if players_a is None or players_b is None:
            raise click.UsageError("--players-a and --players-b name the two players: give both")
        if b is not None or vary or players or engine or options_a or options_b or variants_a or variants_b:
            raise click.UsageError("--players-a compares two players under the rules A; leave the rest of B out")
        if form not in ("text", "json"):
            raise click.UsageError("two players are compared as text or json")
        one, two = players_a, players_b
        given |= {} if games is None else {"games": games}
        duel, code = outcome(
            lambda: compare_players(rules_of(a), one, two, options=common, variants=variants_of(variants), **given)
        )
        if form == "json":
            write_exact(json_text(duel.data()))
        else:
            print_lines(duel.lines())
        if code == 130:
            echo(f"interrupted after {duel.games:,} of {duel.asked:,} games", err=True)
        ctx.exit(code)
    given |= {"games": games, "players": players_in(players), "engine": engine}
    if vary:
        if b is not None or options_b or variants_b or preset_b is not None:
            raise click.UsageError("--vary takes the place of B")
        given["preset"] = preset if preset_a is None else preset_a
        many, code = outcome(
            lambda: compare_settings(
                rules_of(a), settings_of(vary), options={**common, **pairs(options_a, "--a")},
                variants=variants_of((*variants, *variants_a)), **given,
            )
        )  # fmt: skip
        _print(many, form, code)
        ctx.exit(code)
    if b is None and not variants_b and not options_b and preset_b is None:
        raise click.UsageError("what is A to be compared with? Name B, or use --option-b, --variant-b or --vary")
    one_by_one, code = outcome(
        lambda: compared(
            rules_of(a), None if b is None else rules_of(b), options=common, options_a=pairs(options_a, "--a"),
            options_b=pairs(options_b, "--b"), preset_a=preset_a, preset_b=preset_b, variants=variants_of(variants),
            variants_a=variants_of(variants_a), variants_b=variants_of(variants_b), **given,
        )
    )  # fmt: skip
    _print(one_by_one, form, code)
    ctx.exit(code)


def _print(report: ComparisonResult | ComparisonList, form: str, code: int) -> None:
    match form:
        case "json":
            write_exact(json_text(report.data()))
        case "csv":
            write_exact(report.csv())
        case "html":
            write_exact(report.html())
        case _:
            print_lines(report.lines())
    if code == 130:
        last = report if not isinstance(report, Sequence) else report[-1]
        echo(f"interrupted after {last.games:,} of {last.asked:,} games", err=True)
