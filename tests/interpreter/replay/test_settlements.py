"""`expect settlement points: A and C +1, B and D 0`: what the last deal has brought."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.replay.settlements import Settlements


def last_of(text: str) -> Ended | Failed:
    script, problems = parse_script(text, "test.play")
    assert script is not None, problems
    return Replay(script.games[0], Rulesets().for_script(script.games[0], Path())).checked()


@pytest.fixture(scope="module")
def deals() -> tuple[str, dict[str, int]]:
    """A script of three deals of Newberry Euchre, and what the third has brought."""
    game = hoyle.rules("newberry_euchre").start(11)
    before = after = dict(game["points"])
    for _ in range(3):
        before = dict(game["points"])
        while sum(dict(game["points"]).values()) == sum(before.values()):
            game.choose(0)
        after = dict(game["points"])
    return game.to_script(), {side: after[side] - before[side] for side in after}


def test_what_a_deal_has_brought(deals: tuple[str, dict[str, int]]) -> None:
    text, gains = deals
    assert sorted(gains.values())[-1] > 0
    said = ", ".join(f"{side} {gain:+d}" for side, gain in gains.items())
    done = last_of(f"{text}expect settlement points: {said}\n")
    assert isinstance(done, Ended), done
    assert done.expectations >= 1
    for side, gain in gains.items():
        failed = last_of(f"{text}expect settlement points of {side}: {gain + 1}\n")
        assert isinstance(failed, Failed)
        assert failed.diagnostic.code == "E1060"
        assert f"is {gain:+d}, not {gain + 1:+d}" in failed.diagnostic.message


def test_only_scores_are_settled(deals: tuple[str, dict[str, int]]) -> None:
    failed = last_of(f"{deals[0]}expect settlement dealer: 1\n")
    assert isinstance(failed, Failed)
    assert failed.diagnostic.code == "E1067"


def test_nothing_is_settled_before_a_deal_has_ended() -> None:
    failed = last_of("hoyle play 1\ngame newberry_euchre\nseed 3\n\nexpect settlement points: A and C 0\n")
    assert isinstance(failed, Failed)
    assert "not settled yet" in failed.diagnostic.message


def test_a_side_line_has_settlements_of_its_own(deals: tuple[str, dict[str, int]]) -> None:
    text, gains = deals
    said = ", ".join(f"{side} {gain:+d}" for side, gain in gains.items())
    more = f"what if\n  expect settlement points: {said}\nexpect settlement points: {said}\n"
    done = last_of(text + more)
    assert isinstance(done, Ended), done


SETTLED, OTHER, INSIDE = "expect settlement points: A +1", "A: pass", "what if"


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ([OTHER], False),
        ([OTHER, SETTLED], True),
        ([INSIDE, f"  {OTHER}"], False),
        ([INSIDE, f"  {OTHER}", OTHER, INSIDE, f"  {OTHER}", f"  {SETTLED}"], True),
        ([INSIDE, f"  {SETTLED}", OTHER, INSIDE, f"  {OTHER}"], True),
        ([INSIDE, f"  {OTHER}", f"  {INSIDE}", f"    {OTHER}", f"    {SETTLED}"], True),
        ([INSIDE, f"  {OTHER}", f"  {INSIDE}", f"    {OTHER}"], False),
    ],
)
def test_a_story_is_followed_if_any_line_expects_a_settlement(lines: list[str], asked: bool) -> None:
    script, problems = parse_script("hoyle play 1\ngame newberry_euchre\n\n" + "\n".join(lines) + "\n", "test.play")
    assert script is not None, problems
    names = Rulesets().for_script(script.games[0], Path()).names
    assert bool(Settlements(script.games[0], names).stories) is asked
