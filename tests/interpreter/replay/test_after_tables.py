"""`after` names tables, too: what they say themselves, what the phases do that they call, and tables within tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.replay.events import Commented, Ended, Held

RULES = """\
game "Mini"
language 1
players 2
deck 2 3 4 A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
    bonus of each player: number
    deals: number
main
    repeat until deals = 2
        for p in players
            p chooses
                "bid {n}" for n in 1..3
                    set p.points to n
        for p in players: score(p)
        add 1 to deals
        set points of each player to 0
        set bonus of each player to 9
    game over, won by the player with highest points, otherwise shared
table score(p: player)
    p.points > 2  -> add 10 to p.points, pay(p)
    p.points = 2  -> add 5 to p.points, extra(p)
    otherwise     -> nothing
phase pay(p: player)
    set p.bonus to 1
table extra(p: player)
    p.points > 6 -> set p.bonus to 2
    otherwise    -> nothing
"""
SCRIPT = "hoyle play 1\ngame mini\nplayers Ann, Bob\nAnn: bid {}\nBob: bid {}\nafter {}\n  expect {}\n"


@pytest.fixture
def near(tmp_path: Path) -> Path:
    (tmp_path / "mini.hoyle").write_text(RULES, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("ann", "bob", "table", "said"),
    [
        (1, 3, "score", "points: Ann 1, Bob 13"),
        (3, 1, "score", "points: Ann 13, Bob 1"),
        (1, 3, "score", "bonus: Ann 0, Bob 1"),
        (1, 2, "score", "bonus: Ann 0, Bob 2"),
        (1, 2, "extra", "bonus: Ann 0, Bob 2"),
        (2, 1, "extra", "points: Ann 7, Bob 1"),
        (1, 1, "Score", "deals: 0"),
    ],
)
def test_a_table_has_ended_with_what_it_did(replayed, near, ann: int, bob: int, table: str, said: str) -> None:
    events = replayed(SCRIPT.format(ann, bob, table, said), near)
    assert isinstance(events[-1], Ended)


def test_each_expectation_after_a_table_is_held_in_the_state_there(replayed, near) -> None:
    below = "points: Ann 1, Bob 13\n  # and more\n  expect bonus: Ann 0, Bob 1\n  expect deals: 0"
    events = replayed(SCRIPT.format(1, 3, "score", below) + "expect deals: 1\n", near)
    held = [event for event in events if isinstance(event, Held)]
    assert isinstance(events[-1], Ended)
    assert [one.step.span.text for one in held] == [
        "expect points: Ann 1, Bob 13", "expect bonus: Ann 0, Bob 1", "expect deals: 0", "expect deals: 1",
    ]  # fmt: skip
    assert held[0].state == held[1].state == held[2].state != held[3].state
    assert events[-1].expectations == 4
    assert [event.text for event in events if isinstance(event, Commented)] == ["and more"]


def test_what_comes_after_a_table_is_not_in_it(wrong, near) -> None:
    found = wrong(SCRIPT.format(1, 3, "score", "points: Ann 0, Bob 0"), near)
    assert found.code == "E1060"


def test_a_table_that_was_not_reached_has_not_ended(wrong, near) -> None:
    assert wrong(SCRIPT.format(1, 3, "extra", "deals: 0"), near).code == "E1069"


def test_a_name_that_is_neither_a_phase_nor_a_table_lists_both(wrong, near) -> None:
    found = wrong(SCRIPT.format(1, 3, "scored", "deals: 0"), near)
    assert (found.code, found.help) == ("E1068", "did you mean `score`?")
