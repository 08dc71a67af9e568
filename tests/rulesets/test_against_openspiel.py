"""Kuhn and Leduc poker and GOPS beside OpenSpiel: the same choices are open, and the same chips or points come of them.

OpenSpiel is not needed by Hoyle; without it these tests are skipped."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

HEIGHT = {"J": 0, "Q": 1, "K": 2}
SUITS = ["♥", "♠"]


def acting(match: Any, other: Any, first: int) -> None:
    """Whoever is asked here is asked there; seats there begin with the player who acts first."""
    assert (match.actor - first) % match.program.players == other.current_player()


def test_kuhn_poker_is_open_spiels(tables):
    game = pyspiel.load_game("kuhn_poker")
    meaning = {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}
    seen = set()
    for seed in range(60):
        match, other, rng = tables.match("kuhn_poker", seed=seed), game.new_initial_state(), random.Random(seed)
        first = match.actor
        for p in (first, 1 - first):
            other.apply_action(HEIGHT[match.cards("hand", p)[0][0]])
        while match.question is not None:
            acting(match, other, first)
            player = other.current_player()
            theirs = {other.action_to_string(player, a): a for a in other.legal_actions()}
            labels = sorted(match.options())
            assert {meaning[label] for label in labels} == set(theirs)
            label = rng.choice(labels)
            seen.add(label)
            match.say(label)
            other.apply_action(theirs[meaning[label]])
        assert other.is_terminal()
        points = match.values("points")
        assert [points[first], points[1 - first]] == other.returns()
    assert seen == set(meaning)


def test_leduc_poker_is_open_spiels(tables):
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
            acting(match, other, first)
            player = other.current_player()
            theirs = {other.action_to_string(player, a): a for a in other.legal_actions()}
            labels = sorted(match.options())
            assert {meaning[label] for label in labels} == set(theirs)
            label = rng.choice(labels)
            seen.add(label)
            match.say(label)
            other.apply_action(theirs[meaning[label]])
        assert other.is_terminal()
        points = match.values("points")
        assert [points[first], points[1 - first]] == other.returns()
    assert seen == set(meaning)


@pytest.mark.parametrize("players", [2, 3])
def test_gops_with_lost_prizes_is_open_spiels(players, tables):
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
                # There the last card is bid without asking.
                assert sorted(mine) == sorted(other.legal_actions(p)) or (other.is_terminal() and len(mine) == 1)
                bids.append(rng.choice(sorted(mine)))
                match.say(mine[bids[-1]])
            if not other.is_terminal():
                other.apply_actions(bids)
        assert other.is_terminal()
        assert match.values("points") == other.returns()
