"""The sentences of a story that are more than a name and a value, as data.  A terminal takes them from here, a page
from `story.sentences` in the description of a module.

A sentence about somebody has three forms: for the reader (`You take the trick`), for one other, and for several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict


class SentenceForms(TypedDict):
    """The forms of a sentence; `{who}` is the names of whom it is about."""

    you: str
    one: str
    several: str


class StorySentences(TypedDict):
    """All of them."""

    takes: SentenceForms
    draws: SentenceForms
    won: SentenceForms
    nobody: str
    handed: str
    shown: str
    happened: str


SENTENCES: StorySentences = {
    "takes": {"you": "You take the trick", "one": "{who} takes the trick", "several": "{who} take the trick"},
    "draws": {"you": "draw {what}", "one": "draws {what}", "several": "draw {what}"},
    "won": {
        "you": "The game is over: you win", "one": "The game is over, won by {who}",
        "several": "The game is over, won by {who}",
    },
    "nobody": "The game is over; nobody wins",
    "handed": "to {to}: {what}",
    "shown": "shown to {to}: {what}",
    "happened": "At the table: {what}",
}  # fmt: skip


def sentence(forms: SentenceForms, names: Sequence[str], you: str | None = None, what: str = "") -> str:
    """A sentence in the form that agrees with whom it is about.  `you`: the name of the seat of the reader."""
    form = forms["several"] if len(names) > 1 else forms["you"] if you is not None and names[0] == you else forms["one"]
    return form.format(who=" and ".join(names), what=what)
