"""Finds players by name: those that come with Hoyle, and those of other packages (entry points of `hoyle.players`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class OwnPlayer:
    """A player that comes with Hoyle."""

    name: str
    make: Maker
    inside: bool
    """Whether a module can play for it, so that whole games are played inside modules."""
    from_afar: bool
    """Whether it can choose from what a seat has seen, as a server sends it, without a state of the game."""
    budgets: Mapping[str, Maker] = field(default_factory=dict[str, Maker])
    """The same player with other budgets, by the part of the name after the colon."""


_BY_STRENGTH = (
    OwnPlayer(THINK, think(""), inside=False, from_afar=True, budgets={one: think(one) for one in ("quick", "deep")}),
    OwnPlayer(LEARNED, learned, inside=True, from_afar=False),
    OwnPlayer("sound", SoundPlayer, inside=False, from_afar=False),
    OwnPlayer("random", _random, inside=True, from_afar=True),
)
"""The players that come with Hoyle, the strongest first."""

BUILT_IN: dict[str, Maker] = {
    f"{one.name}:{budget}" if budget else one.name: make
    for one in reversed(_BY_STRENGTH)
    for budget, make in {"": one.make, **one.budgets}.items()
}
"""The functions that make them, by name, the weakest first."""


def names() -> tuple[str, ...]:
    """The names of all players, those that come with Hoyle first."""
    from importlib.metadata import entry_points

    found = sorted(point.name for point in entry_points(group=GROUP))
    return (*BUILT_IN, *(name for name in found if name not in BUILT_IN))


def strongest() -> str:
    """The strongest player that comes with Hoyle, who plays against people and gives hints."""
    return _BY_STRENGTH[0].name


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
        except (Exception, SystemExit) as error:
            why = error if isinstance(error, Exception) else repr(error)
            raise UnknownPlayer(f"the player `{name}` cannot be loaded from `{point.value}`: {why}") from error
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
    return any(one.inside for one in _BY_STRENGTH if one.name == name)


def plays_from_afar(name: str) -> bool:
    """Whether a player can choose from what a seat has seen, as a server sends it, without a state of the game.

    Of the players of other packages this is seen when they are made.
    """
    return all(one.from_afar for one in _BY_STRENGTH if one.name == name.partition(":")[0])
