"""The way through a scripted game: the state reached, what is asked there, and how the engine is let run on.

What the lines of a script ask for is in `replay.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ...dsl.diagnostics import Diagnostic
from ...dsl.source import Span
from ..engine import Fault, Question, State
from ..program import RNG
from ..records import AnyRecord, Assigned, Choice, PhaseEnded, TrickTaken
from ..spelling import plain
from . import model as m
from .chance import ScriptedChance
from .choose import forced
from .codes import ScriptError, report
from .events import Acted, Records
from .expectations import Values
from .names import Names
from .position import begin_at
from .setup import Table

MOST_FORCED = 10_000
"""Single choices made by the replayer in a row, before it stops."""


@dataclass(slots=True)
class Reached:
    """Where trying single choices got to: the question, the state, and what was done on the way."""

    state: State
    question: Question | None
    done: list[Acted]


class Way:
    """One run through a script: the state reached, and what the lines still to come may ask about the way there."""

    def __init__(self, game: m.Game, table: Table, *, listening: bool = True) -> None:
        self.steps = game.steps
        self.listening = listening or _asks_records(game.steps)
        """Whether records are wanted: to be handed on, or to answer what the script asks of the way."""
        self.table = table
        self.engine = engine = table.engine
        self.words = words = table.words
        self.names = Names(words)
        self.chance = ScriptedChance(self.names, game.seed or 0)
        self.seed = game.seed or 0
        self.values = Values(engine, self.names, self._origin)
        self.end = game.steps[-1].span if game.steps else game.ruleset.span
        self.state = State([])
        self.question: Question | None = None
        """What is asked in `state`."""
        self.records: list[AnyRecord] = []
        self.ends: dict[int, State] = {}
        """The state at the moment each phase that is asked for last ended, since the last action of the script."""
        self.asked_ends = set(_phases(game.steps))
        self.changed: dict[tuple[int, int], Span] = {}
        self.trick: TrickTaken | None = None
        self.aside = 0
        """How deep in side lines the run is."""
        self.expectations: int = 0
        self.choices: int = 0

    def _start(self) -> State:
        """The state at the first question: of a new game, or of the position the script begins with."""
        first = next((step for step in self.steps if not isinstance(step, m.Note)), None)
        if isinstance(first, m.Position):
            return begin_at(self.engine, self.names, first, self.seed)
        return self.engine.start(seed=self.seed, chance=self.chance, listener=self._hear)

    def _facts(self, number: int) -> list[m.Fact]:
        """The facts from a step on, up to the next action."""
        facts: list[m.Fact] = []
        for at in range(number, len(self.steps)):
            step = self.steps[at]
            if isinstance(step, m.Answer | m.Trick | m.Incident):
                break
            if isinstance(step, m.First | m.Deal | m.Pile):
                facts.append(step)
        return facts

    def _play(self, span: Span, play: Callable[[], State]) -> tuple[State, Question | None]:
        """Let the engine run on; a mistake of the rule file becomes a failure of the script, at this place."""
        try:
            state = play()
            # Where nothing can be chosen the rules are at fault too; a choice that is made has shown that one can.
            return state, self.engine.question(state) if self.listening else self.engine.asked(state)
        except Fault as fault:
            note = (fault.span, fault.message)
            raise ScriptError(report("E1059", span, why=fault.message, notes=(note,))) from None

    def _hear(self, record: AnyRecord, slots: list[int | tuple[int, ...]]) -> None:
        self.records.append(record)
        self.chance.hear(record, slots)
        match record:
            case Assigned():
                self.changed[record.variable, record.owner] = record.span
            case PhaseEnded() if self.words.program.phases[record.phase].casefold() in self.asked_ends:
                self.ends[record.phase] = State(slots.copy())
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
        here = Reached(self.state, self.question, [])
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
        self.state, self.question = here.state, here.question
        yield from here.done

    def _force(self, here: Reached) -> bool:
        """Make the only choice there is, if there is only one."""
        question = here.question
        choice = forced(question) if question is not None else None
        if question is None or choice is None:
            return False
        label = question.label(choice, self.words)
        here.state, here.question = self._apply(question, here.state, choice, self.end)
        here.done.append(Acted(None, question.player, label, self._taken(), here.state))
        return True

    def _apply(self, question: Question, state: State, choice: Choice, span: Span) -> tuple[State, Question | None]:
        values = state.values.copy()
        raw = (choice.alternative, *choice.values)
        player, ask = question.player, question.ask

        def take() -> State:
            if not self.listening and self.chance.idle:
                before = values[RNG]
                self.engine.take(values, ask, raw)
                if values[RNG] == before:
                    return State(values)
                values[:] = state.values  # something was drawn: once more, with somebody who knows about chance
            self.engine.take(values, ask, raw, self.chance, self._hear, player)
            return State(values)

        return self._play(span, take)


def _phases(steps: Sequence[m.Step]) -> Iterator[str]:
    """The phases whose end is asked for."""
    for step in steps:
        if isinstance(step, m.After):
            yield plain(step.phase.text).replace(" ", "_")
        elif isinstance(step, m.SideLine):
            yield from _phases(step.steps)


def _asks_records(steps: Sequence[m.Step]) -> bool:
    """Whether anything is expected that only the records tell: who took a trick, what was so when a phase ended."""
    return any(
        isinstance(step, m.TookTrick | m.After)
        or (isinstance(step, m.Trick) and step.winner is not None)
        or (isinstance(step, m.SideLine) and _asks_records(step.steps))
        for step in steps
    )
