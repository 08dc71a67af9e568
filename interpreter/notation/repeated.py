"""Reads many games quickly: a line that was read before is not read again.

In a file of a thousand games the headers differ only in a title, and most choices repeat, because there are few players
and few cards.  So the result of reading such a line is kept by its text, and games share it; only lists of dealt cards
are made anew, from known words.  A shared part has no place of its own, so a game that is read this way is not
*placed*: its content is right, but its places are meaningless.  To report a mistake at its place, call `with_places`
first, which reads the game once more.  Lines that are not simple are left to the general reader (`reader.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import cast

from ...dsl.source.span import Source, Span
from . import model as m
from .json_form import SHORT, check_text
from .reader import read_step, read_text

_TITLE = re.compile(r'^title "([^"\\\n]{1,120})"\n', re.MULTILINE)
_MOST_HEADS = 200
_MOST_LINES = 20_000
"""How many headers are kept, and how many lines of the games under each."""


@dataclass(slots=True)
class _Head:
    """A header that was read, as a game without steps, and the lines that were read below it."""

    game: m.ScriptedGame
    names: frozenset[str]
    lines: dict[str, m.Step] = field(default_factory=dict[str, m.Step])
    places: dict[str, tuple[m.SpannedText, m.SpannedText | None]] = field(
        default_factory=dict[str, tuple[m.SpannedText, m.SpannedText | None]]
    )
    """Where cards are dealt, by the text before the colon."""
    cards: dict[str, m.SpannedText] = field(default_factory=dict[str, m.SpannedText])


class RepeatedParts:
    """What was read of earlier games, for the games that follow."""

    def __init__(self) -> None:
        self._heads: dict[str, _Head] = {}

    def game(self, source: Source) -> m.ScriptedGame | None:
        """The one game of a text that continues a file, not placed; None if the text is not simple, or has mistakes."""
        text = source.text
        top, blank, below = text.partition("\n\n")
        if not blank or "\r" in text or not text.startswith("game "):
            return None
        title = _TITLE.search(top)
        if title is not None:
            top = top[: title.start()] + top[title.end() :]
        head = self._heads.get(top) or self._read_head(top)
        if head is None or (title is not None and (head.game.title or not title[1].isprintable())):
            return None
        steps = _steps(head, [line for line in below.split("\n") if line])
        if steps is None:
            return None
        span = Span(source, 0, text.index("\n"))
        said = m.SpannedText(title[1]) if title is not None else head.game.title
        return replace(head.game, title=said, steps=steps, span=span, unplaced=source)

    def _read_head(self, text: str) -> _Head | None:
        """Read a header for the first time; None if it is not simple, or has mistakes."""
        if "#" in text or _TITLE.search(text + "\n"):
            return None
        script, _ = read_text(Source("", text), begun=True)
        if script is None or len(script.games) != 1 or script.games[0].steps or check_text(script):
            return None
        game = script.games[0]
        if len(self._heads) >= _MOST_HEADS:
            self._heads.clear()
        head = self._heads[text] = _Head(game, frozenset(name.casefold() for name in game.names))
        return head


def _steps(head: _Head, lines: list[str]) -> tuple[m.Step, ...] | None:
    """The steps of some lines; None if one of the lines is not simple."""
    steps = list(map(head.lines.get, lines))
    for at, known in enumerate(steps):
        if known is None:
            steps[at] = step = _step(head, lines[at])
            if step is None:
                return None
    return tuple(cast("list[m.Step]", steps))


def _step(head: _Head, line: str) -> m.Step | None:
    """The step of a line that was not read before.  None if it is not simple: other lines may belong to it, or it is
    wrong.
    """
    if len(line) > SHORT or not line.isprintable() or line[0] == " ":
        return None
    place, colon, cards = line.partition(": ")
    choice, draws, drawn = line.rpartition(", draws ")
    if place in head.places:
        found = _cards(head, cards)
        if found is not None:
            return m.DealtCards(*head.places[place], found)
    elif draws and choice:
        found, before = _cards(head, drawn), head.lines.get(choice) or _step(head, choice)
        if found is not None and isinstance(before, m.Answer) and not before.draws and not before.comment:
            return m.Answer(before.actor, before.text, found)
    step = read_step(Source("", line), head.names)
    if step is None:
        return None
    if len(head.lines) >= _MOST_LINES:
        head.lines.clear()
    if isinstance(step, m.DealtCards):
        head.cards.update({said.text: said for said in step.cards})
        if colon and not step.comment and '"' not in place:
            head.places[place] = step.zone, step.owner
    elif isinstance(step, m.Answer) and step.draws:
        head.cards.update({said.text: said for said in step.draws})
    else:
        head.lines[line] = step
    return step


def _cards(head: _Head, text: str) -> tuple[m.SpannedText, ...] | None:
    """The cards in a line; None if some of them were not read before."""
    known = head.cards
    try:
        return tuple([known[card] for card in text.split(" ")])
    except KeyError:
        return None


def with_places(game: m.ScriptedGame) -> m.ScriptedGame:
    """The same game with valid places."""
    if game.unplaced is None:
        return game
    script, _ = read_text(game.unplaced, begun=True)
    assert script is not None
    return script.games[0]
