"""Rule files as environments for learning algorithms and other programs; see docs/envs.md.

    env = hoyle.envs.aec("newberry_euchre")            # PettingZoo, one agent after the other; `parallel`: all at once
    env = hoyle.envs.gym("whist", opponents="sound")   # gymnasium: one agent, programs at the other seats
    game = hoyle.envs.openspiel("newberry_euchre")     # OpenSpiel
    games = hoyle.envs.vector("newberry_euchre", 64)   # many games at once, numpy arrays in and out

`actions.py` numbers the choices of a game, `encoding.py` turns what a seat knows into numbers, `position.py` plays a
game and remembers what both need, `scoring.py` computes the rewards.  Each interface is a file of its own, which
imports its library when it is first used (extra `envs`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .actions import Actions
    from .agents import aec
    from .bots import bot
    from .efg import extensive_form
    from .encoding import Encoding
    from .single import gym, register
    from .spiel import openspiel
    from .together import parallel
    from .vectors.many import vector

__all__ = [
    "Actions", "Encoding", "aec", "bot", "extensive_form", "gym", "openspiel", "parallel", "register", "vector",
]  # fmt: skip

_HOMES = {
    "Actions": ".actions", "Encoding": ".encoding", "aec": ".agents", "bot": ".bots", "extensive_form": ".efg",
    "gym": ".single", "openspiel": ".spiel", "parallel": ".together", "register": ".single", "vector": ".vectors.many",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home, __name__), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
