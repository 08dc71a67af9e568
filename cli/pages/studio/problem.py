"""What keeps the page's questions from being answered."""

from __future__ import annotations


class RequestProblem(Exception):
    """What was asked cannot be done: why, in words for a person; `errors`: how many mistakes the rules have."""

    def __init__(self, text: str, errors: int = 0) -> None:
        super().__init__(text)
        self.errors = errors
