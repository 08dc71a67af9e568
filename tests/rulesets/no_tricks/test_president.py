"""President compared with a referee written by hand from common knowledge of the game."""

from __future__ import annotations

import itertools

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])
ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]


def height(card):
    """The strength of a card."""
    return ORDER.index(card[:-1])


def tidy(label):
    """A label as a set of words, because its cards may come in any order."""
    return frozenset(label.split())


class Referee:
    """A referee for turns and points.

    It reads the hands from the engine when a deal begins, and keeps them from then on.
    """

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points, self.out, self.seen = [0] * self.players, [], set()
        self.opened = False  # has a card been played in this game

    def game(self):
        """The whole game: yields the player to move and the legal labels, and receives the chosen label."""
        while max(self.points) < self.options["target"]:
            self.hands = [self.match.cards("hand", p) for p in range(self.players)]
            assert sum(map(len, self.hands)) == 52
            assert max(map(len, self.hands)) - min(map(len, self.hands)) <= 1
            leader = next(p for p in range(self.players) if "3♣" in self.hands[p])
            if self.out:
                leader = self.out[0]
                if self.options["tribute"]:
                    yield from self.exchange(self.out[0], self.out[-1], 2)
                    yield from self.exchange(self.out[1], self.out[-2], 1)
            self.out = []
            while len(self.out) < self.players - 1:
                leader = yield from self.round(leader)
            self.out += [p for p in range(self.players) if p not in self.out]
            for place, player in enumerate(self.out, 1):
                self.points[player] += self.players - place

    def exchange(self, winner, loser, many):
        """The exchange: the loser gives the best cards; then the winner, who has seen them, gives any back."""
        hand = self.hands[loser]
        best = sorted(map(height, hand), reverse=True)[:many]
        worthy = {
            cards for cards in itertools.combinations(hand, many) if sorted(map(height, cards), reverse=True) == best
        }
        up = yield loser, {"give " + " ".join(cards) for cards in worthy}
        self.give(loser, winner, up.split()[1:])
        down = yield (
            winner,
            {f"give {' '.join(cards)} back" for cards in itertools.combinations(self.hands[winner], many)},
        )
        self.give(winner, loser, down.split()[1:-1])
        self.seen.add("exchange")

    def give(self, giver, taker, cards):
        """Move cards from one hand to another."""
        for card in cards:
            self.hands[giver].remove(card)
            self.hands[taker].append(card)

    def round(self, leader):
        """Play a round.  Return the next leader."""
        player, last, size, top, passed = leader, None, 0, -1, set()
        while len(self.out) < self.players - 1 and player != last:
            if self.hands[player] and player not in passed:
                plays = {
                    "play " + " ".join(cards)
                    for n in ([size] if size else range(1, 5))
                    for cards in itertools.combinations(self.hands[player], n)
                    if len({height(card) for card in cards}) == 1
                    and height(cards[0]) >= top + (0 if size and self.options["equal_height"] else 1)
                    and ("3♣" in cards or self.opened)
                }
                answer = yield player, plays | ({"pass"} if size else set())
                if answer == "pass":
                    passed |= {player} if self.options["pass_is_final"] else set()
                else:
                    cards, self.opened = answer.split()[1:], True
                    for card in cards:
                        self.hands[player].remove(card)
                    last, size, top = player, len(cards), height(cards[0])
                    if not self.hands[player]:
                        self.out.append(player)
            player = (player + 1) % self.players
        assert last is not None
        if last in self.out:
            self.seen.add("out by the last play of a round")
        while not self.hands[last]:
            last = (last + 1) % self.players
        return last


def follow(match, strategy, dice, limit=1500):
    """Play to the end against the referee.  Return the kinds of events that happened."""
    referee = Referee(match)
    if match.follow(referee, strategy, dice, tidy, limit=limit):
        high = max(referee.points)
        assert set(match.result().winners) == {p for p in range(referee.players) if referee.points[p] == high}
    return referee.seen


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {
        "target": data.draw(st.sampled_from([5, 11])),
        "tribute": data.draw(st.booleans()),
        "pass_is_final": data.draw(st.booleans()),
        "equal_height": data.draw(st.booleans()),
    }
    players, seed = data.draw(st.integers(4, 7)), data.draw(st.integers(0, 2**32))
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)))]
    follow(tables.match("president", options, players, seed=seed), strategy, Dice(seed))


def test_the_games_contain_every_kind_of_event(tables, strategies):
    seen = set()
    for seed in range(4):
        match = tables.match("president", {"target": 11}, 4 + seed, seed=seed)
        seen |= follow(match, strategies["eager"], Dice(seed))
    assert seen == {"exchange", "out by the last play of a round"}
