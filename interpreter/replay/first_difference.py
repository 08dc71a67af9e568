"""Where one script parts under two sets of rules: the first line at which they do not come to the same.

Both replay the script; what each tells of a line (choices, cards, scores, whose turn it is next) is held against the
other.  What follows from the only choice there is belongs to the line that needs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..notation import model as m
from ..watch.items import Heading, Item, Made
from ..watch.transcript import Transcript
from .events import Acted, Began, Branched, Commented, Ended, Event, Failed, Held, Returned
from .replayer import Replay
from .setup import Rulesets, Table


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """What came of a line under one set of rules: what happened, who has to choose now (if anybody), what is wrong."""

    happened: tuple[Item, ...]
    turn: str
    failure: Diagnostic | None = None


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """The first line that comes to something else, and what it comes to."""

    span: Span
    sides: tuple[LineOutcome, LineOutcome]


def other_table(
    rulesets: Rulesets, game: m.ScriptedGame, ruleset: str | None, options: Mapping[str, str], near: Path | None
) -> Table:
    """The table of a script with another ruleset or other options.

    Options of the script that the other ruleset does not have are left out; those given must be among its own.  Raises
    `ScriptError`."""
    name = m.SpannedText(ruleset, game.ruleset.span) if ruleset is not None else game.ruleset
    given = tuple(
        m.OptionSetting(m.SpannedText(key, game.span), m.SpannedText(value, game.span))
        for key, value in options.items()
    )
    bare = replace(game, ruleset=name, fingerprint=None, parts=(), options=())
    if ruleset is not None:
        bare = replace(bare, variants=(), preset=None)
    known = {option.name for option in rulesets.table(bare, near).game.options}
    kept = tuple(one for one in game.options if one.name.text in known and one.name.text not in options)
    return rulesets.table(replace(bare, options=(*kept, *given)), near)


def first_difference(game: m.ScriptedGame, one: Table, other: Table) -> FirstDifference | None:
    """Where a script parts under two tables; None if it comes to the same from its first line to its last."""
    sides = zip(_sides(game, one), _sides(game, other), strict=False)
    for (span, here), (at, there) in sides:
        if _shape(here) != _shape(there):
            return FirstDifference(at if here.failure is None else span, (here, there))
        if here.failure is not None:
            break
    return None


def _sides(game: m.ScriptedGame, table: Table) -> Iterator[tuple[Span, LineOutcome]]:
    """What each line of a script comes to, line by line."""
    transcripts = [Transcript(table.words)]
    happened: list[Item] = []
    for event in Replay(game, table):
        if isinstance(event, Began | Acted):
            happened += transcripts[-1].read(event.scripted)
        if isinstance(event, Failed):
            happened += transcripts[-1].read(event.records)
        if isinstance(event, Branched):
            transcripts.append(Transcript(table.words))
        if isinstance(event, Returned):
            happened += transcripts.pop().rest()
        if isinstance(event, Ended | Failed):
            happened += transcripts[-1].rest()
        span = _span(game, event)
        if span is not None:
            yield span, _side(table, event, happened)
            happened = []


def _side(table: Table, event: Event, happened: list[Item]) -> LineOutcome:
    items = tuple(item for item in happened if not isinstance(item, Heading))
    if isinstance(event, Failed):
        return LineOutcome(items, "", event.diagnostic)
    if not isinstance(event, Began | Acted):  # an expectation may be about a moment that has passed
        return LineOutcome(items, "")
    question = table.engine.question(event.state)
    return LineOutcome(items, table.words.player(question.player) if question is not None else "")


def _span(game: m.ScriptedGame, event: Event) -> Span | None:
    """The line an event is about; None for what belongs to the next line."""
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
    """What must be the same: the words of what happened, and whether all was well."""
    happened = tuple(replace(item, note="") if isinstance(item, Made) else item for item in side.happened)
    failed = side.failure
    return happened, side.turn, None if failed is None else (failed.code, failed.message)
