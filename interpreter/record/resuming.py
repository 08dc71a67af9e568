"""Continues a game where its file ends, as if it had never been interrupted.

First the file is replayed, which proves that it is correct.  But a replay takes its cards from the file, so it does not
know the cards that were not seen yet.  Therefore the same choices are made once more with the generator of the file's
seed.  If that leads to the same game, as it does for files written by `hoyle play`, the cards still to come are those
that would have come without the interruption.

A script written by hand may end with dealt cards that it does not name.  They are drawn, as in any replay, and the
lines that name them are added to the file, so that they stay the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from errno import EIO
from pathlib import Path

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.reading import Unreadable, contents
from ..engine import Fault, State
from ..engine.state import number_in
from ..notation import model as m
from ..notation.files import LARGEST, parse_script
from ..opening.opened import OpenedGame
from ..opening.rulesets import Rulesets
from ..program import ACTOR, RNG
from ..records import AnyRecord, Chosen, Declared
from ..replay.events import Acted, Began, Ended, Failed, mainline
from ..replay.replayer import Replay
from .recorder import GameFile, Recorder
from .session import AnsweredQuestion, GameSession


@dataclass(frozen=True, slots=True)
class ResumedGame:
    """A game that is continued: the session, whose file is open, and warnings about its rules.

    `seats`: who plays each seat, if the file says so.  `torn`: the file ended in the middle of a line; that line was
    ignored and cut off.
    """

    session: GameSession
    warnings: tuple[Diagnostic, ...]
    torn: bool
    seats: tuple[str, ...] = ()


@dataclass(slots=True)
class _ReplayedGame:
    """A game that was replayed: its state, and how it got there."""

    opening: tuple[AnyRecord, ...]
    answered: list[AnsweredQuestion]
    state: State
    drawn: int = 0
    """How many cards and players were drawn because the script does not name them."""


def resume(path: Path, shown: str, rulesets: Rulesets) -> ResumedGame | tuple[Diagnostic, ...]:
    """Continue the last game of a file; returns diagnostics if that is not possible.

    `shown`: the name of the file in messages; `rulesets` finds the rules.  The file is changed only if its last line is
    incomplete, or if it does not name all cards of the last deal.  Raises `OSError` if the file cannot be read, written
    or locked.
    """
    try:
        data = contents(path, LARGEST)
    except Unreadable as error:
        raise OSError(EIO, error.why) from None
    whole = data[: data.rfind(b"\n") + 1] if len(data) <= LARGEST else data
    whole = whole if whole.strip() else data  # a single line that was not written whole
    script, problems = parse_script(whole, shown)
    if script is None:
        return problems
    game = script.games[-1]
    if not whole.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"hoyle"):
        return (report("E1090", game.span, why="choices can be added only to the text form of a script"),)
    try:
        opened = rulesets.for_script(game, path.parent)
    except ScriptError as error:
        return (error.diagnostic,)
    session = GameSession(opened, game.seed or 0)
    replayed = _replayed(game, opened, _offsets(script.end.source.text, whole))
    added: list[m.Step] = []
    if isinstance(replayed, _ReplayedGame):
        again = _again(replayed, opened, game.seed) if game.seed is not None else None
        if again is None and replayed.drawn:
            added = _unnamed(game, opened, replayed)
            replayed = _settled(game, opened, replayed, added)
        replayed = again or replayed
    if isinstance(replayed, Diagnostic):
        return (replayed,)
    session.take_up(replayed.opening, replayed.answered, replayed.state)
    session.file = GameFile.reopened(path, len(whole), game.names)
    session.file.add(added)
    return ResumedGame(session, opened.warnings, whole != data, tuple(seat.text for seat in game.seats))


def _offsets(text: str, data: bytes) -> list[int]:
    """The offset in bytes at which each line of a text begins, and the length of the text in bytes."""
    offsets = [len(data) - len(text.encode("utf-8"))]  # a byte order mark is not part of the text
    for line in text.split("\n"):
        offsets.append(offsets[-1] + len(line.encode("utf-8")) + 1)
    return offsets


def _replayed(game: m.ScriptedGame, opened: OpenedGame, offsets: list[int] | None = None) -> _ReplayedGame | Diagnostic:
    """Replay the file; return what happened, or what is wrong with it."""
    replayed = _ReplayedGame((), [], State([]))
    positions = (step for step in game.steps if isinstance(step, m.StartPosition))
    last: m.Action | None = next((position.trick for position in positions), None)  # it is part of a position
    for event in mainline(Replay(game, opened)):
        match event:
            case Began(records, state):
                replayed.opening, replayed.state = records, state
            case Acted(step, player, records, state):
                first = step if step is not last else None
                length = offsets[first.span.line - 1] if first is not None and offsets else None
                asked = player if player >= 0 else number_in(replayed.state.values[ACTOR])  # an incident is no choice
                replayed.answered.append(AnsweredQuestion(replayed.state, asked, length, records))
                replayed.state, last = state, step or last
            case Failed(diagnostic):
                return diagnostic
            case Ended():
                replayed.drawn = event.drawn + event.next_deal
            case _:
                pass
    return replayed


def _unnamed(game: m.ScriptedGame, opened: OpenedGame, replayed: _ReplayedGame) -> list[m.Step]:
    """The facts of chance after the last choice that the script does not state."""
    said: set[tuple[str, ...]] = set()
    for step in game.steps:
        if isinstance(step, m.Answer | m.Trick | m.IncidentStep):
            said.clear()
        elif isinstance(step, m.FirstFact | m.RandomFact | m.DealtCards | m.Pile):
            said.add(_about(step))
    recorder = Recorder(opened.engine, opened.words)
    for record in replayed.answered[-1].records if replayed.answered else replayed.opening:
        recorder.hear(record, [])
    facts = (step for step in recorder.steps() if isinstance(step, m.FirstFact | m.RandomFact | m.DealtCards | m.Pile))
    return [fact for fact in facts if _about(fact) not in said]


def _about(fact: m.Fact) -> tuple[str, ...]:
    """What a fact is about: two facts that differ only in their cards have the same."""
    if isinstance(fact, m.RandomFact):
        return ("random",)
    if isinstance(fact, m.FirstFact):
        return ("first", fact.name.text)
    return (type(fact).__name__, fact.zone.text, fact.owner.text if fact.owner is not None else "")


def _settled(
    game: m.ScriptedGame, opened: OpenedGame, replayed: _ReplayedGame, added: list[m.Step]
) -> _ReplayedGame | Diagnostic:
    """Check that with the added lines the script leaves nothing to chance and leads to the same state.  Returns
    `replayed`, or the diagnostic that it does not.
    """
    whole = _replayed(replace(game, steps=(*game.steps, *added)), opened)
    if isinstance(whole, _ReplayedGame) and not whole.drawn and _known(whole.state) == _known(replayed.state):
        return replayed
    return report(
        "E1090", game.ruleset.span, why="it does not name all cards that were dealt, and its seed deals others"
    )


def _again(replayed: _ReplayedGame, opened: OpenedGame, seed: int | None) -> _ReplayedGame | None:
    """Make the same choices with the cards of a seed; None if the cards are different."""
    engine, records = opened.engine, list[AnyRecord]()
    again = _ReplayedGame((), [], State([]))
    try:
        again.state = engine.start(seed=seed or 0, listener=lambda record, _: records.append(record))
        again.opening = tuple(records)
        for one in replayed.answered:
            records.clear()
            before = again.state
            match one.records[0]:
                case Chosen(_, _, choice):
                    again.state = engine.apply(before, choice, listener=lambda record, _: records.append(record))
                case Declared(incident):
                    again.state = engine.declare(before, incident, listener=lambda record, _: records.append(record))
                case _:
                    return None
            if tuple(records) != one.records:
                return None
            again.answered.append(AnsweredQuestion(before, one.player, one.length, one.records))
    except (ValueError, Fault):  # different cards: a choice is not legal, or there is nothing to choose
        return None
    return again if _known(again.state) == _known(replayed.state) and again.opening == replayed.opening else None


def _known(state: State) -> list[int | tuple[int, ...]]:
    """The slots of a state without the generator, which determines the cards to come."""
    return [value for slot, value in enumerate(state.values) if slot != RNG]
