"""Cribbage, Go Fish and Crazy Eights compared with OpenSpiel: the same legal choices, and the same points.

Known differences: OpenSpiel counts hands to the end when somebody has won; with three players it goes on asking when the
stock is empty; after three cards it lets a player pass who could play, and it counts other points for the cards left.
Hoyle does not need OpenSpiel.  Without it these tests are skipped.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from hoyle.interpreter.records import Moved

pyspiel = pytest.importorskip("pyspiel")

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def theirs(face: str) -> str:
    """`10♥` as OpenSpiel writes it: `TH`."""
    return face[:-1].replace("10", "T") + "CDHS"["♣♦♥♠".index(face[-1])]


def dealt(other: Any, card: str) -> None:
    """Let OpenSpiel deal a card."""
    names = {other.action_to_string(-1, a).split()[-1]: a for a, _ in other.chance_outcomes()}
    other.apply_action(names[card])


def drawn(match: Any) -> str:
    """The card that was drawn last: the stock is the first zone."""
    moved = [one for one in match.records if isinstance(one, Moved) and one.source.zone == 0]
    return match.engine.words.card(moved[-1].cards[0])


def offered(other: Any) -> dict[str, int]:
    """The cards that OpenSpiel's player may choose, in order; nothing is to pass."""
    player = other.current_player()
    return {" ".join(sorted(other.action_to_string(player, a).split()[1:])): a for a in other.legal_actions()}


def cards_of(label: str) -> str:
    """The cards in a label, as `offered` writes them."""
    return " ".join(sorted(theirs(word) for word in label.split() if word[-1] in "♣♦♥♠"))


def test_cribbage_agrees_with_openspiel(tables):
    game = pyspiel.load_game("cribbage")
    for seed in range(6):
        rng, other = random.Random(seed), game.new_initial_state()
        match = tables.match("cribbage", seed=seed)
        first, said = match.value("dealer"), dict[int, tuple[set[str], str]]()
        while match.question is not None:
            if other.is_chance_node():
                for p in range(2):
                    for face in match.cards("hand", (first + p) % 2):
                        dealt(other, theirs(face))
                for _ in range(2):  # in secret together; OpenSpiel asks its first player first
                    mine = {cards_of(label): label for label in match.options()}
                    said[(match.actor - first) % 2] = set(mine), (cards := rng.choice(sorted(mine)))
                    match.say(mine[cards])
                for p in range(2):
                    allowed, cards = said[other.current_player()]
                    assert other.current_player() == p
                    assert set(offered(other)) == allowed
                    other.apply_action(offered(other)[cards])
                dealt(other, theirs(match.cards("starter")[0]))
            else:
                mine = {cards_of(label): label for label in match.options()}
                assert (match.actor - first) % 2 == other.current_player()
                assert set(mine) == set(offered(other))
                cards = rng.choice(sorted(mine))
                match.say(mine[cards])
                other.apply_action(offered(other)[cards])
            while list(match.options()) == ["go"]:
                match.say("go")
            while not other.is_terminal() and not other.is_chance_node() and list(offered(other)) == [""]:
                other.apply_action(other.legal_actions()[0])
            found = re.search(r"Scores: (\d+) (\d+)", str(other))
            assert found is not None
            points = [match.values("points")[(first + p) % 2] for p in range(2)]
            if match.question is not None:
                assert points == [int(score) for score in found.groups()]
        assert other.is_terminal()
        assert (other.returns()[0] > other.returns()[1]) == (points[0] > points[1])


@pytest.mark.parametrize("players", [2, 3])
def test_go_fish_agrees_with_openspiel(players, tables):
    game = pyspiel.load_game("go_fish", {"players": players, "end_on_first_out": True})
    whole = 0
    for seed in range(12):
        rng, other = random.Random(seed), game.new_initial_state()
        match = tables.match("go_fish", {"next_asker": "left"}, players, seed=seed)
        first = match.actor
        for p in range(players):
            for face in match.cards("hand", (first + p) % players) + match.cards("books", (first + p) % players):
                other.apply_action(RANKS.index(face[:-1]))
        while match.question is not None and not other.is_terminal():
            assert (match.actor - first) % players == other.current_player()
            mine = {}
            for label in match.options():
                _, asked, _, rank = label.split()
                mine[f"{('ABC'.index(asked) - first) % players}{'abcdefghijklm'[RANKS.index(rank)]}"] = label
            allowed = {other.action_to_string(other.current_player(), a): a for a in other.legal_actions()}
            assert set(mine) == set(allowed)
            choice = rng.choice(sorted(mine))
            match.say(mine[choice])
            other.apply_action(allowed[choice])
            if other.is_chance_node():
                other.apply_action(RANKS.index(drawn(match)[:-1]))
        books = [int(line.split(":")[1]) for line in str(other).split("\n") if ":" in line]
        assert [match.values("points")[(first + p) % players] for p in range(players)] == books
        assert other.is_terminal() or not match.cards("stock")
        assert match.question is None
        whole += other.is_terminal()
    assert whole


@pytest.mark.parametrize("players", [3, 4])
def test_crazy_eights_agrees_with_openspiel(players, tables):
    game = pyspiel.load_game("crazy_eights", {"players": players, "max_draw_cards": 3, "max_turns": 100_000})
    gone_out = 0
    for seed in range(12):
        rng, other = random.Random(seed), game.new_initial_state()
        match = tables.match("crazy_eights", {"draws": "three"}, players, seed=seed)
        dealer = match.value("dealer")
        names = {other.action_to_string(-1, a): a for a, _ in other.chance_outcomes()}
        other.apply_action(names[f"Decide Player {dealer} to be the dealer"])
        hands = [match.cards("hand", (dealer + 1 + p) % players) for p in range(players)]
        for face in [hand[turn] for turn in range(5) for hand in hands] + match.cards("pile"):
            dealt(other, theirs(face)[::-1])
        if other.is_chance_node():  # an eight: OpenSpiel turns up another card
            continue
        while not any(match.values("points")) and not other.is_terminal():
            actor = match.actor
            assert actor == other.current_player()
            mine: dict[str, list[str]] = {}
            for label in match.options():
                word, *rest = label.split()
                mine.setdefault(f"Play {theirs(rest[0])[::-1]}" if rest else word.title(), []).append(label)
            allowed = {other.action_to_string(actor, a): a for a in other.legal_actions()}
            assert set(mine) == (set(allowed) - {"Pass"} or {"Pass"})
            choice = rng.choice(sorted(mine))
            label = rng.choice(mine[choice])
            match.say(label)
            other.apply_action(allowed[choice])
            if choice == "Draw":
                dealt(other, theirs(drawn(match))[::-1])
            elif " for " in label and not other.is_terminal():
                suits = {other.action_to_string(actor, a).split()[-1]: a for a in other.legal_actions()}
                other.apply_action(suits[label.split()[-1][0].upper()])
        if other.is_terminal():
            gone_out += 1
            points, returns = match.values("points"), other.returns()
            assert [p for p in range(players) if points[p]] == [p for p in range(players) if returns[p] == 0]
    assert gone_out
