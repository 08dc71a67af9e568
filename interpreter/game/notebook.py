"""A table, or what one seat sees of it, as HTML for a notebook.  Everything is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from .values import Card, Value

_RED = {"hearts", "diamonds"}


def board(
    title: str,
    zones: Mapping[str, Iterable[Card]],
    values: Mapping[str, Value | Mapping[str, Value]],
    choices: Iterable[str] = (),
) -> str:
    """A small table: the zones with their cards, the variables, and the choices there are."""
    rows = [_row(name, " ".join(map(_card, cards)) or "&ndash;") for name, cards in zones.items()]
    for name, value in values.items():
        rows.append(_row(name.replace("_", " "), _value(value)))
    labels = [*choices]
    if labels:
        rows.append(_row("choices", escape(", ".join(labels))))
    return f"<table><caption>{escape(title)}</caption>{''.join(rows)}</table>"


def _row(name: str, content: str) -> str:
    return f'<tr><th style="text-align: left">{escape(name)}</th><td style="text-align: left">{content}</td></tr>'


def _card(card: Card) -> str:
    return f'<span style="color: #b00020">{escape(card)}</span>' if card.suit in _RED else escape(card)


def _value(value: Value | Mapping[str, Value]) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{escape(owner)}: {_value(one)}" for owner, one in value.items())
    if isinstance(value, Card):
        return _card(value)
    if isinstance(value, tuple):
        return " ".join(_value(one) for one in value) or "&ndash;"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return escape(str(value))
