"""Replaying from Python: a script as a row of steps, each with the state, what happened, and the question open then.

for step in replay("evening.play"):
    if step.question is not None:
        print([option.label for option in step.question.options(step.table.words)])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...dsl.codes.scripts import ScriptError
from ..engine import Question, State
from ..notation.files import Read, games
from ..notation.model import Script, ScriptedGame
from ..records import AnyRecord
from .events import Acted, Began, Branched, Ended, Event, Failed, Held, Returned
from .replayer import Replay
from .setup import Rulesets, Table


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a game being replayed.

    `game` is the game of the script, `table` its engine and words, `event` what the script says or does here (at a
    side line `Branched`, and `Returned` when it ends).  `state` is the state reached, `records` what happened since the
    step before, `question` what is asked now: None when the game is over, and for an expectation about a moment that
    has passed.
    """

    game: ScriptedGame
    table: Table
    event: Event
    state: State
    records: tuple[AnyRecord, ...]
    question: Question | None


def replay(
    script: str | Path | Script | ScriptedGame, *, near: str | Path | None = None, rulesets: Rulesets | None = None
) -> Iterator[ReplayStep]:
    """Every step of every game of a script, which is a file's name or has been read already; game by game.

    `near` is the folder from which a script names rule files (a file's own if it is not given).  The last step of a
    game has the event `Ended`.  Raises `ScriptError`, whose `diagnostic` says what is wrong and where, at the first
    thing that is not so: a mistake in the file, a choice that is not legal, an expectation that does not hold.
    """
    tables = rulesets or Rulesets()
    folder = Path(near) if near is not None else Path(script).parent if isinstance(script, str | Path) else Path()
    for game in _games(script):
        if not isinstance(game, ScriptedGame):
            raise ScriptError(game[0])
        yield from _steps(game, tables.table(game, folder))


def _games(script: str | Path | Script | ScriptedGame) -> Iterable[Read]:
    match script:
        case ScriptedGame():
            return (script,)
        case Script():
            return script.games
        case _:
            return games(Path(script))


def _steps(game: ScriptedGame, table: Table) -> Iterator[ReplayStep]:
    state = State([])
    for event in Replay(game, table):
        match event:
            case Failed():
                raise ScriptError(event.diagnostic)
            case Began() | Acted() | Branched() | Returned():
                state = event.state
            case Held() | Ended():
                pass
            case _:
                continue
        records = event.records if isinstance(event, Began | Acted) else ()
        passed = isinstance(event, Held) and event.state != state
        question = None if passed else table.engine.question(state)
        yield ReplayStep(game, table, event, event.state if isinstance(event, Held) else state, records, question)
