"""A table as HTML for a notebook, and values as Python objects."""

from __future__ import annotations

import pytest

from hoyle.dsl.types import CARD, Type
from hoyle.interpreter.game import Rules
from hoyle.interpreter.game.notebook import board
from hoyle.interpreter.game.values import Card, ValueConverter

from ..small_scripts import opened

CELL = ' style="text-align: left"'


def converter(name: str) -> ValueConverter:
    return ValueConverter(opened(name).words)


def row(name: str, content: str) -> str:
    return f"<tr><th{CELL}>{name}</th><td{CELL}>{content}</td></tr>"


def test_a_table_has_a_row_for_each_zone_and_value_and_one_for_the_choices() -> None:
    cards = converter("values").cards
    hearts = next(card for card in cards if card.suit == "hearts")
    black = next(card for card in cards if card.suit == "spades")
    found = board(
        "A <b> & C",
        {"hand": [hearts, black], "no & one": []},
        {"who_it_is": "Ann <1>", "cards": (hearts,), "none_yet": None, "ready": True, "late": False,
         "points": {"A": 3, "B <": (black, hearts)}, "nothing": (), "card": black, "count": -4},
        ["play <x>", "pass"],
    )  # fmt: skip
    red = f'<span style="color: #b00020">{hearts}</span>'
    assert found == "".join((
        "<table><caption>A &lt;b&gt; &amp; C</caption>",
        row("hand", f"{red} {black}"), row("no &amp; one", "&ndash;"), row("who it is", "Ann &lt;1&gt;"), row("cards", red),
        row("none yet", "none"), row("ready", "yes"), row("late", "no"), row("points", f"A: 3, B &lt;: {black} {red}"),
        row("nothing", "&ndash;"), row("card", str(black)), row("count", "-4"), row("choices", "play &lt;x&gt;, pass"),
        "</table>",
    ))  # fmt: skip
    assert board("Empty", {}, {}) == "<table><caption>Empty</caption></table>"
    diamonds = next(card for card in cards if card.suit == "diamonds")
    assert "#b00020" in board("", {"a": [diamonds]}, {})
    assert "#b00020" not in board("", {"a": [next(card for card in cards if card.suit == "clubs"), cards[-1]]}, {})


@pytest.mark.parametrize("name", ["choices", "tricks"])
def test_games_and_what_a_seat_sees_are_shown_as_tables(name: str) -> None:
    one = opened(name)
    game = Rules(one.game.title, (), one, "python").start(4)
    whole, seen = game._repr_html_(), game.view(game.seats[1])._repr_html_()
    for text in (whole, seen):
        assert text.startswith("<table><caption>")
        assert text.endswith("</table>")
        for zone in one.engine.program.zones:
            assert f">{zone.name}" in text
        for info in one.engine.program.variables:
            assert f"<th{CELL}>{info.name.replace('_', ' ')}</th>" in text
    for label in game.choices.labels:
        assert label.replace("<", "&lt;") in whole
    assert "??" in seen
    assert seen != whole


def test_what_each_number_of_a_type_stands_for() -> None:
    made = converter("values")
    program, words = made.program, made.words
    types = {info.name: info.type for info in program.variables}
    assert len(made.cards) == len(program.deck) + 1
    hidden = made.cards[-1]
    assert (str(hidden), hidden.rank, hidden.suit, hidden.number, repr(hidden)) == ("??", "", "", -1, "<??>")
    joker = next(card for card in made.cards if card.rank == "joker")
    assert joker.suit == ""
    for number, card in enumerate(made.cards[:-1]):
        face = program.faces[program.deck[number]]
        assert card.number == number
        assert str(card) == words.card(number)
        assert card.suit == ("" if face.suit < 0 else program.suits[face.suit])
        assert card.rank == ("joker" if face.rank < 0 else program.ranks[face.rank])
    assert made.some(0b1011) == made.some([0, 1, 3]) == (made.cards[0], made.cards[1], made.cards[3])
    assert [card.number for card in made.some([3, -1, 0])] == [3, -1, 0]
    assert [made.value(types[name], -1) for name in ("who", "s", "seen", "n", "flag")] == [None, None, None, -1, None]
    assert [made.value(types["flag"], n) for n in (0, 1)] == [False, True]
    assert [made.value(types["n"], n) for n in (0, 7, -3)] == [0, 7, -3]
    seen = made.value(CARD, 5)
    assert isinstance(seen, Card)
    assert seen.number == 5
    assert made.value(types["who"], 2) == words.player(2)
    assert [made.value(types["s"], n) for n in range(4)] == [*program.suits]
    assert made.value(types["held"], 0b101) == (made.cards[0], made.cards[2])
    assert made.value(Type("set"), 0b101) == (made.cards[0], made.cards[2])
    assert made.value(types["closed"], 0b1010) == (program.suits[1], program.suits[3])
    assert made.value(types["seats"], 0b1001) == (words.player(0), words.player(3))
    assert made.value(types["seats"], 0) == ()
