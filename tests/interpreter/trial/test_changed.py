"""The number of games in which a difference between two rule sets matters."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.pairing import PairedGames, PairSums
from hoyle.interpreter.batch.verdict import Verdict
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.trial.changed import came_up, changed_lines

RULES = """\
game "Once in a while"
language 1
players 2
deck A K Q J
option pays: 1..3 = 1 "points"
zones
    stock: face down
remember
    points of each player: number
define rare means pays + 3
main
    let p be a random player
    shuffle stock
    p chooses
        "one"
            add 1 to p.points
        "two"
            add pays to p.points
    score(p)
    game over, won by the player with highest points
table score(p: player)
    p.points < 1 -> add rare to p.points
    p.points = 1 -> add 1 to p.points
    p.points > 1 -> add 3 to p.points
"""


def compared(text: str = RULES, most: int = 100, **options: int):
    a, b = (load(Source("test", one)).game for one in (RULES, text))
    assert a is not None
    assert b is not None
    work = PairedGames(lower(a), lower(b, options), ("random",) * 2, 1)
    found = changed_lines(a, b, work)
    lines = found and tuple(sorted(number for _, number in side) for side in found)
    return work, lines, came_up(a, b, work, most)


def line(text: str) -> int:
    return next(i for i, one in enumerate(RULES.splitlines(), 1) if text in one)


def test_lines_that_use_a_changed_option_or_define_are_counted() -> None:
    _, lines, found = compared(pays=2)
    assert lines == ([line("add pays"), line("add rare")],) * 2
    assert found is not None
    assert 20 < found[0] < 80
    assert found[1] == 100


def test_a_changed_row_that_never_fires_is_not_counted() -> None:
    work, lines, found = compared(RULES.replace("add rare to", "subtract rare from"))
    assert lines == ([line("add rare")],) * 2
    assert found == (0, 100)
    sums = PairSums.of(2)
    sums.games = sums.deals = 100
    assert Verdict(work, sums, 100, came_up=found).sentence() == (
        "The changed lines never came up in 100 games with these players: nothing can be said of what they do."
    )
    sums.deals_otherwise = 1
    assert "never came up" not in Verdict(work, sums, 100, came_up=found).sentence()
    assert (
        Verdict(work, sums, 100, came_up=(6, 100))
        .sentence()
        .startswith("The changed lines came up in 6.0 % of games. ")
    )
    assert "in 12 % of the first 50 games. " in Verdict(work, sums, 100, came_up=(6, 50)).sentence()
    sums.deals_otherwise = 0
    came, then = Verdict(work, sums, 100, came_up=(100, 100)).sentence().split(". ", 1)
    assert came == (
        "The changed lines came up in 100 % of games, but nothing ended or was scored otherwise for that (a condition comes "
        "up when it is looked at)"
    )
    assert "changed nothing in 100 games" in then


def test_a_line_of_only_one_rule_set_is_counted() -> None:
    _, lines, found = compared(
        RULES.replace('        "two"', '        "three"\n            add 3 to p.points\n        "two"')
    )
    assert lines == ([], [line('"two"'), line('"two"') + 1])
    assert found is not None
    assert 10 < found[0] < 60


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("deck A K Q J", "deck A K Q J 10"),
        ("    score(p)\n", "    if p.points > 9: score(p)\n"),
        ("option pays: 1..3 = 1", "option pays: 1..3 = 1"),
    ],
)
def test_differences_that_are_not_in_countable_lines_are_not_counted(old: str, new: str) -> None:
    assert compared(RULES.replace(old, new))[1:] == (None, None)


INCIDENT = 'incident "slip" during score\n    add 1 to points of each player\n'


@pytest.mark.parametrize(
    ("before", "after", "only_a", "only_b"),
    [
        (INCIDENT, INCIDENT, [], []),
        (INCIDENT, "", [25, 26], []),
        ("", INCIDENT, [], [25, 26]),
        (INCIDENT, INCIDENT.replace("add 1", "add 2"), [26], [26]),
        (INCIDENT, INCIDENT.replace("during score", "during score  # as ever"), [], []),
    ],
)
def test_lines_of_incidents_are_counted(before: str, after: str, only_a: list[int], only_b: list[int]) -> None:
    a, b = (load(Source("test", one)).game for one in (RULES + before, RULES.replace("add 3 to", "add 9 to") + after))
    assert a is not None
    assert b is not None
    found = changed_lines(a, b, PairedGames(lower(a), lower(b), ("random",) * 2, 1))
    assert found is not None
    assert [sorted(number for _, number in side) for side in found] == [[24, *only_a], [24, *only_b]]


def test_a_name_that_nothing_reads_is_no_difference() -> None:
    text = RULES.replace("    score(p)\n", "    let q be {}\n    score(p)\n")
    a, b = (load(Source("test", text.replace("{}", one))).game for one in ("p", "p.left"))
    assert a is not None
    assert b is not None
    assert changed_lines(a, b, PairedGames(lower(a), lower(b), ("random",) * 2, 1)) is None
