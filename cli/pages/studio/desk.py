"""The Python side of the page, in a worker of the browser.  It receives JSON and returns JSON.

    desk = Desk(send)                       # send: takes a message of the language server, as JSON
    desk.receive(message); desk.work()      # the language server, message by message
    desk.call("compile", '{"name": "mine", "text": …}')

The editor needs only the language server to start.  The modules that answer other questions are imported with the first
such question.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ....language_server.session import Session

if TYPE_CHECKING:
    from .questions import Questions
    from .thinking import Begin


class Desk:
    """A language server, and the answers to all other questions of the page."""

    def __init__(self, send: Callable[[str], None], folder: Path = Path("/files")) -> None:
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.session = Session(lambda message: send(json.dumps(message)))

    def receive(self, message: str) -> None:
        """Take a message for the language server."""
        try:
            self.session.receive(json.loads(message))
        except ValueError:
            self.session.rubbish("that is no JSON")

    def work(self) -> bool:
        """Answer one message.  Returns False if there is none."""
        return self.session.work()

    def rest(self) -> bool:
        """Use a pause for diagnostics.  Returns False if nothing is left to do."""
        return self.session.rest()

    @cached_property
    def questions(self) -> Questions:
        """The object that answers the other questions."""
        from .questions import Questions

        return Questions(self.folder)

    def call(self, name: str, arguments: str) -> str:
        """Answer a question of the page (`questions.py`)."""
        return self.questions.call(name, arguments)

    def run_search(self, key: str, begin: Begin) -> None:
        """Connect the module that the question `search` returned: `begin` makes an instance of it in the browser."""
        self.questions.run_search(key, begin)
