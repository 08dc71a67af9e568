"""NotEuchre compared with a referee written by hand from the leaflet (NE) and the rulings, not from the rule file.

The referee is a generator: it yields the player to move and the legal labels, receives the chosen label, and keeps the
count, the sizes of the hands, the players who are out and the points.  It reads the faces of cards from the engine.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
SEATS = "ABCD"
OPTIONS = {
    "target": [1, 3, 13],
    "redeal": ["every_turn", "when_empty"],
    "winner": ["highest_count", "last_standing"],
    "emptied": ["out_in_turn", "out_at_once"],
    "strike_ends_go": [True, False],
    "leader_must_play": [True, False],
    "discards": ["in_turn", "in_secret"],
    "shuffle_played": [True, False],
}


def rank(card):
    """The rank of a card; `Joker` for a joker."""
    return card if card == "Joker" else card[:-1]


def pips(cards, base):
    """The number that cards add (NE20-21, 24, 46-47).  A joker adds the count at the start of the go."""
    return sum(base if card == "Joker" else int(rank(card)) for card in cards)


class Referee:
    """A referee for everything except the faces of the cards."""

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points, self.leader = [0, 0], match.value("leader")
        self.sizes, self.pool, self.discarded, self.played = [0] * 4, 0, 0, 0
        self.seen = set()

    def hand(self, player):
        """The cards a player holds."""
        cards = self.match.cards("hand", player)
        assert len(cards) == self.sizes[player]
        return cards

    def game(self):
        """The whole game."""
        while max(self.points) < self.options["target"]:  # NE7, 16
            if self.options["redeal"] == "every_turn" or 0 in self.sizes:
                self.sizes, self.pool, self.discarded, self.played = [5] * 4, 2, 0, 0  # NE10
            else:
                self.seen.add("kept hands")
            yield from self.contest()

    def contest(self):
        """One contest for a point."""
        self.count, self.last, self.last_of = 0, None, [None, None]
        self.out, self.ran_out = [False] * 4, [False] * 4
        player = self.leader
        while not any(self.out[side] and self.out[side + 2] for side in (0, 1)):  # NE14
            if self.ran_out[player] or self.sizes[player] == 0:
                self.out[player] = True  # NE30
            if not self.out[player]:
                yield from self.go(player)
            player = (player + 1) % 4
        if self.last is None:
            self.seen.add("no point")
            return
        side = self.last % 2
        if self.options["winner"] == "last_standing" and not all(self.out):
            side = next(side for side in (0, 1) if not (self.out[side] and self.out[side + 2]))
            self.seen.add("other side" if side != self.last % 2 else "same side")
        self.points[side] += 1
        if max(self.points) < self.options["target"]:
            seats = [(self.leader + i) % 4 for i in range(4)]
            chooser = self.last_of[side]
            if chooser is None:
                chooser = next(seat for seat in seats if seat % 2 == side)
            answer = yield chooser, {f"let {seat} lead" for seat in SEATS}
            self.leader = SEATS.index(answer.split()[1])

    def go(self, player):
        """One go of a player."""
        base = self.count  # NE31
        while True:
            answer = yield player, self.choices(player, base)
            said, *rest = answer.split()
            if said == "pass":
                self.out[player] = True  # NE28
                break
            if said == "play":
                self.sizes[player] -= len(rest)
                self.played += len(rest)
                self.count, self.last = pips(rest, base), player
                self.last_of[player % 2] = player
                break
            self.sizes[player] -= 1
            self.discarded += 1
            self.seen.add(said)
            if said == "strike":
                yield from self.strike(player)
                over = any(self.out[seat] and self.out[seat + 2] for seat in (0, 1))  # the strike ended the contest
                if self.options["strike_ends_go"] or over:
                    break
            else:
                yield from self.distribute(player)
        self.look(player)

    def look(self, player):
        """Check whether a player has run out of cards (NE30)."""
        if self.sizes[player] == 0:
            self.ran_out[player] = True
            if self.options["emptied"] == "out_at_once":
                self.out[player] = True

    def choices(self, player, base):
        """The legal labels in a go."""
        hand = self.hand(player)
        plays = set()
        pool = [card for card in hand if rank(card) != "3"]  # NE34
        for size in range(1, len(pool) + 1):
            for cards in itertools.combinations(pool, size):
                if self.last is None or pips(cards, base) > base:  # NE12
                    plays.add("play " + " ".join(sorted(cards)))
        more = self.pool + self.discarded + (self.played if self.options["shuffle_played"] else 0)
        strikes = {f"strike with {card}" for card in hand if rank(card) == "3"}
        deals = {f"distribute with {card}" for card in hand if rank(card) in ("3", "7") and more}
        opens = self.options["leader_must_play"] and player == self.leader and self.last is None and pool
        return plays | strikes | deals | (set() if opens else {"pass"})

    def strike(self, player):
        """Each opponent with cards discards one (NE22, 41)."""
        struck = [seat for seat in ((player + 1) % 4, (player + 3) % 4) if self.sizes[seat]]
        if self.options["discards"] == "in_secret":
            struck.sort()
            sizes = {seat: self.sizes[seat] for seat in struck}
        for seat in struck:
            yield seat, {f"discard {card}" for card in self.hand(seat)}
            if self.options["discards"] == "in_turn":
                self.sizes[seat] -= 1
                self.discarded += 1
        if self.options["discards"] == "in_secret":
            for seat in struck:
                self.sizes[seat] = sizes[seat] - 1
                self.discarded += 1
        for seat in ((player + 1) % 4, (player + 3) % 4):
            self.look(seat)

    def distribute(self, player):
        """Shuffle, then deal two cards to players of one's choice (NE37, 40)."""
        self.pool += self.discarded
        self.discarded = 0
        if self.options["shuffle_played"]:
            self.pool += self.played
            self.played = 0
        both = {f"deal both cards to {seat}" for seat in SEATS}
        each = {f"deal one card to {x} and one to {y}" for x in SEATS for y in SEATS if x != y}
        answer = (yield player, both | each).split()
        for seat in [answer[-1]] * 2 if answer[1] == "both" else [answer[4], answer[-1]]:
            assert self.pool, "the card played and another were shuffled, so there are two"
            self.sizes[SEATS.index(seat)] += 1
            self.pool -= 1


def tidy(label):
    """A label with its cards in sorted order."""
    said, *rest = label.split()
    return " ".join([said, *sorted(rest)]) if said == "play" else label


def follow(match, strategy, dice, limit=4000):
    """Play to the end against the referee.  Return the kinds of events that happened."""
    referee = Referee(match)
    course = referee.game()
    player, expected = next(course)
    for _ in range(limit):
        question = match.question
        assert question is not None
        assert question.player == player
        if max(referee.sizes) < 9:
            assert {tidy(option.label) for option in question.options()} == expected
        assert match.values("points") == referee.points
        choice = strategy(question, dice)
        label = question.label(choice)
        assert max(referee.sizes) >= 9 or tidy(label) in expected
        match.take(choice)
        try:
            player, expected = course.send(label)
        except StopIteration:
            assert match.question is None
            assert match.values("points") == referee.points
            assert match.result().winners == (referee.points.index(max(referee.points)),)
            break
    return referee.seen


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.sampled_from(values), label=name) for name, values in OPTIONS.items()}
    seed = data.draw(st.integers(0, 2**32), label="seed")
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)), label="strategy")]
    follow(tables.match("noteuchre", options, seed=seed), strategy, Dice(seed))


def test_the_games_contain_every_kind_of_event(tables, strategies, settings_of):
    seen = set()
    for seed, options in enumerate(settings_of(OPTIONS)):
        match = tables.match("noteuchre", options, seed=seed)
        seen |= follow(match, strategies["any kind"], Dice(seed), 200)
    assert seen >= {"strike", "distribute", "kept hands", "other side", "same side"}


# ------------------------------------------------------------------------------------------------------- single rules


def start(tables, fixed, hands, options=None):
    """Start a contest led by A with these hands."""
    deal = {("hand", seat): cards for seat, cards in enumerate(hands)}
    return tables.match("noteuchre", options, chance=fixed(deal, {"leader": 0}))


def test_an_eight_and_two_jokers_on_six_make_twenty(tables, fixed):
    """NE47, in any order."""
    match = start(tables, fixed, ["2♠ 4♠ 3♠ 3♥ 7♠", "8♠ Joker Joker 2♥ 3♦", "8♥ 8♦ 7♥ 2♦ 4♥", "8♣ 7♣ 4♦ 4♣ 2♣"])
    match.say("play 2♠ 4♠")
    assert match.value("count") == 6
    play = next(label for label in match.options() if tidy(label) == "play 8♠ Joker Joker")
    match.say(play)
    assert match.value("count") == 20
    assert {label.split()[0] for label in match.options()} == {"play", "distribute", "pass"}
    assert all(pips(label.split()[1:], 20) > 20 for label in match.options() if label.startswith("play"))


def test_a_joker_alone_opens_with_zero_and_later_only_equals(tables, fixed):
    match = start(tables, fixed, ["Joker 2♠ 3♠ 3♥ 7♠", "Joker 2♥ 3♦ 8♠ 4♥", "8♥ 8♦ 7♥ 2♦ 4♠", "8♣ 7♣ 4♦ 4♣ 2♣"])
    match.say("play Joker")
    assert match.value("count") == 0
    assert "play Joker" not in match.options()
    assert "play 2♥ Joker" in match.options()
    match.say("play 2♥")
    assert match.value("count") == 2


def test_sevens_may_be_combined_and_threes_never(tables, fixed):
    """NE34, 36"""
    match = start(tables, fixed, ["7♠ 7♥ 3♠ 3♥ 2♠", "Joker 2♥ 3♦ 8♠ 4♥", "8♥ 8♦ 7♦ 2♦ 4♠", "8♣ 7♣ 4♦ 4♣ 2♣"])
    plays = {tidy(label) for label in match.options() if label.startswith("play")}
    assert plays == {"play 7♠", "play 7♥", "play 2♠", "play 7♠ 7♥", "play 2♠ 7♠", "play 2♠ 7♥", "play 2♠ 7♠ 7♥"}


def test_distributing_keeps_the_count_and_the_go(tables, fixed):
    """NE35, 38-39, 42"""
    match = start(tables, fixed, ["7♠ 7♥ 3♠ 3♥ 2♠", "Joker 2♥ 3♦ 8♠ 7♣", "8♥ 8♦ 7♦ 2♦ 4♠", "8♣ 4♥ 4♦ 4♣ 2♣"])
    match.say("play 7♠", "distribute with 7♣", "deal one card to B and one to C")
    assert match.value("count") == 7
    assert match.actor == 1
    assert [len(match.cards("hand", seat)) for seat in range(4)] == [4, 5, 6, 5]
    match.say("pass")
    assert match.actor == 2


@pytest.mark.parametrize("ends", [True, False])
def test_a_strike_makes_both_opponents_discard(ends, tables, fixed):
    """NE22, 41: face up, and the opponent chooses the card."""
    hands = ["7♠ 7♥ 3♠ 3♥ 2♠", "Joker 2♥ 3♦ 8♠ 7♣", "8♥ 8♦ 7♦ 2♦ 4♠", "8♣ 4♥ 4♦ 4♣ 2♣"]
    match = start(tables, fixed, hands, {"strike_ends_go": ends})
    match.say("strike with 3♠")
    assert match.actor == 1
    assert set(match.options()) == {f"discard {card}" for card in hands[1].split()}
    match.say("discard 2♥")
    assert match.actor == 3
    match.say("discard 8♣")
    assert sorted(match.cards("discarded")) == sorted(["3♠", "2♥", "8♣"])
    assert match.value("count") == 0
    assert match.actor == (1 if ends else 0)


def test_a_player_whose_last_card_was_struck_is_out_at_his_turn(tables, fixed):
    """NE30: B plays all but one card, A strikes it away and then gives B two cards.  B is out nevertheless."""
    hands = ["3♠ 7♠ 8♠ 2♠ 2♥", "2♦ 2♣ 4♠ Joker 3♥", "8♥ 8♦ 7♦ 7♥ 4♥", "8♣ 4♦ 4♣ 3♦ 7♣"]
    match = start(tables, fixed, hands, {"strike_ends_go": False})
    match.say("play 2♠")
    match.say(next(label for label in match.options() if tidy(label) == "play 2♣ 2♦ 4♠ Joker"))
    match.say("pass", "pass", "strike with 3♠", "discard 3♥", "discard 8♣")
    match.say("distribute with 7♠", "deal both cards to B")
    assert len(match.cards("hand", 1)) == 2
    match.say("pass")
    assert match.values("points") == [0, 1]
    assert match.actor == 1


def test_the_winner_names_the_leader_of_the_next_contest(tables, fixed):
    """NE14: before the next deal, and any seat."""
    hands = ["2♠ 7♠ 8♠ 4♠ 2♥", "2♦ 2♣ 4♥ Joker 3♥", "8♥ 8♦ 7♦ 7♥ 3♠", "8♣ 4♦ 4♣ 3♦ 7♣"]
    match = start(tables, fixed, hands)
    match.say("play 2♠", "play 4♥", "play 8♥", "pass", "pass", "pass")
    assert match.values("points") == [1, 0]
    assert match.actor == 2
    assert set(match.options()) == {f"let {seat} lead" for seat in SEATS}
    match.say("let B lead")
    assert match.actor == 1
    assert [len(match.cards("hand", seat)) for seat in range(4)] == [5] * 4


def test_no_leader_is_named_after_the_last_contest(tables, fixed):
    hands = ["2♠ 7♠ 8♠ 4♠ 2♥", "2♦ 2♣ 4♥ Joker 3♥", "8♥ 8♦ 7♦ 7♥ 3♠", "8♣ 4♦ 4♣ 3♦ 7♣"]
    match = start(tables, fixed, hands, {"target": 1})
    match.say("play 2♠", "pass", "pass", "pass")
    assert match.question is None
    assert match.result().winners == (0,)


def test_a_contest_in_which_no_player_plays_gives_no_point(tables, fixed):
    hands = ["2♠ 7♠ 8♠ 4♠ 2♥", "2♦ 2♣ 4♥ Joker 3♥", "8♥ 8♦ 7♦ 7♥ 3♠", "8♣ 4♦ 4♣ 3♦ 7♣"]
    match = start(tables, fixed, hands)
    match.say("pass", "pass", "pass")
    assert match.values("points") == [0, 0]
    assert match.actor == 0
    assert match.value("leader") == 0


@pytest.mark.parametrize("redeal", ["every_turn", "when_empty"])
def test_when_hands_are_dealt_again(redeal, tables, fixed):
    """NE10, 14 and 30 compared with NE29."""
    hands = ["2♠ 7♠ 8♠ 4♠ 2♥", "2♦ 2♣ 4♥ Joker 3♥", "8♥ 8♦ 7♦ 7♥ 3♠", "8♣ 4♦ 4♣ 3♦ 7♣"]
    match = start(tables, fixed, hands, {"redeal": redeal})
    match.say("play 2♠", "pass", "pass", "pass", "let A lead")
    size = 5 if redeal == "every_turn" else 4
    assert len(match.cards("hand", 0)) == size
    assert match.cards("played") == ([] if size == 5 else ["2♠"])
