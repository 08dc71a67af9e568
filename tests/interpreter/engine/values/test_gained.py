"""`gained` in invariants: the change of a variable since the start of a phase."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Fault

REMEMBER = """
    pot: number
    p: player
    points of each player: number
"""

ROUND = """
phase round(n: 0..9)
    add n to pot
    {ask}add n to p.points
    add 1 to p.left.team.trumps
after round: {test}
"""
ASK = 'p chooses\n        "go"\n            subtract 1 from p.right.points\n    '


@pytest.mark.parametrize("ask", ["", ASK], ids=["at once", "asking"])
@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("pot gained = 3", True),
        ("pot gained = pot", False),
        ("p.points gained = 3", True),
        ("p.left.points gained = 0 and p.right.points gained in -1 .. 0", True),
        ("total points gained = 3 + lowest points gained", True),
        ("highest points gained = 3", True),
        ("highest points gained < 3", False),
        ("every q in players has q.points gained <= 3", True),
        ("(number of q in players where q.points gained = 3) = 1", True),
        ("total points gained of p.opponents <= 0", True),
        ("total trumps gained = 1 and p.team.trumps gained = 0", True),
        ("p.team.trumps gained = 1", False),
        ("2 * pot gained = 6", True),
        ("p.points gained = p.points", False),
    ],
)
def test_invariants_about_gains(play, ask, test, holds) -> None:
    main = "set pot to 10\nset p.points to 5\nround(3)\nset p to p.left\nset p.points to 7\nround(3)"
    parts = {
        "more": ROUND.format(ask=ask, test=test),
        "remember": REMEMBER + "    trumps of each team: number\n",
        "players": "4, partners opposite",
    }
    if holds:
        table = play(main, *(["go", "go"] if ask else []), **parts)
        assert table.over
    else:
        with pytest.raises(Fault, match="this must hold"):
            play(main, *(["go"] if ask else []), **parts)


def test_a_phase_started_again_measures_gains_from_there(play) -> None:
    more = """
phase round
    p chooses
        "go"
            add 5 to pot
        "again"
            add 1 to pot
            start round again
after round: pot gained = 5
"""
    table = play("round", "again", "again", "go", more=more, remember=REMEMBER)
    assert table.over
    assert table.var("pot") == 7


def test_a_phase_inside_an_incident_measures_its_own_gains(play) -> None:
    more = """
phase round
    add 1 to pot
    p chooses
        "go"
            add 5 to pot
after round: pot gained = depth
incident "more" during round
    set depth to 6
    round
    set depth to 12
"""
    remember = REMEMBER + "    depth: number\n"
    table = play("set depth to 6\nround", more=more, remember=remember)
    assert table.declare().choose("go").choose("go").over
    assert table.var("pot") == 12


def test_gains_of_a_variable_of_the_phase_start_at_zero(play) -> None:
    more = """
remember during round
    taken: number
phase round
    add 2 to taken
after round: taken gained = 2 and taken = 2
"""
    assert play("round\nround", more=more, remember=REMEMBER).over


def test_after_main_is_checked_when_the_game_is_over_and_only_then(play) -> None:
    main, more = (
        "set pot to 1\nround(3)\nset pot to 7",
        ROUND.format(ask=ASK, test="pot < 9") + "after main: pot = {}\n",
    )
    parts = {"remember": REMEMBER + "    trumps of each team: number\n", "players": "4, partners opposite"}
    assert play(main, "go", more=more.format(7), **parts).over
    with pytest.raises(Fault, match="after `main` this must hold"):
        play(main, "go", more=more.format(8), **parts)
