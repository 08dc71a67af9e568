"""Limits on the size of tables and decks: a size at the limit is allowed, one more is a mistake."""

from __future__ import annotations

import pytest

from hoyle.dsl.checks.sizes import MOST_ROWS, MOST_SUITS, MOST_VALUES
from hoyle.dsl.limits import MOST_RANKS
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

GAME = """game "G"
language 1
players 2
deck {deck}
zones
    stock: face down
remember
    points of each player: number
    n: 0..5000
{extra}
main
    shuffle stock
    for p in players
        p chooses
            "a"
                add f({given}) to p.points
            "b"
                add 1 to n
    game over, won by the player with highest points, otherwise shared
"""


def found(extra: str = "define f(k: number) means k\n", deck: str = "7 8 9", given: str = "n") -> list[str]:
    text = GAME.format(deck=deck, extra=extra, given=given)
    return [d.message for d in load(Source("long.hoyle", text)).diagnostics if d.severity == "error"]


def table(rows: int) -> str:
    lines = (f"    k = {i} -> {i}\n" for i in range(rows - 1))
    return "define f(k: number) means\n" + "".join(lines) + "    otherwise -> 0\n"


def wide(values: int) -> str:
    return f"define f({', '.join(f'a{i}: number' for i in range(values))}) means a0\n"


@pytest.mark.parametrize("more", [0, 1])
def test_sizes_above_a_limit_are_errors(more: int) -> None:
    rows = found(table(MOST_ROWS + more))
    values = found(wide(MOST_VALUES + more), given=", ".join(["n"] * (MOST_VALUES + more)))
    ranks = found(deck=" ".join(f"R{i}" for i in range(MOST_RANKS + more)))
    suits = found(deck="7 8 of " + " ".join(f"s{i}" for i in range(MOST_SUITS + more)))
    wanted = [
        [f"`f` has {MOST_ROWS + 1} rows, but there may be {MOST_ROWS} at most"],
        [f"`f` is given {MOST_VALUES + 1} values, but there may be {MOST_VALUES} at most"],
        [f"the deck has {MOST_RANKS + 1} ranks, but there may be {MOST_RANKS} at most"],
        [f"the deck has {MOST_SUITS + 1} suits, but there may be {MOST_SUITS} at most"],
    ]
    assert [rows, values, ranks, suits] == (wanted if more else [[], [], [], []])


@pytest.mark.parametrize(("last", "wrong"), [(1_000, False), (1_001, True)])
def test_the_numbers_in_an_answer_have_at_most_a_million_combinations(last: int, wrong: bool) -> None:
    text = GAME.format(deck="7 8 9", extra="define f(k: number) means k\n", given="n")
    text = text.replace('"a"\n', f'"a {{i}} {{j}}" for i in 1..1000, j in 1..{last} where i + j = 5\n')
    messages = [d.message for d in load(Source("long.hoyle", text)).diagnostics if d.severity == "error"]
    most = "this answer has 1,001,000 combinations of numbers to try, but there may be 1,000,000 at most"
    assert messages == ([most] if wrong else [])


@pytest.mark.parametrize(
    ("names", "where", "ways"),
    [
        ("k in 1..100, m in 1..100", "", None),
        ("k in 1..100, m in 1..101", "", "10,100"),
        ("k in 101 down to 1, m in 1..100", "", "10,100"),
        ("k in 1..100, m in 1..101", " where k = m", None),
    ],
)
def test_more_combinations_than_the_limit_give_a_warning(names: str, where: str, ways: str | None) -> None:
    """A choice with a condition gives no warning, because the checker does not know how many combinations remain."""
    answer = f'            "bid {{k}} {{m}}" for {names}{where}\n                add k - m to n\n            "b"\n'
    text = GAME.format(deck="7 8 9", extra="", given="").replace('            "b"\n', answer).replace("f()", "1")
    (warned,) = [d for d in load(Source("wide.hoyle", text)).diagnostics if d.code == "W0435"] or [None]
    assert (warned and warned.message) == (
        ways and f"this answer can be given in at least {ways} ways, and only the first 10,000 of them are offered"
    )
