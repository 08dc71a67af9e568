"""The way through a scripted game: the state reached, what is asked there, and how the engine is let run on.

What the lines of a script ask for is in `replayer.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...dsl.codes.scripts import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..engine import Fault, Question, State
from ..notation import model as m
from ..program import ACTOR, PC, RNG
from ..records import AnyRecord, Assigned, Drawn, Listener, Moved, PhaseBegan, PhaseEnded, Shuffled, TrickTaken
from ..text.spellings import plain
from .chance import ScriptedChance
from .choices import forced
from .events import Acted, Records
from .expectations import Expectations
from .hidden import Guesses
from .position import begin_at
from .setup import Table
from .unsaid import Unsaid

_ACTIONS = m.Answer, m.Trick, m.IncidentStep
_READ_FROM_RECORDS = m.TookTrick, m.AfterPhase
_FACTS = m.FirstFact, m.RandomFact, m.DealtCards, m.Pile
MOST_FORCED = 10_000
"""Single choices made by the replayer in a row, before it stops."""


@dataclass(slots=True)
class Reached:
    """Where trying single choices got to: the question, the state, and what was done on the way."""

    state: State
    done: list[Acted]
    question: Question | None


class ReplayProgress:
    """One run through a script: the state reached, and what the lines still to come may ask about the way there."""

    def __init__(self, game: m.ScriptedGame, table: Table, *, listening: bool = True, guess: int = 0) -> None:
        self.steps = game.steps
        self.listening = listening or _asks_records(game.steps)
        """Whether records are wanted: to be handed on, or to answer what the script asks of the way."""
        self.table = table
        self.engine = engine = table.engine
        self.words = table.words
        self.names = table.names
        self.chance = ScriptedChance(self.names, game.seed or 0)
        self.seed = game.seed or 0
        self.guesses = Guesses(self.seed, guess)
        self.unsaid = Unsaid(engine, self.words, game.steps)
        self.values = Expectations(engine, self.names, self._origin, self.unsaid)
        self.last = game.steps[-1] if game.steps else game.ruleset
        self.last_action = next((step for step in reversed(game.steps) if isinstance(step, _ACTIONS)), None)
        self.state = State([])
        self._asked: tuple[State, Question | None] = self.state, None
        """The state whose question was last looked at, and that question."""
        self.records: list[AnyRecord] = []
        self.ends: dict[int, State] = {}
        """The state at the moment each phase that is asked for last ended, since the last action of the script."""
        self.ends_changed: dict[int, dict[tuple[int, int], Span]] = {}
        """The rule that had last changed each variable by then."""
        self.asked_ends = set(_phases(game.steps))
        self.changed: dict[tuple[int, int], Span] = {}
        self.trick: TrickTaken | None = None
        self.side_depth = 0
        """How deep in side lines the run is."""
        self.expectations: int = 0
        self.choices: int = 0
        self.past_last: bool = False
        """Whether the last action of the script is made, and nothing is said of chance behind it."""
        self.beyond: int = 0
        """Cards and players drawn for a deal behind the last choice, of which the script says nothing."""

    def _start(self) -> State:
        """The state at the first question: of a new game, or of the position the script begins with."""
        first = self.first
        if isinstance(first, m.StartPosition):
            return begin_at(self.engine, self.names, first, self.seed)
        return self.engine.start(seed=self.seed, chance=self.chance, listener=self.listener)

    @property
    def first(self) -> m.Step | None:
        """The first step that is no comment."""
        return next((step for step in self.steps if not isinstance(step, m.Note)), None)

    @property
    def listener(self) -> Listener | None:
        """Who hears what happens."""
        return self._hear if self.listening else None

    @property
    def question(self) -> Question | None:
        """What is asked in `state`."""
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
        """Let the engine run on; a mistake of the rule file becomes a failure of the script, at this line."""
        try:
            state = play()
            if self.listening:
                # Where nothing can be chosen the rules are at fault too; a choice that is made has shown that one can.
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
        """The rule that last changed a variable."""
        return self.changed.get((variable, owner))

    def _taken(self) -> Records:
        """The records since the last event."""
        records, self.records = tuple(self.records), []
        return records

    # ------------------------------------------------------------------------------------------------ single choices

    def _advance(self, test: Callable[[Reached], Diagnostic | None]) -> Iterator[Acted]:
        """Make single choices until `test` is content.  Raises its first complaint if it never is."""
        here = Reached(self.state, [], self.question)
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

    def _force(self, here: Reached) -> bool:
        """Make the only choice there is, if there is only one."""
        question = here.question
        choice = forced(question) if question is not None else None
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
        """The state after a legal option, if nothing is said of chance and nothing hangs on it."""
        if not self.chance.idle:
            return None
        values = state.values.copy()
        try:
            self.engine.take(values, ask, option)
        except Fault:
            return None
        # If something was drawn: once more, with somebody who knows about chance.
        return State(values) if values[RNG] == state.values[RNG] else None


def next_deal(records: Sequence[AnyRecord]) -> int:
    """Where a new deal begins in some records: where the cards are gathered for the first shuffle; -1: nowhere."""
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
    """The phases whose end is asked for."""
    for step in steps:
        if isinstance(step, m.AfterPhase):
            yield plain(step.phase.text).replace(" ", "_")
        elif isinstance(step, m.SideLine):
            yield from _phases(step.steps)


def _asks_records(steps: Sequence[m.Step]) -> bool:
    """Whether anything is expected that only the records tell: who took a trick, what was so when a phase ended."""
    return any(
        isinstance(step, _READ_FROM_RECORDS)
        or (isinstance(step, m.Trick) and step.winner is not None)
        or (isinstance(step, m.SideLine) and _asks_records(step.steps))
        for step in steps
    )
