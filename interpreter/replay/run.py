"""The progress through a scripted game: the current state, its question, and how the engine continues.

`replayer.py` processes the lines of the script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..engine import Fault, Question, State
from ..notation import model as m
from ..opening.opened import OpenedGame
from ..program import ACTOR, PC, RNG
from ..records import AnyRecord, Assigned, Drawn, Listener, Moved, PhaseBegan, PhaseEnded, Shuffled, TrickTaken
from ..text.spellings import plain
from .chance import ScriptedChance
from .choices import only_choice
from .events import Acted, Records
from .expectations import Expectations
from .hidden import Guesses
from .position import begin_at
from .unsaid import UnstatedCards

_ACTIONS = m.Answer, m.Trick, m.IncidentStep
_READ_FROM_RECORDS = m.TrickExpectation, m.AfterPhase
_FACTS = m.FirstFact, m.RandomFact, m.DealtCards, m.Pile
MOST_FORCED = 10_000
"""The most forced choices that the replayer makes in a row."""


@dataclass(slots=True)
class ReachedState:
    """What forced choices led to: the question, the state, and what was done."""

    state: State
    done: list[Acted]
    question: Question | None


class ReplayProgress:
    """One run through a script: the current state, and what later lines may ask about the way to it."""

    def __init__(self, game: m.ScriptedGame, opened: OpenedGame, *, listening: bool = True, guess: int = 0) -> None:
        self.steps = game.steps
        self.listening = listening or _asks_records(game.steps)
        """Whether records are needed: for the caller, or because the script asks about what happened."""
        self.opened = opened
        self.engine = engine = opened.engine
        self.words = opened.words
        self.names = opened.names
        self.chance = ScriptedChance(self.names, game.seed or 0)
        self.seed = game.seed or 0
        self.guesses = Guesses(self.seed, guess)
        self.unsaid = UnstatedCards(engine, self.words, game.steps)
        self.values = Expectations(engine, self.names, self._origin, self.unsaid)
        self.last = game.steps[-1] if game.steps else game.ruleset
        self.last_action = next((step for step in reversed(game.steps) if isinstance(step, _ACTIONS)), None)
        self.state = State([])
        self._asked: tuple[State, Question | None] = self.state, None
        """The state whose question was last computed, and that question."""
        self.records: list[AnyRecord] = []
        self.ends: dict[int, State] = {}
        """For each phase that the script asks about: the state when it last ended, since the last action of the
        script.
        """
        self.ends_changed: dict[int, dict[tuple[int, int], Span]] = {}
        """For these states, the rule that had last changed each variable."""
        self.asked_ends = set(_phases(game.steps))
        self.changed: dict[tuple[int, int], Span] = {}
        self.trick: TrickTaken | None = None
        self.side_depth = 0
        """The nesting depth of the current side line; 0 outside side lines."""
        self.expectations: int = 0
        self.choices: int = 0
        self.past_last: bool = False
        """Whether the last action of the script was made, and no fact of chance follows it."""
        self.beyond: int = 0
        """How many cards and players were drawn for a deal after the last choice, which is not part of the script."""

    def _start(self) -> State:
        """The state at the first question: of a new game, or of the position with which the script begins."""
        first = self.first
        if isinstance(first, m.StartPosition):
            return begin_at(self.engine, self.names, first, self.seed)
        return self.engine.start(seed=self.seed, chance=self.chance, listener=self.listener)

    @property
    def first(self) -> m.Step | None:
        """The first step that is not a comment."""
        return next((step for step in self.steps if not isinstance(step, m.Note)), None)

    @property
    def listener(self) -> Listener | None:
        """The listener for the engine; None if no records are needed."""
        return self._hear if self.listening else None

    @property
    def question(self) -> Question | None:
        """The open question of `state`."""
        return self._question(self.state)

    def _question(self, state: State) -> Question | None:
        if self._asked[0] is not state:
            self._asked = state, self.engine.asked(state)
        return self._asked[1]

    def facts(self, number: int) -> list[m.Fact]:
        """The facts from a step on, up to the next action."""
        facts: list[m.Fact] = []
        for step in islice(self.steps, number, None):
            if isinstance(step, _ACTIONS):
                break
            if isinstance(step, _FACTS):
                facts.append(step)
        return facts

    def _play(self, line: m.SpannedText | m.ScriptNode, play: Callable[[], State]) -> State:
        """Let the engine continue.  A fault of the rule file becomes a failure of the script at this line."""
        try:
            state = play()
            if self.listening:
                # If nothing can be chosen, the rules are wrong too.  This is not checked where a choice has just been
                # made.
                self._asked = state, self.engine.question(state)
            return state
        except Fault as fault:
            note = (fault.span, fault.message)
            raise ScriptError(report("E1059", line.span, why=fault.message, notes=(note,))) from None

    def _hear(self, record: AnyRecord, slots: list[int | tuple[int, ...]]) -> None:
        self.records.append(record)
        self.chance.live = slots
        match record:
            case Assigned():
                self.changed[record.variable, record.owner] = record.span
            case PhaseEnded() if self.words.program.phases[record.phase].casefold() in self.asked_ends:
                self.ends[record.phase] = State(slots.copy())
                self.ends_changed[record.phase] = self.changed.copy()
            case TrickTaken():
                self.trick = record
            case _:
                pass

    def _origin(self, variable: int, owner: int) -> Span | None:
        """The rule that last changed a variable of an owner."""
        return self.changed.get((variable, owner))

    def _taken(self) -> Records:
        """The records since the last event."""
        records, self.records = tuple(self.records), []
        return records

    # ------------------------------------------------------------------------------------------------ single choices

    def _advance(self, test: Callable[[ReachedState], Diagnostic | None]) -> Iterator[Acted]:
        """Make forced choices until `test` finds no problem.  If it always finds one, raises the first."""
        here = ReachedState(self.state, [], self.question)
        complaint = test(here)
        for _ in range(MOST_FORCED):
            if complaint is None:
                break
            try:
                if not self._force(here):
                    raise ScriptError(complaint)
            except ScriptError:
                self.records = []
                raise ScriptError(complaint) from None
            if test(here) is None:
                complaint = None
        if complaint is not None:
            raise ScriptError(complaint)
        self.state = here.state
        if self.past_last and here.done and not self.beyond and not self.side_depth:
            last = here.done[-1]
            at = next_deal(last.records)
            if at >= 0:
                self.beyond = drawn_in(last.records[at:])
                here.done[-1] = replace(last, next_deal=at)
        yield from here.done

    def _force(self, here: ReachedState) -> bool:
        """Make the forced choice, if there is only one choice."""
        question = here.question
        choice = only_choice(question) if question is not None else None
        if question is None or choice is None:
            return False
        label = question.label(choice, self.words)
        raw = (choice.alternative, *choice.values)
        here.state = self.apply(here.state, raw, self.last)
        here.question = self._question(here.state)
        here.done.append(Acted(None, question.player, label, self._taken(), here.state))
        return True

    def apply(self, state: State, option: tuple[int, ...], line: m.SpannedText | m.ScriptNode) -> State:
        """The state after a legal option (alternative, values …)."""
        player, pc = state.values[ACTOR], state.values[PC]
        assert isinstance(player, int) and isinstance(pc, int)

        def take() -> State:
            values = state.values.copy()
            self.engine.take(values, ~pc, option, self.chance, self.listener, player)
            return State(values)

        return (None if self.listening else self._quietly(state, ~pc, option)) or self._play(line, take)

    def _quietly(self, state: State, ask: int, option: tuple[int, ...]) -> State | None:
        """The state after a legal option, if the script says nothing about chance here and no records are needed;
        otherwise None.
        """
        if not self.chance.idle:
            return None
        values = state.values.copy()
        try:
            self.engine.take(values, ask, option)
        except Fault:
            return None
        # If a card was drawn, this result is not used: the choice is made again with the scripted chance.
        return State(values) if values[RNG] == state.values[RNG] else None


def next_deal(records: Sequence[AnyRecord]) -> int:
    """The index of the record at which a new deal begins, where the cards are gathered before a shuffle; -1 if there is
    none.
    """
    shuffle = next((i for i, record in enumerate(records) if isinstance(record, Shuffled)), -1)
    while shuffle > 0 and isinstance(records[shuffle - 1], Moved | PhaseBegan | Assigned):
        shuffle -= 1
        if isinstance(records[shuffle], PhaseBegan):
            break
    return shuffle


def drawn_in(records: Sequence[AnyRecord]) -> int:
    """How many cards and players chance gave in some records."""
    dealt = sum(len(record.cards) for record in records if isinstance(record, Moved) and record.dealt)
    return dealt + sum(isinstance(record, Drawn) for record in records)


def _phases(steps: Sequence[m.Step]) -> Iterator[str]:
    """The phases whose end the script asks about."""
    for step in steps:
        if isinstance(step, m.AfterPhase):
            yield plain(step.phase.text).replace(" ", "_")
        elif isinstance(step, m.SideLine):
            yield from _phases(step.steps)


def _asks_records(steps: Sequence[m.Step]) -> bool:
    """Whether a script expects something that only the records show: who took a trick, or what held when a phase
    ended.
    """
    return any(
        isinstance(step, _READ_FROM_RECORDS)
        or (isinstance(step, m.Trick) and step.winner is not None)
        or (isinstance(step, m.SideLine) and _asks_records(step.steps))
        for step in steps
    )
