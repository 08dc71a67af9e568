"""Gin Rummy compared with a referee written by hand: draws, knocks, laid off cards, and the scores of deals and games."""

from __future__ import annotations

import itertools
import random
from functools import cache

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def pips(cards):
    """The number that a card counts as deadwood."""
    return sum(min(10, RANKS.index(card[:-1]) + 1) for card in cards)


@cache
def leftovers(cards):
    """Yield every set of cards that melds can leave over: each card is in a meld or not."""
    if not cards:
        return {frozenset()}
    first, *rest = sorted(cards)
    found = {left | {first} for left in leftovers(frozenset(rest))}
    same = [card for card in rest if card[:-1] == first[:-1]]
    melds = [some for n in (2, 3) for some in itertools.combinations(same, n)]
    suit = [card for card in cards if card[-1] == first[-1]]
    at = {RANKS.index(card[:-1]): card for card in suit}
    here = RANKS.index(first[:-1])
    for low, high in itertools.combinations_with_replacement(range(13), 2):
        if low <= here <= high and high - low >= 2 and all(n in at for n in range(low, high + 1)):
            melds.append(tuple(at[n] for n in range(low, high + 1) if n != here))
    for meld in melds:
        found |= leftovers(frozenset(rest) - set(meld))
    return found


@cache
def deadwood(cards):
    """The least deadwood of a hand."""
    return min(map(pips, leftovers(cards)))


class Referee:
    """A referee for draws, discards and points.  It reads the hands from the engine."""

    def __init__(self, match):
        self.match, self.options, self.points, self.boxes = match, match.program.options, [0, 0], [0, 0]
        self.seen = set()

    def hand(self, player):
        """The cards a player holds."""
        return frozenset(self.match.cards("hand", player))

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            knocker = yield from self.deal(1 - dealer)
            if knocker is not None:
                yield from self.settle(knocker)
                dealer = 1 - dealer
            if max(self.points) >= self.options["target"]:
                break
        reached = [n >= self.options["target"] for n in self.points]
        ahead = [n == max(self.points) for n in self.points] if any(reached) else None
        self.points = [n + self.options["game_bonus"] * won for n, won in zip(self.points, reached, strict=True)]
        self.points = [n + self.options["box"] * boxes for n, boxes in zip(self.points, self.boxes, strict=True)]
        ahead = ahead or [n == max(self.points) for n in self.points]
        self.winners = {p for p in range(2) if ahead[p]} if ahead.count(True) == 1 else set[int]()

    def deal(self, eldest):
        """Draws and discards until a player knocks.  Return that player."""
        (turned,) = self.match.cards("discards")
        turn, taken, stock = eldest, None, 31
        for p in (eldest, 1 - eldest):
            answer = yield p, {f"take {turned}", "pass"}
            if answer != "pass":
                turn, taken = p, turned
                break
        stock -= taken is None
        while True:
            knock, turned = yield from self.discard(turn, taken)
            if knock:
                return turn
            if stock == 2:
                return None
            turn = 1 - turn
            answer = yield turn, {f"take {turned}", "draw"}
            taken = turned if answer != "draw" else None
            stock -= taken is None

    def discard(self, p, taken):
        """A discard, with or without a knock."""
        hand = self.hand(p)
        able = [card for card in hand if card != taken or self.options["discard_taken"]]
        knocks = {f"knock with {card}" for card in able if deadwood(hand - {card}) <= self.options["limit"]}
        hands = [self.hand(0), self.hand(1)]
        answer = yield p, {f"discard {card}" for card in able} | knocks
        self.ends = [held - {answer.split()[-1]} for held in hands]
        return answer.startswith("knock"), answer.split()[-1]

    def settle(self, p):
        """Lay off cards and score the deal."""
        other, mine = 1 - p, deadwood(self.ends[p])
        melded, rest = frozenset(self.match.cards("melded")), self.ends[other]
        assert mine == 0 or pips(self.ends[p] - melded) == mine
        while mine:
            able = {card for card in rest if frozenset() in leftovers(melded | {card})}
            answer = yield other, {f"lay off {card}" for card in able} | {"done"}
            if answer == "done":
                break
            self.seen.add("lay off")
            melded |= {answer.split()[-1]}
            rest -= {answer.split()[-1]}
        others = deadwood(rest)
        if mine == 0:
            winner, won, how = p, others + self.options["gin_bonus"], "gin"
        elif mine < others:
            winner, won, how = p, others - mine, "knock"
        else:
            winner, won, how = other, mine - others + self.options["undercut_bonus"], "undercut"
        self.seen.add(how)
        self.points[winner] += won
        self.boxes[winner] += 1


def clever(rng, hand, labels):
    """A strategy that often leads to a knock."""
    if rng.random() < 0.15:
        return rng.choice(labels)
    for label in labels:
        if label.startswith(("lay off", "knock")):
            return label
    if all(label.startswith("discard") for label in labels):
        return min(labels, key=lambda label: (deadwood(hand - {label.split()[-1]}), label))
    take = next(label for label in labels if label.startswith("take"))
    better = min(deadwood((hand | {take.split()[-1]}) - {card}) for card in hand) < deadwood(hand)
    return take if better else next(label for label in labels if label != take)


def follow(match, rng):
    """Play to the end against the referee.  Return the kinds of events that happened."""
    referee = Referee(match)
    course = referee.game()
    try:
        player, expected = next(course)
        while True:
            assert match.actor == player
            labels = sorted(match.options())
            assert set(labels) == expected
            assert match.values("points") == referee.points
            if labels == ["done"]:
                label = "done"
            else:
                label = clever(rng, referee.hand(player), labels)
            match.say(label)
            player, expected = course.send(label)
    except StopIteration:
        assert match.question is None
    assert match.values("points") == referee.points
    assert set(match.result().winners) == referee.winners
    return referee.seen


SETTINGS = [
    {"deals": 2, "discard_taken": True},
    {"limit": 20, "gin_bonus": 20, "box": 0},
    {"limit": 15, "undercut_bonus": 10, "target": 25, "deals": 4},
]


def test_whole_games_agree_with_the_referee(tables):
    seen = set()
    for seed in range(4):
        match = tables.match("gin_rummy", SETTINGS[seed % 3], seed=seed)
        seen |= follow(match, random.Random(seed))
    assert {"knock", "lay off"} <= seen


def test_the_referee_finds_known_melds():
    hands = {"A♠ 2♠ 3♠ K♥ K♦ K♣": 0, "A♠ 2♠ 4♠ K♥": 17, "7♠ 7♥ 7♦ 8♠ 9♠": 14, "3♠ 3♥ 3♦ 3♣ 4♠ 5♠": 0}
    assert {hand: deadwood(frozenset(hand.split())) for hand in hands} == hands
