"""Pitch compared with a referee written by hand: bids, the duties in a trick, and high, low, jack and game."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
COUNT = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


class Referee:
    """A referee for bids, tricks and the points of each side.  It reads the hands from the engine."""

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.sides = 2 if self.players == 4 else self.players
        self.points, self.bidder = [0] * self.sides, None

    def game(self):
        """The whole game: yields the player to move and the legal labels, and receives the chosen label."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            pitcher, bid = yield from self.auction(dealer)
            if pitcher is not None:
                self.bidder = pitcher % self.sides
                earned = yield from self.play(pitcher)
                for side, points in enumerate(earned):
                    lost = side == pitcher % self.sides and points < bid
                    self.points[side] += -bid if lost else points
            if max(self.points) >= self.options["target"]:
                return
            dealer = (dealer + 1) % self.players

    def auction(self, dealer):
        """One round of bids.  Return the highest bidder and the bid."""
        pitcher, bid = None, 0
        for i in range(1, self.players + 1):
            p = (dealer + i) % self.players
            if bid == 4 and not (p == dealer and self.options["dealer_steals"]):
                continue
            least = bid if p == dealer and bid and self.options["dealer_steals"] else max(2, bid + 1)
            labels = {f"bid {n}" for n in range(least, 5)}
            if not (p == dealer and pitcher is None and self.options["all_pass"] == "dealer_two"):
                labels.add("pass")
            answer = yield p, labels
            if answer != "pass":
                pitcher, bid = p, int(answer[-1])
        return pitcher, bid

    def play(self, leader):
        """Play six tricks.  Return the points of each side."""
        trump, won, trumps = None, [[] for _ in range(self.sides)], []
        for _ in range(6):
            plays = []
            for i in range(self.players):
                p = (leader + i) % self.players
                hand = self.match.cards("hand", p)
                if trump is None:
                    suits = {card[-1] for card in hand}
                    answer = yield p, {f"pitch {name}" for name, sign in SIGNS.items() if sign in suits}
                    trump = SIGNS[answer.split()[1]]
                    hand = [card for card in hand if card[-1] == trump]
                able = hand
                if plays and any(card[-1] == plays[0][1][-1] for card in hand):
                    able = [card for card in hand if card[-1] in (plays[0][1][-1], trump)]
                answer = yield p, {f"play {card}" for card in able}
                plays.append((p, answer.split()[1]))
            suit = trump if any(card[-1] == trump for _, card in plays) else plays[0][1][-1]
            leader = max((play for play in plays if play[1][-1] == suit), key=lambda play: RANKS.index(play[1][:-1]))[0]
            won[leader % self.sides] += [card for _, card in plays]
            trumps += [(RANKS.index(card[:-1]), p, leader) for p, card in plays if card[-1] == trump]
        return self.earned(won, trumps, f"J{trump}")

    def earned(self, won, trumps, jack):
        """The points for high, low, jack and game."""
        points = [0] * self.sides
        points[max(trumps)[2] % self.sides] += 1
        points[min(trumps)[1 if self.options["low_goes_to"] == "holder" else 2] % self.sides] += 1
        counts = [sum(COUNT.get(card[:-1], 0) for card in cards) for cards in won]
        for side, cards in enumerate(won):
            points[side] += jack in cards
            points[side] += counts[side] > 0 and counts.count(max(counts)) == 1 and counts[side] == max(counts)
        return points


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {
        "target": data.draw(st.integers(7, 9)),
        "low_goes_to": data.draw(st.sampled_from(["holder", "taker"])),
        "dealer_steals": data.draw(st.booleans()),
        "all_pass": data.draw(st.sampled_from(["dealer_two", "deal_again"])),
        "deals": data.draw(st.integers(1, 4)),
    }
    players, seed = data.draw(st.integers(2, 6)), data.draw(st.integers(0, 2**32))
    match = tables.match("pitch", options, players, seed=seed)
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["shy"]]))
    referee = Referee(match)
    assert match.follow(referee, strategy, Dice(seed))
    best = [side for side, points in enumerate(referee.points) if points == max(referee.points)]
    out = referee.bidder is not None and referee.points[referee.bidder] >= options["target"]
    assert list(match.result().winners) == ([referee.bidder] if out else best)
