"""Cassino compared with a referee written by hand, which keeps the table, the builds and the cards won."""

from __future__ import annotations

import itertools

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def tidy(label):
    """A label as a set of words, because its cards may come in any order."""
    return frozenset(label.replace(",", "").split())


class Referee:
    """A referee: a card takes cards whose sum it equals, and builds can be taken later."""

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points = [0] * len(match.values("points"))

    @staticmethod
    def sets(cards):
        """Yield all sets of numbered cards with their sums."""
        numbers = [(card, Referee.worth(card)) for card in cards if Referee.worth(card)]
        for n in range(1, len(numbers) + 1):
            for some in itertools.combinations(numbers, n):
                yield " ".join(card for card, _ in some), sum(worth for _, worth in some)

    @staticmethod
    def worth(card):
        """The value of a card; None for court cards."""
        rank = card[:-1]
        return 1 if rank == "A" else int(rank) if rank.isdecimal() else 0

    def game(self):
        """The whole match."""
        dealer, sides = self.match.value("dealer"), len(self.points)
        while max(self.points) < self.options["target"] or self.points.count(max(self.points)) > 1:
            self.won, self.floor, last = [[] for _ in range(sides)], self.match.cards("floor"), None
            self.builds = {(p, k): [] for p in range(self.players) for k in (1, 2)}
            for n in range(48):
                p = (dealer + 1 + n) % self.players
                if (yield from self.turn(p, p % sides)):
                    last = p % sides
                    clear = not self.floor and not any(self.builds.values())
                    self.points[last] += self.options["sweeps"] and clear and n < 47
            if last is not None:
                self.won[last] += [*self.floor, *itertools.chain(*self.builds.values())]
            for amounts, points in ((list(map(len, self.won)), 3), (self.suits("♠"), 1)):
                if amounts.count(max(amounts)) == 1:
                    self.points[amounts.index(max(amounts))] += points
            for side, cards in enumerate(self.won):
                aces = sum(card[:-1] == "A" for card in cards)
                self.points[side] += 2 * ("10♦" in cards) + ("2♠" in cards) + aces
            dealer = (dealer + 1) % self.players

    def suits(self, sign):
        """The number of cards of a suit that each side has won."""
        return [sum(card[-1] == sign for card in cards) for cards in self.won]

    def takes(self, card):
        """The cards that a card can take: the label, the zone and the cards."""
        if not self.worth(card):
            alike = [c for c in self.floor if c[:-1] == card[:-1]]
            most = len(alike) if self.options["court_cards_take"] == "all_cards" else 1
            some = (cards for n in range(1, most + 1) for cards in itertools.combinations(alike, n))
            return {" ".join(cards): (None, list(cards)) for cards in some}
        found = {some: (None, some.split()) for some, total in self.sets(self.floor) if total == self.worth(card)}
        for (q, k), cards in self.builds.items():
            if cards and sum(map(self.worth, cards)) == self.worth(card):
                found[f"the build {k} of {'ABCD'[q]}"] = (q, k), cards
        return found

    def turn(self, p, side):
        """Play a turn.  Return whether the card took something."""
        hand, plays = self.match.cards("hand", p), {}
        builder = any(self.builds[p, k] for k in (1, 2)) and any(
            place for card in hand for place, _ in self.takes(card).values()
        )
        for card in hand:
            takes, free = self.takes(card), not all(self.builds[p, k] for k in (1, 2))
            rest = {self.worth(c) for c in hand if c != card}
            for words, (place, cards) in takes.items():
                plays[f"take {words} with {card}"] = "take", card, place, cards
            for words, total in self.sets(self.floor) if free and self.worth(card) else ():
                if total + self.worth(card) in rest:
                    plays[f"build {words} with {card}"] = "build", card, None, words.split()
            for (q, k), cards in self.builds.items() if self.options["raising"] and self.worth(card) else ():
                if cards and (q == p or free) and sum(map(self.worth, [*cards, card])) in rest:
                    plays[f"raise the build {k} of {'ABCD'[q]} with {card}"] = "raise", card, (q, k), cards
            if not takes and not builder:
                plays[f"lay {card}"] = "lay", card, None, []
        answer = yield p, set(plays)
        kind, card, place, cards = {tidy(label): play for label, play in plays.items()}[tidy(answer)]
        self.away(place, cards)
        if kind == "lay":
            self.floor.append(card)
        elif kind in ("build", "raise"):
            own = next(k for k in (1, 2) if not self.builds[p, k])
            self.builds[p, own] = [*cards, card]
        while kind == "take":
            self.won[side] += cards
            more = {f"take {words}, too": taken for words, taken in self.takes(card).items() if self.worth(card)}
            answer = yield p, {*more, "enough"}
            if answer == "enough":
                self.won[side].append(card)
                return True
            place, cards = {tidy(label): taken for label, taken in more.items()}[tidy(answer)]
            self.away(place, cards)
        return False

    def away(self, place, cards):
        """Remove cards from the table."""
        if place is not None:
            self.builds[place] = []
        else:
            self.floor = [card for card in self.floor if card not in cards]


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.booleans(), label=name) for name in ("sweeps", "raising")}
    options["court_cards_take"] = data.draw(st.sampled_from(["one_card", "all_cards"]))
    options["target"] = data.draw(st.sampled_from([11, 21]))
    players, seed = data.draw(st.integers(2, 4)), data.draw(st.integers(0, 2**32))
    match = tables.match("cassino", options, players, seed=seed)
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"]]))
    assert match.follow(Referee(match), strategy, Dice(seed), tidy)
