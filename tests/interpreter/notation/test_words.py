"""Values as text and back: every label leads back to its choice, and every spelling of a card is understood."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.types import CARD, CARDS, FLAG, NUMBER, PLAYER, PLAYERS, RANK, SUIT, TEAM, Type
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.replay.choices import find, find_card
from hoyle.interpreter.text.parse import Words

_engines: dict[str, Engine] = {}


def engine_of(name: str) -> Engine:
    if name not in _engines:
        game = load(name).game
        assert game is not None
        _engines[name] = Engine(lower(game))
    return _engines[name]


def words_of(name: str, *seats: str, ascii: bool = False) -> Words:
    return Words(engine_of(name).program, seats or None, ascii=ascii)


@pytest.mark.parametrize("text", ["J♠", "JS", "Js", "js", "j♤", "J.spades", "jspades", "J♠\ufe0f", " J♠ "])
def test_spellings_of_a_card(text: str) -> None:
    words = words_of("whist")
    face = words.read_card(text)
    assert face is not None
    assert words.faces[face] == "J♠"


@pytest.mark.parametrize("text", ["10♦", "TD", "td", "Td", "10d", "T♦", "10D"])
def test_spellings_of_the_ten(text: str) -> None:
    words = words_of("whist")
    face = words.read_card(text)
    assert face is not None
    assert words.faces[face] == "10♦"


@pytest.mark.parametrize("text", ["", "1♠", "J", "♠", "J♠♠", "11D", "JX", "J ♠", "??", "joker"])
def test_texts_that_are_no_card_of_the_pack(text: str) -> None:
    assert words_of("whist").read_card(text) is None


def test_jokers_and_cards_without_suits() -> None:
    words = words_of("noteuchre")
    assert [words.read_card(text) is not None for text in ("Joker", "jo", "Jo", "JOKER", "jk")] == [True] * 5
    assert all(words.read_card(face) == number for number, face in enumerate(words.faces))
    assert words_of("noteuchre", ascii=True).card(len(words.program.deck) - 1) == "Jo"


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("name", sorted(rulesets()))
def test_every_card_is_read_back(name: str, ascii: bool) -> None:
    words = words_of(name, ascii=ascii)
    for card, face in enumerate(words.program.deck):
        assert words.read_card(words.card(card)) == face
        assert words.read_card(words.card(card).lower()) == face
    if ascii:
        assert all(words.card(card).isascii() for card in range(len(words.program.deck)))


@pytest.mark.parametrize("name", sorted(rulesets()))
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32), ascii=st.booleans())
def test_every_label_leads_back_to_its_choice(name: str, seed: int, ascii: bool) -> None:
    engine = engine_of(name)
    words = words_of(name, ascii=ascii)
    state, dice = engine.start(seed=seed), Dice(seed)
    for _ in range(25):
        question = engine.question(state)
        if question is None:
            break
        options = list(islice(question.options(words), 60))
        for option in options:
            for text in (option.label, option.label.upper(), "  " + option.label.replace(" ", "  ")):
                assert find(question, words, text) == (option.choice, []), text
        state = engine.apply(state, options[dice.below(len(options))].choice)


def test_a_set_of_cards_is_read_in_any_order() -> None:
    engine = engine_of("texas_euchre")
    state = engine.start(seed=4)
    question = engine.question(state)
    assert question is not None
    choice = max(question.choices(), key=lambda c: c.values[0].bit_count())
    label = question.label(choice)
    backwards = "lay " + ", ".join(reversed(label.removeprefix("lay ").split()))
    assert find(question, engine.words, backwards) == (choice, [])


def test_a_card_of_a_trick_needs_no_verb() -> None:
    engine = engine_of("whist")
    question = engine.question(engine.start(seed=4))
    assert question is not None
    for option in question.options():
        assert find_card(question, engine.words, option.label.removeprefix("play ")) == (option.choice, [])


def test_values_are_written_and_read() -> None:
    words = words_of("bid_euchre", "Ann", "Bob", "Cy", "Old Di")
    strain = Type("word", name="strain", words=("no_trump",), suits=True, optional=True)
    suits = len(words.program.suits)
    pairs = [
        (NUMBER, -3, "-3"),
        (FLAG, 1, "yes"),
        (SUIT, 0, words.program.suits[0]),
        (RANK, 1, words.program.ranks[1]),
        (PLAYER, 3, "Old Di"),
        (TEAM, 1, "Bob and Old Di"),
        (PLAYERS, 0b101, "Ann and Cy"),
        (PLAYERS, 0, "nobody"),
        (CARDS, 0, "nothing"),
        (strain, suits, "no trump"),
        (strain, 2, words.program.suits[2]),
        (strain, -1, "none"),
        (CARD, 0, words.card(0)),
        (CARDS, 0b11, f"{words.card(0)} {words.card(1)}"),
    ]
    for type, value, text in pairs:
        assert words.value(type, value) == text
        assert words.same(type, value, text.upper()) is True, text
        assert words.same(type, value, "no such thing") is None
    assert words.same(strain, suits, "no_trump") is True
    assert words.same(SUIT, words.program.suits.index("hearts"), "♥") is True
    assert words.read_player("4") == words.read_player("seat 4") == words.read_player("old di") == 3
    assert words.read_team("bob") == words.read_team("Old Di and Bob") == 1
    assert words.read_team("Ann and Bob") is None


def test_identical_cards_are_equal_values() -> None:
    words = words_of("bid_euchre")
    first, second = words.of_face[0]
    assert words.same(CARD, second, words.card(first)) is True
    assert words.same(CARDS, 1 << second, words.card(first)) is True
    assert words.same(CARDS, 1 << second | 1 << first, words.card(first)) is False
    twice = f"{words.card(first)} {words.card(first)}"
    assert words.same(CARDS, 1 << second | 1 << first, twice) is True


def test_without_names_seats_are_letters() -> None:
    assert words_of("whist").seats == ("A", "B", "C", "D")


def test_a_hidden_card_in_a_label() -> None:
    words = words_of("texas_euchre")
    lay = words.program.asks[0].alternatives[0]
    assert words.label(lay, (0b111,), 0b010) == f"lay {words.card(1)} ?? ??"
