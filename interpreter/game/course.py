"""The course of one game: what was played so far, so that it can be taken back, copied and told again.

It keeps three things: the executor, which is at the open question; the choices made so far, by their numbers among the
choices of their questions; and a few snapshots of the state.  When a choice is taken back, the game is played again
from the last snapshot before that question.  Normally the executor makes each choice alone.  If there is a listener, or
if cards are fixed by hand, the Python engine makes it, because it gives records and asks the object that decides
chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...dsl.limits import MOST_OFFERED
from ..engine import State
from ..errors import translated
from ..program import Slots
from ..records import AnyRecord, Choice, Listener
from ..replay.chance import ScriptedChance
from ..replay.copying import independent
from .deals import FixedDeal, facts, fitted, used_up
from .executors import Executor, Raw
from .setup import Setup

Snapshot = tuple[object, ScriptedChance | None, tuple[AnyRecord, ...] | None]
"""A state, the object that decides chance from there on, and the records of what led there (None: not kept; they can be
found by playing again).
"""
Act = Callable[[ScriptedChance | None, Listener], State]
"""Something that the Python engine does: it is given the object that decides chance, and a listener."""


class GameCourse:
    """The course of one game.  A new one is at no question yet: `begin` or `take_up` comes first."""

    __slots__ = ("chance", "executor", "history", "index", "listeners", "rules", "seed", "slow", "snapshots")

    def __init__(self, rules: Setup, executor: Executor, seed: int, index: int = 0) -> None:
        self.rules = rules
        self.executor = executor
        self.seed, self.index = seed, index
        self.history: list[int | Raw] = []
        self.snapshots: dict[int, Snapshot] = {}
        self.listeners: tuple[Listener, ...] = ()
        self.chance: ScriptedChance | None = None
        self.slow = False
        """Whether the Python engine plays, because there is a listener or chance is decided by hand."""

    def begin(self, deal: FixedDeal | None) -> None:
        """Begin a new game.  Raises `Fault`, and `GameError` for a deal that is wrong."""
        rules, seed, index = self.rules, self.seed, self.index
        if deal is None and not self.listeners:
            self.executor.start(seed, index)
            self.snapshots[0] = self.executor.snapshot(), None, None
            return
        chance = self._fixed(deal) if deal else None
        if chance is not None:
            fitted(
                lambda tried: rules.engine.start(seed=seed, index=index, chance=tried, listener=_watching(tried)),
                chance,
            )
        records: list[AnyRecord] = []
        hear = self._hearer(records, chance)
        state = translated(lambda: rules.engine.start(seed=seed, index=index, chance=chance, listener=hear))
        self._settle(state, chance, records, 0)

    def take_up(self, state: State) -> None:
        """Continue from a state.  Nobody knows how it came about."""
        self.executor.put(state.values)
        self.snapshots[0] = self.executor.snapshot(), None, ()

    def copy(self) -> GameCourse:
        """An independent course at the same question, with the same history and no listener."""
        other = GameCourse(self.rules, self.executor.copy(), self.seed, self.index)
        other.history = self.history.copy()
        other.snapshots = self.snapshots.copy()
        if self.chance is not None:
            other.chance, other.slow = independent(self.chance), True
        return other

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a function with every record from now on, until the function that is returned is called."""
        self.listeners = (*self.listeners, listener)
        self.slow = True

        def stop() -> None:
            self.listeners = tuple(one for one in self.listeners if one is not listener)
            self.slow = bool(self.listeners) or self.chance is not None

        return stop

    # ------------------------------------------------------------------------------------------------------- forwards

    def step(self, number: int) -> None:
        """Make a choice by its number among those offered, with the executor alone.  Raises `Fault`; the course is then
        unchanged.
        """
        try:
            self.executor.step(number)
        except BaseException:
            self.back_to(len(self.history))
            raise
        self.history.append(number)

    def play(self, raw: Raw, deal: FixedDeal | None) -> None:
        """Make a choice that has no number among those offered, or that the Python engine must play."""
        executor = self.executor
        if not self.slow and deal is None:
            try:
                executor.take(raw)
            except BaseException:
                self.back_to(len(self.history))
                raise
            self.history.append(raw)
            return
        before, engine = self.state, self.rules.engine
        ask, actor = executor.ask, executor.actor

        def act(chance: ScriptedChance | None, hear: Listener) -> State:
            values = before.values.copy()
            engine.take(values, ask, raw, chance, hear, actor)
            return State(values)

        if self.chance is None and deal is None:  # chance decides freely, so the choice alone determines the result
            self._put(act(None, self._hearer([], None)))
            self.history.append(raw)
        else:
            self.act(act, deal)

    def act(self, act: Act, deal: FixedDeal | None) -> None:
        """Let the Python engine act, with what is fixed by hand, and continue from the state that follows."""
        chance = independent(self.chance) if self.chance is not None else None
        if deal:
            chance = self._fixed(deal, chance)
            fitted(lambda tried: act(tried, _watching(tried)), chance)
        elif chance is not None:
            chance.open(())
        records: list[AnyRecord] = []
        hear = self._hearer(records, chance)
        state = translated(lambda: act(chance, hear))
        self._settle(state, chance, records, len(self.history) + 1)
        self.history.append(-1)

    def _fixed(self, deal: FixedDeal, before: ScriptedChance | None = None) -> ScriptedChance:
        """The object that decides chance: what `deal` fixes, added to what was fixed before."""

        def make() -> ScriptedChance:
            chance = before or ScriptedChance(self.rules.names, self.seed)
            chance.open(facts(self.rules.names, deal))
            return chance

        return translated(make)

    def _settle(self, state: State, chance: ScriptedChance | None, records: list[AnyRecord], at: int) -> None:
        """Continue from a state that the choice alone does not determine, and keep a snapshot of it: of the question
        after `at` choices.
        """
        if chance is not None:
            decided = chance
            translated(lambda: used_up(decided))
            chance = chance if any(supply.left for supply in chance.piles.values()) else None
        self._put(state)
        self.chance = chance
        self.slow = bool(self.listeners) or chance is not None
        kept = independent(chance) if chance is not None else None
        self.snapshots[at] = self.executor.snapshot(), kept, tuple(records)

    def _put(self, state: State) -> None:
        """Let the executor continue from a state.  If it cannot, it keeps its old state."""
        try:
            self.executor.put(state.values)
        except BaseException:
            if self.snapshots:
                self.back_to(len(self.history))
            raise

    def _hearer(self, records: list[AnyRecord], chance: ScriptedChance | None) -> Listener:
        """Make a listener that keeps the records, shows the cards to the object that decides chance, and calls the
        listeners of the game.
        """
        listeners = self.listeners

        def hear(record: AnyRecord, slots: Slots) -> None:
            records.append(record)
            if chance is not None:
                chance.live = slots
            for listener in listeners:
                listener(record, slots)

        return hear

    # --------------------------------------------------------------------------------------------- backwards and again

    @property
    def state(self) -> State:
        """A copy of the state."""
        return State(self.executor.values())

    def back_to(self, at: int) -> None:
        """Return to the question after `at` choices: restore the last snapshot before it, and play again from there."""
        executor, history = self.executor, self.history
        first = max(number for number in self.snapshots if number <= at)
        snapshot, chance, _ = self.snapshots[first]
        executor.restore(snapshot)
        for item in history[first:at]:
            if isinstance(item, int):
                executor.step(item)
            else:
                executor.take(item)
        del history[at:]
        for number in [number for number in self.snapshots if number > at]:
            del self.snapshots[number]
        self.chance = independent(chance) if chance is not None else None
        self.slow = bool(self.listeners) or chance is not None

    def executor_at(self, at: int) -> Executor:
        """An executor of its own at the question after `at` choices."""
        past = self.copy()
        past.back_to(at)
        return past.executor

    def state_at(self, at: int) -> State:
        """The state at the question after `at` choices."""
        return State(self.executor_at(at).values())

    def again(self) -> Iterator[tuple[Slots | None, list[AnyRecord]]]:
        """Play the game again: the slots before each choice (None: before the opening), and what happened then."""
        state, engine = State([]), self.rules.engine
        for at in range(len(self.history) + 1):
            found: list[AnyRecord] = []

            def hear(record: AnyRecord, _: Slots, found: list[AnyRecord] = found) -> None:
                found.append(record)

            before = state.values if at else None
            kept = self.snapshots.get(at)
            if kept is not None and kept[2] is not None:
                found += kept[2]
                state = self.state_at(at)
            elif at == 0:
                state = engine.start(seed=self.seed, index=self.index, listener=hear)
            else:
                raw = self.raw(state, self.history[at - 1])
                state = engine.apply(state, Choice(raw[0], raw[1:]), listener=hear)
            yield before, found

    def raw(self, state: State, item: int | Raw) -> Raw:
        """The choice that an item of the history stands for, in this state."""
        if not isinstance(item, int):
            return item
        question = self.rules.engine.asked(state)
        assert question is not None and item < MOST_OFFERED
        for number, choice in enumerate(question.choices()):
            if number == item:
                return choice.alternative, *choice.values
        raise AssertionError("a choice of the past is gone")


def _watching(chance: ScriptedChance) -> Listener:
    """A listener that shows the cards to the object that decides chance."""

    def hear(_: AnyRecord, slots: Slots) -> None:
        chance.live = slots

    return hear
