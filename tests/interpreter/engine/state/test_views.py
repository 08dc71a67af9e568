"""The view of a player: it shows what the player may see, and neither the view nor the questions reveal anything else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice, Fault
from hoyle.interpreter.fuzz.exchange import exchanged
from hoyle.interpreter.fuzz.model import Model
from hoyle.interpreter.story.view import sees
from hoyle.testing import positions

ZONES = """
zones
    stock: face down
    heap: face up
    box: face down
    hand of each player: private
    table of each player: face up
    won of each team: private
"""
PARTS = {
    "zones": ZONES,
    "deck": "2 3 4",
    "players": "4, partners opposite",
    "remember": "p: player\nn: number\nit: card or none",
}
DEAL = "gather every card into stock\nshuffle stock\ndeal 1 from stock to hand of each player\n"


class Given:
    """Chance that deals these cards of a pack of 12, then the first card possible."""

    NAMES = [rank + suit for suit in "cdhs" for rank in "234"]

    def __init__(self, *cards: str) -> None:
        self.cards = list(cards)

    def card(self, pile, target, bag):
        return self.NAMES.index(self.cards.pop(0)) if self.cards else bag[0]

    def player(self, purpose, candidates):
        return candidates[0]


def test_zones_are_visible_to_the_right_players(play) -> None:
    main = (
        DEAL
        + """deal 1 from stock to table of each player
deal 1 from stock to won of each team
move top of stock to heap
move top of stock to box
p chooses
    "on"
        nothing
"""
    )
    table = play(main, chance=Given(*Given.NAMES), **PARTS)
    assert [table.seen("hand", 1, i) for i in range(4)] == ["?", "3c", "?", "?"]
    assert [table.seen("hand", -1, i) for i in range(4)] == ["?"] * 4
    assert [table.seen("table", -1, i) for i in range(4)] == [table.zone("table", i) for i in range(4)]
    assert [table.seen("table", 2, i) for i in range(4)] == [table.zone("table", i) for i in range(4)]
    assert [table.seen("won", 2, i) for i in range(2)] == [table.zone("won", 0), "?"]
    assert [table.seen("won", 3, i) for i in range(2)] == ["?", table.zone("won", 1)]
    assert (table.seen("stock", 0), table.seen("heap", 0), table.seen("box", 0)) == ("", table.zone("heap"), "?")


def test_shown_cards_stay_known_until_they_are_shuffled(play) -> None:
    main = (
        DEAL
        + """show bottom of stock to everyone
show p.hand to p.left
show top 2 of stock to p + p.partner
set it to bottom of stock
p chooses
    "take it"
        move it to p.left.left.hand
p chooses
    "shuffle"
        move p.left.left.hand to stock
        shuffle stock
p chooses
    "on"
        nothing
"""
    )
    chance = Given("2c", "3c", "4c", "2d", "3s", "4s", "2s", "2h")
    table = play(main, chance=chance, **PARTS)
    # stock, bottom first: 3s, then five undrawn cards, then 2s under 4s
    assert table.seen("stock", 3) == "3s ? ? ? ? ? ? ?"
    assert table.seen("stock", -1) == "? ? ? ? ? ? ? ?"
    assert table.seen("stock", 0).split()[-2:] == ["2s", "4s"]
    assert table.seen("stock", 2).split()[-2:] == ["2s", "4s"]
    assert (table.seen("hand", 1, 0), table.seen("hand", 2, 0)) == ("2c", "?")
    table.choose("take it")
    assert table.seen("hand", 3, 2) == "3s ?"
    assert table.seen("hand", 2, 2) == "4c 3s"
    table.choose("shuffle")
    assert table.seen("stock", 0) == " ".join("?" * 9)
    assert table.seen("hand", 1, 0) == "2c"


def test_cards_shown_to_an_empty_set_stay_hidden(play) -> None:
    """An empty set of players must not be taken for all players."""
    main = (
        DEAL
        + 'show p.hand to (every q in players where q.score > 9)\nshow bottom of stock to p\np chooses\n    "on"\n        nothing\n'
    )
    table = play(main, chance=Given("2c", "3c", "4c", "2d", "3s"), **PARTS)
    assert [table.seen("hand", player, 0) for player in range(-1, 4)] == ["?", "2c", "?", "?", "?"]
    assert [table.seen("stock", player)[0] for player in range(-1, 4)] == ["?", "3", "?", "?", "?"]


def test_the_view_of_a_shuffled_pile_has_no_real_order(play) -> None:
    main = "gather every card into stock\nshuffle stock\nshow (the c in stock where c = 4 of diamonds) to p\n"
    main += 'move top of stock to box\np chooses\n    "on"\n        nothing\n'
    table = play(main, chance=Given("2s"), **PARTS)
    seen = table.seen("stock", 0).split()
    assert sorted(seen) == ["4d"] + ["?"] * 10
    other = play(main.replace("4 of diamonds", "2 of clubs"), chance=Given("2s"), **PARTS)
    # The place of the known card reveals nothing: it is the same for every card.
    assert seen.index("4d") == other.seen("stock", 0).split().index("2c")


def test_the_fixture_has_programs_to_test(games) -> None:
    assert len(games) > 8


@settings(max_examples=25)
@given(st.data())
def test_hidden_cards_do_not_affect_what_a_player_sees(games, data) -> None:
    """With the hidden cards dealt differently, the view, the question, the options and the legal choices are the same."""
    program = games[data.draw(st.sampled_from(sorted(games)))]
    position = data.draw(positions(program))
    dice = Dice(data.draw(st.integers(0, 99)))
    model = Model(program)  # what everybody knows a variable to hold stays in it: the card asked for in a jambone
    assert [complaint for record in position.records if (complaint := model.hear(record))] == []
    for player in range(-1, program.players):
        other = exchanged(program, position.state.values, player, dice, model.public_at)
        if other is None:
            continue
        assert other != position.state
        assert position.engine.view(other, player) == position.engine.view(position.state, player)
        question = position.question
        if question is not None and question.player == player:
            again = position.engine.question(other)
            assert (again.player, again.ask) == (question.player, question.ask)
            first = [choice for _, choice in zip(range(300), question.choices(), strict=False)]
            assert [choice for _, choice in zip(range(300), again.choices(), strict=False)] == first
            assert all(again.legal(choice) for choice in first)


def test_each_visibility_of_zones(program, rules) -> None:
    made = program(rules("nothing", zones=ZONES, deck="2", players="4, partners opposite"))
    seen = {
        zone.name: [[sees(made, zone, o, p) for p in range(-1, 4)] for o in range(zone.count)] for zone in made.zones
    }
    assert seen["stock"] == [[False] * 5]
    assert seen["heap"] == [[True] * 5]
    assert seen["box"] == [[False] * 5]
    assert seen["hand"] == [[p == o for p in range(-1, 4)] for o in range(4)]
    assert seen["table"] == [[True] * 5] * 4
    assert seen["won"] == [[p >= 0 and p % 2 == o for p in range(-1, 4)] for o in range(2)]


def test_the_view_names_the_player_who_must_choose(play) -> None:
    table = play('p.left chooses\n    "on"\n        set n to 3', **PARTS)
    view = table.engine.view(table.state, 2)
    assert (view.player, view.turn) == (2, 1)
    table.choose("on")
    view = table.engine.view(table.state, 2)
    assert view.turn == -1
    number = next(i for i, v in enumerate(table.program.variables) if v.name == "n")
    assert view.variables[number] == (3,)


def test_a_fault_while_computing_options_is_reported(play) -> None:
    table = play(
        'p chooses\n    "on"\n        nothing\n    "up"\n        set n to 1\np chooses\n    "on" if 5 / n = 5',
        "up",
        **PARTS,
    )
    assert table.labels == ["on"]
    with pytest.raises(Fault):
        play('p chooses\n    "on" if 5 / n = 5\n    "up"', **PARTS)
