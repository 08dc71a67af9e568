"""The player `sound` as it was in November 2026, kept as a fixed opponent for `strength.py`.  Do not improve it.

It plays high when it can win and low when it cannot, and bids by the strength of its hand, found from the ranking
alone.  It contains `interpreter/players/sound.py`, `strength.py` and `trick_value.py` of that time in one file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from hoyle.dsl.limits import MOST_OFFERED
from hoyle.dsl.types import Type
from hoyle.interpreter.engine import Dice, Engine, Fault
from hoyle.interpreter.players.player import Decision, Player, TrickSeen
from hoyle.interpreter.program import Const, Program, Slots, TrickRules
from hoyle.interpreter.records import AnyRecord, Choice, GameOver, Shuffled, TrickTaken
from hoyle.interpreter.story.view import UNSEEN, View

CLEAR = 0.55
"""A card with at least this chance is good to lead; and a partner's card with this chance should not be beaten."""
ALONE = 0.45
"""The share of the tricks that a hand must take by itself for going alone, besides the margin."""
MARGIN = 0.05
"""By what share of the tricks of a deal an estimate must exceed what is needed before the player bids."""


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


class OldSoundPlayer(Player):
    """Plays one seat of any game."""

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
        """Choose a card for a trick."""
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
        """Whether the card that wins so far will probably win the trick."""
        powers = [strength.power(trick.at, trick.led, card) for card in range(len(self.program.deck))]
        beaten = sum(power <= trick.winning for power in powers) / len(powers)
        return beaten ** (len(trick.left) - 1) >= CLEAR

    # --------------------------------------------------------------------------------------------------- other cards

    def _cards_in(self, decision: Decision, choice: Choice) -> tuple[int, ...] | None:
        """The cards that a choice names; None if it is not about cards."""
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


def trick_rules(program: Program) -> TrickRules | None:
    """How tricks are decided in a game; None in a game without tricks."""
    return next((ask.trick for ask in program.asks if ask.trick is not None), None)


class Strength:
    """The chances of every card, for each value of the suit the ranking depends on."""

    def __init__(self, program: Program, rules: TrickRules) -> None:
        self.program = program
        self.rules = rules
        self.faces = len(program.faces)
        self.parts = len(program.tables[rules.group]) // self.faces
        """The number of values of `at`."""
        self.chance = lru_cache(maxsize=None)(self._chance)

    def group(self, at: int, card: int) -> int:
        """The group to which a card belongs."""
        return self.program.tables[self.rules.group][at * self.faces + self.program.deck[card]]

    def power(self, at: int, led: int, card: int) -> int:
        """The power of a card if a group was led; -1 if it cannot win."""
        table = self.program.tables[self.rules.power]
        return table[(at * self.rules.groups + led) * self.faces + self.program.deck[card]]

    def _chance(self, at: int) -> tuple[float, ...]:
        """For each card, the probability that it takes the trick to which it is played.  The mean over the deck is 1 /
        `players`.
        """
        deck = range(len(self.program.deck))
        others = max(1, len(deck) - 1)
        rough: list[float] = []
        for card in deck:
            led = self.group(at, card)
            own = self.power(at, led, card)
            beaten = sum(self.power(at, led, other) <= own for other in deck) - 1
            rough.append((beaten / others) ** (self.program.players - 1))
        # A player who must follow suit cannot always beat a card, and the chances of all cards add up to one for each
        # trick.
        power = _exponent(rough, 1 / self.program.players)
        return tuple(one**power for one in rough)

    def tricks(self, at: int, cards: tuple[int, ...]) -> float:
        """An estimate of how many tricks these cards take."""
        chance = self.chance(at)
        return sum(chance[card] for card in cards)


def _exponent(rough: list[float], mean: float) -> float:
    """The exponent that gives some numbers from 0 to 1 a certain mean."""
    low, high = 0.01, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        if sum(one**middle for one in rough) / len(rough) > mean:
            low = middle
        else:
            high = middle
    return low


DECISIONS = 3_000
"""How many random choices are made."""
_KEPT: list[tuple[Program, float]] = []
_MOST_KEPT = 8


def value_of_tricks(program: Program) -> float:
    """The correlation, from -1 to 1, of a side's tricks in a deal with the gain of its score; 0 if there is none."""
    for kept, found in _KEPT:
        if kept is program:
            return found
    found = _learn(program)
    _KEPT.append((program, found))
    del _KEPT[:-_MOST_KEPT]
    return found


@dataclass
class _Deals:
    """Listens to games.  For each deal and side it collects the tricks and the gain, both less the mean of the
    sides.
    """

    program: Program
    taken: list[int] = field(default_factory=list["int"])
    score: list[int] = field(default_factory=list["int"])
    xx: float = 0.0
    xy: float = 0.0
    yy: float = 0.0

    def __post_init__(self) -> None:
        ending = self.program.endings[0]
        teams = self.program.teams if ending.owner == "team" else ()
        self.sides = teams or tuple((player,) for player in range(self.program.players))
        self.base, highest = ending.criteria[0]
        self.sign = 1 if highest else -1
        self.begin(list(self.program.initial))

    def begin(self, slots: Slots) -> None:
        """Begin a new deal or game."""
        self.taken = [0] * self.program.players
        self.score = self._scores(slots)

    def _scores(self, slots: Slots) -> list[int]:
        found = slots[self.base : self.base + len(self.sides)]
        return [value * self.sign if isinstance(value, int) else 0 for value in found]

    def hear(self, record: AnyRecord, slots: Slots) -> None:
        """Process a record of a game; a listener."""
        match record:
            case TrickTaken(player=player):
                self.taken[player] += 1
            case Shuffled() | GameOver() if any(self.taken):
                tricks = [sum(self.taken[player] for player in side) for side in self.sides]
                gain = [now - then for now, then in zip(self._scores(slots), self.score, strict=True)]
                for x, y in zip(_centred(tricks), _centred(gain), strict=True):
                    self.xx, self.xy, self.yy = self.xx + x * x, self.xy + x * y, self.yy + y * y
                self.begin(slots)
            case _:
                pass


def _centred(values: list[int]) -> list[float]:
    mean = sum(values) / len(values)
    return [value - mean for value in values]


def _play(engine: Engine, game: int, most: int, deals: _Deals) -> int:
    """Play a game at random, at most `most` choices.  Returns how many choices were made (at least 1).  Raises
    `Fault`.
    """
    dice, made = Dice(0, game), 0
    state = engine.start(seed=1, index=game, listener=deals.hear)
    while made < most and (question := engine.question(state)) is not None:
        options = [(choice.alternative, *choice.values) for choice in islice(question.choices(), MOST_OFFERED)]
        engine.take(state.values, question.ask, options[dice.below(len(options))], listener=deals.hear)
        made += 1
    return max(made, 1)


def _learn(program: Program) -> float:
    if not program.endings or not program.endings[0].criteria:
        return 0.0
    engine, deals, made, game = Engine(program), _Deals(program), 0, 0
    while made < DECISIONS:
        deals.begin(list(program.initial))
        try:
            made += _play(engine, game, DECISIONS - made, deals)
        except Fault:  # a real game reports the fault
            made += DECISIONS // 10
        game += 1
    return deals.xy / (deals.xx * deals.yy) ** 0.5 if deals.xx and deals.yy else 0.0
