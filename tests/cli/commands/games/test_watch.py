"""`hoyle replay --as` and `--step`: the view of one seat, and a game followed step by step on a terminal."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.loading import RULESETS

GAMES = RULESETS / "games"
ROUND = GAMES / "texas_worked_round.play"
Hoyle = Callable[..., Any]


def test_a_seat_sees_its_own_cards_and_no_others(hoyle: Hoyle) -> None:
    done = hoyle("replay", ROUND, "--as", "B")
    assert done.code == 0
    assert "  B   2♣ A♣ 10♦ J♥ 10♠" in done.lines
    assert "  C   5 cards" in done.lines
    assert "B: lay 2♣, draws 4♥" in done.lines
    assert "C: lay 6♦, draws 1 card" in done.lines
    assert "K♦ ✓" in done.out, "what was played lies open"
    assert "lines 73 to 204" not in done.out, "the author's words are left out"
    assert hoyle("replay", ROUND, "--as", "2").out == done.out
    assert hoyle("replay", ROUND, "--as", "B", "--ascii").out.isascii()


def test_the_reason_for_a_score_is_shown_for_a_statement_outside_tables(hoyle: Hoyle) -> None:
    done = hoyle("replay", GAMES / "kuhn_poker_bluff.play")
    said = r"[AB] \+\d, because there is a winner: the winner gains as many points as the total amount paid .*\(kuhn_poker\.hoyle:"
    assert any(re.match(said, line) for line in done.lines), "who, how much and why"


def test_a_forced_choice_is_marked_for_its_own_seat_only(hoyle: Hoyle) -> None:
    done = hoyle("play", "newberry_euchre", "--seed", "4", stdin=b"1\n" * 40)
    forced = [line for line in done.lines if line.endswith("(the only choice)")]
    assert forced
    assert all(line.startswith("A: ") for line in forced)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("D: lay 4♦ 5♣", "D: lay K♣", "E1052"),
        ("hand C: 6♦", "hand C: 2♣", "E1041"),
        ("expect hand of C: 3♣", "expect hand of C: 4♣", "E1060"),
        ("hand D: 5♥", "hand D: 55♥", "E10"),
    ],
)
def test_a_seat_learns_only_the_place_of_a_mistake(hoyle: Hoyle, tmp_path: Path, old: str, new: str, code: str) -> None:
    path = tmp_path / "x.play"
    text = ROUND.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    plain = hoyle("replay", path)
    assert plain.code == 1
    done = hoyle("replay", path, "--as", "A")
    assert done.code == 1
    assert f"x.play:{line}:1: error {code}" in done.out
    assert new not in done.out
    transcript = done.out[done.out.index("error E10") :]
    assert not re.search("[♠♥♦♣]", transcript)


def test_json_for_a_seat_hides_the_other_hands(hoyle: Hoyle, tmp_path: Path) -> None:
    done = hoyle("replay", ROUND, "--as", "B", "--format", "json")
    assert done.code == 0
    (game,) = json.loads(done.out)["scripts"][0]["games"]
    dealt, *_ = [event for event in game["events"] if event["item"] == "dealt" and event["zone"] == "hand"]
    assert {owner: "??" in cards for owner, cards in dealt["rows"]} == {"A": True, "B": False, "C": True, "D": True}
    assert (game["as"], game["ok"]) == ("B", True)
    text = Path(ROUND).read_text(encoding="utf-8")
    path = tmp_path / "x.play"
    path.write_text(text + "B: play 7♥\nE: what\n", encoding="utf-8")
    (tmp_path / "none.play").write_text("no script\n", encoding="utf-8")
    done = hoyle("replay", path, tmp_path / "none.play", "--as", "B", "--format", "json")
    assert done.code == 1
    one, other = json.loads(done.out)["scripts"]
    assert one["games"][0]["error"]["message"].startswith("something is wrong here")
    assert other["errors"][0]["code"] == "E1002"


def test_wrong_arguments_are_refused(hoyle: Hoyle, tmp_path: Path) -> None:
    done = hoyle("replay", ROUND, "--as", "Zoe")
    assert done.code == 2
    assert "nobody is called `Zoe`" in done.err
    assert "there are A, B, C, D" in done.err
    assert hoyle("replay", ROUND, "--as", "A", "--format", "junit").code == 2
    assert hoyle("replay", ROUND, "--html", "-", "--format", "json").code == 2
    assert "needs a terminal" in hoyle("replay", ROUND, "--step").err
    done = hoyle("replay", tmp_path / "none.play", "--as", "A")
    assert done.code == 2
    assert "there is no file" in done.err
    (tmp_path / "x.play").write_text("hoyle play 1\ngame none_such\n", encoding="utf-8")
    done = hoyle("replay", tmp_path / "x.play", "--as", "A")
    assert done.code == 1
    assert "none_such" in done.out


def test_keys_move_through_a_game(terminal: Callable[..., Any]) -> None:
    screen = terminal("replay", ROUND, "--step")
    first = screen.until("q quit")
    assert "1 of 37" in first
    assert "\x1b[?1049h" in first, "the screen is its own"
    screen.send(" ")
    assert "2 of 37, deal 1" in screen.until("q quit")
    screen.send("\x1b[C")
    screen.until("3 of 37")
    screen.until("q quit")
    screen.send("b")
    screen.until("2 of 37")
    screen.until("q quit")
    screen.send("t")
    assert "trick 1" in screen.until("q quit")
    screen.send("t")
    shown = screen.until("q quit")
    assert "trick 2" in shown
    assert "B takes the trick" in shown
    screen.send("T")
    screen.until("q quit")
    screen.send("d")
    assert "37 of 37, deal 1" in screen.until("q quit"), "the script is one deal: the next one is no part of it"
    screen.send("g")
    assert "1 of 37" in screen.until("q quit")
    screen.send("x")
    assert "1 of 37" in screen.until("q quit")
    screen.send("q")
    assert screen.end() == 0
    assert screen.shown.rstrip().endswith("\x1b[?25h"), "the cursor is back"
    assert "\x1b[?1049l" in screen.shown


def test_it_ends_after_the_last_picture_and_on_ctrl_c(terminal: Callable[..., Any]) -> None:
    screen = terminal("replay", ROUND, "--step")
    screen.until("q quit")
    screen.send("G")
    assert "37 of 37" in screen.until("q quit")
    screen.send(" ")
    assert screen.end() == 0
    screen = terminal("replay", ROUND, "--step")
    screen.until("q quit")
    screen.send("\x03")
    assert screen.end() == 130
    assert "\x1b[?1049l" in screen.shown
    assert "Traceback" not in screen.shown


def test_no_colour_ascii_and_one_seat_on_a_terminal(terminal: Callable[..., Any]) -> None:
    screen = terminal("replay", ROUND, "--step", "--ascii", "--as", "C", NO_COLOR="1")
    screen.until("q quit")
    screen.send(" ")
    shown = screen.until("q quit")
    assert shown.isascii()
    assert not re.search(r"\x1b\[([0-9;]*;)?[349][0-8][0-9;]*m", shown)
    assert "9C 6D 8H 9H QH" in shown
    assert "5 cards" in shown
    assert "2C" not in shown
    screen.send("q")
    assert screen.end() == 0
    coloured = terminal("replay", ROUND, "--step")
    coloured.until("q quit")
    coloured.send(" ")
    shown = coloured.until("q quit")
    styles = {re.search(rf"\x1b\[([0-9;]*)m[0-9JQKA]+{suit}", shown)[1] for suit in "♣♦♥♠"}
    assert len(styles) == 4, "four suits, four colours"


def test_a_person_plays_on_a_terminal(terminal: Callable[..., Any], tmp_path: Path) -> None:
    screen = terminal("play", "texas_euchre", "--seed", "5", "--record", tmp_path / "x.play")
    screen.until("A> ")
    screen.send("1\n")
    screen.until("A> ")
    screen.send("undo\n")
    assert "Taken back." in screen.until("A> ")
    screen.send("\x03")
    assert screen.end() == 130
    assert "goes on with it" in " ".join(screen.shown.split())
    assert "Traceback" not in screen.shown
    assert (tmp_path / "x.play").read_text(encoding="utf-8").count("\nD: ") == 1


def test_the_table_explains_illegal_cards_and_accepts_a_card_alone(hoyle: Hoyle) -> None:
    done = hoyle("play", "newberry_euchre", "--seed", "4", stdin=b"? AS\n? play AS\nAS\n? 9D\n? nonsense\nq\n")
    assert done.lines.count("You cannot play A♠: you do not hold A♠.") == 3
    assert done.lines.count("  A does not hold A♠ [rulebook 118, 173-177]") == 2, "`?` also says where the rules say so"
    assert re.search(r"newberry_euchre.hoyle:\d+: play trick from hand to trick", done.out)
    assert "`play 9♦` is legal." in done.lines
    assert "`nonsense` is not one of the choices that A has." in done.lines


@pytest.mark.parametrize("command", [("simulate", "whist"), ("compare", "whist", "whist")])
def test_ctrl_c_stops_many_games_and_reports_those_played(
    terminal: Callable[..., Any], command: tuple[str, ...]
) -> None:
    screen = terminal(*command, "-n", "1000000")
    screen.until("0/1000000")
    screen.until("/1000000")
    screen.send("\x03")
    screen.until("(stopped)")
    screen.send("\x03")
    assert screen.end() == 130
    assert "Traceback" not in screen.shown
    assert "of 1,000,000 games" in screen.shown
    assert "\x1b[?25h" in screen.shown, "the cursor is back"


def test_no_progress_bar_without_a_terminal(hoyle: Hoyle) -> None:
    done = hoyle("simulate", "texas_euchre", "-n", "5")
    assert done.err == ""


def test_a_closed_output_pipe_is_no_error(process: Callable[..., Any]) -> None:
    for command in (
        ("replay", str(ROUND), "--as", "A"),
        ("play", "whist", "--seat", "all=random"),
        ("replay", str(ROUND)),
    ):
        reader, writer = os.pipe()
        os.close(reader)
        done = process(*command, stdout=writer)
        os.close(writer)
        assert (done.returncode, done.stderr) == (141, b""), command


def test_the_score_of_a_table_called_from_main_is_shown_with_its_row(hoyle: Hoyle) -> None:
    done = hoyle("replay", GAMES / "must_call.play")
    assert "B and D   4 (+4)" in done.lines
    assert "(newberry_euchre.hoyle:200)" in done.out
    assert "because the makers have three or four tricks, and there is no loner: the makers gain 1 point" in done.out


def test_a_value_reset_at_the_start_of_a_phase_is_not_shown(hoyle: Hoyle) -> None:
    """Bid Euchre starts each deal with clubs as a placeholder for the trump suit, before anybody has bid."""
    transcript = hoyle("replay", GAMES / "bid_rules.play").lines
    assert "trump: spades" in transcript
    assert "trump: clubs" not in transcript


def test_a_change_of_the_count_is_shown(hoyle: Hoyle) -> None:
    transcript = hoyle("replay", GAMES / "noteuchre_leaflet.play").lines
    assert any(line.startswith("count: ") for line in transcript)


def test_a_value_cleared_by_a_later_choice_is_shown(hoyle: Hoyle, tmp_path: Path) -> None:
    """B outbids A, who wanted to play alone.  After that no player is the loner."""
    script = tmp_path / "outbid.play"
    script.write_text(
        "hoyle play 1\n\ngame bid_euchre\nplayers A, B, C, D\nfirst dealer D\nA: bid 2 clubs alone\nB: bid 3 clubs\n",
        "utf-8",
    )
    transcript = hoyle("replay", script).lines
    assert "loner: nobody" in transcript[transcript.index("loner: A") :], transcript


def test_sigterm_restores_the_terminal(terminal: Callable[..., Any]) -> None:
    screen = terminal("replay", ROUND, "--step")
    screen.until("q quit")
    screen.process.terminate()
    assert screen.end() == 143
    assert "\x1b[?1049l" in screen.shown
    assert screen.shown.rstrip().endswith("\x1b[?25h"), "the cursor is back"


def test_invisible_characters_are_printed_as_escapes(hoyle: Hoyle, tmp_path: Path) -> None:
    path = tmp_path / "turned.play"
    path.write_text("hoyle play 1\n\ngame whist\n# marked \u200fso\n", encoding="utf-8")
    shown = hoyle("replay", str(path)).out
    assert "\\u200fso" in shown
    assert "\u200f" not in shown


@pytest.mark.parametrize(
    "args", [("replay",), ("replay", "--format", "json"), ("replay", "--format", "junit"), ("convert",)]
)
@pytest.mark.parametrize("text", ['title "\u202eso"\n', 'players "A\u202e", B, C, D\n', "# turned \u202eround\n"])
def test_characters_that_reverse_text_are_refused_in_arguments(
    hoyle: Hoyle, tmp_path: Path, args: tuple[str, ...], text: str
) -> None:
    path = tmp_path / "turned.play"
    path.write_text(f"hoyle play 1\n\ngame whist\n{text}", encoding="utf-8")
    ran = hoyle(*args, str(path))
    assert ran.code == 1
    assert "E1013" in ran.out + ran.err
    assert "\u202e" not in ran.out + ran.err
