"""The exact text of written scripts, and small details of reading."""

from __future__ import annotations

import json

import pytest

from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.writer import write_text

TEXT = """\
hoyle play 1

game texas_euchre
title The worked round
players A, B, C, D, E
seed 3

# one note
# another
first dealer E
hand A: K♣ K♦
pile stock: 2♣
A: lay K♣

# then
B: throw down
trick: A 2♣, B 3♣, won by B
what if better
  B: lay 2♣
expect points of A: 76
"""


def test_a_script_in_canonical_form_is_written_unchanged() -> None:
    script, problems = parse_script(TEXT, "x.play")
    assert script is not None, problems
    assert write_text(script) == TEXT


def test_a_choice_that_could_be_read_as_a_deal_is_marked() -> None:
    """`hand A: …` is a deal.  If a player has the name `hand A`, it could also be that player's choice."""
    for players, line in (("A, B", "hand A: K♣"), ("hand A, B", "deal hand A: K♣")):
        text = f"hoyle play 1\n\ngame whist\nplayers {players}\n\n{line}\n"
        script, problems = parse_script(text, "x.play")
        assert script is not None, problems
        assert isinstance(script.games[0].steps[0], m.DealtCards)
        assert write_text(script) == text


@pytest.mark.parametrize(
    "head", [{}, {"title": m.SpannedText("Ours")}, {"seed": 0}, {"players": (m.SpannedText("A"),)}]
)
def test_notes_of_a_game_without_a_head_become_its_first_steps(head: dict[str, object]) -> None:
    game = m.ScriptedGame(ruleset=m.SpannedText("whist"), notes=("well",), **head)
    assert game.normal() == (game if head else m.ScriptedGame(ruleset=m.SpannedText("whist"), steps=(m.Note("well"),)))


def test_many_side_lines_may_follow_each_other() -> None:
    """Only the depth of side lines inside side lines is limited."""
    line = {"do": "what_if", "steps": [{"do": "choice", "by": "B", "choice": "lay 2♣"}]}
    data = {"play": 1, "games": [{"ruleset": "whist", "steps": [line] * 20}]}
    script, problems = parse_script(json.dumps(data), "x.json")
    assert script is not None, problems
    assert len(script.games[0].steps) == 20
