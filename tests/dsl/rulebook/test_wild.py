"""Wild cards: their sentences in the rulebook, their layout in the formatter, and their mistakes."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.formatter import format_source

GAME = """
game "Wild"
language 1
players 2
deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 jokers
shape group: 3 or more cards of one rank, joker and 2 wild
shape run: 3 or more cards of one suit in sequence, J of spades and joker wild
shape meld: group or run
zones
    stock: face down
    hand of each player: private
remember
    score of each player: number
main
    shuffle stock
    deal 10 from stock to hand of each player
    for p in players: lay(p)
    game over, won by the player with highest score
phase lay(p: player)
    p chooses
        "meld {cs}" for cs in 3..5 cards of p.hand where cs is a SHAPE
            add 1 to p.score
        "pass"
"""


def _text(shape: str) -> str:
    return GAME.lstrip().replace("SHAPE", shape)


def test_of_several_packs_any_card_of_a_face_is_wild() -> None:
    packs = _text("run").replace("A, 2 jokers", "A, 2 copies, 2 jokers")
    game = load(Source("wild.hoyle", packs)).game
    assert game is not None
    text = plain(rulebook(game, RulebookSettings({})), 10_000)
    assert "where any jack of spades and any joker may stand for any card" in text


def test_each_rule_has_its_sentence() -> None:
    for shape, said in (
        ("group", "Group: three or more cards of one rank, where any 2 and any joker may stand for any card."),
        ("run", "in the order of the deck, where the jack of spades and any joker may stand for any card."),
        ("meld", "one rank, where any 2 and any joker may stand for any card, or three or more cards of one suit"),
    ):
        game = load(Source("wild", _text(shape))).game
        assert game is not None
        assert said in " ".join(plain(rulebook(game, RulebookSettings({}, 2))).split())


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("14 wild", "E0305"),
        ("2..R wild", "E0305"),
        ("J of coins wild", "E0301"),
        ("clubs wild", "E0201"),
        ("otherwise wild", "E0201"),
    ],
)
def test_wild_cards_that_are_not_in_the_deck(written: str, code: str) -> None:
    text = _text("run").replace("J of spades and joker wild", written)
    assert code in [d.code for d in load(Source("wild", text)).diagnostics]


def test_a_wild_joker_in_a_deck_without_jokers() -> None:
    text = _text("run").replace(", 2 jokers", "")
    assert [d.code for d in load(Source("wild", text)).diagnostics if d.code[0] == "E"] == ["E0502", "E0502"]


def test_the_formatter_lays_out_shapes_with_wild_cards() -> None:
    shape = "shape row: 3 cards of one rank, 2 3 of hearts and 4..6 and joker wild"
    tree, problems = parse(Source("a", f'{shape}  "what"\n'))
    assert not problems
    assert len(tree.declarations) == 1
    laid_out = format_source(Source("a", _text("run") + f"{shape.replace(', ', ' ,  ')}\n"))
    assert isinstance(laid_out, str)
    assert laid_out.splitlines()[-1] == shape
