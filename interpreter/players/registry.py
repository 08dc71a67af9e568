"""Finds players by name: those that come with Hoyle, and those of other packages (entry points of `hoyle.players`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from ...dsl.codes.reporting import report
from ...dsl.source.nearest import nearest
from ..errors import CALL, UnknownName
from ..learning.weights import Weights
from ..program import Program
from .learned import NAME as LEARNED
from .learned import learned, learned_with
from .player import Maker, Player
from .plugins import guarded
from .random_player import RandomPlayer
from .sound import SoundPlayer
from .think import NAME as THINK
from .think import think

GROUP = "hoyle.players"
"""The group of entry points: `name = "package.module:make"`, where `make(program, seat)` returns a `Player`."""


class UnknownPlayer(UnknownName):
    """There is no player of that name, or the package that offers it cannot be used."""

    def __init__(self, why: str) -> None:
        super().__init__(report("E1093", CALL, why=why))


def _random(program: Program, seat: int) -> Player:
    return RandomPlayer()


BUILT_IN: dict[str, Maker] = {
    "random": _random,
    "sound": SoundPlayer,
    LEARNED: learned,
    "think": think(""),
    "think:quick": think("quick"),
    "think:deep": think("deep"),
}


def names() -> tuple[str, ...]:
    """The names of all players, those that come with Hoyle first."""
    from importlib.metadata import entry_points

    found = sorted(point.name for point in entry_points(group=GROUP))
    return (*BUILT_IN, *(name for name in found if name not in BUILT_IN))


_BY_STRENGTH = ("think", "learned", "sound", "random")


def strongest() -> str:
    """The strongest player that comes with Hoyle and answers quickly enough to play against people and give hints."""
    return next(name for name in _BY_STRENGTH if name in BUILT_IN)


def maker(name: str) -> Maker:
    """Return the function that makes players of that name.  Raises `UnknownPlayer`.

    Players of other packages raise `BadPlayer` when they are made, begin or choose, if they fail.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    if name.startswith(THINK + ":"):
        try:
            return think(name.removeprefix(THINK + ":"))
        except ValueError as error:
            raise UnknownPlayer(str(error)) from None
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP, name=name):
        try:
            made: object = point.load()
        except Exception as error:
            raise UnknownPlayer(f"the player `{name}` cannot be loaded from `{point.value}`: {error}") from error
        if not callable(made):
            raise UnknownPlayer(f"the player `{name}` is `{point.value}`, which cannot be called")
        return guarded(name, cast("Maker", made))
    known = names()
    near = nearest(name, known)
    raise UnknownPlayer(
        f"there is no player `{name}`" + (f"; did you mean `{near}`?" if near else f"; there are {', '.join(known)}")
    )


def makers(names: Iterable[str], weights: Weights | None = None) -> list[Maker]:
    """The functions for several names.  `weights`: those of the players `learned`.  Raises `UnknownPlayer`."""
    return [learned_with(weights) if name == LEARNED and weights is not None else maker(name) for name in names]


def plays_inside(name: str) -> bool:
    """Whether a module can play for a player, so that whole games are played inside modules."""
    return name in ("random", LEARNED)


def plays_from_afar(name: str) -> bool:
    """Whether a player can choose from what a seat has seen, as a server sends it, without a state of the game."""
    return name not in ("sound", LEARNED)
