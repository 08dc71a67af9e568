"""Schnapsen compared with a referee written by hand: marriages, the exchange of the jack, the closed stock, and game
points.
"""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
WORTH = {"J": 2, "Q": 3, "K": 4, "10": 10, "A": 11}
HEIGHT = {rank: n for n, rank in enumerate(WORTH)}


class Referee:
    """A referee for choices and game points.  It reads the hands from the engine."""

    def __init__(self, match):
        self.match, self.options, self.points, self.seen = match, match.program.options, [0, 0], set()

    def game(self):
        """The whole match."""
        dealer = self.match.value("dealer")
        while max(self.points) < self.options["target"]:
            yield from self.deal(1 - dealer)
            dealer = 1 - dealer

    def count(self, p):
        """The points of tricks and marriages; zero without a trick."""
        return sum(WORTH[card[:-1]] for card in self.won[p]) + self.melds[p] if self.won[p] else 0

    def deal(self, leader):
        """Play a deal and give its game points."""
        self.trump, self.stock, self.closed = SIGNS[self.match.word("trump")], 10, None
        self.won, self.melds, last = [[], []], [0, 0], leader
        for _ in range(10):
            wed = yield from self.before_lead(leader)
            if max(map(self.count, (0, 1))) >= 66:
                break
            leader = last = yield from self.trick(leader, wed)
            if max(map(self.count, (0, 1))) >= 66 or len(self.won[0] + self.won[1]) == 20:
                break
            if self.closed is None:
                self.stock = max(0, self.stock - 2)
            elif 2 * self.tricks_left == len(self.won[0] + self.won[1]):
                break
        winner = next((p for p in (0, 1) if self.count(p) >= 66), None)
        if self.closed is None:
            loser = 1 - (last if winner is None else winner)
            self.points[1 - loser] += 3 if not self.won[loser] else 2 if self.count(loser) < 33 else 1
            return
        closer, points, bare = self.closed
        if winner == closer:
            self.points[closer] += 3 if bare else 2 if points < 33 else 1
        else:
            self.seen.add("closed in vain")
            self.points[1 - closer] += 3 if bare else 2

    def before_lead(self, p):
        """Exchange, close or announce before a lead.  Return the suit of a marriage."""
        wed = None
        while max(map(self.count, (0, 1))) < 66:
            hand, labels = self.match.cards("hand", p), {"lead"}
            if self.closed is None and self.stock > 2:
                labels |= {"close"}
            if self.closed is None and self.stock > (0 if self.options["last_exchange"] else 2):
                labels |= {"exchange"} if f"J{self.trump}" in hand else set()
            pairs = {name for name, sign in SIGNS.items() if {f"K{sign}", f"Q{sign}"} <= set(hand)}
            answer = yield p, labels | ({f"marriage of {name}" for name in pairs} if wed is None else set())
            self.seen.add(answer.split()[0])
            if answer == "lead":
                break
            if answer == "close":
                self.closed = p, self.count(1 - p), not self.won[1 - p]
                self.tricks_left = len(self.won[0] + self.won[1]) // 2 + len(hand)
            elif answer != "exchange":
                wed = SIGNS[answer.split()[-1]]
                self.melds[p] += 40 if wed == self.trump else 20
        return wed

    def trick(self, leader, wed):
        """Play a trick.  Return its winner."""
        hand = self.match.cards("hand", leader)
        able = [card for card in hand if card in (f"K{wed}", f"Q{wed}")] or hand
        answer = yield leader, {f"play {card}" for card in able}
        led = answer.split()[1]
        hand = self.match.cards("hand", 1 - leader)
        if self.closed is not None or not self.stock:
            same = [card for card in hand if card[-1] == led[-1]]
            trumps = [card for card in hand if card[-1] == self.trump]
            hand = [card for card in same if self.beats(card, led)] or same or trumps or hand
        answer = yield 1 - leader, {f"play {card}" for card in hand}
        card = answer.split()[1]
        taker = 1 - leader if self.beats(card, led) else leader
        self.won[taker] += [led, card]
        return taker

    def beats(self, card, led):
        """Return whether a card takes the trick from the card led."""
        if card[-1] == led[-1]:
            return HEIGHT[card[:-1]] > HEIGHT[led[:-1]]
        return card[-1] == self.trump


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    seed, target = data.draw(st.integers(0, 2**32)), data.draw(st.sampled_from([1, 3, 7]))
    options = {"target": target, "last_exchange": data.draw(st.booleans())}
    match = tables.match("schnapsen", options, seed=seed)
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"]]))
    assert match.follow(Referee(match), strategy, Dice(seed))


def exchanging(question, dice):
    """Make the exchange whenever it is legal, and seldom close the stock."""
    options = list(question.options())
    wanted = [option for option in options if option.label == "exchange"]
    wanted = wanted or [option for option in options if option.label != "close" or not dice.below(9)]
    return wanted[dice.below(len(wanted))].choice


def test_the_games_contain_every_kind_of_event(tables):
    seen = set()
    for seed in range(4):
        match = tables.match("schnapsen", {"target": 7}, seed=seed)
        referee = Referee(match)
        assert match.follow(referee, exchanging, Dice(seed))
        seen |= referee.seen
    assert seen == {"lead", "close", "exchange", "marriage", "closed in vain"}
