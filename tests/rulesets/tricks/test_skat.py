"""Skat compared with a referee written by hand, and its tricks with those of OpenSpiel, choice by choice.

Hoyle does not need OpenSpiel.  Without it that test is skipped.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
BASES = {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9, "grand": 24}
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
JACKS = ["J♣", "J♠", "J♥", "J♦"]
PLAIN = ["A", "10", "K", "Q", "9", "8", "7"]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
VALUES = sorted(
    {23, 35, 46, 59}
    | {base * n for name, base in BASES.items() for n in range(2, 12 if name == "grand" else 19)}
)  # fmt: skip


def count(cards):
    """The points of cards."""
    return sum(WORTH.get(card[:-1], 0) for card in cards)


class Contract:
    """A contract: its trumps, and the ranking of the cards."""

    def __init__(self, name):
        self.name, self.sign = name, SIGNS.get(name)

    def suit(self, card):
        """The suit that a card belongs to."""
        trump = self.name != "null" and (card in JACKS or card[-1] == self.sign)
        return "trumps" if trump else card[-1]

    def height(self, card):
        """The strength of a card in its suit."""
        if self.name == "null":
            return ["7", "8", "9", "10", "J", "Q", "K", "A"].index(card[:-1])
        return 10 - JACKS.index(card) if card in JACKS else PLAIN[::-1].index(card[:-1])

    def best(self, plays):
        """The play that takes the trick."""
        suits = [self.suit(card) for _, card in plays]
        suit = "trumps" if "trumps" in suits else suits[0]
        return max((play for play in plays if self.suit(play[1]) == suit), key=lambda play: self.height(play[1]))

    def matadors(self, cards):
        """The number of successive highest trumps that are all among these cards, or all missing."""
        plain = [rank + self.sign for rank in PLAIN] if self.sign else []
        have = [card in cards for card in JACKS + plain]
        return [*have, not have[0]].index(not have[0])


class Referee:
    """A referee for choices and points.  It reads the hands from the engine."""

    def __init__(self, match):
        self.match, self.options, self.points = match, match.program.options, [0, 0, 0]

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            soloist, bid = yield from self.auction(dealer)
            if soloist is not None:
                yield from self.contract((dealer + 1) % 3, soloist, bid)
            elif self.options["all_pass"] == "ramsch":
                skat = self.match.cards("skat")
                won, last = yield from self.tricks((dealer + 1) % 3, Contract("grand"), None)
                won[last] += skat
                most = max(map(count, won))
                self.points = [n - (most if count(w) == most else 0) for n, w in zip(self.points, won, strict=True)]
            dealer = (dealer + 1) % 3

    def auction(self, dealer):
        """The auction.  Return the declarer and the bid."""
        forehand, middlehand, bid, soloist = (dealer + 1) % 3, (dealer + 2) % 3, 0, None
        for caller in (middlehand, dealer):
            stays = forehand if soloist is None else soloist
            while True:
                higher = [value for value in VALUES if value > bid]
                if self.options["bids"] == "next_value":
                    higher = higher[:1]
                answer = yield caller, {"pass", *(f"bid {value}" for value in higher)}
                if answer == "pass":
                    break
                bid, soloist = int(answer.split()[1]), caller
                answer = yield stays, {"yes", "pass"}
                if answer == "pass":
                    break
                soloist = stays
        if soloist is None:
            answer = yield forehand, {"bid 18", "pass"}
            if answer != "pass":
                soloist, bid = forehand, 18
        return soloist, bid

    def contract(self, leader, soloist, bid):
        """Name and play the contract.  Return its score."""
        skat = self.match.cards("skat")
        answer = yield soloist, {"take up the skat", "play from the hand"}
        hand, all_cards = answer != "take up the skat", [*self.match.cards("hand", soloist), *skat]
        if not hand:
            all_cards = self.match.cards("hand", soloist)
            answer = yield soloist, {f"lay away {c} {d}" for c in all_cards for d in all_cards if c != d}
            skat = answer.split()[2:]
        prices = (35, 59) if hand else (23, 46)
        labels = {f"play {name}" for name in BASES} | ({"play null"} if prices[0] >= bid else set())
        labels |= {"play null with open cards"} if prices[1] >= bid else set()
        if hand:
            ends = ["and announce schneider", "and announce schwarz", "with open cards"]
            labels |= {f"play {name} {end}" for name in BASES for end in ends}
        answer = yield soloist, labels
        contract = Contract(answer.split()[1])
        announced = next((n for n, end in enumerate(("schneider", "schwarz", "cards"), 1) if answer.endswith(end)), 0)
        won, _ = yield from self.tricks(leader, contract, soloist)
        if contract.name == "null":
            made, value = not won[soloist], prices[announced // 3]
        else:
            points, tricks = count(won[soloist] + skat), len(won[soloist]) // 3
            schneider, schwarz = points >= 90 or points <= 30, tricks in (0, 10)
            level = 1 + contract.matadors(all_cards) + hand + announced
            level += (schneider or announced > 0) + (schwarz or announced > 1)
            value = BASES[contract.name] * level
            made = points > 60 and (schneider or not announced) and (tricks == 10 or announced < 2) and value >= bid
            while value < bid:
                value += BASES[contract.name]
        league = 50 if self.options["scoring"] == "seeger_fabian" else 0
        self.points[soloist] += value + league if made else -2 * value - league
        for player in {0, 1, 2} - {soloist}:
            self.points[player] += 40 if league and not made else 0

    def tricks(self, leader, contract, soloist):
        """The tricks.  Return the cards that each player has won and the winner of the last trick."""
        won = [[], [], []]
        for _ in range(10):
            plays = []
            for player in (leader, (leader + 1) % 3, (leader + 2) % 3):
                cards = self.match.cards("hand", player)
                able = [c for c in cards if plays and contract.suit(c) == contract.suit(plays[0][1])] or cards
                answer = yield player, {f"play {card}" for card in able}
                plays.append((player, answer.split()[1]))
            leader = contract.best(plays)[0]
            won[leader] += [card for _, card in plays]
            if contract.name == "null" and leader == soloist:
                break
        return won, leader


def tidy(label):
    """A label as a set of words, because its cards may come in any order."""
    return frozenset(label.split())


def modest(question, dice):
    """A random choice, but the bidding ends soon."""
    choices = list(question.choices())
    kinds = sorted({choice.alternative for choice in choices})
    kind = kinds[-1] if dice.below(3) else kinds[0]
    choices = [choice for choice in choices if choice.alternative == kind] if len(kinds) == 2 else choices
    return choices[dice.below(len(choices))]


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.sampled_from([v for n, v in tables.settings("skat") if n == name]))
               for name in ("bids", "all_pass", "scoring")}  # fmt: skip
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([modest, strategies["any kind"]]))
    match = tables.match("skat", {"deals": 6, **options}, seed=seed)
    assert match.follow(Referee(match), strategy, Dice(seed), tidy)


def test_the_referee_counts_matadors_correctly():
    assert Contract("grand").matadors(["J♣", "J♠", "J♦"]) == 2
    assert Contract("grand").matadors(["A♣"]) == 4
    assert Contract("hearts").matadors(["10♥", "K♥"]) == 5
    assert Contract("clubs").matadors(["J♣", "J♠", "J♥", "J♦", "A♣", "K♣"]) == 5


def test_tricks_agree_with_openspiel(tables):
    pyspiel = pytest.importorskip("pyspiel")
    game, seen = pyspiel.load_game("skat"), set()

    def theirs(card):
        return "DHSC"["♦♥♠♣".index(card[-1])] + card[:-1].replace("10", "T")

    for seed in range(40):
        rng, match, other = random.Random(seed), tables.match("skat", {"deals": 3}, seed=seed), game.new_initial_state()
        first = match.actor - 1  # the first player to choose sits after the one who leads
        hands = {(first + n) % 3: match.cards("hand", (first + n) % 3) for n in range(3)}
        seats = [(first + n) % 3 for n in range(3)]
        skat = match.cards("skat")
        numbers = {game.new_initial_state().action_to_string(a): a for a in range(32)}
        for sizes in ((3, 2), (4, 0), (3, 0)):
            for p in seats:
                for _ in range(sizes[0]):
                    other.apply_action(numbers[theirs(hands[p].pop(0))])
            for _ in range(sizes[1]):
                other.apply_action(numbers[theirs(skat.pop(0))])
        soloist = rng.choice(seats)
        while "bid" in " ".join(match.options()) or "yes" in match.options():
            bidding = match.actor == soloist
            match.say(next(label for label in match.options() if (label != "pass") == bidding))
        match.say("take up the skat")
        laid = rng.choice(sorted(match.options()))
        match.say(laid)
        name = rng.choice(sorted(label for label in match.options() if label.count(" ") == 1))
        match.say(name)
        seen.add(name)
        while other.current_player() != seats.index(soloist):
            other.apply_action(other.legal_actions()[0])
        said = {other.action_to_string(a): a for a in other.legal_actions()}
        other.apply_action(said[name.split()[1]])
        for card in laid.split()[2:]:
            other.apply_action(numbers[theirs(card)])
        while not other.is_terminal():
            assert seats[other.current_player()] == match.actor
            labels = sorted(match.options())
            mine = {numbers[theirs(label.split()[1])]: label for label in labels}
            assert sorted(mine) == sorted(other.legal_actions())
            action = rng.choice(sorted(mine))
            match.say(mine[action])
            other.apply_action(action)
    assert seen == {f"play {name}" for name in [*BASES, "null"]}
