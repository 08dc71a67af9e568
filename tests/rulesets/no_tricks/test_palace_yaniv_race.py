"""Palace, Yaniv and Road Race compared with referees written from the published descriptions.

A referee reads the hands from the engine, and what a draw from a face-down pile has brought. Everything else it works out
itself: what may be laid, taken and played, whose turn it is, and the points.
"""

from __future__ import annotations

import itertools
import re
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Moved

GAMES = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Referee:
    """What the referees have in common."""

    settings: ClassVar[dict[str, list]] = {}
    seats: ClassVar[list[int]] = [2]

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points = [0] * len(match.values("points"))

    def cards(self, zone, p=-1):
        """The cards of a zone."""
        return self.match.cards(zone, p)


class Palace(Referee):
    """Hand, cards face up, cards face down."""

    settings: ClassVar = {
        "deals": [1, 2], "four_burn": [True, False], "takes_one_up": [True, False], "longest": [50, 300],
    }  # fmt: skip
    seats: ClassVar = [2, 3, 5]
    heights: ClassVar = {"2": 20, "10": 20, **{str(n): n for n in range(3, 10)}, "J": 11, "Q": 12, "K": 13, "A": 14}

    def height(self, card):
        """The height of a card."""
        return self.heights[card[:-1]]

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            for n in range(1, self.players + 1):
                yield from self.exchange((dealer + n) % self.players)
            yield from self.deal((dealer + 1) % self.players)
            for p in range(self.players):
                self.points[p] += any(self.left[p].values())
            dealer = (dealer + 1) % self.players

    def exchange(self, p):
        """Exchange cards before the first turn."""
        for _ in range(3):
            pairs = itertools.product(self.cards("hand", p), self.cards("up", p))
            answer = yield p, {f"exchange {c} for {d}" for c, d in pairs if c[:-1] != d[:-1]} | {"ready"}
            if answer == "ready":
                return

    def deal(self, turn):
        """Turns until one player is left."""
        self.pile, self.stock = [], 52 - 9 * self.players
        self.left = [{"hand": 3, "up": 3, "down": 3} for _ in range(self.players)]
        for _ in range(self.options["longest"]):
            zone = next(zone for zone, count in self.left[turn].items() if count)
            again = yield from self.turn_up(turn) if zone == "down" else self.lay(turn, zone)
            still = [p for p in range(self.players) if any(self.left[p].values())]
            if len(still) < 2:
                return
            if not again or turn not in still:
                turn = next(p for n in range(1, self.players + 1) if (p := (turn + n) % self.players) in still)

    def needed(self):
        """The height to be reached."""
        return self.height(self.pile[-1]) if self.pile and self.pile[-1][:-1] != "2" else 0

    def burns(self):
        """Whether the pile is taken out of play."""
        alike = len(self.pile) >= 4 and len({card[:-1] for card in self.pile[-4:]}) == 1
        return self.pile[-1][:-1] == "10" or (bool(self.options["four_burn"]) and alike)

    def burn(self):
        """Take the pile out of play if it is time.  Return whether it was."""
        burnt = self.burns()
        if burnt:
            self.pile = []
        return burnt

    def take(self, p):
        """Take the pile."""
        self.left[p]["hand"] += len(self.pile)
        self.pile = []
        return False

    def lay(self, p, zone):
        """Lay a card or several, or take the pile.  Return whether the player has another turn."""
        cards, left = self.cards(zone, p), self.left[p]
        assert len(cards) == left[zone]
        labels = {f"play {card}" for card in cards if self.height(card) >= self.needed()}
        answer = yield p, labels | ({"take the pile"} if self.pile else set())
        if answer == "take the pile":
            if zone == "up" and self.options["takes_one_up"]:
                yield p, {f"take up {card}" for card in cards}
                left["up"] -= 1
                left["hand"] += 1
            return self.take(p)
        while True:
            self.pile.append(answer.split()[1].rstrip(","))
            left[zone] -= 1
            cards.remove(self.pile[-1])
            rest = [card for card in cards if card[:-1] == self.pile[-1][:-1]]
            if self.burns() or not rest:
                break
            answer = yield p, {f"play {card}, too" for card in rest} | {"enough"}
            if answer == "enough":
                break
        drawn = min(self.stock, max(0, 3 - left["hand"])) if zone == "hand" else 0
        self.stock -= drawn
        left["hand"] += drawn
        return self.burn()

    def turn_up(self, p):
        """Turn up a card from below.  Return whether the player has another turn."""
        yield p, {f"turn up card {n}" for n in range(1, self.left[p]["down"] + 1)}
        moves = (record for record in reversed(self.match.records) if isinstance(record, Moved))
        move = next(move for move in moves if self.match.zone(move.source) == ("down", p))
        card, least = self.match.engine.words.card(move.cards[0]), self.needed()
        self.left[p]["down"] -= 1
        self.pile.append(card)
        return self.burn() if self.height(card) >= least else self.take(p)


class Yaniv(Referee):
    """Lay cards away, and draw."""

    settings: ClassVar = {"target": [50, 80], "call_limit": [5, 7], "relief": [True, False], "reshuffles": [0, 1]}
    seats: ClassVar = [2, 3, 5]

    def pips(self, cards):
        """The count of cards."""
        return sum(0 if card == "Joker" else min(10, RANKS.index(card[:-1]) + 1) for card in cards)

    @staticmethod
    def naturals(cards):
        """The places of the cards that are no jokers, if they are of one suit and differ."""
        real = [card for card in cards if card != "Joker"]
        places = sorted(RANKS.index(card[:-1]) for card in real)
        right = len({card[-1] for card in real}) == 1 and len(set(places)) == len(places)
        return places if right else None

    def is_run(self, cards):
        """Whether the cards are a sequence."""
        places = self.naturals(cards)
        return len(cards) >= 3 and places is not None and places[-1] - places[0] < len(cards)

    def may_lay(self, cards):
        """Whether the cards may be laid away together."""
        alike = len({card[:-1] for card in cards}) == 1 and "Joker" not in cards
        return len(cards) == 1 or alike or self.is_run(cards)

    def may_take(self, laid):
        """The cards that may be taken."""
        if not self.is_run(laid):
            return set(laid)
        places = self.naturals(laid)
        ends = {card for card in laid if card != "Joker" and RANKS.index(card[:-1]) in (places[0], places[-1])}
        return ends | ({"Joker"} if "Joker" in laid and places[-1] - places[0] < len(laid) - 1 else set())

    def game(self):
        """All the deals."""
        dealer, starter, out = self.match.value("dealer"), None, set()
        while self.players - len(out) > 1:
            seats = [p for n in range(1, self.players + 1) if (p := (dealer + n) % self.players) not in out]
            first = starter if starter is not None and starter not in out else seats[0]
            caller, hands = yield from self.deal(seats, first)
            counts = {p: self.pips(hands[p]) for p in seats}
            before = {p: self.points[p] for p in seats}
            starter = self.count(counts, caller, starter)
            if self.options["relief"]:  # for whoever has just come to it, not for whoever stays there
                for p in seats:
                    if self.points[p] != before[p] and self.points[p] in (
                        self.options["target"],
                        self.options["target"] // 2,
                    ):
                        self.points[p] //= 2
            low, high = min(self.points[p] for p in seats), self.options["target"]
            failing = {p for p in seats if self.points[p] > high}
            out |= {p for p in failing if len(failing) < len(seats) or self.points[p] > low}
            dealer = next(p for n in range(1, self.players + 1) if (p := (dealer + n) % self.players) not in out)

    def count(self, counts, caller, starter):
        """Score a deal.  Return who begins the next one."""
        if caller is None:
            for p, n in counts.items():
                self.points[p] += n
            return starter
        good = all(counts[p] > counts[caller] for p in counts if p != caller)
        for p, n in counts.items():
            if p == caller:
                self.points[p] += 0 if good else n + 30
            elif good or n > min(counts.values()):
                self.points[p] += n
        if good:
            return caller
        return min((p for p in counts if p != caller and counts[p] == min(counts.values())),
                   key=lambda p: (p - caller) % self.players)  # fmt: skip

    def deal(self, seats, first):
        """Turns until somebody calls.  Return the caller and the hands."""
        packs = 2 if self.players > 3 else 1
        stock, discards, renewed = 54 * packs - 5 * len(seats) - 1, 0, 0
        laid, turn = self.cards("laid"), seats.index(first)
        hands = {p: self.cards("hand", p) for p in seats}
        while True:
            p = seats[turn]
            sets = [
                set_
                for n in range(1, len(hands[p]) + 1)
                for set_ in itertools.combinations(hands[p], n)
                if self.may_lay(set_)
            ]
            labels = {f"lay away {' '.join(cards)}" for cards in sets}
            answer = yield p, labels | ({"call Yaniv"} if self.pips(hands[p]) <= self.options["call_limit"] else set())
            if answer == "call Yaniv":
                return p, hands
            fresh = answer.split()[2:]
            if not stock and renewed < self.options["reshuffles"] and discards:
                stock, discards, renewed = discards, 0, renewed + 1
            dry = not stock
            answer = yield p, {f"take {card}" for card in self.may_take(laid)} | {"draw nothing" if dry else "draw"}
            for card in fresh:
                hands[p].remove(card)
            if answer.startswith("take"):
                laid.remove(answer.split()[1])
                hands[p].append(answer.split()[1])
            elif answer == "draw":
                stock -= 1
                hands[p] = self.cards("hand", p)
            discards, laid = discards + len(laid), fresh
            if dry:
                return None, hands
            turn = (turn + 1) % len(seats)


class RoadRace(Referee):
    """Kilometres, hazards, remedies and safeties."""

    settings: ClassVar = {"trip": ["long", "short"], "target": [500, 1500], "deals": [1, 2], "coup": [100, 300]}
    seats: ClassVar = [2, 3, 4]
    remedy: ClassVar = {"Repair": "Accident", "Fuel": "Empty", "Spare": "Flat", "Go": "Stop"}
    against: ClassVar = {"Accident": "Ace", "Empty": "Tanker", "Flat": "Tough", "Stop": "Siren", "Limit": "Siren"}
    called: ClassVar = {
        "accident": "Accident.hazards", "out of petrol": "Empty.hazards", "flat tyre": "Flat.hazards",
        "speed limit": "Limit.hazards", "red light": "Stop.hazards", "repairs": "Repair.remedies",
        "petrol": "Fuel.remedies", "spare tyre": "Spare.remedies", "end of limit": "End.remedies",
        "green light": "Go.remedies", "driving ace": "Ace.safeties", "petrol tanker": "Tanker.safeties",
        "tough tyres": "Tough.safeties", "right of way": "Siren.safeties",
    }  # fmt: skip
    """What the cards are called at the table."""

    def cards(self, zone, p=-1):
        """The cards of a zone, as the rule file names them."""
        return [self.called.get(card, card) for card in super().cards(zone, p)]

    @classmethod
    def plain(cls, label):
        """A label with the cards as the rule file names them."""
        for said, name in sorted(cls.called.items(), key=lambda pair: -len(pair[0])):
            label = re.sub(rf"(?<![\w.]){said}(?!\w)", name, label)
        return label

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal((dealer + 1) % self.players)
            for t in range(self.sides):
                self.points[t] += self.earned(t)
            dealer = (dealer + 1) % self.players
            if max(self.points) >= self.options["target"]:
                return

    def deal(self, turn):
        """Turns until somebody has arrived or no cards are left."""
        self.sides = len(self.points)
        self.goal = 1000 if self.options["trip"] == "long" else 700
        self.battle, self.limit = [[] for _ in range(self.sides)], [False] * self.sides
        self.road, self.safe = [[] for _ in range(self.sides)], [set() for _ in range(self.sides)]
        self.coups, self.first, self.late = [0] * self.sides, None, False
        self.stock, sizes = 106 - 6 * self.players, [6] * self.players
        while self.first is None and (self.stock or any(sizes)):
            sizes[turn] += bool(self.stock)
            self.stock -= bool(self.stock)
            self.next: int | None = None
            if sizes[turn]:
                sizes[turn] -= 1
                yield from self.turn(turn, sizes)
            turn = self.next if self.next is not None else (turn + 1) % self.players

    def top(self, t):
        """The card on top of what drives a side on or holds it up."""
        return self.battle[t][-1] if self.battle[t] else None

    def drives(self, t):
        """Whether a side is driving."""
        return self.top(t) == "Go" or ("Siren" in self.safe[t] and self.top(t) not in self.against)

    def may_drive(self, t, card):
        """Whether a side may drive so far."""
        km = int(card)
        slow = self.limit[t] and km > 50
        return (
            self.drives(t)
            and not slow
            and sum(self.road[t]) + km <= self.goal
            and (km < 200 or self.road[t].count(200) < 2)
        )

    def may_mend(self, t, card):
        """Whether a remedy does something."""
        if card == "End":
            return self.limit[t]
        if card == "Go" and self.top(t) not in self.against:
            return self.top(t) != "Go" and "Siren" not in self.safe[t]
        return self.top(t) is not None and self.remedy.get(card) == self.top(t)

    def may_hold_up(self, t, card):
        """Whether a hazard may be played against a side."""
        if self.against[card] in self.safe[t]:
            return False
        return not self.limit[t] if card == "Limit" else self.drives(t)

    def name(self, t):
        """What a side is called in choices."""
        seats = [chr(65 + p) for p in range(self.players) if p % self.sides == t]
        return " and ".join(seats)

    def turn(self, p, sizes):
        """A turn: a card is played or discarded."""
        own, labels = p % self.sides, set()
        hands = [self.cards("hand", q) for q in range(self.players)]
        for face in set(self.cards("hand", p)):
            card = face.split(".")[0]
            labels.add(f"discard {face}")
            if card.isdigit() and self.may_drive(own, card):
                labels.add(f"drive {face}")
            elif card in self.against.values():
                labels.add(f"play {face}")
            elif card in self.against:
                others = [t for t in range(self.sides) if t != own and self.may_hold_up(t, card)]
                labels |= {f"play {face} against {self.name(t)}" for t in others}
            elif not card.isdigit() and self.may_mend(own, card):
                labels.add(f"mend with {face}")
        answer = self.plain((yield p, labels))
        card = next(word for word in answer.split() if "." in word).split(".")[0]
        if answer.startswith("drive"):
            self.road[own].append(int(card))
            if sum(self.road[own]) == self.goal:
                yield from self.arrive(p, own)
        elif answer.startswith("mend"):
            if card == "End":
                self.limit[own] = False
            else:
                self.battle[own].append(card)
        elif "against" in answer:
            side = next(t for t in range(self.sides) if answer.endswith(f" against {self.name(t)}"))
            yield from self.hold_up(side, card, sizes, hands)
        elif answer.startswith("play"):
            self.lay_safety(own, card)
            self.next = p

    def arrive(self, p, side):
        """A side has reached the goal."""
        if self.goal == 700:
            answer = yield p, {"end the race", "go on to 1000"}
            if answer == "go on to 1000":
                self.goal = 1000
                return
        self.first, self.late = side, not self.stock

    def lay_safety(self, side, card):
        """Lay a safety."""
        self.safe[side].add(card)
        if self.against.get(self.top(side)) == card:
            self.battle[side].pop()
        if card == "Siren":
            self.limit[side] = False

    def hold_up(self, side, card, sizes, hands):
        """Play a hazard against a side; it may be answered at once."""
        if card == "Limit":
            self.limit[side] = True
        else:
            self.battle[side].append(card)
        answers = [
            (q, face)
            for q in range(self.players)
            if q % self.sides == side
            for face in hands[q]
            if face.split(".")[0] == self.against[card]
        ]
        if answers:
            ((q, face),) = answers
            answer = yield q, {f"coup fourré with {face}", "bear it"}
            if answer != "bear it":
                self.coups[side] += 1
                self.lay_safety(side, self.against[card])
                sizes[q] -= not self.stock
                self.stock -= bool(self.stock)
                self.next = q

    def earned(self, t):
        """The points of a side for a deal."""
        points = sum(self.road[t]) + 100 * len(self.safe[t]) + 300 * (len(self.safe[t]) == 4)
        points += self.options["coup"] * self.coups[t]
        if self.first == t:
            points += 400 + 300 * self.late + 300 * (200 not in self.road[t])
            points += 500 * (not any(self.road[u] for u in range(self.sides) if u != t))
            points += 200 * (self.options["trip"] == "short" and self.goal == 1000)
        return points


REFEREES = {
    "palace": Palace,
    "road_race": RoadRace,
    "yaniv": Yaniv,
}


def tidy(label):
    """A label with its words in order, because its cards may come in any order."""
    return tuple(sorted(RoadRace.plain(label).split()))


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    kind = REFEREES[name]
    options = {option: data.draw(st.sampled_from(values), label=option) for option, values in kind.settings.items()}
    players, seed = data.draw(st.sampled_from(kind.seats)), data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["shy"]]))
    match = tables.match(name, options, players, seed=seed)
    assert match.follow(kind(match), strategy, Dice(seed), tidy)
    points = match.values("points")
    best = max(points) if name == "road_race" else min(points)
    assert list(match.result().winners) == [p for p, n in enumerate(points) if n == best]
