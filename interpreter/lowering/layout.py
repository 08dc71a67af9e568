"""Layout: assigns slots to everything, numbers the cards of the deck, and keeps the constant tables of the rules."""

from __future__ import annotations

from ...dsl.checked import CheckedGame, PhaseSymbol, VariableSymbol, ZoneSymbol
from ...dsl.source.span import Span
from ...dsl.types import NONE, Type
from ..program import FIRST_FREE, NOWHERE_KNOWN, Face, Place, Slot, VariableInfo, ZoneInfo
from .settings import Settings

RED = {"diamonds", "hearts"}


class SlotLayout:
    """The slots, places and tables of a program that is being made."""

    def __init__(self, game: CheckedGame, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self.players = settings.players
        self.team_count = game.teams(settings.players)
        self.paired = settings.players in game.paired
        self.teams = tuple((t, t + self.team_count) if self.paired else (t,) for t in range(self.team_count))
        self.initial: list[int | tuple[int, ...]] = [0] * FIRST_FREE
        self.places: list[Span] = []
        self._place_of: dict[Span, int] = {}
        self.tables: list[tuple[int, ...]] = []
        self._table_of: dict[tuple[int, ...], int] = {}
        self.faces: tuple[Face, ...] = ()
        self.deck: tuple[int, ...] = ()
        self._face_of: dict[tuple[int, int], int] | None = None
        self.variables: list[VariableInfo] = []
        self.variable_of: dict[VariableSymbol, int] = {}
        self.zones: list[ZoneInfo] = []
        self.zone_of: dict[ZoneSymbol, int] = {}
        self.phases: list[PhaseSymbol] = []
        self.known: Slot = NOWHERE_KNOWN
        self.turned: Slot = -1
        """The slot that is 1 while the direction of play is reversed; -1: it never is."""

    # ---------------------------------------------------------------------------------------------- small things

    def place(self, span: Span) -> Place:
        """The number of a place in the rule file."""
        at = self._place_of.get(span)
        if at is None:
            at = self._place_of[span] = len(self.places)
            self.places.append(span)
        return at

    def slot(self, start: int = 0) -> Slot:
        """A new slot."""
        self.initial.append(start)
        return len(self.initial) - 1

    def slots(self, count: int, start: int = 0) -> Slot:
        """The first of `count` new consecutive slots."""
        self.initial.extend([start] * count)
        return len(self.initial) - count

    def table(self, entries: tuple[int, ...]) -> int:
        """The number of a constant table; equal tables have the same number."""
        at = self._table_of.get(entries)
        if at is None:
            at = self._table_of[entries] = len(self.tables)
            self.tables.append(entries)
        return at

    def owners(self, owner: str | None) -> int:
        """How many owners of a kind there are."""
        return 1 if owner is None else self.players if owner == "player" else self.team_count

    # --------------------------------------------------------------------------------------------------- the deck

    def make_deck(self, copies: int, jokers: int, listed: dict[tuple[int, int], int] | None = None) -> None:
        """Make the deck: suit by suit, each rank by rank, then the joker.  Identical cards are neighbours.

        `listed`: for a deck that is listed row by row, how many cards there are of each rank and suit.
        """
        rule = self.game.deck
        if listed is not None:
            kinds = [(r, s) for s in rule.suits for r in rule.ranks if listed.get((r, s), 0) > 0]
            self.faces = tuple(Face(rank, suit) for rank, suit in kinds)
            self.deck = tuple(face for face, kind in enumerate(kinds) for _ in range(listed[kind]))
            self._face_of = {kind: face for face, kind in enumerate(kinds)}
            return
        faces = [Face(rank, suit) for suit in rule.suits for rank in rule.ranks]
        deck = [face for face in range(len(faces)) for _ in range(copies)]
        if jokers:
            deck += [len(faces)] * jokers
            faces.append(Face(-1, -1))
        self.faces, self.deck = tuple(faces), tuple(deck)

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return len(self.deck)

    @property
    def distinct(self) -> bool:
        """Whether every card has a face of its own, so that card and face numbers are the same."""
        return len(self.deck) == len(self.faces)

    def face_index(self, rank: int, suit: int) -> int:
        """The face with that rank and suit; -1 if there is none."""
        if self._face_of is not None:
            return self._face_of.get((rank, suit), -1)
        return suit * len(self.game.ranks) + rank if suit >= 0 and rank >= 0 else -1

    def by_card(self, entries: list[int]) -> tuple[int, ...]:
        """Turn a table over faces into one over cards."""
        return tuple(entries[face] for face in self.deck)

    def by_card_in_rows(self, table: int) -> int:
        """Turn a table of rows over faces into one of rows over cards.  Takes and returns the number of a table."""
        entries, faces = self.tables[table], len(self.faces)
        rows = (entries[i : i + faces] for i in range(0, len(entries), faces))
        return self.table(tuple(entry for row in rows for entry in self.by_card([*row])))

    def rank_numbers(self) -> list[int]:
        """The number printed on each rank, 0 if there is none."""
        return [int(rank) if rank.isdecimal() else 0 for rank in self.game.ranks]

    def sister(self, suit: int) -> int:
        """The other suit of the same colour: clubs and spades, diamonds and hearts."""
        names = self.game.suits
        same = [s for s in range(len(names)) if s != suit and (names[s] in RED) == (names[suit] in RED)]
        return same[0] if len(same) == 1 else NONE

    # --------------------------------------------------------------------------------------------- what is remembered

    def lay_out(self) -> None:
        """Assign slots to every variable and zone.  The cards start in the first ordered zone."""
        for variable in self.game.variables:
            count = self.owners(variable.owner)
            base = self.slots(count, first_value(variable.type))
            self.variable_of[variable] = len(self.variables)
            info = VariableInfo(variable.name, variable.owner, variable.type, base, count, self.place(variable.span))
            self.variables.append(info)
        start = self.game.first_zone
        for zone in self.game.zones:
            self.zone_of[zone] = len(self.zones)
            for name in [zone.place_name(place) for place in range(1, zone.places + 1)] or [zone.name]:
                self._lay_out_zone(zone, name, zone is start)

    def _lay_out_zone(self, zone: ZoneSymbol, name: str, starts: bool) -> None:
        """Lay out a zone, or one place of a zone, which is a zone of the program.  `starts`: whether all cards lie
        there at first.
        """
        count = self.owners(zone.owner)
        base = len(self.initial)
        for _ in range(count):
            self.initial.append(() if zone.ordered else 0)
        if starts:
            everything = tuple(range(self.cards))
            self.initial[base] = everything if zone.ordered else (1 << self.cards) - 1
        bag = self.slots(2 * count) if zone.shuffled else -1
        self.zones.append(
            ZoneInfo(name, zone.owner, zone.visibility, base, count, zone.ordered, bag, self.place(zone.span))
        )


def first_value(type: Type) -> int:
    """The value of a variable before it is set: none, 0, no, or the value nearest to 0."""
    if type.optional:
        return NONE
    if type.kind == "number":
        return min(max(0, type.low), type.high)
    return 0
