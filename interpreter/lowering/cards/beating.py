"""Lowers what the rules ask about the current trick: who wins it so far, who played what, which card beats which.

A game whose rules ask none of this has no slots for it.  In other games every `play trick` keeps the slots up to date.
The winner so far and the winning card stay known until the next trick is led; the group led is reset when a trick ends.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....dsl import checked as c
from ....dsl.traversal import all_expressions, everything
from ....dsl.types import NONE
from ...program import Binary, Const, Domain, Expr, Fold, Get, If, Look, Noted, Reg, SetSlot, Slot, Stmt
from .. import simplify as s
from ..layout import SlotLayout
from ..units import CodeUnit
from .ranking import RankingTables

ASKED = frozenset({"winner so far", "winning card so far", "played by", "played", "beats", "standing"})
"""The operations that depend on the current trick."""


@dataclass(frozen=True)
class TrickSlots:
    """The slots for the group led (-1: there is no current trick), the winner so far, the winning card, and the card
    that each player played.
    """

    led: Slot
    winner: Slot
    card: Slot
    played: Slot


def trick_slots(lay: SlotLayout) -> TrickSlots | None:
    """Make the slots for the current trick; None for a game whose rules never ask about it."""
    said = all_expressions(lay.game)
    tricks = [st for st in everything(lay.game) if isinstance(st, c.PlayTrick)]
    kept = any(st.award is not None or st.before or st.after for st in tricks)
    if not kept and not any(isinstance(e, c.Op) and e.op in ASKED for e in said):
        return None
    led, winner, card = lay.slot(NONE), lay.slot(NONE), lay.slot(NONE)
    return TrickSlots(led, winner, card, lay.slots(lay.players, NONE))


def new_trick(slots: TrickSlots, players: int, place: int) -> tuple[Stmt, ...]:
    """The statements that reset the slots at the beginning of a trick."""
    fresh = [slots.led, slots.winner, slots.card, *(slots.played + p for p in range(players))]
    return tuple(SetSlot(slot, None, Const(NONE), -1, place) for slot in fresh)


def row_noted(ranks: RankingTables, value: Expr, index: Expr) -> Noted:
    """A value of which each evaluation counts the row of the ranking at an index of `RankingTables.rows`."""
    return Noted("ranking row", value, ranks.rows, index)


@dataclass(frozen=True)
class BeatingTables:
    """Reads from tables over faces what the ranking decides.  `at` is the value of the suit that the ranking depends
    on, plus one.
    """

    lay: SlotLayout
    ranks: RankingTables
    slots: TrickSlots | None
    at: Expr
    noted: bool
    """Whether it is counted which rows of the ranking decided, as for the cards of a trick."""

    def _group(self, face: Expr) -> Expr:
        return Look(self.ranks.group, self._index(face))

    def _power(self, led: Expr, face: Expr) -> Expr:
        row = s.binary("+", s.binary("*", self.at, Const(self.ranks.groups)), led)
        return Look(self.ranks.power, s.binary("+", s.binary("*", row, Const(len(self.lay.faces))), face))

    def _index(self, face: Expr) -> Expr:
        return s.binary("+", s.binary("*", self.at, Const(len(self.lay.faces))), face)

    def _of_row(self, face: Expr, value: Expr) -> Expr:
        """A value that the row of a face decides.  The face is not none where it is evaluated."""
        return row_noted(self.ranks, value, self._index(face)) if self.noted else value

    def trump(self, face: Expr) -> Expr:
        """Whether a face belongs to a row of trumps."""
        group = self._group(face)
        suits, nowhere = len(self.lay.game.suits), self.ranks.groups - 1
        from_first = Binary(">=", self._of_row(face, group), Const(suits))
        inside = Binary("and", from_first, Binary("<", group, Const(nowhere)))
        return s.binary("and", Binary(">=", face, Const(0)), inside)

    def follows(self, one: Expr, other: Expr) -> Expr:
        """Whether two faces belong to the same group.  None follows no face, and no face follows none."""
        there = Binary("and", Binary(">=", one, Const(0)), Binary(">=", other, Const(0)))
        group = self._group(one)
        equal = Binary("=", self._of_row(one, group), self._of_row(other, self._group(other)))
        same = Binary("and", equal, Binary("<", group, Const(self.ranks.groups - 1)))
        return Binary("and", there, same)

    def beats(self, one: Expr, other: Expr) -> Expr:
        """Whether the first face would take the trick from the second.  Without a current trick, as if the second had
        been led.
        """
        led: Expr = self._group(other)
        if self.slots is not None:
            led = If(Binary(">=", Get(self.slots.led), Const(0)), Get(self.slots.led), led)
        mine, theirs = self._power(led, one), self._power(led, other)
        higher = Binary(">", self._of_row(one, mine), self._of_row(other, theirs))
        if self.ranks.last_wins:
            higher = Binary("or", higher, Binary("and", Binary("=", mine, theirs), Binary(">=", mine, Const(0))))
        nothing_there = Binary("<", other, Const(0))
        return Binary("and", Binary(">=", one, Const(0)), Binary("or", nothing_there, higher))

    def standing(self, face: Expr) -> Expr:
        """How high a face ranks, in the current trick or, without one, among all cards."""
        lay, ranks = self.lay, self.ranks
        count = len(lay.faces)
        groups, powers = lay.tables[ranks.group], lay.tables[ranks.power]
        entries: list[int] = []
        for at in range(len(groups) // count):
            own = [powers[(at * ranks.groups + groups[at * count + f]) * count + f] for f in range(count)]
            below = max(own) + 2
            for led in range(-1, ranks.groups):
                row = [powers[(at * ranks.groups + led) * count + f] for f in range(count)] if led >= 0 else own
                entries += [power if power >= 0 else own[f] - below for f, power in enumerate(row)]
        led_now = Get(self.slots.led) if self.slots is not None else Const(NONE)
        row = s.binary("+", s.binary("*", self.at, Const(ranks.groups + 1)), s.binary("+", led_now, Const(1)))
        height = Look(lay.table(tuple(entries)), s.binary("+", s.binary("*", row, Const(count)), face))
        return self._of_row(face, height)

    def played_by(self, card: Expr, is_face: bool, unit: CodeUnit, place: int) -> Expr:
        """The first seat in order that played a card, or a card of a face, to the trick; none if no player did."""
        if self.slots is None:
            return Const(NONE)
        lay, reg = self.lay, unit.register()
        played: Expr = self.played(Reg(reg))
        if is_face and not lay.distinct:
            played = s.look(lay.tables, lay.table((NONE, *lay.deck)), s.binary("+", played, Const(1)))
        everyone = Const((1 << lay.players) - 1)
        return Fold("first", reg, Domain("mask", (everyone,)), Binary("=", played, card), None, place)

    def played(self, player: Expr) -> Expr:
        """The card that a player has played to the trick."""
        if self.slots is None:
            return Const(NONE)
        return Get(self.slots.played, player, self.lay.players)
