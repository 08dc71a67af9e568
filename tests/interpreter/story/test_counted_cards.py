"""The cards that a change of a score counts are known from the rule itself, and lie open when it is settled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.text.parse import Words

from .playing import game

RULES = """\
game "Counted"
language 1
players 2
deck A 2 3 4 5 6 7 8 9 10 J Q K
values pips of each card
    A..10: 1..10
    J Q K: 10
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
define penalty(n: number) means 2 * n if n > 1 otherwise n
define in_suit(p: player, s: suit) means total pips of (every c in p.hand where c.suit = s)
define four_of(p: player, r: rank) means 50 if (number of c in p.hand where c.rank = r) = 4 otherwise 0
main
    shuffle every card into stock
    deal 13 from stock to hand of each player
    for p in players: show p.hand to everyone
    for p in players
        {added}
    p_chooses
    game over, won by the player with highest points, otherwise shared
phase p_chooses
    for p in players
        p chooses
            "done"
"""


def settled(name: str, source: Source | None = None, games: int = 20) -> Iterator[dict[str, Any]]:
    """The settlements of random games, as a spectator sees them."""
    found = load(source or name).game
    assert found is not None
    program = lower(found, {})
    for seed in range(games):
        story, at = Story(Words(program), -1), -1
        for records, state in game(program, Random(seed), most=400):
            story.tell(records)
            if story.settlement is not None and story.settlement[0] > at:
                at = story.settlement[0]
                shown = scene(story, state.values)["settlement"]
                if shown is not None:
                    yield shown


@pytest.mark.parametrize(
    ("added", "marked"),
    [
        ("add penalty(size of p.hand) to p.points", lambda hand: hand),
        (
            "add (total in_suit(p, s) for s in suits except hearts) to p.points",
            lambda hand: [card for card in hand if card[-1] != "♥"],
        ),
        (
            "add (total four_of(p, r) for r in ranks) to p.points",
            lambda hand: [card for card in hand if sum(one[:-1] == card[:-1] for one in hand) == 4],
        ),
    ],
)
def test_what_a_define_or_a_total_over_suits_counts_is_known(added: str, marked: Any) -> None:
    seen = 0
    rules = Source("counted.hoyle", RULES.replace("{added}", added))
    for shown in (one for one in settled("", rules) if not one["deal_over"]):
        hands = {zone["whose"]: zone["cards"] for zone in shown["laid_open"]}
        for reason in shown["reasons"]:
            (change,), (cards,) = reason["changes"], reason["cards"]
            assert sorted(cards) == sorted(marked(hands[change["whose"]]))
            seen += 1
    assert seen


@pytest.mark.parametrize("name", ["jass", "clabber"])
def test_announcements_that_count_are_shown_after_the_first_trick(name: str) -> None:
    order, seen = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"], 0
    for shown in settled(name):
        for reason in (one for one in shown["reasons"] if one["name"] == "shown" and not shown["deal_over"]):
            assert len(reason["cards"]) == sum(len(one["by"]) for one in reason["changes"])
            for cards in reason["cards"]:
                suits, places = {card[-1] for card in cards}, sorted(order.index(card[:-1]) for card in cards)
                run = len(suits) == 1 and places == [*range(places[0], places[0] + len(cards))] and len(cards) > 2
                assert run or (len(cards) == 4 and len(set(places)) == 1)
                seen += 1
        if seen > 2:
            break
    assert seen


@pytest.mark.parametrize(
    ("name", "zone"), [("rummy_500", "hand"), ("big_two", "hand"), ("skat", "skat"), ("sheepshead", "buried")]
)
def test_what_a_score_counts_at_the_end_lies_open(name: str, zone: str) -> None:
    ended = (shown["laid_open"] for shown in settled(name) if shown["deal_over"])
    assert any(one["zone"] == zone for laid_open in islice(ended, 4) for one in laid_open)
