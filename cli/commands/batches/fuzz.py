"""`hoyle fuzz`: plays random games and checks every invariant; reports rules that never fired, and the shortest script
of each failure.

Exit codes: 0 every check passed, 1 a check failed or the rules have errors, 2 the command was used wrongly, 74 the
script of a failure could not be written, 130 Ctrl-C (the results so far are printed).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...arguments.batch import play_batch
from ...arguments.chosen import game_of
from ...arguments.common import seed_option, variant_option, workers_option
from ...arguments.engines import LOOKS, engine_option, in_module
from ...arguments.inputs import pairs
from ...terminal.console import echo, is_terminal, json_text, visible, write_exact

if TYPE_CHECKING:
    from ....dsl.checked import CheckedGame
    from ....interpreter.fuzz.report import FuzzReport, ReportedFailure
    from ....interpreter.fuzz.work import FuzzFailure, Fuzzing, FuzzSums

NO_OUTPUT = 74


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
    players: int | None, variants: tuple[str, ...], seed: int, length: int, engine: str | None, script: str | None,
    save: str, form: str, workers: int,
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
    from ....interpreter.fuzz.ground import stepwise_code
    from ....interpreter.fuzz.report import FuzzReport

    game = game_of(ctx, ruleset, variants)
    if script is not None:
        from ...replaying.fuzz import look_at

        ctx.exit(look_at(game, script, engine))
    folder = Path(save)
    if not folder.is_dir():
        raise click.UsageError(f"--save: there is no folder `{visible(save)}`")
    work = _work(game, pairs(options, "--option"), preset, all_options, players, seed, length)
    work = replace(work, module=in_module(engine, work.programs[:1], code=stepwise_code))
    sums, code = play_batch(work, games, workers, None, look=_FirstFailure())
    if code == 130 and not sums.games:
        echo("interrupted before the first game was played: nothing can be said about these rules", err=True)
        ctx.exit(code)
    report = FuzzReport(game, work, sums, games)
    try:
        code = max(code, _shorten(report, ruleset, variants, folder))
    except KeyboardInterrupt:
        code = 130
    _print(report, form)
    if code == 130:
        echo(f"interrupted after {sums.games:,} of {games:,} games", err=True)
    ctx.exit(code or (1 if sums.failures else 0))


def _work(
    game: CheckedGame, options: Mapping[str, str], preset: str | None, all_options: bool, players: int | None,
    seed: int, length: int,
) -> Fuzzing:  # fmt: skip
    """The games to play.  Raises `click.UsageError` for options that do not fit."""
    from ....interpreter.fuzz.settings import plan
    from ....interpreter.fuzz.work import Fuzzing
    from ....interpreter.lowering import SettingsError

    said = {name: value.replace(" ", "_") for name, value in options.items()}
    vary = all_options or not (said or preset is not None)
    try:
        programs = plan(game, said, vary=vary, players=players, preset=preset, seed=seed)
    except SettingsError as error:
        lines = [one.message + (f" ({one.help})" if one.help else "") for one in error.problems]
        raise click.UsageError("\n".join(map(visible, lines))) from None
    return Fuzzing(programs, seed, length)


class _FirstFailure:
    """Reports the first failure at once, on standard error, because shortening it may take some time."""

    def __init__(self) -> None:
        self.said = False

    def __call__(self, sums: FuzzSums) -> None:
        if self.said or not sums.failures:
            return
        self.said = True
        failure = sums.failures[0]
        broken = failure.broken
        where = f"{broken.span}: " if broken.span is not None else ""
        text = f"game {failure.index}: {where}{broken.code or broken.invariant}: {broken.message}"
        echo(f"{visible(text)} (the other games are still played)", err=True)


def _shorten(report: FuzzReport, argument: str, variants: tuple[str, ...], folder: Path) -> int:
    """Shorten and save every failure.  Returns the exit code: 0 if all could be saved.

    After Ctrl-C, the remaining failures are reported as they were found."""
    import sys

    code = 0
    for number, failure in enumerate(report.sums.failures):
        if is_terminal(sys.stderr):
            echo(f"\rshortening failure {number + 1} of {len(report.sums.failures)} …", err=True, nl=False)
        shown = _shown(report, failure, argument, variants, folder)
        try:
            _save(Path(shown.saved or ""), shown.script)
        except OSError as error:
            why = (error.strerror or "it failed").lower()
            echo(f"hoyle: `{visible(str(shown.saved))}` cannot be written: {why}", err=True)
            code = NO_OUTPUT
        report.failures.append(shown)
    if report.sums.failures and is_terminal(sys.stderr):
        echo("\r\x1b[K", err=True, nl=False)
    return code


def _shown(
    report: FuzzReport, failure: FuzzFailure, argument: str, variants: tuple[str, ...], folder: Path
) -> ReportedFailure:
    """A failure, with the shortest game that shows it."""
    from ....interpreter.fuzz.module import MODULE
    from ....interpreter.fuzz.report import ReportedFailure
    from ....interpreter.fuzz.scripts import script_of
    from ....interpreter.fuzz.shrink import FoundFailure, Shrinker

    found = FoundFailure(report.work.programs[failure.setting], failure.trace, failure.broken)
    shortest = Shrinker(report.game, found, report.work.programs).run()
    path = _free(folder, report.game.name or "game")
    command = ""
    if not shortest.broken.code or variants or argument == "-":
        laid = "".join(f" --variant {variant}" for variant in variants)
        laid += " --engine wasm" if shortest.broken.invariant in {one.name for one in MODULE} else ""
        command = f"hoyle fuzz {argument}{laid} --script {path.name}"
    text = script_of(
        shortest.program, shortest.trace, shortest.broken, _reference(argument, folder, report.game.name), command
    )
    return ReportedFailure(failure, shortest, text, str(path))


def _reference(argument: str, folder: Path, name: str) -> str:
    """The name of the rules in a script of this folder: a ruleset's name, or the path from the folder."""
    import os

    from ....dsl.loading import SUFFIX

    path = Path(argument)
    if argument == "-":
        return name or "game"
    if path.suffix != SUFFIX:
        return argument
    return Path(os.path.relpath(path, folder)).as_posix()


def _free(folder: Path, name: str) -> Path:
    """The path of a file that does not exist yet."""
    number = 1
    while (path := folder / f"{name}-failure-{number}.play").exists():
        number += 1
    return path


def _save(path: Path, text: str) -> None:
    """Write a new file completely or not at all.  Raises `OSError`."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        part.rename(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _print(report: FuzzReport, form: str) -> None:
    data = report.data()
    if form == "json":
        write_exact(json_text(data))
        return
    from ...formats.fuzz import text_lines

    for line in text_lines(data):
        echo(line)
