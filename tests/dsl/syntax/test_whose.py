"""Whose something is, is said by the file: what is advised for teams, for rows of tables and for the end of a game."""

from __future__ import annotations

import re

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source

GAME = """\
game "Whose"
language 1
players 4, partners opposite
deck 7 8 9 10 J Q K A
option target: 5..20 = 15 "points that win"
zones
    stock: face down
remember
    bidder: player
    stake: number
    folded: players
    points of each player: number
    score of each team: number
main
    shuffle every card into stock
    set bidder to a random player
    set folded to {bidder}
    set stake to target / 3
    scoring
    for p in folded: add stake to p.points
    {line}
    game over, won by the player with highest points
table scoring
    {row}
    otherwise -> nothing
"""
ROW = "stake >= 3 -> add 1 to bidder.team.score"


def _errors(text: str) -> list[Diagnostic]:
    return [one for one in load(Source("whose.hoyle", text)).diagnostics if one.severity == "error"]


def _game(line: str, row: str = ROW) -> str:
    return GAME.replace("{line}", line).replace("{row}", row)


@pytest.mark.parametrize(
    ("said", "better"),
    [
        ("a team has score >= target", "any t in teams has t.score >= target"),
        ("any team has score >= target", "any t in teams has t.score >= target"),
        ("any team has points >= target", "any p in players has p.points >= target"),
        ("a player has score >= target", "any t in teams has t.score >= target"),
        ("a team has at least 15 score", "any t in teams has t.score >= 15"),
        ("a team has target score", "any t in teams has t.score >= target"),
        ("a team has 15 score", "any t in teams has t.score >= 15"),
        ("score of any team >= target", "any t in teams has t.score >= target"),
        ("number of teams with score > 3 = 2", "(number of t in teams where t.score > 3) = 2"),
    ],
)
def test_what_belongs_to_teams_is_asked_of_teams(said: str, better: str) -> None:
    loop = "repeat until {0}\n        for side in teams: add 1 to side.score\n        add 1 to points of each player"
    (problem,) = _errors(_game(loop.replace("{0}", said)))
    assert problem.code == "E0207"
    (advised,) = re.findall("`(.*)`", problem.help or "")
    assert said.replace(problem.span.text, advised) == better
    assert _errors(_game(loop.replace("{0}", better))) == []


@pytest.mark.parametrize(
    ("row", "better"),
    [
        ("if stake >= 3: add 1 to bidder.team.score", ROW),
        ("if stake >= 3 then add 1 to bidder.team.score", ROW),
        ("when stake >= 3: add 1 to bidder.team.score", ROW),
        ("otherwise if stake >= 3 -> add 1 to bidder.team.score", ROW),
    ],
)
def test_a_row_of_a_table_has_an_arrow(row: str, better: str) -> None:
    problem = _errors(_game("nothing", row))[0]
    assert problem.help == f"write `{better}`"
    assert _errors(_game("nothing", better)) == []


def test_a_row_of_a_table_has_no_block() -> None:
    problem = _errors(_game("nothing", "if stake >= 3\n        add 1 to bidder.team.score"))[0]
    assert problem.help == "a row has an arrow and no `if`: `stake >= 3 -> …`"


@pytest.mark.parametrize("said", ["the player not in folded", "player not in folded", "the last player not in folded"])
def test_who_is_left_wins(said: str) -> None:
    text = _game("nothing").replace("the player with highest points", said)
    (problem,) = _errors(text)
    better, define = re.findall("`(.*?)`", problem.help or "")
    assert better == "game over, won by the player with highest stays"
    text = text.replace(f"game over, won by {said}", better)
    assert _errors(f"{text}{define}\n") == []


def test_what_the_file_does_not_name_is_counted_or_is_a_set() -> None:
    (problem,) = _errors(_game("if number of kings = 2: add 1 to stake"))
    assert problem.help == (
        "say which are counted, `number of c in p.hand where …`; how many are in a set is `size of kings`"
    )
