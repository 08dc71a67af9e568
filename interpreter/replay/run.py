"""One run of a scripted game: where it is, its question, and how the engine continues.

`replayer.py` processes the lines of the script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...dsl import checked as c
from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ..engine import Fault, Question, State
from ..notation import model as m
from ..opening.opened import OpenedGame
from ..program import ACTOR, OVER, PC
from ..records import AnyRecord, Assigned, Drawn, Moved, PhaseBegan, PhaseEnded, SetAgain, Shuffled, TrickTaken
from ..text.spellings import plain
from .chance import ScriptedChance
from .choices import only_choice
from .events import Acted, Records
from .hidden import Guesses
from .position import begin_at
from .progress import PhaseEnd, ReplayProgress
from .tables import TableEnds
from .unsaid import UnstatedCards, says_draws

_ACTIONS = m.Answer, m.Trick, m.IncidentStep
_FACTS = m.FirstFact, m.RandomFact, m.DealtCards, m.Pile
PASSED = *_FACTS, m.Note
"""Steps that need no action: facts are read together with the choice before them."""
MOST_FORCED = 10_000
"""The most forced choices that the replayer makes in a row."""
_QUIET = m.Answer, *PASSED, m.ValueExpectation, m.TurnExpectation, m.GameOverExpectation
"""The steps for which the replayer needs no records, as long as they are right."""


@dataclass(slots=True)
class ReachedState:
    """What forced choices led to: the question, the state, and what was done."""

    state: State
    done: list[Acted]
    question: Question | None


class GameRun:
    """Lets the engine play a scripted game, from one choice to the next.  `at` says where it is; everything else is the
    same for the whole run.
    """

    def __init__(self, game: m.ScriptedGame, opened: OpenedGame, guess: int = 0, *, quiet: bool = False) -> None:
        self.opened = opened
        self.quiet = quiet
        """Whether choices are made without records."""
        self.engine, self.words, self.names = opened.engine, opened.words, opened.names
        self.seed = game.seed or 0
        self.last = game.steps[-1] if game.steps else game.ruleset
        self.last_action = next((step for step in reversed(game.steps) if isinstance(step, _ACTIONS)), None)
        self.asked_ends = set(_phases(game.steps))
        """The phases and tables whose end the script asks about."""
        self.at = ReplayProgress(
            game.steps,
            ScriptedChance(self.names, self.seed),
            UnstatedCards(self.engine, self.words, says_draws(game.steps)),
            Guesses(self.seed, guess),
            TableEnds.of(opened.game, self.words.program.phases, self.asked_ends),
        )
        self.records: list[AnyRecord] = []
        """What happened since the last event."""
        self.drawn: list[Moved | Shuffled] = []
        """Of these records, the deals and shuffles."""
        self._asked: tuple[State, Question | None] = self.at.state, None
        """The state whose question was last computed, and that question."""
        self._meant: tuple[State, m.Answer, tuple[int, ...]] | None = None
        """The state and the line whose plain option was last found, and that option."""

    def start(self) -> State:
        """The state at the first question: of a new game, or of the position with which the script begins."""
        first = self.first
        if isinstance(first, m.StartPosition):
            return begin_at(self.engine, self.names, first, self.seed)
        return self.engine.start(seed=self.seed, chance=self.at.chance, listener=self.hear)

    @property
    def first(self) -> m.Step | None:
        """The first step that is not a comment."""
        return next((step for step in self.at.steps if not isinstance(step, m.Note)), None)

    @property
    def question(self) -> Question | None:
        """The open question."""
        return self._question(self.at.state)

    def _question(self, state: State) -> Question | None:
        if self._asked[0] is not state:
            self._asked = state, self.engine.asked(state)
        return self._asked[1]

    def facts(self, number: int) -> list[m.Fact]:
        """The facts from a step on, up to the next action."""
        facts: list[m.Fact] = []
        for step in islice(self.at.steps, number, None):
            if isinstance(step, _ACTIONS):
                break
            if isinstance(step, _FACTS):
                facts.append(step)
        return facts

    def once_each(self, step: m.Trick) -> None:
        """Check that each player plays only once to a trick.  Raises `ScriptError` at a second card."""
        seats = set[int]()
        for play in step.plays:
            seat = self.names.player(play.actor)
            if seat in seats:
                raise ScriptError(report("E1056", play.card.span, name=self.words.player(seat)))
            seats.add(seat)

    def open(self, facts: Sequence[m.Fact], answer: m.Answer | None = None, actor: int = -1) -> None:
        """Give the facts to the next choice.  What phases and tables ended with before it is forgotten."""
        self.at.chance.open(facts, answer, actor)
        self.at.ends = {}

    def close(self) -> None:
        """The next action is reached: check that all facts of chance were used."""
        left = self.at.chance.leftover()
        if left is not None:
            raise ScriptError(left)

    def play(
        self, line: m.SpannedText | m.ScriptNode, go_on: Callable[[], State], following: m.Step | None = None
    ) -> State:
        """Let the engine continue.  A fault of the rule file becomes a failure of the script at this line.

        That nothing can be chosen in the new state is such a fault.  It need not be looked for if the `following` line
        chooses something.
        """
        try:
            state = go_on()
            if not isinstance(following, m.Answer) or self.plain_option(following, state) is None:
                self._asked = state, self.engine.question(state)
            return state
        except Fault as fault:
            raise broken(line, fault, self.opened.game) from None

    def hear(self, record: AnyRecord, slots: list[int | tuple[int, ...]]) -> None:
        """Take note of what happens."""
        self.records.append(record)
        at = self.at
        at.chance.live = slots
        if isinstance(record, Moved):
            if record.dealt:
                self.drawn.append(record)
        elif isinstance(record, Assigned):
            at.changed[record.variable, record.owner] = record.span
        elif isinstance(record, TrickTaken):
            at.trick = record
        elif isinstance(record, Shuffled):
            self.drawn.append(record)
        if self.asked_ends:
            ended = at.tables.take(record)
            if isinstance(record, PhaseEnded):
                ended.add(self.words.program.phases[record.phase].casefold())
            for name in ended & self.asked_ends:
                at.ends[name] = PhaseEnd(State(slots.copy()), at.changed.copy())

    def taken(self) -> Records:
        """The records since the last event."""
        records, self.records = tuple(self.records), []
        self.drawn = []
        return records

    # ------------------------------------------------------------------------------------------------ single choices

    def plain_option(self, step: m.Answer, state: State) -> tuple[int, ...] | None:
        """The option (alternative, values …) that a line means, if it is made by the player who has to choose, in words
        that alone decide what is meant, and is legal; otherwise None.

        Nearly every line of a recorded game is of this kind, in words that occurred before.
        """
        if self._meant is not None and self._meant[0] is state and self._meant[1] is step:
            return self._meant[2]
        values, chance = state.values, self.at.chance
        pc: int = values[PC]  # type: ignore[assignment] - a number slot, read for every choice
        if pc <= OVER or self.names.seats.get(step.actor.text) != values[ACTOR]:
            return None
        if chance.said and chance.leftover() is not None:
            return None
        for option in self.names.answers(~pc, step.text.text):
            if self.engine.legal(values, option):
                self._meant = state, step, option
                return option
        return None

    def advance(
        self, test: Callable[[ReachedState], Diagnostic | None], nearest: Callable[[], bool] | None = None
    ) -> Iterator[Acted]:
        """Make forced choices until `test` finds no problem.  If it always finds one, raises the first, or (if
        `nearest`) the one that comes nearest to a choice: of the player's own turn, not of another's.
        """
        here = ReachedState(self.at.state, [], self.question)
        complaint = test(here)
        for _ in range(MOST_FORCED):
            if complaint is None:
                break
            try:
                if not self._force(here):
                    raise ScriptError(complaint)
            except ScriptError:
                self.taken()
                raise ScriptError(complaint) from None
            later = test(here)
            if later is None or (nearest and 0 < _nearness(complaint) < _nearness(later) and nearest()):
                complaint = later
        if complaint is not None:
            raise ScriptError(complaint)
        at = self.at
        at.state = here.state
        if at.past_last and here.done and not at.beyond and not at.depth:
            last = here.done[-1]
            first = next_deal(last.records)
            if first >= 0:
                at.beyond = drawn_in(last.records[first:])
                here.done[-1] = replace(last, next_deal=first)
        yield from here.done

    def _force(self, here: ReachedState) -> bool:
        """Make the forced choice, if there is only one choice."""
        question = here.question
        choice = only_choice(question) if question is not None else None
        if question is None or choice is None:
            return False
        here.state = self.applied(here.state, (choice.alternative, *choice.values), self.last)
        here.question = self._question(here.state)
        here.done.append(Acted(None, question.player, self.taken(), here.state, wording=self.words))
        return True

    def applied(
        self,
        state: State,
        option: tuple[int, ...],
        line: m.SpannedText | m.ScriptNode,
        following: m.Step | None = None,
    ) -> State:
        """The state after a legal option (alternative, values …).  `following`: the line after this one."""
        player, pc = state.values[ACTOR], state.values[PC]
        assert isinstance(player, int) and isinstance(pc, int)

        def take() -> State:
            values = self.at.chance.live = state.values.copy()
            hear = None if self.quiet and not self.at.past_last else self.hear
            self.engine.take(values, ~pc, option, self.at.chance, hear, player)
            return State(values)

        return self.play(line, take, following)


def _nearness(complaint: Diagnostic) -> int:
    """How near a line comes to a choice: one of another player's turn, one that the player does not have, one that is
    misspelt, one that is illegal; whatever else is wrong is not about a choice.
    """
    misspelt = (complaint.help or "").startswith("did you mean")
    return {"E1050": 1, "E1051": 2 + misspelt, "E1052": 4}.get(complaint.code, 0)


def broken(line: m.SpannedText | m.ScriptNode, fault: Fault, game: c.CheckedGame) -> ScriptError:
    """The failure of a script at a line after which the rules break down."""
    from ..trial.ranges import left_range

    left = left_range(game, fault)
    notes = ((fault.span, fault.message),)
    return ScriptError(
        report("E1059", line.span, why=fault.message, notes=notes, help=left.help if left is not None else None)
    )


def needs_no_records(game: m.ScriptedGame) -> bool:
    """Whether a script can be replayed without records, as long as nothing in it is wrong."""
    return all(isinstance(step, _QUIET) for step in game.steps)


def next_deal(records: Sequence[AnyRecord]) -> int:
    """The index of the record at which a new deal begins, where the cards are gathered before a shuffle; -1 if there is
    none.
    """
    shuffle = next((i for i, record in enumerate(records) if isinstance(record, Shuffled)), -1)
    while shuffle > 0 and isinstance(records[shuffle - 1], Moved | PhaseBegan | Assigned | SetAgain):
        shuffle -= 1
        if isinstance(records[shuffle], PhaseBegan):
            break
    return shuffle


def drawn_in(records: Sequence[AnyRecord]) -> int:
    """How many cards and players chance gave in some records."""
    dealt = sum(len(record.cards) for record in records if isinstance(record, Moved) and record.dealt)
    return dealt + sum(isinstance(record, Drawn) for record in records)


def ended_name(step: m.AfterPhase) -> str:
    """The name of the phase or table whose end a step is about, as `ReplayProgress.ends` has it."""
    return plain(step.phase.text).replace(" ", "_").casefold()


def _phases(steps: Sequence[m.Step]) -> Iterator[str]:
    """The phases and tables whose end the script asks about."""
    for step in steps:
        if isinstance(step, m.AfterPhase):
            yield ended_name(step)
        elif isinstance(step, m.SideLine):
            yield from _phases(step.steps)
