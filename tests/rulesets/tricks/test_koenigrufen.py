"""Königrufen compared with a referee written by hand from the rules of the Tirolcup."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
TAROCKS = ["I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII",
           "XVIII", "XIX", "XX", "XXI", "Skis"]  # fmt: skip
SIGNS = {"hearts": "♥", "diamonds": "♦", "spades": "♠", "clubs": "♣"}
RED, BLACK = ["4", "3", "2", "1", "J", "C", "Q", "K"], ["7", "8", "9", "10", "J", "C", "Q", "K"]
BIRDS = {"I": (12, 1), "II": (11, 2), "III": (10, 3), "IIII": (9, 4)}
"""For each bird: its trick, and what it is worth."""
NAMES = {"I": "pagat", "II": "uhu", "III": "kakadu", "IIII": "quapil"}
ORDER = ["piccolo", "solorufer", "besserrufer", "bettler", "sechserdreier", "farbendreier", "dreier", "piccolo ouvert",
         "bettler ouvert", "farbensolo", "solodreier"]  # fmt: skip
PRICE = {"rufer": 1, "piccolo": 2, "solorufer": 2, "besserrufer": 3, "bettler": 4, "sechserdreier": 4, "farbendreier": 5,
         "dreier": 5, "piccolo ouvert": 8, "bettler ouvert": 8, "farbensolo": 10, "solodreier": 10}  # fmt: skip
CALLING = ("rufer", "solorufer", "besserrufer")
NEGATIVE = ("trischaken", "piccolo", "bettler", "piccolo ouvert", "bettler ouvert")


def suit(card):
    """The suit of a card."""
    return "tarocks" if card.endswith(".tarocks") else card[-1]


def rank(card):
    """The rank of a card."""
    return card.removesuffix(".tarocks") if card.endswith(".tarocks") else card[:-1]


def height(card):
    """How high a card ranks among its own."""
    if suit(card) == "tarocks":
        return TAROCKS.index(rank(card))
    return (RED if card[-1] in "♥♦" else BLACK).index(rank(card))


def pips(card):
    """The points printed for a card."""
    if suit(card) == "tarocks":
        return 5 if rank(card) in ("I", "XXI", "Skis") else 1
    return {"K": 5, "Q": 4, "C": 3, "J": 2}.get(rank(card), 1)


def count(cards):
    """Counted in threes: two points off for three cards, one for what is left over."""
    return sum(map(pips, cards)) - 2 * (len(cards) // 3) - (len(cards) % 3 > 0)


class Deal:
    """What a deal has brought until now."""

    def __init__(self, bid, bidder, king):
        self.bid, self.bidder, self.king = bid, bidder, king
        self.side = {bidder}
        self.won, self.tricks = [[] for _ in range(4)], [0] * 4
        self.announced, self.king_announced, self.ultimo = [set() for _ in range(4)], False, 0
        self.flown, self.mond = [0] * 4, None
        self.rest = []
        """The halves of the talon that nobody has taken."""
        self.suits, self.negative = bid.startswith("farben"), bid in NEGATIVE

    def lost(self):
        """Whether a negative game is lost for certain."""
        got = self.tricks[self.bidder] if self.bidder is not None else 0
        return (self.bid.startswith("piccolo") and got > 1) or (self.bid.startswith("bettler") and got > 0)


class Koenigrufen:
    """A referee for choices and points.  It reads hands and talon from the engine."""

    settings: ClassVar = {"deals": [4, 5]}

    def __init__(self, match):
        self.match, self.options, self.points, self.seen = match, match.program.options, [0] * 4, set()

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal((dealer + 1) % 4)
            dealer = (dealer + 1) % 4

    def hand(self, p):
        """A player's cards."""
        return list(self.match.cards("hand", p))

    def halves(self):
        """The two halves of the talon."""
        return [list(self.match.cards(f"talon_{k}")) for k in (1, 2)]

    def may(self, p, bid):
        """Whether a player may play a game."""
        hand = self.hand(p)
        if bid in CALLING and sum(rank(c) == "K" for c in hand) == 4:
            return False
        return bid != "besserrufer" or any(rank(c) in BIRDS for c in hand)

    def auction(self, first):
        """Who plays which game."""
        bid = bidder = None
        answer = yield first, {"forehand"} | {f"bid {b}" for b in ORDER if self.may(first, b)}
        if answer != "forehand":
            bidder, bid = first, answer[4:]
        still, p = [0, 1, 2, 3], (first + 1) % 4
        while len(still) > 1:
            if p in still and p != bidder:
                least = ORDER.index(bid) + 1 if bid else 0
                over = {f"bid {b}" for b in ORDER[least:] if b != "sechserdreier" and self.may(p, b)}
                answer = yield p, {"pass"} | over
                if answer == "pass":
                    still.remove(p)
                else:
                    bidder, bid = p, answer[4:]
            p = (p + 1) % 4
        if bidder is None:
            games = {f"play {b}" for b in ["rufer", *ORDER] if b != "sechserdreier" and self.may(first, b)}
            answer = yield first, {"Trischaken"} | games
            if answer == "Trischaken":
                return None, "trischaken"
            bidder, bid = first, answer[5:]
        return bidder, bid

    def deal(self, first):
        """One deal."""
        bidder, bid = yield from self.auction(first)
        self.seen.add(bid)
        king = None
        if bid in CALLING:
            hand = self.hand(bidder)
            answer = yield bidder, {f"call the king of {name}" for name, s in SIGNS.items() if "K" + s not in hand}
            king = "K" + SIGNS[answer.split()[-1]]
        deal = Deal(bid, bidder, king)
        deal.rest = self.halves()
        if bidder is not None:
            if king is not None:
                deal.side |= {p for p in range(4) if king in self.hand(p)}
            yield from self.talon(deal)
            if not deal.negative:
                for n in range(4):
                    yield from self.announce(deal, (bidder + n) % 4)
        yield from self.play(deal, first if not deal.negative or bidder is None else bidder)
        self.share(deal)
        self.settle(deal, first)

    def share(self, deal):
        """Who gets what is left of the talon."""
        for half in deal.rest if deal.bidder is not None else []:
            own = deal.bid == "solorufer" and deal.king in half
            deal.won[deal.bidder if own else next(p for p in range(4) if p not in deal.side)] += half

    def talon(self, deal):
        """The exchange of cards with the talon."""
        bid, p, number = deal.bid, deal.bidder, 3
        if bid == "sechserdreier":
            number, deal.rest = 6, []
        elif bid in ("rufer", "besserrufer", "farbendreier", "dreier"):
            answer = yield p, {"take half 1", "take half 2"}
            del deal.rest[int(answer[-1]) - 1]
        else:
            return
        for _ in range(number):
            hand = [c for c in self.hand(p) if pips(c) < 5]
            plain = [c for c in hand if (suit(c) == "tarocks") == deal.suits]
            answer = yield p, {f"lay away {c}" for c in plain or hand}
            deal.won[p].append(answer[9:])

    def announce(self, deal, p):
        """A player's announcements."""
        while True:
            hand = self.hand(p)
            birds = {r for r in BIRDS if not deal.suits and r not in deal.announced[p] and r + ".tarocks" in hand}
            labels = {f"announce {NAMES[r]}" for r in birds}
            if deal.king and not deal.king_announced and (p == deal.bidder or deal.king in hand):
                labels.add("announce the king")
            if not (deal.bid == "besserrufer" and p == deal.bidder and not deal.announced[p]):
                labels.add("no more")
            answer = yield p, labels
            if answer == "no more":
                return
            self.seen.add("announced")
            if answer == "announce the king":
                deal.king_announced, deal.ultimo = True, -2
            else:
                deal.announced[p].add(next(r for r, name in NAMES.items() if name == answer[9:]))

    def able(self, deal, p, plays, number, emperor):
        """The cards that a player may play."""
        hand = self.hand(p)
        steps = []
        if plays:
            led = suit(plays[0][1])
            steps += [lambda c: suit(c) == led, lambda c: led in map(suit, hand) or suit(c) == "tarocks"]
        elif deal.suits:
            steps.append(lambda c: suit(c) != "tarocks")
        if deal.negative:
            best = self.best(deal, plays, emperor)[1] if plays else None
            if emperor:
                steps.append(lambda c: rank(c) == "I")
            if best is not None:
                steps.append(lambda c: self.beats(c, best))
            steps.append(lambda c: rank(c) != "I")
        birds = [r for r in deal.announced[p] if BIRDS[r][0] > number]
        steps.append(lambda c: rank(c) not in birds and not (deal.king_announced and c == deal.king and number < 12))
        for step in steps:
            hand = [c for c in hand if step(c)] or hand
        return hand

    def beats(self, card, other):
        """Whether one card beats another by the order of cards."""
        if suit(card) == suit(other):
            return height(card) > height(other)
        return suit(card) == "tarocks"

    def best(self, deal, plays, emperor):
        """The play that takes the trick."""

        def value(play):
            card = play[1]
            if emperor and rank(card) == "I":
                return 100
            if suit(card) == "tarocks" and not deal.suits:
                return 50 + height(card)
            return height(card) if suit(card) == suit(plays[0][1]) else -1

        return max(plays, key=value)

    def play(self, deal, leader):
        """The tricks."""
        for number in range(1, 13):
            plays, emperor = [], False
            for p in [(leader + n) % 4 for n in range(4)]:
                answer = yield p, {f"play {c}" for c in self.able(deal, p, plays, number, emperor)}
                plays.append((p, answer[5:]))
                fallen = [rank(c) for _, c in plays]
                emperor = "XXI" in fallen and "Skis" in fallen and fallen.index("XXI") < fallen.index("Skis")
            leader = self.best(deal, plays, emperor)[0]
            for p, card in plays:
                if rank(card) == "XXI" and suit(card) == "tarocks":
                    deal.mond = (p, leader)
                if rank(card) in BIRDS and not deal.negative:
                    own, worth = BIRDS[rank(card)]
                    announced = rank(card) in deal.announced[p]
                    if own == number or announced:
                        worth *= 2 if announced else 1
                        deal.flown[p] += worth if own == number and p == leader else -worth
                        self.seen.add("bird")
                if card == deal.king and number == 12:
                    deal.ultimo = (2 if deal.king_announced else 1) * (1 if leader in deal.side else -1)
            cards = [card for _, card in plays]
            if deal.bid == "trischaken" and number <= 6:
                cards.append(deal.rest[(number - 1) // 3].pop())
            deal.won[leader] += cards
            deal.tricks[leader] += 1
            if deal.lost():
                return

    def settle(self, deal, first):
        """What the deal brings, from the cards as the engine has gathered them."""
        if deal.bid == "trischaken":
            self.settle_trischaken(deal, first)
            return
        side, others = deal.side, set(range(4)) - deal.side
        got = sum(deal.tricks[p] for p in side)
        if deal.negative:
            made = got == (1 if deal.bid.startswith("piccolo") else 0)
            worth = PRICE[deal.bid] if made else -PRICE[deal.bid]
        else:
            worth = self.positive(deal, side, others, got)
        for p in range(4):
            self.points[p] += worth * (1 if len(side) == 2 else 3) if p in side else -worth

    def positive(self, deal, side, others, got):
        """What a game is worth in which points are counted."""
        mine = [c for p in side for c in deal.won[p]]
        theirs = [c for p in others for c in deal.won[p]]
        made = count(mine) > 35
        self.seen.add("made" if made else "lost")
        worth = PRICE[deal.bid] * (1 if made else -2 if deal.bid == "sechserdreier" else -1)

        def all_of(cards, number):
            return (len([c for c in mine if cards(c)]) == number) - (len([c for c in theirs if cards(c)]) == number)

        kings = all_of(lambda c: rank(c) == "K", 4)
        valat = 10 * ((got == 12) - (got == 0))
        birds = sum(deal.flown[p] for p in side) - sum(deal.flown[p] for p in others)
        mond = 0
        if deal.mond is not None:
            player, taker = deal.mond
            mond = (player in others and taker in side) - (player in side and taker in others)
        if deal.suits:
            bonus = valat or kings
        elif valat:
            bonus = valat + birds + deal.ultimo + mond
        else:
            bonus = kings + all_of(lambda c: rank(c) in ("I", "XXI", "Skis"), 3) + birds + deal.ultimo + mond
        return worth + bonus * (2 if deal.bid in ("solorufer", "farbensolo", "solodreier") else 1)

    def settle_trischaken(self, deal, first):
        """Everybody alone, to take as little as possible."""
        counts = [count(deal.won[p]) for p in range(4)]

        def pays(p, each):
            for q in range(4):
                self.points[q] += each if q != p else -3 * each

        above = [sum(other > mine for other in counts) for mine in counts]
        below = [sum(other < mine for other in counts) for mine in counts]
        if max(counts) > 35:
            pays(counts.index(max(counts)), 4 if counts[first] > 35 else 2)
        elif 0 in deal.tricks:
            for p in range(4):
                for q in range(4):
                    if deal.tricks[p] == 0 < deal.tricks[q]:
                        self.points[p] += 2
                        self.points[q] -= 2
        elif below[first] == 3:
            pays(first, 2)
        elif all(a + b > 1 for a, b in zip(above, below, strict=True)):
            for p in range(4):
                self.points[p] += 2 * ((above[p] > below[p]) - (below[p] > above[p]))


def eager(question, dice):
    """A random choice; often a pass, so that every game is played."""
    choices = list(question.choices())
    labels = [question.label(choice) for choice in choices]
    few = [c for c, label in zip(choices, labels, strict=True) if label in ("pass", "forehand", "no more")]
    if few and dice.below(5) > 1:
        return few[0]
    return choices[dice.below(len(choices))]


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.sampled_from(values)) for name, values in Koenigrufen.settings.items()}
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([eager, strategies["anything"], strategies["shy"]]))
    match = tables.match("koenigrufen", options, seed=seed)
    assert match.follow(Koenigrufen(match), strategy, Dice(seed), str)


def test_every_game_is_played(tables):
    seen, every = set(), set(PRICE) | {"trischaken", "made", "lost", "announced", "bird"}
    for seed in range(5):
        match = tables.match("koenigrufen", {"deals": 24}, seed=seed)
        referee = Koenigrufen(match)
        assert match.follow(referee, eager, Dice(seed), str)
        seen |= referee.seen
        if every <= seen:
            break
    assert every <= seen
