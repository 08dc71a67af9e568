"""Where a picture stands in a game, and how to go on by deals and tricks."""

from __future__ import annotations

from ..camera import Picture
from .frames import Animation


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
