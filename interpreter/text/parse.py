"""Words: writes the values of a game as people write them, and reads them back.

The engine uses only whole numbers.  `Words` writes a card as `J♠`, a player by the name of the seat, a set of cards as
`5♠ 6♦`, and reads all of them in the many spellings that people use (`JS`, `Js`, `j.spades`; `10♦`, `TD`, `td`).  It
does not depend on a particular game: ranks, suits and seats come from the program.

Reading a choice is the inverse of writing its label: the template `"bid {n} {s} alone"` has placeholders, and the type
of each says how to read its text.  A card is read as a *face*; which of several identical cards is meant is decided
later, by the pool from which it is picked (`choices`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ...dsl.source.identity import Exactly
from ...dsl.types import NONE, Type
from ..program import Alternative, Bound, Program
from ..records import Choice
from .format import HIDDEN, Wording, bits
from .spellings import (
    card_spellings,
    cards_by_face,
    literal,
    plain,
    rank_spellings,
    seat_spellings,
    suit_spellings,
    whole_number,
)


@dataclass(frozen=True, slots=True)
class ParsedFaces:
    """Cards read from text, as faces (indices of `Program.faces`), in the order written."""

    faces: tuple[int, ...]
    single: bool


NO_FACE = -1
"""Stands for a hidden card in a choice."""

ParsedValue = int | ParsedFaces
"""The value of a placeholder: a number, or faces that are not yet assigned to cards."""


Pool = Callable[[int, int, tuple[int, ...]], int | None]
"""The cards from which a name of an alternative picks, given the values of the names before it: `Question.pool`."""


_MOST_KNOWN = 20_000


class Words(Wording):
    """The vocabulary of one game: writes its values, and reads them.

    `ascii` affects writing only; reading always accepts suits as signs and as letters.
    """

    def __init__(self, program: Program, seats: tuple[str, ...] | None = None, *, ascii: bool = False) -> None:
        super().__init__(program, seats, ascii=ascii)
        self.of_face = cards_by_face(program)
        self._written = {text: face for face, text in reversed([*enumerate(self.faces)])}
        self._spellings = card_spellings(program, self.faces)
        self._patterns: dict[Exactly[Alternative], tuple[str, ...]] = {}
        self._distinct = len(set(program.deck)) == len(program.deck)
        self._known: dict[tuple[Exactly[Sequence[Alternative]], str], tuple[Choice, ...]] = {}
        """The results for texts that were read before, by the alternatives (their identity) and the text; only for
        decks without identical cards.
        """
        self._long = max((text.count(" ") + 1 for text in self.named if text), default=1)
        """Of how many words the longest name of a card consists."""
        self._suits_read = suit_spellings(program)
        self._ranks_read = rank_spellings(program)
        self._named_words = {plain(text): word for word, text in program.names.words}
        self._players = seat_spellings(self.seats)

    def read_card(self, text: str) -> int | None:
        """The face (an index of `Program.faces`) that a text names, in any accepted spelling; None if it names none."""
        face = self._written.get(text)
        return self._spellings.get(plain(text)) if face is None else face

    def read_cards(self, text: str) -> tuple[int, ...] | None:
        """The faces of `5♠ 6♦` or `5S, 6D`; empty for `nothing`.  None if a part of the text is not a card."""
        if plain(text) == "nothing":
            return ()
        words = text.replace(",", " ").split()
        faces: list[int] = []
        at = 0
        while at < len(words):
            for end in range(min(len(words), at + self._long), at, -1):
                face = self.read_card(" ".join(words[at:end]))
                if face is not None:
                    faces.append(face)
                    at = end
                    break
            else:
                return None
        return tuple(faces) or None

    def read_player(self, text: str) -> int | None:
        """The seat that a text gives by name or number; None if it is not a seat."""
        return self._players.get(plain(text))

    def read_team(self, text: str) -> int | None:
        """The team that a text gives by its players (`A and C`) or by one of them; None if it is not a team."""
        players = {self.read_player(name) for name in plain(text).split(" and ")}
        return next((number for number, team in enumerate(self.program.teams) if players <= set(team)), None)

    def read_owner(self, kind: str | None, text: str) -> int | None:
        """A player or a team, depending on `kind`; None if the text is neither."""
        return None if kind is None else self.read_team(text) if kind == "team" else self.read_player(text)

    def read_value(self, type: Type, text: str) -> int | None:
        """A value of a type; None if the text is not one.  A card is the first one with that face."""
        reading = self._read(type, plain(text))
        return self._settled(reading, None) if isinstance(reading, ParsedFaces) else reading

    def same(self, type: Type, value: int, text: str) -> bool | None:
        """Whether a value is the one that a text means; identical cards are equal.  None if the text is not a value of
        the type.
        """
        reading = self._read(type, plain(text))
        if reading is None or isinstance(reading, int):
            return None if reading is None else reading == value
        if NO_FACE in reading.faces:
            return None
        cards = [value] if reading.single else bits(value)
        return sorted(self.program.deck[card] for card in cards if card >= 0) == sorted(reading.faces)

    def _read(self, type: Type, text: str) -> ParsedValue | None:
        """Read `text` (in its `plain` form) as a value of `type`; cards are read as faces."""
        if text == "none" and type.optional:
            return NONE
        match type.kind:
            case "number":
                return whole_number(text)
            case "flag":
                return {"yes": 1, "no": 0}.get(text)
            case "suit":
                return self._suits_read.get(text)
            case "rank":
                return self._ranks_read.get(text)
            case "card":
                face = NO_FACE if text == HIDDEN else self._spellings.get(text)
                return None if face is None else ParsedFaces((face,), single=True)
            case "player":
                return self._players.get(text)
            case "team":
                return self.read_team(text)
            case "word":
                return self._read_word(type, text)
            case "set":
                return self._read_set(type, text)
            case _:
                return None

    def _read_word(self, type: Type, text: str) -> int | None:
        suits = len(self.program.suits) if type.suits else 0
        named = self._named_words.get(text)
        if named in type.words:
            return suits + type.words.index(named)
        for number, word in enumerate(type.words):
            if word.replace("_", " ").casefold() == text.replace("_", " "):
                return suits + number
        return self._suits_read.get(text) if type.suits else None

    def _read_set(self, type: Type, text: str) -> ParsedValue | None:
        element = type.element
        if element is None or element.kind == "card":
            words = text.replace(",", " ").split()
            faces = self.read_cards(" ".join(word for word in words if word != HIDDEN) or "nothing")
            hidden = (NO_FACE,) * words.count(HIDDEN)
            return None if faces is None or not words else ParsedFaces((*faces, *hidden), single=False)
        if text in ("nothing", "nobody", "none"):
            return 0
        parts = text.replace(",", " and ").split(" and ")
        if len(parts) == 1 and self._read(element, text) is None:
            parts = text.split() or parts
        mask = 0
        for part in parts:
            one = self._read(element, part.strip())
            if not isinstance(one, int) or one < 0:
                return None
            mask |= 1 << one
        return mask

    # ------------------------------------------------------------------------------------------------ choices

    def choices(self, alternatives: Sequence[Alternative], text: str, pool: Pool | None = None) -> Sequence[Choice]:
        """Every choice that a text may mean; the caller takes the first legal one.

        `pool` (of an open question) says which cards may be picked, so that the right one of identical cards is chosen.
        """
        key = Exactly(alternatives), text
        known = self._known.get(key)
        if known is not None:
            return known
        wanted = plain(text)
        found: list[Choice] = []
        for number, alternative in enumerate(alternatives):
            for readings in self.match(alternative, wanted):
                choice = self._filled(number, alternative.bound, readings, pool)
                if choice is not None:
                    found.append(choice)
        if self._distinct:  # the meaning does not depend on a pool
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = tuple(found)
        return found

    def meant(self, alternatives: Sequence[Alternative], text: str) -> list[Choice] | None:
        """Every choice that a text may mean, with each of identical cards; None if the meaning depends on a pool."""
        wanted = plain(text)
        found: list[Choice] = []
        for number, alternative in enumerate(alternatives):
            for readings in self.match(alternative, wanted):
                values: list[Sequence[int]] = []
                for reading in (readings.get(name) for name in range(len(alternative.bound))):
                    if reading is None:
                        return None
                    if isinstance(reading, int):
                        values.append((reading,))
                    elif reading.faces == (NO_FACE,):
                        return None
                    elif reading.single:
                        values.append(self.of_face[reading.faces[0]])
                    elif self._distinct:
                        settled = self._settled(reading, None)
                        values.append(() if settled is None else (settled,))
                    else:
                        return None
                found += (Choice(number, one) for one in product(*values))
        return found

    def bare(self, alternatives: Sequence[Alternative], text: str, pool: Pool | None = None) -> Iterator[Choice]:
        """Choices with a single placeholder, given by its value alone: `js` for `play J♠`."""
        wanted = plain(text)
        for number, alternative in enumerate(alternatives):
            if len(alternative.holes) == 1 == len(alternative.bound):
                reading = self._read(alternative.bound[0].type, wanted)
                choice = None if reading is None else self._filled(number, alternative.bound, {0: reading}, pool)
                if choice is not None:
                    yield choice

    def match(self, alternative: Alternative, text: str) -> Iterator[dict[int, ParsedValue]]:
        """The values that a text gives to the names of an alternative, for each way to match it with the template."""
        key = Exactly(alternative)
        pieces = self._patterns.get(key)
        if pieces is None:
            first, *others = (literal(piece) for piece in alternative.texts)
            pieces = self._patterns[key] = first.lstrip(), *others
        if not alternative.holes:
            if text == pieces[0].strip():
                yield {}
        elif text.startswith(pieces[0]) and text.endswith(pieces[-1].rstrip()):
            yield from self._holes(alternative, pieces, text, len(pieces[0]), 0, {})

    def _holes(
        self,
        alternative: Alternative,
        pieces: tuple[str, ...],
        text: str,
        at: int,
        hole: int,
        got: dict[int, ParsedValue],
    ) -> Iterator[dict[int, ParsedValue]]:
        if hole == len(alternative.holes):
            if at == len(text):
                yield got
            return
        after = pieces[hole + 1]
        last = hole + 1 == len(alternative.holes)
        if last:
            after = after.rstrip()
        bound = alternative.holes[hole]
        end = len(text) - len(after) if last else text.find(after, at + 1)
        while at < end:
            reading = self._read(alternative.bound[bound].type, text[at:end].strip())
            if reading is not None and got.get(bound, reading) == reading:
                yield from self._holes(alternative, pieces, text, end + len(after), hole + 1, {**got, bound: reading})
            end = -1 if last else text.find(after, end + 1)

    def _filled(
        self, number: int, bound: Sequence[Bound], readings: dict[int, ParsedValue], pool: Pool | None
    ) -> Choice | None:
        """The choice for these readings; None if the label does not show a name, or if there are no such cards."""
        values: tuple[int, ...] = ()
        if len(readings) < len(bound):  # only the list of options has the value of that name
            return None
        for name in range(len(bound)):
            reading = readings[name]
            if isinstance(reading, ParsedFaces):
                settled = self._settled(reading, pool(number, name, values) if pool else None)
                if settled is None:
                    return None
                reading = settled
            values += (reading,)
        return Choice(number, values)

    def _settled(self, reading: ParsedFaces, pool: int | None) -> int | None:
        """The card (or mask) with these faces; of identical cards those in the pool, and of these the first.

        None if the deck does not have so many cards of a face.
        """
        mask, last = 0, NONE
        for face in reading.faces:
            if face == NO_FACE:
                return None
            left = [card for card in self.of_face[face] if not mask >> card & 1]
            if not left:
                return None
            last = next((card for card in left if pool is not None and pool >> card & 1), left[0])
            mask |= 1 << last
        return last if reading.single else mask
