"""Defines, tables with values, tables with actions, and `values`."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Fault

DEFINES = """
define seven means 7
define double(n: number) means n * 2
define quad(n: number) means double(double(n))
define hand_worth(q: player) means total c.number for c in q.hand
define sort(n: number) means
    n < 0 -> 1
    n < 10 and n mod 2 = 0 -> 2
    n < 10 -> 3
    n = seven + 93 -> 4
    otherwise -> 5
define boss means
    x = 1 -> p
    x = 2 -> p.left
    otherwise -> none
define both(q: player, n: number) means q.score + n
define rich(q: player) means q.score > 5
define plenty means every q in players where q.rich
table grade(n: number): 0..9
    n < 0 -> 0
    n in 0..9 -> n
    n > 9 and x = 0 -> 9
table lazy(n: number): number
    let m be n + 1
    let k be m * m
    k > 20 -> k - m
    k <= 20 -> m
table kind_of(q: player): yes or no
    q = p -> yes
    otherwise -> q.score > 3
"""
PARTS = {"more": DEFINES, "remember": "x: number\np: player\n"}

VALUES = {
    "seven": 7,
    "seven * seven": 49,
    "double(3)": 6,
    "quad(x + 1)": 4,
    "double(quad(2)) + double(1)": 18,
    "hand_worth(p)": 0,
    "p.hand_worth": 0,
    "sort(-4)": 1,
    "sort(4)": 2,
    "sort(5)": 3,
    "sort(100)": 4,
    "sort(11)": 5,
    "p.both(3)": 3,
    "both(p, 4)": 4,
    "both(p.left, larger(4, 5))": 5,
    "grade(-3)": 0,
    "grade(6)": 6,
    "grade(x + 50)": 9,
    "lazy(1)": 2,
    "lazy(9)": 90,
    "1 if boss is none otherwise 2": 1,
    "size of plenty": 0,
    "highest hand_worth": 0,
    "number of q in players where q.rich": 0,
    "1 if kind_of(p) and not kind_of(p.left) otherwise 0": 1,
    "1 if p.kind_of otherwise 0": 1,
}


@pytest.mark.parametrize("text", VALUES)
def test_defines_and_tables_of_values(value, text) -> None:
    assert value(text, **PARTS) == VALUES[text]


def test_defines_use_the_current_values_of_variables(value) -> None:
    before = "set x to 2\nset p.left.score to 9\nset p.left.left.score to 6"
    for text, wanted in {
        "boss.score": 9, "size of plenty": 2, "total score of plenty": 15, "sort(x)": 2, "p.left.both(x)": 11,
    }.items():  # fmt: skip
        assert value(text, before=before, **PARTS) == wanted


def test_a_table_of_values_without_a_matching_row_is_a_fault(value) -> None:
    with pytest.raises(Fault) as fault:
        value("grade(10)", before="set x to 1", **PARTS)
    assert fault.value.code == "E1204"
    assert fault.value.span.text == "grade"


def test_the_value_of_a_table_must_be_in_its_range(value) -> None:
    more = "table out(n: number): 0..5\n    otherwise -> n\n"
    assert value("out(5)", more=more) == 5
    with pytest.raises(Fault) as fault:
        value("out(6)", more=more)
    assert (fault.value.code, fault.value.span.text) == ("E1201", "n")
    with pytest.raises(Fault) as fault:
        value("out(x)", more=more, remember="x: number\n", before="set x to -1")
    assert fault.value.code == "E1201"


def test_an_argument_must_be_in_the_range_of_its_parameter(value, play) -> None:
    more = "define three(n: 1..3) means n\nphase tell(n: 1..3)\n    set got to n\n"
    assert value("three(x + 2)", more=more, remember="x: number\n") == 2
    for main in ("set got to three(x + 4)", "tell(x + 4)", "tell(x)"):
        with pytest.raises(Fault) as fault:
            play(main, more=more, remember="x, got: number")
        assert fault.value.code == "E1201"
        assert fault.value.span.text in ("x + 4", "x")
    with pytest.raises(Fault):
        play("asked(x)", more=ASKED, remember="x: number")


ASKED = 'phase asked(n: 1..3)\n    first_one chooses\n        "on {m}" for m in 1..n\nremember\n    first_one: player\n'


def test_long_tables_and_long_defines(play) -> None:
    """Python allows at most 20 nested loops, 100 levels of indentation and 200 nested brackets.

    So the generated rows are not nested.
    """
    rows = "".join(f"    n = {i} -> {i * 7 % 301}\n" for i in range(300))
    acts = "".join(f"    n = {i} -> add {i * 7 % 301} to got\n" for i in range(300))
    more = f"define long(n: number) means\n{rows}    otherwise -> 0\ntable act(n: number)\n{acts}"
    table = play("set got to long(299) + long(3)\nact(299)\nact(4)", more=more, remember="got: number")
    assert table.var("got") == 299 * 7 % 301 + 21 + 299 * 7 % 301 + 28


ACTIONS = """
table score_it(n: number, q: player)
    let twice be n * 2
    let four be twice + twice
    always -> add 1 to deals
    n = 1 -> add twice to q.score
    n = 2 and q = p -> add four to q.score, subtract 1 from q.score, nothing
    n = 2 and q != p -> sub(q, four)
    n = 3 -> nothing
phase sub(q: player, n: number)
    if n > 5: subtract n from q.score
    otherwise: add n to q.score
table rest(n: number)
    n = 1 -> set deals to 10
    otherwise -> set deals to 20
    always -> add 5 to deals
table all_of_it
    always -> add 1 to deals
    always -> add deals to deals
table waiting(n: number)
    let more be n + 1
    n = 1 -> ask(more)
    n = 2 -> ask(n), ask(more)
    always -> add 100 to deals
    otherwise -> set deals to 7
phase ask(n: number)
    p chooses
        "on {m}" for m in n..n
            add m to deals
"""


@pytest.mark.parametrize(
    ("main", "labels", "deals", "scores"),
    [
        ("score_it(1, p)", "", 1, [2, 0, 0, 0]),
        ("score_it(2, p)", "", 1, [7, 0, 0, 0]),
        ("score_it(2, p.left)", "", 1, [0, -8, 0, 0]),
        ("score_it(3, p)", "", 1, [0, 0, 0, 0]),
        ("rest(1)", "", 15, [0] * 4),
        ("rest(9)", "", 25, [0] * 4),
        ("all_of_it", "", 2, [0] * 4),
        ("waiting(1)", "on 2", 102, [0] * 4),
        ("waiting(2)", "on 2;on 3", 105, [0] * 4),
        ("waiting(3)", "", 7, [0] * 4),
    ],
)
def test_tables_of_actions(play, main, labels, deals, scores) -> None:
    table = play(main, *filter(None, labels.split(";")), more=ACTIONS, remember="deals: number\np: player")
    assert table.over
    assert (table.var("deals"), table.each("score")) == (deals, scores)


def test_a_table_of_actions_without_a_matching_row_is_a_fault(play) -> None:
    for main in ("score_it(4, p)", "stuck(3)"):
        more = ACTIONS + "table stuck(n: number)\n    n = 1 -> ask(n)\n"
        with pytest.raises(Fault) as fault:
            play(main, more=more, remember="deals: number\np: player")
        assert (fault.value.code, fault.value.span.text) == ("E1204", main.split("(")[0])


CARD_VALUES = {
    # row: its value for 2c, 10h, Qs, As and the joker
    "2: 5\n    otherwise: 1": (5, 1, 1, 1, 1),
    "2 10: 5": (5, 5, 0, 0, 0),
    "2..10: 2..4\n    A: 9": (2, 4, 0, 9, 0),
    "2..10: 3\n    A: 9": (3, 3, 0, 9, 0),
    "hearts: 1\n    Q of spades: 13\n    otherwise: 0": (0, 1, 13, 0, 0),
    "Q of spades: 13\n    spades: 2": (0, 0, 13, 2, 0),
    "spades: 2\n    Q of spades: 13": (0, 0, 2, 2, 0),
    "joker: 20\n    otherwise: -1": (-1, -1, -1, -1, 20),
    "10 Q A: number of players": (0, 4, 4, 4, 0),
    "A: (15 if high otherwise 1)\n    Q: bonus * 2": (0, 0, 6, 15, 0),
}


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("rows", CARD_VALUES)
def test_values_of_cards(value, rows, copies) -> None:
    more = f"option high: yes or no = yes\noption bonus: 0..9 = 3\nvalues worth of each card\n    {rows}\n"
    deck = f"2 9 10 Q A, {copies} copies, 1 jokers"
    found = []
    for test in ("c = 2 of clubs", "c = 10 of hearts", "c = Q of spades", "c = A of spades", "c is joker"):
        text = f"(first c in stock where {test}).worth"
        found.append(value(text, more=more, deck=deck))
    assert tuple(found) == CARD_VALUES[rows]


def test_values_of_suits_ranks_and_kinds(value) -> None:
    more = """
        kind strain: suit or no_trump
        values price of each strain
            clubs: 6
            spades: 9
            no_trump: 10
            otherwise: 7
        values tone of each suit
            hearts: 2
            otherwise: 1
        values height of each rank
            2..4: 10..12
            A: 20
    """
    for text, wanted in {
        "clubs.tone": 1, "hearts.tone": 2, "s.price": 6, "t.price": 10, "total s1.price for s1 in strains": 39,
        "total tone of suits": 5, "(the r in ranks where r = 3).height": 11, "total height of ranks": 53,
        "highest price of strains": 10, "(top of stock).rank.height": 20,
    }.items():  # fmt: skip
        before = "set t to no_trump"
        found = value(text, more=more, deck="2 3 4 A", remember="s, t: strain\n", before=before)
        assert found == wanted, text
