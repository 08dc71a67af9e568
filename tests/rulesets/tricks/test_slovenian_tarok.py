"""Slovenian Tarok compared with OpenSpiel, choice by choice, and with scores computed in this file.

OpenSpiel's scores are compared only where they follow the rules: in klop and in the games above the solos.  In the
others OpenSpiel counts four kings and all tricks where there are none.  Hoyle does not need OpenSpiel.  Without it that
test is skipped.
"""

from __future__ import annotations

import random

import pytest

TAROKS = "I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI Skis"
RED, BLACK = ["4", "3", "2", "1", "J", "C", "Q", "K"], ["7", "8", "9", "10", "J", "C", "Q", "K"]
SUITS = (("♥", RED), ("♦", RED), ("♠", BLACK), ("♣", BLACK))
DECK = [f"{rank}.taroks" for rank in TAROKS.split()] + [rank + sign for sign, ranks in SUITS for rank in ranks]
"""The cards in OpenSpiel's order."""
BIDS = ["pass", "klop", "three", "two", "one", "solo three", "solo two", "solo one", "beggar", "solo without",
        "open beggar", "colour valat", "valat"]  # fmt: skip
KINGS = {29: "hearts", 37: "diamonds", 45: "spades", 53: "clubs"}
PARTS = {"three": 3, "two": 2, "one": 1, "solo three": 3, "solo two": 2, "solo one": 1}
WORTH = {"three": 10, "two": 20, "one": 30, "solo three": 40, "solo two": 50, "solo one": 60}
HIGHER = {"beggar": 70, "solo without": 80, "open beggar": 90, "colour valat": 125, "valat": 500}


def pips(card):
    """The points of a card, before cards are counted in threes."""
    rank = card.split(".")[0].rstrip("♥♦♠♣")
    return 5 if rank in ("I", "XXI", "Skis", "K") else {"Q": 4, "C": 3, "J": 2}.get(rank, 1)


def count(cards):
    """The points of cards counted in threes: two points less for three cards, one less for a rest of one or two."""
    batches = [cards[n : n + 3] for n in range(0, len(cards), 3)]
    return sum(sum(map(pips, batch)) - (2 if len(batch) == 3 else 1) for batch in batches)


def scored(side, others, worth, tricks, last, called, taker_is_ours):
    """The score of each player of a side for a game with cards from the talon."""
    if 0 in tricks:
        return -250 if tricks[0] == 0 else 250
    points = count(side)
    value = points - 35 + (worth if points > 35 else -worth)
    for all_of in ({"K♥", "K♦", "K♠", "K♣"}, {"I.taroks", "XXI.taroks", "Skis.taroks"}):
        value += 10 * (all_of <= set(side)) - 10 * (all_of <= set(others))
    ultimo = 10 if called in last else 25 if "I.taroks" in last else 0
    return value + (ultimo if taker_is_ours else -ultimo)


def dealt(fixed, seats, other):
    """Chance that deals the cards that OpenSpiel has dealt.  `seats` are Hoyle's seats in the order of OpenSpiel."""
    hands = {("hand", seat): " ".join(DECK[a] for a in other.player_cards(n)) for n, seat in enumerate(seats)}
    talon = {(f"talon_{n + 1}", -1): DECK[a] for n, a in enumerate(other.talon())}
    return fixed(hands | talon, {"dealer": seats[-1]})


def ask(match, other, said, rng, weights):
    """Check that both games offer the same labels, make one random choice in both, and return its label."""
    labels = sorted(match.options())
    theirs = {said(action): action for action in other.legal_actions()}
    assert sorted(theirs) == labels
    label = rng.choices(labels, [weights(label) for label in labels])[0]
    match.say(label)
    other.apply_action(theirs[label])
    return label


@pytest.mark.parametrize("players", [3, 4])
def test_choices_agree_with_openspiel_and_scores_with_the_rules(players, tables, fixed):
    pyspiel = pytest.importorskip("pyspiel")
    seen, seats = set(), [(1 + n) % players for n in range(players)]
    for seed in range(12):
        rng, wish = random.Random(seed), BIDS[1:][seed % 12]
        other = pyspiel.load_game(f"tarok(players={players},rng_seed={seed})").new_initial_state()
        other.apply_action(0)
        match = tables.match("slovenian_tarok", {"deals": 1}, players, chance=dealt(fixed, seats, other))
        bid = ""
        while "phase: Bidding" in str(other):

            def weight(label, wish=wish):
                return 50 if label == f"bid {wish}" else 20 if label == "pass" else 0.1

            label = ask(match, other, lambda a: "pass" if a == 0 else f"bid {BIDS[a]}", rng, weight)
            bid = label if label != "pass" else bid
        bid, declarer = bid.removeprefix("bid "), match.value("bidder")
        called, side, others, laid = None, [], [], []
        if players == 4 and bid in ("three", "two", "one"):
            label = ask(match, other, lambda a: f"call the king of {KINGS[a]}", rng, lambda _: 1)
            called = "K" + {"diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣"}[label.split()[-1]]
        talon, rest = [DECK[a] for a in other.talon()], []
        hands = {seat: [DECK[a] for a in other.player_cards(n)] for n, seat in enumerate(seats)}
        ours = {declarer, *(p for p in seats if called in hands[p])}
        if bid in PARTS:
            label = ask(match, other, lambda a: f"take part {a + 1}", rng, lambda _: 1)
            n, part = PARTS[bid], int(label.split()[-1]) - 1
            rest = [card for at, card in enumerate(talon) if at // n != part]
            for _ in range(n):
                laid.append(ask(match, other, lambda a: f"lay away {DECK[a]}", rng, lambda _: 1).split()[-1])
        lost = declarer if "XXI.taroks" in rest else None
        tricks, last, taker = [0, 0], [], declarer
        side += laid
        while not other.is_terminal():
            plays = []
            for _ in range(players):
                p = seats[other.current_player()]
                assert match.actor in (p, -1)
                plays.append((p, ask(match, other, lambda a: f"play {DECK[a]}", rng, lambda _: 1).split()[-1]))
            last = [card for _, card in plays]
            if other.is_terminal():
                taker = match.value("taker")
            else:
                taker = seats[other.current_player()]
            (side if taker in ours else others).extend(last)
            tricks[taker not in ours] += 1
            if called in rest and (taker, called) in plays:
                raise AssertionError("a king that lies in the talon is not played")
            if called in talon and (taker, called) in plays:
                side += rest
                lost = None if "XXI.taroks" in rest else lost
            if bid in {*PARTS, "solo without"} and "Skis.taroks" in last:
                lost = next((p for p, card in plays if card == "XXI.taroks"), lost)
        assert match.question is None
        points, returns = match.values("points"), other.returns()
        if bid in PARTS:
            value = scored(side, others, WORTH[bid], tricks, last, called, taker in ours)
            expected = [value * (p in ours) - 20 * (p == lost) for p in range(players)]
        else:
            expected = [int(returns[seats.index(p)]) for p in range(players)]
        assert points == expected, (seed, bid)
        seen.add(bid)
    assert {"klop", "three", "one", "beggar", "solo without", "valat"} <= seen


def test_the_points_of_cards():
    assert count(DECK) == 70
    assert count(["K♥", "Q♥", "7♠"]) == 8
    assert count(["K♥"]) == 4
    assert count(["K♥", "K♦"]) == 9
