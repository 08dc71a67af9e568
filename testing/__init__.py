"""For authors who test their rules: strategies of Hypothesis (extra `testing`), a stateful test, assertions.

    from hypothesis import given
    from hoyle.testing import assert_sound, positions, programs

    @given(position=programs("house.hoyle").flatmap(positions))
    def test_nobody_holds_more_than_five_cards(position):
        assert_sound(position)
        assert all(size <= 5 for size in position.sizes("hand"))

Only these import Hypothesis, and only when they are asked for: the plugin of pytest that takes scripted games for tests
lives here too and needs none.  `docs/testing.md` explains it with examples.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .position import Position, assert_sound, assert_sound_game
    from .stateful import GameMachine, machine
    from .strategies import choices, games, options, positions, programs, rulesets, seeds, settings

__all__ = [
    "GameMachine",
    "Position",
    "assert_sound",
    "assert_sound_game",
    "choices",
    "games",
    "machine",
    "options",
    "positions",
    "programs",
    "rulesets",
    "seeds",
    "settings",
]

_MODULES = {
    "Position": "position", "assert_sound": "position", "assert_sound_game": "position",
    "GameMachine": "stateful", "machine": "stateful",
}  # fmt: skip
"""Where each is, if not in `strategies`."""


def __getattr__(name: str) -> object:
    """What is exported, imported when it is used.  Raises `ImportError` where Hypothesis is missing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f".{_MODULES.get(name, 'strategies')}", __name__), name)
    except ImportError as error:
        if error.name != "hypothesis":
            raise
        raise ImportError("hoyle.testing needs one package more: install `hoyle[testing]`") from error
