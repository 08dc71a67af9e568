"""What a program is given of a deal: nothing that its seat has not seen of the deal before, and enough to think."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from hoyle.interpreter.players.think import thinker_of
from hoyle.interpreter.search.seen import SeenDeal
from hoyle.interpreter.search.thinker import Budget
from hoyle.server.client.bot import _deal
from hoyle.server.cores.opening import lowered, opened
from hoyle.server.table import played
from hoyle.server.table.entries import RulesChosen
from hoyle.server.table.played import PlayedGame

NAMES = ("Ann", "Bob", "Cyd", "Dee")


def later_deal(name: str, random: Random, more: int) -> PlayedGame:
    """A game some choices after its second deal began."""
    rules = RulesChosen(name)
    game = PlayedGame(opened(rules, NAMES[: lowered(rules)[1].players]), remembers=True)
    game.begin(None)
    first, left = game._feeder.history.base, more
    while left or game.view(game.turn)["question"]["count"] < 2:
        question = game.view(game.turn)["question"]
        made = game.try_choice(game.turn, {"option": random.choice(question["options"])["number"]})
        game.add(made.choice, made.draws, made.turn, made)
        left -= bool(left and game._feeder.history.base is not first)
        assert game.turn >= 0, "the game is over"
    return game


@pytest.mark.parametrize("name", ["newberry_euchre", "hearts", "cribbage"])
def test_a_program_elsewhere_can_think_in_later_deals(name):
    game = later_deal(name, Random(3), 3)
    seat, count = game.turn, game.view(game.turn)["question"]["count"]
    deal = _deal(json.loads(json.dumps(game.seen(seat)["deal"])))
    assert not deal.only_view
    budget = Budget(worlds=8, playouts=8)
    assert thinker_of(game.engine.program).think(deal, count, budget, seed=1).worlds > 0


def test_a_program_of_this_server_gets_no_card_that_its_seat_has_not_seen_of_the_deal_before(monkeypatch):
    """Two cards that the seat has not seen are exchanged in the deal before: what the program gets stays the same."""
    given: list[SeenDeal | None] = []

    class Curious:
        remembers = True

        def __init__(self, program: Any, seat: int) -> None:
            pass

        def begin(self) -> None:
            pass

        def choose(self, decision: Any) -> Any:
            given.append(decision.seen())
            return decision.options[0]

    monkeypatch.setattr(played, "maker", lambda name: Curious)
    game = later_deal("newberry_euchre", Random(3), 1)
    program, seat, before = game.engine.program, game.turn, game._before
    game.advice("curious", 1)
    unseen = [card for card in range(len(program.deck)) if not before._begun.seen[seat] >> card & 1]
    base, lying = before.history.base, {}
    for number, zone in enumerate(program.zones):
        for owner in range(zone.count):
            content = base[zone.base + owner]
            for card in unseen:
                if card in content if isinstance(content, tuple) else content >> card & 1:
                    lying[card] = number, zone.base + owner
    one = unseen[0]
    other = next(card for card in unseen if lying[card] != lying[one])
    for slot in {lying[one][1], lying[other][1]}:
        content = base[slot]
        if isinstance(content, tuple):
            base[slot] = tuple({one: other, other: one}.get(card, card) for card in content)
        else:
            base[slot] = content ^ (1 << one | 1 << other)
    before._made.clear()
    game.advice("curious", 1)
    first, second = given
    assert first is not None
    assert first.base == second.base
    assert first.base != base
