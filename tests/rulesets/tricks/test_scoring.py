"""Every result in the scoring tables of Whist, Hearts, Spades and Oh Hell, compared with arithmetic written by hand.

A game is played up to the last card of a deal.  Then the test replaces the tricks (or the cards won) and the bids by
those of the case, plays the last card, and compares the change of the points with the arithmetic.
"""

from __future__ import annotations

import itertools

import pytest

from hoyle.interpreter.engine import Dice


class LastCard:
    """A game before the last card of a deal, and the player who will take the last trick."""

    def __init__(self, match, strategies, seed, suits="♣♦♥♠"):
        dice = Dice(seed)
        while match.question is not None:
            hands = [match.cards("hand", p) for p in range(match.program.players)]
            labels = match.options()
            if sum(map(len, hands)) == 1 and all(label.startswith("play") for label in labels):
                break
            match.take(strategies["anything"](match.question, dice))
        self.match, self.choice = match, next(match.question.choices())
        self.fits = all(card[-1] in suits for card in [*match.cards("trick"), *itertools.chain(*hands)])
        copy = type(match)(match.engine, seed)
        copy.state = match.state
        copy.take(self.choice)
        taken = [record.player for record in copy.records if type(record).__name__ == "TrickTaken"]
        self.winner = taken[-1]

    def slot(self, name, owner=0):
        """The slot of a variable in the state."""
        return next(info.base for info in self.match.program.variables if info.name == name) + owner

    def points(self, change, name="points"):
        """The points after the last card, with these slots of the state replaced before it."""
        values = list(self.match.state.values)
        for slot, value in change.items():
            values[slot] = value
        state = self.match.engine.apply(type(self.match.state)(values), self.choice)
        info = next(info for info in self.match.program.variables if info.name == name)
        number = self.match.program.variables.index(info)
        return [self.match.engine.value(state, number, owner) for owner in range(info.count)]


def last_card(tables, strategies, name, wanted, options=None, players=None, **more):
    """Play a first deal up to its last card, with a last trick won by a player for whom `wanted` holds."""
    for seed in range(200):
        found = LastCard(tables.match(name, options, players, seed=seed), strategies, seed, **more)
        if wanted(found.winner) and found.fits:
            return found
    raise AssertionError("no such deal")


@pytest.mark.parametrize("side", [0, 1])
def test_whist_scores_of_every_number_of_tricks(side, tables, strategies):
    for ours in (True, False):
        last = last_card(tables, strategies, "whist", lambda p, ours=ours: (p % 2 == side) == ours)
        for tricks in range(1, 14) if ours else range(13):
            before = {
                last.slot("tricks", side): tricks - ours,
                last.slot("tricks", 1 - side): 13 - tricks - (not ours),
            }
            expected = [0, 0]
            expected[side], expected[1 - side] = max(0, tricks - 6), max(0, 13 - tricks - 6)
            assert last.points(before) == expected, tricks


@pytest.mark.parametrize("moon", ["others_gain", "own_lose"])
def test_hearts_scores_of_every_division_of_penalty_cards(moon, tables, strategies):
    last = last_card(tables, strategies, "hearts", lambda p: p == 0, {"moon": moon}, suits="♣♦")
    match = last.match
    zone = next(info for info in match.program.zones if info.name == "won")
    words = match.engine.words
    owned = {card: p for p in range(4) for card in cards_of(match.state.values[zone.base + p])}
    hearts = [card for card in owned if words.card(card)[-1] == "♥"]
    (queen,) = (card for card in owned if words.card(card) == "Q♠")
    for player, other in itertools.permutations(range(4), 2):
        for count, with_queen in itertools.product(range(14), (False, True)):
            where = {card: (player if at < count else other) for at, card in enumerate(hearts)}
            where[queen] = player if with_queen else other
            piles = [[card for card, p in (owned | where).items() if p == q] for q in range(4)]
            ordered = isinstance(match.state.values[zone.base], tuple)
            before = {
                zone.base + q: tuple(cards) if ordered else sum(1 << card for card in cards)
                for q, cards in enumerate(piles)
            }
            penalty = count + 13 * with_queen
            expected = [0] * 4
            for p, value in ((player, penalty), (other, 26 - penalty)):
                if value < 26:
                    expected[p] += value
                elif moon == "own_lose":
                    expected[p] -= 26
                else:
                    expected = [points + 26 * (q != p) for q, points in enumerate(expected)]
            assert last.points(before) == expected, (player, other, penalty)


def cards_of(content):
    """The cards of a zone."""
    return content if isinstance(content, tuple) else [at for at in range(content.bit_length()) if content >> at & 1]


@pytest.mark.parametrize("bag_limit", [0, 5, 10])
def test_spades_scores_of_every_contract(bag_limit, tables, strategies):
    options = {"bag_limit": bag_limit, "nil": 100, "target": 500}
    last = last_card(tables, strategies, "spades", lambda p: p == 1, options)
    bids_to_try = [*itertools.product((0, 1, 4, 13), repeat=2), (2, 3), (0, 6)]
    before_a_penalty = [bags for bags in (0, 4, 9) if not bag_limit or bags < bag_limit]
    for (first, second), tricks, bags in itertools.product(bids_to_try, range(13), before_a_penalty):
        for one in {0, 1, tricks // 2, tricks} & set(range(tricks + 1)):
            took = {0: one, 2: tricks - one, 1: 12 - tricks, 3: 0}
            bids = {0: first, 2: second, 1: 1, 3: 1}
            before = {last.slot("tricks", p): n for p, n in took.items()}
            before |= {last.slot("bid", p): n for p, n in bids.items()}
            before |= {last.slot("bags", 0): bags, last.slot("points", 1): 500}
            expected = spades(first + second, tricks, bags, bag_limit)
            expected += sum((100 if took[p] == 0 else -100) for p in (0, 2) if bids[p] == 0)
            assert last.points(before)[0] == expected, (bids, took, bags)


def spades(bid, took, bags, limit):
    """The score of a contract for the side that made it or failed."""
    if took < bid:
        return -10 * bid
    return 10 * bid + (took - bid) - (100 * ((bags + took - bid) // limit) if limit else 0)


@pytest.mark.parametrize("misses", ["nothing_lost", "a_point_each"])
def test_oh_hell_scores_of_every_bid(misses, tables, strategies):
    last = last_card(tables, strategies, "oh_hell", lambda p: p == 1, {"misses": misses}, 4)
    for bid, tricks in itertools.product(range(8), range(7)):
        before = {last.slot("tricks", p): 0 for p in range(4)}
        before |= {last.slot("bid", 0): bid, last.slot("tricks", 0): tricks, last.slot("tricks", 1): 6 - tricks}
        expected = 10 + bid if bid == tricks else -abs(bid - tricks) if misses == "a_point_each" else 0
        assert last.points(before)[0] == expected, (bid, tricks)
