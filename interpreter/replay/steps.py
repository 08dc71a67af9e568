"""Replays a script from Python, as a sequence of steps.  Each step has the state, what happened, and the open question.

for step in replay("evening.play"):
    if step.question is not None:
        print([option.label for option in step.question.options(step.opened.words)])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...dsl.codes.reporting import ScriptError
from ..engine import Question, State
from ..notation.files import Read, games
from ..notation.model import Script, ScriptedGame
from ..opening.opened import OpenedGame
from ..opening.rulesets import Rulesets
from ..records import AnyRecord
from .events import Acted, Began, Branched, Ended, Failed, Held, ReplayEvent, Returned
from .replayer import Replay


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a game that is replayed.

    `game`: the game of the script; `opened`: its engine and words; `event`: what the script says or does here
    (`Branched` at a side line, `Returned` at its end).  `state`: the state that was reached; `records`: what happened
    since the previous step; `question`: the open question, None when the game is over and for an expectation about a
    state in the past.
    """

    game: ScriptedGame
    opened: OpenedGame
    event: ReplayEvent
    state: State
    records: tuple[AnyRecord, ...]
    question: Question | None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle everything but the question, which follows from the state."""
        asks = self.question is not None
        return _unpickled, (self.game, self.opened, self.event, self.state, self.records, asks)


def _unpickled(
    game: ScriptedGame, opened: OpenedGame, event: ReplayEvent, state: State, records: tuple[AnyRecord, ...], asks: bool
) -> ReplayStep:
    return ReplayStep(game, opened, event, state, records, opened.engine.question(state) if asks else None)


def replay(
    script: str | Path | Script | ScriptedGame, *, near: str | Path | None = None, rulesets: Rulesets | None = None
) -> Iterator[ReplayStep]:
    """Yield every step of every game of a script, game by game.  `script`: the name of a file, or a script that was
    read already.

        for step in hoyle.replay("evening.play"):
            step.state, step.records, step.question

    `near`: the folder to which the paths of rule files are relative (by default, the folder of the script).  The last
    step of a game has the event `Ended`.  Raises `ScriptError`, whose `diagnostic` says what is wrong and where, at the
    first mistake: a mistake in the file, a choice that is not legal, an expectation that does not hold.
    """
    tables = rulesets or Rulesets()
    folder = Path(near) if near is not None else Path(script).parent if isinstance(script, str | Path) else Path()
    for game in _games(script):
        if not isinstance(game, ScriptedGame):
            raise ScriptError(game[0])
        yield from _steps(game, tables.for_script(game, folder))


def _games(script: str | Path | Script | ScriptedGame) -> Iterable[Read]:
    match script:
        case ScriptedGame():
            return (script,)
        case Script():
            return script.games
        case _:
            return games(Path(script))


def _steps(game: ScriptedGame, opened: OpenedGame) -> Iterator[ReplayStep]:
    state = State([])
    for event in Replay(game, opened):
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
        question = None if passed else opened.engine.question(state)
        yield ReplayStep(game, opened, event, event.state if isinstance(event, Held) else state, records, question)
