"""The connection of a client to a table: it comes again when it is lost, and sends an unconfirmed answer again.

link = TableLink.to("http://laptop:8731/t/TABLE#SECRET")
for message in link.messages():
    …
    link.choose(message["question"], {"option": 0})
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

Message = dict[str, Any]
FINAL = ("S02", "S03", "S39", "S51")
"""Refusals after which there is no use in coming again."""
FIRST_WAIT = 0.2
LONGEST_WAIT = 5.0
MOST_MESSAGE = 1 << 22
"""The most bytes of a message of a server."""


class NoSuchAddress(ValueError):
    """An address that is not that of a table."""


class Unreachable(Exception):
    """The server cannot be reached, or refuses for good.  The text says why."""


class TableLink:
    """A connection to the table at `address` (`ws://…`) with a secret (empty: to watch)."""

    def __init__(self, address: str, secret: str, patience: float = 60.0) -> None:
        """`patience`: for how many seconds a server is tried again that is lost, or shows no table."""
        self.address, self.secret, self.patience = address, secret, patience
        self._socket: Any = None
        self._pending: Message | None = None
        self._sent_on: Any = None

    @classmethod
    def to(cls, url: str, patience: float = 60.0) -> TableLink:
        """The connection to the table of a page's address.  Raises `NoSuchAddress`."""
        parts = urlsplit(url)
        pieces = parts.path.strip("/").split("/")
        if parts.scheme not in ("http", "https") or len(pieces) < 2 or pieces[-2] != "t" or not parts.netloc:
            raise NoSuchAddress("an address of a table looks like http://HOST:PORT/t/TABLE#SECRET")
        scheme = "wss" if parts.scheme == "https" else "ws"
        return cls(f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/socket", parts.fragment, patience)

    def messages(self) -> Iterator[Message]:
        """All messages of the server, over as many connections as it takes.  Raises `Unreachable`.

        Only the table shows that a connection is of use.  After any other it takes longer until the next one, and as
        long as the server asks for at least.
        """
        wait, lost = FIRST_WAIT, time.monotonic()
        while True:
            shown, refusal, lost_by = False, dict[str, Any](), "it ended the connection"
            try:
                with connect(self.address, max_size=MOST_MESSAGE, compression=None, proxy=None) as socket:
                    self._socket = socket
                    self.send({"type": "hello", **({"secret": self.secret} if self.secret else {})})
                    for text in socket:
                        message: Message = json.loads(text)
                        self._note(message)
                        if message["type"] == "table":
                            shown, refusal = True, {}
                        elif message["type"] == "refused":
                            refusal = message
                        yield message
            except (OSError, InvalidHandshake, ConnectionClosed) as error:
                lost_by = type(error).__name__
            self._socket, now = None, time.monotonic()
            if shown:
                wait, lost = FIRST_WAIT, now
            asked = refusal.get("seconds", 0)
            if now - lost + asked > self.patience:
                raise Unreachable(refusal.get("sentence") or f"the server cannot be reached ({lost_by})")
            time.sleep(max(wait, asked))
            wait = min(LONGEST_WAIT, wait * 1.7)

    def _note(self, message: Message) -> None:
        if message["type"] == "seated":
            self.secret = message["secret"]
        elif message["type"] == "refused":
            if self._pending is not None and message.get("key") == self._pending["key"]:
                self._pending = None
            if message["code"] in FINAL:
                raise Unreachable(message["sentence"])
        elif message["type"] == "table" and self._pending is not None:
            if message["question"] != self._pending["question"]:
                self._pending = None
            elif self._sent_on is not self._socket:
                self._push()

    def _push(self) -> None:
        pending = self._pending
        if pending is not None:  # it may have been confirmed meanwhile, in another thread
            self._sent_on = self._socket
            self.send(pending)

    def send(self, message: Message) -> None:
        """Send a message; it is lost if the connection is."""
        with suppress(ConnectionClosed, OSError):
            if self._socket is not None:
                self._socket.send(json.dumps(message))

    def choose(self, question: int, answer: Message) -> None:
        """Answer a question; the answer is sent again after a loss, and made only once."""
        self._pending = {"type": "choose", "question": question, "key": secrets.token_hex(8), **answer}
        self._push()

    @property
    def waiting(self) -> bool:
        """Whether an answer has not been confirmed yet."""
        return self._pending is not None

    @property
    def connection(self) -> object:
        """The present connection; another one after each loss."""
        return self._socket
