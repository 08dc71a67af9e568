"""Dou Dizhu and 500 Rummy compared with referees written from the published descriptions."""

from __future__ import annotations

import itertools
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "Little", "Big"]


def rank(card):
    """The rank of a card of Dou Dizhu."""
    return card.split(".")[0] if "." in card else card[:-1]


def combinations(counts):
    """All that may be laid from a hand: label, kind, length, height and the ranks of the cards."""
    have = {n: [r for r in RANKS if counts[r] >= n] for n in (1, 2, 3, 4)}
    for r in have[1]:
        yield f"lay {r}", "single", 1, RANKS.index(r)
    for r in have[2]:
        yield f"lay a pair of {r}", "pair", 1, RANKS.index(r)
    for r in have[3]:
        h = RANKS.index(r)
        yield f"lay three {r}", "three", 1, h
        yield from ((f"lay three {r} and {s}", "three and one", 1, h) for s in have[1] if s != r)
        yield from ((f"lay three {r} and a pair of {s}", "three and pair", 1, h) for s in have[2] if s != r)
    for width, least, words in ((1, 5, ""), (2, 3, " pairs"), (3, 2, " threes")):
        for low in range(12):
            for n in range(least, 13 - low):
                row = RANKS[low : low + n]
                if not all(counts[r] >= width for r in row):
                    break
                label = f"lay {n}{words} in a row from {row[0]}"
                yield label, f"row of {width}", n, low
                if width == 3:
                    rest = {r: count for r, count in counts.items() if r not in row}
                    if sum(rest.values()) >= n:
                        yield f"{label} with {n} cards", "plane with cards", n, low
                    if sum(count // 2 for count in rest.values()) >= n:
                        yield f"{label} with {n} pairs", "plane with pairs", n, low
    for r in have[4]:
        h = RANKS.index(r)
        for s, t in itertools.combinations([s for s in have[1] if s != r], 2):
            yield f"lay four {r} with {s} and {t}", "four with two", 1, h
        for s in have[2]:
            if s != r:
                yield f"lay four {r} with a pair of {s}", "four with two", 1, h
        for s, t in itertools.combinations([s for s in have[2] if s != r], 2):
            yield f"lay four {r} with pairs of {s} and {t}", "four with pairs", 1, h
        yield f"bomb of {r}", "bomb", 1, h
    if counts["Little"] and counts["Big"]:
        yield "rocket", "rocket", 1, 99


def cards_of(label):
    """The ranks of the cards that a label lays at once."""
    words = label.split()
    if label == "rocket":
        return Counter({"Little": 1, "Big": 1})
    if words[0] == "bomb":
        return Counter({words[2]: 4})
    if "row" in words:
        low, n = RANKS.index(words[words.index("from") + 1]), int(words[1])
        return Counter({r: {"in": 1, "pairs": 2, "threes": 3}[words[2]] for r in RANKS[low : low + n]})
    number = {"three": 3, "four": 4}.get(words[1], 2 if words[1] == "a" else 1)
    found = Counter({words[4] if words[1] == "a" else words[2] if number > 2 else words[1]: number})
    if number > 2 and len(words) > 3:
        each = 2 if "pair" in words or "pairs" in words else 1
        others = [w for w in words[4:] if w in RANKS]
        for other in others:
            found[other] += each
    return found


class DouDizhu:
    """Two peasants against the landlord."""

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points = [0] * 3

    def counts(self, p):
        """How many cards of each rank a player holds."""
        return Counter(rank(card) for card in self.match.cards("hand", p))

    def game(self):
        """All the deals."""
        first = self.match.value("bidder_first")
        for _ in range(self.options["deals"]):
            yield from self.deal(first)
            first = (first + 1) % 3

    def deal(self, first):
        """Play a deal."""
        bid, landlord = 0, None
        for _ in range(10):
            for n in range(3):
                p = (first + n) % 3
                if bid < 3:
                    answer = yield p, {"pass"} | {f"bid {k}" for k in range(bid + 1, 4)}
                    if answer != "pass":
                        bid, landlord = int(answer[-1]), p
            if bid:
                break
        if landlord is None:
            bid, landlord = 1, first
        stake, laid, sizes = bid, [0] * 3, [17 + 3 * (p == landlord) for p in range(3)]
        turn, last, holder = landlord, None, None
        while all(sizes):
            if turn == holder:
                last = None
            hand = self.counts(turn)
            assert sum(hand.values()) == sizes[turn]
            able = {label: rest for label, *rest in combinations(hand) if self.beats(rest, last)}
            answer = yield turn, set(able) | ({"pass"} if last else set())
            if answer != "pass":
                last, holder = able[answer], turn
                kind, n, low = last
                stake *= 2 if kind in ("bomb", "rocket") else 1
                played = cards_of(answer)
                hand -= played
                if kind.startswith("plane"):
                    row, each = RANKS[low : low + n], 2 if kind.endswith("pairs") else 1
                    for _ in range(n):
                        word = "add a pair of" if each == 2 else "add"
                        answer = yield turn, {f"{word} {r}" for r in RANKS if hand[r] >= each and r not in row}
                        hand[answer.split()[-1]] -= each
                sizes[turn] = sum(hand.values())
                laid[turn] += 1
            turn = (turn + 1) % 3
        won = not sizes[landlord]
        few = all(not laid[p] for p in range(3) if p != landlord) if won else laid[landlord] == 1
        stake *= 2 if few and self.options["spring"] else 1
        for p in range(3):
            self.points[p] += (2 * stake if p == landlord else -stake) * (1 if won else -1)

    @staticmethod
    def beats(this, last):
        """Whether a combination may be laid on the last one."""
        if last is None:
            return True
        (kind, n, height), (last_kind, last_n, last_height) = this, last
        if kind == "rocket" or last_kind == "rocket":
            return kind == "rocket" and last_kind != "rocket"
        if kind == "bomb":
            return last_kind != "bomb" or height > last_height
        return kind == last_kind and n == last_n and height > last_height


ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def is_run(cards):
    """Whether cards are a sequence, with the ace low or high."""
    if len(cards) < 3 or len({card[-1] for card in cards}) > 1:
        return None
    places = sorted(ORDER.index(card[:-1]) for card in cards)
    if places == list(range(places[0], places[0] + len(places))):
        return "low"
    high = sorted(13 if place == 0 else place for place in places)
    return "high" if high == list(range(high[0], high[0] + len(high))) else None


def is_meld(cards):
    """Whether cards are a meld."""
    alike = len(cards) in (3, 4) and len({card[:-1] for card in cards}) == 1
    return alike or is_run(cards) is not None


def worth(card, cards):
    """What a card counts in a meld."""
    if card[0] == "A":
        return 1 if is_run(cards) == "low" else 15
    return min(10, ORDER.index(card[:-1]) + 1)


class Rummy500:
    """Lay melds, and take from the discards."""

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points = [0] * self.players

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal((dealer + 1) % self.players)
            dealer = (dealer + 1) % self.players
            if max(self.points) >= self.options["target"]:
                return

    def usable(self, hand, discards, n):
        """Whether the lowest of the top discards can be used at once."""
        card, others = discards[-n], hand + discards[len(discards) - n + 1 :]
        fits = any(is_meld([*meld, card]) for meld in self.melds)
        return fits or any(is_meld([*two, card]) for two in itertools.combinations(others, 2))

    def deal(self, turn):
        """Play a deal."""
        hands = [self.match.cards("hand", p) for p in range(self.players)]
        discards, self.melds, laid = self.match.cards("discards"), [], [0] * self.players
        stock = 51 - sum(map(len, hands))
        while True:
            hand = hands[turn]
            labels = {f"take the top {n}" for n in range(1, len(discards) + 1) if self.usable(hand, discards, n)}
            answer = yield turn, labels | {"draw" if stock else "end the deal"}
            owed = None
            if answer == "end the deal":
                break
            if answer == "draw":
                stock -= 1
                hand = hands[turn] = self.match.cards("hand", turn)
            else:
                n = int(answer.split()[-1])
                owed = discards[-n]
                hand += discards[-n:]
                del discards[-n:]
            laid[turn] += yield from self.lay(turn, hand, owed)
            if hand:
                answer = yield turn, {f"discard {card}" for card in hand}
                hand.remove(answer.split()[1])
                discards.append(answer.split()[1])
            if not hand:
                break
            turn = (turn + 1) % self.players
        for p, hand in enumerate(hands):
            self.points[p] += laid[p] - sum(worth(card, []) for card in hand)

    def lay(self, p, hand, owed):
        """Lay melds and single cards.  Return what they count."""
        total = 0
        while hand:
            labels = {"lay no more"} if owed is None else set()
            threes = (cards for cards in itertools.combinations(hand, 3) if is_meld(cards))
            labels |= {f"lay {' '.join(cards)}" for cards in threes if owed is None or owed in cards}
            labels |= {
                f"add {card} to {k}"
                for k, meld in enumerate(self.melds, 1)
                for card in hand
                if is_meld([*meld, card]) and owed in (None, card)
            }
            answer = yield p, labels
            if answer == "lay no more":
                break
            kind, *words = answer.split()
            if kind == "lay":
                self.melds.append(words)
                total += sum(worth(card, words) for card in words)
            else:
                meld, words = self.melds[int(words[-1]) - 1], words[:1]
                meld += words
                total += worth(words[0], meld)
            for card in words:
                hand.remove(card)
            owed = None
        return total


def tidy(label):
    """A label as a set of words, because its cards may come in any order."""
    return frozenset(label.split())


REFEREES = {"dou_dizhu": DouDizhu, "rummy_500": Rummy500}
"""The referees by game."""


@given(data=st.data())
@GAMES
def test_dou_dizhu_agrees_with_the_referee(data, tables, strategies):
    options = {"deals": data.draw(st.integers(1, 3)), "spring": data.draw(st.booleans())}
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["eager"]]))
    match = tables.match("dou_dizhu", options, seed=seed)
    referee = DouDizhu(match)
    assert match.follow(referee, strategy, Dice(seed))
    assert list(match.result().winners) == [p for p, n in enumerate(referee.points) if n == max(referee.points)]


@given(data=st.data())
@GAMES
def test_rummy_500_agrees_with_the_referee(data, tables, strategies):
    options = {"deals": data.draw(st.integers(1, 2)), "target": 100}
    players, seed = data.draw(st.integers(2, 4)), data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"]]))
    match = tables.match("rummy_500", options, players, seed=seed)
    referee = Rummy500(match)
    assert match.follow(referee, strategy, Dice(seed), tidy)
    assert list(match.result().winners) == [p for p, n in enumerate(referee.points) if n == max(referee.points)]


def test_the_combinations_of_a_hand():
    hand = Counter({"3": 3, "4": 3, "5": 1, "6": 1, "7": 1, "2": 4, "Little": 1, "Big": 1})
    kinds = Counter(kind for _, kind, *_ in combinations(hand))
    assert kinds == {
        "single": 8, "pair": 3, "three": 3, "three and one": 21, "three and pair": 6, "row of 1": 1, "row of 3": 1,
        "plane with cards": 1, "plane with pairs": 1, "four with two": 23, "four with pairs": 1, "bomb": 1, "rocket": 1,
    }  # fmt: skip
    assert is_run(["A♠", "2♠", "3♠"]) == "low"
    assert is_run(["Q♠", "A♠", "K♠"]) == "high"
    assert is_run(["K♠", "A♠", "2♠"]) is None
