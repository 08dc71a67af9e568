"""Whist, Hearts, Spades, Oh Hell and Five Hundred compared with referees written by hand from common knowledge of the
games.

Each referee is a generator: it yields the player to move and the legal labels, receives the chosen label, and keeps
tricks and points.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.story.view import UNSEEN

GAMES = settings(max_examples=3, suppress_health_check=[HealthCheck.too_slow])
ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
JOKER = "Joker"


def height(card):
    """The strength of a card in its suit."""
    return ORDER.index(card[:-1])


def taker(plays, trump):
    """The player who takes a trick of (player, card): the highest trump, otherwise the highest card of the suit led."""
    suit = trump if any(card[-1] == trump for _, card in plays) else plays[0][1][-1]
    return max((height(card), player) for player, card in plays if card[-1] == suit)[1]


class Referee:
    """The common part of the referees."""

    def __init__(self, match, count):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points, self.seen = [0] * count, set()

    def hand(self, player):
        """The cards a player holds."""
        return self.match.cards("hand", player)

    def trick(self, leader, trump, narrow=None):
        """Play a trick.  Return its winner.  `narrow` filters the cards that follow suit."""
        plays = []
        for i in range(self.players):
            player = (leader + i) % self.players
            hand = self.hand(player)
            able = [card for card in hand if plays and card[-1] == plays[0][1][-1]] or hand
            able = (narrow(able, plays) if narrow else able) or able
            answer = yield player, {f"play {card}" for card in able}
            plays.append((player, answer.removeprefix("play ")))
        return taker(plays, trump), [card for _, card in plays]


class Whist(Referee):
    """Two partnerships; the last card dealt decides the trump; a point for each trick above six."""

    def __init__(self, match):
        super().__init__(match, 2)

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        while max(self.points) < self.options["target"]:
            sign = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}[self.match.word("trump")]
            assert any(card[-1] == sign for card in self.hand(dealer)), "the dealer has the card that turned trump"
            leader, tricks = (dealer + 1) % 4, [0, 0]
            for _ in range(13):
                leader, _cards = yield from self.trick(leader, sign)
                tricks[leader % 2] += 1
            for side in (0, 1):
                self.points[side] += max(0, tricks[side] - 6)
            dealer = (dealer + 1) % 4
        self.winners = {self.points.index(max(self.points))}


class Hearts(Referee):
    """Thirteen hearts and the queen of spades are penalty points, unless one player takes them all."""

    def __init__(self, match):
        super().__init__(match, 4)

    def game(self):
        """The whole game."""
        for seats in itertools.cycle((1, 3, 2, 0)):
            if max(self.points) >= self.options["target"]:
                break
            if seats:
                yield from self.passing(seats)
            yield from self.deal()
        self.winners = {p for p in range(4) if self.points[p] == min(self.points)}

    def passing(self, seats):
        """All players pass three cards at the same time."""
        before, given = [set(self.hand(p)) for p in range(4)], []
        for p in range(4):
            some = {"pass " + " ".join(cards) for cards in itertools.combinations(self.hand(p), 3)}
            answer = yield p, some
            given.append(set(answer.removeprefix("pass ").split()))
        for p in range(4):
            giver = (p - seats) % 4
            assert set(self.hand(p)) == before[p] - given[p] | given[giver]

    def narrow(self, n, broken, able, plays):
        """The legal cards of trick `n` among those that follow suit."""
        if n == 0 and not plays:
            return ["2♣"]
        if not plays and not broken:
            return [card for card in able if card[-1] != "♥"]
        if n == 0 and self.options["clean_start"]:
            return [card for card in able if card[-1] != "♥" and card != "Q♠"]
        return able

    def deal(self):
        """Thirteen tricks."""
        leader = next(p for p in range(4) if "2♣" in self.hand(p))
        broken, taken = False, [[] for _ in range(4)]
        for n in range(13):
            leader, cards = yield from self.trick(leader, None, partial(self.narrow, n, broken))
            taken[leader] += cards
            broken = broken or any(card[-1] == "♥" for card in cards)
            broken = broken or (self.options["queen_breaks"] and "Q♠" in cards)
        for p in range(4):
            penalty = sum(card[-1] == "♥" for card in taken[p]) + 13 * ("Q♠" in taken[p])
            if penalty < 26:
                self.points[p] += penalty
            elif self.options["moon"] == "own_lose":
                self.points[p] -= 26
            else:
                self.points = [points + 26 * (other != p) for other, points in enumerate(self.points)]
            self.seen.add("moon" if penalty == 26 else "deal")


class Spades(Referee):
    """The sum of two partners' bids, nil, and bags."""

    def __init__(self, match):
        super().__init__(match, 2)
        self.bags = [0, 0]

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        while max(self.points) < self.options["target"] and min(self.points) > -self.options["hopeless"]:
            bids, tricks, broken = [0] * 4, [0] * 4, False
            for i in range(1, 5):
                answer = yield (dealer + i) % 4, {"nil"} | {f"bid {n}" for n in range(1, 14)}
                bids[(dealer + i) % 4] = 0 if answer == "nil" else int(answer.split()[1])
            leader = (dealer + 1) % 4
            for _ in range(13):
                leader, cards = yield from self.trick(leader, "♠", partial(self.narrow, broken))
                tricks[leader] += 1
                broken = broken or any(card[-1] == "♠" for card in cards)
            for side in (0, 1):
                self.score(side, bids[side] + bids[side + 2], tricks[side] + tricks[side + 2])
            for p in range(4):
                if bids[p] == 0:
                    self.points[p % 2] += self.options["nil"] * (1 if tricks[p] == 0 else -1)
                    self.seen.add("nil made" if tricks[p] == 0 else "nil failed")
            dealer = (dealer + 1) % 4
        high = max(self.points)
        self.winners = (
            {side for side in (0, 1) if self.points[side] == high} if self.points[0] != self.points[1] else set()
        )

    def narrow(self, broken, able, plays):
        """Spades may not be led before one was played."""
        return able if plays or broken else [card for card in able if card[-1] != "♠"]

    def score(self, side, bid, took):
        """Ten points for each trick bid and one for each more.  A failed bid is lost, and too many bags cost points."""
        if took < bid:
            self.points[side] -= 10 * bid
            self.seen.add("set")
            return
        self.points[side] += 10 * bid + took - bid
        self.bags[side] += took - bid
        limit = self.options["bag_limit"]
        while limit and self.bags[side] >= limit:
            self.bags[side] -= limit
            self.points[side] -= self.options["bag_penalty"]
            self.seen.add("bags")


class OhHell(Referee):
    """A player scores by taking exactly as many tricks as he bid."""

    def __init__(self, match):
        super().__init__(match, match.program.players)

    def game(self):
        """The whole game."""
        dealer, longest = self.match.value("dealer"), min(self.options["longest"], 51 // self.players)
        for size in [*range(longest, 0, -1), *range(2, longest + 1)]:
            assert [len(self.hand(p)) for p in range(self.players)] == [size] * self.players
            (turned,) = self.match.cards("turned")
            bids, tricks = {}, [0] * self.players
            for i in range(1, self.players + 1):
                p = (dealer + i) % self.players
                open_to = [
                    n
                    for n in range(size + 1)
                    if p != dealer or not self.options["hook"] or sum(bids.values()) + n != size
                ]
                answer = yield p, {f"bid {n}" for n in open_to}
                bids[p] = int(answer.split()[1])
            leader = (dealer + 1) % self.players
            for _ in range(size):
                leader, _cards = yield from self.trick(leader, turned[-1])
                tricks[leader] += 1
            for p, bid in bids.items():
                if tricks[p] == bid:
                    self.points[p] += 10 + bid
                elif self.options["misses"] == "tricks_count":
                    self.points[p] += tricks[p]
                elif self.options["misses"] == "a_point_each":
                    self.points[p] -= abs(tricks[p] - bid)
            dealer = (dealer + 1) % self.players
        self.winners = {p for p in range(self.players) if self.points[p] == max(self.points)}


class FiveHundred(Referee):
    """Bidding for the kitty, bowers and a joker, misere, and ten points for each trick of the defenders.

    What the options add is written from the two pages that the rule file cites for them: thatbiz.org (43 cards, miseres,
    a joker that is given a suit) and cardgameheaven.com (a joker that is led names a suit).
    """

    PRICE: ClassVar = {"spades": 40, "clubs": 60, "diamonds": 80, "hearts": 100, "no trump": 120}
    SIGN: ClassVar = {"spades": "♠", "clubs": "♣", "diamonds": "♦", "hearts": "♥", "no trump": None}
    SISTER: ClassVar = {"♠": "♣", "♣": "♠", "♦": "♥", "♥": "♦"}

    def __init__(self, match):
        super().__init__(match, 2)
        self.given: str | None = None
        """The sign of the suit that the joker was given for this deal."""

    def game(self):
        """The whole game."""
        dealer, contractors = self.match.value("dealer"), None
        while max(map(abs, (min(self.points), 0))) < self.options["target"] > max(self.points):
            assert sum(len(self.hand(p)) for p in range(4)) == 40
            kitty = self.match.cards("kitty")
            assert len(kitty) == (5 if self.options["black_fours"] else 3)
            best = yield from self.auction(dealer)
            contractors = None
            if best is not None:
                contractors = best[0] % 2
                yield from self.hand_of(len(kitty), *best)
            dealer = (dealer + 1) % 4
        high = max(self.points)
        self.winners = {side for side in (0, 1) if self.points[side] == high} if len({*self.points}) > 1 else set()
        if min(self.points) >= self.options["target"]:
            self.winners = {contractors}
            self.seen.add("both sides home")

    def auction(self, dealer):
        """The auction.  Return the bidder, the bid, the number of tricks (0 in misere), the trump and the value."""
        worth = {f"bid {n} {s}": (n, s, price + 100 * (n - 6)) for n in range(6, 11) for s, price in self.PRICE.items()}
        worth["bid misere"] = (0, "no trump", self.options["misere"])
        worth["bid open misere"] = (0, "no trump", self.options["open_misere"])
        best, passed, turn, most = None, set(), (dealer + 1) % 4, 0
        while len(passed) < 3 or (best is None and len(passed) < 4):
            if turn not in passed:
                stake = best[-1] if best else 0
                allowed = {"pass"} | {bid for bid, (_, _, value) in worth.items() if value > stake}
                if self.options["misere_after_seven"] and most < 7:
                    allowed -= {"bid misere"}
                answer = yield turn, allowed
                if answer == "pass":
                    passed.add(turn)
                else:
                    best = (turn, answer, *worth[answer])
                    most = max(most, worth[answer][0])
            turn = (turn + 1) % 4
        return best

    def hand_of(self, discards, bidder, bid, level, strain, stake):
        """The kitty, ten tricks and the score."""
        labels = {"lay away " + " ".join(away) for away in itertools.combinations(self.hand(bidder), discards)}
        yield bidder, labels
        trump, leader, tricks, self.given = self.SIGN[strain], bidder, [0, 0], None
        if self.options["joker_given"] and trump is None and JOKER in self.hand(bidder):
            kept = "give the joker no suit"
            answer = yield bidder, {kept} | {f"give the joker to {suit}" for suit in self.SIGN if self.SIGN[suit]}
            self.given = None if answer == kept else self.SIGN[answer.split()[-1]]
            self.seen.add("joker given" if self.given else "joker not given")
        seats = [p for p in range(4) if level or p != (bidder + 2) % 4]
        for trick in range(10):
            if not level:
                assert self.sees((bidder + 1) % 4, bidder) == (bid == "bid open misere" and trick > 0)
            leader = yield from self.bower_trick(seats, leader, trump)
            tricks[leader % 2] += 1
        side = bidder % 2
        made = tricks[side] >= level if level else tricks[side] == 0
        if level and self.options["tens_count"]:
            self.points[1 - side] += 10 * tricks[1 - side]
        slam = made and tricks[side] == 10
        self.points[side] += max(stake, self.options["slam"]) if slam else stake if made else -stake
        self.seen.add("slam" if slam else ("made" if made else "lost") + (" misere" if not level else ""))

    def sees(self, player, other):
        """Whether a player sees the cards that another holds."""
        zones = self.match.engine.view(self.match.state, player).zones
        seen = next(zone.cards for zone in zones if self.match.zone(zone.where) == ("hand", other))
        return UNSEEN not in seen

    def bower_trick(self, seats, leader, trump):
        """Play a trick among the active players."""
        plays, named = [], None
        at = seats.index(leader)
        for player in seats[at:] + seats[:at]:
            hand = self.hand(player)
            led = named or (self.suit(plays[0][1], trump) if plays else None)
            able = [card for card in hand if plays and self.suit(card, trump) == led] or hand
            answer = yield player, {f"play {card}" for card in able}
            plays.append((player, answer.removeprefix("play ")))
            if len(plays) == 1 and self.suit(plays[0][1], trump) == JOKER and self.options["joker_names"]:
                answer = yield player, {f"name {suit}" for suit in self.SIGN if self.SIGN[suit]}
                named = self.SIGN[answer.split()[-1]]
                self.seen.add("joker names")
        led = self.suit(plays[0][1], trump)
        return max(plays, key=lambda play: self.strength(play[1], led, trump))[0]

    def suit(self, card, trump):
        """The suit that a card belongs to: a joker is a trump, of the suit it was given, or a suit of its own; the left
        bower is a trump.
        """
        if card == JOKER:
            return trump or self.given or JOKER
        return trump if trump and card == "J" + self.SISTER[trump] else card[-1]

    def strength(self, card, led, trump):
        """The strength of a card in a trick."""
        if card == JOKER:
            return 100 if self.suit(card, trump) in (trump, JOKER, led) else -1
        if self.suit(card, trump) == trump:
            return 99 if card == f"J{trump}" else 98 if card[0] == "J" else 50 + height(card)
        return height(card) if card[-1] == led else -1


REFEREES = {"whist": Whist, "hearts": Hearts, "spades": Spades, "oh_hell": OhHell, "five_hundred": FiveHundred}


def tidy(label):
    """A label with the passed cards in sorted order."""
    said, *rest = label.split()
    return " ".join([said, *sorted(rest)]) if said in ("pass", "lay") else label


def follow(match, name, strategy, dice, limit=100_000):
    """Play to the end against the referee.  Return the kinds of events that happened."""
    referee = REFEREES[name](match)
    if match.follow(referee, strategy, dice, tidy, limit):
        assert set(match.result().winners) == referee.winners
    return referee.seen


def modest(question, dice):
    """Bid low, so that contracts are made, bags fill up, and nils occur."""
    choices = list(question.choices())
    if len({choice.alternative for choice in choices}) > 1 or len(choices) == 14:
        return choices[dice.below(min(len(choices), 4))]
    return choices[dice.below(len(choices))]


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    game = tables.game(name)
    options = {}
    for option in game.options:
        options[option.name] = data.draw(st.sampled_from([v for n, v in tables.settings(name) if n == option.name]))
    players = data.draw(st.integers(*game.players[:2]))
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([modest, strategies["anything"]]))
    follow(tables.match(name, options, players, seed=seed), name, strategy, Dice(seed), 600)


def ducking(question, dice):
    """Sometimes bid nothing, and play low."""
    options = list(question.options())
    if options[0].label.startswith("play"):
        return min(options, key=lambda option: height(option.label.split()[1])).choice
    return options[dice.below(4)].choice


def test_the_games_of_spades_contain_every_kind_of_score(tables):
    seen = set()
    for seed in range(6):
        for strategy in (modest, ducking):
            seen |= follow(tables.match("spades", {"bag_limit": 5}, seed=seed), "spades", strategy, Dice(seed))
    assert seen == {"set", "bags", "nil made", "nil failed"}


def trumpless(question, dice):
    """Bid without trumps or a misere, keep the joker, and lead it."""
    options = list(question.options())
    bids = [o for o in options if "no trump" in o.label or "misere" in o.label]
    if options[0].label == "pass":
        return (bids[dice.below(2) - 1] if bids and dice.below(2) else options[0]).choice
    kept = [o for o in options if o.label.startswith("lay") and JOKER not in o.label]
    joker = [o for o in options if o.label == f"play {JOKER}"]
    some = kept or (joker if dice.below(2) else []) or options
    return some[dice.below(len(some))].choice


def test_the_games_of_five_hundred_contain_every_way_of_the_joker_and_of_a_misere(tables):
    seen = set()
    australian = {"black_fours": False, "misere_after_seven": True, "open_misere": 490, "joker_given": True}
    for seed in range(4):
        for options in (australian, {"open_misere": 490}):
            match = tables.match("five_hundred", options, seed=seed)
            seen |= follow(match, "five_hundred", trumpless, Dice(seed), 600)
    assert seen >= {"joker given", "joker not given", "joker names", "lost", "lost misere"}


def test_five_hundred_all_ten_tricks_score_at_least_250(tables, fixed):
    """The score is 250 even for a lower bid."""
    deal = {("hand", 0): "Joker J♠ J♣ A♠ K♠ Q♠ 10♠ 9♠ 8♠ 7♠", ("kitty", -1): "4♦ 5♦ 6♦ 4♥ 5♥"}
    for slam, points in ((250, 250), (0, 40)):
        match = tables.match("five_hundred", {"slam": slam}, chance=fixed(deal, {"dealer": 3}))
        play_to_next_deal(match, ["bid 6 spades", "pass", "pass", "pass", "lay away 4♦ 5♦ 6♦ 4♥ 5♥"])
        assert match.values("points") == [points, 0]


def test_five_hundred_scores_of_misere(tables, fixed):
    """The bidder takes no trick and scores the value of a misere.  The defenders score nothing for their tricks."""
    low = "4♠ 4♣ 4♦ 4♥ 5♠ 5♣ 5♦ 5♥ 6♠ 6♣"
    deal = {("hand", 0): low, ("hand", 1): "7♠ 9♠ J♠ 7♣ 9♣ J♣ 7♦ 9♦ 7♥ 9♥", ("kitty", -1): "A♦ A♥ A♠ A♣ Joker"}
    match = tables.match("five_hundred", chance=fixed(deal, {"dealer": 3}))
    play_to_next_deal(match, ["bid misere", "pass", "pass", "pass", "lay away A♣ A♦ A♥ A♠ Joker"])
    assert match.values("points") == [250, 0]
    match = tables.match("five_hundred", {"misere": 120}, chance=fixed(deal, {"dealer": 3}))
    play_to_next_deal(match, ["bid misere", "pass", "pass", "pass", "lay away 4♣ 4♦ 4♥ 4♠ 5♠"])
    assert match.values("points") == [-120, 0]


def play_to_next_deal(match, answers):
    """Give these answers, then play the lowest cards until the next deal."""
    for answer in answers:
        match.say(answer)
    while all(label.startswith(("play ", "name ")) for label in match.options()):
        match.say(min(match.options(), key=by_height))


def by_height(label):
    """How high the card of an answer is; the joker is highest, and an answer without a card lowest."""
    said, card = label.split()
    return -1 if said == "name" else 100 if card == JOKER else height(card)


@pytest.mark.parametrize(("moon", "points"), [("others_gain", [26, 0, 26, 26]), ("own_lose", [0, -26, 0, 0])])
def test_hearts_taking_all_penalty_cards(moon, points, tables, fixed):
    """A player with all the clubs leads them and takes every heart and the queen of spades."""
    final = [[rank + sign for rank in ORDER] for sign in "♦♣♥♠"]
    given = [final[(p + 1) % 4][:3] for p in range(4)]
    first = [final[p][3:] + given[p] for p in range(4)]
    deal = {("hand", p): " ".join(cards) for p, cards in enumerate(first)}
    match = tables.match("hearts", {"moon": moon}, chance=fixed(deal))
    for p in range(4):
        match.say("pass " + " ".join(given[p]))
    assert [set(match.cards("hand", p)) for p in range(4)] == [set(cards) for cards in final]
    assert match.actor == 1
    assert list(match.options()) == ["play 2♣"]
    for _ in range(52):
        match.say(next(iter(match.options())))
    assert match.values("points") == points


def test_hearts_no_penalty_cards_in_the_first_trick(tables, fixed):
    final = [[rank + sign for rank in ORDER] for sign in "♦♣♥♠"]
    given = [final[(p + 1) % 4][:3] for p in range(4)]
    deal = {("hand", p): " ".join(final[p][3:] + given[p]) for p in range(4)}
    for clean in (True, False):
        match = tables.match("hearts", {"clean_start": clean}, chance=fixed(deal))
        match.say(*("pass " + " ".join(cards) for cards in given), "play 2♣")
        assert len(match.options()) == 13, "only hearts in the hand: any of them"
        match.say("play 2♥")
        assert ("play Q♠" in match.options()) == (not clean)
