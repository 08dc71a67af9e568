"""Whist, Hearts, Spades and Oh Hell beside referees written by hand from what card players know of them.

Each referee is a coroutine: it says who is to choose and between what, is told the answer, and keeps tricks and points.
"""

from __future__ import annotations

import itertools
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def height(card):
    """How high a card is in its suit."""
    return ORDER.index(card[:-1])


def taker(plays, trump):
    """Who takes a trick of (player, card): the highest trump, or else the highest card of the suit led."""
    suit = trump if any(card[-1] == trump for _, card in plays) else plays[0][1][-1]
    return max((height(card), player) for player, card in plays if card[-1] == suit)[1]


class Referee:
    """What all four have in common."""

    def __init__(self, match, count):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points, self.seen = [0] * count, set()

    def hand(self, player):
        """The cards a player holds."""
        return self.match.cards("hand", player)

    def trick(self, leader, trump, narrow=None):
        """One trick, and who takes it; `narrow` gives the cards that may be played, among those that follow suit."""
        plays = []
        for i in range(self.players):
            player = (leader + i) % self.players
            hand = self.hand(player)
            able = [card for card in hand if plays and card[-1] == plays[0][1][-1]] or hand
            able = (narrow(able, plays) if narrow else able) or able
            answer = yield player, {f"play {card}" for card in able}
            plays.append((player, answer.removeprefix("play ")))
        return taker(plays, trump), [card for _, card in plays]


class Whist(Referee):
    """Two pairs; the last card dealt turns trump; a point for each trick above six."""

    def __init__(self, match):
        super().__init__(match, 2)

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        while max(self.points) < self.options["target"]:
            sign = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}[self.match.word("trump")]
            assert any(card[-1] == sign for card in self.hand(dealer)), "the dealer has the card that turned trump"
            leader, tricks = (dealer + 1) % 4, [0, 0]
            for _ in range(13):
                leader, _cards = yield from self.trick(leader, sign)
                tricks[leader % 2] += 1
            for side in (0, 1):
                self.points[side] += max(0, tricks[side] - 6)
            dealer = (dealer + 1) % 4
        self.winners = {self.points.index(max(self.points))}


class Hearts(Referee):
    """Thirteen hearts and the black queen count against you, unless you have them all."""

    def __init__(self, match):
        super().__init__(match, 4)

    def game(self):
        """The whole game."""
        for seats in itertools.cycle((1, 3, 2, 0)):
            if max(self.points) >= self.options["target"]:
                break
            if seats:
                yield from self.passing(seats)
            yield from self.deal()
        self.winners = {p for p in range(4) if self.points[p] == min(self.points)}

    def passing(self, seats):
        """Everybody gives three cards, at the same time."""
        before, given = [set(self.hand(p)) for p in range(4)], []
        for p in range(4):
            some = {"pass " + " ".join(cards) for cards in itertools.combinations(self.hand(p), 3)}
            answer = yield p, some
            given.append(set(answer.removeprefix("pass ").split()))
        for p in range(4):
            giver = (p - seats) % 4
            assert set(self.hand(p)) == before[p] - given[p] | given[giver]

    def narrow(self, n, broken, able, plays):
        """What may be played to trick `n` of the cards that follow suit."""
        if n == 0 and not plays:
            return ["2♣"]
        if not plays and not broken:
            return [card for card in able if card[-1] != "♥"]
        if n == 0 and self.options["clean_start"]:
            return [card for card in able if card[-1] != "♥" and card != "Q♠"]
        return able

    def deal(self):
        """Thirteen tricks."""
        leader = next(p for p in range(4) if "2♣" in self.hand(p))
        broken, taken = False, [[] for _ in range(4)]
        for n in range(13):
            leader, cards = yield from self.trick(leader, None, partial(self.narrow, n, broken))
            taken[leader] += cards
            broken = broken or any(card[-1] == "♥" for card in cards)
        for p in range(4):
            penalty = sum(card[-1] == "♥" for card in taken[p]) + 13 * ("Q♠" in taken[p])
            if penalty < 26:
                self.points[p] += penalty
            elif self.options["moon"] == "own_lose":
                self.points[p] -= 26
            else:
                self.points = [points + 26 * (other != p) for other, points in enumerate(self.points)]
            self.seen.add("moon" if penalty == 26 else "deal")


class Spades(Referee):
    """Bids of two partners together, nil, and bags."""

    def __init__(self, match):
        super().__init__(match, 2)
        self.bags = [0, 0]

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        while max(self.points) < self.options["target"] and min(self.points) > -200:
            bids, tricks, broken = [0] * 4, [0] * 4, False
            for i in range(1, 5):
                answer = yield (dealer + i) % 4, {"nil"} | {f"bid {n}" for n in range(1, 14)}
                bids[(dealer + i) % 4] = 0 if answer == "nil" else int(answer.split()[1])
            leader = (dealer + 1) % 4
            for _ in range(13):
                leader, cards = yield from self.trick(leader, "♠", partial(self.narrow, broken))
                tricks[leader] += 1
                broken = broken or any(card[-1] == "♠" for card in cards)
            for side in (0, 1):
                self.score(side, bids[side] + bids[side + 2], tricks[side] + tricks[side + 2])
            for p in range(4):
                if bids[p] == 0:
                    self.points[p % 2] += self.options["nil"] * (1 if tricks[p] == 0 else -1)
                    self.seen.add("nil made" if tricks[p] == 0 else "nil failed")
            dealer = (dealer + 1) % 4
        high = max(self.points)
        self.winners = (
            {side for side in (0, 1) if self.points[side] == high} if self.points[0] != self.points[1] else set()
        )

    def narrow(self, broken, able, plays):
        """Spades are not led before one was played."""
        return able if plays or broken else [card for card in able if card[-1] != "♠"]

    def score(self, side, bid, took):
        """Ten a trick bid, one for each more; the bid lost if it fails; a hundred lost for too many bags."""
        if took < bid:
            self.points[side] -= 10 * bid
            self.seen.add("set")
            return
        self.points[side] += 10 * bid + took - bid
        self.bags[side] += took - bid
        limit = self.options["bag_limit"]
        if limit and self.bags[side] >= limit:
            self.bags[side] -= limit
            self.points[side] -= 100
            self.seen.add("bags")


class OhHell(Referee):
    """Exactly as many tricks as were bid."""

    def __init__(self, match):
        super().__init__(match, match.program.players)

    def game(self):
        """The whole game."""
        dealer, longest = self.match.value("dealer"), self.options["longest"]
        for size in [*range(longest, 0, -1), *range(2, longest + 1)]:
            assert [len(self.hand(p)) for p in range(self.players)] == [size] * self.players
            (turned,) = self.match.cards("turned")
            bids, tricks = {}, [0] * self.players
            for i in range(1, self.players + 1):
                p = (dealer + i) % self.players
                open_to = [
                    n
                    for n in range(size + 1)
                    if p != dealer or not self.options["hook"] or sum(bids.values()) + n != size
                ]
                answer = yield p, {f"bid {n}" for n in open_to}
                bids[p] = int(answer.split()[1])
            leader = (dealer + 1) % self.players
            for _ in range(size):
                leader, _cards = yield from self.trick(leader, turned[-1])
                tricks[leader] += 1
            for p, bid in bids.items():
                if tricks[p] == bid:
                    self.points[p] += 10 + bid
                elif self.options["misses"] == "a_point_each":
                    self.points[p] -= abs(tricks[p] - bid)
            dealer = (dealer + 1) % self.players
        self.winners = {p for p in range(self.players) if self.points[p] == max(self.points)}


REFEREES = {"whist": Whist, "hearts": Hearts, "spades": Spades, "oh_hell": OhHell}


def tidy(label):
    """A label with the cards that are passed in an order of their own."""
    said, *rest = label.split()
    return " ".join([said, *sorted(rest)]) if said == "pass" else label


def follow(match, name, strategy, dice, limit=100_000):
    """Play to the end with the referee looking on; what was seen to happen."""
    referee = REFEREES[name](match)
    if match.follow(referee, strategy, dice, tidy, limit):
        assert set(match.result().winners) == referee.winners
    return referee.seen


def modest(question, dice):
    """Bids little: contracts are made, bags fill, nils come up."""
    choices = list(question.choices())
    if len({choice.alternative for choice in choices}) > 1 or len(choices) == 14:
        return choices[dice.below(min(len(choices), 4))]
    return choices[dice.below(len(choices))]


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    game = tables.game(name)
    options = {}
    for option in game.options:
        options[option.name] = data.draw(st.sampled_from([v for n, v in tables.settings(name) if n == option.name]))
    players = data.draw(st.integers(*game.players[:2]))
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([modest, strategies["anything"]]))
    follow(tables.match(name, options, players, seed=seed), name, strategy, Dice(seed), 600)


def ducking(question, dice):
    """Bids nothing now and then, and plays low."""
    options = list(question.options())
    if options[0].label.startswith("play"):
        return min(options, key=lambda option: height(option.label.split()[1])).choice
    return options[dice.below(4)].choice


def test_spades_reaches_every_score(tables):
    seen = set()
    for seed in range(6):
        for strategy in (modest, ducking):
            seen |= follow(tables.match("spades", {"bag_limit": 5}, seed=seed), "spades", strategy, Dice(seed))
    assert seen == {"set", "bags", "nil made", "nil failed"}


@pytest.mark.parametrize(("moon", "points"), [("others_gain", [26, 0, 26, 26]), ("own_lose", [0, -26, 0, 0])])
def test_hearts_shooting_the_moon(moon, points, tables, fixed):
    """Whoever holds every club leads them all, and takes every heart and the black queen."""
    final = [[rank + sign for rank in ORDER] for sign in "♦♣♥♠"]
    given = [final[(p + 1) % 4][:3] for p in range(4)]
    first = [final[p][3:] + given[p] for p in range(4)]
    deal = {("hand", p): " ".join(cards) for p, cards in enumerate(first)}
    match = tables.match("hearts", {"moon": moon}, chance=fixed(deal))
    for p in range(4):
        match.say("pass " + " ".join(given[p]))
    assert [set(match.cards("hand", p)) for p in range(4)] == [set(cards) for cards in final]
    assert match.actor == 1
    assert list(match.options()) == ["play 2♣"]
    for _ in range(52):
        match.say(next(iter(match.options())))
    assert match.values("points") == points


def test_hearts_keeps_penalty_cards_out_of_the_first_trick(tables, fixed):
    final = [[rank + sign for rank in ORDER] for sign in "♦♣♥♠"]
    given = [final[(p + 1) % 4][:3] for p in range(4)]
    deal = {("hand", p): " ".join(final[p][3:] + given[p]) for p in range(4)}
    for clean in (True, False):
        match = tables.match("hearts", {"clean_start": clean}, chance=fixed(deal))
        match.say(*("pass " + " ".join(cards) for cards in given), "play 2♣")
        assert len(match.options()) == 13, "only hearts in the hand: any of them"
        match.say("play 2♥")
        assert ("play Q♠" in match.options()) == (not clean)
