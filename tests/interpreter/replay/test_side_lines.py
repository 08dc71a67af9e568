"""Side lines: played from a point of the game and checked, without an effect on the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.replay.events import Acted, Branched, Ended, ReplayEvent, Returned

HEAD = """hoyle play 1
game newberry_euchre
players A, B, C, D
first dealer A
hand B: 9♣ 10♣ A♦ K♦ Q♦
hand C: A♠ J♣ 10♠ J♠ A♥
hand D: Q♥ 9♠ 9♥ Q♣ J♥
hand A: 10♦ Q♠ J♦ 9♦ 10♥
deal turned: K♥
"""
SIDE_LINE = """what if "B passes"  # he might
  B: pass
  C: order up
  A: discard 9♦
  expect maker: C
  what if
    # a club is led
    B: play 9♣
    C: play J♣
    expect turn D
  expect turn B
  after order_up
    expect trump: hearts
"""
MAIN = """B: order up
A: discard 9♦
B: play 9♣
expect maker: B
C: play J♣
"""


def states(events: list[ReplayEvent]) -> list[object]:
    return [event.state for event in events if isinstance(event, Acted)]


def test_a_side_line_is_played_and_has_no_effect_on_the_game(replayed: Callable[[str], list[ReplayEvent]]) -> None:
    events = replayed(HEAD + SIDE_LINE + MAIN)
    depth, outside = 0, []
    for event in events:
        depth += isinstance(event, Branched)
        if not depth:
            outside.append(event)
        depth -= isinstance(event, Returned)
    assert depth == 0
    plain = replayed(HEAD + MAIN)
    assert states(outside) == states(plain)
    assert [type(event) for event in outside] == [type(event) for event in plain]
    branch, *_ = [event for event in events if isinstance(event, Branched)]
    back = [event for event in events if isinstance(event, Returned)][-1]
    assert branch.state == back.state
    end, plain_end = events[-1], plain[-1]
    assert isinstance(end, Ended)
    assert isinstance(plain_end, Ended)
    assert end.expectations == plain_end.expectations + 4
    assert end.drawn == plain_end.drawn


@pytest.mark.parametrize(
    ("old", "new", "code", "underlined"),
    [
        ("    C: play J♣", "    C: play A♠", "E1052", "play A♠"),
        ("  expect turn B", "  expect turn C", "E1061", "C"),
        ("    expect turn D", "    hand B: 9♣", "E1043", "hand"),
        ("    expect trump: hearts", "    expect trump: clubs", "E1060", "clubs"),
        ("B: order up", "B: play 9♣", "E1051", "play 9♣"),
        ("  expect maker: C\n", "  position play_hand\n    turn B\n", "E1070", "position play_hand"),
        ("    # a club is led\n    B: play 9♣\n    C: play J♣\n    expect turn D\n", "", "E1012", "what if"),
        ('what if "B', 'what "B', "E1005", ""),
    ],
)
def test_a_mistake_in_a_side_line_is_reported_there(
    wrong: Callable[[str], Diagnostic], old: str, new: str, code: str, underlined: str
) -> None:
    text = HEAD + SIDE_LINE + MAIN
    assert old in text
    found = wrong(text.replace(old, new, 1))
    assert (found.code, found.span.text) == (code, underlined)


def test_facts_about_later_cards_hold_in_side_lines_too(replayed: Callable[[str], list[ReplayEvent]]) -> None:
    head = "hoyle play 1\ngame crazy_eights\nplayers A, B\nfirst dealer A\npile stock: 4♠ 5♠\n"
    head += "hand B: ?? ?? ?? ?? ?? ?? ??\nhand A: ?? ?? ?? ?? ?? ?? ??\n"
    # The stock is given from its top.  The deal takes the top cards first.
    events = replayed(
        head + "expect turn B\nwhat if\n  B: draw, draws K♠\nwhat if\n  B: draw, draws Q♠\nB: draw, draws J♠\n"
    )
    assert isinstance(events[-1], Ended)


def test_indentation_decides_which_lines_belong_to_a_side_line() -> None:
    text = HEAD + "what if one\n\texpect turn B\n\twhat if two\n\t\texpect turn B\n\texpect turn B\nexpect turn B\n"
    script, problems = parse_script(text)
    assert script is not None, problems
    *_, side_line, last = script.games[0].steps
    assert isinstance(side_line, m.SideLine)
    assert [type(step) for step in side_line.steps] == [m.TurnExpectation, m.SideLine, m.TurnExpectation]
    assert isinstance(last, m.TurnExpectation)


def test_side_lines_are_nested_at_most_eight_deep() -> None:
    def nested(depth: int) -> str:
        return HEAD + "".join(" " * i + "what if\n" for i in range(depth)) + " " * depth + "expect turn B\n"

    assert parse_script(nested(8))[0] is not None
    for depth in (9, 2_000):
        script, problems = parse_script(nested(depth))
        assert script is None
        assert problems[0].code == "E1011"
    step = '{"do":"expect_turn","player":"B"}'
    for depth in range(1, 10):
        step = f'{{"do":"what_if","steps":[{step}]}}'
        script, problems = parse_script(f'{{"play":1,"games":[{{"ruleset":"whist","steps":[{step}]}}]}}')
        assert (script is not None) == (depth <= 8), problems
