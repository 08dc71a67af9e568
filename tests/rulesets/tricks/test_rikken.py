"""Rikken compared with a referee written by hand from the published descriptions."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
NAMES = {sign: name for name, sign in SIGNS.items()}
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
BIDS = {
    "rik": (1, 1, 8), "rik better": (2, 1, 8), "solo eight": (3, 1, 8), "misère": (4, 5, 0), "piek": (4, 5, 1),
    "solo nine": (5, 1, 9), "solo ten": (6, 1, 10), "solo eleven": (7, 1, 11), "solo twelve": (8, 1, 12),
    "open misère": (9, 10, 0), "open piek": (9, 10, 1), "troela": (10, 2, 8), "solo thirteen": (11, 15, 13),
    "open thirteen": (12, 20, 13),
}  # fmt: skip
"""For each contract: which is higher, what it is worth, and the tricks that are needed."""


class Rikken:
    """A referee for choices and points.  It reads the hands from the engine."""

    settings: ClassVar = {"deals": [4, 6], "mixed": ["cut_only", "shuffled"]}

    def __init__(self, match):
        self.match, self.options, self.points, self.seen = match, match.program.options, [0] * 4, set()

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal(dealer)
            dealer = (dealer + 1) % 4

    def hand(self, p):
        """A player's cards."""
        return list(self.match.cards("hand", p))

    def callable(self, p, trump=None):
        """The cards of suits that are no trumps which a player may call."""
        hand = self.hand(p)
        rank = "K" if sum(c[:-1] == "A" for c in hand) == 4 else "A"
        return [rank + s for s in SIGNS.values() if s != trump and rank + s not in hand]

    def bids(self, p, bid):
        """The bids that a player may make over another."""
        aces = sum(c[:-1] == "A" for c in self.hand(p))
        least = BIDS[bid][0] if bid else 0
        announced = aces == 3 and least < 10
        found = set()
        for name, (height, _, _) in BIDS.items():
            if height <= least or (name == "troela") > (aces == 3) or (announced and height < 10):
                continue
            if name == "rik" and not any(self.callable(p, s) for s in SIGNS.values()):
                continue
            if name == "rik better" and not self.callable(p, "♥"):
                continue
            found.add(name)
        return found, announced

    def auction(self, first):
        """The highest bid and whoever made it."""
        bidder, bid, still, p = None, None, [0, 1, 2, 3], first
        while still and not (bidder is not None and len(still) == 1):
            if p in still:
                found, announced = self.bids(p, bid)
                answer = yield p, {f"bid {name}" for name in found} | (set() if announced else {"pass"})
                if answer == "pass":
                    still.remove(p)
                else:
                    bidder, bid = p, answer[4:]
            p = (p + 1) % 4
        return bidder, bid

    def deal(self, dealer):
        """One deal."""
        first = (dealer + 1) % 4
        bidder, bid = yield from self.auction(first)
        if bidder is None:
            self.seen.add("passed")
            return
        self.seen.add(bid)
        partner = trump = called = blind = None
        if bid == "troela":
            for p in [(bidder + n) % 4 for n in (1, 2, 3)]:
                aces = [c[-1] for c in self.hand(p) if c[:-1] == "A"]
                labels = {
                    f"the ace of {NAMES[own]}, and {NAMES[s]} are trumps" for own in aces for s in NAMES if s != own
                }
                answer = yield p, labels or {"no ace"}
                if answer != "no ace":
                    partner, called, trump = p, "A" + aces[0], SIGNS[answer.split()[5]]
                    first = p
        elif BIDS[bid][2] > 1:
            trump = "♥"
            if bid != "rik better":
                answer = yield (
                    bidder,
                    {f"{name} are trumps" for s, name in NAMES.items() if bid != "rik" or self.callable(bidder, s)},
                )
                trump = SIGNS[answer.split()[0]]
            if bid.startswith("rik"):
                hand = self.hand(bidder)
                may = self.callable(bidder, trump)
                seen = [c for c in may if any(d[-1] == c[-1] for d in hand)]
                spoken = {"A": "ace", "K": "king"}
                names = {f"{c[:-1]} of {NAMES[c[-1]]}": c for c in may}
                labels = {f"call the {name}" for name, c in names.items() if c in seen}
                labels = labels or {f"call the {name} blind with {d}" for name in names for d in hand}
                answer = yield bidder, labels
                called = names[answer[9:].split(" blind")[0]]
                blind = answer.split()[-1] if "blind" in answer else None
                self.seen |= {"blind"} if blind else {spoken[called[0]]}
                partner = next(p for p in range(4) if called in self.match.cards("hand", p))
        side = {bidder} if partner is None else {bidder, partner}
        taken = yield from self.tricks(first, bidder, bid, trump, called, blind, side)
        self.score(bid, side, sum(taken[p] for p in side))

    def tricks(self, leader, bidder, bid, trump, called, blind, side):
        """The tricks of each player."""
        taken, needed = [0] * 4, BIDS[bid][2]
        for number in range(13):
            plays, masked = [], False
            for p in [(leader + n) % 4 for n in range(4)]:
                hand = self.hand(p)
                led = plays[0][1][-1] if plays else None
                able = [c for c in hand if c[-1] == led] or hand
                if p == bidder and blind is not None and (not hand or (led == called[-1] if led else False)):
                    able, masked, blind = [blind], bool(hand), None
                elif bid == "troela" and number == 0:
                    able = [c for c in able if (c == called if led is None else c[-1] != trump)] or able
                if called in able and led == called[-1]:
                    able = [called]
                answer = yield p, {f"play {card}" for card in able}
                plays.append((p, answer.split()[1]))
            led = plays[0][1][-1]
            values = {}
            for p, card in plays:
                height = RANKS.index(card[:-1])
                values[p] = 100 + height if card[-1] == trump else height if card[-1] == led else -1
                if masked and p == bidder:
                    values[p] = -1
            leader = max(values, key=lambda p: values[p])
            taken[leader] += 1
            got, all_ = sum(taken[p] for p in side), number + 1
            if (needed <= 1 and got > needed) or (needed == 13 and got < all_):
                break
        return taken

    def score(self, bid, side, got):
        """What the deal brings."""
        _, worth, needed = BIDS[bid]
        made = got == needed if needed <= 1 else got >= needed
        if 1 < needed < 13:
            worth += abs(got - needed) + (got == 13)
        worth = worth if made else -worth
        self.seen.add("made" if made else "lost")
        for p in range(4):
            self.points[p] += worth * (1 if len(side) == 2 else 3) if p in side else -worth


def eager(question, dice):
    """A random choice; low bids more often than high ones."""
    choices = list(question.choices())
    labels = [question.label(choice) for choice in choices]
    low = [c for c, label in zip(choices, labels, strict=True) if label in ("pass", "bid rik", "bid rik better")]
    if low and dice.below(5):
        return low[dice.below(len(low))]
    return choices[dice.below(len(choices))]


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.sampled_from(values)) for name, values in Rikken.settings.items()}
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([eager, strategies["anything"]]))
    match = tables.match("rikken", options, seed=seed)
    assert match.follow(Rikken(match), strategy, Dice(seed), str)


def test_the_games_contain_every_kind_of_contract(tables):
    seen, every = set(), {"rik", "rik better", "troela", "ace", "made", "lost", "passed"}
    for seed in range(8):
        match = tables.match("rikken", {"deals": 20}, seed=seed)
        referee = Rikken(match)
        assert match.follow(referee, eager, Dice(seed), str)
        seen |= referee.seen
        if every <= seen:
            break
    assert every <= seen


def test_a_card_that_stands_for_the_suit_called(tables, fixed):
    """B can call only aces of suits that B does not hold, so the call is blind.  The card laid down follows to the suit
    called and takes no trick, though it is a trump."""
    hands = {
        0: "2♣ 3♣ 4♣ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥", 1: "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♥",
        2: "A♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ K♥ Q♥ A♠",
    }  # fmt: skip
    chance = fixed({("hand", p): hand for p, hand in hands.items()}, {"dealer": 3})
    match = tables.match("rikken", {"deals": 4, "mixed": "shuffled"}, chance=chance)
    match.say("pass", "bid rik", "pass", "pass", "spades are trumps")
    assert all(" blind with " in label for label in match.options())
    match.say("call the A of clubs blind with K♠", "play 2♣", "play K♠", "play A♣")
    match.say("play 2♦")
    assert (match.values("tricks"), match.value("helper")) == ([0, 0, 1, 0], 2)
    assert "K♠" not in match.cards("hand", 1)
    assert len(match.cards("hand", 1)) == 12
