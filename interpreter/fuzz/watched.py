"""Plays one game and checks, after the start and after each choice, everything that must hold.

Each step is made with a listener, and once more without a listener from the state read back from JSON. This shows that
a state survives JSON and that play does not depend on the listener.  In a sampled game in which a module also makes
every step, only the steps before which the state was read back are made twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Self, TypeVar, assert_never

from ...dsl.source.span import Span
from ..engine import Chance, Dice, Fault, Question, State
from ..program import ACTOR, OVER, PC, STEPS, Slots
from ..records import AnyRecord, Choice, Listener
from .cached_question import question_of
from .draws import ChanceOutcome, Echo, StepOutcomes, draws_of
from .ground import Ground
from .model import Model

MOST_RECORDS = 100_000
"""How many records may occur between two choices; with more, the game is considered endless."""
PlayStep = Callable[[Listener | None, Chance | None], State]
"""A step of a game, for a listener and given chance.  It can be made again."""


@dataclass(frozen=True, slots=True)
class BrokenInvariant:
    """A failure: the invariant that does not hold, what is wrong, and the place of the rule where it happened.

    `code`: the code of an error of the rule file; empty for any other failure.
    """

    invariant: str
    message: str
    span: Span | None = None
    code: str = ""

    @property
    def key(self) -> tuple[str, str, str, int]:
        """The key of a failure: two failures with equal keys are the same."""
        source, start = (self.span.source.name, self.span.start) if self.span is not None else ("", -1)
        return self.invariant, self.code, source, start


class TooLong(Fault):
    """Too much happened since the last choice; the game is stopped."""

    def __init__(self, span: Span) -> None:
        what = f"{MOST_RECORDS:,} things happened and nobody had to choose: this does not end"
        super().__init__("E1205", what, span)


class GameUnderTest:
    """A position of a game, whatever happened before."""

    def __init__(self, ground: Ground, dice: Dice, state: State | None = None) -> None:
        self.ground = ground
        self.engine = ground.engine
        self.program = ground.program
        self.dice = dice
        """Random numbers that choose what is sampled."""
        self.state = state or State([])
        self.question: Question | None = None
        self.read_back: State | None = None
        """The state as it was read back from JSON, if that was done."""

    def public(self, slot: int) -> int:
        """The mask of the cards in the slot of a variable that everybody knows to be there: here, where nothing is
        known of what happened before, all of them.
        """
        return -1 if any(info.base <= slot < info.base + info.count for info in self.program.variables) else 0

    def set_at(self, variable: int) -> Span | None:
        """The place of the rule that set a variable last, if that is known."""
        return None

    def broken(self, invariants: tuple[Invariant[Self], ...]) -> BrokenInvariant | None:
        """The first of some invariants that fails here, at a question or at the end."""
        try:
            self.question = question_of(self.engine, self.state)
        except Fault as fault:
            return BrokenInvariant("options", fault.message, fault.span, fault.code)
        for invariant in invariants:
            found = invariant.check(self)
            if found is not None:
                message, span, *code = found if isinstance(found, tuple) else (found, None)
                if span is None and self.question is not None:
                    span = self.question.span
                return BrokenInvariant(invariant.name, message, span, *code)
        return None


class WatchedGame(GameUnderTest):
    """One game from its start.  Call `start`, then `take` and `declare`; each returns the first failure.

    `chance` decides what would be drawn; `invariants` are checked in their order.  With `sample` = n, invariants that
    need not be checked after every choice are checked after the first choice of each kind, after one choice in n, and
    at the end of the game.
    """

    def __init__(
        self,
        ground: Ground,
        invariants: tuple[Invariant[WatchedGame], ...],
        dice: Dice,
        chance: Chance | None = None,
        sample: int = 1,
    ) -> None:
        super().__init__(ground, dice)
        self.invariants = invariants
        self.chance = chance
        self.sample = sample
        self.close = True
        """Whether everything is checked after this step."""
        self.stopped = False
        """Whether an error of the rules has stopped the game."""
        self.agreed = 0
        """The number of steps after which the module was last in the same state as the engine (0: it has not been
        followed yet).
        """
        self.states: list[State] = []
        """In a sampled game: the state before each step since then."""
        self._kinds: set[tuple[int, int]] = set()
        self._quick = tuple(invariant for invariant in invariants if invariant.every)
        names = {invariant.name for invariant in invariants}
        self._same_wanted = "same" in names
        self._always_twice = sample <= 1 or "module" not in names
        """Whether the engine makes every step twice, because no module makes it."""
        self.model = Model(ground.program)
        self.records: list[AnyRecord] = []
        """All records so far."""
        self._since = 0
        """How many records there were before the last step."""
        self.followed_to = 0
        """How many records the model has applied and the invariants have checked."""
        self.begun: PlayStep | None = None
        """Starts the same game again, for a listener and given chance."""
        self.steps: list[StepOutcomes] = []
        self.seed = self.index = 0
        """The seed and the number with which the game began."""
        self.before = self.state
        """The state before the last step."""

    def public(self, slot: int) -> int:
        """The mask of the cards in the slot of a variable that everybody knew when they were put there."""
        return self.model.public_at(slot)

    def set_at(self, variable: int) -> Span | None:
        """The place of the rule that set a variable last."""
        last = self.model.assigned.get(variable)
        return last.span if last is not None else None

    # ------------------------------------------------------------------------------------------------------ playing

    def start(self, seed: int = 0, index: int = 0) -> BrokenInvariant | None:
        """Start the game and check it."""
        self.seed, self.index = seed, index

        def begin(listener: Listener | None, chance: Chance | None) -> State:
            return self.engine.start(seed=seed, index=index, chance=chance, listener=listener)

        self.begun = begin
        return self._play(None, -1, begin, lambda chance: begin(None, chance), twice=True)

    def take(self, choice: Choice) -> BrokenInvariant | None:
        """Make a legal choice and check the result."""
        question = self.question
        assert question is not None
        before, player, ask = self.state, question.player, question.ask

        option = (choice.alternative, *choice.values)
        back, self.read_back = self.read_back, None

        def play(listener: Listener | None, chance: Chance | None) -> State:
            if self.close:
                return self.engine.apply(before, choice, chance=chance, listener=listener)
            values = before.values.copy()
            self.engine.take(values, ask, option, chance, listener, player)
            return State(values)

        def again(chance: Chance | None) -> State:
            values = self._other(before, back).values
            self.engine.take(values, ask, option, chance, None, player)
            return State(values)

        self._look_closely(ask, choice.alternative)
        return self._play(choice, ask, play, again, back is not None)

    def declare(self, incident: int) -> BrokenInvariant | None:
        """Declare a possible incident and check the result."""
        before = self.state
        assert self.question is not None
        back, self.read_back = self.read_back, None

        def play(listener: Listener | None, chance: Chance | None) -> State:
            return self.engine.declare(before, incident, chance=chance, listener=listener)

        def again(chance: Chance | None) -> State:
            return self.engine.declare(self._other(before, back), incident, chance=chance)

        self._look_closely(-1, incident)
        return self._play(incident, self.question.ask, play, again, back is not None)

    def _other(self, before: State, back: State | None) -> State:
        """The state from which a step is made the second time: read back from JSON if that is checked."""
        return back or (self.through_json(before) if self.close else before.copy())

    def _look_closely(self, ask: int, answer: int) -> None:
        """Decide whether everything is checked after a step."""
        kind = (ask, answer)
        new = kind not in self._kinds
        self.close = new or self.sample <= 1 or self.dice.below(self.sample) == 0
        self._kinds.add(kind)

    def replayed(self, listener: Listener) -> State:
        """Play the same game again from its beginning, with the same chance and choices.  Returns the last state.

        Raises the error of the first step that is no longer possible.
        """
        assert self.begun is not None
        state = self.begun(listener, self._echo(self.steps[0]))
        for step in self.steps[1:]:
            chance = self._echo(step)
            match step.action:
                case Choice(alternative, values):
                    player = state.values[ACTOR]
                    assert isinstance(player, int)
                    self.engine.take(state.values, step.ask, (alternative, *values), chance, listener, player)
                case int() as incident:
                    state = self.engine.declare(state, incident, chance=chance, listener=listener)
                case None:
                    pass
                case _:
                    assert_never(step.action)
        return state

    def _echo(self, step: StepOutcomes) -> Chance | None:
        return Echo(step.draws) if self.chance is not None else None

    def through_json(self, state: State) -> State:
        """The state read back from its text."""
        return self.engine.from_json(json.loads(json.dumps(self.engine.to_json(state))))

    def _play(
        self,
        action: Choice | int | None,
        ask: int,
        play: PlayStep,
        again: Callable[[Chance | None], State],
        twice: bool,
    ) -> BrokenInvariant | None:
        """Make one step, twice if that is due.  Returns the first failure after it."""
        copy, before = self.state.copy(), self.state
        self.before = before
        since = self._since = len(self.records)
        self.model.rows.clear()
        fault: Fault | None = None
        try:
            after = play(self._hear, self.chance)
        except Fault as error:
            fault, after = error, before
        draws = tuple(draws_of(self.records, since)) if len(self.records) > since else ()
        self.steps.append(StepOutcomes(action, ask, draws))
        if fault is None and before != copy:
            return BrokenInvariant("undo", "a step changed the state it began with", self._place(ask))
        if isinstance(fault, TooLong):
            self.stopped = True
            return of_fault(fault)
        if fault is not None:
            return self._same(fault, after, draws, ask, again) or self._stopped(ask) or of_fault(fault)
        self.state = after
        twice = twice or self._always_twice
        return self.look() or (self._same(fault, after, draws, ask, again) if twice else None)

    def _same(
        self,
        fault: Fault | None,
        after: State,
        draws: tuple[ChanceOutcome, ...],
        ask: int,
        again: Callable[[Chance | None], State],
    ) -> BrokenInvariant | None:
        """Make the step again without a listener.  The result must be the same."""
        if not self._same_wanted:
            return None
        place = self._place(ask)
        try:
            other = again(Echo(draws) if self.chance is not None else None)
        except ValueError as error:
            return BrokenInvariant("json", f"the state cannot be read back from JSON: {error}", place)
        except Fault as error:
            if fault is None or of_fault(error).key != of_fault(fault).key:
                return BrokenInvariant("same", f"without a listener the game stops: {error.message}", error.span)
            return None
        if fault is not None:
            return BrokenInvariant("same", f"the game stops only if somebody listens: {fault.message}", fault.span)
        if other != after:
            return BrokenInvariant("same", "the same choice from a state read back from JSON leads elsewhere", place)
        return None

    def _stopped(self, ask: int) -> BrokenInvariant | None:
        """The first invariant that fails in a game that the rules stopped."""
        self.question = None
        self.stopped = True
        for invariant in self.invariants:
            if invariant.stopped and (found := invariant.check(self)) is not None:
                message, span, *code = found if isinstance(found, tuple) else (found, self._place(ask))
                return BrokenInvariant(invariant.name, message, span, *code)
        return None

    def _hear(self, record: AnyRecord, slots: Slots) -> None:
        self.records.append(record)
        if len(self.records) - self._since > MOST_RECORDS:
            raise TooLong(record.span)

    def _place(self, ask: int) -> Span | None:
        return self.program.places[self.program.asks[ask].place] if ask >= 0 else None

    # ------------------------------------------------------------------------------------------------------ looking

    @property
    def rounds(self) -> int:
        """How many rounds of loops the last step had."""
        steps = self.state.values[STEPS]
        assert isinstance(steps, int)
        return max(steps, self.engine.compiled.traced.rounds[0])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        pc = self.state.values[PC]
        assert isinstance(pc, int)
        return pc <= OVER

    @property
    def news(self) -> list[AnyRecord]:
        """The records of the last step."""
        return self.records[self.followed_to :]

    def look(self) -> BrokenInvariant | None:
        """Check what must hold here, at a question or at the end: everything, or only what is checked after every
        step.
        """
        for record in self.news:
            wrong = self.model.hear(record)
            if wrong is not None:
                return BrokenInvariant("records", wrong, record.span)
        self.close = self.close or self.over
        broken = self.broken(self.invariants if self.close else self._quick)
        if broken is not None and not self.close:  # an earlier invariant in the list describes it better
            names = [invariant.name for invariant in self.invariants]
            first = self.invariants[: names.index(broken.invariant)] if broken.invariant in names else ()
            broken = self.broken(tuple(invariant for invariant in first if not invariant.every)) or broken
        self.followed_to = len(self.records)
        return broken


InvariantResult = str | tuple[str, Span | None] | tuple[str, Span | None, str] | None
"""What is wrong, perhaps with the place of its rule and a code; None if nothing is wrong."""


G_contra = TypeVar("G_contra", bound=GameUnderTest, contravariant=True)


@dataclass(frozen=True, slots=True)
class Invariant(Generic[G_contra]):
    """Something that holds for every game: its name, what it states, and the function that checks it.

    `every`: it is checked after every choice, also in a sampled game.  `stopped`: it is also checked when an error of
    the rules stops the game.
    """

    name: str
    about: str
    check: Callable[[G_contra], InvariantResult]
    every: bool = False
    stopped: bool = False


Invariants = tuple[Invariant[WatchedGame], ...]
"""The invariants that are checked in a game."""


def invariants_of(
    checks: dict[str, Callable[[G_contra], InvariantResult]], *, every: bool = False, stopped: bool = False
) -> tuple[Invariant[G_contra], ...]:
    """Make invariants of check functions.  The docstring of a function becomes the statement of its invariant, which
    messages show.
    """
    return tuple(
        Invariant(name, (check.__doc__ or "").strip(), check, every, stopped) for name, check in checks.items()
    )


def of_fault(fault: Fault) -> BrokenInvariant:
    """The failure for an error of the rule file that showed in play."""
    return BrokenInvariant("rules", fault.message, fault.span, fault.code)
