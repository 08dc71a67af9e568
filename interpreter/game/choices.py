"""The choices of a player: a sequence that makes its entries when they are first read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, cast, overload

from ..program import Alternative, Program
from ..records import Choice
from .executors import Raw
from .values import Card, Value, ValueConverter


class LegalChoice:
    """One choice of a player.  It is a value: equal in all games of the same rules and seats.

        choice = game.choices[0]
        choice.label, choice.kind, choice.cards, choice.values

    `str(choice)` is its label, `play J♠`, which is also the notation of scripts.
    """

    __slots__ = ("_alternative", "_cards", "_label", "_values", "ask", "raw")

    def __init__(self, values: ValueConverter, ask: int, raw: Raw) -> None:
        self._values = values
        self._alternative: Alternative = values.program.asks[ask].alternatives[raw[0]]
        self._label = ""
        self._cards: tuple[Card, ...] | None = None
        self.ask = ask
        """The question that it answers, an index of `Program.asks`."""
        self.raw = raw
        """The choice as the engine represents it: the number of an alternative, and the value of each of its names."""

    @property
    def label(self) -> str:
        """The text that a person reads: `play J♠`."""
        if not self._label:
            self._label = self._values.words.label(self._alternative, self.raw[1:])
        return self._label

    @property
    def kind(self) -> str:
        """The label with its placeholders: `play {card}`.  Choices of one kind differ only in their values."""
        one = self._alternative
        return one.filled(lambda hole: f"{{{one.bound[hole].name}}}")

    @property
    def values(self) -> Mapping[str, Value]:
        """The value of each of its names: `{"n": 4, "s": "hearts"}`."""
        bound = self._alternative.bound
        return {one.name: self._values.value(one.type, value) for one, value in zip(bound, self.raw[1:], strict=True)}

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that it names; empty for a choice that is not about cards."""
        if self._cards is None:
            found: list[Card] = []
            for value in self.values.values():
                parts = value if isinstance(value, tuple) else (value,)
                found += [part for part in parts if isinstance(part, Card)]
            self._cards = tuple(found)
        return self._cards

    @property
    def choice(self) -> Choice:
        """The same choice for the low-level engine: `Engine.apply` takes it."""
        return Choice(self.raw[0], self.raw[1:])

    def answers(self, program: Program, ask: int) -> bool:
        """Whether it answers this question of a program, as a choice of the same rules does."""
        return self.ask == ask and self._alternative in program.asks[ask].alternatives[self.raw[0] : self.raw[0] + 1]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, LegalChoice) and self.raw == other.raw and self.ask == other.ask)

    def __hash__(self) -> int:
        return hash((self.ask, self.raw))

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        return f"<{self.label}>"


class ChoiceSource(Protocol):
    """Where `Choices` get their entries: a game, and how many choices have been made in it."""

    def choice_at(self, choices: Choices, number: int) -> LegalChoice:
        """One choice of the question that these choices belong to."""
        ...

    def choices_of(self, choices: Choices) -> Sequence[LegalChoice]:
        """All choices of that question."""
        ...


class Choices(Sequence[LegalChoice]):
    """All choices of one question, at most 10,000 of them.

        game.choices.labels, game.choices[0], "pass" in game.choices

    They can still be read after the game has continued, as long as the question is not taken back.
    """

    __slots__ = ("_game", "_made", "at", "branch", "last", "last_number", "size")

    def __init__(self, game: ChoiceSource, size: int, at: int, branch: object) -> None:
        self._game = game
        self._made: Sequence[LegalChoice] | None = None
        self.size = size
        self.at = at
        """How many choices had been made before this question."""
        self.branch = branch
        """A value that changes whenever choices are taken back."""
        self.last: LegalChoice | None = None
        """The choice that was last read by its number, and that number: this choice is probably made next."""
        self.last_number: int = -1

    def all(self) -> Sequence[LegalChoice]:
        """Every choice.  They are made now if they have not been made before."""
        if self._made is None:
            self._made = self._game.choices_of(self)
        return self._made

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all choices."""
        return tuple(one.label for one in self.all())

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> LegalChoice: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[LegalChoice]: ...
    def __getitem__(self, index: int | slice) -> LegalChoice | Sequence[LegalChoice]:
        if type(index) is not int:
            return self._other(index)
        size = self.size
        if not 0 <= index < size:
            index += size
            if not 0 <= index < size:
                raise IndexError(f"there are {size} choices")
        made = self._made
        self.last_number = index
        found = self.last = made[index] if made is not None else self._game.choice_at(self, index)
        return found

    @overload
    def _other(self, index: int) -> LegalChoice: ...
    @overload
    def _other(self, index: slice) -> Sequence[LegalChoice]: ...
    def _other(self, index: int | slice) -> LegalChoice | Sequence[LegalChoice]:
        """Handle an index that is not a plain number: a slice, or an object that converts to a number."""
        return self.all()[index]

    def __iter__(self) -> Iterator[LegalChoice]:
        return iter(self.all())

    def __contains__(self, one: object) -> bool:
        return (one in self.labels) if isinstance(one, str) else one in self.all()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Choices, list, tuple)) and list(self.all()) == list(cast("Sequence[object]", other))

    __hash__ = None  # type: ignore[assignment] - it is a list that fills itself

    def __repr__(self) -> str:
        return repr(list(self.all()))
