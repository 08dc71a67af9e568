"""Faults: errors of a rule file that show only in play, and what is said of each.

Every executor of programs stops a game with the same `Fault`, whose text is made here from a kind and its numbers.
"""

from __future__ import annotations

from ..dsl.source.span import Span


class Fault(Exception):
    """An error of the rule file that shows only in play: `code`, `message`, and the place of the rule."""

    def __init__(self, code: str, message: str, span: Span) -> None:
        super().__init__(f"{span}: {message}")
        self.code = code
        self.message = message
        self.span = span


KINDS: dict[str, tuple[str, str]] = {
    "outside": ("E1201", "{} is outside {}..{}"),
    "none": ("E1202", "this is none"),
    "division": ("E1203", "division by 0"),
    "failed": ("E1204", "{}"),
    "no row": ("E1204", "no row of the table applies"),
    "endless": ("E1205", "{:,} rounds and nobody had to choose: this does not end"),
    "too many": ("E1205", "{:,} numbers are too many to go through"),
    "not one": ("E1206", "`the` one is meant, and there are {}"),
    "nothing to pick": ("E1207", "there is nothing to pick from"),
    "too few": ("E1208", "{} cards are to be dealt and there are {}"),
    "no choice": ("E1209", "there is nothing to choose here"),
    "too many to try": ("E1210", "more than {:,} combinations of cards would have to be tried"),
}
"""For each kind of fault its code and its text, with a gap for each number (of `failed`: the message itself)."""


def fault(kind: str, span: Span, *values: int | str) -> Fault:
    """A fault of a kind (a key of `KINDS`) at a place, its text filled with values."""
    code, text = KINDS[kind]
    return Fault(code, text.format(*values), span)
