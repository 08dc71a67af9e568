"""The players of each seat: `--seat NAME=KIND`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..terminal.console import visible

if TYPE_CHECKING:
    from ..terminal.opponents import Seats

PERSON = "person"


def seats_of(
    count: int, given: tuple[str, ...], written: tuple[str, ...] | None = None, kinds: tuple[str, ...] = ()
) -> Seats:
    """The seats according to `--seat`.  `written` are the seats' names if they are already settled, `kinds` their
    players.

    `all` means every seat that no other `--seat` names, whatever their order.  Raises `click.UsageError` for an invalid
    seat, name or player."""
    from ...interpreter.players import names as players
    from ...interpreter.players import strongest
    from ...interpreter.text.spellings import seat_letter
    from ..terminal.opponents import Seats

    known = (PERSON, *players())
    letters = [seat_letter(seat) for seat in range(count)] if written is None else list(written)
    names, taken = letters.copy(), list(kinds) or [PERSON, *[strongest()] * (count - 1)]
    free = list(range(count))
    named: set[int] = set()
    for one in given:
        name, kind = _pair(one, known)
        if name == "all":
            taken = [taken[seat] if seat in named else kind for seat in range(count)]
            continue
        seat = letters.index(name) if name in letters else int(name) - 1 if name.isdecimal() else None
        if seat is None and written is not None:
            there = ", ".join(map(visible, written))
            raise click.BadParameter(f"nobody is called `{visible(name)}`; there are {there}", param_hint="--seat")
        if seat is None:
            _check_name(name, names)
        if not free if seat is None else not 0 <= seat < count:
            raise click.BadParameter(f"`{visible(one)}`: there are {count} seats", param_hint="--seat")
        seat = free[0] if seat is None else seat
        if seat in free:
            free.remove(seat)
        if name not in letters and not name.isdecimal():
            names[seat] = name
        taken[seat] = kind
        named.add(seat)
    for seat, kind in enumerate(taken):
        if kind not in known and _refused(kind):
            name = visible(names[seat])
            advice = f"--seat {name}=person or --seat {name}=random"
            raise click.UsageError(f"the file has {name} played by `{visible(kind)}`, which cannot sit here: {advice}")
    return Seats(tuple(names), tuple(taken))


def _pair(text: str, known: tuple[str, ...]) -> tuple[str, str]:
    """The name and the kind in `NAME=KIND`."""
    from ...dsl.source.nearest import nearest

    name, mark, kind = (part.strip() for part in text.partition("="))
    if not mark or not name or not kind:
        raise click.BadParameter(f"`{visible(text)}` is not of the form NAME=KIND", param_hint="--seat")
    if kind not in known and (refused := _refused(kind)):
        near = nearest(kind, known)
        advice = f"did you mean `{near}`?" if near else f"there are {', '.join(known)}"
        message = refused if ":" in kind else f"there is no player `{kind}`; {advice}"
        raise click.BadParameter(visible(message), param_hint="--seat")
    return name, kind


def _refused(kind: str) -> str:
    """Why there is no such player with such settings; empty if there is one."""
    from ...interpreter.players import UnknownPlayer, maker

    try:
        maker(kind)
    except UnknownPlayer as error:
        return error.message
    return ""


def _check_name(name: str, taken: list[str]) -> None:
    """Check the name of a player.  Raises `click.BadParameter` if it is not allowed."""
    from ...interpreter.notation.header import name_problem

    why = name_problem(name)
    if why or name.casefold() in {other.casefold() for other in taken}:
        raise click.BadParameter(f"`{visible(name)}` cannot be a name: {why or 'it is taken'}", param_hint="--seat")
