"""A game that a program drives by names, with either executor.

    game = hoyle.open("newberry_euchre", seed=3)
    while not game.over:
        game.choose(random.choice(game.choices))
    game.winners

A game reads what it is told (a choice as a label, an incident, a deal) and shows what there is by names; `course.py`
plays, takes back and plays again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from ...dsl.codes.reporting import report
from ...dsl.source.span import Source, Span
from ..arguments import seed_number
from ..engine import Dice, Engine, Question, Result, State
from ..errors import GameError, IllegalChoice, translated, wrong
from ..notation.lines import Segment
from ..notation.model import Script, SpannedText
from ..notation.phrases import incident as incident_step
from ..program import DECISIONS
from ..records import AnyRecord, Choice, Listener
from ..replay.choices import find, refusal
from .choices import Choices, LegalChoice
from .course import GameCourse
from .deals import FixedDeal
from .executors import Raw
from .notebook import board
from .seen import NamedLookup, SeatView, whole_table
from .setup import FORMAT, Setup, from_plain_data
from .values import Card, Value

if TYPE_CHECKING:
    from ..search.following import HistoryFeeder

_MOST_SHOWN = 60
"""How many choices a notebook shows."""
_MOST_LABELS = 500
"""How many choices are searched for a label before it is read as a phrase of the script notation."""


class Game:
    """A game that is being played.  `hoyle.open`, `Rules.start`, `copy` and `hoyle.from_json` make one.

        game = hoyle.open("whist", seed=3)
        while not game.over:
            game.choose(game.ask("sound"))
        game.winners

    A notebook shows the table with all cards open.
    """

    __slots__ = ("_branch", "_choices", "_course", "_executor", "index", "rules", "seed")

    def __init__(self, course: GameCourse) -> None:
        self.rules = course.rules
        """What this game shares with other games of the same rules."""
        self.seed, self.index = course.seed, course.index
        """What the cards depend on: a seed, and the number of the game in a batch."""
        self._course = course
        self._executor = course.executor
        self._choices: Choices | None = None
        self._branch = object()

    @classmethod
    def begun(
        cls, rules: Setup, seed: int | None, index: int, deal: FixedDeal | None, listener: Listener | None
    ) -> Game:
        """Begin a new game; see `Rules.start`."""
        seed = secrets.randbelow(1 << 31) if seed is None else seed_number(seed)
        index = seed_number(index, "an index")
        game = cls(GameCourse(rules, rules.new_executor(), seed, index))
        if listener is not None:
            game.listen(listener)
        game._course.begin(deal)
        return game

    @classmethod
    def taken_up(cls, rules: Setup, state: State, seed: int = 0) -> Game:
        """Make a game that continues from a state."""
        if not isinstance(state, State) or len(state.values) != rules.program.slots:
            raise wrong("this state is not one of these rules")
        game = cls(GameCourse(rules, rules.new_executor(), seed))
        game._course.take_up(state)
        return game

    # ------------------------------------------------------------------------------------------------------- looking

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._executor.count < 0

    @property
    def turn(self) -> str | None:
        """The player who has to choose; None when the game is over."""
        return None if self._executor.count < 0 else self.rules.words.seats[self._executor.actor]

    @property
    def choices(self) -> Choices:
        """The choices of the open question, at most 10,000; empty when the game is over."""
        found = self._choices
        if found is None:
            count = self._executor.count
            found = self._choices = Choices(self, count if count > 0 else 0, len(self._course.history), self._branch)
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
    def table(self) -> NamedLookup:
        """Everything that lies on the table now, hidden cards included."""
        return whole_table(self.rules.names, self.rules.values, self.rules.engine, self.state)

    def cards(self, zone: str, owner: str | None = None) -> tuple[Card, ...]:
        """The cards in a zone, `game.cards("hand", "A")`: of a pile the bottom card first, of a hand in the order of
        the deck.

        Raises `UnknownName` for a zone or an owner that does not exist.
        """
        return self.table.cards(zone, owner)

    @overload
    def __getitem__(self, name: tuple[str, str]) -> Value: ...
    @overload
    def __getitem__(self, name: str) -> Any: ...
    def __getitem__(self, name: str | tuple[str, str]) -> Any:
        """The value of a variable: `game["dealer"]`, `game["points"]` (a mapping by owner), `game["points", "A"]`.

        Raises `UnknownName` for a variable or an owner that does not exist.
        """
        return self.table[name]

    def view(self, player: str | None = None) -> SeatView:
        """What a player may know (None: what a spectator may know).  Raises `UnknownName` if there is no such
        player.
        """
        seat = -1 if player is None else translated(lambda: self.rules.names.player(SpannedText(str(player))))
        return SeatView(self.rules.names, self.rules.values, self.rules.engine.view(self.state, seat))

    @property
    def result(self) -> Result | None:
        """How the game ended, in numbers; None while it is being played."""
        return self.rules.engine.result(self.state) if self.over else None

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who won; empty while the game is being played, and for a draw."""
        result = self.result
        if result is None:
            return ()
        if result.owner == "player":
            return tuple(self.seats[player] for player in result.winners)
        return tuple(player for team in result.winners for player in self.rules.teams[team])

    @property
    def standings(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The final ranking, best first, with the numbers that decided it; empty while the game is being played."""
        result = self.result
        if result is None:
            return ()
        return tuple((self.rules.words.owner(result.owner, owner), numbers) for owner, numbers in result.standings)

    @property
    def incidents(self) -> tuple[str, ...]:
        """The incidents that may be declared now instead of choosing: `misdeal`, `revoke by B`."""
        question = self.question
        return () if question is None else tuple(self.rules.words.incident(one) for one in question.incidents)

    # -------------------------------------------------------------------------------------------------------- playing

    def choose(self, choice: LegalChoice | str | int, *, deal: FixedDeal | None = None) -> None:
        """Make a choice, given as an object of `choices`, as its label (in any spelling that scripts allow), or as its
        number from 0.

        `deal` fixes what chance gives before the next question, as in `Rules.start`.  Raises `IllegalChoice`, with the
        rules against it, if the choice cannot be made; `GameError` if the rules do not deal what `deal` fixes; `Fault`
        for an error of the rules.  After an error, the game is unchanged.
        """
        choices = self._choices
        if choices is not None and choice is choices.last:
            number = choices.last_number
        else:
            number = self._number(choice)
        course = self._course
        if number < 0 or course.slow or deal is not None:
            raw = self._executor.option(number) if number >= 0 else self._read(choice)
            try:
                course.play(raw, deal)
            finally:
                self._choices = None
            return
        try:
            course.step(number)
        finally:
            self._choices = None

    def declare(self, incident: str, *, deal: FixedDeal | None = None) -> None:
        """Declare an incident of the rules, something that happened at the table, as a script says it: `revoke by B`.

        Raises `UnknownName` if there is no such incident, `GameError` if it cannot happen now or nobody is named
        behind `by`.
        """
        said = _place(str(incident))
        number = translated(lambda: self._incident(said))
        question, state = self.question, self.state
        if question is None or number not in question.incidents:
            what = f"`{self.rules.words.incident(number)}` cannot happen now"
            raise GameError(report("E1054", said.span, what=what))
        engine = self.rules.engine
        try:
            self._course.act(lambda chance, hear: engine.declare(state, number, chance=chance, listener=hear), deal)
        finally:
            self._choices = None

    def legal(self, choice: LegalChoice | str | int) -> bool:
        """Whether a choice can be made now."""
        return self.why(choice) is None

    def why(self, choice: LegalChoice | str | int) -> IllegalChoice | None:
        """Why a choice cannot be made now: the error that `choose` would raise; None if it can be made."""
        try:
            self._read(choice)
        except IllegalChoice as error:
            return error
        return None

    def ask(self, player: str) -> LegalChoice:
        """The choice that a player that is a program would make now: `game.choose(game.ask("think:quick"))`.

        The player gets what its seat has seen and nothing else; `hoyle.list("players")` has the names.  The same game
        and position give the same choice.  Raises `UnknownPlayer`, `BadPlayer` if the player fails, and `GameError` if
        the game is over.
        """
        from ..players.player import decision_of
        from ..players.registry import maker

        if self.over:
            raise IllegalChoice(report("E1053", _place("").span))
        program, state = self.rules.program, self.state
        seat = self._executor.actor
        made = maker(player)(program, seat)
        made.begin()
        feeder = self._feeder() if made.remembers else None
        dice = Dice(self.seed, self.number, seat)
        decision = decision_of(self.rules.engine, state, dice, history=feeder.history if feeder is not None else None)
        if len(decision.options) == 1:
            chosen = decision.options[0]
        else:
            chosen = made.choose(decision)
        return self.rules.choice(decision.ask, (chosen.alternative, *chosen.values))

    def _feeder(self) -> HistoryFeeder:
        """What every seat has seen so far.  The game is played again to find it."""
        from ..search.following import HistoryFeeder

        feeder = HistoryFeeder(self.rules.program)
        for before, records in self._course.again():
            if before is None and records:
                feeder.begin(records)
            elif before is None:  # the game was continued from a state
                feeder.begin_at(self._course.state_at(0).values)
            else:
                feeder.made(before, records)
        return feeder

    def undo(self, choices: int = 1) -> None:
        """Take back the last `choices` choices.  When play continues, the same cards come again.

        Raises `GameError` if fewer have been made since the game was opened.
        """
        made = len(self._course.history)
        if not 0 <= _whole(choices, -1) <= made:
            raise wrong(f"{made} choices can be taken back, not {choices!r}")
        self._branch = object()
        self._course.back_to(made - choices)
        self._choices = None

    def again(self, seed: int | None = None, *, index: int = 0, deal: FixedDeal | None = None) -> Game:
        """Begin another game of the same rules, as `Rules.start` does."""
        return Game.begun(self.rules, seed, index, deal, None)

    def copy(self) -> Game:
        """An independent game in the same position, with the same history and no listener."""
        return Game(self._course.copy())

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a function with every record from now on, and with the slots at that time (to read, not to keep).
        Calling the returned function ends this.  While there is a listener, the Python engine plays.
        """
        if not callable(listener):
            raise wrong("a listener is a function of a record and the slots")
        return self._course.listen(listener)

    @property
    def records(self) -> tuple[AnyRecord, ...]:
        """Everything that happened since the game was opened.  The game is played again to find it, so do not call this
        at every choice; use `listen` to follow a game.
        """
        return tuple(record for _, records in self._course.again() for record in records)

    # ----------------------------------------------------------------------------------------------- to and from others

    @property
    def state(self) -> State:
        """A copy of the state, as the low-level engine uses it.  `Rules.at` continues from one."""
        return self._course.state

    @property
    def question(self) -> Question | None:
        """The open question, as the low-level engine gives it; None when the game is over."""
        return self.rules.engine.asked(self.state)

    @property
    def engine(self) -> Engine:
        """The low-level engine of these rules."""
        return self.rules.engine

    def to_json(self) -> dict[str, Any]:
        """The game as JSON data, from which `hoyle.from_json` continues.  Rule files keep the names under which they
        were opened.
        """
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

    def to_script(self) -> str:
        """The game so far as the text of a script (a `.play` file) that replays exactly.

        Raises `GameError` for a game that was continued from a state, because nobody knows how it began, and for one
        whose rules are a text, because a script names the file of its rules.
        """
        from ..notation.writer import write_text
        from ..record.recorder import Recorder, heading

        if any("\n" in one for one in (self.rules.ruleset, *self.rules.variants)):
            raise wrong("these rules were opened from a text, and a script names a file: write the text to one")
        if self._course.snapshots[0][2] == ():
            raise wrong("this game was continued from a state, so nobody knows how it began")
        recorder = Recorder(self.rules.engine, self.rules.words)
        for record in self.records:
            recorder.hear(record, [])
        head = heading(
            self.rules.program, self.rules.words, self.rules.ruleset, self.seed, variants=self.rules.variants
        )
        return write_text(Script((replace(head, steps=tuple(recorder.steps())),)))

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the position as plain data: the rules as they were opened, and the state.  The choices that led there
        are left out, so they cannot be taken back after unpickling."""
        return _restored, (self.rules, self.rules.engine.to_json(self.state), self.seed)

    def _repr_html_(self) -> str:
        """The table with all cards open, for a notebook."""
        what = "the game is over" if self.over else f"{self.turn} to choose"
        words, program = self.rules.words, self.rules.program
        zones = {
            words.where(where): self.rules.values.some(self.rules.engine.cards(self.state, where))
            for where in (zone.where for zone in self.rules.engine.view(self.state, -1).zones)
        }
        values = {info.name: self[info.name] for info in program.variables}
        return board(f"{self.rules.title}, {what}", zones, values, self.choices.labels[:_MOST_SHOWN])

    def __repr__(self) -> str:
        what = "over" if self.over else f"{self.turn} to choose"
        return f"<Game {self.rules.title}, {what}, {self.number} choices made>"

    # ---------------------------------------------------------------------------------------------- what choices ask

    def choice_at(self, choices: Choices, number: int) -> LegalChoice:
        """One choice of a question, for `Choices`."""
        if choices is not self._choices:
            return self.choices_of(choices)[number]
        return self._executor.look(number, self.rules)

    def choices_of(self, choices: Choices) -> Sequence[LegalChoice]:
        """All choices of a question, for `Choices`."""
        if not choices.size:
            return ()
        executor = self._executor
        if choices is not self._choices:
            if choices.branch is not self._branch:
                raise wrong("these choices belong to a question that was taken back")
            executor = self._course.executor_at(choices.at)
        ask, choice = executor.ask, self.rules.choice
        return [choice(ask, raw) for raw in executor.options()]

    # ------------------------------------------------------------------------------------------------------- inside

    def _incident(self, text: SpannedText) -> int:
        """The number of an incident, given as a script gives it.  Raises `ScriptError`."""
        step = incident_step(Segment(text.span.source, text.span.start, text.span.end).cut(0))
        return self.rules.names.incident(step.title, step.by)

    def _number(self, choice: LegalChoice | str | int) -> int:
        """The number of a choice among those offered; -1 if it must be searched for."""
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
            elif isinstance(choice, LegalChoice) and choice in offered:
                number = offered.index(choice)
                if offered[number].label == choice.label:  # otherwise it is one of other rules
                    return number
        return -1

    def _read(self, choice: LegalChoice | str | int) -> Raw:
        """Read a choice in any of its forms.  Raises `IllegalChoice`."""
        executor = self._executor
        if executor.count < 0:
            raise IllegalChoice(report("E1053", _place(str(choice)).span))
        number = self._number(choice)
        if number >= 0:
            return executor.option(number)
        if isinstance(choice, LegalChoice):
            return self._found(choice.label, choice if choice.answers(self.rules.program, executor.ask) else None)
        if isinstance(choice, str):
            return self._found(choice)
        name, said = self.rules.seats[executor.actor], _place(str(choice))
        help = f"there are {executor.count}, numbered from 0"
        raise IllegalChoice(report("E1051", said.span, text=str(choice), name=name, help=help))

    def _found(self, text: str, known: LegalChoice | None = None) -> Raw:
        """The legal choice that a text means.  Raises `IllegalChoice` with the rules against it."""
        question, words, said = self.question, self.rules.words, _place(text)
        assert question is not None
        refused: list[Choice] = []
        if known is not None and len(known.raw) > 0:
            refused = [known.choice]
            if question.legal(known.choice):  # the question has more choices than are offered, and this is one of those
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
        raise IllegalChoice(refusal(question, words, said, refused, self.rules.opened.reasons))


@from_plain_data
def _restored(rules: Setup, state: Any, seed: int) -> Game:
    return Game.taken_up(rules, rules.engine.from_json(state), seed)


def _whole(number: SupportsIndex, otherwise: int) -> int:
    """The integer that a number stands for, also if it is one of numpy; `otherwise` for an object that is no
    integer.
    """
    try:
        return index(number)
    except TypeError:
        return otherwise


def _place(text: str) -> SpannedText:
    return SpannedText(text, Span(Source("<choice>", text), 0, len(text)))
