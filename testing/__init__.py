"""For authors who test their rules: strategies of Hypothesis (extra `testing`), a stateful test, assertions.

    from hypothesis import given
    from hoyle.testing import assert_sound, positions, programs

    @given(position=programs("house.hoyle").flatmap(positions))
    def test_nobody_holds_more_than_five_cards(position):
        assert_sound(position)
        assert all(size <= 5 for size in position.sizes("hand"))

These names import Hypothesis only when they are used.  The pytest plugin that runs scripted games as tests is also in
this package and does not need Hypothesis.  `docs/testing.md` explains it with examples.
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
"""The modules of the names that are not in `strategies`."""


def __getattr__(name: str) -> object:
    """Import an exported name when it is first used.  Raises `ImportError` if Hypothesis is not installed."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f".{_MODULES.get(name, 'strategies')}", __name__), name)
    except ImportError as error:
        if error.name != "hypothesis":
            raise
        raise ImportError("hoyle.testing needs one package more: install `hoyle[testing]`") from error
