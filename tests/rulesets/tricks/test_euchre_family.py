"""The games of the Euchre family compared with referees written from the published descriptions.

They are British Euchre, Railroad, Six-Hand, Buck and Call-Ace Euchre, Pepper and Hasenpfeffer. A referee reads the hands
and the card turned up from the engine. Everything else it works out itself: what may be said and played, who takes a
trick, and the points.
"""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
NAMES = {sign: name for name, sign in SIGNS.items()}
SISTER = {"♣": "♠", "♠": "♣", "♦": "♥", "♥": "♦"}
ORDER = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def suit(card, trump):
    """The suit to which a card belongs: the joker and the left bower are trumps."""
    if card == "Joker" or (trump in SISTER and card == "J" + SISTER[trump]):
        return trump
    return card[-1]


def height(card, trump):
    """The height of a card within its suit."""
    if card == "Joker":
        return 30
    if card[:-1] == "J" and trump in SISTER and card[-1] in (trump, SISTER[trump]):
        return 20 + (card[-1] == trump)
    return ORDER.index(card[:-1])


def winner(plays, trump):
    """The player who takes a trick."""
    led = suit(plays[0][1], trump)
    return max(
        plays, key=lambda play: (suit(play[1], trump) == trump, suit(play[1], trump) == led, height(play[1], trump))
    )[0]


class Euchre:
    """What all these games have in common: seats, following suit, a card turned up, and going alone."""

    settings: ClassVar[dict[str, list]] = {}
    seats: ClassVar[list[int]] = [4]
    order, name = "order up", "name"
    tricks = 5

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points = [0] * len(match.values("points"))
        self.sides = len(self.points)

    def hand(self, p):
        """The cards a player holds."""
        return self.match.cards("hand", p)

    def after(self, p):
        """All the seats, beginning behind a player."""
        return [(p + n) % self.players for n in range(1, self.players + 1)]

    def partner(self, p):
        """The player opposite."""
        return (p + self.players // 2) % self.players

    def over(self):
        """Whether somebody has enough points."""
        return max(self.points) >= self.options["target"]

    def most(self):
        """How many deals there are at most."""
        return self.options.get("deals", 10**6)

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        for _ in range(self.most()):
            yield from self.deal(dealer)
            dealer = (dealer + 1) % self.players
            if self.over():
                return

    def play(self, leader, trump, sitting=()):
        """Play the tricks.  Return how many each player has taken."""
        taken, self.shown = [0] * self.players, []
        for _ in range(self.tricks):
            plays = []
            for p in [leader, *self.after(leader)[:-1]]:
                if p in sitting:
                    continue
                hand = self.hand(p)
                led = suit(plays[0][1], trump) if plays else None
                able = [card for card in hand if suit(card, trump) == led] or hand
                answer = yield p, {f"play {card}" for card in able}
                plays.append((p, answer.split()[1]))
            leader = winner(plays, trump)
            taken[leader] += 1
            self.shown += plays
        return taken

    def by_side(self, taken):
        """The tricks of each side."""
        return [sum(taken[p] for p in range(self.players) if p % self.sides == side) for side in range(self.sides)]

    def make_trump(self, dealer, upcard, alone=True):
        """Two rounds of naming trumps.  Return the maker, the trump and whether the maker plays alone."""
        offered = upcard[-1] if upcard != "Joker" else "♥"
        for p in self.after(dealer):
            answer = yield p, {"pass", self.order} | ({f"{self.order} alone"} if alone else set())
            if answer != "pass":
                lone = answer.endswith("alone")
                yield from self.going_alone(p) if lone else ()
                yield from self.take_up(dealer, self.partner(p) if lone else None)
                return p, offered, lone
        for p in self.after(dealer):
            names = {f"{self.name} {name}" for name, sign in SIGNS.items() if sign != offered}
            names |= {f"{name} alone" for name in names} if alone else set()
            answer = yield p, names | ({"pass"} if p != dealer or self.options.get("last_word") != "name" else set())
            if answer != "pass":
                lone = answer.endswith("alone")
                yield from self.going_alone(p) if lone else ()
                return p, SIGNS[answer.split()[1]], lone
        return None, None, False

    def going_alone(self, p):
        """What a player may do who plays alone."""
        yield from ()

    def take_up(self, dealer, sitting):
        """The dealer takes up the card turned up."""
        if dealer != sitting:
            hand = self.hand(dealer)
            assert len(hand) == 6
            yield dealer, {f"discard {card}" for card in hand}

    def first(self, dealer, sitting):
        """Who leads to the first trick."""
        return next(p for p in self.after(dealer) if p not in sitting)


class BritishEuchre(Euchre):
    """The Benny is the best trump."""

    order = "accept"
    settings: ClassVar = {"target": [5, 7], "lone_march": [2, 4, 5], "last_word": ["pass", "name"]}

    def deal(self, dealer):
        """Play a deal."""
        (upcard,) = self.match.cards("turned")
        if upcard == "Joker":
            assert not any(self.hand(p) for p in range(4)), "the dealer names the trump unseen"
            answer = yield dealer, {f"name {name}" for name in SIGNS}
            yield from self.take_up(dealer, None)
            maker, trump, lone = dealer, SIGNS[answer.split()[1]], False
        else:
            maker, trump, lone = yield from self.make_trump(dealer, upcard)
        if maker is None:
            return
        sitting = {self.partner(maker)} if lone else set()
        tricks = self.by_side((yield from self.play(self.first(dealer, sitting), trump, sitting)))
        n = tricks[maker % 2]
        if n < 3:
            self.points[1 - maker % 2] += 2
        else:
            self.points[maker % 2] += 1 if n < 5 else self.options["lone_march"] if lone else 2


class SixHandEuchre(Euchre):
    """Three pairs with 33 cards."""

    seats: ClassVar = [6]
    settings: ClassVar = {"target": [5, 8], "march": [2, 4], "lone_march": [4, 8], "majority": ["three", "most"]}

    def deal(self, dealer):
        """Play a deal."""
        (upcard,) = self.match.cards("turned")
        maker, trump, lone = yield from self.make_trump(dealer, upcard)
        if maker is None:
            return
        sitting = {self.partner(maker)} if lone else set()
        tricks = self.by_side((yield from self.play(self.first(dealer, sitting), trump, sitting)))
        side = maker % 3
        n, rivals = tricks[side], [t for other, t in enumerate(tricks) if other != side]
        if n == 5:
            self.points[side] += self.options["lone_march" if lone else "march"]
        elif n >= 3 or (self.options["majority"] == "most" and n > max(rivals)):
            self.points[side] += 1
        else:
            for other in range(3):
                self.points[other] += 2 * (other != side)


class RailroadEuchre(Euchre):
    """Calling for the best card, and defending alone."""

    settings: ClassVar = {
        "target": [5, 6], "call_for_best": [True, False], "defend_alone": [True, False], "slam": [True, False],
        "games": [1, 2],
    }  # fmt: skip

    def game(self):
        """All the games."""
        dealer, won = self.match.value("dealer"), [0, 0]
        for _ in range(self.options["games"]):
            self.points[:] = [0, 0]
            while not self.over():
                yield from self.deal(dealer)
                dealer = (dealer + 1) % 4
            best = self.points.index(max(self.points))
            won[best] += 2 if self.options["slam"] and min(self.points) == 0 else 1
        assert self.match.values("games_won") == won

    def going_alone(self, p):
        """The partner's best card."""
        self.alone.add(p)
        if self.options["call_for_best"]:
            hand = self.hand(p)
            answer = yield p, {f"call for the best, discarding {card}" for card in hand} | {"play as it is"}
            if answer != "play as it is":
                passed = self.hand(self.partner(p))
                answer = yield self.partner(p), {f"pass {card}" for card in passed}
                assert answer.split()[1] in self.hand(p)

    def deal(self, dealer):
        """Play a deal."""
        (upcard,) = self.match.cards("turned")
        self.alone = set()
        maker, trump, lone = yield from self.make_trump(dealer, upcard)
        if maker is None:
            return
        if lone and self.options["defend_alone"]:
            for p in ((maker + 1) % 4, (maker + 3) % 4):
                if self.partner(p) not in self.alone:
                    answer = yield p, {"defend together", "defend alone"}
                    if answer == "defend alone":
                        yield from self.going_alone(p)
        sitting = {self.partner(p) for p in self.alone}
        tricks = self.by_side((yield from self.play(self.first(dealer, sitting), trump, sitting)))
        n = tricks[maker % 2]
        if n < 3:
            self.points[1 - maker % 2] += 4 if len(self.alone) == 2 else 2
        else:
            self.points[maker % 2] += 1 if n < 5 else 4 if lone else 2


class BuckEuchre(Euchre):
    """Everybody alone, from 25 down to zero."""

    settings: ClassVar = {"stake": [10, 15], "penalty": [3, 5], "dirty_clubs": [True, False], "deals": [4, 12]}

    def __init__(self, match):
        super().__init__(match)
        self.points = [self.options["stake"]] * 4

    def over(self):
        """Whether somebody has come down to zero."""
        return min(self.points) <= 0

    def deal(self, dealer):
        """Play a deal."""
        (upcard,) = self.match.cards("turned")
        maker, trump, out = None, "no", set()
        if upcard[-1] == "♣" and self.options["dirty_clubs"]:
            trump = "♣"
        else:
            for p in self.after(dealer):
                answer = yield p, {"pass", "order up"}
                if answer != "pass":
                    maker, trump = p, upcard[-1]
                    yield from self.take_up(dealer, None)
                    break
            else:
                for p in self.after(dealer):
                    names = {f"name {name}" for name, sign in SIGNS.items() if sign != upcard[-1]} | {"name no trump"}
                    answer = yield p, names | {"pass"}
                    if answer != "pass":
                        maker, trump = p, SIGNS.get(answer.removeprefix("name "), "no")
                        break
            for p in self.after(maker)[:-1] if maker is not None else ():
                answer = yield p, {"stay in", "drop out"}
                if answer == "drop out":
                    out.add(p)
        if len(out) == 3:
            taken = [5 * (p == maker) for p in range(4)]
        else:
            taken = yield from self.play(self.first(dealer, out), trump, out)
        for p in set(range(4)) - out:
            enough = taken[p] >= (3 if p == maker else 1)
            self.points[p] += -taken[p] if enough else self.options["penalty"]


class CallAceEuchre(Euchre):
    """A suit is called; the best card of it shows the partner."""

    seats: ClassVar = [4, 5, 6]
    settings: ClassVar = {"target": [5, 6], "march": [2, 3], "euchred": [1, 2]}

    def deal(self, dealer):
        """Play a deal."""
        (upcard,) = self.match.cards("turned")
        maker, trump, _ = yield from self.make_trump(dealer, upcard, alone=False)
        if maker is None:
            return
        answer = yield maker, {f"call {name}" for name, sign in SIGNS.items() if sign != trump} | {"play alone"}
        taken = yield from self.play((dealer + 1) % self.players, trump)
        side = {maker}
        if answer != "play alone":
            sign = SIGNS[answer.split()[1]]
            called = [(ORDER.index(card[:-1]), p) for p, card in self.shown if suit(card, trump) == sign]
            side |= {max(called)[1]} if called else set()
        n = sum(taken[p] for p in side)
        for p in range(self.players):
            if n < 3:
                self.points[p] += self.options["euchred"] * (p not in side)
            elif p in side:
                self.points[p] += 1 if n < 5 else self.options["march"] if len(side) == 2 else self.players


class Pepper(Euchre):
    """Bids up to big pepper."""

    tricks = 6
    settings: ClassVar = {"target": [15, 18], "set_back": [5, 6], "deals": [4, 12]}
    bids: ClassVar = {f"bid {n}": n for n in range(1, 6)} | {"bid little pepper": 6, "bid big pepper": 7}

    def auction(self, dealer):
        """Bids until three others pass.  Return the bidder and the bid."""
        bidder, bid, passes, p = None, 0, 0, dealer
        while passes < (3 if bidder is not None else 4) and bid < max(self.bids.values()):
            p = (p + 1) % 4
            answer = yield p, {label for label, n in self.bids.items() if n > bid} | {"pass"}
            if answer == "pass":
                passes += 1
            else:
                bidder, bid, passes = p, self.bids[answer], 0
        return bidder, bid

    def deal(self, dealer):
        """Play a deal."""
        bidder, bid = yield from self.auction(dealer)
        if bidder is None:
            return
        answer = yield bidder, {f"name {name}" for name in SIGNS} | {"name no trump"}
        tricks = self.by_side((yield from self.play(bidder, SIGNS.get(answer.removeprefix("name "), "no"))))
        side = bidder % 2
        self.points[1 - side] += tricks[1 - side]
        if tricks[side] >= min(bid, 6):
            self.points[side] += 12 if bid == 7 else tricks[side]
        else:
            self.points[side] -= self.options["set_back"] * (2 if bid == 7 else 1)


class Hasenpfeffer(Pepper):
    """With a joker and a widow."""

    settings: ClassVar = {"target": [5, 10], "forced_bid": [1, 3], "deals": [4, 12]}
    bids: ClassVar = {f"bid {n}": n for n in range(1, 7)}

    def deal(self, dealer):
        """Play a deal."""
        hands = [self.hand(p) for p in range(4)]
        bidder, bid = yield from self.auction(dealer)
        if bidder is None:
            bidder, bid = next((p for p in range(4) if "Joker" in hands[p]), None), self.options["forced_bid"]
        if bidder is None:
            return
        hand = self.hand(bidder)
        assert len(hand) == 7
        yield bidder, {f"discard {card}" for card in hand}
        answer = yield bidder, {f"name {name}" for name in SIGNS}
        tricks = self.by_side((yield from self.play(bidder, SIGNS[answer.split()[1]])))
        side = bidder % 2
        self.points[1 - side] += tricks[1 - side]
        self.points[side] += tricks[side] if tricks[side] >= bid else -bid


REFEREES = {
    "british_euchre": BritishEuchre,
    "buck_euchre": BuckEuchre,
    "call_ace_euchre": CallAceEuchre,
    "hasenpfeffer": Hasenpfeffer,
    "pepper": Pepper,
    "railroad_euchre": RailroadEuchre,
    "six_hand_euchre": SixHandEuchre,
}


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    kind = REFEREES[name]
    options = {option: data.draw(st.sampled_from(values), label=option) for option, values in kind.settings.items()}
    players, seed = data.draw(st.sampled_from(kind.seats)), data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["shy"]]))
    match = tables.match(name, options, players, seed=seed)
    assert match.follow(kind(match), strategy, Dice(seed))
    aim = min if name == "buck_euchre" else max
    if name != "railroad_euchre":
        points = match.values("points")
        assert list(match.result().winners) == [p for p, n in enumerate(points) if n == aim(points)]
