"""Side lines: played from a point of the game and checked, without an effect on the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random

import pytest

from hoyle.dsl.loading import RULESETS
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script, read_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.copying import independent
from hoyle.interpreter.replay.events import Acted, Branched, Ended, ReplayEvent, Returned, mainline
from hoyle.interpreter.replay.replayer import Replay, _LineByLine

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


# ------------------------------------------------------------------------- generated side lines restore everything

ACTIONS = m.Answer, m.Trick, m.IncidentStep
SCRIPTS = sorted((RULESETS / "games").rglob("*.play"))


def with_side_line(game: m.ScriptedGame, dice: Random) -> m.ScriptedGame | None:
    """The game with a side line somewhere that plays a part of what follows there; None if there is no room for one."""
    begins = [i for i, step in enumerate(game.steps) if isinstance(step, ACTIONS)]
    if len(begins) < 2:
        return None
    at = dice.choice(begins)
    end = dice.choice([i for i in (*begins, len(game.steps)) if i > at])
    side_line = m.SideLine(None, game.steps[at:end], span=game.steps[at].span)
    return replace(game, steps=(*game.steps[:at], side_line, *game.steps[at:]), unplaced=None)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_game_goes_on_after_any_side_line_as_if_there_were_none(path: Path, rulesets: Rulesets) -> None:
    script, problems = read_script(path)
    assert script is not None, problems
    for number, game in enumerate(script.games[:3]):
        branched = with_side_line(game, Random(f"{path.stem} {number}"))
        if branched is None:
            continue
        opened = rulesets.for_script(game, path.parent)
        *plain, end = mainline(Replay(game, opened))
        run, kept, events = _LineByLine(branched, opened, Replay(game, opened)._guess()), [], []
        for event in run.events():
            events.append(event)
            if isinstance(event, Branched):
                kept.append((run.at, independent(run.at)))
            if isinstance(event, Returned):
                before, copy = kept.pop()
                assert run.at is before
                assert run.at == copy
        *others, other_end = mainline(events)
        assert others == plain
        assert isinstance(end, Ended)
        assert isinstance(other_end, Ended), other_end
        assert other_end == replace(end, choices=other_end.choices, expectations=other_end.expectations)
        assert other_end.choices > end.choices


def test_the_last_trick_of_a_side_line_is_not_the_last_trick_of_the_game(
    replayed: Callable[[str], list[ReplayEvent]], wrong: Callable[[str], Diagnostic]
) -> None:
    played = "B: order up\nA: discard 9♦\ntrick: B 9♣, C J♣, D Q♣, A Q♠, won by D\n"
    more = "what if\n  trick: D 9♠, A K♥, B 10♣, C A♠, won by A\n"
    assert isinstance(replayed(HEAD + played + more + "expect trick won by D\n")[-1], Ended)
    assert wrong(HEAD + played + more + "expect trick won by A\n").code == "E1065"


def changeable(value: object, found: dict[int, object]) -> dict[int, object]:
    """Every list, dictionary, set and changeable dataclass that a value holds, by its identity."""
    inner: Iterable[object] = ()
    if isinstance(value, dict):
        inner = value.values()
    elif isinstance(value, list):
        inner = value
    elif is_dataclass(value) and not value.__dataclass_params__.frozen:
        inner = [getattr(value, one.name) for one in fields(value)]
    elif not isinstance(value, set):
        return found
    found[id(value)] = value
    for one in inner:
        changeable(one, found)
    return found


def test_a_copy_of_the_progress_shares_nothing_that_can_change(rulesets: Rulesets) -> None:
    script, problems = parse_script(HEAD + SIDE_LINE + MAIN, "x.play")
    assert script is not None, problems
    game = script.games[0]
    run = _LineByLine(game, rulesets.for_script(game, None))
    for event in run.events():
        if isinstance(event, Branched | Acted):
            copy = independent(run.at)
            assert copy == run.at
            here, there = changeable(run.at, {}), changeable(copy, {})
            assert len(here) == len(there) > 10
            assert not here.keys() & there.keys()
            assert copy.chance.names is run.at.chance.names
