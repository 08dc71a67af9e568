"""A fixed action space for any game: every choice has a number that depends on the rules alone.

Choices of one *kind* have the same words and the same types of names: `play {card}`, wherever the rules ask for it.
The kinds follow each other in the order of the rule file, each with its own block of numbers:

* *exact* kinds have a number for every value of their names, the last name fastest: a card counts by its face, a player
  by the seat, a number from its lowest value on, a set of players or suits by its mask.  A set of cards has a number
  for each combination of faces the rules could ask for, smaller ones first.
* kinds that would need more than `bound` numbers are numbered *by place*: a block of `bound`, and the choice with
  number *k* is the *k*-th one of this kind that is legal now, in the order in which the engine lists them.

Choices beyond the bound cannot be made in the environment.  They are in no mask; `NumberedOptions.left_out` counts
them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import prod

from ..interpreter.arguments import numbers_checked
from ..interpreter.engine.sets import bits
from ..interpreter.errors import wrong
from ..interpreter.program import Alternative, Bound, Combinations, Const, Program
from ..interpreter.wasm.ranges import ProgramRanges
from .position import Raw

BOUND = 4096
"""The default of `bound`: the most numbers that one kind of choice takes."""

"""An option as the engine represents it: the number of an alternative, and the value of each of its names."""


@dataclass(frozen=True, slots=True)
class NumberedName:
    """One name of an exact kind.  Its values are numbered from 0 to `size - 1`."""

    form: str
    """`card` (numbered by its face), `cards` (by `ranks`), or `number` (its value less `low`)."""
    size: int
    low: int = 0
    ranks: dict[tuple[int, ...], int] | None = None


@dataclass(frozen=True, slots=True)
class ChoiceKind:
    """One kind of choice, with the numbers `first` to `first + size - 1`."""

    label: str
    first: int
    size: int
    names: tuple[NumberedName, ...] | None
    """None if the kind is numbered by place."""


@dataclass(frozen=True, slots=True)
class NumberedOptions:
    """The options of one question, by their numbers."""

    options: dict[int, Raw]
    left_out: int
    """How many options are beyond the bound."""


class Actions:
    """The numbers of the choices of one program, from 0 to `size - 1`."""

    @numbers_checked()
    def __init__(self, program: Program, bound: int = BOUND) -> None:
        self.program = program
        self.bound = bound
        self._slots = ProgramRanges(program).slots
        kinds: list[ChoiceKind] = []
        known: dict[object, int] = {}
        numbers: list[tuple[int, ...]] = []
        size = 0
        for ask in program.asks:
            of: list[int] = []
            for one in ask.alternatives:
                names = self._names(one)
                key = one.texts, one.holes, tuple(bound.type.kind for bound in one.bound), _shape(names)
                if key not in known:
                    known[key] = len(kinds)
                    taken = bound if names is None else prod(name.size for name in names)
                    kinds.append(ChoiceKind(_label(one), size, taken, names))
                    size += taken
                of.append(known[key])
            numbers.append(tuple(of))
        self.kinds = tuple(kinds)
        self.kind_of = tuple(numbers)
        """For each alternative of each question, the number of its kind."""
        self.size = size

    def numbered(self, ask: int, options: list[Raw]) -> NumberedOptions:
        """Number the options of a question.  `options`: all its options, in the order of the engine."""
        kinds, found, left_out = self.kind_of[ask], dict[int, Raw](), 0
        places: dict[int, int] = {}
        for option in options:
            number = kinds[option[0]]
            kind = self.kinds[number]
            if kind.names is None:
                at = places.get(number, 0)
                places[number] = at + 1
            else:
                at = self._exact(kind.names, option)
            if not 0 <= at < kind.size or kind.first + at in found:
                left_out += 1
            else:
                found[kind.first + at] = option
        return NumberedOptions(found, left_out)

    def label(self, action: int) -> str:
        """The text of a number: `play {card} #3` for the fourth value of the names of `play {card}`.

        Raises `GameError` for a number that no choice has.
        """
        for kind in self.kinds:
            if kind.first <= action < kind.first + kind.size:
                return kind.label if kind.size == 1 else f"{kind.label} #{action - kind.first}"
        raise wrong(f"there are {self.size} actions; {action} is none of them")

    def _exact(self, names: tuple[NumberedName, ...], option: Raw) -> int:
        at = 0
        for name, value in zip(names, option[1:], strict=True):
            if name.form == "card":
                index = self.program.deck[value]
            elif name.ranks is not None:
                index = name.ranks.get(tuple(sorted(self.program.deck[card] for card in bits(value))), -1)
            else:
                index = value - name.low
            if not 0 <= index < name.size:
                return -1
            at = at * name.size + index
        return at

    def _names(self, one: Alternative) -> tuple[NumberedName, ...] | None:
        found: list[NumberedName] = []
        for bound in one.bound:
            name = self._name(bound)
            if name is None:
                return None
            found.append(name)
        return tuple(found) if prod(name.size for name in found) <= self.bound else None

    def _name(self, bound: Bound) -> NumberedName | None:
        program, type = self.program, bound.type
        if type.kind == "card":
            return NumberedName("card", len(program.faces))
        if type.kind == "set" and type.element is not None:
            if type.element.kind == "card":
                return self._cards(bound)
            size = 1 << program.count_of(type.element)
            return NumberedName("number", size) if size <= self.bound else None
        if type.kind == "number":
            low, high = self._slots[bound.slot]
            if isinstance(bound.domain, Combinations) or bound.domain.kind not in ("range", "down"):
                return NumberedName("number", high - low + 1, low) if high - low < self.bound else None
            # The range may be known more exactly than the interval of its slot, which contains the initial 0.
            ends = [part.value for part in bound.domain.args if isinstance(part, Const)]
            if len(ends) == len(bound.domain.args):
                low, high = min(ends), max(ends)
            return NumberedName("number", high - low + 1, low) if high - low < self.bound else None
        return NumberedName("number", program.count_of(type))

    def _cards(self, bound: Bound) -> NumberedName | None:
        """Every combination of faces; None if there are too many."""
        domain, deck = bound.domain, self.program.deck
        if not isinstance(domain, Combinations):
            return None
        if not isinstance(domain.low, Const) or not isinstance(domain.high, Const):
            return None
        ranks: dict[tuple[int, ...], int] = {}
        for size in range(max(domain.low.value, 0), min(domain.high.value, len(deck)) + 1):
            found = combinations_with_replacement(range(len(self.program.faces)), size)
            for tried, faces in enumerate(found):
                if tried > 4 * self.bound:
                    return None
                if all(faces.count(face) <= deck.count(face) for face in set(faces)):
                    ranks[faces] = len(ranks)
                    if len(ranks) > self.bound:
                        return None
        return NumberedName("cards", len(ranks), 0, ranks)


def _shape(names: tuple[NumberedName, ...] | None) -> object:
    return names and tuple((name.form, name.size, name.low, tuple(name.ranks or ())) for name in names)


def _label(one: Alternative) -> str:
    return one.filled(lambda hole: f"{{{one.bound[hole].name}}}")
