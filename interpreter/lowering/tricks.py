"""Tricks: each player taking part plays a card to the one led; a ranking says who takes them."""

from __future__ import annotations

from dataclasses import dataclass

from ...dsl import checked as c
from ...dsl.types import CARD, NONE
from ..program import (
    Alternative,
    Binary,
    Bound,
    Const,
    Domain,
    Expr,
    Fold,
    Get,
    Goto,
    If,
    Look,
    Mark,
    MoveCards,
    Noted,
    Reason,
    Reg,
    SetReg,
    SetSlot,
    Slot,
    TrickRules,
    When,
    ZoneCards,
    ZoneRef,
)
from . import simplify as s
from .beating import new_trick
from .questions import Questions
from .ranking import Ranked
from .units import Env, Unit

NARROWED = "such a card may not be played while there is another"


@dataclass
class Tricks(Questions):
    """Writes `play trick`."""

    def play_trick(self, st: c.PlayTrick, env: Env) -> None:
        """A trick: each player taking part, in seat order from the leader, plays one card.

        `best` and `power` follow the card that wins so far; `suit` is the mask of cards that follow what was led, and
        `powers` where in the table of powers stand those that count then."""
        lay, place, outer = self.layout, self.layout.place(st.span), env
        assert self.ranking is not None
        ranks = self.ranking
        hand, trick = lay.zone_of[st.hand], lay.zone_of[st.trick]
        everyone = Const((1 << lay.players) - 1)
        player, rest, legal, suit, led, powers, power, best = (lay.slot() for _ in range(8))
        part: Expr = everyone
        if st.without is not None:
            part = s.binary("without", everyone, self.lower(st.without, env, self.unit))
        self.put(rest, part, place)
        start = self.lower(st.leader, env, self.unit)
        self.put(player, start, place)
        self.put(player, s.present(self._next(Get(rest), Get(player), place), place), place)
        self.put(power, Const(-2), place)
        self.put(best, Const(NONE), place)
        self.put(suit, Const((1 << lay.cards) - 1), place)
        if self.trick is not None:
            self.code += new_trick(self.trick, lay.players, place)
        self.code.append(Mark("lead", trick, Get(player), place))
        head, played, done = self.new(), self.new(), self.new()
        self.start(head)
        if st.player is not None:
            env = {**env, st.player: Get(player)}
        cards, narrowed = self._playable(st, env, hand, Get(player), Get(suit), legal, place)
        card = lay.slot()
        bound = Bound("card", card, CARD, Domain("mask", (cards,)))
        because: tuple[Reason, ...] = ()
        unit = Unit(1)
        if st.follow:
            holds = s.some(Binary("intersect", self._hand(hand, Get(player)), Get(suit)))
            follows = Binary("or", Binary("has", Get(suit), Reg(0)), s.negation(holds))
            because = (Reason(follows, place, "the suit led must be followed"),)
        for (local, where), kept in zip(st.narrow, narrowed, strict=True):
            for reason in self._reasons(where, {**env, local: Reg(0)}, unit):
                unable = s.negation(s.some(Get(kept)))
                because += (Reason(s.binary("or", unable, reason.condition), reason.place, NARROWED),)
        alternative = Alternative(("play ", ""), (0,), (bound,), None, None, played, place, because)
        rules = self._rules(ranks, env, hand, trick, (led, power, best, rest))
        self.ask(Get(player), (alternative,), place, again=head, trick=rules)
        self.open(played)
        self.answered()
        self._play(st, ranks, env, hand, trick, player, rest, suit, led, powers, power, best, card, place)
        self.leave_if(s.negation(s.some(Get(rest))), done)
        self.put(player, self._next(Get(rest), Get(player), place), place)
        self.close(Goto(head))
        self.open(done)
        self.code.append(Mark("trick", trick, Get(best), place))
        if self.trick is not None:
            self.put(self.trick.led, Const(NONE), place)
        if st.winner is not None:
            outer[st.winner] = Get(best)

    def _rules(
        self, ranks: Ranked, env: Env, hand: int, trick: int, slots: tuple[Slot, Slot, Slot, Slot]
    ) -> TrickRules:
        """What a player who thinks may know of the trick."""
        ruler, at = -1, self.at(ranks, env, self.unit)
        if ranks.dynamic is not None:
            value = self.lower(ranks.dynamic, env, self.unit)
            bases = [variable.base for variable in self.layout.variables]
            if isinstance(value, Get) and value.index is None and value.base in bases:
                ruler = bases.index(value.base)
        return TrickRules(hand, trick, ranks.groups, ranks.group, ranks.power, at, ruler, *slots)

    def _next(self, rest: Expr, at: Expr, place: int) -> Expr:
        """The first of those left, beginning with one, in the direction of play."""
        on = Fold("first", self.unit.register(), Domain("seats", (rest,), at), None, None, place)
        if self.layout.turned < 0:
            return on
        seats, steps, found = Const(self.layout.players), self.unit.register(), self.unit.register()

        def back(by: Expr) -> Expr:
            return Binary("mod", Binary("+", Binary("-", at, by), seats), seats)

        last = Domain("range", (Const(0), Const(self.layout.players - 1)))
        first = Fold("first", steps, last, Binary("has", rest, back(Reg(steps))), None, place)
        seat = If(Binary("<", Reg(found), Const(0)), Const(NONE), back(Reg(found)))
        return If(Get(self.layout.turned), Fold("max", found, Domain("list", (first,)), None, seat, place), on)

    def _hand(self, zone: int, player: Expr) -> Expr:
        return ZoneCards(zone, player)

    def _playable(
        self, st: c.PlayTrick, env: Env, zone: int, player: Expr, suit: Expr, legal: Slot, place: int
    ) -> tuple[Expr, list[Slot]]:
        """The cards a player may play, narrowed step by step unless nothing would be left; what each would leave."""
        cards = self._hand(zone, player)
        kept_at: list[Slot] = []
        if not st.follow and not st.narrow:
            return cards, kept_at
        self.put(legal, cards, place)
        if st.follow:
            able = Binary("intersect", Get(legal), suit)
            self.put(legal, s.choose(s.some(able), able, Get(legal)), place)
        for local, where in st.narrow:
            reg = self.unit.register()
            test = self.lower(where, {**env, local: Reg(reg)}, self.unit)
            kept, narrowed = self.layout.slot(), Fold("set", reg, Domain("mask", (Get(legal),)), test, None, place)
            kept_at.append(kept)
            self.put(kept, narrowed, place)
            self.put(legal, s.choose(s.some(Get(kept)), Get(kept), Get(legal)), place)
        return Get(legal), kept_at

    def _play(
        self, st: c.PlayTrick, ranks: Ranked, env: Env, hand: int, trick: int, player: Slot, rest: Slot, suit: Slot,
        led: Slot, powers: Slot, power: Slot, best: Slot, card: Slot, place: int,
    ) -> None:  # fmt: skip
        """A card is played: it opens the trick or not, it wins so far or not."""
        lay = self.layout
        cards, at = Const(lay.cards), self.at(ranks, env, self.unit)
        group, strength = lay.by_card_in_rows(ranks.group), lay.by_card_in_rows(ranks.power)
        row = s.binary("+", s.binary("*", at, Const(ranks.groups)), Get(led))
        opens = (
            SetSlot(led, None, Look(group, s.binary("+", s.binary("*", at, cards), Get(card))), -1, place),
            SetSlot(suit, None, Look(ranks.follow, row), -1, place),
            SetSlot(powers, None, s.binary("*", row, cards), -1, place),
        )
        self.code.append(When(Binary("=", Get(power), Const(-2)), opens, (), place))
        reg = self.unit.register()
        value: Expr = Look(strength, Binary("+", Get(powers), Get(card)))
        if self.noted:
            face = Get(card) if lay.distinct else s.look(lay.tables, lay.table(lay.deck), Get(card))
            value = Noted(
                "ranking row", value, ranks.rows, s.binary("+", s.binary("*", at, Const(len(lay.faces))), face)
            )
        self.code.append(SetReg(reg, value))
        beats = Binary(">", Reg(reg), Get(power))  # the first card does: nothing is less than what it beats
        if ranks.last_wins:
            equal = Binary("and", Binary("=", Reg(reg), Get(power)), Binary(">=", Reg(reg), Const(0)))
            beats = Binary("or", beats, equal)
        wins = (SetSlot(power, None, Reg(reg), -1, place), SetSlot(best, None, Get(player), -1, place))
        if self.trick is not None:
            kept = self.trick
            led_now = SetSlot(kept.led, None, Get(led), -1, place)
            wins = (
                *wins,
                SetSlot(kept.winner, None, Get(player), -1, place),
                SetSlot(kept.card, None, Get(card), -1, place),
            )
            mine = [SetSlot(kept.played + p, None, Get(card), -1, place) for p in range(lay.players)]
            self.code.append(led_now)
            for p, one in enumerate(mine):
                self.code.append(When(Binary("=", Get(player), Const(p)), (one,), (), place))
        self.code.append(When(beats, wins, (), place))
        self.code.append(MoveCards(s.single(Get(card)), ZoneRef(hand, Get(player)), ZoneRef(trick, None), place))
        self.put(rest, Binary("without", Get(rest), s.single(Get(player))), place)
