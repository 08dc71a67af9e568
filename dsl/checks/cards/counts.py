"""How many cards each zone may hold at a place of the rules, and what taking, dealing and moving cards makes of it.

Where too few cards are left, or too many lie there, a mistake is noted.  It is reported if the rules must reach it; if
only play decides a condition on the way, it is reported if it occurs every time the rules reach it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...checked import (
    CheckedGame,
    Deal,
    Expr,
    LocalSymbol,
    Move,
    Op,
    PileEnd,
    PlayTrick,
    ZonePlace,
    ZoneRef,
    ZoneSymbol,
)
from ...resolve.context import ResolveContext
from ...settle.values import PartialSettings
from ...source.span import NOWHERE, Span

LocalNumbers = dict[LocalSymbol, int]
Place = tuple[str, Span]
"""A code and the place it is about."""


@dataclass
class ZoneCounts:
    """The fewest and the most cards of each zone, and the zones whose cards were gathered and not shuffled since.  For
    each of the latter: the first line that deals from it, where the mistake is reported (None: no line yet)."""

    counts: dict[ZoneSymbol, tuple[int, int]]
    unshuffled: dict[ZoneSymbol, Span | None]

    def copy(self) -> ZoneCounts:
        return ZoneCounts(dict(self.counts), dict(self.unshuffled))

    def key(self) -> tuple[object, ...]:
        """A key that is equal for zones with equal contents."""
        return (*self.counts.values(), *self.unshuffled.items())

    def join(self, other: ZoneCounts | None) -> ZoneCounts:
        """Combine the zones after two branches: keep what is true after both."""
        if other is not None:
            if self.counts != other.counts:
                for zone, (low, high) in other.counts.items():
                    a, b = self.counts[zone]
                    self.counts[zone] = (min(a, low), max(b, high))
            if self.unshuffled != other.unshuffled:
                both = self.unshuffled.keys() & other.unshuffled.keys()
                self.unshuffled = {z: self.unshuffled[z] for z in both if self.unshuffled[z] == other.unshuffled[z]}
        return self


@dataclass
class CardCount:
    """What is found of the cards of one deck, with one number of players and these settings."""

    game: CheckedGame
    ctx: ResolveContext
    settings: PartialSettings
    shown: str
    """The settings in words."""
    size: int
    """The number of cards in the deck."""
    reported: set[Place]
    doubts: int = 0
    """The number of conditions around the current statement that only play decides."""
    failed: dict[Place, tuple[str, int, int]] = field(default_factory=dict["Place", "tuple[str, int, int]"])
    """The mistakes found under such conditions."""
    fine: set[Place] = field(default_factory=set["Place"])
    """The places that were reached at least once without a mistake."""

    def at_first(self) -> ZoneCounts:
        """At the start of the game all cards lie in the first shared pile."""
        first = self.game.first_zone
        return ZoneCounts({zone: (self.size,) * 2 if zone is first else (0, 0) for zone in self.game.zones}, {})

    # ------------------------------------------------------------------------------------------------- mistakes

    def report_doubtful(self) -> None:
        """Report the mistakes found in doubt at places that were never reached without one."""
        for (code, span), (name, needed, most) in self.failed.items():
            if (code, span) not in self.fine:
                self._report(code, span, name, needed, most)

    def held(self, code: str, span: Span, fails: bool, name: str = "", needed: int = 0, most: int = 0) -> None:
        """Record whether a check fails at a place."""
        if not fails:
            self.fine.add((code, span))
        elif self.doubts:
            self.failed.setdefault((code, span), (name, needed, most))
        else:
            self._report(code, span, name, needed, most)

    def _report(self, code: str, span: Span, name: str, needed: int, most: int) -> None:
        """Report a mistake once for each place, with the first settings that show it."""
        if (code, span) not in self.reported:
            self.reported.add((code, span))
            players, options = self.settings.players, self.shown
            self.ctx.report(
                code, span, players=players, options=options, name=name, needed=needed, most=most, size=self.size
            )

    def _short(self, zone: ZoneSymbol, number: int, span: Span, zones: ZoneCounts) -> bool:
        """Whether the zone holds too few cards to take `number` of them.  The failure is recorded, and the zone may
        then hold any number."""
        high = zones.counts[zone][1]
        fails = number > high
        if zone is self.game.first_zone:
            self.held("E0507", span, fails, zone.name, self.size - high + number)
        else:
            self.held("E0517", span, fails, zone.name, number, high)
        if fails:
            zones.counts[zone] = (0, self.size)
        return fails

    # ---------------------------------------------------------------------------------------------------- cards

    def owners(self, zone: ZoneSymbol) -> int:
        """How many zones of one name there are."""
        match zone.owner:
            case "player":
                return self.settings.players
            case "team":
                return self.game.teams(self.settings.players)
            case _:
                return 1

    def deal(self, st: Deal, zones: ZoneCounts, names: LocalNumbers) -> None:
        """Deal: the pile must hold what all takers get, and was shuffled."""
        pile = st.pile.zone
        first = zones.unshuffled.get(pile, NOWHERE) or st.span
        self.held("W0515", st.span, first == st.span, pile.name)
        if pile in zones.unshuffled:
            zones.unshuffled[pile] = first
        values = [self.settings.value(amount, names) for amount in st.amounts]
        amounts = [max(0, value) for value in values if value is not None]
        low, high = zones.counts[pile]
        if len(amounts) < len(values):
            zones.counts[pile] = (0, high)
            self._put(st.target, 0, self.size, zones)
            return
        takers = self.owners(st.target.zone) if st.target.each else 1
        total = sum(amounts) if len(amounts) > 1 else amounts[0] * takers
        if not st.at_most and self._short(pile, total, st.span, zones):
            low, high = zones.counts[pile]
        zones.counts[pile] = (max(0, low - total), max(0, high - total))
        if pile.owner is not None or pile.places:
            zones.counts[pile] = (max(0, low - total), high)
        given = amounts[: max(takers, 1)]
        self._put(st.target, 0 if st.at_most else min(given), max(given), zones)

    def _put(self, place: ZonePlace, low: int, high: int, zones: ZoneCounts) -> None:
        """Add cards to a zone: to that of one owner, or to that of each."""
        a, b = zones.counts[place.zone]
        all_owners = (place.each or place.zone.owner is None) and place.place is None
        zones.counts[place.zone] = (min(a + low, self.size) if all_owners else a, min(b + high, self.size))
        if high:
            zones.unshuffled.pop(place.zone, None)

    def move(self, st: Move, zones: ZoneCounts, names: LocalNumbers) -> None:
        """Move cards from one zone to another."""
        low, high = self._taken(st.what, zones, names)
        self._put(st.target, low, high, zones)

    def _taken(self, what: Expr, zones: ZoneCounts, names: LocalNumbers) -> tuple[int, int]:
        """Take cards from their zone.  Returns the fewest and the most that were taken."""
        match what:
            case ZoneRef(zone=zone):
                low, high = zones.counts[zone]
                if what.place is not None:
                    low = 0
                zones.counts[zone] = (0, 0 if zone.owner is None and what.place is None else high)
                return low, high
            case Op(op="single", args=(PileEnd(pile=pile, count=None),)):
                return self._from_end(pile.zone, 1, what.span, zones)
            case PileEnd(pile=pile, count=count) if count is not None:
                value = self.settings.value(count, names)
                if value is not None:
                    return self._from_end(pile.zone, value, what.span, zones)
            case _:
                pass
        for zone, (low, high) in zones.counts.items():
            zones.counts[zone] = (0 if not isinstance(what, Op) or what.op != "single" else max(0, low - 1), high)
        return 0, 1 if isinstance(what, Op) and what.op == "single" else self.size

    def _from_end(self, zone: ZoneSymbol, number: int, span: Span, zones: ZoneCounts) -> tuple[int, int]:
        self._short(zone, number, span, zones)
        low, high = zones.counts[zone]
        shared = zone.owner is None and not zone.places
        zones.counts[zone] = (max(0, low - number), max(0, high - number) if shared else high)
        return number, number

    def played(self, st: PlayTrick, zones: ZoneCounts) -> None:
        """One card from each hand goes to the trick."""
        low, high = zones.counts[st.hand]
        self.held("E0513", st.span, high < 1, st.hand.name)
        self.held("E0514", st.span, zones.counts[st.trick][0] > 0, st.trick.name)
        left = high if st.without is not None else max(0, high - 1)  # who sits out keeps all cards
        zones.counts[st.hand] = (max(0, low - 1), left)
        a, b = zones.counts[st.trick]
        played = self.settings.players
        zones.counts[st.trick] = (a + (1 if st.without is not None else played), min(b + played, self.size))
