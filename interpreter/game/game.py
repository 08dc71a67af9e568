"""A game being played, by names: what a program drives, whoever plays it underneath.

    game = hoyle.open("newberry_euchre", seed=3)
    while not game.over:
        game.choose(random.choice(game.choices))
    game.winners

Three things are kept: the executor, which stands at the open question; the choices made so far, by their numbers among
those there were; and a few snapshots of the state, from which the way to any earlier question is played again when a
choice is taken back.  A choice is answered by the executor alone, unless somebody listens or a card is fixed by hand:
then the Python engine plays it, which tells what it does and asks who decides chance.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from operator import index
from typing import Any, SupportsIndex, cast

from ...dsl.codes.scripts import ScriptError, report
from ...dsl.limits import MOST_OFFERED
from ...dsl.source.span import Source, Span
from ..engine import Engine, Question, Result, State
from ..notation.model import Said
from ..program import DECISIONS, Slots
from ..records import AnyRecord, Choice, Listener
from ..replay.chance import ScriptedChance
from ..replay.choices import find, refusal
from .choices import Choices, LegalChoice
from .deals import FixedDeal, facts, used_up
from .errors import GameError, IllegalChoice, raised, translated
from .executors import Executor, Raw
from .seen import Owned, SeatView, Table, whole_table
from .setup import FORMAT, Setup
from .values import Card, Value

_MOST_LABELS = 500
"""Choices that are looked through for a label before it is read as a sentence of the game."""

Snapshot = tuple[object, ScriptedChance | None, tuple[AnyRecord, ...] | None]
"""A state, who decides chance from there on, and the records of what led there (None: play it again to have them)."""


class Game:
    """A game being played.  Made by `hoyle.open`, `Rules.start`, `copy` or `hoyle.from_json`."""

    __slots__ = (
        "_branch", "_chance", "_choices", "_executor", "_history", "_listeners", "_slow", "_snapshots",
        "index", "rules", "seed",
    )  # fmt: skip

    def __init__(self, rules: Setup, executor: Executor, seed: int, index: int = 0) -> None:
        self.rules = rules
        """What this game shares with others of the same rules."""
        self.seed, self.index = seed, index
        """What the cards depend on: a seed, and which game of a batch this is."""
        self._executor = executor
        self._history: list[int | Raw] = []
        self._snapshots: dict[int, Snapshot] = {}
        self._listeners: tuple[Listener, ...] = ()
        self._chance: ScriptedChance | None = None
        self._slow = False
        """Whether the Python engine plays: somebody listens, or chance is decided by hand."""
        self._choices: Choices | None = None
        self._branch = object()

    @classmethod
    def begun(
        cls, rules: Setup, seed: int | None, index: int, deal: FixedDeal | None, listener: Listener | None
    ) -> Game:
        """A new game; see `Rules.start`."""
        seed = secrets.randbelow(1 << 31) if seed is None else _whole(seed, -1)
        if not 0 <= seed < 1 << 63:
            raise ValueError("a seed is a whole number from 0 to 2^63 - 1")
        game = cls(rules, rules.new_executor(), seed, index)
        if listener is not None:
            game.listen(listener)
        if deal is None and listener is None:
            game._executor.start(seed, index)
            game._snapshots[0] = game._executor.snapshot(), None, None
            return game
        chance = _chance(rules, seed, deal) if deal else None
        records: list[AnyRecord] = []
        hear = game._hearer(records, chance)
        state = _guarded(lambda: rules.engine.start(seed=seed, index=index, chance=chance, listener=hear))
        game._settle(state, chance, records)
        return game

    @classmethod
    def taken_up(cls, rules: Setup, state: State, seed: int = 0) -> Game:
        """A game from a state on."""
        if not isinstance(state, State) or len(state.values) != rules.program.slots:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError("this state is not one of these rules")
        game = cls(rules, rules.new_executor(), seed)
        game._executor.put(state.values)
        game._snapshots[0] = game._executor.snapshot(), None, ()
        return game

    # ------------------------------------------------------------------------------------------------------- looking

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._executor.count < 0

    @property
    def turn(self) -> str | None:
        """Who has to choose; None when the game is over."""
        return None if self._executor.count < 0 else self.rules.words.seats[self._executor.actor]

    @property
    def choices(self) -> Choices:
        """What may be chosen now, at most 10,000 things; empty when the game is over."""
        found = self._choices
        if found is None:
            count = self._executor.count
            found = self._choices = Choices(self, count if count > 0 else 0, len(self._history), self._branch)
        return found

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players, clockwise."""
        return self.rules.seats

    @property
    def number(self) -> int:
        """How many choices have been made, incidents included."""
        found = self._executor.values()[DECISIONS]
        assert isinstance(found, int)
        return found

    @property
    def table(self) -> Table:
        """Everything that lies on the table now."""
        return whole_table(self.rules.names, self.rules.values, self.rules.engine, self.state)

    def cards(self, zone: str, owner: str | None = None) -> tuple[Card, ...]:
        """The cards in a zone, `game.cards("hand", "A")`: a pile's bottom first, a hand's in the order of the deck.

        Raises `UnknownName`."""
        return self.table.cards(zone, owner)

    def __getitem__(self, name: str | tuple[str, str]) -> Value | Owned:
        """What the game remembers: `game["dealer"]`, `game["points"]` (by owner), `game["points", "A"]`.

        Raises `UnknownName`."""
        return self.table[name]

    def view(self, player: str | None = None) -> SeatView:
        """What a player may know (None: somebody who only watches).  Raises `UnknownName`."""
        seat = -1 if player is None else translated(lambda: self.rules.names.player(Said(str(player))))
        return SeatView(self.rules.names, self.rules.values, self.rules.engine.view(self.state, seat))

    @property
    def result(self) -> Result | None:
        """How the game ended, in numbers; None while it goes on."""
        return self.rules.engine.result(self.state) if self.over else None

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who won; empty while the game goes on, and for a draw."""
        result = self.result
        if result is None:
            return ()
        if result.owner == "player":
            return tuple(self.seats[player] for player in result.winners)
        return tuple(player for team in result.winners for player in self.rules.teams[team])

    @property
    def standings(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Who stands where at the end, best first, with the numbers it was decided by; empty while the game goes on."""
        result = self.result
        if result is None:
            return ()
        return tuple((self.rules.words.owner(result.owner, owner), numbers) for owner, numbers in result.standings)

    @property
    def incidents(self) -> tuple[str, ...]:
        """What may be declared now instead of choosing: `misdeal`, `revoke by B`."""
        question = self.question
        return () if question is None else tuple(self.rules.words.incident(one) for one in question.incidents)

    # -------------------------------------------------------------------------------------------------------- playing

    def choose(self, choice: LegalChoice | str | int, *, deal: FixedDeal | None = None) -> None:
        """Make a choice: an object of `choices`, its label (in any spelling that scripts know), or its number from 0.

        `deal` fixes what chance brings before the next question, as in `Rules.start`.
        Raises `IllegalChoice` if it cannot be made, with the rules against it; `GameError` if the rules do not bring
        the deal; `Fault` for an error of the rules.  The game is then as it was before."""
        choices = self._choices
        if choices is not None and choice is choices.last:
            number = choices.last_number
        else:
            number = self._number(choice)
        if number < 0 or self._slow or deal is not None:
            raw = self._executor.option(number) if number >= 0 else self._read(choice)
            self._play(raw, deal)
            return
        try:
            self._executor.step(number)
        except BaseException:
            self._back_to(len(self._history))
            raise
        self._history.append(number)
        self._choices = None

    def declare(self, incident: str, *, deal: FixedDeal | None = None) -> None:
        """Say that something happened at the table that the rules know as an incident: `revoke by B`.

        Raises `UnknownName` if there is no such incident, `GameError` if it cannot happen now."""
        number = translated(lambda: self.rules.names.incident(Said(str(incident)), None))
        question, state = self.question, self.state
        if question is None or number not in question.incidents:
            what = f"`{self.rules.words.incident(number)}` cannot happen now"
            raise GameError(report("E1054", _place(incident).span, what=what))
        engine = self.rules.engine
        self._act(lambda chance, hear: engine.declare(state, number, chance=chance, listener=hear), deal)

    def legal(self, choice: LegalChoice | str | int) -> bool:
        """Whether a choice can be made now."""
        return self.why(choice) is None

    def why(self, choice: LegalChoice | str | int) -> IllegalChoice | None:
        """Why a choice cannot be made now: the error `choose` would raise; None if it can."""
        try:
            self._read(choice)
        except IllegalChoice as error:
            return error
        return None

    def undo(self, choices: int = 1) -> None:
        """Take back so many choices, the last first; the same cards come again.

        Raises `ValueError` if not so many have been made since the game was opened."""
        if not 0 <= _whole(choices, -1) <= len(self._history):
            raise ValueError(f"{len(self._history)} choices can be taken back, not {choices!r}")
        self._branch = object()
        self._back_to(len(self._history) - choices)

    def again(self, seed: int | None = None, *, index: int = 0, deal: FixedDeal | None = None) -> Game:
        """Another game of the same rules, as `Rules.start` begins one."""
        return Game.begun(self.rules, seed, index, deal, None)

    def copy(self) -> Game:
        """An independent game in the same position, with the same past; nobody listens to it."""
        other = Game(self.rules, self._executor.copy(), self.seed, self.index)
        other._history = self._history.copy()
        other._snapshots = self._snapshots.copy()
        if self._chance is not None:
            other._chance, other._slow = self._chance.copy(), True
        return other

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a function with every record of what happens from now on, and the slots as they then are (to read, not
        to keep); what is given back ends it.  While somebody listens, the Python engine plays."""
        if not callable(listener):
            raise ValueError("a listener is a function of a record and the slots")
        self._listeners = (*self._listeners, listener)
        self._slow = True

        def stop() -> None:
            self._listeners = tuple(one for one in self._listeners if one is not listener)
            self._slow = bool(self._listeners) or self._chance is not None

        return stop

    @property
    def records(self) -> tuple[AnyRecord, ...]:
        """Everything that happened since the game was opened.  It is played again for that: ask once, not at every
        choice; `listen` is for those who want to know as it goes."""
        found: list[AnyRecord] = []
        state, engine = State([]), self.rules.engine

        def hear(record: AnyRecord, _: Slots) -> None:
            found.append(record)

        for at in range(len(self._history) + 1):
            kept = self._snapshots.get(at)
            if kept is not None and kept[2] is not None:
                found += kept[2]
                state = self._state_at(at)
            elif at == 0:
                state = engine.start(seed=self.seed, index=self.index, listener=hear)
            else:
                raw = self._raw(state, self._history[at - 1])
                state = engine.apply(state, Choice(raw[0], raw[1:]), listener=hear)
        return tuple(found)

    # ----------------------------------------------------------------------------------------------- to and from others

    @property
    def state(self) -> State:
        """The state as the low-level engine has it, a copy: `Rules.at` goes on from one."""
        return State(self._executor.values())

    @property
    def question(self) -> Question | None:
        """The open question as the low-level engine has it; None when the game is over."""
        return self.rules.engine.asked(self.state)

    @property
    def engine(self) -> Engine:
        """The low-level engine of these rules."""
        return self.rules.engine

    def to_json(self) -> dict[str, Any]:
        """The game as JSON data: `hoyle.from_json` goes on from it.  Rule files keep the names they were given."""
        rules = self.rules
        return {
            "game": FORMAT,
            "ruleset": rules.ruleset,
            "variants": list(rules.variants),
            "options": dict(rules.options),
            "players": list(rules.seats),
            "seed": self.seed,
            "state": rules.engine.to_json(self.state),
        }

    def __repr__(self) -> str:
        what = "over" if self.over else f"{self.turn} to choose"
        return f"<Game {self.rules.title}, {what}, {len(self._history)} choices made>"

    # ---------------------------------------------------------------------------------------------- what choices ask

    def choice_at(self, choices: Choices, number: int) -> LegalChoice:
        """For `Choices`: one of them."""
        if choices is not self._choices:
            return self.choices_of(choices)[number]
        rules = self.rules
        return self._executor.look(number, rules.seen, rules.choice)

    def choices_of(self, choices: Choices) -> Sequence[LegalChoice]:
        """For `Choices`: all of them."""
        if not choices.size:
            return ()
        executor = self._executor
        if choices is not self._choices:
            if choices.branch is not self._branch:
                raise RuntimeError("these choices belong to a question that was taken back")
            past = self.copy()
            past._back_to(choices.at)
            executor = past._executor
        ask, choice = executor.ask, self.rules.choice
        return [choice(ask, raw) for raw in executor.options()]

    # ------------------------------------------------------------------------------------------------------- inside

    def _number(self, choice: LegalChoice | str | int) -> int:
        """The number of a choice among those offered; -1 if it has to be looked for."""
        if type(choice) is int:
            return choice if 0 <= choice < self._executor.count else -1
        if not isinstance(choice, str | LegalChoice | bool):
            number = _whole(choice, -1)
            return number if number < self._executor.count else -1
        if 0 <= self._executor.count <= _MOST_LABELS:
            offered = self.choices.all()
            if isinstance(choice, str):
                for number, one in enumerate(offered):
                    if one.label == choice:
                        return number
            elif choice in offered:
                return offered.index(cast("LegalChoice", choice))
        return -1

    def _read(self, choice: LegalChoice | str | int) -> Raw:
        """A choice that somebody names.  Raises `IllegalChoice`."""
        executor = self._executor
        if executor.count < 0:
            raise IllegalChoice(report("E1053", _place(str(choice)).span))
        number = self._number(choice)
        if number >= 0:
            return executor.option(number)
        if isinstance(choice, LegalChoice):
            return self._found(choice.label, choice if choice.ask == executor.ask else None)
        if isinstance(choice, str):
            return self._found(choice)
        name, said = self.rules.seats[executor.actor], _place(str(choice))
        help = f"there are {executor.count}, numbered from 0"
        raise IllegalChoice(report("E1051", said.span, text=str(choice), name=name, help=help))

    def _found(self, text: str, known: LegalChoice | None = None) -> Raw:
        """The legal choice a text means.  Raises `IllegalChoice` with the rules against it."""
        question, words, said = self.question, self.rules.words, _place(text)
        assert question is not None
        refused: list[Choice] = []
        if known is not None and len(known.raw) > 0:
            refused = [known.choice]
            if question.legal(known.choice):  # one of more choices than are offered
                return known.raw
        else:
            found, refused = find(question, words, text)
            for bare in () if found is not None or refused else words.bare(question.alternatives, text, question.pool):
                if question.legal(bare):
                    found = bare
                    break
                refused.append(bare)
            if found is not None:
                return found.alternative, *found.values
        raise IllegalChoice(refusal(question, words, said, refused, self.rules.table.reasons))

    def _play(self, raw: Raw, deal: FixedDeal | None) -> None:
        """Make a choice that has no number among those offered, or that the Python engine is to play."""
        executor = self._executor
        if not self._slow and deal is None:
            try:
                executor.take(raw)
            except BaseException:
                self._back_to(len(self._history))
                raise
            self._history.append(raw)
            self._choices = None
            return
        before, engine = self.state, self.rules.engine
        ask, actor = executor.ask, executor.actor

        def act(chance: ScriptedChance | None, hear: Listener) -> State:
            values = before.values.copy()
            engine.take(values, ask, raw, chance, hear, actor)
            return State(values)

        if self._chance is None and deal is None:  # chance goes its own way: the choice says it all
            self._put(act(None, self._hearer([], None)))
            self._history.append(raw)
            self._choices = None
        else:
            self._act(act, deal)

    def _act(self, act: Callable[[ScriptedChance | None, Listener], State], deal: FixedDeal | None) -> None:
        """Let the Python engine do something, with what is fixed by hand, and stand where that leads."""
        chance = self._chance.copy() if self._chance is not None else None
        if deal:
            chance = _chance(self.rules, self.seed, deal, chance)
        elif chance is not None:
            chance.open(())
        records: list[AnyRecord] = []
        hear = self._hearer(records, chance)
        state = _guarded(lambda: act(chance, hear))
        self._history.append(-1)
        try:
            self._settle(state, chance, records)
        except BaseException:
            self._history.pop()
            raise

    def _settle(self, state: State, chance: ScriptedChance | None, records: list[AnyRecord]) -> None:
        """Stand at a state that no choice alone leads to: a snapshot of it is kept."""
        if chance is not None:
            decided = chance
            translated(lambda: used_up(decided))
            chance = chance if any(supply.left for supply in chance.piles.values()) else None
        self._put(state)
        self._chance = chance
        self._slow = bool(self._listeners) or chance is not None
        self._choices = None
        kept = chance.copy() if chance is not None else None
        self._snapshots[len(self._history)] = self._executor.snapshot(), kept, tuple(records)

    def _put(self, state: State) -> None:
        """Let the executor stand at a state; if it cannot, it is where it was."""
        try:
            self._executor.put(state.values)
        except BaseException:
            if self._snapshots:
                self._back_to(max(at for at in self._snapshots if at <= len(self._history)))
            raise

    def _hearer(self, records: list[AnyRecord], chance: ScriptedChance | None) -> Listener:
        """Hears what the engine does: keeps it, shows the one who decides chance the cards, tells who listens."""
        listeners = self._listeners

        def hear(record: AnyRecord, slots: Slots) -> None:
            records.append(record)
            if chance is not None:
                chance.live = slots
            for listener in listeners:
                listener(record, slots)

        return hear

    def _back_to(self, at: int) -> None:
        """Stand where so many choices had been made: at the last snapshot before, and from there on again."""
        executor, history = self._executor, self._history
        first = max(number for number in self._snapshots if number <= at)
        snapshot, chance, _ = self._snapshots[first]
        executor.restore(snapshot)
        for item in history[first:at]:
            if isinstance(item, int):
                executor.step(item)
            else:
                executor.take(item)
        del history[at:]
        for number in [number for number in self._snapshots if number > at]:
            del self._snapshots[number]
        self._chance = chance.copy() if chance is not None else None
        self._slow = bool(self._listeners) or chance is not None
        self._choices = None

    def _state_at(self, at: int) -> State:
        past = self.copy()
        past._back_to(at)
        return past.state

    def _raw(self, state: State, item: int | Raw) -> Raw:
        """A choice of the history, made in this state."""
        if not isinstance(item, int):
            return item
        question = self.rules.engine.asked(state)
        assert question is not None and item < MOST_OFFERED
        for number, choice in enumerate(question.choices()):
            if number == item:
                return choice.alternative, *choice.values
        raise AssertionError("a choice of the past is gone")


def _chance(rules: Setup, seed: int, deal: FixedDeal | None, before: ScriptedChance | None = None) -> ScriptedChance:
    """Who decides chance: what a deal says, over what was said before."""

    def make() -> ScriptedChance:
        chance = before or ScriptedChance(rules.names, seed)
        chance.open(facts(rules.names, deal or {}))
        return chance

    return translated(make)


def _guarded(play: Callable[[], State]) -> State:
    """A state the engine runs on to; what a deal says wrongly is a `GameError`."""
    try:
        return play()
    except ScriptError as error:
        raise raised(error) from None


def _whole(number: SupportsIndex, otherwise: int) -> int:
    """A whole number, also one of numpy's; of anything else, which people pass all the same, `otherwise`."""
    try:
        return index(number)
    except TypeError:
        return otherwise


def _place(text: str) -> Said:
    return Said(text, Span(Source("<choice>", text), 0, len(text)))
