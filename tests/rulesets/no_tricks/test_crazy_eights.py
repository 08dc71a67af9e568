"""Crazy Eights compared with a referee written by hand from common knowledge of the game."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
POINTS = {"8": 50, "A": 1, "10": 10, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in (2, 3, 4, 5, 6, 7, 9)}


class Referee:
    """A referee for turns and points.  It reads hands and stock from the engine."""

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points, self.seen = [0] * self.players, set()

    def hand(self, player):
        """The cards a player holds."""
        return self.match.cards("hand", player)

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        while max(self.points) < self.options["target"]:
            size = 7 if self.players == 2 else 5
            assert [len(self.hand(p)) for p in range(self.players)] == [size] * self.players
            (top,) = self.match.cards("pile")
            self.top, self.suit, self.passes = top, SUITS[top[-1]], 0
            # The hands of all players are counted here, because the answer that plays the last card already makes the
            # next deal.
            self.held = [self.hand(p) for p in range(self.players)]
            player = dealer
            while all(self.held) and self.passes < self.players:
                player = (player + 1) % self.players
                yield from self.turn(player)
            values = [sum(POINTS[card[:-1]] for card in hand) for hand in self.held]
            for p, value in enumerate(values):
                if value == min(values):
                    self.points[p] += sum(other - value for other in values)
            self.seen.add("block" if all(self.held) else "out")
            dealer = (dealer + 1) % self.players

    def turn(self, player):
        """One turn: play, draw and play, or pass."""
        drawn = 0
        while True:
            hand = self.held[player] = self.hand(player)
            fitting = [c for c in hand if c[:-1] == "8" or SUITS[c[-1]] == self.suit or c[:-1] == self.top[:-1]]
            labels = {f"play {card}" for card in fitting if card[:-1] != "8"}
            labels |= {f"play {card} for {suit}" for card in fitting if card[:-1] == "8" for suit in SUITS.values()}
            stock = len(self.match.cards("stock"))  # before the answer, because the answer may make the next deal
            may_draw = stock and (self.options["draws"] == "as_many_as_wanted" or not drawn)
            if may_draw:
                labels.add("draw")
            elif not fitting:
                labels.add("pass")
            answer = yield player, labels
            if answer == "draw":
                drawn += 1
                continue
            if answer == "pass":
                self.passes += stock == 0
                return
            said = answer.split()
            self.top, self.passes = said[1], 0
            self.suit = said[3] if len(said) > 2 else SUITS[said[1][-1]]
            self.held[player].remove(said[1])
            return


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {
        "target": data.draw(st.sampled_from([50, 100, 500])),
        "draws": data.draw(st.sampled_from(["as_many_as_wanted", "one"])),
    }
    players, seed = data.draw(st.integers(2, 7)), data.draw(st.integers(0, 2**32))
    match = tables.match("crazy_eights", options, players, seed=seed)
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)))]
    follow(match, strategy, Dice(seed))


def follow(match, strategy, dice, limit=800):
    """Play to the end against the referee.  Return the kinds of events that happened."""
    referee = Referee(match)
    if match.follow(referee, strategy, dice, limit=limit):
        high = max(referee.points)
        assert set(match.result().winners) == {p for p in range(referee.players) if referee.points[p] == high}
    return referee.seen


def test_deals_end_with_an_empty_hand_or_a_block(tables, strategies):
    seen = set()
    for seed in range(12):
        match = tables.match("crazy_eights", {"target": 500}, 2 + seed % 6, seed=seed)
        seen |= follow(match, strategies["any kind"], Dice(seed))
        if seed >= 5 and len(seen) == 2:  # each number of players has been tried
            break
    assert seen == {"out", "block"}
