"""Hints within a script: the player who took a trick, and the choices that a line leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ...dsl.codes.reporting import ScriptError
from ...interpreter.notation import model as m
from ...interpreter.opening.opened import OpenedGame
from ...interpreter.records import TrickTaken
from ...interpreter.replay.events import Acted, Branched, Returned
from ...interpreter.replay.replayer import Replay
from ..text import Json
from ..view import FileView
from .scripts import played

Hint = tuple[int, str]
"""The offset of a line's end, and the text shown after it."""


def script_hints(view: FileView, start: int, end: int) -> list[Json]:
    """The hints between two offsets.  They are computed once for each version."""
    found = view.document.kept.get("script hints")
    if found is None:
        found = view.document.kept["script hints"] = list(_hints(view))
    return [
        {"position": view.text.position(at), "label": label, "paddingLeft": True}
        for at, label in cast("list[Hint]", found)
        if start <= at <= end
    ]


def _hints(view: FileView) -> Iterator[Hint]:
    for game in played(view).games:
        try:
            opened = view.workspace.rulesets.for_script(game, view.document.path.parent)
        except ScriptError:
            continue
        yield from _of_game(game, opened)


def _of_game(game: m.ScriptedGame, opened: OpenedGame) -> Iterator[Hint]:
    last: m.Action | None = None
    left_out: list[str] = []
    winner = ""
    for event in Replay(game, opened):
        if isinstance(event, Branched | Returned):
            yield from _of_line(last, winner, left_out)
            last, winner, left_out = None, "", []
        if not isinstance(event, Acted):
            continue
        if event.step is not None and event.step is not last:
            yield from _of_line(last, winner, left_out)
            last, winner, left_out = event.step, "", []
        if event.step is None:
            left_out.append(f"{opened.words.player(event.player)}: {event.label}")
        for record in event.records:
            if isinstance(record, TrickTaken):
                winner = opened.words.player(record.player)
    yield from _of_line(last, winner, left_out)


def _of_line(step: m.Action | None, winner: str, left_out: list[str]) -> Iterator[Hint]:
    """The hints after one line."""
    if step is None:
        return
    parts = [f"then {'; '.join(left_out)}"] if left_out else []
    if winner and not (isinstance(step, m.Trick) and step.winner is not None):
        parts.append(f"won by {winner}")
    if parts:
        yield step.span.end, ", ".join(parts)
