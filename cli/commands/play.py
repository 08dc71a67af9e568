"""`hoyle play`: a game in the terminal, its seats taken by people and by players who choose at random.

Exit codes: 0 the game ended or was left, 1 the ruleset cannot be played, 2 the command was used wrongly, 130 Ctrl-C.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..arguments.recording import reason, rules_from
from ..terminal.console import echo, shown_path, shows_suits, visible

if TYPE_CHECKING:
    from ...dsl.checked import Game
    from ...interpreter.engine import Engine
    from ...interpreter.lowering import OptionValue
    from ...interpreter.record.session import Session
    from ..terminal.table import Seats

PERSON, RANDOM = "person", "random"


@click.command()
@click.argument("ruleset", required=False)
@click.option("--option", "-o", "settings", multiple=True, metavar="NAME=VALUE", help="Set an option of the rules.")
@click.option("--players", "-p", type=click.IntRange(1, 64), help="How many play.")
@click.option("--seat", "-s", "seats", multiple=True, metavar="NAME=KIND", help="Who sits there: person or random.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Deal the same cards again.")
@click.option("--record", metavar="FILE", help="Write the game down in a new file, choice by choice.")
@click.option("--resume", metavar="FILE", help="Go on with the game in a file, and write on in it.")
@click.option("--ascii", "ascii_", is_flag=True, help="Write suits as letters.")
def play(
    ruleset: str | None, settings: tuple[str, ...], players: int | None, seats: tuple[str, ...], seed: int | None,
    record: str | None, resume: str | None, ascii_: bool,
) -> None:  # fmt: skip
    """Play a game by its rules.

    RULESET is the name of a ruleset or a rule file.  You take the first seat, random players take the others, unless
    --seat says otherwise: --seat B=person, --seat Ann=person (the next free seat, by that name), --seat all=random.
    A question is answered with a number or in words; ? helps, undo takes back, q quits.  A game written down with
    --record is on the disk at every choice; --resume goes on with it.

    \b
    Exit code: 0    the game ended, or was left with q or at the end of input
               1    the ruleset cannot be played, or a file cannot be gone on with
               2    the command was used wrongly
               74   the game cannot be written down
               130  stopped with Ctrl-C
    """
    ascii_ = ascii_ or not shows_suits()
    if resume is not None:
        if ruleset is not None or settings or players is not None or seed is not None or record is not None:
            raise click.UsageError("--resume takes everything from its file; only --seat and --ascii may stand with it")
        session, kinds = _resumed(resume, ascii_)
        try:
            taken = _seats(session.engine, seats, session.words.seats, kinds)
        except click.UsageError:
            if session.file is not None:
                session.file.close()
            raise
    else:
        if ruleset is None:
            raise click.UsageError("name a ruleset, or a file with --resume")
        options = _options(settings)
        game = _rules(ruleset)
        engine = _engine(game, options, players)
        taken = _seats(engine, seats)
        session = _begun(game, engine, taken, _seed() if seed is None else seed, ascii_)
        if record is not None:
            _record(session, record, ruleset, taken)
    _play(session, taken, record or resume, ascii_)


def _play(session: Session, seats: Seats, file: str | None, ascii: bool) -> None:
    """Play on to the end, or until somebody leaves."""
    from ..terminal.table import PlayTable

    table = PlayTable(session, seats, file and shown_path(file), ascii=ascii)
    try:
        code = table.play()
    except KeyboardInterrupt:
        echo()
        table.leave()
        code = 130
    finally:
        if session.file is not None:
            session.file.close()
    sys.exit(code)


def _seed() -> int:
    import secrets

    return secrets.randbelow(2**31)


def _begun(game: Game, engine: Engine, seats: Seats, seed: int, ascii: bool) -> Session:
    """A new game; one whose first deal goes wrong ends the command."""
    from ...interpreter.engine import Fault
    from ...interpreter.record.session import Session
    from ...interpreter.replay.setup import Table
    from ...interpreter.text.parse import Words

    session = Session(Table(game, engine, Words(engine.program, seats.names, ascii=ascii)), seed)
    try:
        session.begin()
    except Fault as fault:
        echo(f"hoyle: the rules break down: {visible(f'{fault.message} ({fault.span})')}", err=True)
        sys.exit(1)
    return session


def _record(session: Session, record: str, ruleset: str, seats: Seats) -> None:
    """Open the file a game is written to."""
    path = Path(record)
    try:
        kinds = [PERSON if person else RANDOM for person in seats.people]
        session.record(path, rules_from(ruleset, path.parent), kinds)
    except FileExistsError:
        advice = f"`--resume {visible(record)}` goes on in it, else name another file"
        raise click.BadParameter(f"`{visible(record)}` is there already; {advice}", param_hint="--record") from None
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"`{visible(record)}`: {reason(error)}", param_hint="--record") from None


def _resumed(resume: str, ascii: bool) -> tuple[Session, tuple[str, ...]]:
    """The game in a file, with its warnings shown, and who plays each seat, if it says so.

    A game that cannot be gone on with ends the command."""
    from ...interpreter.record.resuming import resume as take_up
    from ...interpreter.replay.setup import Rulesets
    from ..terminal.diagnostics import echo_diagnostics

    try:
        found = take_up(Path(resume), shown_path(resume), Rulesets(ascii=ascii))
    except BlockingIOError:
        raise click.BadParameter(f"`{visible(resume)}` is being played elsewhere", param_hint="--resume") from None
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"`{visible(resume)}`: {reason(error)}", param_hint="--resume") from None
    if isinstance(found, tuple):
        echo_diagnostics(found)
        sys.exit(1)
    echo_diagnostics(found.warnings)
    if found.torn:
        echo("hoyle: the last line of the file had not been written whole; it was taken off", err=True)
    return found.session, found.seats


def _options(settings: tuple[str, ...]) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    for setting in settings:
        name, mark, value = setting.partition("=")
        if not mark or not name.strip() or not value.strip():
            raise click.BadParameter(f"`{visible(setting)}` is not of the form NAME=VALUE", param_hint="--option")
        if name.strip() in options:
            raise click.BadParameter(f"`{visible(name.strip())}` is set twice", param_hint="--option")
        options[name.strip()] = value.strip().replace(" ", "_")
    return options


def _rules(ruleset: str) -> Game:
    """The game of a ruleset; one with mistakes ends the command."""
    from ...dsl.loading import load
    from ..terminal.diagnostics import echo_diagnostics

    path = Path(ruleset) if "/" in ruleset or ruleset.endswith(".hoyle") else None
    loaded = load(path or ruleset)
    if loaded.game is None:
        errors = tuple(one for one in loaded.diagnostics if one.severity == "error")
        echo_diagnostics(errors)
        sys.exit(1)
    return loaded.game


def _engine(game: Game, options: dict[str, OptionValue], players: int | None) -> Engine:
    """The engine of a game.  Raises `click.UsageError` for what is wrong with its options."""
    from ...interpreter.engine import Engine
    from ...interpreter.lowering import SettingsError, lower

    try:
        return Engine(lower(game, options, players))
    except SettingsError as error:
        lines = [one.message + (f" ({one.help})" if one.help else "") for one in error.problems]
        raise click.UsageError("\n".join(lines)) from None


def _seats(
    engine: Engine, given: tuple[str, ...], written: tuple[str, ...] | None = None, kinds: tuple[str, ...] = ()
) -> Seats:
    """The seats as `--seat` fills them; `written` are their names if they have been settled, `kinds` who plays them."""
    from ...interpreter.notation.header import name_problem
    from ...interpreter.text.spellings import seat_letter
    from ..terminal.table import Seats

    count = engine.program.players
    letters = [seat_letter(seat) for seat in range(count)] if written is None else list(written)
    names, people = letters.copy(), [kind == PERSON for kind in kinds] or [seat == 0 for seat in range(count)]
    unknown = {seat: kind for seat, kind in enumerate(kinds) if kind not in (PERSON, RANDOM)}
    free = list(range(count))
    for one in given:
        name, mark, kind = (part.strip() for part in one.rpartition("="))
        if not mark or not name or kind not in (PERSON, RANDOM):
            raise click.BadParameter(
                f"`{visible(one)}` is not of the form NAME=person or NAME=random", param_hint="--seat"
            )
        if name == "all":
            people = [kind == PERSON] * count
            unknown.clear()
            continue
        seat = letters.index(name) if name in letters else int(name) - 1 if name.isdecimal() else None
        if seat is None and written is not None:
            known = ", ".join(map(visible, written))
            raise click.BadParameter(f"nobody is called `{visible(name)}`; there are {known}", param_hint="--seat")
        if seat is None:
            why = name_problem(name) or ("" if name.isprintable() else "it holds characters that cannot be seen")
            if why or name.casefold() in {other.casefold() for other in names}:
                raise click.BadParameter(
                    f"`{visible(name)}` cannot be a name: {why or 'it is taken'}", param_hint="--seat"
                )
        if not free if seat is None else not 0 <= seat < count:
            raise click.BadParameter(f"`{visible(one)}`: there are {count} seats", param_hint="--seat")
        seat = free[0] if seat is None else seat
        if seat in free:
            free.remove(seat)
        if name not in letters and not name.isdecimal():
            names[seat] = name
        people[seat] = kind == PERSON
        unknown.pop(seat, None)
    for seat, kind in unknown.items():
        name = visible(names[seat])
        advice = f"--seat {name}=person or --seat {name}=random"
        raise click.UsageError(f"the file has {name} played by `{visible(kind)}`, which cannot sit here: {advice}")
    return Seats(tuple(names), tuple(people))
