"""Scripts expect the values of defines, as they expect those of variables."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.replay.events import Ended

RULES = """\
game "Mini"
language 1
players 4, partners opposite
deck 2 3 4 A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
define best means highest points
define leader means first p in players where p.points = best
define double(p: player) means 2 * p.points
define side(t: team) means total points_of(p) for p in t.players
define points_of(p: player) means p.points
define both(p: player, n: number) means p.points + n
define never_used means 7
define limit means 9
define rich means (the p in players where p.points > 6).points
main
    for p in players
        if highest points > 6 and rich > 90: add 1 to p.points
        p chooses
            "bid {n}" for n in 1..limit where both(p, n) > best or n = 1
                add n to p.points
                if p.double > 12 or p.team.side > 20: add 1 to p.points
            "pass" if leader is none or leader != p
    game over, won by the player with highest points
"""
SCRIPT = "hoyle play 1\ngame mini\nplayers Ann, Bob, Cid, Dot\nAnn: bid 3\nBob: bid 5\n"


@pytest.fixture
def near(tmp_path: Path) -> Path:
    (tmp_path / "mini.hoyle").write_text(RULES, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "said",
    ["best: 5", "leader: Bob", "double of Bob: 10", "double: Ann 6, Bob 10", "side of Ann and Cid: 3", "limit: 9"],
)
def test_what_holds_is_held(replayed, near, said: str) -> None:
    events = replayed(f"{SCRIPT}expect {said}\nCid: pass\nDot: pass\n", near)
    assert isinstance(events[-1], Ended)


@pytest.mark.parametrize(
    ("said", "code", "message"),
    [
        ("best: 4", "E1060", "best is 5, not 4"),
        ("double of Bob: 11", "E1060", "double of Bob is 10, not 11"),
        ("double: 11", "E1048", "each player has a `double` of its own"),
        ("best of Bob: 5", "E1048", "`best` belongs to nobody in particular"),
        ("leader: five", "E1067", None),
        ("both: 5", "E1066", None),
        ("bestt: 5", "E1066", None),
        ("double of Zoe: 5", "E1035", None),
        ("rich: 5", "E1060", "rich is nothing, not 5"),
    ],
)
def test_what_does_not_hold_or_means_nothing_is_reported(
    wrong, near, said: str, code: str, message: str | None
) -> None:
    found = wrong(f"{SCRIPT}expect {said}\nCid: pass\nDot: pass\n", near)
    assert found.code == code
    if message is not None:
        assert message in found.message


def test_of_a_define_that_play_does_not_use_the_help_says_so(wrong, near) -> None:
    found = wrong(f"{SCRIPT}expect never_used: 7\n", near)
    assert (found.code, found.span.text) == ("E1066", "never_used")
    assert found.help is not None
    assert "is a define, but play does not use it" in found.help
