"""Numbers made from numbers: conditions on a number inside a sum, and larger and smaller ones inside each other."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Q"
language 1
players 4
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    pile: face up
    hand of each player: face up
remember
    bid: 0..500
    step: 1..500
    level: 0..100
    height: 0..100
    alone: yes or no
    points of each player: number
    boxes of each player: number
define limit(p: player) means size of p.hand * 10 + p.points  "the most that the player may bid"
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    for p in players: tried(p)
    set step to 5
    set level to 7
    set height to 8
    set alone to yes
    game over, won by the player with highest points, otherwise shared
phase tried(p: player)
    {line}
"""


def said(line: str) -> str:
    """The rulebook's text for the phase, without its line breaks."""
    loaded = load(Source("q.hoyle", RULES.format(line=line)))
    assert loaded.game is not None, loaded.diagnostics
    return " ".join(plain(rulebook(loaded.game, RulebookSettings({}))).split())


def offered(values: str) -> str:
    """The text for a choice of one of these values."""
    return said(f'p chooses\n        "bid {{n}}" for {values}\n            set bid to n\n        "pass" otherwise')


FROM_TO = "a number from 100 to 200 "


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ("n in 100..200 where n mod 10 = 0", f"{FROM_TO}that is a multiple of 10."),
        ("n in 100..200 where (n - 100) mod 10 = 0", f"{FROM_TO}for which that number minus 100 is a multiple of 10."),
        ("n in 100..200 where n * level > 7", f"{FROM_TO}for which that number times the level is more than 7."),
        (
            "n in 100..200 where n / 3 = level",
            f"{FROM_TO}for which that number divided by 3 (rounded down) is the level.",
        ),
        (
            "n in 100..200 where n mod 10 = 0 and (n - level) mod 4 != 0",
            f"{FROM_TO}that is a multiple of 10 and for which that number minus the level is not a multiple of 4.",
        ),
        (
            "n in 100..200 where n - level > 1 or n = level",
            f"{FROM_TO}for which either that number minus the level is more than 1 or that number is the level.",
        ),
        (
            "n in bid + step .. limit(p) where (n - bid) mod step = 0",
            (
                "a number from the bid plus the step to the player's limit, for which that number minus the bid is a "
                "multiple of the step."
            ),
        ),
    ],
)
def test_a_chosen_number_inside_a_sum(values: str, words: str) -> None:
    assert f"Bid ‹number› – {words}" in offered(values)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("any n in 1..5 has n > level", "if some number from 1 to 5 is more than the level,"),
        (
            "any n in 1..5 has n + level > 5",
            "if for some number from 1 to 5, that number plus the level is more than 5,",
        ),
        (
            "no n in 1..5 has n + level > 5",
            "if there is no number from 1 to 5 for which that number plus the level is more than 5,",
        ),
        (
            "every n in 1..5 has 2 * n > level",
            "if for every number from 1 to 5, twice that number is more than the level,",
        ),
        (
            "any n in 1..5 has larger(n, 3) > level",
            "if for some number from 1 to 5, the larger of that number and 3 is more than the level,",
        ),
        (
            "every n in 1..5 has (n - level > 1 or n - level = 0)",
            "if for every number from 1 to 5 for which that number minus the level is at most 1, that number minus the",
        ),
        (
            "(number of n in 1..5 where n * level > 5) = 2",
            "if there are two numbers from 1 to 5 for which that number times the level is more than 5,",
        ),
    ],
)
def test_some_numbers_inside_a_sum(condition: str, words: str) -> None:
    assert words in said(f"if {condition}: add 1 to p.points")


PLAIN_TOTAL = "the total, for every player, of that player's points plus the points of the player to that player's left"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("larger(level, height)", "the larger of the level and the height"),
        ("smaller(larger(p.points, 0), 3)", "the smaller of 3 and the larger of the player's points and 0"),
        (
            "larger(smaller(level, height), smaller(bid, step))",
            "the larger of (the smaller of the level and the height) and (the smaller of the bid and the step)",
        ),
        ("larger(3, larger(level, larger(bid, height)))", "the largest of 3, the level, the bid and the height"),
        ("smaller(smaller(level, larger(bid, 3)), 9)", "the smallest of the level, 9 and the larger of the bid and 3"),
        ("larger(level - height, 0)", "the larger of 0 and (the level minus the height)"),
        ("larger(level + 1, 3)", "the larger of 3 and one more than the level"),
        ("larger(level, height) + step", "the step plus the larger of the level and the height"),
        ("larger(level, height) - step", "(the larger of the level and the height) minus the step"),
        ("larger(level, height) * step", "(the larger of the level and the height) times the step"),
        ("larger(level, height) / 3", "(the larger of the level and the height) divided by 3 (rounded down)"),
        (
            "larger(size of (p.hand except pile), level)",
            "the larger of the level and the number of cards of the player's hand except the pile",
        ),
        (
            "larger(total (q.points + q.boxes) for q in players, level)",
            (
                "the larger of (the total, for every player, of that player's points plus that player's boxes) and the "
                "level"
            ),
        ),
        ("total (q.points + q.left.points) for q in players", PLAIN_TOTAL),
        (
            "(total (q.points + q.boxes) for q in players) - level",
            "(the total, for every player, of that player's points plus that player's boxes) minus the level",
        ),
        (
            "(number of q in players where q.boxes > 3) + level",
            "the level plus the number of players who have more than three boxes",
        ),
        (
            "larger(level, height) + step + (1 if alone otherwise 0)",
            "the step plus the larger of the level and the height, plus 1 if “alone” applies",
        ),
    ],
)
def test_larger_and_smaller_numbers_can_be_read_in_one_way(value: str, words: str) -> None:
    assert f"set the bid to {words}." in said(f"set bid to {value}")
