"""German Whist, Knockout Whist, Ninety-Nine, Scopa, Old Maid and Golf compared with short referees written by hand.

The generator `game` of a referee yields the player to move and the legal labels, and receives the chosen label.
`score` is the referee's value of the variable named by `keeps`.  Seats are numbered in the direction of play.
"""

from __future__ import annotations

import itertools
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Moved

GAMES = settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def tidy(label):
    """A label as a set of words, because its cards may come in any order."""
    return frozenset(label.split())


class Referee:
    """The common part of the referees: hands read from the engine, and tricks."""

    keeps = "points"
    settings: ClassVar[dict[str, list]] = {}
    seats: ClassVar[list[int]] = [2]

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.score = [0] * len(match.values(self.keeps))

    def game(self):
        """The whole game."""
        raise NotImplementedError

    def hand(self, player):
        """The cards a player holds."""
        return self.match.cards("hand", player)

    def follow(self, strategy, dice):
        """Play to the end and compare everything with the referee."""
        course, match = self.game(), self.match
        try:
            player, expected = next(course)
            while True:
                question = match.question
                assert question is not None
                assert question.player == player
                assert {tidy(option.label) for option in question.options()} == {tidy(label) for label in expected}
                assert match.values(self.keeps) == self.score
                choice = strategy(question, dice)
                label = question.label(choice)
                match.take(choice)
                player, expected = course.send(label)
        except StopIteration:
            assert match.question is None
        assert match.values(self.keeps) == self.score

    def trick(self, seats, trump, wait=()):
        """Play a trick.  Return its winner.  A player in `wait` may keep the card."""
        plays = []
        for p in seats:
            hand = self.hand(p)
            able = [card for card in hand if plays and card[-1] == plays[0][1][-1]] or hand
            answer = yield p, {f"play {card}" for card in able} | ({"wait"} if p in wait else set())
            if answer != "wait":
                plays.append((p, answer.split()[1]))
        best = [play for play in plays if play[1][-1] == trump] or [
            play for play in plays if play[1][-1] == plays[0][1][-1]
        ]
        return max(best, key=lambda play: RANKS.index(play[1][:-1]))[0]

    def from_seat(self, first):
        """All seats, starting with one."""
        return [(first + n) % self.players for n in range(self.players)]


class GermanWhist(Referee):
    """Thirteen tricks for the cards of the stock, then thirteen more."""

    settings: ClassVar = {"counted": ["last_13", "all_26"]}

    def game(self):
        """The whole game."""
        leader, trump = 1 - self.match.value("dealer"), SIGNS[self.match.word("trump")]
        for n in range(26):
            leader = yield from self.trick(self.from_seat(leader), trump)
            self.score[leader] += n >= 13 or self.options["counted"] == "all_26"


class KnockoutWhist(Referee):
    """One card fewer in each deal.  A player without a trick is out, or gets the dog's life."""

    keeps = "tricks"
    settings: ClassVar = {"longest": [3, 5, 7], "dogs_life": [True, False]}
    seats: ClassVar = [2, 3, 5, 7]

    def game(self):
        """The whole match."""
        dealer, out, dogs, forgiven = self.match.value("dealer"), set(), set(), not self.options["dogs_life"]
        for n in range(self.options["longest"], 0, -1):
            if len(out) == self.players - 1:
                return
            if n < self.options["longest"]:
                chooser = self.match.actor  # drawn among the players with the most tricks
                assert self.score[chooser] == max(self.score)
                answer = yield chooser, {f"trump {name}" for name in SIGNS}
                trump = SIGNS[answer.split()[1]]
            else:
                trump = SIGNS[self.match.word("trump")]
            self.score = [0] * self.players
            leader = (dealer + 1) % self.players
            for left in range(n, 0, -1):
                dogged = [p for p in dogs if self.hand(p)]
                seats = [p for p in self.from_seat(leader) if self.hand(p)]
                best = yield from self.trick(seats, trump, dogged if left > 1 else ())
                self.score[best] += 1
                leader = (best + 1) % self.players if dogged and best in dogs else best
            failed = {p for p in range(self.players) if not self.score[p]} - out
            if failed and not forgiven:
                dogs, forgiven = failed, True
            else:
                dogs, out = set(), out | failed
            dealer = next(p for p in self.from_seat((dealer + 1) % self.players) if p not in out)


class NinetyNine(Referee):
    """Three cards say how many tricks a player means to take."""

    keeps = "score"
    settings: ClassVar = {"target": [50, 100], "games": [1, 2], "premiums": [True, False]}
    seats: ClassVar = [3]
    bids: ClassVar = {"♣": 3, "♥": 2, "♠": 1, "♦": 0}

    def game(self):
        """The whole match."""
        dealer, trump, self.total = self.match.value("dealer"), None, [0, 0, 0]
        for _ in range(self.options["games"]):
            self.score = [0, 0, 0]
            while max(self.score) < self.options["target"]:
                trump = yield from self.deal((dealer + 1) % 3, trump)
                dealer = (dealer + 1) % 3
            self.total = [
                t + s + 100 * (s >= self.options["target"]) for t, s in zip(self.total, self.score, strict=True)
            ]
        assert self.match.values("points") == self.total

    def deal(self, leader, trump):
        """Play a deal.  Return the trumps of the next one."""
        aims, tricks, bidder, offer = [], [0, 0, 0], None, 0
        for p in range(3):
            answer = yield p, {"bid " + " ".join(cards) for cards in itertools.combinations(self.hand(p), 3)}
            aims.append(sum(self.bids[card[-1]] for card in answer.split()[1:]))
        for p in self.from_seat(leader) if self.options["premiums"] else ():
            answer = yield p, {"play"} | ({"declare"} if not offer else set()) | ({"reveal"} if offer < 60 else set())
            if answer != "play":
                bidder, offer = p, 30 if answer == "declare" else 60
        for _ in range(9):
            leader = yield from self.trick(self.from_seat(leader), trump)
            tricks[leader] += 1
        right = [p for p in range(3) if tricks[p] == aims[p]]
        for p in range(3):
            self.score[p] += tricks[p] + (40 - 10 * len(right) if p in right else 0)
            if bidder is not None and (p == bidder) == (bidder in right):
                self.score[p] += offer
        return "♦♠♥♣"[len(right)]


class Scopa(Referee):
    """A card takes cards whose sum it equals."""

    settings: ClassVar = {
        "target": [7, 11], "ace_takes_all": [True, False], "napola": [True, False], "re_bello": [True, False],
    }  # fmt: skip
    seats: ClassVar = [2, 3, 4]
    ranks: ClassVar = ["A", "2", "3", "4", "5", "6", "7", "Fante", "Cavallo", "Re"]
    prime: ClassVar = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12}

    def worth(self, card):
        """The number that a card counts when it takes or is taken."""
        return self.ranks.index(card.split(".")[0]) + 1

    def captures(self, card, floor):
        """The sets of cards that a card may take."""
        if self.options["ace_takes_all"] and self.worth(card) == 1 and floor and all(self.worth(c) > 1 for c in floor):
            return [tuple(floor)]
        equal = [(c,) for c in floor if self.worth(c) == self.worth(card)]
        some = itertools.chain.from_iterable(itertools.combinations(floor, n) for n in range(2, len(floor) + 1))
        return equal or [cards for cards in some if sum(map(self.worth, cards)) == self.worth(card)]

    def game(self):
        """The whole match."""
        dealer, sides = self.match.value("dealer"), len(self.score)
        while max(self.score) < self.options["target"] or self.score.count(max(self.score)) > 1:
            won, last, floor = [[] for _ in range(sides)], None, self.match.cards("floor")
            for n in range(36):
                p = (dealer + 1 + n) % self.players
                labels = set()
                for card in self.hand(p):
                    taken = [f"take {' '.join(cards)} with {card}" for cards in self.captures(card, floor)]
                    labels |= set(taken) or {f"lay {card}"}
                answer = yield p, labels
                kind, *cards = answer.replace(" with ", " ").split()
                if kind == "lay":
                    floor += cards
                    continue
                last = p % sides
                won[last] += cards
                floor = [card for card in floor if card not in cards]
                ace = self.options["ace_takes_all"] and self.worth(cards[-1]) == 1
                self.score[last] += not floor and n < 35 and not ace
            if last is not None:
                won[last] += floor
            self.count(won)
            dealer = (dealer + 1) % self.players

    def count(self, won):
        """The points at the end of a deal."""
        coins = [[card for card in cards if card.endswith("coins")] for cards in won]
        primes = []
        for cards in won:
            best = {}
            for rank, suit in (card.split(".") for card in cards):
                best[suit] = max(best.get(suit, 0), self.prime.get(rank, 10))
            primes.append((len(best), sum(best.values())))
        for amounts in (list(map(len, won)), list(map(len, coins)), primes):
            if amounts.count(max(amounts)) == 1:
                self.score[amounts.index(max(amounts))] += 1
        for side, cards in enumerate(coins):
            self.score[side] += "7.coins" in cards
            self.score[side] += bool(self.options["re_bello"]) and "Re.coins" in cards
            missing = [n for n, rank in enumerate(self.ranks) if f"{rank}.coins" not in cards]
            run = min(missing, default=len(self.ranks))
            self.score[side] += run if self.options["napola"] and run >= 3 else 0


class OldMaid(Referee):
    """Pairs are removed, and one card is left over."""

    settings: ClassVar = {"deals": [1, 3], "odd_card": ["queen", "fool"]}
    seats: ClassVar = [2, 3, 5, 8]

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            sizes = [len(self.hand(p)) for p in range(self.players)]
            giver = dealer
            while sum(size > 0 for size in sizes) > 1:
                if sizes[giver]:
                    taker = next(p for p in self.from_seat((giver + 1) % self.players) if sizes[p])
                    hands = [self.hand(p) for p in range(self.players)]
                    assert list(map(len, hands)) == sizes
                    assert all(len({card[:-1] for card in hand}) == len(hand) for hand in hands), "pairs are laid away"
                    ranks = {card[:-1] for card in hands[taker]}
                    given = {card for card in hands[giver] if card[:-1] in ranks}
                    yield taker, {f"draw card {n}" for n in range(1, len(hands[giver]) + 1)}
                    drawn = self.drawn(giver, taker)
                    assert drawn in hands[giver]
                    sizes[giver] -= 1
                    sizes[taker] += -1 if drawn in given else 1
                giver = (giver + 1) % self.players
            self.score[next(p for p, size in enumerate(sizes) if size)] += 1
            dealer = (dealer + 1) % self.players

    def drawn(self, giver, taker):
        """The card drawn last from one hand to another."""
        places = self.match.zone
        for record in reversed(self.match.records):
            if isinstance(record, Moved) and places(record.source) == ("hand", giver) != places(record.target):
                assert places(record.target) in (("hand", taker), ("pairs", -1), ("stock", -1))
                if places(record.target)[0] == "hand":
                    return self.match.engine.words.card(record.cards[0])
        raise AssertionError("no card was drawn")


class Golf(Referee):
    """Six cards face down, exchanged one by one."""

    settings: ClassVar = {
        "deals": [1, 2], "two": ["minus_two", "plain"], "discard_turns": [True, False], "last_turn": [True, False],
    }  # fmt: skip
    seats: ClassVar = [2, 3, 6]
    worth: ClassVar = {"A": 1, "J": 10, "Q": 10, "K": 0}

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            self.grid = [[self.match.cards(f"down_{n}", p)[0] for n in range(1, 7)] for p in range(self.players)]
            self.up = [set() for _ in range(self.players)]
            yield from self.deal(self.from_seat((dealer + 1) % self.players))
            for p, cards in enumerate(self.grid):
                for above, below in zip(cards[:3], cards[3:], strict=True):
                    self.score[p] += 0 if above[:-1] == below[:-1] else self.price(above) + self.price(below)
            dealer = (dealer + 1) % self.players

    def deal(self, seats):
        """A deal until its end."""
        pile, first = self.match.cards("discards"), None
        stock = 51 + 52 * (self.players > 4) - 6 * self.players
        for p in seats:
            yield from self.turn_up(p)
            yield from self.turn_up(p)
        for p in itertools.cycle(seats):
            if not stock or p == first or (first is not None and not self.options["last_turn"]):
                return
            answer = yield p, {f"take {pile[-1]}", "draw"}
            drawn = answer == "draw"
            card = self.match.cards("drawn", p)[0] if drawn else pile.pop()
            stock -= drawn
            answer = yield p, {f"put {card} at {n}" for n in range(1, 7)} | ({f"discard {card}"} if drawn else set())
            if answer.startswith("discard"):
                pile.append(card)
                if self.options["discard_turns"] and len(self.up[p]) < 6:
                    yield from self.turn_up(p)
            else:
                place = int(answer[-1])
                pile.append(self.grid[p][place - 1])
                self.grid[p][place - 1] = card
                self.up[p].add(place)
            if first is None and len(self.up[p]) == 6:
                first = p

    def turn_up(self, p):
        """Turn up one of the cards that are face down."""
        answer = yield p, {f"turn up {n}" for n in {1, 2, 3, 4, 5, 6} - self.up[p]}
        self.up[p].add(int(answer[-1]))

    def price(self, card):
        """The points of a card."""
        if card[:-1] == "2":
            return -2 if self.options["two"] == "minus_two" else 2
        return self.worth[card[:-1]] if card[:-1] in self.worth else int(card[:-1])


REFEREES = {
    "golf": Golf,
    "german_whist": GermanWhist,
    "knockout_whist": KnockoutWhist,
    "ninety_nine": NinetyNine,
    "scopa": Scopa,
    "old_maid": OldMaid,
}


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    kind = REFEREES[name]
    options = {option: data.draw(st.sampled_from(values), label=option) for option, values in kind.settings.items()}
    players, seed = data.draw(st.sampled_from(kind.seats)), data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"]]))
    kind(tables.match(name, options, players, seed=seed)).follow(strategy, Dice(seed))
