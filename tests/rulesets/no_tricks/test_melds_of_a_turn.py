"""Canasta and Hand and Foot compared with referees written from the published descriptions.

A referee reads the hands, the pile and the stock from the engine. It keeps the melds itself, and works out what may be
laid (what the first melds can still reach by trying every distribution of the wild cards), and the points.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RANKS = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
RED, BLACK = ("3♥", "3♦"), ("3♣", "3♠")


def rank(card):
    """The rank of a card; empty for a joker."""
    return "" if card == "Joker" else card[:-1]


def pips(card):
    """What a card counts."""
    return {"": 50, "2": 20, "A": 20}.get(rank(card), 10 if rank(card) in RANKS[4:] else 5)


@cache
def best(groups, twos, jokers, most=3):
    """The most that can be laid: for each rank the natural cards, the cards on the table, the wild ones there."""
    if not groups:
        return 0
    (price, have, there, wild), *rest = groups
    found = best(tuple(rest), twos, jokers, most)
    if there or have >= 2:
        for a in range(min(twos, most - wild) + 1):
            for b in range(min(jokers, most - wild - a) + 1):
                if there or have + a + b >= 3:
                    found = max(found, price * have + 20 * a + 50 * b + best(tuple(rest), twos - a, jokers - b, most))
    return found


class Referee:
    """Two pairs, 108 cards."""

    settings: ClassVar = {"target": [500, 1500], "deals": [1, 2], "may_ask": [True, False], "canastas": [1, 2]}

    most = 3
    """Wild cards that a meld may have."""

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points = [0, 0]

    def hand(self, p):
        """The cards a player holds."""
        return self.match.cards("hand", p)

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal(dealer)
            dealer = (dealer + 1) % 4
            if max(self.points) >= self.options["target"]:
                return

    def deal(self, dealer):
        """Turns until somebody has gone out."""
        self.melds = [{r: [] for r in RANKS} for _ in range(2)]
        self.black, self.opened, self.showed = [[], []], [False, False], [False] * 4
        self.over, self.out, self.concealed = False, None, False
        p = dealer
        while not self.over:
            p = (p + 1) % 4
            yield from self.turn(p)
        for t in (0, 1):
            laid = [card for meld in self.melds[t].values() for card in meld] + self.black[t]
            worth = sum(map(pips, laid)) - sum(pips(card) for q in (t, t + 2) for card in self.hands[q])
            for meld in self.melds[t].values():
                if len(meld) >= 7:
                    worth += 300 if any(rank(card) in ("", "2") for card in meld) else 500
            reds = 800 if self.reds[t] == 4 else 100 * self.reds[t]
            worth += reds if self.opened[t] else -reds
            if self.out is not None and self.out % 2 == t:
                worth += 200 if self.concealed else 100
            self.points[t] += worth

    def look(self):
        """Keep what lies where, for the end of the deal."""
        self.hands = [self.hand(q) for q in range(4)]
        self.reds = [len(self.match.cards("threes", t)) for t in (0, 1)]
        self.pile = self.match.cards("discards")
        self.stock = len(self.match.cards("stock"))

    def least(self, t) -> int:
        """What the first melds must count."""
        return 15 if self.points[t] < 0 else 50 if self.points[t] < 1500 else 90 if self.points[t] < 3000 else 120

    def reach(self, cards, t, forced="", put=()):
        """The most that can still be laid, with a meld of a rank into which wild cards were put."""
        groups = []
        for r in RANKS:
            wild = sum(rank(card) in ("", "2") for card in self.melds[t][r]) + (len(put) if r == forced else 0)
            there = bool(self.melds[t][r]) or r == forced
            groups.append((pips(r + "♣"), sum(rank(card) == r for card in cards), there, wild))
        left = list(cards)
        for card in put:
            left.remove(next(one for one in left if rank(one) == card))
        return best(tuple(groups), sum(rank(c) == "2" for c in left), sum(c == "Joker" for c in left), self.most)

    def canastas(self, t):
        """Whether a side has the canastas that it needs."""
        return sum(len(meld) >= 7 for meld in self.melds[t].values()) >= self.options["canastas"]

    def turn(self, p):
        """Draw or take, lay, discard."""
        t = p % 2
        self.laid, self.owed, leave, self.refused = 0, False, False, False
        self.look()
        hand, top = self.hands[p], self.pile[-1] if self.pile else None
        frozen = any(rank(card) in ("", "2") or card in RED for card in self.pile)
        labels = {"draw"} if self.stock else {"end the deal"}
        if top is not None and rank(top) in RANKS:
            r = rank(top)
            held = sum(rank(card) == r for card in hand)
            free = self.canastas(t)
            room = len(hand) + len(self.pile) - 1
            enough = self.opened[t] or self.reach([*hand, top], t, r) >= self.least(t)
            if (room - 2 >= 2 or free) and held >= 2 and enough:
                labels.add("take the pile with a pair")
            if self.opened[t] and not frozen and not self.melds[t][r] and held and (room - 2 >= 2 or free):
                labels |= {"take the pile with a card and a two"} if any(rank(c) == "2" for c in hand) else set()
                labels |= {"take the pile with a card and a joker"} if "Joker" in hand else set()
            if self.opened[t] and not frozen and self.melds[t][r] and (room >= 2 or free):
                labels.add("take the pile for the meld")
        answer = yield p, labels
        if answer == "end the deal":
            self.over = True
            return
        if answer == "draw":
            if self.ended_by_draw(p, t):
                return
        else:
            words = answer.split()
            self.put(t, r, [top])
            wild = {"two": ["2♣"], "joker": ["Joker"]}.get(words[-1], [])
            self.put(t, r, wild)
            self.put(t, r, [r + "♣"] * {"pair": 2, "meld": 0}.get(words[-1], 1))
            self.owed = True
            self.open(t)
        hand = self.hand(p)
        loose = sum(
            card in BLACK
            or (rank(card) in RANKS and not self.melds[t][rank(card)] and [rank(c) for c in hand].count(rank(card)) < 3)
            for card in hand
        )
        if self.options["may_ask"] and self.opened[t] and loose <= 1 and self.canastas(t):
            answer = yield p, {"ask to go out", "ask nothing"}
            if answer == "ask to go out":
                answer = yield (p + 2) % 4, {"yes", "no"}
                leave, self.refused = answer == "yes", answer == "no"
        left = yield from self.lay(p, t)
        if left:
            self.look()
            answer = yield p, {f"discard {card}" for card in left}
            card = answer.split()[1]
            self.hands[p] = list(left)
            self.hands[p].remove(card)
            left = self.hands[p]
        if not left:
            self.over, self.out, self.concealed = True, p, not self.showed[p]
            self.hands[p] = []
        elif leave:
            self.points[t] -= 100
        self.showed[p] |= self.laid > 0

    def ended_by_draw(self, p, t):
        """Whether the last card of the stock was a red three: then there is no card in its place."""
        if self.match.question is None or not self.after_draw(p):
            self.over = True
            laid = sum(self.reds) + sum(card in RED for card in self.pile)
            self.reds[t] += 4 - laid - sum(card in RED for hand in self.hands for card in hand)
            return True
        return False

    def after_draw(self, p):
        """Whether the player goes on with one card more."""
        return len(self.hand(p)) == len(self.hands[p]) + 1 and self.match.actor == p

    def put(self, t, r, cards):
        """Lay cards of a side."""
        self.melds[t][r] += cards
        self.laid += sum(map(pips, cards))

    def open(self, t):
        """The first melds count enough."""
        self.opened[t] |= self.laid >= self.least(t)
        if self.opened[t]:
            self.owed = False

    def lay(self, p, t):
        """Lay cards.  Return what is left in the hand."""
        while True:
            hand = self.hand(p)
            self.look()
            labels = self.answers(p, t, hand)
            answer = yield p, labels
            words = answer.split()
            if answer == "lay no more":
                return hand
            if answer == "take it back":
                for r in RANKS:
                    self.melds[t][r] = []
                self.laid, self.owed = 0, False
                return self.hand(p)
            size = len(hand)
            if answer == "lay the black threes":
                mine = [card for card in hand if card in BLACK]
                self.black[t] += mine
                self.laid += 5 * len(mine)
                size -= len(mine)
            elif words[0] == "add" and words[1] == "a":
                card = "2♣" if words[2] == "two" else "Joker"
                self.put(t, words[4], [card])
                size -= 1
            else:
                n, r = int(words[1]), words[3]
                wild = [{"twos": "2♣", "jokers": "Joker"}[words[6]]] * int(words[5]) if len(words) > 4 else []
                self.put(t, r, [r + "♣"] * n + wild)
                size -= n + len(wild)
            owed = self.owed
            self.open(t)
            if not size and not (owed and not self.owed and len(self.pile)):
                return []
            if not self.hand(p):
                return []

    def answers(self, p, t, hand):
        """What may be laid."""
        labels = {"lay no more"} if self.opened[t] or not self.laid else set()
        ranks = [rank(card) for card in hand]
        twos, jokers = ranks.count("2"), ranks.count("")

        def keeps(r, k):
            whole = self.canastas(t) or (self.options["canastas"] == 1 and len(self.melds[t][r]) + k >= 7)
            return len(hand) - k >= 2 or self.owed or (whole and not self.refused)

        def enough(r, put):
            worth = sum(20 if card == "2" else 50 for card in put)
            return self.opened[t] or self.laid + worth + self.reach(hand, t, r, put) >= self.least(t)

        for r in RANKS:
            n, meld = ranks.count(r), self.melds[t][r]
            if meld:
                labels |= {f"add {k} of {r}" for k in range(1, n + 1) if keeps(r, k)}
                if sum(rank(card) in ("", "2") for card in meld) < 3 and keeps(r, 1):
                    labels |= {f"add a two to {r}"} if twos and enough(r, ["2"]) else set()
                    labels |= {f"add a joker to {r}"} if jokers and enough(r, [""]) else set()
                continue
            labels |= {f"meld {k} of {r}" for k in range(3, n + 1) if keeps(r, k) and enough(r, [])}
            for face, held, word in (("2", twos, "twos"), ("", jokers, "jokers")):
                for a in range(1, min(3, held) + 1):
                    if n >= 2 and enough(r, [face] * a):
                        labels |= {f"meld {k} of {r} with {a} {word}" for k in range(2, n + 1) if keeps(r, k + a)}
        black = sum(card in BLACK for card in hand)
        if self.canastas(t) and not self.refused and black >= 3 and len(hand) - black <= 1:
            labels.add("lay the black threes")
        return labels or {"take it back"}


class HandAndFoot(Referee):
    """Two pairs, 216 cards, books of seven."""

    settings: ClassVar = {"rounds": [1, 2], "most_wild": [1, 2, 3], "books": [1, 2], "must_ask": [True, False]}

    def game(self):
        """All the rounds."""
        dealer, self.most = self.match.value("dealer"), self.options["most_wild"]
        for number in range(self.options["rounds"]):
            self.round = number
            yield from self.deal((dealer + self.round) % 4)

    def least(self, t):
        """What the first melds must count."""
        return [50, 90, 120, 150][self.round]

    def look(self):
        """Keep what lies where, for the end of the round."""
        super().look()
        self.feet = [self.match.cards("foot", q) for q in range(4)]

    def deal(self, dealer):
        """Turns until somebody has gone out."""
        self.melds = [{r: [] for r in RANKS} for _ in range(2)]
        self.closed, self.books = [0, 0], [[0, 0], [0, 0]]
        self.opened, self.over, self.out, p = [False, False], False, None, dealer
        while not self.over:
            p = (p + 1) % 4
            yield from self.turn(p)
        for t in (0, 1):
            worth = sum(pips(card) for meld in self.melds[t].values() for card in meld) + self.closed[t]
            worth += 500 * self.books[t][0] + 300 * self.books[t][1]
            worth += 100 * self.reds[t] if self.opened[t] else -100 * self.reds[t]
            held = [card for q in (t, t + 2) for card in self.hands[q] + self.feet[q]]
            worth -= sum(100 if card in RED else pips(card) for card in held)
            self.points[t] += worth + 100 * (self.out is not None and self.out % 2 == t)

    def free(self, t):
        """Whether a side has its books and, if need be, the partner's leave."""
        return min(self.books[t]) >= self.options["books"] and (self.leave or not self.options["must_ask"])

    def turn(self, p):
        """Draw or take, lay, discard."""
        t = p % 2
        self.laid, self.owed, self.leave = 0, False, False
        self.look()
        hand, top = self.hands[p], self.pile[-1] if self.pile else None
        labels = {"draw"} if self.stock >= 2 else {"end the round"}
        if top is not None and rank(top) in RANKS:
            r = rank(top)
            held = sum(rank(card) == r for card in hand)
            room = len(hand) >= 4 or len(self.pile) >= 3 or self.feet[p] or self.free(t)
            enough = self.opened[t] or self.reach([*hand, top], t, r) >= self.least(t)
            if held >= 2 and room and enough:
                labels.add("take the pile")
        answer = yield p, labels
        if answer == "end the round":
            self.over = True
            return
        if answer == "take the pile":
            self.owed = True
            self.put(t, r, [top, r + "♣", r + "♣"])
            self.shut(t, r)
        if self.options["must_ask"] and min(self.books[t]) >= self.options["books"] and not self.feet_of(p):
            answer = yield p, {"ask to go out", "ask nothing"}
            if answer == "ask to go out":
                self.leave = (yield (p + 2) % 4, {"yes", "no"}) == "yes"
        left = yield from self.lay(p, t)
        if left:
            self.look()
            answer = yield p, {f"discard {card}" for card in left}
            self.hands[p] = list(left)
            self.hands[p].remove(answer.split()[1])
            left = self.hands[p]
        if not left and not self.feet[p]:
            self.over, self.out, self.hands[p] = True, p, []

    def feet_of(self, p):
        """The foot of a player."""
        return self.match.cards("foot", p)

    def shut(self, t, r):
        """Close a meld of seven cards, after the first melds may have become enough."""
        self.open(t)
        meld = self.melds[t][r]
        if len(meld) >= 7:
            self.books[t][any(rank(card) in ("", "2") for card in meld)] += 1
            self.closed[t] += sum(map(pips, meld))
            self.melds[t][r] = []

    def lay(self, p, t):
        """Lay cards.  Return what is left in the hand."""
        while True:
            self.look()
            hand = self.hands[p]
            answer = yield p, self.answers(p, t, hand)
            words = answer.split()
            if answer == "lay no more":
                return hand
            if answer == "take it back":
                for r in RANKS:
                    self.melds[t][r] = []
                self.laid, self.owed = 0, False
                return self.hand(p)
            if words[1] == "a":
                r, cards = words[4], ["2♣" if words[2] == "two" else "Joker"]
            else:
                r = words[3]
                wild = [{"twos": "2♣", "jokers": "Joker"}[words[6]]] * int(words[5]) if len(words) > 4 else []
                cards = [r + "♣"] * int(words[1]) + wild
            more = self.owed and len(self.pile) > 0
            self.put(t, r, cards)
            self.shut(t, r)
            if len(hand) == len(cards) and not self.feet[p] and not (more and not self.owed):
                self.hands[p] = []
                return []

    def answers(self, p, t, hand):
        """What may be laid."""
        labels = {"lay no more"} if self.opened[t] or not self.laid else set()
        ranks = [rank(card) for card in hand]
        wilds = (("2", "twos", "two"), ("", "jokers", "joker"))

        def keeps(k):
            return len(hand) - k >= 2 or self.owed or bool(self.feet[p]) or self.free(t)

        def enough(r, put):
            worth = sum(20 if card == "2" else 50 for card in put)
            return self.opened[t] or self.laid + worth + self.reach(hand, t, r, put) >= self.least(t)

        for r in RANKS:
            n, meld = ranks.count(r), self.melds[t][r]
            if meld:
                labels |= {f"add {k} of {r}" for k in range(1, n + 1) if len(meld) + k <= 7 and keeps(k)}
                for face, _, word in wilds:
                    few = sum(rank(card) in ("", "2") for card in meld) < self.most
                    if face in ranks and few and keeps(1) and enough(r, [face]):
                        labels.add(f"add a {word} to {r}")
                continue
            labels |= {f"meld {k} of {r}" for k in range(3, min(n, 7) + 1) if keeps(k) and enough(r, [])}
            for face, word, _ in wilds:
                for a in range(1, min(self.most, ranks.count(face)) + 1):
                    if n >= 2 and enough(r, [face] * a):
                        fitting = [k for k in range(2, n + 1) if k + a <= 7 and keeps(k + a)]
                        labels |= {f"meld {k} of {r} with {a} {word}" for k in fitting}
        return labels or {"take it back"}


REFEREES = {"canasta": Referee, "hand_and_foot": HandAndFoot}


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    kind = REFEREES[name]
    options = {option: data.draw(st.sampled_from(values), label=option) for option, values in kind.settings.items()}
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["eager"]]))
    match = tables.match(name, options, seed=seed)
    assert match.follow(kind(match), strategy, Dice(seed))
    points = match.values("points")
    assert list(match.result().winners) == [side for side in (0, 1) if points[side] == max(points)]
