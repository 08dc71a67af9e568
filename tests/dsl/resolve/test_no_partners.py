"""Partners where the game has none: the message has the line about players that works."""

from __future__ import annotations

import re

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source

GAME = """\
game "Sides"
{players}
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    points of each team: number
main
    shuffle every card into stock
    deal 1 from stock to hand of each player
    for p in players: add 1 to p.team.points
    game over, won by the team with highest points
"""
LINE = re.compile(r"write `((?:replace )?players [^`]+)`")


def missing(text: str) -> list[Diagnostic]:
    """What is said of partners that are missing."""
    return [d for d in load(Source("sides", text)).diagnostics if d.code == "E0416"]


def advised(found: list[Diagnostic]) -> str:
    """The line to write, which only one message has."""
    (line,) = (match[1] for one in found if (match := LINE.search(one.help or "")))
    return line


@pytest.mark.parametrize(
    ("players", "line"),
    [
        ("players 4", "players 4, partners opposite"),
        ("players 3", "players 3 or 4 = 3, partners opposite with 4"),
        ("players 2", "players 2 or 4 = 2, partners opposite with 4"),
        ("players 3..6 = 5", "players 3..6 = 5, partners opposite with 4 or 6"),
        ("players 2 or 3 = 3, counterclockwise", "players 2 or 3 or 4 = 3, partners opposite with 4, counterclockwise"),
        ("players 5..7", "players 5..7, partners opposite with 6"),
    ],
)
def test_in_a_game(players: str, line: str) -> None:
    found = missing(GAME.format(players=players))
    assert len(found) > 1
    assert advised(found) == line
    loaded = load(Source("sides", GAME.format(players=line)))
    assert loaded.game is not None
    assert loaded.diagnostics == ()


@pytest.mark.parametrize(
    ("base", "players", "line"),
    [
        ("spades", "players 3", "players 3 or 4 = 3, partners opposite with 4"),
        ("spades", "players 2 or 3 = 2", "players 2 or 3 or 4 = 2, partners opposite with 4"),
        ("spades", "players 4", "players 4, partners opposite"),
        ("pitch", "players 3..6 = 5", "players 3..6 = 5, partners opposite with 4"),
        ("sueca", "players 3, counterclockwise", "players 3 or 4 = 3, partners opposite with 4, counterclockwise"),
    ],
)
@pytest.mark.parametrize("beside", ["", "replace remember\n    points of each team: number\n"])
def test_in_a_variant_it_is_said_once(base: str, players: str, line: str, beside: str) -> None:
    head = f'variant "Sides" of {base}\n'
    found = missing(f"{head}{beside if base == 'spades' else ''}replace {players}\n")
    below = [one for one in found if one.message.startswith("with this change")]
    assert len(below) == 1
    assert below[0].span.text == f"replace {players}"
    assert len(below[0].notes) > 1
    assert advised(below) == f"replace {line}"
    assert missing(f"{head}{advised(below)}\n") == []


def test_in_a_variant_of_a_game_without_partners() -> None:
    text = 'variant "Sides" of hearts\nadd remember\n    tally of each team: number\n'
    found = missing(text)
    assert advised(found).startswith("replace players ")
    assert missing(f"{text}{advised(found)}\n") == []
