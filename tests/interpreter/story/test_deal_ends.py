"""A deal ends where the cards are gathered to be dealt again, not where the last trick joins the others."""

from __future__ import annotations

import random

import hoyle
from hoyle.interpreter.records import AnyRecord
from hoyle.interpreter.story.data import story_data
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story


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
