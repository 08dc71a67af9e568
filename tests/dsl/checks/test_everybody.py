"""A variant that takes players out of play is given the lines of its base that still count everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import load

BASE = """\
game "Least"
language 1
players 3..5
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    dealer: player
    points of each player: number
    laid of each player: number
main
    set dealer to a random player
    repeat 3 times
        gather every card into stock
        shuffle stock
        {deal}
        for p in players: turn_of(p)
        {pay}
        set dealer to dealer.left
    game over, won by the player with lowest points, otherwise shared
phase turn_of(p: player)
    p chooses
        "lay {{cs}}" for cs in 1..3 cards of p.hand
            move cs to pile
            set p.laid to size of cs
always total points < 100
"""
VARIANT = """\
variant "One rests" of least
add remember
    {how}
change main
    replace the line for p in players: turn_of(p)
        {rest}
        for p in players {without}: turn_of(p)
"""
FLAG = ("resting of each player: yes or no", "set dealer.resting to yes", "where not p.resting")
SET = ("resting: players", "set resting to {dealer}", "except resting")
SHOWN = ("resting: yes or no", "set resting to yes", "where p != dealer")


def places(
    folder: Path, marks: tuple[str, str, str], deal: str = "deal 5 from stock to hand of each player",
    pay: str = "nothing",
) -> list[str]:  # fmt: skip
    (folder / "least.hoyle").write_text(BASE.format(deal=deal, pay=pay), "utf-8")
    file = folder / "rests.hoyle"
    file.write_text(VARIANT.format(how=marks[0], rest=marks[1], without=marks[2]), "utf-8")
    found = [one for one in load(file).diagnostics if one.code == "N0936"]
    assert len(found) <= 1
    assert all(one.span.source.name == str(file) for one in found)
    return [f"{span.text}: {said}" for one in found for span, said in one.notes]


@pytest.mark.parametrize("marks", [FLAG, SET])
def test_lines_that_compare_deal_and_pay_are_listed(tmp_path: Path, marks: tuple[str, str, str]) -> None:
    assert places(tmp_path, marks, pay="for p in players: add 1 to p.points") == [
        "deal 5 from stock to hand of each player: this deals to all players",
        "players: this is done for all players",
    ]
    lowest = places(tmp_path, marks, pay="for p in players where p.laid = lowest laid: add 1 to p.points")
    assert lowest[1:] == ["lowest laid: this compares or counts all players"]


@pytest.mark.parametrize(
    "pay", ["set dealer.points to total points", "for p in players where p.laid > 1: add 1 to p.points", "nothing"]
)
def test_sums_filtered_loops_and_checks_are_not(tmp_path: Path, pay: str) -> None:
    one = "for p in players where p != dealer: deal 5 from stock to p.hand"
    assert places(tmp_path, FLAG, deal=one, pay=pay) == []


def test_a_variable_that_leaves_nobody_out_brings_no_note(tmp_path: Path) -> None:
    assert places(tmp_path, SHOWN) == []
