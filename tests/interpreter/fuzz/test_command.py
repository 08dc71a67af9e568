"""`hoyle fuzz` on the command line: its output, the scripts it saves, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from hoyle.cli.main import run

SCHEMAS = Path(__file__).resolve().parents[3] / "schemas"
WRONG = "always no p in players has p.points > 0\n"


@pytest.fixture
def hoyle(capfd, tmp_path, monkeypatch):
    """Return `hoyle(arguments …)`, which runs in an empty folder and gives the exit code and the output."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments):
        code = run([*map(str, arguments)])
        out, err = capfd.readouterr()
        return code, out, err

    return command


@pytest.fixture
def rules(tmp_path, pinch):
    """Two files in the current folder: one with sound rules and one with a fault."""
    (tmp_path / "sound.hoyle").write_text(pinch, encoding="utf-8")
    (tmp_path / "wrong.hoyle").write_text(pinch + WRONG, encoding="utf-8")


def test_sound_rules_give_exit_code_0(hoyle, rules) -> None:
    code, out, err = hoyle("fuzz", "sound.hoyle", "-n", 6, "-w", 1)
    assert (code, err) == (0, "")
    assert "Everything held." in out
    assert "Fired: " in out
    assert not list(Path().glob("*.play*"))


def test_a_failure_is_saved_and_can_be_replayed(hoyle, rules) -> None:
    code, out, err = hoyle("fuzz", "wrong.hoyle", "-n", 4, "-w", 1)
    assert code == 1
    assert err.count("\n") == 1  # the first failure found is reported at once
    assert "E1204: this must always hold" in err
    assert "wrong.hoyle:" in out
    assert "this must always hold: `always no p in players has p.points > 0`" in out
    assert "saved: wrong-failure-1.play" in out
    code, out, err = hoyle("replay", "wrong-failure-1.play")
    assert code == 1
    assert "E1059" in out + err
    assert hoyle("fuzz", "wrong.hoyle", "--script", "wrong-failure-1.play")[0] == 1
    # Under rules without the fault the same game is sound.  No saved file is overwritten.
    code, out, _ = hoyle("fuzz", "sound.hoyle", "--script", "wrong-failure-1.play")
    assert (code, "everything held" in out) == (0, True)
    before = Path("wrong-failure-1.play").read_text(encoding="utf-8")
    assert hoyle("fuzz", "wrong.hoyle", "-n", 4, "-w", 1)[0] == 1
    assert Path("wrong-failure-1.play").read_text(encoding="utf-8") == before
    assert Path("wrong-failure-2.play").read_text(encoding="utf-8") == before


def test_scripts_in_another_folder_refer_to_the_rules(hoyle, rules) -> None:
    Path("found").mkdir()
    assert hoyle("fuzz", "wrong.hoyle", "-n", 3, "-w", 1, "--save", "found")[0] == 1
    assert "game ../wrong.hoyle" in Path("found/wrong-failure-1.play").read_text(encoding="utf-8")
    code, out, err = hoyle("replay", "found/wrong-failure-1.play")
    assert code == 1
    assert "E1059" in out + err


def test_json_fits_its_schema(hoyle, rules) -> None:
    schema = json.loads((SCHEMAS / "fuzz.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    for file, failed in (("sound.hoyle", False), ("wrong.hoyle", True)):
        code, out, _ = hoyle("fuzz", file, "-n", 4, "-w", 1, "--format", "json")
        data = json.loads(out)
        Draft202012Validator(schema).validate(data)
        assert (code, bool(data["failures"])) == (int(failed), failed)
    assert data["failures"][0]["script"] == Path("wrong-failure-1.play").read_text(encoding="utf-8")


def test_the_report_depends_only_on_the_seed(hoyle, rules) -> None:
    one = hoyle("fuzz", "sound.hoyle", "-n", 6, "-w", 1, "--format", "json")
    two = hoyle("fuzz", "sound.hoyle", "-n", 6, "-w", 2, "--format", "json")
    other = hoyle("fuzz", "sound.hoyle", "-n", 6, "-w", 1, "--seed", 5, "--format", "json")
    assert one == two
    assert one != other


def test_rules_that_never_fired_are_listed_with_their_lines(hoyle, tmp_path, pinch) -> None:
    text = pinch.replace('            "pass"\n', '            "pass"\n            "shout" if target > 8 and deep\n')
    (tmp_path / "some.hoyle").write_text(text, encoding="utf-8")
    line = text.split("\n").index('            "shout" if target > 8 and deep') + 1
    code, out, _ = hoyle("fuzz", "some.hoyle", "-n", 6, "-w", 1, "-o", "target=5", "-p", 3)
    assert code == 0
    assert f'some.hoyle:{line}: choice: "shout" if target > 8 and deep' in out
    assert "Not part of the rules at any setting tried:" in out
    code, out, _ = hoyle("fuzz", "some.hoyle", "-n", 6, "-w", 1, "-o", "target=9", "-o", "deep=yes", "-p", 3)
    assert f"some.hoyle:{line}:" not in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.hoyle",), "there is no file, folder or ruleset `nowhere.hoyle`"),
        (("sound.hoyle", "-o", "pays=1"), "did you mean `pay`?"),
        (("sound.hoyle", "-o", "pay"), "NAME=VALUE"),
        (("sound.hoyle", "-p", "9"), "not 9"),
        (("sound.hoyle", "--preset", "lon"), "did you mean `long`?"),
        (("sound.hoyle", "--save", "nowhere"), "there is no folder `nowhere`"),
        (("sound.hoyle", "--script", "nowhere.play"), "is not there"),
        (("sound.hoyle", "--games", "0"), "0"),
        (("sound.hoyle", "--speed"), "--speed"),
    ],
)
def test_wrong_use_gives_exit_code_2_and_a_message(arguments, said, hoyle, rules) -> None:
    code, out, err = hoyle("fuzz", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_rules_with_errors_are_refused(hoyle, tmp_path, pinch) -> None:
    (tmp_path / "bad.hoyle").write_text(pinch.replace("set bidder to p", "set bider to p"), encoding="utf-8")
    code, out, err = hoyle("fuzz", "bad.hoyle")
    assert code == 1
    assert "bider" in out + err


def test_an_invalid_script_is_reported(hoyle, rules) -> None:
    Path("not.play").write_text("hoyle play 1\ngame sound.hoyle\nZ: bid\n", encoding="utf-8")
    code, out, err = hoyle("fuzz", "sound.hoyle", "--script", "not.play")
    assert code == 1
    assert "Traceback" not in out + err


def test_an_unwritable_folder_is_reported(hoyle, rules, monkeypatch) -> None:
    def refuse(self, *arguments, **rest):
        raise PermissionError(13, "Permission denied")

    Path("found").mkdir()
    monkeypatch.setattr(Path, "replace", refuse)
    code, _, err = hoyle("fuzz", "wrong.hoyle", "-n", 4, "-w", 1, "--save", "found")
    assert code == 74
    assert "cannot be written: permission denied" in err
    assert not list(Path("found").iterdir())
