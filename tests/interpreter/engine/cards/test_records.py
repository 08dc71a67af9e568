"""Records of moved and shown cards, and cards taken from a place whose number is known only in play."""

from __future__ import annotations

from hoyle.interpreter.records import Moved, Shown

ZONES = """
zones
    stock: face down
    heap: face up
    row: 3 places, face up
    hand of each player: private
"""
PARTS = {"deck": "2 3 4", "zones": ZONES, "remember": "p: player\nn: number", "players": "3"}
START = "gather every card into stock\nshuffle stock\ndeal 2 from stock to hand of each player\n"


def test_all_cards_of_a_laid_down_hand_are_recorded(play) -> None:
    table = play(START + "move p.left.hand to heap\n", **PARTS)
    moved = [record for record in table.records if isinstance(record, Moved)]
    (move,) = (record for record in moved if record.span.text.startswith("move"))
    dealt = {card for record in moved if record.dealt and record.target.owner == 1 for card in record.cards}
    assert len(dealt) == 2
    assert set(move.cards) == dealt
    assert (move.source.owner, move.target.owner) == (1, -1)


def test_showing_to_everyone_is_recorded_differently_from_showing_to_a_set(play) -> None:
    table = play(START + "show p.hand to everyone\nshow p.left.hand to p\nshow top of stock to players\n", **PARTS)
    assert [record.to for record in table.records if isinstance(record, Shown)] == [-1, 0b001, 0b111]


def test_all_cards_but_one_are_moved_from_a_computed_place(play) -> None:
    main = START + "deal 3 from stock to row(2)\nset n to 2\nmove row(n) except bottom of row(n) to heap\n"
    table = play(main, **PARTS)
    assert (table.size("heap"), table.size("row_2")) == (2, 1)
