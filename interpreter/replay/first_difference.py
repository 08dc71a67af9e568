"""Finds the first line of a script at which two sets of rules give different results.

The script is replayed under both.  What happens in a line (choices, cards, scores, whose turn is next) is compared.
The result of a forced choice belongs to the line that needs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..notation import model as m
from ..opening.opened import OpenedGame
from ..story.items import ChoiceItem, PhaseItem, TranscriptItem
from ..story.transcript import Transcript
from .events import Acted, Began, Branched, Commented, Ended, Failed, Held, ReplayEvent, Returned
from .replayer import Replay


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """The result of a line under one set of rules: what happened, who has to choose now (if any player has), and what
    is wrong.
    """

    happened: tuple[TranscriptItem, ...]
    turn: str
    failure: Diagnostic | None = None


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """The first line with different results, and both results."""

    span: Span
    sides: tuple[LineOutcome, LineOutcome]


def first_difference(game: m.ScriptedGame, one: OpenedGame, other: OpenedGame) -> FirstDifference | None:
    """Find the first difference of a script under two sets of rules; None if all lines give the same results."""
    sides = zip(_sides(game, one), _sides(game, other), strict=False)
    for (span, here), (at, there) in sides:
        if _shape(here) != _shape(there):
            return FirstDifference(at if here.failure is None else span, (here, there))
        if here.failure is not None:
            break
    return None


def _sides(game: m.ScriptedGame, opened: OpenedGame) -> Iterator[tuple[Span, LineOutcome]]:
    """The result of each line of a script."""
    transcripts = [Transcript(opened.words)]
    happened: list[TranscriptItem] = []
    for event in Replay(game, opened):
        if isinstance(event, Began | Acted):
            happened += transcripts[-1].read(event.scripted)
        if isinstance(event, Failed):
            happened += transcripts[-1].read(event.records)
        if isinstance(event, Branched):
            transcripts.append(Transcript(opened.words))
        if isinstance(event, Returned):
            happened += transcripts.pop().rest()
        if isinstance(event, Ended | Failed):
            happened += transcripts[-1].rest()
        span = _span(game, event)
        if span is not None:
            yield span, _side(opened, event, happened)
            happened = []


def _side(opened: OpenedGame, event: ReplayEvent, happened: list[TranscriptItem]) -> LineOutcome:
    items = tuple(item for item in happened if not isinstance(item, PhaseItem))
    if isinstance(event, Failed):
        return LineOutcome(items, "", event.diagnostic)
    if not isinstance(event, Began | Acted):  # an expectation may be about a state in the past
        return LineOutcome(items, "")
    question = opened.engine.question(event.state)
    return LineOutcome(items, opened.words.player(question.player) if question is not None else "")


def _span(game: m.ScriptedGame, event: ReplayEvent) -> Span | None:
    """The line that an event is about; None for an event that belongs to the next line."""
    match event:
        case Began():
            return game.steps[0].span if game.steps else game.span
        case Acted(step=step):
            return step.span if step is not None else None
        case Held() | Branched() | Returned():
            return event.step.span
        case Ended():
            return game.steps[-1].span if game.steps else game.span
        case Failed():
            return event.diagnostic.span
        case Commented():
            return None


def _shape(side: LineOutcome) -> object:
    """The part of a result that is compared: the words of what happened, and whether it was right."""
    happened = tuple(replace(item, note="") if isinstance(item, ChoiceItem) else item for item in side.happened)
    failed = side.failure
    return happened, side.turn, None if failed is None else (failed.code, failed.message)
