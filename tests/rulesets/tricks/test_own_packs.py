"""Rook and French Tarot, which have packs of their own, compared with referees written from the published descriptions."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
COLOURS = ["black", "green", "red", "yellow"]


class Rook:
    """Kentucky Discard."""

    settings: ClassVar = {"target": [200, 300], "first_bid": [50, 70, 72], "deals": [2, 5]}

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

    def suit(self, card, trump):
        """The colour of a card; the Rook is a trump."""
        return trump if card == "Rook.birds" else card.split(".")[1]

    def pips(self, card):
        """The points of a card."""
        return {"5": 5, "10": 10, "14": 10, "Rook": 20}.get(card.split(".")[0], 0)

    def height(self, card):
        """The height of a card."""
        return 15 if card == "Rook.birds" else int(card.split(".")[0])

    def deal(self, dealer):
        """Play a deal."""
        bidding, bidder, bid, p = {0, 1, 2, 3}, None, 0, dealer
        while len(bidding) > (bidder is not None) and bid < 120:
            p = (p + 1) % 4
            if p in bidding:
                least = max(bid + 5, self.options["first_bid"] // 5 * 5)
                answer = yield p, {f"bid {n}" for n in range(least, 121, 5)} | {"pass"}
                if answer == "pass":
                    bidding.remove(p)
                else:
                    bidder, bid = p, int(answer[4:])
        if bidder is None:
            return
        for n in range(5):
            hand = self.match.cards("hand", bidder)
            assert len(hand) == 14 - n
            yield bidder, {f"lay away {card}" for card in hand}
        answer = yield bidder, {f"name {colour}" for colour in COLOURS}
        trump, taken, leader = answer[5:], [0, 0], (dealer + 1) % 4
        nest = 120 - sum(self.pips(card) for p in range(4) for card in self.match.cards("hand", p))
        for _ in range(9):
            plays = []
            for n in range(4):
                p = (leader + n) % 4
                hand = self.match.cards("hand", p)
                able = hand
                if plays:
                    led = self.suit(plays[0][1], trump)
                    others = [card for card in hand if card != "Rook.birds"]
                    if any(self.suit(card, trump) == led for card in others):
                        able = [card for card in hand if card == "Rook.birds" or self.suit(card, trump) == led]
                    elif "Rook.birds" in hand and led == trump:
                        able = ["Rook.birds"]
                answer = yield p, {f"play {card}" for card in able}
                plays.append((p, answer.split()[1]))
            led = self.suit(plays[0][1], trump)
            rank = {led: 1, trump: 2}
            leader = max(plays, key=lambda play: (rank.get(self.suit(play[1], trump), 0), self.height(play[1])))[0]
            taken[leader % 2] += sum(self.pips(card) for _, card in plays)
        taken[leader % 2] += nest
        side = bidder % 2
        self.points[1 - side] += taken[1 - side]
        self.points[side] += taken[side] if taken[side] >= bid else -bid


class FrenchTarot:
    """One against three; the excuse, the petit, poignées and slams."""

    settings: ClassVar = {"deals": [1, 3], "lone_petit": [True, False]}
    factor: ClassVar = {"petite": 1, "garde": 2, "garde sans": 4, "garde contre": 6}

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points = [0] * 4

    def hand(self, p):
        """The cards a player holds."""
        return self.match.cards("hand", p)

    @staticmethod
    def value(cards):
        """The points of cards, times two."""
        worth = {"R": 9, "D": 7, "C": 5, "V": 3}
        special = {"Excuse.fools": 9, "1.tarocks": 9, "21.tarocks": 9}
        return sum(special.get(card, worth.get(card[:-1], 1)) for card in cards)

    @staticmethod
    def suit(card):
        """The suit of a card."""
        return card.split(".")[1] if "." in card else card[-1]

    @staticmethod
    def number(card):
        """The height of a card in its suit."""
        rank = card.split(".")[0] if "." in card else card[:-1]
        return {"V": 11, "C": 12, "D": 13, "R": 14, "Excuse": 0}.get(rank) if not rank.isdigit() else int(rank)

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal(dealer)
            dealer = (dealer + 1) % 4

    def deal(self, dealer):
        """Play a deal."""
        taker, bid = None, None
        for n in range(1, 5):
            p = (dealer + n) % 4
            higher = [name for name, f in self.factor.items() if bid is None or f > self.factor[bid]]
            answer = yield p, {f"bid {name}" for name in higher} | {"pass"}
            if answer != "pass":
                taker, bid = p, answer[4:]
        if taker is None:
            return
        if self.options["lone_petit"]:
            for p in range(4):
                assert [c for c in self.hand(p) if self.suit(c) in ("tarocks", "fools")] != ["1.tarocks"]
        mine, theirs = [], []
        if bid == "garde sans":
            mine += self.match.cards("won", taker)
            assert len(mine) == 6
        elif bid == "garde contre":
            theirs += self.match.cards("aside")
            assert len(theirs) == 6
        else:
            for _ in range(6):
                hand = self.hand(taker)
                able = [c for c in hand if self.suit(c) not in ("tarocks", "fools") and c[:-1] != "R"]
                able = able or [c for c in hand if self.suit(c) == "tarocks" and c not in ("1.tarocks", "21.tarocks")]
                answer = yield taker, {f"lay away {card}" for card in able}
                mine.append(answer.split()[2])
        slam = (yield taker, {"play", "announce a slam"}) == "announce a slam"
        leader, shown, excuse, petit, counts = taker if slam else (dealer + 1) % 4, 0, None, 0, [0, 0]
        for n in range(18):
            plays, sure = [], n == 17 and counts[leader == taker] == 17
            for k in range(4):
                p = (leader + k) % 4
                tarocks = [card for card in self.hand(p) if self.suit(card) in ("tarocks", "fools")]
                if not n and len(tarocks) >= 10:
                    sizes = [size for size in (10, 13, 15) if size <= len(tarocks)]
                    answer = yield p, {f"show a poignée of {size}" for size in sizes} | {"say nothing"}
                    if answer != "say nothing":
                        shown += {10: 20, 13: 30, 15: 40}[int(answer.split()[-1])]
                answer = yield p, {f"play {card}" for card in self.able(self.hand(p), plays)}
                plays.append((p, answer.split()[1]))
            before, leader = leader, self.winner(plays, sure)
            assert before in range(4)
            cards, own = [card for _, card in plays], mine if leader == taker else theirs
            owner = next((p for p, card in plays if card == "Excuse.fools"), None)
            if owner is not None and n < 17:
                cards.remove("Excuse.fools")
                (mine if owner == taker else theirs).append("Excuse.fools")
                if (owner == taker) != (leader == taker):
                    excuse = owner
            own += cards
            counts[leader == taker] += 1
            if n == 17 and "1.tarocks" in cards:
                petit = 1 if leader == taker else -1
        self.settle(taker, bid, mine, excuse, petit, shown, slam, counts[True])

    def able(self, hand, plays):
        """The cards that may be played."""
        led = next((self.suit(card) for _, card in plays if card != "Excuse.fools"), None)
        if led is None:
            return hand
        excuse = [card for card in hand if card == "Excuse.fools"]
        same = [card for card in hand if self.suit(card) == led]
        tarocks = [card for card in hand if self.suit(card) == "tarocks"]
        if led != "tarocks" and same:
            return same + excuse
        high = max([self.number(card) for _, card in plays if self.suit(card) == "tarocks"], default=0)
        over = [card for card in tarocks if self.number(card) > high]
        return (over or tarocks) + excuse if tarocks else hand

    def winner(self, plays, sure):
        """Who takes the trick."""
        if sure and any(card == "Excuse.fools" for _, card in plays):
            return next(p for p, card in plays if card == "Excuse.fools")
        led = next(self.suit(card) for _, card in plays if card != "Excuse.fools")
        order = {led: 1, "tarocks": 2}
        real = [play for play in plays if play[1] != "Excuse.fools"]
        return max(real, key=lambda play: (order.get(self.suit(play[1]), 0), self.number(play[1])))[0]

    def settle(self, taker, bid, mine, excuse, petit, shown, slam, tricks):
        """Score the deal."""
        halves = self.value(mine) + (0 if excuse is None else -1 if excuse == taker else 1)
        assert halves % 2 == 0
        oudlers = sum(card in ("21.tarocks", "1.tarocks", "Excuse.fools") for card in mine)
        margin = halves // 2 - [56, 51, 41, 36][oudlers]
        worth = (25 + abs(margin)) * self.factor[bid] + shown
        worth = (worth if margin >= 0 else -worth) + 10 * petit * self.factor[bid]
        if tricks == 18:
            worth += 400 if slam else 200
        elif slam or tricks == 0:
            worth -= 200
        for p in range(4):
            self.points[p] += 3 * worth if p == taker else -worth


REFEREES = {
    "french_tarot": FrenchTarot,
    "rook": Rook,
}


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    kind = REFEREES[name]
    options = {option: data.draw(st.sampled_from(values), label=option) for option, values in kind.settings.items()}
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["shy"]]))
    match = tables.match(name, options, seed=seed)
    assert match.follow(kind(match), strategy, Dice(seed))
    points = match.values("points")
    assert list(match.result().winners) == [p for p, n in enumerate(points) if n == max(points)]
