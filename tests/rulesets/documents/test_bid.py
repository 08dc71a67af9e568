"""Bid Euchre compared with a referee written by hand from the rules (BE) and the rulings, not from the rule file.

The referee is a generator: it yields the player to move and the legal labels, receives the chosen label, and keeps the
bidding, the tricks and the points.  It reads hands from the engine, and decides itself who takes a trick.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
SIGN = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
SISTER = {"clubs": "spades", "spades": "clubs", "hearts": "diamonds", "diamonds": "hearts", "no trump": ""}
STRAINS = [*SIGN.values(), "no trump"]
OPTIONS = {
    "deals_each": [1, 2, 4],
    "all_pass": ["redeal_same_dealer", "next_dealer", "dealer_must_bid"],
    "lone_bids": ["allowed", "all_tricks_only", "not_allowed"],
    "lone_exchange": [0, 1, 2, 4],
    "exchange_choice": ["fixed", "bidder_names"],
    "lone_pays": ["same", "double"],
    "made_scores": ["tricks_won", "tricks_bid"],
    "opening_lead": ["left_of_dealer", "high_bidder"],
}


def strength(card, trump):
    """The suit that a card belongs to and its strength in it (BE9): bowers, then ace, king, queen, jack."""
    rank, suit = card[:-1], SIGN[card[-1]]
    if rank == "J" and suit == trump:
        return trump, 6
    if rank == "J" and suit == SISTER[trump]:
        return trump, 5
    return suit, "JQKA".index(rank)


def taker(plays, trump):
    """The player who takes a trick of (player, card): the first of equal cards (BE7), and trumps before the suit led
    (BE9).
    """
    led = strength(plays[0][1], trump)[0]
    trumped = any(strength(card, trump)[0] == trump for _, card in plays)
    best = None
    for player, card in plays:
        suit, height = strength(card, trump)
        if suit == (trump if trumped else led) and (best is None or height > best[0]):
            best = (height, player)
    return best[1]


def outcome(tricks, bid, alone, options):
    """The points of a deal for the bidders and for the defenders (BE17)."""
    times = 2 if alone and options["lone_pays"] == "double" else 1
    if tricks < bid:
        return -bid * times, 8 - tricks
    return (tricks if options["made_scores"] == "tricks_won" else bid) * times, 8 - tricks


class Referee:
    """A referee for everything except the deal of the cards."""

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points, self.dealer, self.seen = [0, 0], match.value("dealer"), set()

    def hand(self, player):
        """The cards a player holds."""
        return self.match.cards("hand", player)

    def game(self):
        """The whole game: every player deals equally often (BE19)."""
        for _ in range(4 * self.options["deals_each"]):
            for _ in range(10 if self.options["all_pass"] == "redeal_same_dealer" else 1):
                yield from self.auction()
                if self.bidder is not None:
                    break
                self.seen.add("passed out")
            if self.bidder is not None:
                yield from self.play()
            self.dealer = (self.dealer + 1) % 4

    def bids(self, player):
        """The legal bids (BE11, 13)."""
        numbers = range(self.level + 1, 9)
        plain = {f"bid {n} {s}" for n in numbers for s in STRAINS}
        if self.options["lone_bids"] != "not_allowed":
            alone = [n for n in numbers if n == 8 or self.options["lone_bids"] == "allowed"]
            plain |= {f"bid {n} {s} alone" for n in alone for s in STRAINS}
            if self.options["exchange_choice"] == "bidder_names" and self.options["lone_exchange"]:
                plain |= {f"bid {n} {s} alone with exchange" for n in alone for s in STRAINS}
        must = self.options["all_pass"] == "dealer_must_bid" and player == self.dealer and self.bidder is None
        return plain | (set() if must else {"pass"})

    def auction(self):
        """One bid by each player, starting left of the dealer (BE11)."""
        self.bidder, self.level, self.alone, self.exchange = None, 0, False, False
        for i in range(1, 5):
            player = (self.dealer + i) % 4
            assert [len(self.hand(seat)) for seat in range(4)] == [8] * 4
            answer = yield player, self.bids(player)
            if answer == "pass":
                continue
            said, _, more = answer.removeprefix("bid ").partition(" alone")
            number, _, self.trump = said.partition(" ")
            self.bidder, self.level, self.alone = player, int(number), " alone" in answer
            fixed = self.options["exchange_choice"] == "fixed"
            self.exchange = self.alone and self.options["lone_exchange"] > 0 and (fixed or more == " with exchange")
            if self.level == 8:
                break

    def play(self):
        """The exchange, eight tricks, and the score."""
        partner = (self.bidder + 2) % 4
        if self.exchange:
            size = self.options["lone_exchange"]
            for player, said in ((self.bidder, "discard"), (partner, "pass")):
                hand = sorted(self.hand(player))
                some = {" ".join(cards) for cards in itertools.combinations(hand, size)}
                yield player, {f"{said} {cards}" for cards in some}
            self.seen.add("exchange")
        leader = self.bidder if self.options["opening_lead"] == "high_bidder" else (self.dealer + 1) % 4
        tricks = [0, 0]
        for _ in range(8):
            plays = []
            for i in range(4):
                player = (leader + i) % 4
                if self.alone and player == partner:
                    continue
                hand = self.hand(player)
                able = [
                    card
                    for card in hand
                    if plays and strength(card, self.trump)[0] == strength(plays[0][1], self.trump)[0]
                ]
                answer = yield player, {f"play {card}" for card in able or hand}
                plays.append((player, answer.removeprefix("play ")))
            leader = taker(plays, self.trump)
            tricks[leader % 2] += 1
        side = self.bidder % 2
        mine, theirs = outcome(tricks[side], self.level, self.alone, self.options)
        self.points[side] += mine
        self.points[1 - side] += theirs
        self.seen.add(("made" if mine > 0 else "set", self.alone))


def tidy(label):
    """A label with the cards of an exchange in sorted order."""
    said, *rest = label.split()
    return " ".join([said, *sorted(rest)]) if said in ("discard", "pass") else label


def follow(match, strategy, dice):
    """Play to the end against the referee.  Return the kinds of events that happened."""
    referee = Referee(match)
    assert match.follow(referee, strategy, dice, tidy)
    low, high = sorted(referee.points)
    assert match.result().winners == (() if low == high else (referee.points.index(high),))  # BE19: a tie is a draw
    return referee.seen


def lively(question, dice):
    """Bid low and pass often, so that all four seats bid and contracts are made."""
    choices = list(question.choices())
    if len({choice.alternative for choice in choices}) > 1:
        return choices[0] if dice.below(3) == 0 else choices[1 + dice.below(min(len(choices) - 1, 40))]
    return choices[dice.below(len(choices))]


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.sampled_from(values), label=name) for name, values in OPTIONS.items()}
    seed = data.draw(st.integers(0, 2**32), label="seed")
    strategy = data.draw(st.sampled_from([lively, *strategies.values()]), label="strategy")
    follow(tables.match("bid_euchre", options, seed=seed), strategy, Dice(seed))


@pytest.mark.parametrize("exchange_choice", ["fixed", "bidder_names"])
@pytest.mark.parametrize("all_pass", ["redeal_same_dealer", "next_dealer"])
def test_the_games_contain_every_kind_of_event(exchange_choice, all_pass, tables, strategies):
    every = {(result, alone) for result in ("made", "set") for alone in (False, True)} | {"exchange", "passed out"}
    seen, options = set(), {"exchange_choice": exchange_choice, "all_pass": all_pass, "deals_each": 4}
    for seed in range(8):
        seen |= follow(tables.match("bid_euchre", options, seed=seed), lively, Dice(seed))
        seen |= follow(tables.match("bid_euchre", options, seed=seed), strategies["shy"], Dice(seed))
        if seen >= every:
            return
    assert seen >= every


# ------------------------------------------------------------------------------------------------------- single rules

STRONG = "J♠ J♠ J♣ J♣ A♠ A♠ K♠ K♠"
OTHERS = ["A♥ A♥ K♥ K♥ Q♥ Q♥ J♥ J♥", "A♦ A♦ K♦ K♦ Q♦ Q♦ J♦ J♦", "A♣ A♣ K♣ K♣ Q♣ Q♣ Q♠ Q♠"]


def start(tables, fixed, hands, options=None, dealer=3):
    """Start a deal with these hands by that seat."""
    deal = {("hand", seat): cards for seat, cards in enumerate(hands)}
    return tables.match("bid_euchre", options, chance=fixed(deal, {"dealer": dealer}))


def test_of_two_aces_of_spades_the_first_played_wins(tables, fixed):
    """BE7"""
    hands = ["A♠ J♥ J♥ Q♥ Q♥ K♥ K♥ A♥", "A♠ J♦ J♦ Q♦ Q♦ K♦ K♦ A♦", "K♠ K♠ J♠ J♠ A♥ A♦ Q♠ Q♠"]
    hands.append("J♣ J♣ Q♣ Q♣ K♣ K♣ A♣ A♣")
    match = start(tables, fixed, hands)
    match.say("bid 1 no trump", "pass", "pass", "pass", "play A♠", "play A♠", "play K♠", "play J♣")
    assert match.actor == 0
    assert match.values("tricks") == [1, 0]


def test_bids_must_be_higher_and_each_player_has_one(tables, fixed):
    """BE11: a bid is for more tricks than the one before, in any suit."""
    match = start(tables, fixed, [STRONG, *OTHERS], {"lone_bids": "not_allowed"})
    match.say("bid 3 hearts")
    assert set(match.options()) == {"pass"} | {f"bid {n} {s}" for n in range(4, 9) for s in STRAINS}
    match.say("pass", "bid 7 no trump")
    assert set(match.options()) == {"pass"} | {f"bid 8 {s}" for s in STRAINS}
    match.say("pass")
    assert match.actor == 0
    assert all(label.startswith("play") for label in match.options())


def test_a_bid_of_eight_ends_the_bidding(tables, fixed):
    match = start(tables, fixed, [STRONG, *OTHERS])
    match.say("bid 8 spades")
    assert match.actor == 0
    assert all(label.startswith("play") for label in match.options())


def test_the_exchange_is_secret(tables, fixed):
    """BE13: both players choose before they see the other's cards."""
    match = start(tables, fixed, [STRONG, *OTHERS])
    match.say("bid 8 spades alone")
    assert match.actor == 0
    before = match.engine.view(match.state, 2)
    match.say("discard K♠ K♠")
    assert match.actor == 2
    assert len(match.cards("hand", 0)) == 8, "nothing moves before both have chosen"
    assert match.engine.view(match.state, 2).zones == before.zones
    match.say("pass A♦ A♦")
    assert sorted(match.cards("hand", 0)) == sorted(["J♠", "J♠", "J♣", "J♣", "A♠", "A♠", "A♦", "A♦"])
    assert match.cards("hand", 2) == []
    assert len(match.cards("aside")) == 8
    assert match.actor == 0


@pytest.mark.parametrize("made_scores", OPTIONS["made_scores"])
@pytest.mark.parametrize("lone_pays", OPTIONS["lone_pays"])
@pytest.mark.parametrize("alone", [False, True])
def test_the_score_of_every_result(made_scores, lone_pays, alone, tables, gains_of):
    """BE17: every number bid with every number of tricks.  The same deals are played under each bid."""
    options = {"made_scores": made_scores, "lone_pays": lone_pays, "lone_exchange": 0, "deals_each": 1}
    seen = set()
    for seed in range(40):  # each bid in each strain
        bid = seed % 8 + 1
        match, dice = tables.match("bid_euchre", options, seed=seed), Dice(seed)
        bidder = match.actor
        match.say(f"bid {bid} {STRAINS[seed % 5]}" + (" alone" if alone else ""))
        match.say(*["pass"] * (3 if bid < 8 else 0))
        while match.value("dealer") == (bidder - 1) % 4:
            choices = list(match.question.choices())
            tricks = match.values("tricks")
            match.take(choices[dice.below(len(choices))])
        last = next(r for r in reversed(match.records) if type(r).__name__ == "TrickTaken").player
        tricks[last % 2] += 1
        assert sum(tricks) == 8
        side = bidder % 2
        expected = outcome(tricks[side], bid, alone, options)
        assert gains_of(match) == [expected[side], expected[1 - side]]
        seen.add((bid, tricks[side]))
    assert {bid for bid, _ in seen} == set(range(1, 9))
    assert any(tricks < bid for bid, tricks in seen)


def test_a_score_may_be_negative(tables, fixed, gains_of):
    """BE17"""
    match = start(tables, fixed, [STRONG, *OTHERS])
    match.say("bid 1 hearts", "pass", "bid 7 clubs", "pass")
    while match.value("dealer") == 3:
        match.say(next(iter(match.options())))
    assert min(gains_of(match)) == -7


@pytest.mark.parametrize("deals_each", [1, 2, 4])
def test_every_player_deals_equally_often(deals_each, tables):
    """BE19"""
    match = tables.match("bid_euchre", {"deals_each": deals_each, "lone_bids": "not_allowed"}, seed=2)
    first, dealers = match.value("dealer"), []
    while match.question is not None:
        if "bid 8 spades" in match.options():
            dealers.append(match.value("dealer"))
            match.say("bid 8 spades")
        else:
            match.say(next(iter(match.options())))
    assert dealers == [(first + i) % 4 for i in range(4 * deals_each)]


def test_ten_deals_may_be_passed_out_in_a_row(tables):
    match = tables.match("bid_euchre", seed=2)
    first = match.value("dealer")
    match.say(*["pass"] * 39)
    assert match.value("dealer") == first
    match.say("pass")
    assert match.value("dealer") == (first + 1) % 4


def test_the_dealer_must_bid_if_the_option_says_so(tables):
    match = tables.match("bid_euchre", {"all_pass": "dealer_must_bid"}, seed=2)
    match.say("pass", "pass", "pass")
    assert "pass" not in match.options()
