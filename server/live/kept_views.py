"""The last views of the tables in use.  When only something beside the game changes (a clock, a chair), they are sent
again without asking a worker.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeAlias

MOST_KEPT = 2000
"""Of how many tables views are kept."""

ViewedPosition: TypeAlias = tuple[int, int, int]
"""A position at a table: which game, how often something was taken back in it, how many choices."""


class KeptViews:
    """What each seat (-1: everybody) sees at the present position of some tables, as far as somebody asked for it."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self._kept: OrderedDict[str, tuple[ViewedPosition, dict[int, bytes]]] = OrderedDict()

    def at(self, table: str, position: ViewedPosition) -> dict[int, bytes]:
        """The views of a position, to be read and added to."""
        found = self._kept.get(table)
        if found is None or found[0] != position:
            found = self._kept[table] = position, {}
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(table)
        return found[1]
