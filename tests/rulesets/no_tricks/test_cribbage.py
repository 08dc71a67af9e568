"""Cribbage compared with a referee written by hand: legal cards, pegging, and the values of hands and crib."""

from __future__ import annotations

import itertools
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def step(card):
    """The position of a card from the ace up, starting at 1."""
    return ORDER.index(card[:-1]) + 1


def pips(card):
    """The number that a card counts."""
    return min(10, step(card))


def in_a_row(cards):
    """Return whether the cards are a run."""
    steps = sorted(map(step, cards))
    return steps == list(range(steps[0], steps[0] + len(steps)))


def shown(hand, starter, *, crib, crib_flush):
    """The value of a hand or a crib with the starter."""
    cards = [*hand, starter]
    fifteens = sum(2 for n in range(2, 6) for some in itertools.combinations(cards, n) if sum(map(pips, some)) == 15)
    pairs = sum(n * (n - 1) for n in Counter(map(step, cards)).values())
    runs = 0
    for n in (5, 4, 3):
        runs = n * sum(in_a_row(some) for some in itertools.combinations(cards, n))
        if runs:
            break
    flush = 0
    if len({card[-1] for card in cards}) == 1:
        flush = 5
    elif len({card[-1] for card in hand}) == 1 and (crib_flush or not crib):
        flush = 4
    return fifteens + pairs + runs + flush + (f"J{starter[-1]}" in hand)


def pegged(played):
    """The points for the card played last."""
    points = 2 * (sum(map(pips, played)) in (15, 31))
    same = len(list(itertools.takewhile(lambda card: step(card) == step(played[-1]), reversed(played))))
    row = max((n for n in range(3, len(played) + 1) if in_a_row(played[-n:])), default=0)
    return points + same * (same - 1) + row


class Won(Exception):
    """Raised when a player reaches the points that end the game."""


class Referee:
    """A referee for choices and points of each side.  It reads hands, crib and starter from the engine."""

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.sides = 2 if self.players == 4 else self.players
        self.points, self.seen = [0] * self.sides, set()

    def score(self, player, points, what):
        """Add points for a player's side.  Raises `Won` at the target."""
        self.points[player % self.sides] += points
        self.seen |= {what} if points else set()
        if self.points[player % self.sides] >= self.options["target"]:
            raise Won

    def game(self):
        """The whole game: yields the player to move and the legal labels, and receives the chosen label."""
        dealer = self.match.value("dealer")
        while True:
            try:
                yield from self.deal(dealer)
            except Won:
                return
            dealer = (dealer + 1) % self.players

    def deal(self, dealer):
        """One deal."""
        hands = [self.match.cards("hand", p) for p in range(self.players)]
        crib = self.match.cards("crib")
        many = 2 if self.players == 2 else 1
        away = []
        for p in range(self.players):
            answer = yield p, {"lay away " + " ".join(cards) for cards in itertools.combinations(hands[p], many)}
            away.append(answer.split()[2:])
        for hand, cards in zip(hands, away, strict=True):
            for card in cards:
                hand.remove(card)
                crib.append(card)
        assert [*map(len, hands), len(crib)] == [4] * (self.players + 1)
        (starter,) = self.match.cards("starter")
        kept = [list(hand) for hand in hands]
        order = [(dealer + n) % self.players for n in range(1, self.players + 1)]
        if starter[:-1] == "J":
            self.score(dealer, 2, "heels")
        yield from self.play(hands, order)
        for p in order:
            self.score(p, shown(kept[p], starter, crib=False, crib_flush=False), "hand")
        self.score(dealer, shown(crib, starter, crib=True, crib_flush=self.options["crib_flush"]), "crib")

    def play(self, hands, order):
        """The play of the cards up to thirty-one."""
        played = []
        for p in itertools.cycle(order):
            if not any(hands):
                return
            able = [card for card in hands[p] if sum(map(pips, played)) + pips(card) <= 31]
            if not hands[p]:
                continue
            answer = yield p, {f"play {card}" for card in able} or {"go"}
            if answer == "go":
                continue
            card = answer.split()[1]
            hands[p].remove(card)
            played.append(card)
            self.score(p, pegged(played), "pegging")
            count = sum(map(pips, played))
            if not any(count + pips(card) <= 31 for hand in hands for card in hand):
                self.score(p, int(count < 31), "go")
                played = []


def tidy(label):
    """A label as a set of words, because its cards may come in any order."""
    return frozenset(label.split())


def follow(match, strategy, dice):
    """Play to the end against the referee.  Return the kinds of events that happened."""
    referee = Referee(match)
    assert match.follow(referee, strategy, dice, tidy)
    high = max(referee.points)
    assert high >= referee.options["target"]
    assert set(match.result().winners) == {side for side, points in enumerate(referee.points) if points == high}
    return referee.seen


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {"target": data.draw(st.sampled_from([61, 121])), "crib_flush": data.draw(st.booleans())}
    players, seed = data.draw(st.integers(2, 4)), data.draw(st.integers(0, 2**32))
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)))]
    follow(tables.match("cribbage", options, players, seed=seed), strategy, Dice(seed))


def test_the_games_contain_every_kind_of_event(tables, strategies):
    seen = set()
    for seed in range(6):
        match = tables.match("cribbage", {"target": 121}, 2 + seed % 3, seed=seed)
        seen |= follow(match, strategies["anything"], Dice(seed))
    assert seen == {"heels", "hand", "crib", "pegging", "go"}


def test_the_referee_values_well_known_hands():
    assert shown(["5♥", "5♣", "5♦", "J♠"], "5♠", crib=False, crib_flush=False) == 29
    assert shown(["4♥", "4♣", "5♦", "6♠"], "6♥", crib=False, crib_flush=False) == 24
    assert shown(["2♥", "4♥", "8♥", "K♥"], "9♣", crib=True, crib_flush=False) == 2
