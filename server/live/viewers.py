"""A connection to a table: who is at its other end, and what waits to be sent there.

A message with the table replaces one that was not sent yet, so a slow client takes little memory, and gets the newest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_WAITING = 30
"""How many other messages wait for a client; a client that reads none of them is left out."""
SLOWEST = 30.0
"""For how many seconds a client may take one message."""


class TableViewer:
    """Somebody at a table.  `chair`: -1 for somebody who watches."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.chair = -1
        self.door = False
        """Whether it came with the secret of the door."""
        self.greeted = False
        self._table: bytes | None = None
        self._others: deque[bytes] = deque(maxlen=MOST_WAITING)
        self._ready = asyncio.Event()
        self.closing = False

    def show(self, message: bytes) -> None:
        """Send the table, instead of an older one that still waits."""
        self._table = message
        self._ready.set()

    def tell(self, message: bytes) -> None:
        """Send another message."""
        self._others.append(message)
        self._ready.set()

    def close(self) -> None:
        """Send what waits, then end."""
        self.closing = True
        self._ready.set()

    async def send_to(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what there is to send, until `close`.  Raises `TimeoutError` if a client does not take it."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while self._others or self._table is not None:
                if self._others:
                    message = self._others.popleft()
                else:
                    message, self._table = self._table or b"", None
                async with asyncio.timeout(SLOWEST):
                    await send(message)
            if self.closing:
                return
