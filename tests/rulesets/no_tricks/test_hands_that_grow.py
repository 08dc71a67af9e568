"""Go Fish, Durak and the adding game Ninety-Nine, compared with referees written by hand.

The referees keep the hands themselves; the records tell them the drawn cards.
"""

from __future__ import annotations

import itertools
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Moved

GAMES = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


class Referee:
    """The hands, the number of cards in the stock, and the points."""

    settings: ClassVar[dict[str, list]] = {}
    cards = 52

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.points, self.hands, self.stock, self.read = [0] * self.players, [], 0, 0

    def game(self):
        """The whole game."""
        raise NotImplementedError

    def begin(self):
        """The hands of a new deal."""
        self.hands = [set(self.match.cards("hand", p)) for p in range(self.players)]
        self.stock = self.cards - sum(map(len, self.hands))
        self.read = len(self.match.records)

    def draw(self, p, most):
        """Draw cards for a player, as the records say.  Return the last one."""
        card = None
        for _ in range(min(most, self.stock)):
            record = None
            while not isinstance(record, Moved) or self.match.zone(record.source)[0] != "stock":
                record, self.read = self.match.records[self.read], self.read + 1
            assert self.match.zone(record.target) == ("hand", p)
            for number in record.cards:
                card = self.match.engine.words.card(number)
                self.hands[p].add(card)
                self.stock -= 1
            if len(record.cards) > 1:
                break
        return card

    def from_seat(self, first):
        """All seats, starting with one."""
        return [(first + n) % self.players for n in range(self.players)]

    def known(self):
        """Check that the hands are those of the engine."""
        assert [set(self.match.cards("hand", p)) for p in range(self.players)] == self.hands


class GoFish(Referee):
    """Asking for ranks, fishing and books."""

    settings: ClassVar = {
        "deals": [1, 2], "next_asker": ["asked", "left"], "ends": ["at_once", "played_out"], "lucky_catch": [True, False],
    }  # fmt: skip

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            self.begin()
            for p in range(self.players):
                self.points[p] += len(self.match.cards("books", p)) // 4
            self.stock -= sum(len(self.match.cards("books", p)) for p in range(self.players))
            asker = (dealer + 1) % self.players
            while not self.over():
                if not self.hands[asker]:
                    self.draw(asker, 7 if self.players == 2 else 5)
                    self.books(asker)
                if not self.hands[asker]:
                    asker = (asker + 1) % self.players
                    continue
                asker = yield from self.ask(asker)
            dealer = (dealer + 1) % self.players

    def over(self):
        """Return whether the deal is over."""
        if self.options["ends"] == "at_once":
            return not self.stock or not all(self.hands)
        return not self.stock and not any(self.hands)

    def books(self, p):
        """Lay down four cards of a rank."""
        for rank in {card[:-1] for card in self.hands[p]}:
            four = {f"{rank}{sign}" for sign in SIGNS.values()}
            if four <= self.hands[p]:
                self.hands[p] -= four
                self.points[p] += 1

    def ask(self, asker):
        """A player is asked for a rank.  Return the next player."""
        self.known()
        ranks = {card[:-1] for card in self.hands[asker]}
        others = [q for q in range(self.players) if q != asker]
        others = [q for q in others if self.hands[q]] or others
        answer = yield asker, {f"ask {'ABCDEF'[q]} for {rank}" for q in others for rank in ranks}
        _, name, _, rank = answer.split()
        asked = "ABCDEF".index(name)
        given = {card for card in self.hands[asked] if card[:-1] == rank}
        self.hands[asked] -= given
        self.hands[asker] |= given
        caught = bool(given)
        if not given:
            card = self.draw(asker, 1)
            caught = card is not None and card[:-1] == rank and self.options["lucky_catch"]
        self.books(asker)
        if caught:
            return asker
        return asked if self.options["next_asker"] == "asked" else (asker + 1) % self.players


class Durak(Referee):
    """Bouts: attack, beat, throw in, pass on, or take."""

    cards = 36
    order = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
    settings: ClassVar = {
        "deals": [1, 2], "passing_on": [True, False], "first_bout": [5, 6], "throw_after_taking": [True, False],
        "who_throws_in": ["everybody", "neighbours"],
    }  # fmt: skip

    def after(self, p):
        """The next player who has cards."""
        return next((q for q in self.from_seat((p + 1) % self.players)[:-1] if self.hands[q]), p)

    def beats(self, card, other):
        """Return whether a card beats another."""
        if card[-1] == other[-1]:
            return self.order.index(card[:-1]) > self.order.index(other[:-1])
        return card[-1] == self.trump

    def fits(self, p):
        """The cards of a player whose rank is on the table."""
        ranks = {card[:-1] for card in (*self.attack, *self.beaten)}
        return [card for card in self.hands[p] if card[:-1] in ranks]

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            self.begin()
            self.trump, bouts = SIGNS[self.match.word("trump")], 0
            trumps = [
                (self.order.index(c[:-1]), p) for p, hand in enumerate(self.hands) for c in hand if c[-1] == self.trump
            ]
            self.attacker = min(trumps)[1] if trumps else (dealer + 1) % self.players
            while self.stock or sum(map(bool, self.hands)) > 1:
                self.defender = self.after(self.attacker)
                yield from self.bout(self.options["first_bout"] if bouts == 0 else 6)
                bouts += 1
            for p in range(self.players):
                if self.hands[p]:
                    self.points[p] += 1
                    dealer = p

    def lay(self, p, card):
        """A card of the attack is laid."""
        self.hands[p].remove(card)
        self.attack.append(card)
        self.attacks += 1

    def bout(self, most):
        """A bout, after which the hands are filled up."""
        self.limit = min(len(self.hands[self.defender]), most)
        self.attack, self.beaten, self.attacks, self.taking = [], [], 0, False
        self.known()
        answer = yield self.attacker, {f"attack with {' '.join(cards)}" for cards in self.openings()}
        for card in answer.split()[2:]:
            self.lay(self.attacker, card)
        yield from self.defend()
        while (yield from self.throw_in()):
            if not self.taking:
                yield from self.defend()
        if self.taking:
            self.hands[self.defender] |= {*self.attack, *self.beaten}
        others = [p for p in self.from_seat(self.attacker) if p != self.defender]
        for p in (*others, self.defender):
            self.draw(p, max(0, 6 - len(self.hands[p])))
        stays = not self.taking and self.hands[self.defender]
        self.attacker = self.defender if stays else self.after(self.defender)

    def openings(self):
        """What may begin an attack: cards of one rank, no more than the defender can be attacked with."""
        hand = sorted(self.hands[self.attacker], key=lambda card: "♣♦♥♠".index(card[-1]))
        for rank in self.order:
            alike = [card for card in hand if card[:-1] == rank]
            for many in range(1, min(len(alike), self.limit) + 1):
                yield from itertools.combinations(alike, many)

    def throw_in(self):
        """Let the other players throw in.  Return whether one of them did."""
        able = [p for p in self.from_seat(self.attacker) if p != self.defender and self.hands[p]]
        if self.options["who_throws_in"] == "neighbours":
            able = [p for p in able if p in (self.attacker, self.after(self.defender))]
        for p in able:
            if self.attacks == self.limit or (self.taking and not self.options["throw_after_taking"]):
                return False
            answer = yield p, {f"throw in {card}" for card in self.fits(p)} | {"pass"}
            if answer != "pass":
                self.lay(p, answer.split()[-1])
                return True
        return False

    def defend(self):
        """The defender beats every card, passes the attack on, or takes the cards."""
        while self.attack and not self.taking:
            hand, behind = self.hands[self.defender], self.after(self.defender)
            labels = {f"beat {d} with {c}" for d in self.attack for c in hand if self.beats(c, d)} | {"take"}
            if (
                self.options["passing_on"]
                and not self.beaten
                and behind != self.defender
                and len(self.hands[behind]) > len(self.attack)
                and self.attacks < 6
            ):
                labels |= {f"pass on with {card}" for card in self.fits(self.defender)}
            answer = yield self.defender, labels
            words = answer.split()
            if words[0] == "beat":
                self.attack.remove(words[1])
                hand.remove(words[3])
                self.beaten += [words[1], words[3]]
            elif words[0] == "pass":
                self.lay(self.defender, words[-1])
                self.attacker, self.defender = self.defender, behind
                self.limit = min(6, len(self.hands[behind]))
            else:
                self.taking = True


class AddingNinetyNine(Referee):
    """Cards add up to ninety-nine; fours reverse the direction."""

    settings: ClassVar = {"lives": [1, 2], "ace": ["one_or_eleven", "one"], "ten": ["minus_ten", "either"]}

    def game(self):
        """The whole match."""
        dealer = self.match.value("dealer")
        self.points = [self.options["lives"]] * self.players
        while sum(lives > 0 for lives in self.points) > 1:
            self.begin()
            loser = yield from self.deal((dealer + 1) % self.players)
            self.points[loser] -= 1
            dealer = (dealer + 1) % self.players

    def deal(self, p):
        """Play a deal.  Return its loser."""
        total, step, pile = 0, 1, 0
        while True:
            if self.points[p]:
                sums = dict(item for card in self.hands[p] for item in self.plays(card, total) if item[1] <= 99)
                answer = yield p, set(sums) or {"lose a life"}
                if not sums:
                    return p
                card, total, pile = answer.split()[1], sums[answer], pile + 1
                self.hands[p].remove(card)
                if not self.stock:
                    self.stock, pile = pile, 0
                self.draw(p, 1)
                step = -step if card[:-1] == "4" else step
            p = (p + step) % self.players

    def plays(self, card, total):
        """The labels possible for a card, with the total after each."""
        rank = card[:-1]
        if rank == "10":
            yield f"play {card} to take ten away", max(total - 10, 0)
            if self.options["ten"] == "either":
                yield f"play {card} to add ten", total + 10
            return
        worth = {"A": 1, "4": 0, "9": 0, "J": 10, "Q": 10, "K": 99 - total}
        yield f"play {card}", total + (worth[rank] if rank in worth else int(rank))
        if rank == "A" and self.options["ace"] == "one_or_eleven":
            yield f"play {card} for 11", total + 11


REFEREES = {
    "go_fish": GoFish,
    "durak": Durak,
    "adding_ninety_nine": AddingNinetyNine,
}


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    kind = REFEREES[name]
    options = {option: data.draw(st.sampled_from(values), label=option) for option, values in kind.settings.items()}
    players, seed = data.draw(st.integers(2, 6)), data.draw(st.integers(0, 2**32))
    match = tables.match(name, options, players, seed=seed)
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["shy"]]))
    match.follow(kind(match), strategy, Dice(seed), limit=1500)
