"""Twenty-Eight, Clabber and Jass compared with referees written from the published descriptions.

A referee reads the hands from the engine. It works out itself what may be said and played, who takes a trick, what is
announced, and the points.
"""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


class Referee:
    """What these games have in common.  Seats are numbered in the direction of play; partners sit opposite."""

    settings: ClassVar[dict[str, list]] = {}

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points = [0, 0]

    def hand(self, p):
        """The cards a player holds."""
        return self.match.cards("hand", p)

    def after(self, p):
        """All the seats, beginning behind a player."""
        return [(p + n) % 4 for n in range(1, 5)]

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        for _ in range(self.options.get("deals", 10**6)):
            yield from self.deal(dealer)
            dealer = (dealer + 1) % 4
            if self.over():
                return

    def over(self):
        """Whether a side has enough points."""
        return max(self.points) >= self.options["target"]


class TwentyEight(Referee):
    """A hidden trump."""

    settings: ClassVar = {
        "target": [2, 4], "over_partner": [14, 20], "lost_bid": ["one_more", "the_same"], "deals": [3, 6],
    }  # fmt: skip
    order: ClassVar = ["7", "8", "Q", "K", "10", "A", "9", "J"]
    pips: ClassVar = {"J": 3, "9": 2, "A": 1, "10": 1}

    def over(self):
        """Whether a side has enough points, or has lost as many."""
        return max(map(abs, self.points)) >= self.options["target"]

    def deal(self, dealer):
        """Play a deal."""
        bidder, bid, passes, p = None, 13, 0, dealer
        while passes < 3 and bid < 28:
            p = (p + 1) % 4
            least = max(bid + 1, self.options["over_partner"] if bidder == (p + 2) % 4 else 0)
            answer = yield p, {f"bid {n}" for n in range(least, 29)} | ({"pass"} if bidder is not None else set())
            if answer == "pass":
                passes += 1
            else:
                bidder, bid, passes = p, int(answer[4:]), 0
        answer = yield bidder, {f"hide {card}" for card in self.hand(bidder)}
        self.bidder, self.hidden, self.trump = bidder, answer.split()[1], None
        assert len(self.hand(bidder)) == 7
        taken, leader = [0, 0], (dealer + 1) % 4
        for _ in range(8):
            leader, worth = yield from self.trick(leader)
            taken[leader % 2] += worth
        side, earns = bidder % 2, 1 + (bid >= 20) + (bid >= 24) + (bid == 28)
        lost = earns + (self.options["lost_bid"] == "one_more")
        self.points[side] += earns if taken[side] >= bid else -lost

    def trick(self, leader):
        """Play a trick.  Return who takes it, and its points."""
        plays = []
        for p in [leader, *self.after(leader)[:-1]]:
            led, asked = plays[0][1][-1] if plays else None, False
            hand = [card for card in self.hand(p) if self.trump or card != self.hidden]  # it may be turned up by now
            if self.trump is None and p == self.bidder and not hand:
                self.trump, hand = self.hidden[-1], [self.hidden]
            elif self.trump is None and plays and not any(card[-1] == led for card in hand):
                answer = yield p, {"ask for the trump", "play on"}
                if answer == "ask for the trump":
                    self.trump, asked = self.hidden[-1], True
                    assert self.hidden in self.hand(self.bidder)
                    hand = self.hand(p)
            able = [card for card in hand if card[-1] == led] or hand
            if asked:
                able = [card for card in able if card[-1] == self.trump] or able
            if not plays and self.trump is None and p == self.bidder:
                able = [card for card in able if card[-1] != self.hidden[-1]] or able
            answer = yield p, {f"play {card}" for card in able}
            plays.append((p, answer.split()[1]))
        suit = self.trump if any(card[-1] == self.trump for _, card in plays) else plays[0][1][-1]
        best = max((play for play in plays if play[1][-1] == suit), key=lambda play: self.order.index(play[1][:-1]))
        return best[0], sum(self.pips.get(card[:-1], 0) for _, card in plays)


class WithMelds(Referee):
    """Clabber and Jass: sequences and four of a kind are announced with the first card."""

    ranks: ClassVar[list[str]] = []
    fours: ClassVar[dict[str, int]] = {}
    king_and_queen = "bella"

    def runs(self, hand):
        """All the longest sequences of at least three cards: length, place of the highest card, suit."""
        for sign in "♣♦♥♠":
            length = 0
            for place, rank in enumerate([*self.ranks, ""]):
                if rank + sign in hand:
                    length += 1
                    continue
                if length >= 3:
                    yield length, place - 1, sign
                length = 0

    def four_alike(self, hand):
        """The ranks of which the hand has all four cards."""
        return [rank for rank in self.fours if sum(card[:-1] == rank for card in hand) == 4]

    def melds(self, hand):
        """What the hand can announce, in points."""
        return sum(self.run_points(n) for n, *_ in self.runs(hand)) + sum(self.fours[r] for r in self.four_alike(hand))

    def play(self, leader, trump, tricks):
        """Play the tricks.  Return the points of cards and the number of tricks of each side."""
        taken, counts, said = [0, 0], [0, 0], []
        self.royals, royal = [0, 0], {}
        for n in range(tricks):
            plays = []
            for p in [leader, *self.after(leader)[:-1]]:
                hand = self.hand(p)
                if not n and self.melds(hand):
                    answer = yield p, {"announce", "say nothing"}
                    if answer == "announce":
                        said.append((self.best(hand, trump), -len(said), p % 2, self.melds(hand)))
                answer = yield p, {f"play {card}" for card in self.able(hand, plays, trump)}
                card = answer.split()[1]
                plays.append((p, card))
                if card in (f"K{trump}", f"Q{trump}"):
                    other = {"K": "Q", "Q": "K"}[card[0]] + trump
                    if other in hand:
                        royal[p] = True
                    elif p in royal:
                        answer = yield p, {self.king_and_queen, "say nothing"}
                        self.royals[p % 2] += 20 * (answer != "say nothing")
            leader = self.winner(plays, trump)
            taken[leader % 2] += sum(self.worth(card, trump) for _, card in plays)
            counts[leader % 2] += 1
        self.last, self.melded = leader % 2, [0, 0]
        if said:
            side = max(said)[2]
            self.melded[side] = sum(points for _, _, other, points in said if other == side)
        return taken, counts

    def winner(self, plays, trump):
        """Who takes the trick."""
        suit = trump if any(card[-1] == trump for _, card in plays) else plays[0][1][-1]
        order = self.order(suit, trump)
        return max((play for play in plays if play[1][-1] == suit), key=lambda play: -order.index(play[1][:-1]))[0]


class Clabber(WithMelds):
    """24 cards, and 82 points to make."""

    settings: ClassVar = {"target": [200, 300], "last_word": ["pass", "name"], "must_beat": [True, False]}
    ranks: ClassVar = ["9", "10", "J", "Q", "K", "A"]
    fours: ClassVar = {"J": 200, "9": 100, "A": 100, "K": 100, "Q": 100}

    def run_points(self, n):
        """The points of a sequence."""
        return {3: 20, 4: 50}.get(n, 100)

    def best(self, hand, trump):
        """The best announcement, as something that can be compared."""
        runs = [(self.run_points(n), n, place, sign == trump) for n, place, sign in self.runs(hand)]
        return max(runs + [(self.fours[r], 0, self.ranks.index(r), False) for r in self.four_alike(hand)])

    def order(self, suit, trump):
        """The ranks of a suit from high to low."""
        return ["J", "9", "A", "10", "K", "Q"] if suit == trump else ["A", "10", "K", "Q", "J", "9"]

    def worth(self, card, trump):
        """The points of a card."""
        if card[-1] == trump and card[:-1] in "J9":
            return {"J": 20, "9": 14}[card[:-1]]
        return {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}.get(card[:-1], 0)

    def able(self, hand, plays, trump):
        """The cards that may be played."""
        if not plays:
            return hand
        able = [card for card in hand if card[-1] == plays[0][1][-1]]
        able = able or [card for card in hand if card[-1] == trump] or hand
        if self.options["must_beat"] and able[0][-1] == trump:
            order = self.order(trump, trump)
            high = min([order.index(card[:-1]) for _, card in plays if card[-1] == trump], default=99)
            able = [card for card in able if order.index(card[:-1]) < high] or able
        return able

    def deal(self, dealer):
        """Play a deal."""
        maker, (upcard,) = None, self.match.cards("turned")
        for p in self.after(dealer):
            answer = yield p, {"play it", "pass"}
            if answer == "play it":
                maker, trump = p, upcard[-1]
                break
        else:
            for p in self.after(dealer):
                names = {f"name {name}" for name, sign in SIGNS.items() if sign != upcard[-1]}
                answer = yield p, names | ({"pass"} if p != dealer or self.options["last_word"] == "pass" else set())
                if answer != "pass":
                    maker, trump = p, SIGNS[answer.split()[1]]
                    break
        if maker is None:
            return
        taken, _ = yield from self.play((dealer + 1) % 4, trump, 6)
        taken[self.last] += 10
        totals = [t + m + r for t, m, r in zip(taken, self.melded, self.royals, strict=True)]
        for side in (0, 1):
            if side != maker % 2 or totals[side] >= 82:
                self.points[side] += totals[side]


class Jass(WithMelds):
    """36 cards; also played from the top or from the bottom."""

    king_and_queen = "Stöck"
    settings: ClassVar = {"target": [300, 500], "multiplied": [True, False], "match_bonus": [0, 100]}
    ranks: ClassVar = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    fours: ClassVar = {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "10": 100}

    def run_points(self, n):
        """The points of a sequence."""
        return {3: 20, 4: 50}.get(n, 50 * (n - 3))

    def best(self, hand, trump):
        """The best announcement, as something that can be compared."""
        runs = [(self.run_points(n), 0, place, sign == trump) for n, place, sign in self.runs(hand)]
        return max(runs + [(self.fours[r], 1, self.ranks.index(r), False) for r in self.four_alike(hand)])

    def order(self, suit, trump):
        """The ranks of a suit from high to low."""
        if suit == trump:
            return ["J", "9", "A", "K", "Q", "10", "8", "7", "6"]
        return self.ranks if trump == "undeufe" else self.ranks[::-1]

    def worth(self, card, trump):
        """The points of a card."""
        if card[-1] == trump and card[:-1] in "J9":
            return {"J": 20, "9": 14}[card[:-1]]
        points = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
        if trump not in "♣♦♥♠":
            points["8"] = 8
        if trump == "undeufe":
            points |= {"A": 0, "6": 11}
        return points.get(card[:-1], 0)

    def able(self, hand, plays, trump):
        """The cards that may be played."""
        if not plays:
            return hand
        led, trumps = plays[0][1][-1], [card for card in hand if card[-1] == trump]
        if led == trump:
            return trumps if any(card[0] != "J" for card in trumps) else hand
        same = [card for card in hand if card[-1] == led]
        able = same + trumps if same else hand
        order = self.order(trump, trump)
        played = [order.index(card[:-1]) for _, card in plays if card[-1] == trump]
        if played and len(trumps) < len(hand):
            able = [card for card in able if card[-1] != trump or order.index(card[:-1]) < min(played)]
        return able

    def deal(self, dealer):
        """Play a deal."""
        names, chooser = {*SIGNS, "obenabe", "undeufe"}, (dealer + 1) % 4
        answer = yield chooser, names | {"leave it to the partner"}
        if answer not in names:
            answer = yield (chooser + 2) % 4, names
        trump, factor = SIGNS.get(answer, answer), {"clubs": 1, "spades": 1, "hearts": 2, "diamonds": 2}.get(answer, 3)
        taken, counts = yield from self.play(chooser, trump, 9)
        taken[self.last] += 5
        for side in (0, 1):
            total = taken[side] + self.melded[side] + self.royals[side]
            total += self.options["match_bonus"] * (counts[side] == 9)
            self.points[side] += total * (factor if self.options["multiplied"] else 1)


REFEREES = {
    "clabber": Clabber,
    "jass": Jass,
    "twenty_eight": TwentyEight,
}


def test_the_hidden_card_may_be_the_last_one(tables, strategies):
    options = {"target": 2, "over_partner": 14, "lost_bid": "one_more", "deals": 3}
    match = tables.match("twenty_eight", options, seed=26183)
    assert match.follow(TwentyEight(match), strategies["anything"], Dice(26183))


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
    assert list(match.result().winners) == [side for side in (0, 1) if points[side] == max(points)]


def test_the_best_announcement_scores_alone(tables, fixed):
    hands = ["9♥ 10♥ J♥ Q♥ A♠ 9♣", "9♠ 10♠ J♠ 10♣ Q♣ A♣", "A♦ Q♦ 9♦ 10♦ K♠ A♥", "J♦ K♦ Q♠ K♣ J♣ K♥"]
    deal = {("hand", seat): " ".join(hand.split()[: 5 if seat == 3 else 6]) for seat, hand in enumerate(hands)}
    match = tables.match("clabber", chance=fixed(deal | {("turned", -1): "K♥"}, {"dealer": 3}))
    match.say("play it", "announce", "play 9♣", "announce", "play A♣", "play A♥", "play K♣")
    assert match.values("announced") == [50, 20]
    assert match.value("best_side") == 0
    match = tables.match("clabber", chance=fixed(deal | {("turned", -1): "K♥"}, {"dealer": 3}))
    match.say("play it", "say nothing", "play 9♣", "announce", "play A♣", "play A♥", "play K♣")
    assert match.value("best_side") == 1, "what nobody has heard does not count"
