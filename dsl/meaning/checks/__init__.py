"""Checks of a whole game, each a plain function, all of them in one visible list."""

from __future__ import annotations

from collections.abc import Callable

from ...core import Game
from ..context import Context
from .ends import can_end
from .none import values_are_there
from .recursion import no_recursion
from .tables import complete_tables
from .tricks import tricks_have_ranking
from .unused import unused_names, unused_zones

CHECKS: tuple[Callable[[Game, Context], None], ...] = (
    no_recursion,
    can_end,
    tricks_have_ranking,
    values_are_there,
    complete_tables,
    unused_names,
    unused_zones,
)
"""In this order; each is given a game without errors in names and types and reports what it finds."""
