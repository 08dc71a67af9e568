"""Sets and phrases over them: players, teams, cards, ranks, suits, words and numbers."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Fault

SETUP = """
    gather every card into stock
    deal 1, 2, 3, 4 from stock to hand of each player
    set p to p.left
    for q in players
        set q.points to 10 * size of q.hand
"""
"""The deck is 2 3 4 of four suits, clubs lowest.

From the top, A gets 4s; B 3s 2s; C 4h 3h 2h; D 4d 3d 2d 4c; the stock keeps 2c 3c.
"""
REMEMBER = """
    p: player
    who: player or none
    points of each player: number
"""

NUMBERS = {
    "size of players": 4,
    "size of (players except p)": 3,
    "size of (players except p except p)": 3,
    "size of (p.hand + p.left.hand)": 5,
    "size of (p.hand + p.hand)": 2,
    "size of (p.hand + top of stock)": 3,
    "size of (p.hand except (the c in p.hand where c.rank = 2))": 1,
    "size of {p, p.left, p}": 2,
    "size of {hearts, spades}": 2,
    "size of (suits except hearts)": 3,
    "size of ranks": 3,
    "size of moods": 2,
    "size of (moods except glad)": 1,
    "size of ({p} + p.left)": 2,
    "size of (p + p.left)": 2,
    "size of (players except {p, p.left})": 2,
    "size of (every q in players where q.points > 15)": 3,
    "size of (every c in stock where c.number = 9)": 0,
    "number of q in players where q.points > 15": 3,
    "number of q in players where no c in q.hand has c.rank = 2": 1,
    "number of c in stock where c.suit = clubs": 2,
    "number of s in suits where s = hearts": 1,
    "number of r in ranks where r != 3": 2,
    "number of n in 1..10 where n mod 3 = 0": 3,
    "number of n in 10..1 where n > 0": 0,
    "number of n in 5 down to 2 where n > 3": 2,
    "number of n in {4, 4, 5} where n = 4": 2,
    "number of q in {p, p, p.left} where q = p": 1,
    "number of m in moods where m = glad": 1,
    "number of x in kinds where x is a suit": 4,
    "total n for n in 1..4": 10,
    "total n for n in 4..1": 0,
    "total (n * n) for n in {2, 3}": 13,
    "total q.points for q in players": 100,
    "total q.points for q in players where q != p": 80,
    "total points": 100,
    "total c.number for c in p.left.hand": 9,
    "total c.number for c in p.left.hand where c.number > 2": 7,
    "total size of q.hand for q in players": 10,
    "total worth": 31,
    "total pips of p.hand": 50,
    "total pips of (p.hand + p.left.hand)": 130,
    "total pips of heap": 0,
    "highest points": 40,
    "highest points of (players except p.right.right)": 30,
    "lowest points": 10,
    "highest n for n in {3, 9, 4}": 9,
    "lowest n for n in {3, 9, 4}": 3,
    "lowest (0 - n) for n in {3, 9, 4}": -9,
    "highest c.number for c in heap": 0,
    "lowest c.number for c in heap": 0,
    "lowest (c.number + 5) for c in p.hand": 7,
    "highest size of q.hand for q in players": 4,
    "highest worth": 13,
    "total c.number for c in top 2 of stock": 5,
    "(the q in players where q.points = 30).points": 30,
    "size of rich(p.left)": 1,
    "size of rich(p)": 0,
    "(first q in players where q.points > 15).points": 20,
    "(first q in players from p.left where q.points < 25).points": 10,
    "(first q in players from p where q.points < 25).points": 20,
    "(first q in players from p.left).points": 30,
    "(first c in p.left.hand where c.number > 2).number": 3,
    "(the c in p.hand where c = 2 of spades).number": 2,
    "1 if (first q in players where q.points > 99) is none otherwise 2": 1,
}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_computed_over_sets(value, text) -> None:
    assert value(text, **PARTS) == NUMBERS[text]


MORE = """
kind mood: glad or sad
kind kind_of: suit or odd
define kinds means kind_ofs
define worth(q: player) means total c.number for c in q.hand
define rich(r: player) means every q in players where q.points > 25 and q = r
values pips of each card
    2: 20
    otherwise: 30
"""
PARTS = {"before": SETUP, "remember": REMEMBER, "deck": "2 3 4", "more": MORE}

FLAGS = {
    "any c in p.hand has c.suit = spades": True,
    "any c in p.hand has c.suit = hearts": False,
    "any c in heap has yes": False,
    "every c in p.hand has c.suit = spades": True,
    "every c in p.hand has c.rank = 3": False,
    "every c in heap has no": True,
    "no c in p.hand has c.suit = hearts": True,
    "no c in p.hand has c.rank = 3": False,
    "no c in heap has yes": True,
    "any q in players has (q.points > 15 and q.points < 25)": True,
    "any q in players has q.points > 99 or p.points = 20": True,
    "no q in players except p has q.points = 20": True,
    "any n in 1..3 has n = 2": True,
    "any n in 3..1 has n = 2": False,
    "every n in 3 down to 1 has n < 4": True,
    "any s in suits has every c in p.hand has c.suit = s": True,
    "any q in players has every c in q.hand has c.suit = hearts": True,
    "2 of spades in p.hand": True,
    "2 of hearts in p.hand": False,
    "4 of hearts in p.left.hand": True,
    "top of stock in stock": True,
    "p in every q in players where q.points = 20": True,
    "every q in players where q.points > 5": True,
    "p.hand = every c in p.hand where yes": True,
    "p.hand = heap": False,
    "heap is empty": True,
    "(p.hand except p.hand) is empty": True,
    "top of stock = 3 of clubs": True,
    "bottom of stock = 2 of clubs": True,
    "top of stock is joker": False,
    "the c in p.hand where c.rank = 2 in p.hand": True,
}
SHAPED = {
    "p in every q in players where q.points = 20": "p in (every q in players where q.points = 20)",
    "every q in players where q.points > 5": "(every q in players where q.points > 5) = players",
    "p.hand = every c in p.hand where yes": "p.hand = (every c in p.hand where yes)",
    "the c in p.hand where c.rank = 2 in p.hand": "(the c in p.hand where c.rank = 2) in p.hand",
}
"""Set phrases that need brackets, because they are not whole values at that place."""


@pytest.mark.parametrize("text", FLAGS)
def test_conditions_over_sets(value, text) -> None:
    assert value(SHAPED.get(text, text), "yes or no", **PARTS) == FLAGS[text]


@pytest.mark.parametrize(
    ("text", "found"),
    [("the q in players where q.points > 15", 3), ("the q in players where q.points > 99", 0)],
)
def test_the_requires_exactly_one_match(value, text, found) -> None:
    with pytest.raises(Fault) as fault:
        value(f"({text}).points", **PARTS)
    assert fault.value.code == "E1206"
    assert str(found) in fault.value.message
    assert fault.value.span.text == text


def test_first_without_a_match_is_none_and_cannot_be_used(value) -> None:
    with pytest.raises(Fault) as fault:
        value("(first q in players where q.points > 99).points", **PARTS)
    assert fault.value.code == "E1202"


def test_first_follows_the_seats_from_its_start(play) -> None:
    main = "set who to first q in players from begin where q.out"
    for start, out, first in ((0, (1, 3), 1), (2, (1, 3), 3), (3, (1, 3), 3), (0, (0,), 0), (1, (0,), 0), (2, (), -1)):
        before = f"let begin be (the q in players where q.seat = {start})\n"
        seats = "".join(f"set q{i}.seat to {i}\n" for i in range(4))
        head = "".join(f"let q{i} be {'nobody' if not i else f'q{i - 1}.left'}\n" for i in range(4))
        outs = "".join(f"set q{i}.out to yes\n" for i in out)
        table = play(
            head + seats + outs + before + main,
            remember="who: player or none\nnobody: player\nout of each player: yes or no\nseat of each player: 0..3",
        )
        assert table.var("who") == first


def test_with_two_packs_cards_are_equal_by_face_and_count_twice(value) -> None:
    parts = {"deck": "2 3, 2 copies", "before": "gather every card into stock\ndeal 3 from stock to p.hand",
             "remember": "p: player\n"}  # fmt: skip
    # p has 3s 3s 2s; the stock has the other 2s.
    for text, wanted in {
        "size of p.hand": 3,
        "number of c in p.hand where c = 3 of spades": 2,
        "number of c in stock where c in p.hand": 1,
        "number of c in p.hand where c in stock": 1,
        "size of (p.hand except first c in p.hand where c = 3 of spades)": 2,
        "size of (p.hand except 3 of spades)": 1,
        "size of (stock except 3 of spades)": 13,
        "size of {2 of spades, 3 of hearts}": 4,
        "1 if 2 of spades in stock otherwise 0": 1,
        "1 if 3 of spades in stock otherwise 0": 0,
        "number of c in {2 of spades, 3 of spades} where c in p.hand": 4,
        "number of c in p.hand where c in {2 of spades, 2 of hearts}": 1,
        "(2 of spades).number": 2,
        "number of r in ranks where (3 of spades).rank = r": 1,
        "1 if (3 of spades).suit = spades otherwise 0": 1,
        "1 if boss in p.hand otherwise 0": 1,
        "1 if boss in stock otherwise 0": 0,
        "1 if boss = face otherwise 0": 1,
        "number of c in p.hand where c = boss": 2,
        "number of c in p.hand where boss = c": 2,
        "boss.pips": 7,
        "total pips of p.hand": 15,
    }.items():
        if "except first" in text:
            text = "size of (p.hand except (first c in p.hand where c = 3 of spades))"
        more = "define boss means 3 of spades\ndefine face means 3 of spades\n"
        more += "values pips of each card\n    3 of spades: 7\n    2: 1\n    otherwise: 0\n"
        assert value(text, more=more, **parts) == wanted, text


def test_none_is_in_no_hand_with_two_packs(value) -> None:
    text = "number of q in players where card in q.hand"
    assert value(text, deck="2 3, 2 copies", remember="card: card or none\n") == 0
    with pytest.raises(Fault):
        value("card.number", deck="2 3, 2 copies", remember="card: card or none\n")


def test_none_has_no_face_with_two_packs(value) -> None:
    parts = {"deck": "2 3, 2 copies", "remember": "card: card or none\nother: card or none\n"}
    for face in ("2 of clubs", "3 of spades", "2 of spades", "3 of clubs", "2 of hearts", "3 of diamonds"):
        assert value(f"1 if card = {face} otherwise 0", **parts) == 0, face
    assert value("1 if card = other otherwise 0", **parts) == 1
    assert value("1 if card is none otherwise 0", **parts) == 1
    stock = "gather every card into stock"
    assert value("number of c in stock where c = card", before=stock, **parts) == 0
