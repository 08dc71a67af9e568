"""Pinochle compared with a referee written by hand: the auction, the melds, the duties in a trick, and the points of a
deal.
"""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
ORDER = ["9", "J", "Q", "K", "10", "A"]


def melds(hand, trump):
    """The value of the melds in a hand."""
    held = Counter(hand)
    points = {1: 4, 2: 30}.get(min(held["J♦"], held["Q♠"]), 0)
    for rank, value in (("A", 10), ("K", 8), ("Q", 6), ("J", 4)):
        points += {1: value, 2: 10 * value}.get(min(held[rank + sign] for sign in "♣♦♥♠"), 0)
    for sign in "♣♦♥♠":
        couples = min(held["K" + sign], held["Q" + sign])
        if sign == trump:
            runs = min(held[rank + sign] for rank in ORDER[1:])
            points += {1: 15, 2: 150}.get(runs, 0) + 4 * (couples - runs) + held["9" + sign]
        else:
            points += 2 * couples
    return points


class Referee:
    """A referee for bids, tricks and points.  It reads the hands from the engine."""

    def __init__(self, match):
        self.match, self.options, self.points = match, match.program.options, [0, 0]

    def hand(self, player):
        """The cards a player holds."""
        return self.match.cards("hand", player)

    def game(self):
        """The whole game: yields the player to move and the legal labels, and receives the chosen label."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            bidder, bid = yield from self.auction(dealer)
            if bidder is not None:
                answer = yield bidder, {f"name {name}" for name in SIGNS}
                trump = SIGNS[answer.split()[1]]
                melded = [melds(self.hand(p), trump) + melds(self.hand(p + 2), trump) for p in range(2)]
                counted = yield from self.tricks(bidder, trump)
                for side in range(2):
                    made = counted[side] + melded[side] if counted[side] else 0
                    lost = side == bidder % 2 and (made < bid or not counted[side])
                    self.points[side] += -bid if lost else made
            if max(self.points) >= self.options["target"]:
                self.winners = {0, 1} if self.points[0] == self.points[1] else {self.points.index(max(self.points))}
                if bidder is not None and self.points[bidder % 2] >= self.options["target"]:
                    self.winners = {bidder % 2}
                return
            self.winners = {side for side in range(2) if self.points[side] == max(self.points)}
            dealer = (dealer + 1) % 4

    def auction(self, dealer):
        """Bids until all others have passed."""
        bidder, bid, inside, p = None, 0, {0, 1, 2, 3}, dealer
        while inside and not (bidder is not None and len(inside) == 1):
            p = (p + 1) % 4
            if p not in inside:
                continue
            answer = yield p, {"pass"} | {f"bid {n}" for n in range(max(bid + 1, self.options["first_bid"]), 61)}
            if answer == "pass":
                inside.remove(p)
            else:
                bidder, bid = p, int(answer.split()[1])
        if bidder is None and self.options["all_pass"] == "dealer_bids":
            return dealer, self.options["first_bid"] - 1
        return bidder, bid

    def open_to(self, hand, plays, trump):
        """The legal cards."""
        if not plays:
            return hand
        led = plays[0][1][-1]
        able = [card for card in hand if card[-1] == led]
        able = able or [card for card in hand if card[-1] == trump] or hand
        if able[0][-1] != trump and self.options["must_beat"] == "in_trumps":
            return able
        best = max(self.height(card, led, trump) for _, card in plays)
        return [card for card in able if self.height(card, led, trump) > best] or able

    def height(self, card, led, trump):
        """The strength of a card in its trick."""
        return (
            (card[-1] == trump) * 20 + (card[-1] == led) * 10 + ORDER.index(card[:-1]) if card[-1] in led + trump else 0
        )

    def tricks(self, leader, trump):
        """Twelve tricks: the points of each side."""
        counted = [0, 0]
        for _ in range(12):
            plays = []
            for i in range(4):
                p = (leader + i) % 4
                answer = yield p, {f"play {card}" for card in self.open_to(self.hand(p), plays, trump)}
                plays.append((p, answer.split()[1]))
            led = plays[0][1][-1]
            leader = max(plays, key=lambda play: self.height(play[1], led, trump))[0]
            counted[leader % 2] += sum(card[:-1] in ("A", "10", "K") for _, card in plays)
        counted[leader % 2] += 1
        return counted


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {
        "target": data.draw(st.sampled_from([50, 60, 100])),
        "deals": data.draw(st.integers(1, 8)),
        "first_bid": data.draw(st.integers(10, 25)),
        "all_pass": data.draw(st.sampled_from(["dealer_bids", "deal_again"])),
        "must_beat": data.draw(st.sampled_from(["in_trumps", "in_every_suit"])),
    }
    seed = data.draw(st.integers(0, 2**32))
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)))]
    match = tables.match("pinochle", options, seed=seed)
    referee = Referee(match)
    assert match.follow(referee, strategy, Dice(seed))
    assert {p % 2 for p in match.result().winners} == referee.winners


def test_the_bidders_win_if_both_sides_reach_the_target(tables, strategies):
    fewer_points_won = 0
    for seed in range(40):
        match = tables.match("pinochle", {"target": 50, "deals": 8, "first_bid": 10}, seed=seed)
        referee = Referee(match)
        assert match.follow(referee, strategies["eager"], Dice(seed))
        assert {p % 2 for p in match.result().winners} == referee.winners
        fewer_points_won += len(referee.winners) == 1 and referee.points[min(referee.winners)] < max(referee.points)
        if fewer_points_won and seed >= 9:
            break
    assert fewer_points_won


def test_the_referee_finds_known_melds():
    assert melds(["A♠", "10♠", "K♠", "Q♠", "J♠", "9♠", "9♠", "K♠", "Q♠"], "♠") == 15 + 4 + 2
    assert melds(["A♠", "10♠", "K♠", "Q♠", "J♠", "A♠", "10♠", "K♠", "Q♠", "J♠"], "♠") == 150
    assert melds(["Q♠", "J♦", "Q♠", "J♦", "K♥", "Q♥"], "♣") == 30 + 2
    assert melds(["A♠", "A♦", "A♥", "A♣", "K♠", "K♦", "K♥", "K♣"], "♣") == 10 + 8
