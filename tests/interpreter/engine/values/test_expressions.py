"""Values: every form of expression, compared with its value computed by hand."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Fault

NUMBERS = {
    "7 + 5": 12,
    "7 - 12": -5,
    "7 * -3": -21,
    "- -7": 7,
    "7 / 2": 3,
    "-7 / 2": -4,
    "7 / -2": -4,
    "-8 / 2": -4,
    "7 mod 4": 3,
    "-7 mod 4": 1,
    "7 mod -4": -1,
    "0 mod 4": 0,
    "2 + 3 * 4": 14,
    "(2 + 3) * 4": 20,
    "10 - 3 - 2": 5,
    "20 / 2 / 5": 2,
    "2 * 7 mod 4": 2,
    "larger(3, 5)": 5,
    "larger(-3, -5)": -3,
    "smaller(3, 5)": 3,
    "smaller(5, smaller(4, 9))": 4,
    "1 if yes otherwise 2": 1,
    "1 if no otherwise 2 if no otherwise 3": 3,
    "number of players": 4,
    "size of stock": 52,
    "size of players": 4,
    "size of suits": 4,
    "size of ranks": 13,
    "size of (stock except top 3 of stock)": 49,
    "size of (top 60 of stock)": 52,
    "size of (top 0 of stock)": 0,
    "size of heap": 0,
}
"""Expressions with literal numbers, which are evaluated when the game is set up."""


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_evaluated_at_setup(value, text) -> None:
    assert value(text) == NUMBERS[text]


@pytest.mark.parametrize("text", [t for t in NUMBERS if any(c.isdigit() for c in t) and "players" not in t])
def test_numbers_evaluated_in_play(value, text) -> None:
    """Every literal is replaced by a variable, so that nothing can be evaluated before play."""
    import re

    words = re.sub(r"\b(\d+)\b", r"n\1", text)
    found = sorted(set(re.findall(r"\bn\d+\b", words)))
    before = "\n".join(f"set {name} to {name[1:]}" for name in found)
    words = re.sub(r"(top|bottom) (n\d+)", r"\1 \2", words).replace("yes", "n1 = n1").replace(" no ", " n1 != n1 ")
    if "n1 " in words and "n1" not in found:
        found, before = [*found, "n1"], before + "\nset n1 to 1"
    assert value(words, before=before or "nothing", remember=f"{', '.join(found)}: number\n") == NUMBERS[text]


FLAGS = {
    "x = 3": True,
    "x != 3": False,
    "x < 4 and x > 2": True,
    "x <= 3 and x >= 3": True,
    "x > 3 or x < 3": False,
    "not x = 3": False,
    "not (x = 3 and x = 4)": True,
    "not not x = 3": True,
    "x in 1..3": True,
    "x in 4..9": False,
    "x in 4..1": False,
    "x in {1, 2}": False,
    "x in {1, 3}": True,
    "x + 1 in {4}": True,
    "yes": True,
    "no or yes": True,
    "yes and no": False,
    "x = 3 or x / (x - 3) = 1": True,
    "x = 4 and x / (x - 3) = 1": False,
    "who is none": True,
    "who is not none": False,
    "who = q": False,
    "who != q": True,
    "who in players": False,
    "who in {q, q.left}": False,
    "who in players except q": False,
    "q in players except q": False,
    "q in players except q.left": True,
    "heap is empty": True,
    "stock is empty": False,
    "stock is not empty": True,
    "s = hearts": True,
    "s in {clubs, spades}": False,
    "s in suits except hearts": False,
    "s in suits": True,
    "t = none_at_all": True,
    "t is a suit": False,
    "t is not a suit": True,
    "t = hearts": False,
    "u is a suit": True,
    "u = hearts": True,
    "u = s": True,
    "s = u": True,
    "u in {clubs, none_at_all}": False,
    "u in strains": True,
    "t in strains except none_at_all": False,
    "flag = yes": True,
    "flag": True,
    "not flag": False,
    "flag != no": True,
    "r = 7": True,
    "r = Q": False,
    "r in {7, 8}": True,
    "r in ranks": True,
    "7 = r": True,
}


@pytest.mark.parametrize("text", FLAGS)
def test_conditions_have_the_expected_value(value, text) -> None:
    before = "set x to 3\nset s to hearts\nset u to s\nset t to none_at_all\nset flag to yes\nset r to 7"
    remember = """
        x: number
        who: player or none
        q: player
        s: suit
        t, u: strain
        flag: yes or no
        r: rank
    """
    more = "kind strain: suit or none_at_all"
    assert value(text, "yes or no", before=before, remember=remember, more=more) == FLAGS[text]


@pytest.mark.parametrize("text", ["1 / x", "1 mod x", "7 / (x * 5)", "-1 mod (x - x)", "1 / 0", "1 mod 0"])
def test_division_by_zero_is_a_fault_with_its_place(value, text) -> None:
    with pytest.raises(Fault) as fault:
        value(text, remember="x: number\n")
    assert fault.value.code == "E1203"
    assert fault.value.span.text == text.removesuffix(")") or fault.value.span.text in text
    assert "/" in fault.value.span.text or "mod" in fault.value.span.text


@pytest.mark.parametrize(
    "text",
    [
        "big + 1", "big * big", "0 - big - 2", "(0 - big - 1) / -1", "-(0 - big - 1)", "total big for q in players",
        "2147483647 + 1", "2147483648 - 1",
    ],
)  # fmt: skip
def test_numbers_beyond_32_bits_are_a_fault(value, text) -> None:
    if text == "2147483648 - 1":
        pytest.skip("a number written out is the checker's business")
    with pytest.raises(Fault) as fault:
        value(text, before="set big to 2147483647", remember="big: number\n")
    assert fault.value.code == "E1201"


def test_the_limits_of_32_bits_are_valid_numbers(value) -> None:
    assert value("2147483647") == 2**31 - 1
    assert value("0 - 2147483647 - 1") == -(2**31)


def test_a_value_named_by_let(value) -> None:
    assert value("x * x + y", before="let x be 3\nlet y be x + 1\nset x to 10") == 104


def test_branches_that_known_conditions_exclude_are_not_evaluated(value) -> None:
    assert value("1 if number of players = 4 otherwise 1 / 0") == 1


def test_using_none_is_a_fault(value) -> None:
    with pytest.raises(Fault) as fault:
        value("who.score", remember="who: player or none\n")
    assert fault.value.code == "E1202"
    assert fault.value.span.text == "who"


@pytest.mark.parametrize("text", ["{who}", "players except who", "{q, who}"])
def test_none_in_a_set_of_players_is_a_fault(value, text) -> None:
    """A set contains existing things.  None in it is a fault, not a crash."""
    with pytest.raises(Fault) as fault:
        value(f"size of ({text})", remember="who: player or none\nq: player\n")
    assert fault.value.code == "E1202"


def test_very_deep_expressions(value) -> None:
    """Python allows only some hundred nested brackets.  Each value is computed once at any depth."""
    deep = "x"
    for _ in range(90):
        deep = f"({deep} + 1)"
    assert value(deep, remember="x: number\n") == 90
    for step, wanted in (("(1 if {} in 0..2 otherwise 0)", 1), ("(1 if {} in {{0, 1, 5}} otherwise 0)", 1)):
        deep = "x"
        for _ in range(40):
            deep = step.format(deep)
        assert value(deep, remember="x: number\n") == wanted
    deep = "who"
    for i in range(5):
        deep = f"(first q{i} in players where {deep} in players)"
    assert value(f"1 if {deep} is none otherwise 0", remember="who: player or none\n") == 1


def test_names_in_a_table_of_values_are_evaluated_once(value) -> None:
    lets = "".join(f"    let x{i + 1} be (x{i} + x{i}) mod 1009\n" for i in range(60))
    more = f"table deep(x0: number): number\n{lets}    x60 > 5 -> x60\n    otherwise -> x0\n"
    assert value("deep(x)", more=more, remember="x: number\n", before="set x to 2") == 2**61 % 1009
    assert value("deep(0)", more=more) == 0
