"""`hoyle compare`: plays the same deals under two sets of rules, and reports the differences.

Exit codes: 0 all games were played, 1 the rules have errors or a game could not be played to its end, 2 the command was
used wrongly, 130 Ctrl-C (the results so far are printed).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ...arguments.batch import FORMATS, play_batch, program_of, who_decides, who_plays, with_bar
from ...arguments.chosen import game_of
from ...arguments.common import cluster_option, options_of_two, seats_option, seed_option, workers_option
from ...arguments.engines import PLAYS, engine_option, in_module
from ...arguments.inputs import pairs, settings_of
from ...terminal.console import echo, fitted, json_text, visible, write_exact

if TYPE_CHECKING:
    from ....dsl.checked import CheckedGame
    from ....interpreter.batch.pairing import PairedGames
    from ....interpreter.batch.verdict import OptionDifference
    from ....interpreter.program import Program


@dataclass(frozen=True)
class ComparedRules:
    """One of the compared rule sets: a game and its settings."""

    game: CheckedGame
    program: Program
    options: dict[str, str]
    preset: str | None


@click.command()
@click.argument("a")
@click.argument("b", required=False)
@click.option("--games", "-n", type=click.IntRange(1, 10**9), help="How many games.  [100 if players think, else 1000]")
@seed_option
@click.option("--players", "-p", metavar="N or NAME,…", help="How many play, or who, from seat A on.  [think:quick]")
@seats_option
@options_of_two
@click.option("--vary", multiple=True, metavar="NAME=V,V,…", help="Compare every setting with the first; repeatable.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to report.")
@workers_option
@engine_option(PLAYS)
@cluster_option
@click.pass_context
def compare(
    ctx: click.Context, a: str, b: str | None, games: int | None, seed: int, players: str | None, seats: int | None,
    options: tuple[str, ...], options_a: tuple[str, ...], options_b: tuple[str, ...],
    preset: str | None, preset_a: str | None, preset_b: str | None, variants: tuple[str, ...],
    variants_a: tuple[str, ...], variants_b: tuple[str, ...], vary: tuple[str, ...], form: str, workers: int,
    engine: str | None, cluster: str | None,
) -> None:  # fmt: skip
    """Play the same deals under two sets of rules and report what differs.

    A and B are rulesets or rule files; without B, A is compared with itself under other options or variants
    (--option-b NAME=VALUE, --variant-b FILE) or under each of several settings (--vary NAME=VALUE,VALUE). Both are
    dealt the same cards as far as their rules allow, so a difference shows in far fewer games than it would
    otherwise. Players think, unless --players says otherwise; if more than 100 games are asked for, players choose at
    random, which is fast.

    \b
    Exit code: 0    all games were played
               1    the rules have errors, or a game could not be played to its end
               2    the command was used wrongly
               130  stopped with Ctrl-C; what was played until then is printed
    """
    usual, count = who_decides(players, games, engine)
    names, seats = who_plays(players, seats, usual)
    common = pairs(options, "--option")
    game_a = game_of(ctx, a, (*variants, *variants_a))
    same = b is None and not variants_b
    game_b = game_a if same else game_of(ctx, a if b is None else b, (*variants, *variants_b))

    def rules(game: CheckedGame, own: dict[str, str], of_its_own: str | None) -> ComparedRules:
        chosen, title = {**common, **own}, preset if of_its_own is None else of_its_own
        return ComparedRules(game, program_of(game, chosen, title, names, seats), chosen, title)

    if vary:
        if b is not None or options_b or variants_b or preset_b is not None:
            raise click.UsageError("--vary takes the place of B")
        own = pairs(options_a, "--a")
        settings = settings_of(vary)
        sets = [rules(game_a, {**own, **setting}, preset_a) for setting in settings]
    else:
        if same and b is None and not options_b and preset_b is None:
            raise click.UsageError("what is A to be compared with? Name B, or use --option-b, --variant-b or --vary")
        sets = [rules(game_a, pairs(options_a, "--a"), preset_a), rules(game_b, pairs(options_b, "--b"), preset_b)]
    found: list[dict[str, Any]] = []
    code = 0
    for other in sets[1:]:
        data, code = _compared(sets[0], other, names, count, seed, workers, cluster, engine)
        found.append(data)
        if code:
            break
    _print(found, form, many=bool(vary))
    ctx.exit(code)


def _compared(
    a: ComparedRules,
    b: ComparedRules,
    names: tuple[str, ...],
    games: int,
    seed: int,
    workers: int,
    cluster: str | None,
    engine: str | None,
) -> tuple[dict[str, Any], int]:
    """Compare two rule sets.  Returns the report and the exit code."""
    from ....interpreter.batch.pairing import EXAMPLES, NotComparable, PairedGames, comparable
    from ....interpreter.batch.verdict import Verdict
    from ....interpreter.batch.work import seats as seated

    try:
        comparable(a.program, b.program)
    except NotComparable as error:
        raise click.UsageError(visible(str(error))) from None
    work = PairedGames(a.program, b.program, seated(names, a.program.players), seed)
    if in_module(engine, (a.program, b.program), names):
        from ....interpreter.batch.modules import ModulePairedGames

        work = ModulePairedGames(a.program, b.program, work.players, seed)
    changes = _changes(a, b)
    title = ", ".join(f"{one.name} {one.b[0]}" for one in changes) or "games"
    sums, code = play_batch(work, games, workers, cluster, title)
    verdict = Verdict(work, sums, games, changes, presets=_presets(a, b))
    if not code and sums.games:
        try:
            verdict.came_up = _came_up(a, b, work, sums.games)
        except KeyboardInterrupt:
            code = 130
    most = min(len(sums.examples), 1 if code == 130 else EXAMPLES)
    try:
        for _ in with_bar(verdict.look(most), most, "looking at examples", lambda done: done):
            pass
    except KeyboardInterrupt:
        code = 130
    if code == 130:
        echo(f"interrupted after {sums.games:,} of {games:,} games", err=True)
    return verdict.data(), code


def _came_up(a: ComparedRules, b: ComparedRules, work: PairedGames, games: int) -> tuple[int, int] | None:
    """The number of times that the lines that differ were used; None if it cannot be counted."""
    from ....interpreter.trial.changed import came_up

    return came_up(a.game, b.game, work, games)


def _changes(a: ComparedRules, b: ComparedRules) -> tuple[OptionDifference, ...]:
    """The options that differ, if both sides have the same rules."""
    from ....interpreter.batch.verdict import OptionDifference, same_rules
    from ...formats.brief import brief

    if not same_rules(a.program, b.program):
        return ()
    settings = [brief(one.game, _underscored(one.options), one.preset, one.program.players).options for one in (a, b)]
    found: list[OptionDifference] = []
    for one, other in zip(*settings, strict=True):
        if one.value != other.value:
            values = [_meaning(option.value, dict(option.values)) for option in (one, other)]
            found.append(OptionDifference(one.name, one.description or one.name.replace("_", " "), *values))
    return tuple(found)


def _presets(a: ComparedRules, b: ComparedRules) -> tuple[str, str]:
    """The presets of both sides, if nothing else differs."""
    same = a.program.fingerprint == b.program.fingerprint and a.options == b.options
    return (a.preset or "", b.preset or "") if same else ("", "")


def _underscored(options: dict[str, str]) -> dict[str, str]:
    return {name: value.replace(" ", "_") for name, value in options.items()}


def _meaning(value: object, meanings: dict[str, str | None]) -> tuple[str, str]:
    word = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return word, meanings.get(word) or ""


def _print(found: list[dict[str, Any]], form: str, *, many: bool) -> None:
    from ...formats import comparison as view

    match form:
        case "json":
            data = {"comparisons": found} if many else found[0]
            write_exact(json_text(data))
        case "csv":
            write_exact(view.csv_text(found))
        case "html":
            from ...pages.report import comparison_page

            write_exact(comparison_page(found))
        case _:
            for line in view.vary_lines(found) if many else view.text_lines(found[0]):
                for piece in fitted(line):
                    echo(piece)
