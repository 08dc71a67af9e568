"""Expectations about a choice while the player still has a forced choice to make."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.replay.events import Ended

RULES = """\
game "Mini"
language 1
players 2
deck 2 3 4
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
main
    for p in players
        p chooses
            "draw"
                add 1 to p.points
        p chooses
            "bid {n}" for n in 1..3
                add n to p.points
            "pass"
    game over, won by the player with highest points
"""
SCRIPT = "hoyle play 1\ngame mini\nplayers A, B\n"


@pytest.fixture
def near(tmp_path: Path) -> Path:
    (tmp_path / "mini.hoyle").write_text(RULES, "utf-8")
    return tmp_path


def test_what_is_legal_after_a_forced_choice_is_legal(replayed, near) -> None:
    events = replayed(f"{SCRIPT}expect legal A: bid 2\nA: bid 2\nB: pass\n", near)
    assert isinstance(events[-1], Ended)


def test_what_is_not_legal_after_it_either_is_refused(wrong, near) -> None:
    found = wrong(f"{SCRIPT}expect legal A: bid 4\n", near)
    assert found.code.startswith("E10")
    assert found.span.text == "bid 4"


def test_a_later_choice_proves_nothing_before_a_forced_one(wrong, near) -> None:
    found = wrong(f"{SCRIPT}expect illegal A: bid 2\nA: bid 2\n", near)
    assert (found.code, found.span.text) == ("E1051", "bid 2")
    assert found.help == "here A has only one choice, `draw`: write that line first, then what is expected"


def test_a_choice_that_the_rules_exclude_is_still_illegal(replayed, wrong, near) -> None:
    events = replayed(f"{SCRIPT}A: draw\nexpect illegal A: bid 4\nexpect illegal B: draw\nA: pass\nB: pass\n", near)
    assert isinstance(events[-1], Ended)
    assert wrong(f"{SCRIPT}A: draw\nexpect illegal A: bid 3\n", near).code == "E1064"


def test_a_slip_behind_a_forced_choice_is_no_mistake_of_the_turn(wrong, near) -> None:
    found = wrong(f"{SCRIPT}A: bid 2\nB: bit 2\n", near)
    assert (found.code, found.span.text, found.help) == (
        "E1051", "bit 2", "did you mean `bid 2`? legal are: `bid 1`, `bid 2`, `bid 3`, `pass`"
    )  # fmt: skip
    found = wrong(f"{SCRIPT}A: bid 2\nB: bid 2\nA: pass\n", near)
    assert found.code == "E1053"


def test_the_forced_choice_of_another_player_is_a_mistake_of_the_turn(wrong, near) -> None:
    assert wrong(f"{SCRIPT}B: draw\n", near).code == "E1050"
