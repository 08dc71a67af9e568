"""A game that is recorded while it is played: every choice can be taken back, and an interrupted game can be continued
from its file.

    session = GameSession(table, seed)
    session.begin()
    while (question := session.question) is not None:
        session.choose(...)          # or session.undo(...)

It is a game of the Python API (`session.game`) with a listener.  When a choice is taken back, the same cards come
again, as at a table where the stock is not touched; the file, if there is one, is truncated to the same choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..engine import Question, State
from ..game import Game, Rules
from ..opening.opened import OpenedGame
from ..records import AnyRecord, Choice
from ..text.parse import Words
from .recorder import GameFile, Recorder, heading


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question before it was answered: the state, the player, the length of the file (None: in the middle of a line
    that contains several choices, so the file cannot be cut there), and the records of its answer.
    """

    state: State
    player: int
    length: int | None
    records: tuple[AnyRecord, ...]


class GameSession:
    """One game at one table: `begin` a new one, or `take_up` one that was played before."""

    def __init__(self, opened: OpenedGame, seed: int) -> None:
        self.opened = opened
        self.rules = Rules(opened.game.title, (), opened, "python")
        self.engine = engine = opened.engine
        self.words = words = opened.words
        self.seed = seed
        self.file: GameFile | None = None
        self.answered: list[AnsweredQuestion] = []
        self.opening: tuple[AnyRecord, ...] = ()
        """The records before the first question."""
        self._new: list[AnyRecord] = []
        self._recorder = Recorder(engine, Words(engine.program, words.seats))
        self._taken_up = 0
        """How many choices had been made before the game was continued; `game` knows only the later ones."""
        self.game: Game
        self.state: State
        """The current state."""

    def begin(self) -> None:
        """Start a new game.  Raises `Fault` for an error of the rules."""
        self.game = self.rules.start(self.seed, listener=self._hear)
        self.state = self.game.state
        self.opening = self._taken()

    def take_up(self, opening: tuple[AnyRecord, ...], answered: list[AnsweredQuestion], state: State) -> None:
        """Continue from a state that was reached before, by these steps."""
        self.opening, self.answered = opening, answered
        self._stand_at(state)

    def _stand_at(self, state: State) -> None:
        """Continue with a `Game` that does not know the choices made so far."""
        self.game, self.state, self._taken_up = self.rules.at(state), state, len(self.answered)
        self.game.listen(self._hear)

    def record(
        self,
        path: Path,
        ruleset: str,
        seats: Sequence[str] = (),
        variants: Sequence[str] = (),
        *,
        private: bool = False,
    ) -> None:
        """Write the game to a new file, from its beginning.  Call this directly after `begin`.  Raises `OSError`.

        `seats`: who plays each seat, a person or a kind of program.  `private`: only the owner can read the file.
        """
        head = heading(self.engine.program, self._recorder.words, ruleset, self.seed, seats, variants)
        self.file = GameFile(path, replace(head, steps=tuple(self._recorder.steps())), private=private)

    def _hear(self, record: AnyRecord, slots: list[int | tuple[int, ...]]) -> None:
        self._new.append(record)
        self._recorder.hear(record, slots)

    def _taken(self) -> tuple[AnyRecord, ...]:
        records, self._new = tuple(self._new), []
        return records

    @property
    def question(self) -> Question | None:
        """The open question; None when the game is over.  Raises `Fault`."""
        return self.engine.question(self.state)

    @property
    def records(self) -> Iterator[AnyRecord]:
        """Everything that happened so far."""
        yield from self.opening
        for one in self.answered:
            yield from one.records

    def choose(self, choice: Choice) -> tuple[AnyRecord, ...]:
        """Answer the open question; returns what happened.  Raises `OSError` if the choice cannot be written to the
        file; then it is not made.
        """
        question = self.question
        if question is None:
            raise ValueError("the game is over")
        one = self.rules.choice(question.ask, (choice.alternative, *choice.values))
        return self._act(lambda: self.game.choose(one))

    def declare(self, incident: int) -> tuple[AnyRecord, ...]:
        """Declare an incident; returns what happened.  Raises `OSError` as `choose` does."""
        return self._act(lambda: self.game.declare(self.words.incident(incident)))

    def _act(self, act: Callable[[], None]) -> tuple[AnyRecord, ...]:
        question = self.question
        player = question.player if question is not None else -1
        length = self.file.length if self.file is not None else 0
        try:
            act()
            if self.file is not None:
                try:
                    self.file.add(self._recorder.steps())
                except OSError:
                    self.game.undo()
                    raise
        except BaseException:  # what was heard did not happen
            self._new = []
            self._recorder.forget()
            raise
        records = self._taken()
        self.answered.append(AnsweredQuestion(self.state, player, length, records))
        self.state = self.game.state
        return records

    def undo(self, at: int) -> None:
        """Go back to a question that was answered (`at`: its index in `answered`).  What followed is removed, also from
        the file.

        Raises `ValueError` if the file has the answer on the same line as an earlier one, `OSError` if the file cannot
        be truncated.
        """
        before = self.answered[at]
        if self.file is not None:
            if before.length is None:
                raise ValueError("the file tells this choice in one line with others")
            self.file.back_to(before.length)
        choices = len(self.answered) - at
        del self.answered[at:]
        if at < self._taken_up:
            self._stand_at(before.state)
        else:
            self.game.undo(choices)
            self.state = self.game.state
