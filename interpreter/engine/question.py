"""What a player is asked, and the possible answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from ...dsl.source.span import Span
from ...dsl.types import NONE
from ..faults import Fault
from ..program import Alternative, Combinations, Program, Slots
from ..records import Choice, Where
from ..text.parse import Words
from .compiled import CompiledProgram, contains


@dataclass(frozen=True, slots=True)
class WrittenNow:
    """A line that is written on the table now: its number in `Program.written`, the player or team beside whom it is
    written (-1: it is written on the table), and its values.
    """

    line: int
    owner: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LabelledChoice:
    """A legal choice and its label, which is also the notation of scripts."""

    choice: Choice
    label: str


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a choice is not legal: the place of the rule that forbids it, and a reason in words if the rule file gives
    none.  `number`: the reason of the alternative (`Alternative.because`); -1 if it is another.  `name`: the name whose
    value is outside its range; -1 if there is none.
    """

    span: Span
    text: str
    number: int = -1
    name: int = -1


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a choice is not legal: a `reason` of its alternative by number, a value `outside` the range of a name by
    number, or that there is no such choice `now`.
    """

    kind: Literal["reason", "outside", "now"]
    number: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winners (numbers of `owner`s; none for a draw or a game that was cut short) and the
    standings.

    `standings` lists every owner, best first, with the numbers that decided the game.  `cut`: whether the game reached
    the length limit, so that it has no winner.
    """

    owner: Literal["player", "team"]
    winners: tuple[int, ...]
    tie: bool
    cut: bool
    standings: tuple[tuple[int, tuple[int, ...]], ...]


class Question:
    """The open question of a state.  It refers to the state and is valid as long as the state is not changed."""

    def __init__(self, compiled: CompiledProgram, values: Slots, ask: int, player: int) -> None:
        self._code = compiled
        self._values = values
        self.ask = ask
        self.player = player
        entry = compiled.program.asks[ask]
        self.alternatives: tuple[Alternative, ...] = entry.alternatives
        self.secret: bool = entry.secret
        self.span: Span = compiled.program.places[entry.place]
        self._answers: Sequence[tuple[int, ...]] | None = None
        """The answers, once they have been computed all at once; choices of several cards are computed one by one."""

    @property
    def holder(self) -> int:
        """The player from whose hand a card is played: the one who is asked, unless he plays for another one."""
        rules = self._code.program.asks[self.ask].trick
        return self.player if rules is None else cast("int", self._values[rules.player])

    @property
    def program(self) -> Program:
        """The program that asks."""
        return self._code.program

    @property
    def deck(self) -> tuple[int, ...]:
        """The face of each card of the deck."""
        return self._code.program.deck

    @property
    def incidents(self) -> tuple[int, ...]:
        """The incidents that can be declared now instead of answering."""
        return self._code.open_incidents(self._values, self._code.program.asks[self.ask])

    def choices(self) -> Iterator[Choice]:
        """Every legal choice, without labels; of identical cards only one."""
        for answer in self.answers():
            yield Choice(answer[0], answer[1:])

    def answers(self) -> Iterable[tuple[int, ...]]:
        """The same as plain tuples: the number of the alternative, and its values."""
        if self._answers is not None:
            return self._answers
        found = self._code.options(self._values, self.ask)
        if isinstance(found, (list, tuple)):
            self._answers = found
        return found

    def answerable(self) -> bool:
        """Whether there is a legal choice."""
        return any(True for _ in self.answers())

    def options(self, words: Words | None = None) -> Iterator[LabelledChoice]:
        """Every legal choice with its label."""
        words = words or self._code.words
        for choice in self.choices():
            yield LabelledChoice(choice, words.label(self.alternatives[choice.alternative], choice.values))

    def label(self, choice: Choice, words: Words | None = None) -> str:
        """The label of a choice."""
        return (words or self._code.words).label(self.alternatives[choice.alternative], choice.values)

    def pool(self, alternative: int, name: int, values: tuple[int, ...] = ()) -> int | None:
        """The mask of the cards from which a name of an alternative picks, given the values of the names before it.

        None if that name does not run over cards.
        """
        bound = self.alternatives[alternative].bound[name]
        found = self._code.part("d", self._values, self.ask, alternative, name, values)
        if isinstance(bound.domain, Combinations):
            return found[2]
        return found if bound.domain.kind == "mask" and bound.type.kind == "card" else None

    def cards(self, where: Where) -> int:
        """The mask of the cards in a zone."""
        content = self._values[self._code.program.zones[where.zone].base + max(where.owner, 0)]
        return content if isinstance(content, int) else sum(1 << card for card in content)

    def value(self, variable: int, owner: int = -1) -> int:
        """The value of a variable; `owner` is the player or team whose value is read, if each has one."""
        found = self._values[self._code.program.variables[variable].base + max(owner, 0)]
        assert isinstance(found, int)
        return found

    def following(self) -> int:
        """The mask of all cards of the deck that follow the suit led; 0 if nothing is led or no trick is played."""
        rules = self._code.program.asks[self.ask].trick
        if rules is None:
            return 0
        power, cards = self._values[rules.winning], self._values[rules.following]
        assert isinstance(power, int) and isinstance(cards, int)
        return cards if power >= NONE else 0  # before the first card every card follows

    def legal(self, choice: Choice) -> bool:
        """Whether a choice is legal."""
        return self._shaped(choice) and self._code.test(self.ask, choice.alternative)(self._values, choice.values)

    def objections(self, choice: Choice) -> tuple[Objection, ...]:
        """All reasons against a choice; empty if it is legal."""
        if not self._shaped(choice):
            return (Objection(self.span, "there is no such choice here"),)
        span = self._code.program.places[self.alternatives[choice.alternative].place]
        now = (Objection(span, "this cannot be chosen now"),)
        if not self._open(choice):
            # The first reason that fails is the answer; later reasons may make no sense when it fails.
            return self._failing(choice)[:1] or now
        outside = self._within(choice)
        if outside is not None:
            built_in = self._failing(choice, built_in=True) if self._cards_only(choice) else ()
            return built_in or (Objection(span, self._outside(outside, choice), name=outside),)
        return () if self._where(choice) else self._failing(choice) or now

    def refused(self, choice: Choice) -> Refused | None:
        """The first condition that a choice does not meet, in the order in which a module tests them too; None if it is
        legal.
        """
        try:
            return self._refused(choice)
        except Fault:  # a condition cannot be evaluated for this choice
            return Refused("now", 0)

    def _refused(self, choice: Choice) -> Refused | None:
        if not self._shaped(choice):
            return Refused("now", 0)
        alternative = self.alternatives[choice.alternative]
        if not self._open(choice):
            first = self._first_failing(choice, range(alternative.guards))
            return Refused("reason", first) if first is not None else Refused("now", 0)
        outside = self._within(choice)
        if outside is not None:
            # A card of the hand that may not be played to the trick is outside the range, and a reason says why.
            built_in = self._code.program.asks[self.ask].trick is not None and self._cards_only(choice)
            first = self._first_failing(choice, range(len(alternative.because))) if built_in else None
            return Refused("outside", outside) if first is None else Refused("reason", first)
        if self._where(choice):
            return None
        first = self._first_failing(choice, range(alternative.guards, len(alternative.because)))
        return Refused("reason", first) if first is not None else Refused("now", 0)

    def _first_failing(self, choice: Choice, numbers: Iterable[int]) -> int | None:
        for number in numbers:
            if not self._code.part("y", self._values, self.ask, choice.alternative, number, choice.values):
                return number
        return None

    def destination(self, alternative: int) -> Where | None:
        """Where the cards of an alternative go, if that is known before it is chosen."""
        to = self.alternatives[alternative].to
        if to is None:
            return None
        if to.owner is None:
            return Where(to.zone, -1)
        owner = self._code.part("t", self._values, self.ask, alternative, -1, ())
        return Where(to.zone, owner) if owner >= 0 else None

    def end(self, zone: int, *, top: bool) -> int:
        """The card at an end of a shared pile that lies face up; -1 if there is none."""
        content = self._values[self._code.program.zones[zone].base]
        return (content[-1] if top else content[0]) if isinstance(content, tuple) and content else -1

    def _failing(self, choice: Choice, built_in: bool = False) -> tuple[Objection, ...]:
        """The reasons that fail.  `built_in`: only those that the rule file does not state."""
        found: list[Objection] = []
        for i, reason in enumerate(self.alternatives[choice.alternative].because):
            if built_in and not reason.text:
                continue
            try:
                holds = self._code.part("y", self._values, self.ask, choice.alternative, i, choice.values)
            except Fault:  # a reason after one that failed cannot be evaluated
                break
            if not holds:
                found.append(Objection(self._code.program.places[reason.place], reason.text, i))
        return tuple(found)

    def _cards_only(self, choice: Choice) -> bool:
        """Whether a built-in reason, which is about cards, can be evaluated for a choice that is not among the
        options.
        """
        return all(0 <= value < len(self._code.program.deck) for value in choice.values)

    # ------------------------------------------------------------------------------------------------------- parts

    def _shaped(self, choice: Choice) -> bool:
        known = 0 <= choice.alternative < len(self.alternatives)
        return known and len(choice.values) == len(self.alternatives[choice.alternative].bound)

    def _open(self, choice: Choice) -> bool:
        return bool(self._code.part("g", self._values, self.ask, choice.alternative, -1, ()))

    def _where(self, choice: Choice) -> bool:
        return bool(self._code.part("w", self._values, self.ask, choice.alternative, -1, choice.values))

    def _within(self, choice: Choice) -> int | None:
        """The index of the first name whose value is outside its range; None if there is none."""
        for i, bound in enumerate(self.alternatives[choice.alternative].bound):
            found = self._code.part("d", self._values, self.ask, choice.alternative, i, choice.values[:i])
            if not contains(bound, found, choice.values[i]):
                return i
        return None

    def _outside(self, name: int, choice: Choice) -> str:
        """Why a value is outside the range of a name: which cards are missing, that there are too few or too many, or
        that a number is too low or too high.
        """
        bound = self.alternatives[choice.alternative].bound[name]
        words, value = self._code.words, choice.values[name]
        if not self._code.program.has(bound.type, value):
            return "there is no such value"
        found = self._code.part("d", self._values, self.ask, choice.alternative, name, choice.values[:name])
        if isinstance(bound.domain, Combinations):
            low, high, of = found
            if value & ~of:
                return f"`{words.value(bound.type, value & ~of)}` is not among the cards to choose from"
            amount = f"exactly {low}" if low == high else f"{low} to {min(high, of.bit_count())}"
            return f"{amount} cards must be named, not {value.bit_count()}"
        if bound.type.kind == "number" and bound.domain.kind in ("range", "down") and len(found):
            least, most = min(found), max(found)
            if value < least:
                return f"{value} is less than {least}, the lowest number that can be chosen here"
            if value > most:
                return f"{value} is more than {most}, the highest number that can be chosen here"
        return f"`{words.value(bound.type, value)}` is not among what can be chosen here"
