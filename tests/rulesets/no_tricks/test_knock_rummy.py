"""Knock Rummy compared with a short referee, which computes the least deadwood of each hand in another way."""

from __future__ import annotations

import itertools
from functools import cache

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def pips(cards):
    """The number that a card counts as deadwood."""
    return sum(min(10, RANKS.index(card[:-1]) + 1) for card in cards)


def melds(cards):
    """All melds of three to five of these cards.  A longer meld consists of two of these."""
    for rank in RANKS:
        same = [card for card in cards if card[:-1] == rank]
        yield from itertools.chain(itertools.combinations(same, 3), itertools.combinations(same, 4))
    for n, low, sign in itertools.product((3, 4, 5), range(11), "♣♦♥♠"):
        run = [rank + sign for rank in RANKS[low : low + n]]
        if len(run) == n and cards.issuperset(run):
            yield tuple(run)


@cache
def deadwood(cards):
    """The least deadwood of a hand."""
    return min((deadwood(cards - set(meld)) for meld in melds(cards)), default=pips(cards))


class Referee:
    """A referee for draws, discards and points.  It reads the hands from the engine."""

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points, self.seen = [0] * self.players, set()

    def hand(self, player):
        """The cards a player holds."""
        return frozenset(self.match.cards("hand", player))

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            knocker, hands = yield from self.deal((dealer + 1) % self.players)
            if knocker is not None:
                self.settle(knocker, [deadwood(hand) for hand in hands])
            dealer = (dealer + 1) % self.players
            if max(self.points) >= self.options["target"]:
                break

    def deal(self, turn):
        """Turns until a player knocks.  Return that player and the hands."""
        size = {2: 10, 5: 6}.get(self.players, 7)
        left, (top,) = 52 - size * self.players - 1, self.match.cards("discards")
        hands = [self.hand(p) for p in range(self.players)]
        assert {len(hand) for hand in hands} == {size}
        while left:
            answer = yield turn, {f"take {top}", "draw"}
            left -= answer == "draw"
            hands[turn] = self.hand(turn)
            answer = yield turn, {f"{what} {card}" for card in hands[turn] for what in ("discard", "knock with")}
            top = answer.split()[-1]
            hands[turn] -= {top}
            if answer.startswith("knock"):
                return turn, hands
            turn = (turn + 1) % self.players
        return None, hands

    def settle(self, knocker, counts):
        """Score the deal."""
        least = min(counts)
        rivals = [q for q in range(self.players) if q != knocker and counts[q] == least]
        rivals.sort(key=lambda q: (q - knocker) % self.players)
        winner, bonus = knocker, self.options["rum_bonus"] if counts[knocker] == 0 else 0
        if rivals and not (counts[knocker] == least and self.options["ties"] == "knocker_wins"):
            winner, bonus = rivals[0], 0
            fine = self.options["penalty"] if counts[knocker] > least else 0
            self.points[winner] += fine
            self.points[knocker] -= fine
        self.seen.add("rummy" if bonus else "won" if winner == knocker else "undercut")
        for q, count in enumerate(counts):
            if q != winner:
                self.points[q] -= count - least + bonus
                self.points[winner] += count - least + bonus


def clever(hand, labels, limit):
    """Draw useful cards, discard useless ones, and knock with little deadwood."""
    discards = [label for label in labels if label.startswith("discard")]
    if not discards:
        take = next(label for label in labels if label.startswith("take")).split()[-1]
        better = min(deadwood((hand | {take}) - {card}) for card in hand) < deadwood(hand)
        return f"take {take}" if better else "draw"
    best = min(discards, key=lambda label: (deadwood(hand - {label.split()[-1]}), label)).split()[-1]
    knock = deadwood(hand - {best}) <= limit
    return f"{'knock with' if knock else 'discard'} {best}"


SETTINGS = [
    (3, {"deals": 2}),
    (2, {"deals": 1, "ties": "knocker_wins", "rum_bonus": 40}),
    (4, {"deals": 4}),
    (5, {"deals": 3, "penalty": 20, "target": 40}),
]


def test_whole_games_agree_with_the_referee(tables):
    seen = set()
    for seed, (players, options) in enumerate(SETTINGS):
        match = tables.match("knock_rummy", options, players, seed=seed)
        referee = Referee(match)
        course = referee.game()
        try:
            player, expected = next(course)
            while True:
                assert match.actor == player
                assert set(match.options()) == expected
                assert match.values("points") == referee.points
                label = clever(referee.hand(player), sorted(expected), 60 * bool(seed))
                match.say(label)
                player, expected = course.send(label)
        except StopIteration:
            assert match.question is None
        assert match.values("points") == referee.points
        seen |= referee.seen
    assert seen == {"rummy", "won", "undercut"}


def test_the_referee_finds_known_melds():
    hands = {"A♠ 2♠ 3♠ K♥ K♦ K♣": 0, "A♠ 2♠ 4♠ K♥": 17, "7♠ 7♥ 7♦ 8♠ 9♠": 14, "3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠": 0}
    assert {hand: deadwood(frozenset(hand.split())) for hand in hands} == hands
