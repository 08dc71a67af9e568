"""The error for a question of the page that cannot be answered."""

from __future__ import annotations


class RequestProblem(Exception):
    """A question cannot be answered.

    The text is the reason in words; `errors` is the number of mistakes in the rules."""

    def __init__(self, text: str, errors: int = 0) -> None:
        super().__init__(text)
        self.errors = errors
