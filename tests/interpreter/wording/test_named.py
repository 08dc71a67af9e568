"""The names that people read: written in words and in scripts, read back, in the rulebook, and refused where they cannot
be told apart."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.provenance.fingerprints import fingerprint
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.types import Type
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.story.description import story_json
from hoyle.interpreter.text.parse import Words

NAMES = """names
    C                    "cavalier"
    coins                "gold pieces"
    Rook of birds        "the Rook"
    RightOfWay of safety "Right of Way"
    misere               "misère"
"""
RULES = """game "Named"
language 1
players 2
deck
    1..5 C of coins cups
    Rook of birds
    RightOfWay of safety
kind bid: low_one or suit or misere
zones
    stock: face down
    laid: face up
    hand of each player: private
remember
    best: bid or none
    called: face or none
ranking
    birds: Rook
    safety: RightOfWay
    any other suit: C 5 4 3 2 1
main
    for p in players
        deal 7 from stock to p.hand
        p chooses
            "bid {b}" for b in bids
                set best to b
        p chooses
            "call {f}" for f in faces where f.rank = Rook
                set called to f
            "ask for {r}" for r in {C, 5}
                nothing
        p chooses
            "lay {cs}" for cs in 2 cards of p.hand
                move cs to laid
    game over, won by the player with highest hand_size
define hand_size(p: player) means size of p.hand
"""


def mistakes(text: str) -> list[Diagnostic]:
    return [one for one in load(Source("named", text)).diagnostics if one.code.startswith("E")]


@pytest.fixture(scope="module")
def words() -> Words:
    game = load(Source("named", RULES + NAMES)).game
    assert game is not None
    return Words(lower(game))


def test_names_are_written_and_read(words: Words) -> None:
    program = words.program
    labels = {words.card(card) for card in range(len(program.deck))}
    assert {"the Rook", "Right of Way", "C.coins", "5.cups"} <= labels
    for card in range(len(program.deck)):
        for text in (words.card(card), words.script_card(card)):
            face = words.read_card(text)
            assert face == program.deck[card]
    bid = next(one.type for one in program.variables if one.name == "best")
    said = [words.value(bid, value) for value in range(program.count_of(bid))]
    assert said == ["gold pieces", "cups", "birds", "safety", "low one", "misère"]
    assert [words.read_value(bid, text) for text in said] == [*range(len(said))]
    assert words.read_value(bid, "misere") == words.read_value(bid, "MISÈRE") == 5
    assert words.read_value(bid, "coins") == 0
    rank = Type("rank")
    assert words.value(rank, program.ranks.index("C")) == "cavalier"
    assert words.read_value(rank, "cavalier") == words.read_value(rank, "C") == program.ranks.index("C")
    called = next(one.type for one in program.variables if one.name == "called")
    assert "the Rook" in {words.value(called, value) for value in range(program.count_of(called))}


def test_cards_of_several_words_stand_in_lists(words: Words) -> None:
    program = words.program
    right, five = words.read_card("Right of Way"), words.read_card("5.cups")
    for text in ("Right of Way 5.cups", "5.cups, Right of Way", "Right_of_Way 5.cups", "RightOfWay 5.cups"):
        found = words.read_cards(text)
        assert found is not None, text
        assert set(found) == {right, five}, text
    assert words.read_cards("Right of 5.cups") is None
    lay = next(one for ask in program.asks for one in ask.alternatives if one.texts[0].startswith("lay"))
    cards = sorted(program.deck.index(face) for face in (right, five) if face is not None)
    label = words.label(lay, [sum(1 << card for card in cards)])
    assert [choice.values for choice in words.choices([lay], label)] == [(sum(1 << card for card in cards),)]


def test_a_rank_of_one_card_needs_no_suit(words: Words) -> None:
    assert words.read_card("rook") == words.read_card("Rook.birds") == words.read_card("the rook")
    assert words.read_card("C") is None


def test_a_module_knows_the_names(words: Words) -> None:
    story = story_json(words.program)
    assert {"the Rook", "Right of Way"} <= set(story["cards"])
    assert "misère" in next(one for one in story["variables"] if one["name"] == "best")["type"]["names"]


def test_names_have_no_effect_on_the_identity_of_rules() -> None:
    found: set[str] = set()
    for text in RULES, RULES + NAMES:
        game = load(Source("named", text)).game
        assert game is not None
        found.add(fingerprint(game.tree))
    assert len(found) == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('C "Rook"', "E0329"),
        ('C "5"', "E0329"),
        ('cups "coins"', "E0329"),
        ('misere "low one"', "E0329"),
        ('misere "birds"', "E0329"),
        ('misere "none"', "E0329"),
        ('misere "one, two"', "E0329"),
        ('misere ""', "E0329"),
        ('C 5 "court"', "E0329"),
        ('1..3 "low"', "E0329"),
        ('otherwise "rest"', "E0301"),
        ('swords "blades"', "E0301"),
        ('Q "queen"', "E0305"),
        ('C of swords "horse"', "E0301"),
    ],
)
def test_names_that_cannot_serve_are_refused(line: str, code: str) -> None:
    found = [one.code for one in mistakes(RULES + f"names\n    {line}\n")]
    assert found == [code]


def test_no_two_things_have_one_name() -> None:
    text = RULES + 'names\n    C "knight"\n    5 "knight"\n    C "horse"\n'
    found = [(one.code, one.span.line) for one in mistakes(text)]
    start = RULES.count("\n") + 1
    assert found == [("E0329", start + 2), ("E0329", start + 3)]
