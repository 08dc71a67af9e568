"""Five-Card Draw and Texas Hold'em compared with a referee written by hand: legal bets, the best hand, and the division
of the chips.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Moved, PhaseEnded

GAMES = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def rating(cards):
    """The strength of a hand.  The larger tuple wins."""
    heights = Counter(RANKS.index(card[:-1]) for card in cards)
    order = sorted(heights, key=lambda h: (heights[h], h), reverse=True)
    shape = sorted(heights.values(), reverse=True)
    flush = len({card[-1] for card in cards}) == 1
    if sorted(heights) == [0, 1, 2, 3, 12]:
        row, order = True, [3]
    else:
        row = len(heights) == 5 and max(heights) - min(heights) == 4
    if row:
        return (8 if flush else 4), order[:1]
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return max(5 * flush, kinds.get(tuple(shape), 0)), order


class Referee:
    """A referee for chips and bets.  It reads the hands from the engine."""

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.chips = [self.options["stack"]] * self.players
        self.seen = set()

    def hand(self, player):
        """The cards a player holds."""
        return self.match.cards("hand", player)

    def pay(self, player, n):
        """Move chips to the pot."""
        n = min(n, self.chips[player])
        self.chips[player] -= n
        self.paid[player] += n

    def open(self):
        """Return whether more than one player is left."""
        return len(self.inside) > 1

    def game(self):
        """All hands: yields the player to move and the legal labels, and receives the chosen label."""
        dealer = self.match.value("dealer")
        for number in range(self.options["hands"]):
            order = [(dealer + n) % self.players for n in range(1, self.players + 1)]
            self.inside = {p for p in order if self.chips[p]}
            self.paid = [0] * self.players
            for p in self.inside:
                self.pay(p, self.options["ante"])
            yield from self.betting(order, self.options["bet"])
            if self.open():
                for p in [p for p in order if p in self.inside]:
                    some = range(1, self.options["most"] + 1)
                    yield (
                        p,
                        {frozenset(cs) for n in some for cs in itertools.combinations(self.hand(p), n)} | {"stand pat"},
                    )
                yield from self.betting(order, 2 * self.options["bet"])
            self.settle(order, number)
            dealer = order[0]
            if max(self.chips) == sum(self.chips):
                return

    def betting(self, order, amount, bets=0):
        """A round of betting."""
        capped, quiet, full, spoken = False, 0, max(self.paid), set[int]()
        for p in itertools.cycle(order):
            if not self.open() or quiet == self.players:
                break
            quiet += 1
            owes = max(self.paid) - self.paid[p]
            others = [q for q in self.inside if q != p and self.chips[q]]
            if p not in self.inside or not self.chips[p] or not (owes or others):
                continue
            labels = {"fold", "call"} if owes else {"check"}
            if bets == 0 and not owes:
                labels.add("bet")
            if bets < self.options["raises"]:
                capped = False
            elif self.options["limit_for_two"] or len(self.inside) > 2:
                capped = True
            if (bets or owes) and not capped and p not in spoken and self.chips[p] > owes and others:
                labels.add("raise")
            answer = yield p, labels
            self.seen.add(answer)
            if answer == "fold":
                self.inside.remove(p)
            elif answer in ("bet", "raise"):
                self.pay(p, full + amount - self.paid[p])
                quiet = 1
                if max(self.paid) - full >= amount / 2:
                    bets, full, spoken = bets + 1, max(self.paid), set()
                else:
                    self.seen.add("less than half")
            elif answer == "call":
                self.pay(p, owes)
            spoken.add(p)

    def places_at_the_end(self, number):
        """The cards in all zones at the end of a hand, from the records: the next question already belongs to the next
        hand.
        """
        ends, held = [], defaultdict(set)
        for record in self.match.records:
            if isinstance(record, PhaseEnded) and self.match.program.phases[record.phase] == "settle":
                ends.append({place: set(cards) for place, cards in held.items()})
            if isinstance(record, Moved):
                cards = {self.match.engine.words.card(card) for card in record.cards}
                held[self.match.zone(record.target)] |= cards
                held[self.match.zone(record.source)] -= cards
        return ends[number]

    def ratings(self, number):
        """The strength of the hands of all players who are left."""
        ends = self.places_at_the_end(number)
        return {p: rating(ends["hand", p]) for p in self.inside}

    def settle(self, order, number):
        """Divide the pot, part by part."""
        ratings = self.ratings(number) if self.open() else dict.fromkeys(self.inside, (0,))
        levels = sorted({self.paid[p] for p in self.inside})
        done = 0
        for level in levels:
            pot = sum(min(n, level) - min(n, done) for n in self.paid)
            able = [p for p in order if p in self.inside and self.paid[p] >= level]
            best = max(ratings[p] for p in able)
            takers = [p for p in able if ratings[p] == best]
            for p in takers:
                self.chips[p] += pot // len(takers)
            self.chips[takers[0]] += pot % len(takers)
            self.seen |= {f"{len(levels)} parts"} | ({best[0]} if len(able) > 1 else set())
            done = level


class Holdem(Referee):
    """Blinds, a board, and the best five of seven cards."""

    def game(self):
        """All the hands."""
        dealer = self.match.value("dealer")
        for number in range(self.options["hands"]):
            around = [(dealer + n) % self.players for n in range(1, self.players + 1)]
            order = [p for p in around if self.chips[p]]
            self.inside, self.paid = set(order), [0] * self.players
            blinds = order[1::-1] if len(order) == 2 else order
            blind = self.options["blind"]
            self.pay(blinds[0], blind)
            self.pay(blinds[1], 2 * blind)
            at = around.index(blinds[1]) + 1
            yield from self.betting(around[at:] + around[:at], 2 * blind, 1)
            for size in (2, 4, 4):
                if self.open():
                    yield from self.betting(around, size * blind)
            self.settle(around, number)
            if max(self.chips) == sum(self.chips):
                return
            dealer = next(p for p in around if self.chips[p])

    def ratings(self, number):
        """The strength of the best five cards of hand and board."""
        ends = self.places_at_the_end(number)
        pools = {p: [*ends["hand", p], *ends["board", -1]] for p in self.inside}
        return {p: max(map(rating, itertools.combinations(pool, 5))) for p, pool in pools.items()}


def tidy(label):
    """The cards of an exchange as a set, because they may come in any order."""
    return frozenset(label.split()[1:]) if label.startswith("exchange") else label


def follow(match, strategy, dice, kind=Referee):
    """Play to the end against the referee.  Return the kinds of events that happened."""
    referee = kind(match)
    course = referee.game()
    try:
        player, expected = next(course)
        while True:
            question = match.question
            assert question is not None
            assert question.player == player
            assert {tidy(option.label) for option in question.options()} == expected
            choice = strategy(question, dice)
            label = question.label(choice)
            match.take(choice)
            player, expected = course.send(label)
    except StopIteration:
        assert match.question is None
    assert match.values("chips") == referee.chips
    return referee.seen


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {
        name: data.draw(st.integers(low, high))
        for name, low, high in (("hands", 1, 3), ("stack", 10, 30), ("ante", 1, 3), ("raises", 1, 4), ("most", 1, 5))
    }
    options["limit_for_two"] = data.draw(st.booleans())
    players, seed = data.draw(st.integers(2, 6)), data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"]]))
    follow(tables.match("five_card_draw", options, players, seed=seed), strategy, Dice(seed))


@given(data=st.data())
@GAMES
def test_whole_games_of_holdem_agree_with_the_referee(data, tables, strategies):
    ranges = (("hands", 1, 3), ("stack", 10, 40), ("blind", 1, 3), ("raises", 1, 4))
    options = {name: data.draw(st.integers(low, high)) for name, low, high in ranges}
    options["limit_for_two"] = data.draw(st.booleans())
    players, seed = data.draw(st.integers(2, 6)), data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"]]))
    follow(tables.match("texas_holdem", options, players, seed=seed), strategy, Dice(seed), Holdem)


def test_the_games_contain_split_pots_and_hands_of_many_kinds(tables, strategies):
    seen = set()
    for seed in range(25):
        match = tables.match("five_card_draw", {"hands": 10, "stack": 13, "bet": 3, "most": 5}, 4, seed=seed)
        seen |= follow(match, strategies["any kind"], Dice(seed))
    assert seen >= {"raise", "less than half", "1 parts", "2 parts", 0, 1, 2, 3}


CARDS = {
    8: ["A♥ 2♥ 3♥ 4♥ 5♥", "10♠ J♠ Q♠ K♠ A♠"],
    7: ["2♥ 2♠ 2♦ 2♣ A♥", "3♥ 3♠ 3♦ 3♣ 2♥"],
    6: ["2♥ 2♠ 2♦ A♣ A♥", "3♥ 3♠ 3♦ 2♣ 2♥"],
    5: ["2♥ 3♥ 4♥ 5♥ 7♥", "2♠ 3♠ 4♠ 6♠ 7♠"],
    4: ["A♥ 2♠ 3♥ 4♥ 5♥", "2♠ 3♥ 4♥ 5♥ 6♠"],
    3: ["2♥ 2♠ 2♦ A♣ K♥", "3♥ 3♠ 3♦ 2♣ 4♥"],
    2: ["K♥ K♠ Q♦ Q♣ A♥", "A♦ A♠ 2♦ 2♣ 3♥"],
    1: ["K♥ K♠ Q♦ J♣ A♥", "A♦ A♠ 2♦ 4♣ 3♥"],
    0: ["K♥ Q♠ J♦ 10♣ 8♥", "A♦ 2♠ 3♦ 4♣ 6♥"],
}
"""For each kind, two hands: the lower first."""


@pytest.mark.parametrize("kind", CARDS)
def test_the_better_of_two_hands_of_a_kind_wins(kind, tables, fixed):
    low, high = CARDS[kind]
    for first, second, winner in ((low, high, 1), (high, low, 0), (low, CARDS.get(kind - 1, CARDS[0])[0], 0)):
        if set(first.split()) & set(second.split()) or first == second:
            continue
        chance = fixed({("hand", 0): first, ("hand", 1): second}, {"dealer": 1})
        match = tables.match("five_card_draw", {"hands": 1}, 2, chance=chance)
        match.say("check", "check", "stand pat", "stand pat", "check", "check")
        assert match.values("chips")[winner] == 21
