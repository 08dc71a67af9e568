"""A simple sound player for any game with tricks: high when it can win, low when it cannot, and it bids on strength.

It knows the rules only as the program states them: the ranking says what beats what (`strength.py`), the bounds of a
question say what a bid is about (a suit, a number), and random games played at the start say whether tricks are good
to have (`appetite.py`).  In a game without tricks it chooses by chance.

In a trick it plays, if its side is not winning already, the highest card that wins (the lowest, if it is last), else
its lowest; where tricks are bad, the highest card that does not win.  A bid is judged by about how many tricks its
side would take: with a number, the lowest bid it can keep; without, if that is a clear majority.  Cards to part with
are the weakest it has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...dsl.types import Type
from ..engine import UNSEEN, View
from ..program import Const, Program, TrickRules
from ..records import Choice
from .player import Decision, Player, TrickSeen
from .strength import Strength, trick_rules
from .trick_value import appetite

CLEAR = 0.55
"""A card with at least this chance is good to lead, and a partner's to be left alone."""
ALONE = 0.45
"""The share of the tricks a hand must take by itself, and the margin more, for going alone."""
MARGIN = 0.05
"""By what share of the tricks of a deal an estimate must exceed what is needed before a bid is made."""


@dataclass(frozen=True, slots=True)
class Bid:
    """An option that is no card: what the ruling suit would be (`at`), the number named, whether it changes anything,
    and whether a partner's hand is gone then: the player would be alone."""

    choice: Choice
    at: int
    number: int | None
    quiet: bool
    alone: bool


class SoundPlayer(Player):
    """Plays one seat of any game; see the head of this file."""

    def __init__(self, program: Program, seat: int) -> None:
        self.program = program
        self.seat = seat
        self.margin, self.alone = MARGIN, ALONE
        rules = trick_rules(program)
        self.rules: TrickRules | None = rules
        self.strength = Strength(program, rules) if rules is not None else None
        team = next((team for team in program.teams if seat in team), (seat,))
        self.side = frozenset(team)
        self.avoids = rules is not None and appetite(program) < 0

    def choose(self, decision: Decision) -> Choice:
        if self.strength is None or self.rules is None:
            return decision.options[decision.dice.below(len(decision.options))]
        if decision.trick is not None:
            return self._play(self.strength, decision.options, decision.trick)
        kinds = [self._cards_in(decision, choice) for choice in decision.options]
        if all(cards is None for cards in kinds):
            return self._bid(self.strength, self.rules, decision)
        return self._part(self.strength, self.rules, decision, kinds)

    # ------------------------------------------------------------------------------------------------------- tricks

    def _play(self, strength: Strength, options: Sequence[Choice], trick: TrickSeen) -> Choice:
        """A card for a trick."""
        at, chance = trick.at, strength.chance(trick.at)

        def high(choice: Choice) -> float:
            return chance[choice.values[0]]

        if trick.winning == -2:
            best = max(options, key=high)
            return min(options, key=high) if self.avoids or high(best) < CLEAR else best

        def power(choice: Choice) -> int:
            return strength.power(at, trick.led, choice.values[0])

        winners = [choice for choice in options if power(choice) > trick.winning]
        losers = [choice for choice in options if power(choice) <= trick.winning]
        last = len(trick.left) == 1
        if self.avoids:
            if losers:
                return max(losers, key=high)
            return (max if last else min)(winners, key=power)
        if trick.best in self.side and (last or self._safe(strength, trick)):
            return min(losers or options, key=high)
        if winners:
            return (min if last else max)(winners, key=power)
        return min(losers, key=high)

    def _safe(self, strength: Strength, trick: TrickSeen) -> bool:
        """Whether the card that wins so far will probably go on to."""
        powers = [strength.power(trick.at, trick.led, card) for card in range(len(self.program.deck))]
        beaten = sum(power <= trick.winning for power in powers) / len(powers)
        return beaten ** (len(trick.left) - 1) >= CLEAR

    # --------------------------------------------------------------------------------------------------- other cards

    def _cards_in(self, decision: Decision, choice: Choice) -> tuple[int, ...] | None:
        """The cards a choice names; None if it is not about cards."""
        found: tuple[int, ...] | None = None
        for bound, value in zip(decision.alternatives[choice.alternative].bound, choice.values, strict=True):
            if bound.type.kind == "card":
                found = (*(found or ()), value)
            elif bound.type.kind == "set" and bound.type.element is not None and bound.type.element.kind == "card":
                found = (*(found or ()), *(c for c in range(len(self.program.deck)) if value >> c & 1))
        return found

    def _part(
        self, strength: Strength, rules: TrickRules, decision: Decision, kinds: Sequence[tuple[int, ...] | None]
    ) -> Choice:
        """Cards to part with, or something else that is offered beside: which of these, chance decides."""
        alternatives = sorted({choice.alternative for choice in decision.options})
        chosen = alternatives[decision.dice.below(len(alternatives))] if len(alternatives) > 1 else alternatives[0]
        offered = [(c, cards) for c, cards in zip(decision.options, kinds, strict=True) if c.alternative == chosen]
        at = self._ruling(rules, decision.view)
        weigh: Callable[[tuple[Choice, tuple[int, ...] | None]], float] = lambda one: strength.tricks(at, one[1] or ())  # noqa: E731
        return (max if self.avoids else min)(offered, key=weigh)[0]

    # --------------------------------------------------------------------------------------------------------- bids

    def _ruling(self, rules: TrickRules, view: View) -> int:
        """Which part of the ranking counts now, as far as the view tells."""
        if rules.ruler >= 0:
            return view.variables[rules.ruler][0] + 1
        return rules.at.value if isinstance(rules.at, Const) else 0

    def _bids(self, rules: TrickRules, decision: Decision) -> list[Bid]:
        """Every option as a bid."""
        now = self._ruling(rules, decision.view)
        ruler = self.program.variables[rules.ruler].type if rules.ruler >= 0 else None
        probed: dict[int, tuple[int, bool]] = {}
        bids: list[Bid] = []
        for choice in decision.options:
            number, at = None, None
            for bound, value in zip(decision.alternatives[choice.alternative].bound, choice.values, strict=True):
                if bound.type.kind == "number":
                    number = value
                elif ruler is not None and _alike(bound.type, ruler):
                    at = value + 1
            if choice.alternative not in probed:
                seen = decision.after(choice) if ruler is not None and number is None else None
                probed[choice.alternative] = (now, False) if seen is None else self._seen_after(rules, seen)
            then, alone = probed[choice.alternative]
            at = then if at is None else at
            bids.append(Bid(choice, at, number, number is None and at == now, alone))
        return bids

    def _seen_after(self, rules: TrickRules, seen: View) -> tuple[int, bool]:
        """What rules after a choice, and whether a partner has no card any more."""
        partners = self.side - {self.seat}
        empty = (not z.cards for z in seen.zones if z.where.zone == rules.hand and z.where.owner in partners)
        return self._ruling(rules, seen), any(empty)

    def _bid(self, strength: Strength, rules: TrickRules, decision: Decision) -> Choice:
        """A bid: the cheapest that can be kept, or one of those that bind to nothing."""
        bids = self._bids(rules, decision)
        hand = next(
            (z.cards for z in decision.view.zones if z.where.zone == rules.hand and z.where.owner == self.seat), ()
        )
        hand = tuple(card for card in hand if card != UNSEEN)
        quiet = [bid for bid in bids if bid.quiet]
        calls = [bid for bid in bids if not bid.quiet]
        if not calls or not hand:
            return quiet[decision.dice.below(len(quiet))].choice if quiet else bids[0].choice
        mine = {bid.at: self._tricks(strength, bid.at, hand) for bid in calls}
        if not quiet and all(bid.number is not None for bid in calls):
            return min(calls, key=lambda bid: abs((bid.number or 0) - mine[bid.at])).choice
        total = len(hand)

        def excess(bid: Bid) -> float:
            """By how many tricks the side is likely to take more than the bid asks for."""
            own = mine[bid.at]
            partners = 0 if bid.alone else len(self.side) - 1
            side = own + partners * (total - own) / max(1, self.program.players - 1)
            if bid.alone:
                return side - self.alone * total
            return side - (total / 2 if bid.number is None else bid.number)

        good = [bid for bid in calls if excess(bid) >= self.margin * total]
        if any(bid.alone for bid in good):
            return max((bid for bid in good if bid.alone), key=excess).choice
        if good:
            cheapest = min(bid.number or 0 for bid in good)
            return max((bid for bid in good if (bid.number or 0) == cheapest), key=excess).choice
        return quiet[0].choice if quiet else max(calls, key=excess).choice

    def _tricks(self, strength: Strength, at: int, hand: tuple[int, ...]) -> float:
        """About how many tricks a hand takes; while no suit rules and one is going to, with the best."""
        if at == 0 and strength.parts > 1:
            return max(strength.tricks(part, hand) for part in range(1, strength.parts))
        return strength.tricks(at, hand)


def _alike(one: Type, other: Type) -> bool:
    """Whether two types have the same values, `none` aside."""
    return one.kind == other.kind and one.words == other.words and one.suits == other.suits
