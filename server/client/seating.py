"""How a client comes to its chair: under its name, another one if somebody has that, or the name that it has there."""

from __future__ import annotations

from typing import Any, Protocol

from .link import Unreachable

Message = dict[str, Any]
MOST_NAMES = 9
"""After so many names that somebody else has, none is made any more."""
_NAMES = ("S04", "S38")
"""Refusals of a name."""
_LATER = ("S06", "S11", "S12", "S50", "S53")
"""Refusals of what may be tried again."""


class GuestLink(Protocol):
    """What a client needs of its connection."""

    secret: str

    @property
    def connection(self) -> object:
        """The present connection; another one after each loss."""
        ...

    @property
    def waiting(self) -> bool:
        """Whether an answer has not been confirmed yet."""
        ...

    def send(self, message: Message) -> None:
        """Send a message."""
        ...

    def choose(self, question: int, answer: Message) -> None:
        """Answer a question."""
        ...


class ChairSought:
    """The chair of a client: `seated` takes it, `refused` hears that it could not be taken."""

    def __init__(self, link: GuestLink, name: str) -> None:
        self.link, self.name = link, name
        self.nameless = False
        """Whether the name was refused, so that another one must be found."""
        self.tries = 0
        self._asked_on: object = None
        """The connection over which a chair was asked for; None: no answer is awaited."""

    def seated(self, message: Message) -> bool:
        """Whether this client has its place, as somebody who sits or watches.  If not, its chair is asked for."""
        chair = message["you"]
        if chair >= 0 and message["chairs"][chair]["came"]:
            self.name, self.nameless, self._asked_on = message["chairs"][chair]["name"], False, None
            return True
        if chair < 0 and not self.link.secret and "sit" not in message["may"]:
            return True
        if not self.nameless and (self._asked_on is None or self._asked_on is not self.link.connection):
            self.ask(self.name)
        return False

    def ask(self, name: str) -> None:
        """Ask for a chair under a name."""
        self.name, self.nameless = name, False
        self._asked_on = self.link.connection
        secret = {"secret": self.link.secret} if self.link.secret else {}
        self.link.send({"type": "sit", **secret, "name": name})

    def refused(self, refusal: Message, table: Message | None) -> bool:
        """Whether a refusal is about the chair.  If somebody else has the name, the next one is tried; other names that
        are refused leave this client `nameless`.  Raises `Unreachable` if there is no chair.
        """
        if self._asked_on is None or self._asked_on is not self.link.connection or "key" in refusal:
            return False
        self._asked_on = None
        if refusal["code"] in _NAMES or refusal["code"].startswith("S6"):
            you = table["you"] if table is not None else -1
            chairs: list[Message] = table["chairs"] if table is not None else []
            others = [one["name"].casefold() for at, one in enumerate(chairs) if at != you]
            if " ".join(self.name.split()).casefold() in others and self.tries < MOST_NAMES:
                self.tries += 1
                self.ask(f"{self.name.rstrip('0123456789')[:18]}{self.tries + 1}")
            else:
                self.nameless = True
        elif refusal["code"] not in _LATER:
            raise Unreachable(refusal["sentence"])
        return True
