"""Games played in the process of the server, in place of its workers."""

from __future__ import annotations

import json

from hoyle.server.cores.games import GameKeeper
from hoyle.server.cores.pool import TablePosition, placed, unpacked
from hoyle.server.table.entries import Json


class InlineCores:
    """Answers in this process."""

    def __init__(self) -> None:
        self._keepers: dict[str, GameKeeper] = {}

    async def ask(self, role: str, request: Json, at: TablePosition | None = None) -> tuple[Json, list[bytes]]:
        """Answer a request."""
        keeper = self._keepers.setdefault(role, GameKeeper(remembers=role == "programs"))
        whole = request if at is None else placed(request, at, 0)
        head, texts = keeper.answer(json.loads(json.dumps(whole)))
        return unpacked(head, texts)

    async def close(self) -> None:
        """End."""
