"""A stateful test: makes choices, takes them back, and copies, saves, loads and reads games, in any order.

A state must depend on the choices alone.  So the machine keeps the choices that led to each state.  Whatever was done
in between, a state must be the one to which these choices lead, and its records must describe it.  A game of the Python
API (`hoyle.Game`) does the same in parallel, and must always be in the same state.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule

from ..interpreter.engine import Dice, Question, State
from ..interpreter.fuzz.invariants import INVARIANTS
from ..interpreter.fuzz.strategies import Strategy
from ..interpreter.fuzz.watched import Ground, WatchedGame
from ..interpreter.game import Game, Rules
from ..interpreter.program import Program
from ..interpreter.records import AnyRecord, Choice, Listener
from .position import complain, rules_of
from .strategies import choices, ground_of, programs, seeds

Step = tuple[State, tuple[AnyRecord, ...]]
"""A state, and the records of what led to it from the previous state."""


class GameMachine(RuleBasedStateMachine):
    """Plays one game and handles it in all the ways that a program can.  `machine` makes one for your rules:

    TestHouse = machine("house.hoyle").TestCase
    """

    programs: st.SearchStrategy[Program] = programs()
    """The games that are played."""

    saved: Bundle[Any] = Bundle("saved")

    def __init__(self) -> None:
        super().__init__()
        self.ground: Ground
        self.steps: list[Step] = []
        """The start, and each choice that was not taken back."""
        self.kept: list[tuple[State, State]] = []
        """States that must not change any more, with copies of them."""
        self.opened: Rules | None = None
        self.game: Game | None = None
        """The same game in the Python API; None for a program that was not made by a strategy."""
        self.known_from = 1
        """The length of `steps` when `game` was begun or loaded; `game` can take back only later steps."""

    @initialize(data=st.data(), seed=seeds())
    def begin(self, data: st.DataObject, seed: int) -> None:
        """Begin a game."""
        self.ground = ground_of(data.draw(self.programs, label="game"))
        self._step(lambda listener: self.ground.engine.start(seed=seed, listener=listener))
        self.opened = rules_of(self.ground)
        self.game = self.opened.start(seed) if self.opened is not None else None

    def _step(self, play: Callable[[Listener], State]) -> None:
        records: list[AnyRecord] = []

        def hear(record: AnyRecord, slots: object) -> None:
            records.append(record)

        state = play(hear)
        self.steps.append((state, tuple(records)))

    @property
    def state(self) -> State:
        """The current state."""
        return self.steps[-1][0]

    @property
    def question(self) -> Question | None:
        """The open question."""
        return self.ground.engine.question(self.state)

    # ------------------------------------------------------------------------------------------------------- rules

    @precondition(lambda self: self.question is not None)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        """Make a choice: a listener makes no difference, and the state before does not change."""
        question = self.question
        assert question is not None
        choice = data.draw(choices(question), label="choice")
        self._apply(choice)

    @precondition(lambda self: self.question is not None)
    @rule(many=st.integers(2, 30), dice=st.integers(0, 99))
    def choose_on(self, many: int, dice: int) -> None:
        """Make several random choices."""
        strategy = Strategy(Dice(dice))
        for _ in range(many):
            question = self.question
            if question is None:
                break
            self._apply(strategy.choose(question))

    def _apply(self, choice: Choice) -> None:
        before, copy, question = self.state, self.state.copy(), self.question
        self._step(lambda listener: self.ground.engine.apply(before, choice, listener=listener))
        if self.opened is not None and self.game is not None and question is not None:
            self.game.choose(self.opened.choice(question.ask, (choice.alternative, *choice.values)))
        assert before == copy, "a choice changed the state it was made at"
        assert self.ground.engine.apply(before, choice) == self.state, "it makes a difference whether somebody listens"

    @precondition(lambda self: self.question is not None and self.question.incidents)
    @rule(data=st.data())
    def declare(self, data: st.DataObject) -> None:
        """Declare an incident."""
        question, before = self.question, self.state
        assert question is not None
        incident = data.draw(st.sampled_from(question.incidents), label="incident")
        self._step(lambda listener: self.ground.engine.declare(before, incident, listener=listener))
        if self.opened is not None and self.game is not None:
            self.game.declare(self.opened.words.incident(incident))

    @precondition(lambda self: len(self.steps) > 1)
    @rule(many=st.integers(1, 20))
    def undo(self, many: int) -> None:
        """Take the last choices back."""
        many = min(many, len(self.steps) - 1)
        del self.steps[len(self.steps) - many :]
        if self.opened is not None and self.game is not None:
            if len(self.steps) >= self.known_from:
                self.game.undo(many)
            else:
                self.game, self.known_from = self.opened.at(self.state), len(self.steps)

    @rule()
    def copy(self) -> None:
        """Copy the game: the copy is equal and independent."""
        copy = self.state.copy()
        assert copy == self.state and hash(copy) == hash(self.state)
        self.kept.append((self.state, copy))
        if self.game is not None:
            self.game = self.game.copy()

    @rule(target=saved)
    def save(self) -> object:
        """Save the game."""
        game = self.game.to_json() if self.game is not None else None
        return json.dumps(self.ground.engine.to_json(self.state)), tuple(self.steps), json.dumps(game)

    @rule(kept=saved)
    def load(self, kept: Any) -> None:
        """Load a saved game and continue it."""
        text, steps, game = kept
        state = self.ground.engine.from_json(json.loads(text))
        assert state == steps[-1][0], "a state read back from JSON is another one"
        self.steps = [*steps[:-1], (state, steps[-1][1])]
        if self.opened is not None:
            self.game, self.known_from = self.opened.from_json(json.loads(game)), len(self.steps)

    @rule(player=st.integers(-1, 63))
    def view(self, player: int) -> None:
        """Look at the table; this changes nothing."""
        copy = self.state.copy()
        seat = min(player, self.ground.program.players - 1)
        seen = self.ground.engine.view(self.state, seat)
        assert self.state == copy, "looking at a state changed it"
        assert self.ground.engine.view(copy, seat) == seen, "equal states look otherwise"

    # -------------------------------------------------------------------------------------------------- what holds

    @invariant()
    def everything_holds(self) -> None:
        """Check that the state is sound, and that the records of the choices describe it."""
        if not self.steps:
            return
        looked = WatchedGame(self.ground, INVARIANTS, Dice(len(self.steps)))
        looked.state = self.state
        looked.records = [record for _, records in self.steps for record in records]
        complain(looked.look(), self.ground.program.title)

    @invariant()
    def the_python_api_is_in_the_same_state(self) -> None:
        """Check that the same choices, copies, saved games and undos lead `hoyle.Game` to the state of the engine."""
        if self.game is not None:
            assert self.game.state == self.state, "a game of the Python API is in another state"

    @invariant()
    def states_that_are_kept_do_not_change(self) -> None:
        """Check that no older state has changed."""
        for state, copy in self.kept:
            assert state == copy, "an older state changed"


def machine(*rules: str | Any) -> type[GameMachine]:
    """The stateful test of some rulesets (as in `strategies.games`). pytest runs its `.TestCase`."""
    return type("Machine", (GameMachine,), {"programs": programs(*rules)})
