"""The comparison with programs that nobody here wrote: what it counts, how it keeps in step, and what it says if one is
missing.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from hoyle.interpreter.players import maker

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FOLDER)


@pytest.mark.parametrize(
    ("hand", "starter", "crib", "points"),
    [
        ("5H 5S 5D JC", "5C", False, 29),
        ("AH 6H 9H KH", "JH", False, 7),
        ("AH 6H 9H KH", "JS", False, 6),
        ("AH 6H 9H KH", "JS", True, 2),
        ("AH 6H 9H KH", "JH", True, 7),
        ("2H 4S 4C KD", "3C", False, 10),
        ("JC JH 9C KC", "3C", False, 3),
        ("2H 4S 6C 8D", "TS", False, 0),
    ],
)
def test_hands_of_cribbage_are_worth_what_the_rules_say(hand: str, starter: str, crib: bool, points: int) -> None:
    from bsd_cribbage import score

    assert score(hand.split(), starter, crib=crib) == points


def test_the_seat_is_asked_at_the_question_that_was_seen() -> None:
    from bsd_cribbage import THEM, US, Deal, OutOfStep, Seat
    from learned import program_of

    seat = Seat(program_of("cribbage"), maker("random"), 1)
    deal = Deal(THEM, (3, 7), ["4S", "7C", "8H", "9S", "TC", "QD"])
    away = seat.choose(deal)
    assert len(away) == 2
    assert {*away} <= {*deal.hand}
    deal.away, deal.starter = ["QD", "4S"], "4H"
    assert {*seat.choose(deal)} <= {"7C", "8H", "9S", "TC"}
    deal.plays = ["8H", "KD", "9S"]  # 27: neither can go on, and they begin anew
    with pytest.raises(OutOfStep, match="not our turn"):
        seat.choose(deal)
    deal.plays.append("2D")
    assert {*seat.choose(deal)} <= {"7C", "TC"}
    deal.plays.append("QD")
    with pytest.raises(OutOfStep, match="QD cannot be played"):
        seat.choose(deal)
    assert {US, THEM} == {*seat.starts}


def test_a_program_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import outside

    monkeypatch.setattr(sys, "argv", ["outside.py", "nothing"])
    needs = ("json", "no_such_package", "/no/such/program")
    monkeypatch.setitem(outside.COMPARISONS, "nothing", outside.Comparison(outside.against_bsd, 1, needs))
    assert outside.main() == outside.NOT_INSTALLED == 3
    assert capsys.readouterr().err == "not installed: /no/such/program, no_such_package\n"


@pytest.mark.skipif(
    not (Path("/usr/games/cribbage").exists() and find_spec("pyte") and find_spec("wasmtime")),
    reason="cribbage of the BSD games and pyte are not installed",
)
def test_a_game_against_the_cribbage_of_the_bsd_games_comes_to_its_end() -> None:
    from bsd_cribbage import games
    from learned import program_of

    ((ours, theirs),), given_up = games(program_of("cribbage"), maker("random"), 1, 1)
    assert max(ours, theirs) >= 121 > min(ours, theirs)
    assert given_up == 0
