"""What the records of an example say: which of its lines does not hold, who is to be asked, and who sees which cards.

An example sets variables that no author can name; what is set there is heard.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...dsl import checked as c
from ...dsl.source.span import Span
from ..engine.chance import Dice
from ..program import Program, ZoneInfo
from ..records import AnyRecord, Assigned, Moved, SetAgain, Where
from ..story.known_cards import KnownCards
from ..text.format import bits
from ..text.parse import Words

SET_FAILURE, SET_NUMBER, SET_TURN, SET_DEALT = "!failure", "!number", "!turn", "!dealt"
SET_REACHED = "!reached"
SET_VIEWER, SET_OWNER, SET_SIDE, SET_CARDS = "!viewer", "!owner", "!side", "!cards"
SET_SIGHT, SET_EARLY = "!sight", "!early"
"""The variables of the examples, by which they say what is meant."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """An expectation that does not hold, and what was found in its place."""

    span: Span
    found: str
    help: str | None = None
    endless: bool = False
    """Whether the rules came to no end.  Other examples would do the same, and each takes seconds."""


@dataclass(frozen=True, slots=True)
class SightQuestion:
    """Who looks, at whose zone or at which cards."""

    viewer: int = -1
    owner: int = -1
    cards: tuple[int, ...] = ()


class Heard:
    """What the records of an example say, and the cards that its deals bring (a `Chance`)."""

    def __init__(self, program: Program, seed: int, example: c.ExampleRule) -> None:
        self._program = program
        self._names = [one.name for one in program.variables]
        self._lines, self._answers = example.body, len(example.answers)
        self._first = next(Where(number, -1) for number, one in enumerate(program.zones) if _holds_all(program, one))
        looks = any(isinstance(line, c.ExpectedSight) for line in example.body)
        self._knows = [KnownCards(program, seat) for seat in range(program.players)] if looks else []
        """What each player knows of the cards, by the seat."""
        self._look = SightQuestion()
        self._early: dict[int, SightQuestion] = {}
        """The looks that the lines below a call are about, if the call leads to a question and to no end."""
        self._decided: set[int] = set()
        """The lines that were reached, and those whose look was taken."""
        self._taken: dict[int, Unlike | None] = {}
        """What was found by looks at an open question, below which no answer stands: the call may yet come to its end.
        """
        self.seed, self._dice = seed, Dice(seed)
        self.left_to_chance = False
        """Whether something could have come otherwise with another seed."""
        self._naming = False
        self._stated: int | None = None
        self.failed: Unlike | None = None
        """The first line of the example that does not hold."""
        self.turns: list[int] = []
        """The seats of those who should be asked, in the order of the lines."""
        self.wanted: dict[Where, list[int]] = {}
        """The cards that a deal still has to bring, by the place."""

    def hear(self, record: AnyRecord, _: object) -> None:
        """A `Listener`."""
        for seat in self._knows:
            seat.follow(record)
        match record:
            case Assigned(variable=variable, value=value) | SetAgain(variable=variable, value=value):
                match self._names[variable]:
                    case name if name == SET_NUMBER:
                        self._stated = value
                    case name if name == SET_FAILURE and self.failed is None:
                        stated = f": it is {self._stated}" if self._stated is not None else ""
                        self.failed = Unlike(self._lines[value - 1].span, stated)
                    case name if name == SET_REACHED:
                        self._decided.add(value - 1)
                    case name if name == SET_TURN:
                        self.turns.append(value)
                    case name if name == SET_VIEWER:
                        self._look = replace(self._look, viewer=value)
                    case name if name in (SET_OWNER, SET_SIDE):
                        self._look = replace(self._look, owner=value)
                    case name if name == SET_CARDS:
                        self._look = replace(self._look, cards=tuple(bits(value)))
                        if self._naming:
                            self.wanted.setdefault(self._first, []).extend(bits(value))
                    case name if name == SET_EARLY:
                        self._early[value] = self._look
                    case name if name == SET_SIGHT and value not in self._decided:
                        self._decide(value, self._unlike(value, self._look))
                    case name if name == SET_DEALT:
                        self._naming = bool(value)
                    case _:
                        pass
            case Moved() if self._naming:
                self.wanted.setdefault(record.target, []).extend(record.cards)
            case _:
                pass

    def _decide(self, number: int, unlike: Unlike | None) -> None:
        self._decided.add(number)
        self._taken.pop(number, None)
        self.failed = self.failed or unlike

    def asked(self, answered: int) -> None:
        """Look for the lines that have so many answers above them, while a question is open."""
        answers_below = answered < self._answers
        for number, look in self._early.items():
            line = self._lines[number]
            if number in self._decided or not isinstance(line, c.ExpectedSight) or line.answered != answered:
                continue
            unlike = self._unlike(number, look)
            if answers_below:
                self._decide(number, unlike)
            else:
                self._taken[number] = unlike

    def conclude(self) -> c.Expected | c.ExpectedSight | None:
        """Take the looks at the question that is open to the end.  Returns the first line that was not reached."""
        for number, unlike in sorted(self._taken.items()):
            self._decide(number, unlike)
        return next(
            (
                line
                for number, line in enumerate(self._lines)
                if isinstance(line, c.Expected | c.ExpectedSight) and number not in self._decided
            ),
            None,
        )

    def _unlike(self, number: int, look: SightQuestion) -> Unlike | None:
        """Whether somebody sees otherwise than a line expects.  Where no card lies, one that came there is meant."""
        line = self._lines[number]
        assert isinstance(line, c.ExpectedSight)
        where = self._where(line.what, look) if isinstance(line.what, c.ZonePlace) else None
        for seat, knows in enumerate(self._knows):
            if line.player is not None and seat != look.viewer:
                continue
            cards = look.cards if where is None else [card for card, lies in enumerate(knows.lies) if lies == where]
            seen = sum(map(knows.knows, cards)) if cards or where is None else int(knows.sees(where))
            if seen != (max(len(cards), 1) if line.seen else 0):
                who = Words(self._program).player(seat)
                some = f"{seen} of the {len(cards)} cards" if 0 < seen < len(cards) else "the cards"
                return Unlike(line.span, f": {who} {'sees' if seen else 'does not see'} {some}")
        return None

    def _where(self, place: c.ZonePlace, look: SightQuestion) -> Where:
        number = place.place
        name = place.zone.place_name(number.value) if isinstance(number, c.Lit) else place.zone.name
        return Where(self._zone(name), look.owner if place.owner is not None else -1)

    def _zone(self, name: str) -> int:
        return next(number for number, one in enumerate(self._program.zones) if one.name == name)

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """The next card: one that is wanted there, or else one that is wanted nowhere.  A card that is only looked at
        stays where it is.
        """
        wanted = self.wanted.get(pile if target is None else target, [])
        card = next((one for one in wanted if one in bag), None)
        if card is not None:
            wanted.remove(card)
            return card
        self.left_to_chance |= len(bag) > 1
        elsewhere = {one for cards in self.wanted.values() for one in cards}
        free = [one for one in bag if one not in elsewhere]
        return free[self._dice.below(len(free))] if free and len(free) < len(bag) else None

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """Left to the generator."""
        self.left_to_chance = True
        return None


def _holds_all(program: Program, zone: ZoneInfo) -> bool:
    """Whether all cards lie in a zone at the start."""
    content = program.initial[zone.base]
    return len(content if isinstance(content, tuple) else tuple(bits(content))) == len(program.deck)
