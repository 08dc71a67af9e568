"""`hoyle play`: plays a game in the terminal.  People and programs take its seats.

Exit codes: 0 the game ended or was left, 1 the ruleset cannot be played, 2 the command was used wrongly, 130 Ctrl-C.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ....api.recording import rules_from
from ....dsl.source.reading import reason_of
from ...arguments.chosen import game_of, settled
from ...arguments.common import rule_options
from ...arguments.exits import UnwrittenFile
from ...arguments.recovery import kept_games, new_file, remove
from ...arguments.seats import seats_of
from ...terminal.console import echo, is_terminal, shown_path, shows_suits, visible

if TYPE_CHECKING:
    from ....dsl.checked import CheckedGame
    from ....interpreter.engine import Engine
    from ....interpreter.lowering import Settings
    from ....interpreter.program import Program
    from ....interpreter.record.session import GameSession
    from ...terminal.opponents import Seats


@click.command()
@click.argument("ruleset", required=False)
@rule_options
@click.option("--seat", "seats", multiple=True, metavar="NAME=KIND", help="Who sits there: person, or a player.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Deal the same cards again.")
@click.option("--record", metavar="FILE", help="Save the game in a new file, choice by choice.")
@click.option(
    "--resume", metavar="[FILE]", is_flag=False, flag_value="", help="Continue the game in a file, or one you left."
)
@click.option("--ascii", "ascii_", is_flag=True, help="Write suits as letters.")
@click.option("--plain", is_flag=True, help="Plain lines without colours, as for a screen reader.")
def play(
    ruleset: str | None, options: tuple[str, ...], preset: str | None, players: int | None, variants: tuple[str, ...],
    seats: tuple[str, ...], seed: int | None, record: str | None, resume: str | None, ascii_: bool, plain: bool,
) -> None:  # fmt: skip
    """Play a game by its rules.

    RULESET is the name of a ruleset or a rule file. You take the first seat, the strongest player takes the others,
    unless --seat says otherwise: --seat B=person, --seat Ann=person (the next free seat, by that name), --seat
    C=random, --seat all=sound (any player `hoyle list players` names). Answer a question with a number, a card or in
    words; ? shows help. With --record, the game is saved to a file after every choice; --resume FILE continues it. A
    game at a terminal that is not recorded is kept when you leave it, and --resume alone offers the last ones.

    \b
    Exit code: 0    the game ended, or was left with q or at the end of input
               1    the ruleset cannot be played, or the game in a file cannot be continued
               2    the command was used wrongly
               74   the game cannot be saved
               130  stopped with Ctrl-C
    """
    ascii_ = ascii_ or not shows_suits()
    kept: Path | None = None
    if resume == "" and not (ruleset or record):
        resume = str(kept := _offered())
    if resume is not None:
        given = (ruleset, options, preset, players, variants, record)
        if any(given) or seed is not None:
            raise click.UsageError("--resume takes all but --seat, --ascii and --plain from its file")
        session, kinds = _resumed(resume, ascii_)
        try:
            taken = seats_of(session.engine.program.players, seats, session.words.seats, kinds)
        except click.UsageError:
            if session.file is not None:
                session.file.close()
            raise
    else:
        if ruleset is None:
            raise click.UsageError("name a ruleset, or a file with --resume")
        game = game_of(click.get_current_context(), ruleset, variants)
        settings = settled(game, options, preset, players)
        engine = _engine(game, settings)
        taken = seats_of(engine.program.players, seats)
        session = _begun(game, engine, taken, _seed() if seed is None else seed, ascii_)
        if record is not None:
            _record(session, record, ruleset, variants, taken)
        elif any(taken.people) and is_terminal(sys.stdin):
            kept = _kept(session, ruleset, variants, taken)
    _tell_unusable(session.engine.program, taken)
    _play(session, taken, None if kept is not None else record or resume, ascii_, plain, kept)


def _play(
    session: GameSession, seats: Seats, file: str | None, ascii: bool, plain: bool, kept: Path | None = None
) -> None:
    """Play to the end, or until the person leaves.  `kept`: the file in which an unrecorded game is kept till then."""
    from ...terminal.table import PlayTable

    table = PlayTable(session, seats, file and shown_path(file), kept=kept is not None, ascii=ascii, plain=plain)
    try:
        code = table.play()
    except KeyboardInterrupt:
        echo()
        table.leave()
        code = 130
    finally:
        if session.file is not None:
            session.file.close()
        if kept is not None and (table.ended or not session.answered):
            remove(kept)
    sys.exit(code)


def _tell_unusable(program: Program, seats: Seats) -> None:
    """Say it if programs sit at the table, and what was learned of the rules cannot be used."""
    from ...terminal.opponents import PERSON, RANDOM

    if not {PERSON, RANDOM}.issuperset(seats.kinds):
        from ....api.running import remark
        from ....interpreter.learning.store import find_kept

        remark(find_kept(program).note, progress=True)


def _offered() -> Path:
    """The file of a game that was left: the only one, or the one that a person chooses.  Exits if there is none."""
    games = kept_games()
    if not games:
        raise click.UsageError("no game was left that is not recorded; name the file of one with --resume FILE")
    if len(games) > 1 and is_terminal(sys.stdin):
        for number, one in enumerate(games, 1):
            echo(f"{number:>3}  {visible(one.title)}")
        number = click.prompt("Which one", type=click.IntRange(1, len(games)), default=1)
        return games[number - 1].path
    echo(visible(games[0].title))
    return games[0].path


def _kept(session: GameSession, ruleset: str, variants: tuple[str, ...], seats: Seats) -> Path | None:
    """Keep a game that nobody records.  None if it cannot be written, which is no reason not to play."""
    try:
        path = new_file(ruleset)
        over = [rules_from(variant, path.parent) for variant in variants]
        session.record(path, rules_from(ruleset, path.parent), seats.kinds, over, private=True)
    except (OSError, ValueError, RuntimeError):
        return None
    return path


def _seed() -> int:
    import secrets

    return secrets.randbelow(2**31)


def _begun(game: CheckedGame, engine: Engine, seats: Seats, seed: int, ascii: bool) -> GameSession:
    """Start a new game.  If its first deal fails, exit."""
    from ....interpreter.engine import Fault
    from ....interpreter.opening.opened import OpenedGame
    from ....interpreter.record.session import GameSession
    from ....interpreter.text.parse import Words
    from ....interpreter.trial.ranges import fault_help

    session = GameSession(OpenedGame(game, engine, Words(engine.program, seats.names, ascii=ascii)), seed)
    try:
        session.begin()
    except Fault as fault:
        echo(f"hoyle: the rules break down: {visible(f'{fault.message} ({fault.span})')}", err=True)
        echo("\n".join(map(visible, fault_help(game, fault).splitlines())), err=True)
        sys.exit(1)
    return session


def _record(session: GameSession, record: str, ruleset: str, variants: tuple[str, ...], seats: Seats) -> None:
    """Open the file to which the game is written."""
    path = Path(record)
    try:
        over = [rules_from(variant, path.parent) for variant in variants]
        session.record(path, rules_from(ruleset, path.parent), seats.kinds, over)
    except FileExistsError:
        advice = f"`--resume {visible(record)}` goes on in it, else name another file"
        raise click.BadParameter(f"`{visible(record)}` is there already; {advice}", param_hint="--record") from None
    except (OSError, ValueError) as error:
        raise UnwrittenFile(record, error) from None


def _resumed(resume: str, ascii: bool) -> tuple[GameSession, tuple[str, ...]]:
    """The game in a file, and the player of each seat if the file names them.  Its warnings are printed.

    Exits if the game cannot be resumed."""
    from ....interpreter.opening.rulesets import Rulesets
    from ....interpreter.record.resuming import resume as take_up
    from ...terminal.diagnostics import echo_diagnostics

    try:
        found = take_up(Path(resume), shown_path(resume), Rulesets(ascii=ascii))
    except BlockingIOError:
        raise click.BadParameter(f"`{visible(resume)}` is being played elsewhere", param_hint="--resume") from None
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"`{visible(resume)}`: {reason_of(error)}", param_hint="--resume") from None
    if isinstance(found, tuple):
        echo_diagnostics(found)
        sys.exit(1)
    echo_diagnostics(found.warnings)
    if found.torn:
        echo("hoyle: the last line of the file had not been written whole; it was taken off", err=True)
    return found.session, found.seats


def _engine(game: CheckedGame, settings: Settings) -> Engine:
    """The engine of a game.  Raises `click.UsageError` if its options are wrong."""
    from ....interpreter.engine import Engine
    from ....interpreter.lowering import SettingsError, lower

    try:
        return Engine(lower(game, settings.words(), settings.players))
    except SettingsError as error:
        lines = [one.message + (f" ({one.help})" if one.help else "") for one in error.problems]
        raise click.UsageError("\n".join(map(visible, lines))) from None
