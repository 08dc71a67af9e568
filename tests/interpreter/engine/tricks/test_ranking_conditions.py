"""Rows of a ranking that apply only under conditions: on options, remembered values, and the colour of the trump."""

from __future__ import annotations

import pytest

from .test_tricks import REMEMBER, ZONES, hands

KEPT = REMEMBER + "    low: yes or no\n    second: suit or none\n    level: 0..3\n"
TRICK = "play trick from hand to trick, led by p, following suit, taken by got\n"
RANKING = """
option nines: yes or no = no
ranking
    trump if nines: 9 J A K Q 10
    trump if not nines and trump.color = red: J 9 A 10 K Q
    trump if not nines and trump.color = black: A K Q J 10 9
    second if second != trump: A K Q J 10 9
    any suit if low and level > 1: 9 10 J Q K A
    any other suit: A K Q J 10 9
"""


@pytest.mark.parametrize(
    ("values", "held", "options", "winner"),
    [
        ("trump hearts", "Ah Jh 9h 10h", {}, 1),
        ("trump spades", "Js As 9s 10s", {}, 1),
        ("trump spades", "Js As 9s 10s", {"nines": True}, 2),
        ("trump hearts", "Ah Jh 9h 10h", {"nines": True}, 2),
        ("trump hearts, second clubs", "Ad 9c Kd 10c", {}, 3),
        ("trump hearts, second clubs", "9h Ac 10h Kc", {}, 0),
        ("trump hearts, second hearts", "Ad 9c Kd 10c", {}, 0),
        ("low yes", "Ad 9d Kd 10d", {}, 0),
        ("low yes, level 2", "Ad 9d Kd 10d", {}, 1),
        ("low yes, level 2, second diamonds", "9d Ad Kd 10d", {}, 1),
        ("low yes, level 3, trump clubs", "Ad 9d Kd 9c", {}, 3),
    ],
)
def test_the_rows_that_apply_decide(play, values: str, held: str, options: dict[str, bool], winner: int) -> None:
    sets = "".join(f"set {name} to {value}\n" for name, value in (each.split() for each in values.split(", ")))
    main = hands(*held.split()) + sets + TRICK
    table = play(main, more=RANKING, deck="9 10 J Q K A", zones=ZONES, remember=KEPT, options=options)
    for card in held.split():
        table.choose(f"play {card}")
    assert table.var("got") == winner


def test_a_card_that_is_the_only_one_of_its_suit_needs_no_rank_without_trumps(play) -> None:
    """Like a joker, it belongs to no suit then: nothing follows it, and it wins only if no other card can."""
    deck = "\n    9 10 J Q K A of clubs diamonds hearts spades\n    Rook of birds"
    ranking = "ranking\n    trump: Rook of birds, A K Q J 10 9\n    any other suit: A K Q J 10 9\n"
    seats = "set n to 0\n"
    held = ("Ad", "9c", "Kd", "10d")
    rook = "let rook be first c in stock where c.rank = Rook\nif rook is not none: move rook to p.right.hand\n"
    main = hands(*held) + "for c in p.right.hand: move c to stock\n" + rook + seats
    for trump, winner in (("none", 0), ("hearts", 3)):
        table = play(main + f"set trump to {trump}\n" + TRICK, more=ranking, deck=deck, zones=ZONES, remember=KEPT)
        while not table.over:
            table.choose(table.labels[0])
        assert table.var("got") == winner
