"""A simple sound player for any game: it plays tricks by rules of thumb, and decides everything else by trial.

In a trick, if its side is not winning already, it plays the highest card that wins (the last player plays the lowest
that wins); otherwise its lowest card.  Where tricks are bad, it plays the highest card that does not win.  It knows the
rules only from the program: the ranking says what beats what (`strength.py`), and random games played at the start show
whether tricks are good to have (`trick_value.py`).

It tries bids, discards, and every choice of a game without tricks in a few deals that look the same from its seat; the
cheap model of a player plays these to the end (`Thinker.glance`).  It draws no conclusions from what others did.  Where
modules cannot run, or the rules fail in a trial, it bids by the strength of its hand (with numbers, the lowest bid that
it can make; without, if it expects a clear majority of the tricks) and discards its weakest cards.  Of equally good
cards it plays a random one of its shortest suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...dsl.types import Type
from ..engine import Dice, Fault
from ..program import Const, Program, TrickRules, trick_rules
from ..records import Choice
from ..story.view import UNSEEN, View
from .player import Decision, Player, TrickSeen
from .strength import Strength
from .think import thinker_of
from .trick_value import value_of_tricks

CLEAR = 0.55
"""A card with at least this chance is good to lead; and a partner's card with this chance should not be beaten."""
ALONE = 0.45
"""The share of the tricks that a hand must take by itself for going alone, besides the margin."""
MARGIN = 0.05
"""By what share of the tricks of a deal an estimate must exceed what is needed before the player bids."""

WORLDS, EACH, MOST = 8, 12, 160
"""How many deals it tries its options in, the playouts for each option, and the most playouts for all options
together.
"""


@dataclass(frozen=True, slots=True)
class Bid:
    """An option that is no card: the ruling suit it would set (`at`), the number named, whether it changes anything,
    and whether a partner's hand is then gone, so that the player would be alone.
    """

    choice: Choice
    at: int
    number: int | None
    quiet: bool
    alone: bool


class SoundPlayer(Player):
    """Plays one seat of any game; see the module docstring."""

    def __init__(self, program: Program, seat: int) -> None:
        self.program = program
        self.seat = seat
        self.margin, self.alone = MARGIN, ALONE
        rules = trick_rules(program)
        self.rules: TrickRules | None = rules
        self.strength = Strength(program, rules) if rules is not None else None
        team = next((team for team in program.teams if seat in team), (seat,))
        self.side = frozenset(team)
        self.avoids = rules is not None and value_of_tricks(program) < 0
        self._tries = True

    def begin(self) -> None:
        self._tries = True

    def choose(self, decision: Decision) -> Choice:
        if decision.trick is not None and self.strength is not None:
            return self._play(self.strength, decision.options, decision.trick, decision.dice)
        tried = self._tried(decision)
        if tried is not None:
            return tried
        if self.strength is None or self.rules is None:
            return decision.options[decision.dice.below(len(decision.options))]
        kinds = [self._cards_in(decision, choice) for choice in decision.options]
        if all(cards is None for cards in kinds):
            return self._bid(self.strength, self.rules, decision)
        return self._part(self.strength, self.rules, decision, kinds)

    # ------------------------------------------------------------------------------------------------------- tricks

    def _play(self, strength: Strength, options: Sequence[Choice], trick: TrickSeen, dice: Dice) -> Choice:
        """Choose a card for a trick."""
        at, chance = trick.at, strength.chance(trick.at)

        def high(choice: Choice) -> float:
            return chance[choice.values[0]]

        def power(choice: Choice) -> int:
            return strength.power(at, trick.led, choice.values[0])

        alike = Counter(strength.group(at, choice.values[0]) for choice in options)

        def best(among: Sequence[Choice], worth: Callable[[Choice], float], *, lowest: bool = False) -> Choice:
            """The card of highest (or lowest) value; of equal ones, a random one of the shortest suit."""
            most = (min if lowest else max)(map(worth, among))
            equal = [choice for choice in among if worth(choice) == most]
            fewest = min(alike[strength.group(at, choice.values[0])] for choice in equal)
            equal = [choice for choice in equal if alike[strength.group(at, choice.values[0])] == fewest]
            return equal[dice.below(len(equal))] if len(equal) > 1 else equal[0]

        if trick.winning == -2:
            return best(options, high, lowest=self.avoids or max(map(high, options)) < CLEAR)
        winners = [choice for choice in options if power(choice) > trick.winning]
        losers = [choice for choice in options if power(choice) <= trick.winning]
        last = len(trick.left) == 1
        if self.avoids:
            return best(losers, high) if losers else best(winners, power, lowest=not last)
        if trick.best in self.side and self._safe(strength, trick):
            return best(losers or options, high, lowest=True)
        if winners:
            return best(winners, power, lowest=last)
        return best(losers, high, lowest=True)

    def _safe(self, strength: Strength, trick: TrickSeen) -> bool:
        """Whether the card that wins so far will probably win the trick."""
        powers = [strength.power(trick.at, trick.led, card) for card in range(len(self.program.deck))]
        beaten = sum(power <= trick.winning for power in powers) / len(powers)
        return beaten ** (len(trick.left) - 1) >= CLEAR

    # --------------------------------------------------------------------------------------------------- other cards

    def _tried(self, decision: Decision) -> Choice | None:
        """The option that does best in a few deals that look the same; None if it cannot be tried."""
        if not self._tries:
            return None
        try:
            thinker = thinker_of(self.program)
            made = [decision.imagined() for _ in range(WORLDS)] if thinker is not None else []
            worlds = [world for world in made if world is not None]
            if thinker is None or not worlds:
                return None
            count = len(decision.options)
            seed = decision.dice.below(1 << 32)
            return decision.options[thinker.glance(worlds, count, min(MOST, EACH * count), seed).best]
        except Fault:  # a real game reports the fault
            self._tries = False
            return None

    def _cards_in(self, decision: Decision, choice: Choice) -> tuple[int, ...] | None:
        """The cards that a choice names; None if it is not about cards."""
        found: tuple[int, ...] | None = None
        for bound, value in zip(decision.alternatives[choice.alternative].bound, choice.values, strict=True):
            if bound.type.kind == "card":
                found = (*(found or ()), value)
            elif bound.type.holds_cards:
                found = (*(found or ()), *(c for c in range(len(self.program.deck)) if value >> c & 1))
        return found

    def _part(
        self, strength: Strength, rules: TrickRules, decision: Decision, kinds: Sequence[tuple[int, ...] | None]
    ) -> Choice:
        """Choose the cards to discard, or another option that is offered; chance decides which of the two."""
        alternatives = sorted({choice.alternative for choice in decision.options})
        chosen = alternatives[decision.dice.below(len(alternatives))] if len(alternatives) > 1 else alternatives[0]
        offered = [(c, cards) for c, cards in zip(decision.options, kinds, strict=True) if c.alternative == chosen]
        at = self._ruling(rules, decision.view)
        weigh: Callable[[tuple[Choice, tuple[int, ...] | None]], float] = lambda one: strength.tricks(at, one[1] or ())  # noqa: E731
        return (max if self.avoids else min)(offered, key=weigh)[0]

    # --------------------------------------------------------------------------------------------------------- bids

    def _ruling(self, rules: TrickRules, view: View) -> int:
        """The part of the ranking that counts now, as far as the view shows it."""
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
        """The ruling suit after a choice, and whether a partner then has no cards."""
        partners = self.side - {self.seat}
        empty = (not z.cards for z in seen.zones if z.where.zone == rules.hand and z.where.owner in partners)
        return self._ruling(rules, seen), any(empty)

    def _bid(self, strength: Strength, rules: TrickRules, decision: Decision) -> Choice:
        """Choose a bid: the lowest one that can be made, or one that commits to nothing."""
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
            """By how many tricks the side will probably exceed what the bid requires."""
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
        """An estimate of how many tricks a hand takes.  If the ruling suit is still to be chosen, with the best one."""
        if at == 0 and strength.parts > 1:
            return max(strength.tricks(part, hand) for part in range(1, strength.parts))
        return strength.tricks(at, hand)


def _alike(one: Type, other: Type) -> bool:
    """Whether two types have the same values, apart from `none`."""
    return one.kind == other.kind and one.words == other.words and one.suits == other.suits
