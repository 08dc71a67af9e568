"""The Python that is installed, as the page of `hoyle studio` asks it: the language server and all other questions.

    python -m hoyle.cli.pages.studio.installed FOLDER     answers requests on its standard input, a line each

The files of the page are in the folder, which is removed when there are no more requests.

A request is `{"name": "call", "args": […]}`: a method of `Desk`.  Its answer is `{"value": …, "sent": […]}` with the
messages of the language server, or `{"error": "…"}`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .desk import Desk

if TYPE_CHECKING:
    from .questions import Questions


class InstalledDesk(Desk):
    """The desk in a process of its own.  Choices are judged by modules that this Python runs itself."""

    @cached_property
    def questions(self) -> Questions:
        """The object that answers the other questions."""
        from . import scripts
        from .questions import Questions

        class InstalledQuestions(Questions):
            def judging(self, text: str, game: int) -> dict[str, Any]:
                """Prepare `judge`; the page has nothing to run for it."""
                scripted, opened = scripts.opened_game(text, self.folder, game)
                key = hashlib.sha256(f"{game} {text}".encode()).hexdigest()
                self.judged_game = key, scripted, opened
                return {"key": key, "wat": ""}

        return InstalledQuestions(self.folder)


def answer_requests(folder: Path) -> None:
    """Answer until there are no more requests, then remove the folder."""
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not be taken for an answer
    sent: list[str] = []
    try:
        desk = InstalledDesk(sent.append, folder)
        operations: dict[str, Callable[..., Any]] = {
            "receive": desk.receive, "work": desk.work, "rest": desk.rest, "call": desk.call,
        }  # fmt: skip
        for line in source:
            request = json.loads(line)
            try:
                answer: dict[str, Any] = {"value": operations[request["name"]](*request["args"]), "sent": sent}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            target.write(json.dumps(answer).encode() + b"\n")
            target.flush()
            if "sent" in answer:  # otherwise they go with the next answer
                sent.clear()
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # whoever began this process may be gone


if __name__ == "__main__":
    answer_requests(Path(sys.argv[1]))
