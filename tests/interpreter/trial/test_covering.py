"""The short run meets every number of players, every preset and every value of every option; the cache; the long run."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.fuzz.settings import PLAYERS, default_row, tried_values
from hoyle.interpreter.trial.cached import PASSED, PassedRuns
from hoyle.interpreter.trial.report import found_in_play
from hoyle.interpreter.trial.settings import programs
from hoyle.interpreter.trial.thorough import found_in_long_play

from ...small_rules import game_of, small_rules

OPTIONS = """\
option share: 0..9 = 3     "points that are divided"
option ends: early or late = late
option sharing: yes or no = no "works only if the game ends early\""""


def rules(cards: str = "3", value: str = "1", require: str = "", players: str = "2..4") -> str:
    act = f"add {value} to p.points"
    return small_rules(players=players, head=f"{OPTIONS}\n{require}", cards=cards, act=act)


def game(**parts: str) -> CheckedGame:
    return game_of(rules(**parts))


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_everything_that_can_be_set_is_played(name: str) -> None:
    found = load(name).game
    assert found is not None
    played = [default_row(found), *(row for row, _ in programs(found))]
    assert {row[PLAYERS] for row in played} == set(found.counts)
    for option in found.options:
        assert {row[option.name] for row in played} >= set(tried_values(option)), option.name
    for title, preset in found.presets:
        assert any(all(row[option.name] == value for option, value in preset) for row in played), title


def test_values_that_do_not_go_together_are_played_one_by_one() -> None:
    found = game(require='require not sharing or ends = early "sharing needs an early end"')
    rows = [row for row, _ in programs(found)]
    assert {row["share"] for row in rows} | {3} >= set(tried_values(found.options[0]))
    assert all(not row["sharing"] or row["ends"] == 0 for row in rows)


@pytest.mark.parametrize(
    ("text", "said", "code"),
    [
        ({"value": "12 / (number of players - 3)"}, "with 3 players: ", "E1203"),
        ({"value": "12 / share"}, "with share 0: ", "E1203"),
        ({"value": "12 / (0 if ends = early otherwise 1)"}, "with ends early: ", "E1203"),
    ],
)
def test_a_fault_names_only_the_settings_that_it_needs(text, said, code) -> None:
    (found,) = found_in_play(game(**text))
    assert found.code == "E1303"
    assert said in found.message
    assert f"explain {code}" in (found.help or "")


# ------------------------------------------------------------------------------------------------------------- cache


def test_rules_that_passed_are_known_by_their_text(tmp_path: Path) -> None:
    passed = PassedRuns("1", tmp_path / "made" / "when" / "needed")
    assert not passed.has(game())
    passed.add(game())
    assert passed.has(game())
    assert not passed.has(game(value="2"))
    assert not PassedRuns("2", passed.folder).has(game())


@pytest.mark.parametrize("content", [b"", b"found nothing", PASSED.encode()[:-1], b"\xff\xfe" * 100])
def test_a_damaged_file_of_the_cache_is_as_if_it_were_not_there(tmp_path: Path, content: bytes) -> None:
    passed = PassedRuns("1", tmp_path)
    passed.add(game())
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    assert not passed.has(game())
    passed.add(game())
    assert passed.has(game())


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    passed = PassedRuns("1", tmp_path / "file" / "below")
    passed.add(game())
    assert not passed.has(game())


# ---------------------------------------------------------------------------------------------------------- long run


def test_a_long_run_tells_what_stops_a_game_and_what_never_comes_up() -> None:
    assert found_in_long_play(game(), seconds=1) == ()
    act = """if p.points > 100
                    add 7 to p.points
                otherwise: add 12 / share to p.points"""
    small = game_of(small_rules(head=OPTIONS, act=act))
    for seconds in (2, 8, 40):  # a slow machine plays fewer games in that time
        found = found_in_long_play(small, seconds)
        if any(one.severity == "error" for one in found):
            break
    assert {(one.code, one.severity, one.span.text) for one in found} == {
        ("E1303", "error", "12 / share"),
        ("N1306", "note", "add 7 to p.points"),
    }
    (note,) = (one for one in found if one.severity == "note")
    assert note.message.startswith("this statement never came up in ")


def test_players_who_always_take_the_most_find_that_a_pile_runs_out() -> None:
    """Six players who draw five cards each need thirty, and 28 are left: chance hardly ever comes there."""
    drawn = """
                "draw {n}" for n in 0..share
                    deal n from stock to p.hand"""
    text = rules(cards="4", players="2..6")
    text = text.replace("share: 0..9 = 3", "share: 0..5 = 1").replace("\n                move c to pile", drawn, 1)
    text = text.replace('            "play {c}" for c in p.hand\n', "").replace(
        "                add 1 to p.points\n", ""
    )
    text = text.replace(drawn, drawn.replace("                ", "            ", 1))
    (found,) = found_in_play(game_of(text))
    assert found.code == "E1303", found
    assert "6 players" in str(found)
