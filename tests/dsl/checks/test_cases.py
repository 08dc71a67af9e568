"""The check of tables against brute force: random rows over options, evaluated for every combination."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

GAME = """\
game "Rows"
players 4
deck 9 10 J Q K A
option low: 0..4 = 2 "a number"
option high: 1 or 3 or 6 = 3 "another"
option strict: yes or no = no "a flag"
option mood = bold "a word"
    bold
    careful
    wild
{more}
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    decide
    add low + high to points of each player
    if strict and mood = bold: add 1 to points of each player
    game over, won by the player with highest points
table decide
    let small be low < 2
"""

Case = tuple[int, int, bool, str]
VALUES = (range(5), (1, 3, 6), (False, True), ("bold", "careful", "wild"))

numbers = st.integers(-1, 7)
operators = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
simple = st.one_of(
    st.builds(lambda op, n: f"low {op} {n}", operators, st.integers(0, 5)),
    st.builds(lambda op, n: f"high {op} {n}", operators, st.integers(0, 7)),
    st.builds(lambda a, b: f"low in {a}..{a + b}", st.integers(0, 4), st.integers(0, 3)),
    st.builds(lambda w: f"mood = {w}", st.sampled_from(VALUES[3])),
    st.builds(lambda w: f"mood != {w}", st.sampled_from(VALUES[3])),
    st.builds(lambda a, b: f"mood in {{{a}, {b}}}", st.sampled_from(VALUES[3]), st.sampled_from(VALUES[3])),
    st.sampled_from(["strict", "small", "2 * low > 5", "strict = (low > 2)", "low + 1 in {2, 4}", "low - 1 in 0..2"]),
)
summed = st.one_of(
    simple,
    st.builds(lambda op: f"low {op} high", operators),
    st.builds(lambda op, n: f"low + high {op} {n}", operators, st.integers(0, 9)),
)


def combined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.recursive(
        parts,
        lambda inner: st.one_of(
            st.builds(lambda a, b: f"({a} and {b})", inner, inner),
            st.builds(lambda a, b: f"({a} or {b})", inner, inner),
            st.builds(lambda a: f"not ({a})", inner),
        ),
        max_leaves=4,
    )


def cases() -> Iterator[Case]:
    yield from product(*VALUES)


def holds(guard: str, case: Case) -> bool:
    """Evaluate a guard with Python, after translating `=` and other operators."""
    low, high, strict, mood = case
    names = {"low": low, "high": high, "strict": strict, "mood": mood, "small": low < 2}
    names |= {word: word for word in VALUES[3]}
    text = re.sub(r"(low(?: [-+] 1)?) in (\d+)\.\.(\d+)", r"(\2 <= \1 <= \3)", in_python(guard))
    return bool(eval(text, {}, names))


def in_python(guard: str) -> str:
    """A guard with the comparisons of Python."""
    return re.sub("(?<![<>!])=", "==", guard)


def reported(rows: list[str], more: str = "") -> set[str]:
    lines = [f"    {row} -> nothing" for row in rows]
    loaded = load(Source("rows", GAME.format(more=more) + "\n".join(lines) + "\n"))
    return {d.code for d in loaded.diagnostics}


def truly(rows: list[str], possible: list[Case]) -> set[str]:
    """The codes that should be reported for these rows."""
    return due([[holds(row, case) for row in rows] for case in possible])


def due(counts: list[list[bool]]) -> set[str]:
    """The codes that should be reported, from which rows hold in each case."""
    found: set[str] = set()
    if any(not any(row) for row in counts):
        found.add("E0702")
    if any(sum(row) > 1 for row in counts):
        found.add("E0703")
    if not all(any(row[i] for row in counts) for i in range(len(counts[0]))):
        found.add("W0704")
    return found


@given(st.lists(combined(simple), min_size=1, max_size=4))
def test_tables_over_options_are_judged_exactly(rows: list[str]) -> None:
    assert reported(rows) & {"E0702", "E0703", "W0704", "W0705"} == truly(rows, list(cases()))


@given(st.lists(combined(summed), min_size=1, max_size=4))
def test_no_missing_or_doubled_case_is_overlooked(rows: list[str]) -> None:
    """With sums of numbers the checker may consider an impossible case possible, but never the reverse."""
    found, right = reported(rows), truly(rows, list(cases()))
    assert right & {"E0702", "E0703"} <= found
    assert found & {"W0704"} <= right


@given(st.lists(combined(simple), min_size=1, max_size=3), combined(simple).filter(lambda text: "small" not in text))
def test_a_require_rules_out_cases(rows: list[str], required: str) -> None:
    possible = [case for case in cases() if holds(required, case)]
    if possible:
        found = reported(rows, f'require {required} "so it is"')
        assert found & {"E0702", "E0703", "W0704", "W0705"} == truly(rows, possible)


@pytest.mark.parametrize(
    ("every", "others"),
    [
        ("every p in players has p.points >= 10", ["any p in players has p.points < 10"]),
        ("every p in players has p.points >= 10", ["any p in players has not p.points >= 10"]),
        ("every p in players has p.points != 10", ["any p in players has p.points = 10"]),
        ("every p in players has p.points = 10", ["any p in players has p.points != 10"]),
        ("no p in players has p.points > 10", ["any p in players has not p.points <= 10"]),
        ("every p in players has not p.points > 10", ["not no p in players has p.points > 10"]),
        ("every p in players has (low > 1 or p.points > 3)", ["any p in players has not (low > 1 or p.points > 3)"]),
    ],
)
def test_what_every_one_has_nobody_lacks(every: str, others: list[str]) -> None:
    found = reported([every, *others])
    assert not any(code.startswith("E") or code in ("W0704", "W0705") for code in found)
    assert {"E0702", "E0703"} <= reported([every, "any p in players has p.points > 11"])


def test_a_card_has_one_of_the_numbers_that_are_printed_on_cards() -> None:
    """The deck has 9 and 10; a court card and an ace count 0."""

    def of_numbers(*numbers: int) -> set[str]:
        rows = "\n".join(f"    c.number = {number} -> nothing" for number in numbers)
        text = GAME.format(more="").replace(
            "    decide\n", "    for p in players\n        for c in p.hand: decide(c)\n"
        )
        text = text.replace("table decide\n    let small be low < 2", f"table decide (c: card)\n{rows}")
        return {d.code for d in load(Source("rows", text)).diagnostics if d.code != "W0301"}

    assert of_numbers(0, 9, 10) == set()
    assert of_numbers(9, 10) == of_numbers(0, 9) == {"E0702"}
    assert of_numbers(0, 9, 10, 8) >= {"W0704"}


def test_a_range_is_one_condition() -> None:
    """That a number is never more than 4 does not make `low in 1..4` certain."""
    assert "W0423" not in reported(["low in 1..4", "low = 0"])
    assert "W0423" in reported(["low in 0..4 and strict", "not strict"]) & reported(["low in 5..6", "low < 5"])


def test_comparisons_of_a_sum_with_itself_are_judged_exactly() -> None:
    """Nothing but a constant is left of such a comparison."""
    for operator in ("=", "!=", "<", "<=", ">", ">="):
        for more in (-1, 0, 1):
            rows = [f"low + high {operator} high + low + {more}", "strict"]
            assert reported(rows) & {"E0702", "E0703", "W0704"} == truly(rows, list(cases())), rows


ORDERS = """\
game "Orders"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    left: number
    mid: number
    right: {right}
    points of each player: number
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    decide
    add left to points of each player
    game over, won by the player with highest points
table decide
"""
compared = st.builds(
    lambda pair, op, more: f"{pair[0]} {op} {pair[1]}{more}",
    st.permutations(["left", "mid", "right"]),
    operators,
    st.sampled_from(["", "", "", " + 1", " - 2"]),
)


@given(st.lists(combined(compared), min_size=1, max_size=4), st.sampled_from(["number", "0..6"]))
@example(["left > mid and mid > right and right > left", "not (left > mid and mid > right and right > left)"], "number")
@example(["left = mid", "mid = right and left != mid", "left = right and left != mid",
          "left != mid and mid != right and left != right"], "number")  # fmt: skip
def test_tables_over_comparisons_of_three_things_are_judged_exactly(rows: list[str], range_of_right: str) -> None:
    """What is more than a second thing that is more than a third is more than the third."""
    held = [compile(in_python(row), "row", "eval") for row in rows]
    numbers = range(7) if range_of_right != "number" else (3,)
    possible = product(range(-8, 16), range(-8, 16), numbers)
    counts = [
        [bool(eval(one, {}, {"left": left, "mid": mid, "right": right})) for one in held]
        for left, mid, right in possible
    ]
    lines = [f"    {row} -> nothing" for row in rows]
    loaded = load(Source("rows", ORDERS.format(right=range_of_right) + "\n".join(lines) + "\n"))
    found = {d.code for d in loaded.diagnostics}
    assert not {one for one in found if one.startswith("E")} - {"E0702", "E0703"}
    assert "W0705" in found or found & {"E0702", "E0703", "W0704"} == due(counts)
