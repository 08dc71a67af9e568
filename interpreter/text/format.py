"""Values of a game as people write them: `J♠`, `Ann and Cyd`, `no trump`, `bid 4 hearts alone`.

`parse.py` reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...dsl.source.identity import Exactly
from ...dsl.source.span import Span
from ...dsl.types import NONE, Type
from ..program import Alternative, Program
from ..records import Drawn, Where
from .refused import RefusalText
from .spellings import seat_letter, suit_sign

HIDDEN = "??"
"""Stands for a card that must not be known, or that the author of a script did not know."""
_MOST_KNOWN = 20_000


def bits(mask: int) -> tuple[int, ...]:
    """The elements of a mask, ascending."""
    found: list[int] = []
    while mask > 0:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


class Wording:
    """Writes the values of one game: its program and the names of its seats (A, B, C … if none are given).

    `ascii` writes suits as letters (`JS`), for terminals that have no suit signs.
    """

    def __init__(self, program: Program, seats: tuple[str, ...] | None = None, *, ascii: bool = False) -> None:
        self.program = program
        self.ascii = ascii
        self.seats = seats or tuple(seat_letter(seat) for seat in range(program.players))
        self._suits = dict(program.names.suits)
        self._ranks = dict(program.names.ranks)
        self._words = dict(program.names.words)
        named = dict(program.names.faces)
        self.named = tuple(named.get((face.rank, face.suit), "") for face in program.faces)
        """The name that the rules give to a face; empty for a face that is written by its rank and suit."""
        self.faces = tuple(self._face(face) for face in range(len(program.faces)))
        self.outcome: Callable[[Span, int], str] | None = None
        """Describes in a sentence what a row of a table did; set only where the rules are available."""
        self.refusals: Callable[[int, int], Sequence[RefusalText]] | None = None
        """The sentences for the reasons of an alternative (question, alternative); set only where the rules are
        available.
        """
        self._labels: dict[tuple[Exactly[Alternative], tuple[int, ...]], str] = {}

    def suit(self, suit: int) -> str:
        """The name of a suit: `hearts`."""
        return self._suits.get(suit) or self.program.suits[suit]

    def rank(self, rank: int) -> str:
        """The name of a rank: `J`, `10`, `cavalier`."""
        return self._ranks.get(rank) or self.program.ranks[rank]

    def _face(self, face: int) -> str:
        it = self.program.faces[face]
        if self.named[face]:
            return self.named[face]
        if it.rank < 0:
            return "Jo" if self.ascii else "Joker"
        rank = self.program.ranks[it.rank]
        return rank if it.suit < 0 else rank + suit_sign(self.program, self.program.suits[it.suit], ascii=self.ascii)

    def card(self, card: int) -> str:
        """`J♠`; `??` for a card that must not be known (-1)."""
        return self.faces[self.program.deck[card]] if card >= 0 else HIDDEN

    def script_card(self, card: int) -> str:
        """A card as a list of cards in a script has it: a name of several words is joined by `_`."""
        return self.card(card).replace(" ", "_")

    def cards(self, cards: int | Iterable[int]) -> str:
        """`2♣ 10♦` for a mask or a sequence; `nothing` for none."""
        return " ".join(self.card(card) for card in (bits(cards) if isinstance(cards, int) else cards)) or "nothing"

    def player(self, player: int) -> str:
        """The name of a seat."""
        return self.seats[player] if player >= 0 else "none"

    def team(self, team: int) -> str:
        """A team by its players: `A and C`."""
        return self.together(self.program.teams[team]) if team >= 0 else "none"

    def together(self, players: Iterable[int]) -> str:
        """`A and C`; `nobody` for none."""
        return " and ".join(self.seats[player] for player in players) or "nobody"

    def incident(self, number: int) -> str:
        """An incident in words: `misdeal`, `revoke by B`."""
        entry = self.program.incidents[number]
        return entry.title if entry.player < 0 else f"{entry.title} by {self.player(entry.player)}"

    def owner(self, kind: str | None, owner: int) -> str:
        """The owner of a zone or variable: a player, a team, or empty for a shared one."""
        return "" if kind is None or owner < 0 else self.team(owner) if kind == "team" else self.player(owner)

    def drawn(self, record: Drawn) -> str:
        """What chance drew, in words."""
        if record.type is not None:
            return self.value(record.type, record.value)
        return self.card(record.value) if record.what == "card" else self.player(record.value)

    def value(self, type: Type, value: int) -> str:
        """A value in the words of its type: `none`, `yes`, `no trump`, `A and C`, `5♠ 6♦`."""
        if value == NONE and type.kind not in ("number", "set"):
            return "none"
        match type.kind:
            case "flag":
                return "yes" if value else "no"
            case "suit":
                return self.suit(value)
            case "rank":
                return self.rank(value)
            case "card":
                return self.card(value)
            case "player":
                return self.player(value)
            case "team":
                return self.team(value)
            case "word":
                return self._word(type, value)
            case "set":
                return self._set(type, value)
            case _:
                return str(value)

    def _word(self, type: Type, value: int) -> str:
        if type.suits and value < len(self.program.suits):
            return self.suit(value)
        word = type.words[value - len(self.program.suits) if type.suits else value]
        return self._words.get(word) or word.replace("_", " ")

    def _set(self, type: Type, mask: int) -> str:
        element = type.element
        if element is None or element.kind == "card":
            return self.cards(mask)
        if element.kind == "player":
            return self.together(bits(mask))
        return " ".join(self.value(element, one) for one in bits(mask)) or "nothing"

    def label(self, alternative: Alternative, values: Sequence[int], seen: int | None = None) -> str:
        """A choice in the words of its template: `bid 4 no trump alone`.  `seen`: a mask; cards outside it are written
        `??`.
        """
        if seen is not None:
            return self._label(alternative, values, seen)
        key = Exactly(alternative), tuple(values)
        known = self._labels.get(key)
        if known is None:
            if len(self._labels) >= _MOST_KNOWN:
                self._labels.clear()
            known = self._labels[key] = self._label(alternative, values, None)
        return known

    def _label(self, alternative: Alternative, values: Sequence[int], seen: int | None) -> str:
        parts = [alternative.texts[0]]
        for hole, text in zip(alternative.holes, alternative.texts[1:], strict=True):
            type, value = alternative.bound[hole].type, values[hole]
            if seen is None or value == NONE:
                parts.append(self.value(type, value))
            elif type.kind == "card":
                parts.append(self.card(value if seen >> value & 1 else -1))
            elif type.kind == "set":  # a choice has sets of cards only
                hidden = (value & ~seen).bit_count()
                parts.append(self.cards((*bits(value & seen), *(-1,) * hidden)))
            else:
                parts.append(self.value(type, value))
            parts.append(text)
        return "".join(parts)

    def where(self, where: Where) -> str:
        """`hand of A`, `stock`"""
        zone = self.program.zones[where.zone]
        owner = self.owner(zone.owner, where.owner)
        return f"{zone.name} of {owner}" if owner else zone.name

    def variable(self, variable: int, owner: int) -> str:
        """`points of A`, `dealer`"""
        info = self.program.variables[variable]
        name = self.owner(info.owner, owner)
        return f"{info.name} of {name}" if name else info.name
