"""The facts shown beside the cards on a table: whose turn it is, who deals, the trump suit, the scores, all in words.

The types of variables alone decide which of them are shown: numbers of players or teams, as soon as one of them is not
0; the values of shared variables that name something; flags of a player while they are set.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl.types import NONE, Type
from ..camera import Picture
from ..chosen import name_in_words
from ..data import TELLING
from .frames import Animation


def scores(animation: Animation) -> list[int]:
    """The numbers (indices of variables) of players or teams of which at least one is not 0 in some picture."""
    moved = {number for picture in animation.pictures for (number, _), value in picture.values.items() if value}
    return [
        number
        for number, info in enumerate(animation.program.variables)
        if info.owner is not None and info.type.kind == "number" and number in moved
    ]


def badges(animation: Animation, picture: Picture, seat: int) -> list[str]:
    """What a seat is and has said: `dealer`, `maker`, `passed`, `bid: 4`."""
    found: list[str] = []
    for number, info in enumerate(animation.program.variables):
        name = name_in_words(info.name)
        value = picture.values.get((number, seat if info.owner == "player" else -1), NONE)
        match info.owner, info.type.kind:
            case None, "player":
                found += [name] if value == seat else []
            case None, "set" if _of_players(info.type):
                found += [name] if value > 0 and value >> seat & 1 else []
            case "player", "flag":
                found += [name] if value == 1 else []
            case "player", kind if kind in TELLING and value != NONE:
                found.append(f"{name}: {animation.words.value(info.type, value)}")
            case _:
                pass
    return found


def facts(animation: Animation, picture: Picture) -> Iterator[tuple[str, str]]:
    """Facts about the whole table: `trump`, `spades`.  Players who are named have badges instead."""
    for number, info in enumerate(animation.program.variables):
        value = picture.values.get((number, -1), NONE)
        if info.owner is None and info.type.kind in TELLING and info.type.kind != "player" and value != NONE:
            yield name_in_words(info.name), animation.words.value(info.type, value)


def _of_players(type: Type) -> bool:
    return type.element is not None and type.element.kind == "player"


def position(animation: Animation, number: int) -> str:
    """The position of a picture in the game: `3 of 45, deal 1, trick 2`."""
    picture = animation.pictures[number]
    parts = [f"{number + 1} of {len(animation.pictures)}"]
    parts += [f"deal {picture.deal}"] if picture.deal else []
    parts += [f"trick {picture.trick}"] if picture.trick else []
    return ", ".join(parts)


def following(animation: Animation, number: int, what: str) -> int:
    """The number of the next picture with another `deal` or `trick`; of the last picture if there is none."""
    here = _at(animation.pictures[number], what)
    found = (i for i in range(number + 1, len(animation.pictures)) if _at(animation.pictures[i], what) != here)
    return next(found, len(animation.pictures) - 1)


def preceding(animation: Animation, number: int, what: str) -> int:
    """The number of the first picture of this `deal` or `trick`; if this is the first already, of the previous one."""
    if number == 0:
        return 0
    here = _at(animation.pictures[number - 1], what)
    at = number - 1
    while at and _at(animation.pictures[at - 1], what) == here:
        at -= 1
    return at


def _at(picture: Picture, what: str) -> tuple[int, int]:
    return (picture.deal, 0) if what == "deal" else (picture.deal, picture.trick)
