"""A session of the language server, and a client that records every message it receives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.loading import rulesets
from hoyle.language_server.session import Session
from hoyle.language_server.workspace import uri_of

Json = dict[str, Any]

SMALL = """\
game "Small"
language 1
players 2
deck A K Q of reds blues
option quick: yes or no = no "a shorter game"
zones
    stock: face down "the cards not dealt"
    hand of each player: private
remember
    dealer: player "whoever deals"
    points of each player: number
main
    set dealer to a random player
    repeat until highest points >= 3
        gather every card into stock
        shuffle stock
        deal 2 from stock to hand of each player from dealer.left
        for p in players from dealer
            turn(p)
        set dealer to dealer.left
    game over, won by the player with highest points
phase turn(p: player) "one player takes a turn"
    p chooses
        "show {c}" for c in p.hand
            add 1 to p.points
        "pass" if quick
"""
"""A whole game without mistakes."""


class Client:
    """A client that sends messages to a session and keeps the replies."""

    def __init__(self, folder: Path) -> None:
        self.sent: list[Json] = []
        self.session = Session(self.sent.append)
        self.folder = folder
        self.number = 0

    def start(self, **params: Any) -> Any:
        folders = [{"uri": uri_of(self.folder), "name": "here"}]
        options = {"lenses": False}
        return self.ask(
            "initialize",
            **{"capabilities": {}, "workspaceFolders": folders, "initializationOptions": options, **params},
        )

    def uri(self, name: str) -> str:
        return uri_of(self.folder / name)

    def message(self, message: Any) -> None:
        self.session.receive(message)
        while self.session.work():
            pass

    def request(self, method: str, params: Any) -> Json:
        """Send a request and return the whole response."""
        self.number += 1
        self.message({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return next(one for one in reversed(self.sent) if one.get("id") == self.number)

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return its result.  Fail if the response is an error."""
        answer = self.request(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def tell(self, method: str, **params: Any) -> None:
        self.message({"jsonrpc": "2.0", "method": method, "params": params})

    def open(self, name: str, text: str, version: int = 1) -> str:
        uri = self.uri(name)
        document = {"uri": uri, "languageId": "hoyle", "version": version, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        return uri

    def change(self, uri: str, *changes: Json, version: int = 2) -> None:
        document = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=list(changes))

    def rest(self) -> dict[str, list[Json]]:
        """Let the session do its idle work.  Return the diagnostics published in that time, by file."""
        before = len(self.sent)
        while self.session.rest():
            pass
        published = [
            one["params"] for one in self.sent[before:] if one.get("method", "").endswith("publishDiagnostics")
        ]
        return {one["uri"]: one["diagnostics"] for one in published}

    def at(self, method: str, uri: str, text: str, mark: str, **params: Any) -> Any:
        """Send a request for a position in a text: at the `|` in `mark`, or else at the end of `mark`."""
        at = text.index(mark.replace("|", "")) + (mark.index("|") if "|" in mark else len(mark))
        line = text.count("\n", 0, at)
        column = at - (text.rfind("\n", 0, at) + 1)
        position = {"line": line, "character": column}
        return self.ask(method, textDocument={"uri": uri}, position=position, **params)


@pytest.fixture
def fresh(tmp_path: Path) -> Client:
    """A client that has not sent `initialize` yet."""
    return Client(tmp_path)


@pytest.fixture
def client(fresh: Client) -> Client:
    fresh.start()
    return fresh


@pytest.fixture(scope="session")
def shipped() -> dict[str, Path]:
    """The rule files that ship with hoyle."""
    return rulesets()
