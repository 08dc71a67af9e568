"""Spoil Five and Tarneeb compared with referees written from the published descriptions."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
RED = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
BLACK = ["K", "Q", "J", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def trumps(sign):
    """All the trumps from high to low."""
    order = RED if sign in "♦♥" else BLACK
    best = [f"5{sign}", f"J{sign}", "A♥", *([f"A{sign}"] if sign != "♥" else [])]
    return best + [rank + sign for rank in order if rank not in ("5", "J", "A")]


class SpoilFive:
    """Robbing, reneging, and a pool."""

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points = [0] * self.players

    def hand(self, p):
        """The cards a player holds."""
        return self.match.cards("hand", p)

    def after(self, p):
        """All the seats, beginning behind a player."""
        return [(p + n) % self.players for n in range(1, self.players + 1)]

    def game(self):
        """The whole game."""
        dealer, pool, ante = self.match.value("dealer"), 0, self.options["ante"]
        for _ in range(self.options["deals"]):
            self.points[:] = [n - ante for n in self.points]
            pool += ante * self.players
            taker, jinking, made = yield from self.deal(dealer)
            if taker is not None and (made or not jinking):
                if jinking:
                    self.points[:] = [n - ante for n in self.points]
                    self.points[taker] += ante * self.players
                self.points[taker] += pool
                pool = 0
            dealer = (dealer + 1) % self.players
        assert self.match.value("pool") == pool

    def deal(self, dealer):
        """Play a deal.  Return who has three tricks, whether that player went on, and took all five."""
        (turned,) = self.match.cards("turned")
        self.trumps = trumps(turned[-1])
        ace = f"A{turned[-1]}"
        robber = dealer if turned == ace else next((p for p in self.after(dealer) if ace in self.hand(p)), None)
        if robber is not None:
            hand = self.hand(robber)
            answer = yield robber, {f"rob, discarding {c}" for c in hand if c != ace} | {"let it lie"}
            assert (turned in self.hand(robber)) == (answer != "let it lie")
        leader, taken, taker, jinking = (dealer + 1) % self.players, [0] * self.players, None, False
        for n in range(5):
            leader = yield from self.trick(leader)
            taken[leader] += 1
            if jinking and leader != taker:
                return taker, True, False
            if taken[leader] == 3:
                taker = leader
                if not self.options["jink"] or n == 4:
                    break
                answer = yield leader, {"take the pool", "go on for all five"}
                if answer == "take the pool":
                    break
                jinking = True
        return taker, jinking, taker is not None and taken[taker] == 5

    def trick(self, leader):
        """Play a trick.  Return who takes it."""
        plays = []
        for p in [leader, *self.after(leader)[:-1]]:
            hand = able = self.hand(p)
            if plays and plays[0][1] in self.trumps:
                bound = [c for c in hand if c in self.trumps and not self.free(c, plays[0][1])]
                able = [c for c in hand if c in self.trumps] if bound else hand
            elif plays and any(c[-1] == plays[0][1][-1] and c not in self.trumps for c in hand):
                able = [c for c in hand if c[-1] == plays[0][1][-1] or c in self.trumps]
            answer = yield p, {f"play {card}" for card in able}
            plays.append((p, answer.split()[1]))
        trumped = [play for play in plays if play[1] in self.trumps]
        if trumped:
            return min(trumped, key=lambda play: self.trumps.index(play[1]))[0]
        suit = plays[0][1][-1]
        order = RED if suit in "♦♥" else BLACK
        return min((play for play in plays if play[1][-1] == suit), key=lambda play: order.index(play[1][:-1]))[0]

    def free(self, card, led):
        """Whether one of the three best trumps need not follow a lower one."""
        return self.trumps.index(card) < min(3, self.trumps.index(led))


class Tarneeb:
    """Thirteen tricks, and bids from seven."""

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points = [0, 0]

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal(dealer)
            dealer = (dealer + 1) % 4
            if max(self.points) >= self.options["target"]:
                return

    def deal(self, dealer):
        """Play a deal."""
        bidding, bidder, bid, p = {0, 1, 2, 3}, None, 6, dealer
        while len(bidding) > (bidder is not None) and bid < 13:
            p = (p + 1) % 4
            if p in bidding:
                answer = yield p, {f"bid {n}" for n in range(bid + 1, 14)} | {"pass"}
                if answer == "pass":
                    bidding.remove(p)
                else:
                    bidder, bid = p, int(answer[4:])
        if bidder is None:
            return
        answer = yield bidder, {f"name {name}" for name in SIGNS}
        trump, leader, taken = SIGNS[answer.split()[1]], bidder, [0, 0]
        for _ in range(13):
            plays = []
            for n in range(4):
                p = (leader + n) % 4
                hand = self.match.cards("hand", p)
                able = [card for card in hand if plays and card[-1] == plays[0][1][-1]] or hand
                answer = yield p, {f"play {card}" for card in able}
                plays.append((p, answer.split()[1]))
            led = plays[0][1][-1]
            order = {trump: 2, led: 1} if led != trump else {trump: 2}
            leader = max(plays, key=lambda play: (order.get(play[1][-1], 0), RANKS.index(play[1][:-1])))[0]
            taken[leader % 2] += 1
        side = bidder % 2
        if taken[side] >= bid:
            self.points[side] += {13: 26 if bid == 13 else 16}.get(taken[side], taken[side])
        else:
            self.points[side] -= 16 if bid == 13 else bid
        if taken[side] < bid or self.options["others_score"] == "every_deal":
            self.points[1 - side] += taken[1 - side]


def play(name, kind, options, players, data, tables, strategies):
    """Play a whole game against the referee."""
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["shy"]]))
    match = tables.match(name, options, players, seed=seed)
    referee = kind(match)
    assert match.follow(referee, strategy, Dice(seed))
    best = max(referee.points)
    assert list(match.result().winners) == [p for p, n in enumerate(referee.points) if n == best]


@given(data=st.data())
@GAMES
def test_spoil_five_agrees_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.sampled_from(values)) for name, values in
               {"deals": [4, 10], "ante": [1, 3], "jink": [True, False]}.items()}  # fmt: skip
    play("spoil_five", SpoilFive, options, data.draw(st.sampled_from([2, 3, 5, 8])), data, tables, strategies)


@given(data=st.data())
@GAMES
def test_tarneeb_agrees_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.sampled_from(values)) for name, values in
               {"deals": [4, 8], "target": [31, 33], "others_score": ["if_lost", "every_deal"]}.items()}  # fmt: skip
    play("tarneeb", Tarneeb, options, 4, data, tables, strategies)


REFEREES = {"spoil_five": SpoilFive, "tarneeb": Tarneeb}
"""The referees by game."""


def test_the_order_of_trumps():
    assert trumps("♠")[:6] == ["5♠", "J♠", "A♥", "A♠", "K♠", "Q♠"]
    assert trumps("♠")[-1] == "10♠"
    assert trumps("♥")[:5] == ["5♥", "J♥", "A♥", "K♥", "Q♥"]
    assert trumps("♦")[-1] == "2♦"
    assert {sign: len(trumps(sign)) for sign in "♣♦♥♠"} == {"♣": 14, "♦": 14, "♥": 13, "♠": 14}
