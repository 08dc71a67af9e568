"""A deal ends where the cards are gathered to be dealt again, not where the last trick joins the others."""

from __future__ import annotations

import random

import pytest

import hoyle
from hoyle.dsl.types import NONE
from hoyle.interpreter.records import AnyRecord
from hoyle.interpreter.story.data import story_data
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story

from ...small_antes import ANTES, ANTES_OF_THE_DEAL
from . import playing


def test_the_score_of_bridge_belongs_to_the_deal_that_earned_it() -> None:
    """All tricks of Contract Bridge lie in one pile before the contract is scored."""
    heard: list[AnyRecord] = []
    game = hoyle.rules("contract_bridge").start(9, listener=lambda record, _: heard.append(record))
    story, dice = Story(game.rules.words, 0), random.Random(9)
    scores = dict(game["points"])
    while dict(game["points"]) == scores:
        story.tell(heard)
        heard.clear()
        assert not game.over
        labels = [choice.label for choice in game.choices]
        bids = [number for number, label in enumerate(labels) if label.startswith(("bid", "pass"))]
        game.choose(dice.choice(bids or range(len(labels))))
    story.tell(heard)
    settled = scene(story, game.state.values, 0)["settlement"]
    assert settled["deal_over"]
    points = {
        entry["whose"]: entry["now"] - entry["before"] for entry in settled["entries"] if entry["name"] == "points"
    }
    assert points == {side: now - scores[side] for side, now in game["points"].items()}


def test_cards_are_dealt_from_some_zone_of_every_kind_of_game() -> None:
    zones = {zone.name: zone.deals for zone in story_data(hoyle.rules("contract_bridge").program).zones}
    assert zones["stock"]
    assert not zones["done"]


RETURNED = """game "Twelve"
language 1
players 3
deck 2 3 4 5 6 7 8
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    eldest: player
    tricks of each player: number
    points of each player: number
ranking
    any suit: 8 7 6 5 4 3 2
main
    set eldest to a random player
    repeat until highest points >= 20
        play_deal
    game over, won by the player with highest points
phase play_deal
    set tricks of each player to 0
    shuffle every card into stock
    deal 9 from stock to hand of each player
    let leader be eldest
    repeat 9 times
        play trick from hand to trick, led by leader, following suit, taken by leader
        move trick to STOCK
        add 1 to leader.tricks
    for p in players: add p.tricks to p.points
"""


@pytest.mark.parametrize("stock", ["stock", "bottom of stock"])
def test_a_deal_whose_last_trick_returns_to_the_stock_has_all_its_tricks_and_points(stock: str) -> None:
    heard: list[AnyRecord] = []
    game = hoyle.rules(RETURNED.replace("STOCK", stock)).start(3, listener=lambda record, _: heard.append(record))
    story, dice, deals = Story(game.rules.words, -1), random.Random(3), list[dict[str, int]]()
    while not game.over:
        game.choose(dice.randrange(len(game.choices)))
        story.tell(heard)
        heard.clear()
        if story.settlement is not None and story.settlement[0] == story.count:
            settled = story.settlement[1]
            deals.append(dict.fromkeys(("tricks", "points"), 0))
            for entry in settled.entries:
                deals[-1][story.data.variables[entry.variable].name] += entry.now - entry.before
    assert len(deals) > 1
    assert all(deal["points"] == 9 for deal in deals)


@pytest.mark.parametrize("name", ["kuhn_poker", "five_card_draw", "schnapsen", "spades", "texas_holdem", "old_maid"])
def test_the_last_deal_keeps_its_dealer(name: str) -> None:
    """After the last deal the rules let the next player deal before they find that the game is over."""
    rules = hoyle.rules(name)
    dealer = next(one for one in rules.program.variables if one.name == "dealer")
    story, before, after = Story(rules.words), NONE, NONE
    shown: list[tuple[int, str]] = []
    for records, state in playing.game(rules.program, random.Random(4), most=4000):
        before, after = after, state.values[dealer.base]
        story.tell(records)
        found = scene(story, state.values)
        shown = [(one["seat"], one["text"]) for one in found["badges"] if one["text"].startswith("dealer")]
        shown += [(seat, role["text"]) for role in found["roles"] if role["name"] == "dealer" for seat in role["seats"]]
    assert story.over is not None
    assert before != after
    assert shown == [(before, "dealer")]


@pytest.mark.parametrize("text", [ANTES, ANTES_OF_THE_DEAL])
def test_a_pot_that_is_won_and_filled_before_the_next_deal_is_on_the_table_in_every_deal(text: str) -> None:
    rules = hoyle.rules(text)
    story, deals = Story(rules.words), set[int]()
    for records, state in playing.game(rules.program, random.Random(4)):
        story.tell(records)
        if story.over is None:
            deals.add(story.deal)
            assert [fact["text"] for fact in scene(story, state.values)["facts"]] == ["pot 3"]
    assert deals == {1, 2, 3, 4, 5}


def test_lines_follow_the_order_of_the_rules() -> None:
    """Stakes are paid before the cards are dealt, and a card is shown after that."""
    text = ANTES_OF_THE_DEAL.replace(
        "    for p in players\n        p ", "    show dealer.hand to everyone\n    for p in players\n        p ", 1
    )
    rules = hoyle.rules(text)
    story, found = Story(rules.words), list[list[str]]()
    settled: list[list[str]] = []
    for records, state in playing.game(rules.program, random.Random(4)):
        items = [type(item).__name__ for item in story.tell(records)]
        if "DealItem" in items:
            found.append(items[items.index("DealItem") - 3 :])
        made = scene(story, state.values, story.count - len(records))["settlement"]
        if made is not None and story.over is None:
            settled.append([line["item"] for line in made["lines"]])
    assert found == [["ScoreChangeItem"] * 3 + ["DealItem", "RevealItem"]] * 5
    assert settled == [["scores"]] * 4
