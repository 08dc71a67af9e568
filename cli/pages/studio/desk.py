"""Python's side of the page, in a worker of the browser: JSON in, JSON out.

    desk = Desk(send)                       # send: takes a message of the language server, as JSON
    desk.receive(message); desk.work()      # the language server, message by message
    desk.call("compile", '{"name": "mine", "text": …}')

The editor waits for the language server alone; what answers the other questions is imported with the first of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ....editor.session import ClientSession

if TYPE_CHECKING:
    from .questions import Questions
    from .thinking import Begin


class Desk:
    """A language server, and the answers to what else the page asks."""

    def __init__(self, send: Callable[[str], None], folder: Path = Path("/files")) -> None:
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.session = ClientSession(lambda message: send(json.dumps(message)))

    def receive(self, message: str) -> None:
        """A message for the language server."""
        try:
            self.session.receive(json.loads(message))
        except ValueError:
            self.session.rubbish("that is no JSON")

    def work(self) -> bool:
        """Answer one message; False if there is none."""
        return self.session.work()

    def rest(self) -> bool:
        """Use a pause for diagnostics; False if there is nothing left to do."""
        return self.session.rest()

    @cached_property
    def questions(self) -> Questions:
        """What answers the other questions."""
        from .questions import Questions

        return Questions(self.folder)

    def call(self, name: str, arguments: str) -> str:
        """Answer a question of the page (`questions.py`)."""
        return self.questions.call(name, arguments)

    def run_search(self, key: str, begin: Begin) -> None:
        """The page runs the module of the question `search`: `begin` makes an instance of it."""
        self.questions.run_search(key, begin)
