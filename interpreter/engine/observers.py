"""The observers of a game: a listener, and an object that decides chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dsl.types import Type
from ..records import Listener, Where
from .chance import Chance, Dealing


class Observers:
    """Who listens to a game, and who decides its chance."""

    __slots__ = "chance", "deal", "dealt", "listener", "random_card", "random_value", "shuffled"

    def __init__(self, listener: Listener | None, chance: Chance | None) -> None:
        self.listener = listener
        self.chance = chance
        self.deal: Dealing | None = getattr(chance, "deal", None)
        self.dealt: Callable[[Where, Sequence[int]], None] | None = getattr(chance, "dealt", None)
        self.random_card: Callable[[str, tuple[int, ...]], int | None] | None = getattr(chance, "random_card", None)
        self.random_value: Callable[[str, Type, tuple[int, ...]], int | None] | None
        self.random_value = getattr(chance, "random_value", None)
        self.shuffled: Callable[[Where], None] | None = getattr(chance, "shuffled", None)
