"""The end of a game compared with the expectations of a script, and choices that a script expects to be illegal."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.replay.events import Ended

from ..conftest import Replayed, Wrong

RULES = """game "Sums"
language 1
players 2
deck 7 8 9
zones
    stock: face down
remember
    points of each player: number
main
    for p in players
        p chooses
            "take one"
                add 1 to p.points
            "take two"
                add 2 to p.points
    game over, won by the player with highest points, otherwise shared
"""
HEAD = "hoyle play 1\ngame ./sums.hoyle\nplayers A, B\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sums.hoyle").write_text(RULES, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("last", "over"),
    [
        ("two", "expect game over, won by B"),
        ("two", "expect game over"),
        ("one", "expect game over, won by A and B"),
    ],
)
def test_a_game_ends_as_expected(replayed: Replayed, folder: Path, last: str, over: str) -> None:
    end = replayed(f"{HEAD}A: take one\nB: take {last}\n{over}\n", folder)[-1]
    assert isinstance(end, Ended)
    assert end.expectations == 1


@pytest.mark.parametrize(
    ("last", "over", "underlined"),
    [("two", "won by A", "A"), ("two", "won by A and B", "A and B"), ("one", "won by B", "B"), ("two", "a draw", None)],
)
def test_another_player_has_won(wrong: Wrong, folder: Path, last: str, over: str, underlined: str | None) -> None:
    found = wrong(f"{HEAD}A: take one\nB: take {last}\nexpect game over, {over}\n", folder)
    assert found.code == "E1063"
    assert underlined is None or found.span.text == underlined
    assert ("A and B" if last == "one" else "B") in found.message


@pytest.mark.parametrize(
    ("otherwise", "last", "over", "message"),
    [
        ("shared", "two", "won by A", "the game is won by B, not by A"),
        ("shared", "two", "a draw", "the game is won by B, not a draw"),
        ("a draw", "one", "won by A and B", "the game is a draw, not won by A and B"),
    ],
)
def test_a_draw_is_said_as_such(
    wrong: Wrong, tmp_path: Path, otherwise: str, last: str, over: str, message: str
) -> None:
    (tmp_path / "sums.hoyle").write_text(RULES.replace("shared", otherwise), encoding="utf-8")
    found = wrong(f"{HEAD}A: take one\nB: take {last}\nexpect game over, {over}\n", tmp_path)
    assert found.message == message


def test_the_game_is_not_over(wrong: Wrong, folder: Path) -> None:
    assert wrong(f"{HEAD}A: take one\nexpect game over\n", folder).code == "E1062"


@pytest.mark.parametrize(("said", "help"), [("take on", "did you mean `take one`?"), ("xyz", None)])
def test_a_misspelled_choice_does_not_count_as_illegal(wrong: Wrong, folder: Path, said: str, help: str | None) -> None:
    found = wrong(f"{HEAD}expect illegal A: {said}\nA: take one\n", folder)
    assert (found.code, found.help) == ("E1051", help)


def test_some_of_the_legal_choices_are_listed(wrong: Wrong, worked_round: str, folder: Path) -> None:
    many = wrong(worked_round.replace("B: lay 2♣, draws 4♥", "B: throw down", 1))
    assert many.help is not None
    assert many.help.startswith("legal are: `")
    assert many.help.split(" and ")[-1].removesuffix(" more").isdigit()
    few = wrong(f"{HEAD}A: take three\n", folder)
    assert few.help is not None
    assert few.help.endswith("legal are: `take one`, `take two`")


def test_a_failed_expectation_after_a_phase_names_a_rule_that_ran_before_its_end(wrong: Wrong, tmp_path: Path) -> None:
    rules = RULES.replace("    game over", "    first_count\n    set points of each player to 0\n    game over") + (
        "phase first_count\n    for p in players: add 1 to p.points\n"
    )
    (tmp_path / "sums.hoyle").write_text(rules, encoding="utf-8")
    found = wrong(f"{HEAD}A: take one\nB: take two\nafter first_count\n    expect points: A 9\n", tmp_path)
    (note,) = [span for span, text in found.notes if text == "last changed by this rule"]
    assert note.text == "add 1 to p.points"


@pytest.mark.parametrize(
    ("line", "plays"),
    [
        ("D 2♥ A K♥ B 6♥ C 5♥", "D 2♥, A K♥, B 6♥, C …"),
        ("D 2♥ A K♥ B 6♥ C 5♥ won by A", "D 2♥, A K♥, B 6♥, C 5♥"),
        ("Eve 2♥, A K♥", None),
        ("D 2♥ Eve K♥ B 6♥", None),
    ],
)
def test_plays_without_commas_are_no_name(wrong: Wrong, line: str, plays: str | None) -> None:
    found = wrong(f"hoyle play 1\ngame whist\ntrick: {line}\n")
    assert found.code == "E1035"
    assert (found.help == f"commas stand between the plays: `{plays}`") == (plays is not None)
