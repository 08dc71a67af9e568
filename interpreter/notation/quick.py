"""Reads the simplest lines of the text form quickly: a choice, or the cards dealt to a player.

    B: lay 2♣, draws 4♥
    hand A: 4♠ 8♦ 9♠ K♥ K♦

Most lines of a recorded game are of this kind, without quotations, comments or unusual blanks, and one pattern
recognises them.  All other lines are left to the general reader (`reader.py`), which reads these lines with the same
result.
"""

from __future__ import annotations

import re
from collections.abc import Container

from ...dsl.source.span import Source, Span
from . import model as m

_PLAIN = r"[^\s,:\"#\\](?:[^\t,:\"#\\]{0,200}[^\s,:\"#\\])?"
_CARDS = r"[^\s,:\"#\\]{1,80}(?: [^\s,:\"#\\]{1,80}){0,60}"
_ANSWER = re.compile(rf"([^\W_]\w{{0,39}}): ({_PLAIN})(?:, draws ({_CARDS}))?")
_DEAL = re.compile(rf"([^\W_]\w{{0,39}}) ([^\W_]\w{{0,39}}): ({_CARDS})")


def quick(
    source: Source, start: int, end: int, names: Container[str], reserved: Container[str]
) -> m.Answer | m.DealtCards | None:
    """The step of the line from `start` to `end`, if it is of the simplest kind.  `names` are the players in lower
    case.
    """
    text = source.text
    found = _ANSWER.fullmatch(text, start, end)
    if found is not None:
        actor, said, cards = found.groups()
        if actor.casefold() in reserved or "  " in said or "\u00a0" in said or not said.isprintable():
            return None
        if not cards and said.casefold().startswith("draws"):
            return None
        draws = _cards(source, found.start(3), cards) if cards else ()
        return m.Answer(
            m.SpannedText.at(actor, source, start, found.end(1)),
            m.SpannedText.at(said, source, *found.span(2)),
            draws,
            span=Span(source, start, end),
        )
    found = _DEAL.fullmatch(text, start, end)
    if found is None:
        return None
    zone, owner, cards = found.groups()
    if zone.casefold() in reserved or owner.casefold() in reserved or f"{zone} {owner}".casefold() in names:
        return None
    return m.DealtCards(
        m.SpannedText.at(zone, source, start, found.end(1)),
        m.SpannedText.at(owner, source, *found.span(2)),
        _cards(source, found.start(3), cards),
        span=Span(source, start, end),
    )


def _cards(source: Source, start: int, text: str) -> tuple[m.SpannedText, ...]:
    cards: list[m.SpannedText] = []
    said = m.SpannedText.at
    for card in text.split(" "):
        end = start + len(card)
        cards.append(said(card, source, start, end))
        start = end + 1
    return tuple(cards)
