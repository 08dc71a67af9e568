"""What never came up in the short run: one note for a file, remembered with the run, and never without being wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.api.checking import Play
from hoyle.cli.commands.rules import check as command
from hoyle.cli.main import run
from hoyle.interpreter.trial.cached import PassedRuns, UnfiredLines
from hoyle.interpreter.trial.report import found_in_play
from hoyle.interpreter.trial.unfired import FiredRules, note_of, unfired

from ...small_rules import game_of, small_rules

RARE = small_rules(
    players="2..3",
    head='option prize: 1..3 = 1 "points for a card"',
    act="if p.points > 50: set p.points to 0\n                pay(p, prize)",
    answers='            "wait" if p.points > 0\n                nothing',
    tables="table pay(p: player, n: 1..3)\n    n < 3 -> add n to p.points\n    n = 3 -> add 4 to p.points",
)


def test_lines_of_which_nothing_came_up_are_one_note():
    game, fired = game_of(RARE), FiredRules()
    assert found_in_play(game, fired=fired) == ()
    left = unfired(game, fired)
    assert left.lines == (20, 22)  # `n = 3` came up where the prize is 3
    assert left.games > 500
    assert left.settings >= 4
    (note,) = note_of(game, left)
    assert (note.code, note.severity, note.span.line) == ("N1308", "note", 20)
    assert note.message == (
        f"nothing of the lines 20, 22 came up in {left.games:,} games under {left.settings} settings"
    )
    assert note_of(game, UnfiredLines(1, 1, (1_000,))) == ()  # of a file that was remembered wrongly


def test_the_count_is_the_same_every_time_and_remembered(tmp_path: Path):
    game, counted = game_of(RARE), list[UnfiredLines]()
    for _ in range(2):
        fired = FiredRules()
        assert found_in_play(game, fired=fired) == ()
        counted.append(unfired(game, fired))
    assert counted[0] == counted[1]
    passed = PassedRuns("1", tmp_path)
    passed.add(game)
    assert passed.has(game)
    assert passed.unfired(game) is None
    passed.add(game, counted[0])
    assert passed.has(game)
    assert passed.unfired(game) == counted[0]
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text("utf-8").replace("lines: ", "lines: x"), "utf-8")
    assert not passed.has(game)


def test_rules_that_share_a_run_have_no_note_of_their_own():
    play = Play(notes=True)
    assert [one.code for one in play.found(game_of(RARE))] == ["N1308"]
    assert play.found(game_of(RARE.replace("= 1 ", "= 2 "))) == ()


@pytest.mark.parametrize("name", [True, False])
def test_the_command_notes_it_of_one_file_in_a_terminal(
    name: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rules = tmp_path / "rules"
    rules.mkdir()
    for file in ("a.hoyle", "b.hoyle"):
        (rules / file).write_text(RARE, "utf-8")
    monkeypatch.setattr(command, "is_terminal", lambda: name)

    def said(*arguments: str) -> bool:
        assert run(["check", *arguments]) == 0
        return "N1308" in capsys.readouterr().out

    one = str(rules / "a.hoyle")
    assert said(one) is name
    assert said(one) is name  # from the cache
    assert said(one, "--notes")
    assert said(one, "--notes", "--strict")  # no warning, so no error
    assert not said(one, "--no-notes")
    assert not said(str(rules))
    assert said(str(rules), "--notes")
    assert not said(one, "--quiet")
    assert not said(one, "--format", "json")
    assert run(["check", one, "--notes", "--no-play"]) == 2


def test_rows_of_tables_are_named_and_rows_of_defines_are_not():
    text = small_rules(
        defines="define worth(n: number) means\n    n > 90    -> 5\n    otherwise -> 1",
        act="pay(p, worth(p.points))",
        tables="table pay(p: player, n: number)\n    n < 5 -> add 1 to p.points\n    n >= 5 -> add 7 to p.points",
    )
    game, fired = game_of(text), FiredRules()
    lines = text.splitlines()
    every = unfired(game, fired)
    texts = [lines[line - 1].strip() for line in every.lines]
    assert "n < 5 -> add 1 to p.points" in texts
    assert "n > 90    -> 5" not in texts
    assert found_in_play(game, fired=fired) == ()
    left = unfired(game, fired)
    assert [lines[line - 1].strip() for line in left.lines] == ["n >= 5 -> add 7 to p.points"]
    (note,) = note_of(game, left)
    assert note.message.startswith("nothing of this line came up in ")
