"""A connection to a table: who is at its other end, and what waits to be sent there.

A message is handed to the connection at once, as long as that takes it.  A message with the table replaces one that
was not sent yet, so a slow client takes little memory, and gets the newest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

MOST_WAITING = 30
"""How many other messages wait for a client; a client that reads none of them is left out."""
SLOWEST = 30.0
"""For how many seconds a client may take nothing."""


class Connection(Protocol):
    """The way to a viewer.  `put` never blocks; a connection that is not `open` is to be given nothing until
    it calls the viewer's `resume`.
    """

    @property
    def open(self) -> bool:
        """Whether it takes a message now."""
        ...

    def put(self, message: bytes) -> None:
        """Send a message, which is JSON."""
        ...

    def hang_up(self) -> None:
        """End it after what was put."""
        ...


class TableViewer:
    """Somebody at a table.  `chair`: -1 for somebody who watches."""

    __slots__ = "_others", "_table", "_timer", "chair", "closing", "connection", "door", "greeted"

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.chair = -1
        self.door = False
        """Whether it came with the secret of the door."""
        self.greeted = False
        self._table: bytes | None = None
        self._others: deque[bytes] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.closing = False

    def show(self, message: bytes) -> None:
        """Send the table, instead of an older one that still waits."""
        if self.closing:
            return
        if self.connection.open:
            self.connection.put(message)
        else:
            self._table = message
            self._wait()

    def tell(self, message: bytes) -> None:
        """Send another message."""
        if self.closing:
            return
        if self.connection.open:
            self.connection.put(message)
        else:
            if self._others is None:
                self._others = deque(maxlen=MOST_WAITING)
            self._others.append(message)
            self._wait()

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SLOWEST, self.give_up)

    def resume(self) -> None:
        """Send what waits; the connection takes something again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._others and self.connection.open:
            self.connection.put(self._others.popleft())
        self._others = self._others or None
        if self._table is not None and self.connection.open:
            message, self._table = self._table, None
            self.connection.put(message)
        if self._others or self._table is not None:
            self._wait()

    def give_up(self) -> None:
        """End the connection, whatever waits."""
        self._others = self._table = None
        self.close()

    def close(self) -> None:
        """Send what waits, as far as the connection takes it, then end."""
        if not self.closing:
            self.resume()
            self.closing = True
            self.connection.hang_up()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
