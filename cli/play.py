"""`hoyle play`: a game in the terminal, its seats taken by people and by players who choose at random.

Exit codes: 0 the game ended or was left, 1 the ruleset cannot be played, 2 the command was used wrongly, 130 Ctrl-C.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .console import echo, shows_suits, visible

if TYPE_CHECKING:
    from ..interpreter.engine import Engine
    from ..interpreter.lowering import OptionValue
    from .play_table import Seats

PERSON, RANDOM = "person", "random"


@click.command()
@click.argument("ruleset")
@click.option("--option", "-o", "settings", multiple=True, metavar="NAME=VALUE", help="Set an option of the rules.")
@click.option("--players", "-p", type=click.IntRange(1, 64), help="How many play.")
@click.option("--seat", "-s", "seats", multiple=True, metavar="NAME=KIND", help="Who sits there: person or random.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Deal the same cards again.")
@click.option("--ascii", "ascii_", is_flag=True, help="Write suits as letters.")
def play(
    ruleset: str, settings: tuple[str, ...], players: int | None, seats: tuple[str, ...], seed: int | None, ascii_: bool
) -> None:
    """Play a game by its rules.

    RULESET is the name of a ruleset or a rule file.  You take the first seat, random players take the others, unless
    --seat says otherwise: --seat B=person, --seat Ann=person (the next free seat, by that name), --seat all=random.
    A question is answered with a number or in words; ? helps, q quits.

    \b
    Exit code: 0    the game ended, or was left with q or at the end of input
               1    the ruleset cannot be played
               2    the command was used wrongly
               130  stopped with Ctrl-C
    """
    from .play_table import PlayTable

    engine = _engine(ruleset, _options(settings), players)
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**31)
    table = PlayTable(engine, _seats(engine, seats), seed, ascii=ascii_ or not shows_suits())
    try:
        code = table.play()
    except KeyboardInterrupt:
        echo()
        table.leave()
        code = 130
    sys.exit(code)


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


def _engine(ruleset: str, options: dict[str, OptionValue], players: int | None) -> Engine:
    """The engine of a ruleset; a ruleset with mistakes ends the command."""
    from ..dsl.loading import load
    from ..interpreter.engine import Engine
    from ..interpreter.lowering import SettingsError, lower
    from .diagnostics_view import echo_diagnostics

    path = Path(ruleset) if "/" in ruleset or ruleset.endswith(".hoyle") else None
    loaded = load(path or ruleset)
    if loaded.game is None:
        errors = tuple(one for one in loaded.diagnostics if one.severity == "error")
        echo_diagnostics(errors)
        sys.exit(1)
    try:
        return Engine(lower(loaded.game, options, players))
    except SettingsError as error:
        lines = [one.message + (f" ({one.help})" if one.help else "") for one in error.problems]
        raise click.UsageError("\n".join(lines)) from None


def _seats(engine: Engine, given: tuple[str, ...]) -> Seats:
    """The seats as `--seat` fills them."""
    from ..interpreter.script.notation import name_problem
    from ..interpreter.spelling import seat_letter
    from .play_table import Seats

    count = engine.program.players
    letters = [seat_letter(seat) for seat in range(count)]
    names, people = letters.copy(), [seat == 0 for seat in range(count)]
    free = list(range(count))
    for one in given:
        name, mark, kind = (part.strip() for part in one.rpartition("="))
        if not mark or not name or kind not in (PERSON, RANDOM):
            raise click.BadParameter(
                f"`{visible(one)}` is not of the form NAME=person or NAME=random", param_hint="--seat"
            )
        if name == "all":
            people = [kind == PERSON] * count
            continue
        seat = letters.index(name) if name in letters else int(name) - 1 if name.isdecimal() else None
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
    return Seats(tuple(names), tuple(people))
