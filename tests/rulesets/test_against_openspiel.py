"""Kuhn and Leduc poker, GOPS, Contract Bridge and Gin Rummy compared with OpenSpiel: the same legal choices, and the
same chips or points.

Hoyle does not need OpenSpiel.  Without it these tests are skipped.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from hoyle.interpreter.records import Moved

pyspiel = pytest.importorskip("pyspiel")

HEIGHT = {"J": 0, "Q": 1, "K": 2}
SUITS = ["♥", "♠"]


def acting(match: Any, other: Any, first: int) -> None:
    """Check that the player to move is the same.  OpenSpiel numbers the seats from the player who acts first."""
    assert (match.actor - first) % match.program.players == other.current_player()


def said_to_both(match: Any, other: Any, first: int, meaning: dict[str, str], rng: random.Random) -> str:
    """Make the same random choice in both games, whose choices must agree.  `meaning`: what OpenSpiel calls a label."""
    acting(match, other, first)
    player = other.current_player()
    theirs = {other.action_to_string(player, a): a for a in other.legal_actions()}
    labels = sorted(match.options())
    assert {meaning[label] for label in labels} == set(theirs)
    label = rng.choice(labels)
    match.say(label)
    other.apply_action(theirs[meaning[label]])
    return label


def test_kuhn_poker_agrees_with_openspiel(tables):
    game = pyspiel.load_game("kuhn_poker")
    meaning = {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}
    seen = set()
    for seed in range(60):
        match, other, rng = tables.match("kuhn_poker", seed=seed), game.new_initial_state(), random.Random(seed)
        first = match.actor
        for p in (first, 1 - first):
            other.apply_action(HEIGHT[match.cards("hand", p)[0][0]])
        while match.question is not None:
            seen.add(said_to_both(match, other, first, meaning, rng))
        assert other.is_terminal()
        points = match.values("points")
        assert [points[first], points[1 - first]] == other.returns()
    assert seen == set(meaning)


def test_leduc_poker_agrees_with_openspiel(tables):
    game = pyspiel.load_game("leduc_poker")
    meaning = {"fold": "Fold", "check": "Call", "call": "Call", "bet": "Raise", "raise": "Raise"}
    seen = set()

    def chance(card: str) -> int:
        return 2 * HEIGHT[card[0]] + SUITS.index(card[1])

    for seed in range(60):
        match, other, rng = tables.match("leduc_poker", seed=seed), game.new_initial_state(), random.Random(seed)
        first = match.actor
        for p in (first, 1 - first):
            other.apply_action(chance(match.cards("hand", p)[0]))
        while match.question is not None:
            if other.is_chance_node():
                other.apply_action(chance(match.cards("board")[0]))
            seen.add(said_to_both(match, other, first, meaning, rng))
        assert other.is_terminal()
        points = match.values("points")
        assert [points[first], points[1 - first]] == other.returns()
    assert seen == set(meaning)


@pytest.mark.parametrize("players", [2, 3])
def test_gops_with_lost_prizes_agrees_with_openspiel(players, tables):
    game = pyspiel.load_game(
        "goofspiel", {"players": players, "num_cards": 13, "points_order": "random", "returns_type": "total_points"}
    )
    heights = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    for seed in range(12):
        match, rng = tables.match("gops", {"ties": "lost"}, players, seed=seed), random.Random(seed)
        other = game.new_initial_state()
        while match.question is not None:
            if other.is_chance_node():
                other.apply_action(heights.index(match.cards("prize")[0][:-1]))
            bids = []
            for p in range(players):
                assert match.actor == p
                mine = {heights.index(label.split()[1][:-1]): label for label in match.options()}
                # OpenSpiel bids the last card without a question.
                assert sorted(mine) == sorted(other.legal_actions(p)) or (other.is_terminal() and len(mine) == 1)
                bids.append(rng.choice(sorted(mine)))
                match.say(mine[bids[-1]])
            if not other.is_terminal():
                other.apply_actions(bids)
        assert other.is_terminal()
        assert match.values("points") == other.returns()


@pytest.mark.parametrize("vulnerable", ["nobody", "everybody"])
def test_contract_bridge_agrees_with_openspiel(vulnerable, tables):
    both: dict[str, Any] = {"dealer_vul": vulnerable == "everybody", "non_dealer_vul": vulnerable == "everybody"}
    game = pyspiel.load_game("bridge", {**both, "use_double_dummy_result": False})
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    calls = {"pass": "Pass", "double": "Dbl", "redouble": "RDbl"}
    signs = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠", "no_trump": "NT"}
    stakes = set()

    def card(face: str) -> int:
        return 4 * ranks.index(face[:-1]) + "♣♦♥♠".index(face[-1])

    for seed in range(8):
        rng = random.Random(seed)
        match = tables.match("contract_bridge", {"deals": 1, "vulnerable": vulnerable}, seed=seed)
        other = game.new_initial_state()
        dealer = match.value("dealer")
        hands = [match.cards("hand", (dealer + p) % 4) for p in range(4)]
        for n in range(52):
            other.apply_action(card(hands[n % 4][n // 4]))
        while match.question is not None:
            labels = sorted(match.options())
            if other.is_terminal():  # OpenSpiel plays the last trick without questions
                match.say(*labels)
                continue
            acting(match, other, dealer)
            if labels[0].startswith("play"):
                mine = {card(label.split()[1]): label for label in labels}
                choice = rng.choice(labels)
            else:
                theirs = {other.action_to_string(a): a for a in other.legal_actions()}
                said = {label: label.replace("no trump", "no_trump").split() for label in labels}
                names = {label: calls.get(label) or words[1] + signs[words[2]] for label, words in said.items()}
                mine = {theirs[names[label]]: label for label in labels}
                choice = rng.choice([label for label in labels if label in calls] * 4 + labels)
            assert sorted(mine) == sorted(other.legal_actions())
            action = next(a for a, label in mine.items() if label == choice)
            match.say(choice)
            other.apply_action(action)
        assert other.is_terminal()
        stakes.add(match.value("stake"))
        points, side = match.values("points"), match.program.teams
        own = next(n for n, team in enumerate(side) if dealer in team)
        assert points[own] - points[1 - own] == other.returns()[0]
    assert stakes == {1, 2, 4}


def test_gin_rummy_agrees_with_openspiel_until_a_knock(tables):
    game = pyspiel.load_game("gin_rummy")
    knocked, low = 0, "A23456789TJQK"

    def theirs(face: str) -> str:
        return face[:-1].replace("10", "T") + "scdh"["♠♣♦♥".index(face[-1])]

    def chance(other: Any, face: str) -> None:
        names = {other.action_to_string(a).split()[-1]: a for a in other.legal_actions()}
        other.apply_action(names[theirs(face)])

    for seed in range(6):
        rng = random.Random(seed)
        match = tables.match("gin_rummy", {"deals": 1, "limit": 10, "discard_taken": True}, seed=seed)
        other, eldest = game.new_initial_state(), match.actor
        for p in (eldest, 1 - eldest):
            for face in match.cards("hand", p):
                chance(other, face)
        while match.question is not None:
            options = {"Draw stock": -1}
            while set(options) == {"Draw stock"}:  # OpenSpiel asks this after two passes
                if other.is_chance_node():
                    drawn = [one for one in match.records if isinstance(one, Moved) and one.source.zone == 0]
                    chance(other, match.engine.words.card(drawn[-1].cards[0]))
                actor = other.current_player()
                options = {other.action_to_string(actor, a).split(": ")[-1]: a for a in other.legal_actions()}
                if set(options) == {"Draw stock"}:
                    other.apply_action(options["Draw stock"])
            if other.is_terminal():  # the players take and discard the same cards again and again
                break
            acting(match, other, eldest)
            cards = {"take": "Draw upcard", "pass": "Pass", "draw": "Draw stock"}
            mine = {
                label: cards.get(label.split()[0]) or theirs(label.split()[-1]) for label in sorted(match.options())
            }
            knocks = [label for label in mine if label.startswith("knock")]
            assert set(mine.values()) | ({"Knock"} if knocks else set()) == set(options)
            high = max(mine, key=lambda label: (low.find(mine[label][0]), label))
            choice = rng.choice(knocks or [high, high, high, *mine])
            match.say(choice)
            if choice in knocks:
                knocked += 1
                break
            other.apply_action(options[mine[choice]])
    assert knocked
