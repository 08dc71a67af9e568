"""What newcomers write below `zones`, `remember`, `ranking` and `values`, and the advice for each."""

from __future__ import annotations

import re

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.hints.parts import PARTS
from hoyle.dsl.syntax.parser import parse

CASES = {
    "zones": [
        ("discard pile: face up", "a name is one word: `discard_pile: face up`"),
        ("draw pile of each player: private", "a name is one word: `draw_pile of each player: private`"),
        ("stock, face down", "write `stock: face down`"),
        ("stock", "say who sees the cards: `stock: face down`, `face up` or `private`"),
        ("hand for each player: private", "write `hand of each player: private`"),
        ("won per team: face down", "write `won of each team: face down`"),
        ("each player: hand, private", "write `hand of each player: private`"),
        ("hand of each player: visible to the owner", "write `hand of each player: private`"),
        ("stock: hidden", "write `stock: face down`; what its owner sees is `private`"),
        ("table: open", "write `table: face up`"),
        ("tableau: 7 piles, face up", "write `tableau: 7 places, face up`"),
        (
            "stock: face down, shuffled",
            "leave the rest out: `stock: face down`; what is done with the cards stands below `main`",
        ),
    ],
    "remember": [
        ("number of tricks of each player: number", "name it by what is counted: `tricks of each player: number`"),
        ("trump suit: suit", "a name is one word: `trump_suit: suit`"),
        (
            "stake of each suit: number",
            "only players and teams have values of their own: remember one for each suit, as `stake_of_hearts: number`",
        ),
        ("score per player: number", "write `score of each player: number`"),
        ("dealer is a player", "write `dealer: player`"),
        (
            "pot: number starts at 20",
            "write `pot: number`; it is 0 when the game begins, and `set` below `main` gives it another value",
        ),
        (
            "dealer: player starts random",
            "write `dealer: player`; its value is given below `main`, as in `set dealer to a random player`",
        ),
        ("leader: a player or nobody", "write `leader: player or none`"),
    ],
    "ranking": [
        (
            "A > K > Q",
            "say of which suits, and write the ranks side by side: `any suit: A K Q J 10 9`",
        ),
        ("A K Q J 10", "say of which suits: `any suit: A K Q J 10`"),
        ("aces are high", "list all the ranks from high to low, as `any suit: A K Q J 10 9 8 7 6 5 4 3 2`"),
        ("all suits: A K Q J", "write `any suit: A K Q J`"),
        ("the other suits: A K Q J", "write `any other suit: A K Q J`"),
        ("trump suit: A K Q J", "write `trump: A K Q J`"),
        ("highest to lowest: A K Q J", "write `any suit: A K Q J`"),
        ("any suit: A down to 2", "the ranks are listed one by one: `any suit: A K Q J 10 9 8 7 6 5 4 3 2`"),
        ("any suit: A K Q J 10..2", "the ranks are listed one by one: `any suit: A K Q J 10 9 8 7 6 5 4 3 2`"),
        ("any suit: A, K, Q, J", "ranks stand side by side: `any suit: A K`, and so on"),
        (
            "clubs > spades > hearts > diamonds",
            "a suit above the others has a row of its own, higher up: `clubs: A K Q J`, and `spades: A K Q J` below it",
        ),
    ],
    "values points of each card": [
        ("A = 11", "write `A: 11`"),
        ("J Q K are 10", "write `J Q K: 10`"),
        ("face cards: 10", "write the ranks: `J Q K: 10`"),
        ("all other cards: 0", "write `otherwise: 0`"),
        ("2 to 10: 2 to 10", "write `2..10: 2..10`"),
        ("2 to 9: 5", "write `2..9: 5`"),
        ("number cards: their number", "write `2..10: 2..10`"),
        ("each heart: 1", "write `hearts: 1`"),
        ("10 9 8: face value", "write `2..10: 2..10`"),
    ],
}
ALL = [(part, line, help) for part, cases in CASES.items() for line, help in cases]


@pytest.mark.parametrize(("part", "line", "help"), ALL)
def test_a_line_of_a_part_gets_the_line_to_write(part: str, line: str, help: str) -> None:
    (problem,) = parse(Source("test", f"{part}\n    {line}\n"))[1]
    assert (problem.code, problem.help) == ("E0207", help)


@pytest.mark.parametrize("part", CASES)
def test_every_row_has_a_case(part: str) -> None:
    (rows,) = (rows for blocks, rows in PARTS if part.startswith(blocks))
    lines = [line for line, _ in CASES[part]]
    first = [next(row for row in rows if re.search(row[0], line)) for line in lines]
    assert set(first) == set(rows)


WRITTEN = re.compile(r"write `([^`…]+)`|one by one: `([^`]+)`|one word: `([^`]+)`|counted: `([^`]+)`")


@pytest.mark.parametrize(("part", "help"), sorted({(part, help) for part, _, help in ALL}))
def test_the_line_that_is_advised_can_be_read(part: str, help: str) -> None:
    for found in WRITTEN.finditer(help):
        line = next(line for line in found.groups() if line)
        assert parse(Source("test", f"{part}\n    {line}\n"))[1] == (), line
