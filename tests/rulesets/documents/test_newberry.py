"""Newberry Euchre compared with an oracle written by hand from the document (NB) and the rulings, not from the rule
file.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Assigned, Chosen, Declared, Drawn, Moved, Shuffled

GAMES = settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
SISTER = {"clubs": "spades", "spades": "clubs", "hearts": "diamonds", "diamonds": "hearts"}
PLAIN = ["9", "10", "J", "Q", "K", "A"]


def strength(card, trump):
    """The suit that a card belongs to and its strength in it (NB86-98)."""
    rank, suit = card
    if (rank, suit) == ("J", trump):
        return trump, 8
    if (rank, suit) == ("J", SISTER[trump]):
        return trump, 7
    return suit, PLAIN.index(rank)


def taker(plays, trump):
    """The player who takes a trick of (player, card): the highest trump, otherwise the highest card of the suit led
    (NB177).
    """
    led = strength(plays[0][1], trump)[0]
    best = trump if any(strength(card, trump)[0] == trump for _, card in plays) else led
    rated = [(strength(card, trump)[1], player) for player, card in plays if strength(card, trump)[0] == best]
    return max(rated)[1]


def follows(hand, led, trump):
    """The legal cards of a hand: the suit led if possible (NB173), any card to an empty trick."""
    able = [card for card in hand if led is not None and strength(card, trump)[0] == strength(led, trump)[0]]
    return able or hand


def change(tricks, alone, options):
    """The points of a hand for the makers and the defenders, from the number of tricks of the makers."""
    if tricks == 5:
        return (4, 0) if alone else (2, 0)  # NB161, 189, 213; NB183, 205
    if tricks >= 3:
        return (options["lone_make"], 0) if alone else (1, 0)
    if tricks == 0 and options["lone_march_against" if alone else "march_against"] == "four":
        return 0, 4  # NB191
    price = options["lone_euchre_pays" if alone else "euchre_pays"]
    return {"defenders_gain": (0, 2), "makers_lose": (-2, 0), "both": (-2, 2)}[price]


def folded(options):
    """The points of a fold for the dealer's side and for the other."""
    return {"others_gain": (0, 1), "dealer_loses": (-1, 0), "both": (-1, 1)}[options["fold_pays"]]


def moved(score, by, options):
    """A score after a change: never below zero if there is a floor."""
    return max(0, score + by) if by < 0 and options["floor_at_zero"] else score + by


class Table:
    """The state of the table as a person would keep it, updated from each record."""

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points, self.dealer, self.hands = [0, 0], -1, {}
        self.seen = set()
        self.new_deal()

    def new_deal(self):
        """Before the bidding and the first trick."""
        self.trump = self.maker = self.loner = self.upcard = None
        self.bids, self.plays, self.tricks, self.leader = [], [], [0, 0], None
        self.hands = {player: [] for player in range(4)}

    def gain(self, side, by):
        """A side gains points."""
        self.points[side] = moved(self.points[side], by, self.options)

    def bid(self, player, label):
        """A bid, in turn from the left of the dealer (NB130, 146-148)."""
        assert player == (self.dealer + 1 + len(self.bids)) % 4
        second = len(self.bids) >= 4
        self.bids.append(label)
        if label == "fold":
            assert player == self.dealer
            assert second
            dealers, others = folded(self.options)
            self.gain(self.dealer % 2, dealers)
            self.gain(1 - self.dealer % 2, others)
            self.seen.add("fold")
        elif label != "pass":
            suit = label.split()[1] if second else self.upcard[1]
            assert not second or suit != self.upcard[1], "not what was turned down (NB148)"
            self.maker, self.trump = player, suit
            self.loner = player if label.endswith("alone") else None
            assert self.loner is None or not second or self.options["lone_calls"] == "both_rounds"
        if self.over() and self.maker is None:
            self.dealer = (self.dealer + 1) % 4

    def over(self):
        """Return whether the bidding is over."""
        return self.maker is not None or len(self.bids) == 8 or self.bids[-1:] == ["fold"]

    def play(self, player, card):
        """A card played to a trick by the player whose turn it is."""
        partner = None if self.loner is None else (self.loner + 2) % 4
        if not self.plays:
            if self.leader is None:
                left = self.loner is not None and self.options["loner_lead"] == "left_of_loner"
                self.leader = ((self.loner if left else self.dealer) + 1) % 4  # NB169, 171
                if self.leader == partner:
                    self.leader = (self.leader + 1) % 4
            assert player == self.leader
        else:
            turn = (self.plays[-1][0] + 1) % 4
            assert player == ((turn + 1) % 4 if turn == partner else turn)
        self.plays.append((player, card))
        if len(self.plays) == (4 if self.loner is None else 3):
            self.leader = taker(self.plays, self.trump)
            self.tricks[self.leader % 2] += 1
            self.plays = []
            if sum(self.tricks) == 5:
                self.score()

    def score(self):
        """Score the hand."""
        side = self.maker % 2
        makers, defenders = change(self.tricks[side], self.loner is not None, self.options)
        self.gain(side, makers)
        self.gain(1 - side, defenders)
        self.seen.add((self.tricks[side], self.loner is not None))
        self.dealer = (self.dealer + 1) % 4

    def legal(self):
        """The legal labels of a player during a trick, computed by hand."""
        question = self.match.question
        if question is None or self.trump is None or len(self.hands[question.player]) == 6:
            return None
        led = self.plays[0][1] if self.plays else None
        return follows(self.hands[question.player], led, self.trump)

    def hear(self, record):
        """Update the table from one record."""
        match = self.match
        match record:
            case Shuffled():
                self.new_deal()
            case Drawn(value=value):
                self.dealer = value
            case Declared():
                self.gain(self.dealer % 2, -1)  # NB126, 221
                self.dealer = (self.dealer + 1) % 4
                self.seen.add("misdeal")
            case Chosen(player):
                label = match.label(record)
                if label.split()[0] in ("pass", "order", "call", "fold"):
                    self.bid(player, label)
            case Moved(cards, source, target):
                faces = [match.face(card) for card in cards]
                (here, whose), (there, whom) = match.zone(source), match.zone(target)
                if there == "turned":
                    self.upcard = faces[0]
                if here == "hand":
                    for face in faces:
                        self.hands[whose].remove(face)
                if there == "hand":
                    self.hands[whom] += faces
                if there == "trick":
                    self.play(whose, faces[0])
                if here == "trick":
                    assert whom == self.leader % 2
            case Assigned():
                pass
            case _:
                pass


def follow(match, strategy, dice, misdeals=0):
    """Play a game to its end and compare it with the table at every question."""
    table, heard = Table(match), 0
    while True:
        for record in match.records[heard:]:
            table.hear(record)
        heard = len(match.records)
        assert match.values("points") == table.points
        question = match.question
        if question is None:
            break
        if heard > 20_000:  # players who always fold and lose points for it never finish a game
            return table.seen
        assert max(table.points) < match.program.options["target"]
        assert match.value("dealer") == table.dealer
        legal = table.legal()
        if legal is not None:
            offered = [match.face(option.choice.values[0]) for option in question.options()]
            assert sorted(offered) == sorted(legal)
        assert bool(question.incidents) == (table.bids == []), "a misdeal is told before the first bid"
        if question.incidents and dice.below(100) < misdeals:
            match.declare("misdeal")
        else:
            match.take(strategy(question, dice))
    assert max(table.points) >= match.program.options["target"]  # NB64, 197
    assert match.result().winners == (table.points.index(max(table.points)),)
    return table.seen


OPTIONS = {
    "target": [5, 10, 21],
    "lone_make": [1, 2],
    "euchre_pays": ["defenders_gain", "makers_lose", "both"],
    "lone_euchre_pays": ["defenders_gain", "makers_lose", "both"],
    "march_against": ["four", "as_euchre"],
    "lone_march_against": ["four", "as_lone_euchre"],
    "stick_the_dealer": ["may_fold", "must_call", "redeal_on_pass"],
    "fold_pays": ["others_gain", "dealer_loses", "both"],
    "lone_calls": ["both_rounds", "first_round"],
    "loner_lead": ["left_of_loner", "left_of_dealer"],
    "discard_pickup": [True, False],
    "floor_at_zero": [True, False],
}


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_oracle(data, tables, strategies):
    options = {name: data.draw(st.sampled_from(values), label=name) for name, values in OPTIONS.items()}
    seed = data.draw(st.integers(0, 2**32), label="seed")
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)), label="strategy")]
    follow(tables.match("newberry_euchre", options, seed=seed), strategy, Dice(seed), misdeals=5)


def test_the_games_contain_every_result_of_a_hand(tables, strategies):
    every = {(n, alone) for n in range(6) for alone in (False, True)} | {"misdeal"}
    seen = set()
    for seed in range(60):
        match = tables.match("newberry_euchre", seed=seed)
        seen |= follow(match, strategies["any kind" if seed % 2 else "anything"], Dice(seed), misdeals=5)
        if seen >= every:
            break
    assert seen - {"fold"} == every


# ---------------------------------------------------------------------------------------- every result, every option

SCORING = ["lone_make", "euchre_pays", "lone_euchre_pays", "march_against", "lone_march_against", "floor_at_zero"]


@pytest.fixture(scope="module")
def hands(tables, strategies):
    """For each result of a first hand, a seed and the choices that lead to it."""
    found = {}
    for seed in itertools.count():
        match, dice, choices = tables.match("newberry_euchre", seed=seed), Dice(seed), []
        table, heard = Table(match), 0
        while not table.seen:
            choices.append(strategies["any kind"](match.question, dice))
            match.take(choices[-1])
            for record in match.records[heard:]:
                table.hear(record)
                if table.seen:
                    break
            heard = len(match.records)
        result = table.seen.pop()
        if result != "fold":
            found.setdefault(result, (seed, tuple(choices), table.maker % 2))
        if len(found) == 12:
            break
    return found


def test_the_score_of_every_result_under_every_option(hands, tables, gains_of, settings_of):
    """Uses settings in which any values of any three options occur together.  No result depends on more than three."""
    for options in settings_of({name: OPTIONS[name] for name in SCORING}, 3):
        for result, (seed, choices, side) in hands.items():
            match = tables.match("newberry_euchre", options, seed=seed)
            for choice in choices:
                match.take(choice)
            expected = [0, 0]
            tricks, alone = result
            makers, defenders = change(tricks, alone, options)
            expected[side], expected[1 - side] = moved(0, makers, options), moved(0, defenders, options)
            assert gains_of(match) == expected, (result, options)
