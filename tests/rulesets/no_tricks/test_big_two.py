"""Big Two compared with a referee written by hand: the plays offered, what they beat, and the penalties."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
KINDS = ["straight", "flush", "full house", "four", "straight flush"]


@cache
def place(card):
    """The position of a card among all: by rank, then by suit."""
    return RANKS.index(card[:-1]), "♦♣♥♠".index(card[-1])


@cache
def rating(cards):
    """The strength of cards (sorted from low to high) among plays of the same number of cards.

    None for an illegal combination.
    """
    places = [place(card) for card in cards]
    ranks = [rank for rank, _ in places]
    if len(cards) < 5:
        return (places[-1],) if len(set(ranks)) == 1 else None
    counts = sorted(Counter(ranks).values())
    straight = ranks == list(range(ranks[0], ranks[0] + 5))
    flush = len({card[-1] for card in cards}) == 1
    if straight and flush:
        return KINDS.index("straight flush"), places[-1]
    if counts in ([1, 4], [2, 3]):
        return KINDS.index("four" if 4 in counts else "full house"), (ranks[2],)
    if flush or straight:
        return KINDS.index("flush" if flush else "straight"), places[-1]
    return None


class Referee:
    """A referee for turns and points.  It reads the hands from the engine when a deal begins."""

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points, self.seen = [0] * 4, set()

    def game(self):
        """The whole game: yields the player to move and the legal labels, and receives the chosen label."""
        leader = None
        for _ in range(self.options["deals"]):
            if max(self.points) >= self.options["target"]:
                return
            self.hands = [self.match.cards("hand", p) for p in range(4)]
            assert [len(hand) for hand in self.hands] == [13] * 4
            opening = leader is None
            if leader is None:
                leader = next(p for p in range(4) if "3♦" in self.hands[p])
            while all(self.hands):
                leader = yield from self.round(leader, opening)
                opening = False
            for p, hand in enumerate(self.hands):
                times = 1 if len(hand) < 10 or not self.options["doubling"] else 3 if len(hand) == 13 else 2
                self.points[p] += times * len(hand)

    def round(self, leader, opening):
        """Play a round.  Return the player who played last."""
        table, last, passed = (), None, set()
        for p in itertools.cycle((leader + n) % 4 for n in range(4)):
            if p == last or not all(self.hands):
                return last
            if p in passed:
                continue
            plays = {}
            for n in [len(table)] if table else [1, 2, 3, 5]:
                for cards in itertools.combinations(sorted(self.hands[p], key=place), n):
                    rated = rating(cards)
                    if rated is None or (n == 3 and not self.options["triples"]):
                        continue
                    if (not table or rated > rating(table)) and (not opening or last is not None or "3♦" in cards):
                        plays[tidy(name(cards))] = cards
            answer = yield p, {" ".join(label) for label in plays} | ({"pass"} if table else set())
            if answer == "pass":
                passed |= {p} if self.options["pass_is_final"] else set()
            else:
                table, last = plays[tidy(answer)], p
                self.hands[p] = [card for card in self.hands[p] if card not in table]
                self.seen.add(KINDS[rating(table)[0]] if len(table) == 5 else len(table))


def name(cards):
    """The label of a play of these cards."""
    if len(cards) < 5:
        return "play " + " ".join(cards)
    kind = KINDS[rating(cards)[0]].removeprefix("straight ")
    return f"play the {kind} {' '.join(cards)}" + " and" * (kind in {"full house", "four"})


def tidy(label):
    """A label as a set of words, because its cards may come in any order."""
    return frozenset(label.split())


def follow(match, strategy, dice):
    """Play to the end against the referee.  Return the kinds of events that happened."""
    referee = Referee(match)
    assert match.follow(referee, strategy, dice, tidy)
    low = min(referee.points)
    assert set(match.result().winners) == {p for p in range(4) if referee.points[p] == low}
    return referee.seen


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.booleans(), label=name) for name in ("triples", "doubling", "pass_is_final")}
    seed = data.draw(st.integers(0, 2**32))
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)))]
    follow(tables.match("big_two", {"target": 20, "deals": 1, **options}, 4, seed=seed), strategy, Dice(seed))


def of_many(question, dice):
    """One of the plays of three cards if there are any, because they are rare."""
    options = list(question.options())
    triples = [option for option in options if len(option.label.split()) == 4]
    return (triples or options)[dice.below(len(triples or options))].choice


def test_the_games_contain_singles_pairs_triples_and_hands(tables, strategies):
    seen, every = set(), {1, 2, 3, "straight", "flush", "full house"}
    for seed, strategy in enumerate([strategies["any kind"], of_many]):
        seen |= follow(tables.match("big_two", {"target": 20, "deals": 2}, 4, seed=seed), strategy, Dice(seed))
        if every <= seen:
            break
    assert every <= seen


def test_the_referee_ranks_known_hands():
    hands = ["3♦ 4♦ 5♦ 6♦ 7♦", "4♦ 4♣ 4♥ 4♠ 3♣", "3♣ 3♥ 3♠ 5♦ 5♣", "2♠ 9♠ 7♠ 5♠ 4♠", "J♠ Q♦ K♦ A♦ 2♦"]
    ratings = [rating(tuple(sorted(hand.split(), key=place))) for hand in hands]
    assert ratings == sorted(ratings, reverse=True)
    assert rating(("3♠", "4♠", "5♦", "A♠", "2♠")) is None
