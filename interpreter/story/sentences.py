"""The sentences of a story that are more than a name and a value, as data.  A terminal takes them from here, a page
from `story.sentences` in the description of a module.

A sentence about somebody has three forms: for the reader (`You take the trick`), for one other, and for several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from .items import (
    CardsItem,
    ChoiceItem,
    DealItem,
    IncidentItem,
    PhaseItem,
    ResultItem,
    RevealItem,
    ScoreChangeItem,
    ScoresItem,
    TranscriptItem,
    TrickItem,
    VariableItem,
)


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


def text_of(item: TranscriptItem, you: str | None = None) -> str:
    """A line of a story as one line of text.  `you`: the name of the seat of the reader."""
    match item:
        case PhaseItem(title):
            return title
        case VariableItem(name, value):
            return f"{name}: {value}"
        case DealItem(zone, rows):
            dealt = (f"{owner or zone} {counted(cards)}" for owner, cards in rows)
            return f"dealt ({zone}): " + ", ".join(dealt)
        case ChoiceItem(player, label, draws, note):
            drawn = f", {sentence(SENTENCES['draws'], [player], you, counted(draws))}" if draws else ""
            return f"{player}: {label}{drawn}" + (f" ({note})" if note else "")
        case TrickItem(plays, None):
            return ", ".join(f"{player} {card}" for player, card in plays)
        case TrickItem(_, winner):
            return sentence(SENTENCES["takes"], [winner or ""], you)
        case CardsItem(cards, to):
            return SENTENCES["handed"].format(what=" ".join(cards), to=to)
        case RevealItem(cards, to):
            return SENTENCES["shown"].format(what=" ".join(cards), to=to)
        case IncidentItem(title):
            return SENTENCES["happened"].format(what=title)
        case ScoreChangeItem(owner, name, before, now):
            return f"{owner}: {name} {_signed(now)} ({_change(now - before)})"
        case ScoresItem(columns, rows):
            return "; ".join(
                f"{owner} " + ", ".join(f"{c} {_signed(now)}" for c, (_, now) in zip(columns, pairs, strict=True))
                for owner, pairs in rows
            )
        case ResultItem(winners):
            return sentence(SENTENCES["won"], winners, you) if winners else SENTENCES["nobody"]


def counted(cards: Sequence[str]) -> str:
    """Cards, or their number if none of them is known."""
    if cards and set(cards) == {"??"}:
        return "1 card" if len(cards) == 1 else f"{len(cards)} cards"
    return " ".join(cards)


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


def _change(value: int) -> str:
    return _signed(value) if value < 0 else f"+{value}"
