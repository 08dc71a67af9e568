"""`hoyle import`, and `hoyle convert --to` a format of another program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.cli.commands.games import import_records
from hoyle.dsl.loading import RULESETS

GAMES = RULESETS / "games"
WHIST = GAMES / "whist_short.play"


def test_converting_there_and_back(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    record, script = tmp_path / "short.pbn", tmp_path / "short.play"
    assert hoyle("convert", WHIST, "--to", "pbn", "--output", record).code == 0
    done = hoyle("import", record, "--output", script)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert hoyle("replay", "-q", script).code == 0
    again = hoyle("import", record, "--output", script)
    assert (again.code, "exists already" in again.err) == (2, True)
    piped = hoyle("import", "--from", "pbn", "-", stdin=record.read_bytes())
    assert piped.out == script.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["replay", "stats", "analyse"])
def test_who_takes_a_record_for_a_script_is_given_the_line_that_makes_one(
    hoyle: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert hoyle("convert", WHIST, "--to", "pbn", "--output", "short.PBN").code == 0
    done = hoyle(command, "short.PBN")
    assert done.code == 2
    _, advice = done.err.rstrip().split("make one of it first: hoyle ")
    assert "short.PBN is a record in PBN, not a script" in done.err
    assert hoyle(*advice.split()).code == 0
    assert hoyle("replay", "-q", "short.play").code == 0


def test_a_mistake_is_reported_with_its_place(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    bad = tmp_path / "bad.pbn"
    bad.write_text('[Event "x"]\n[Deal "N:AK"]\n', encoding="utf-8")
    done = hoyle("import", bad, "-r", "whist", "--output", tmp_path / "out.play")
    assert done.code == 1
    assert "bad.pbn:2:8: error E1081" in done.err
    assert not (tmp_path / "out.play").exists()
    assert hoyle("import", tmp_path / "no.pbn").code == 2
    text = tmp_path / "record.txt"
    text.write_text("x", encoding="utf-8")
    done = hoyle("import", text)
    assert (done.code, "--from" in done.err) == (2, True)
    assert hoyle("convert", WHIST, "--to", "egn").code == 1


def test_a_closed_standard_input_is_an_error(
    hoyle: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The shell closes standard input with `<&-`.  The command must not report success on it."""
    for form in ("egn", "pbn", "ptn"):
        monkeypatch.setattr(import_records, "sys", SimpleNamespace(**{**vars(sys), "stdin": None}))
        done = hoyle("import", "--from", form, "-", "--output", tmp_path / "out.play")
        assert (done.code, "E1080" in done.err) == (1, True)
    assert not (tmp_path / "out.play").exists()


def test_progress_is_shown_on_a_terminal_only(
    hoyle: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, script = tmp_path / "short.pbn", tmp_path / "short.play"
    assert hoyle("convert", WHIST, "--to", "pbn", "--output", record).code == 0
    monkeypatch.setattr(import_records, "OFTEN", 1)
    assert hoyle("import", record, "--output", script).err == ""  # no terminal
    monkeypatch.setattr(import_records, "is_terminal", lambda stream: True)
    err = hoyle("import", record, "--output", script, "-f").err
    assert err.startswith("1 games so far")
    assert err.endswith("short.pbn, line 1\n")


def _club(folder: Path) -> None:
    """Rules in one folder, a game by them in another, and a third folder."""
    for name in ("rules", "games", "out"):
        (folder / name).mkdir()
    house = (RULESETS / "whist.hoyle").read_text(encoding="utf-8").replace('game "Whist"', 'game "Club Whist"')
    (folder / "rules" / "whist.hoyle").write_text(house, encoding="utf-8")
    script = WHIST.read_text(encoding="utf-8").replace("game whist", "game ../rules/whist.hoyle")
    (folder / "games" / "short.play").write_text(script, encoding="utf-8")


def test_a_script_names_its_rules_from_where_it_is_written(
    hoyle: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _club(tmp_path)
    monkeypatch.chdir(tmp_path)
    record = Path("out/short.pbn")
    assert hoyle("convert", "games/short.play", "--to", "pbn", "--output", record).code == 0
    assert "../rules/whist.hoyle" in record.read_text(encoding="utf-8")
    assert "game rules/whist.hoyle\n" in hoyle("import", record).out  # on standard output: from the current folder
    for number, more in enumerate(((), ("-r", "rules/whist.hoyle"))):
        script = Path("games", f"back{number}.play")
        done = hoyle("import", record, *more, "--output", script)
        assert (done.code, done.err) == (0, "")
        assert "game ../rules/whist.hoyle\n" in script.read_text(encoding="utf-8")
        assert hoyle("replay", "-q", script).code == 0
    variant = 'variant "Longer" of whist\nset target to 9\n'
    Path("rules/longer.hoyle").write_text(variant, encoding="utf-8")
    done = hoyle("import", record, "-v", "rules/longer.hoyle", "--output", "games/longer.play")
    assert (done.code, done.err) == (0, "")
    assert "variant ../rules/longer.hoyle\n" in Path("games/longer.play").read_text(encoding="utf-8")


def test_a_record_names_rules_from_its_own_folder(
    hoyle: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _club(tmp_path)
    monkeypatch.chdir(tmp_path)
    record = Path("rules/short.pbn")
    assert hoyle("convert", "games/short.play", "--to", "pbn", "--output", record).code == 0
    text = record.read_text(encoding="utf-8").replace("../rules/whist.hoyle", "whist")
    record.write_text(text, encoding="utf-8")
    assert "game rules/whist.hoyle\n" in hoyle("import", record).out
    assert hoyle("import", record, "--output", "rules/back.play").code == 0
    assert "game ./whist.hoyle\n" in Path("rules/back.play").read_text(encoding="utf-8")
    record.write_text(text.replace('[HoyleRuleset "whist"]', '[HoyleRuleset "../no/whist.hoyle"]'), encoding="utf-8")
    done = hoyle("import", record)
    line = text[: text.index("HoyleRuleset")].count("\n") + 1
    assert done.code == 1
    assert f"rules/short.pbn:{line}:16: error E1030: there is no ruleset `no/whist.hoyle`" in done.err
