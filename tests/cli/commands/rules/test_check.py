"""`hoyle check`: its output, the files it checks, its exit codes, and hostile input."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from hoyle.cli.main import run

TWO_MISTAKES = """\
game "Draw"
language 1
players four
deck 2 3 4 5
zones
    stock: face down
    hand of each player: pirvate
"""

SAID = """\
draw.hoyle:3:9: error E0201: `four` cannot stand here
  3 | players four
    |         ^^^^
    help: what can stand here: a number; a line like `players 3..6 = 4, partners opposite`
"""


@pytest.fixture
def bad(here: Path) -> Path:
    path = here / "draw.hoyle"
    path.write_text(TWO_MISTAKES, encoding="utf-8")
    return path


@pytest.fixture
def warned(good: Path) -> Path:
    """A rule file with one warning and no error."""
    good.write_text(good.read_text("utf-8").replace("zones\n", "zones\n    aside: face down\n"), encoding="utf-8")
    return good


def test_a_file_without_mistakes_gives_exit_code_0(hoyle, good: Path) -> None:
    done = hoyle("check", "draw.hoyle")
    assert (done.code, done.out, done.err) == (0, "draw.hoyle: no errors\n", "")


def test_a_scripted_game_is_not_accepted_as_a_rule_file(hoyle, here: Path) -> None:
    (here / "x.play").write_text("hoyle play 1\ngame whist\n", encoding="utf-8")
    done = hoyle("check", "x.play")
    assert done.code == 2
    assert "`hoyle replay x.play`" in done.err


def test_a_ruleset_can_be_named(hoyle, here: Path) -> None:
    done = hoyle("check", "texas_euchre")
    assert done.code == 0
    assert done.out.endswith("texas_euchre.hoyle: no errors\n")


def test_mistakes_are_shown_with_place_line_and_help(hoyle, bad: Path) -> None:
    done = hoyle("check", "draw.hoyle")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith(SAID)
    assert "draw.hoyle:7:26: error" in done.out
    assert "  7 |     hand of each player: pirvate\n    |                          ^^^^^^^\n" in done.out
    assert done.lines[-1] == "2 errors in 1 file"


def test_notes_show_their_own_place_and_line(hoyle, good: Path) -> None:
    good.write_text(good.read_text("utf-8").replace("zones\n", "zones\n    stock: face up\n"), encoding="utf-8")
    done = hoyle("check", "draw.hoyle")
    assert done.out == (
        "draw.hoyle:11:5: error E0302: `stock` is declared twice\n"
        "  11 |     stock: face down\n"
        "     |     ^^^^^\n"
        "    note: draw.hoyle:10:5: first here\n"
        "      10 |     stock: face up\n"
        "         |     ^^^^^\n"
        "1 error in 1 file\n"
    )


def test_several_files_and_a_folder(hoyle, bad: Path, here: Path) -> None:
    inner = here / "house" / "deep"
    inner.mkdir(parents=True)
    (here / "house" / ".hidden").mkdir()
    for folder in (inner, here / "house" / ".hidden"):
        (folder / "bad.hoyle").write_text(TWO_MISTAKES, encoding="utf-8")
    (inner / "notes.txt").write_text("no rules", encoding="utf-8")
    done = hoyle("check", "draw.hoyle", "house", "house/deep/bad.hoyle", "texas_euchre")
    assert done.code == 1
    assert done.lines[-1] == "4 errors in 2 of 3 files"
    assert [line.split(":")[0] for line in done.lines if ": error" in line] == [
        *["draw.hoyle"] * 2, *[str(Path("house/deep/bad.hoyle"))] * 2,
    ]  # fmt: skip


def test_a_folder_without_rule_files_is_a_usage_error(hoyle, here: Path) -> None:
    (here / "empty").mkdir()
    done = hoyle("check", "empty")
    assert done.code == 2
    assert "there are no *.hoyle files in the folder `empty`" in done.err


def test_mistakes_of_the_base_are_reported_once(hoyle, bad: Path, here: Path) -> None:
    (here / "house.hoyle").write_text('variant "House" of draw\n', encoding="utf-8")
    done = hoyle("check", "draw.hoyle", "house.hoyle")
    assert done.lines[-1] == "2 errors in 1 of 2 files"


def test_warnings_are_errors_only_with_strict(hoyle, warned: Path) -> None:
    plain = hoyle("check", "draw.hoyle")
    assert plain.code == 0
    assert ": warning W0" in plain.out
    assert plain.lines[-1] == "draw.hoyle: no errors, 1 warning"
    strict = hoyle("check", "--strict", "draw.hoyle")
    assert strict.code == 1
    assert ": error W0" in strict.out
    assert strict.lines[-1] == "1 error in 1 file"
    assert hoyle("check", "--quiet", "draw.hoyle").out == ""
    assert hoyle("check", "--quiet", "--strict", "draw.hoyle").code == 1


def test_quiet_shows_errors_only(hoyle, bad: Path) -> None:
    done = hoyle("check", "-q", "draw.hoyle")
    assert done.code == 1
    assert done.out.startswith(SAID)
    assert "in 1 file" not in done.out


def test_rules_on_standard_input_are_checked(hoyle, good: Path, here: Path) -> None:
    assert hoyle("check", "-", stdin=good.read_bytes()).out == "<stdin>: no errors\n"
    done = hoyle("check", "-", stdin=TWO_MISTAKES.encode())
    assert done.code == 1
    assert done.out.startswith("<stdin>:3:9: error E0201")


def test_citations_are_checked_against_the_document(
    hoyle, good: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The document is the file given with `--source`, else the file beside the rules, else one in a folder of
    HOYLE_SOURCES. Without any of them nothing is checked.
    """
    text = good.read_text(encoding="utf-8")
    text = text.replace("players 2", 'source rules "rules.txt"\nplayers 2  [3]')
    good.write_text(text, encoding="utf-8")
    assert hoyle("check", "draw.hoyle").code == 0
    (here / "short.txt").write_text("One rule.\n", encoding="utf-8")
    done = hoyle("check", "--source", "rules=short.txt", "draw.hoyle")
    assert done.code == 1
    assert "draw.hoyle:4:13: error E0925: line 3 of `rules`, which ends at line 1" in done.out
    assert hoyle("check", "--source", "rules=short.txt", "-", stdin=text.encode()).code == 1
    (here / "folder").mkdir()
    (here / "folder" / "rules.txt").write_text("One rule.\n" * 2, encoding="utf-8")
    monkeypatch.setenv("HOYLE_SOURCES", str(here / "folder"))
    assert "which ends at line 2" in hoyle("check", "draw.hoyle").out
    (here / "rules.txt").write_text("One rule.\n" * 3, encoding="utf-8")
    assert hoyle("check", "draw.hoyle").code == 0


def test_a_missing_or_unknown_source_is_a_usage_error(hoyle, good: Path, here: Path) -> None:
    (here / "rules.txt").write_text("One rule.\n", encoding="utf-8")
    missing = hoyle("check", "--source", "rules=nosuch.txt", "draw.hoyle")
    assert missing.code == 2
    assert "`nosuch.txt`: no such file or directory" in missing.err
    assert hoyle("check", "--source", "rules=.", "draw.hoyle").code == 2
    assert hoyle("check", "--source", "rules", "draw.hoyle").code == 2
    unknown = hoyle("check", "--source", "rules=rules.txt", "draw.hoyle")
    assert unknown.code == 2
    assert "the rules name no document `rules`; they name none" in unknown.err


HOSTILE = {
    "nul": b'game "War\0"\nlanguage 1\n',
    "not utf-8": b'game "War"\n\xff\xfe\n',
    "utf-16": 'game "War"\n'.encode("utf-16"),
    "empty": b"",
    "only a bom": b"\xef\xbb\xbf",
    "only blanks": b" \n\t\r\n" * 100,
    "binary": bytes(range(256)) * 100,
    "5 MB": b"# nothing\n" * 500_000,
    "brackets": b"always " + b"(" * 500_000,
    "one long line": b'game "' + b"x" * 900_000,
    "carriage returns": b'game "War"\rlanguage 1\r',
    "escapes": b'game \x1b[31m"War"\n',
    "right to left": 'game "\u202eraW"\n'.encode(),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_content_gives_exit_code_1_and_a_message(hoyle, here: Path, what: str) -> None:
    (here / "it.hoyle").write_bytes(HOSTILE[what])
    for done in (hoyle("check", "it.hoyle"), hoyle("check", "-", stdin=HOSTILE[what])):
        assert (done.code, done.err) == (1, "")
        assert ": error E" in done.out
        assert not any(ord(character) < 32 for character in done.out.replace("\n", ""))
        assert all(len(line) < 1000 for line in done.lines)


def test_a_file_without_read_permission(hoyle, good: Path) -> None:
    good.chmod(0)
    try:
        good.read_bytes()
    except PermissionError:
        done = hoyle("check", "draw.hoyle")
        assert (done.code, done.lines[-1]) == (1, "1 error in 1 file")
        assert "error E0103: this file cannot be read: permission denied" in done.out
    else:
        pytest.skip("everything may be read here")
    finally:
        good.chmod(0o600)


def test_unreadable_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: object) -> int:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Broken())))
    assert run(["check", "-"]) == 1
    assert "<stdin>:1:1: error E0103: this file cannot be read: input/output error" in capsys.readouterr().out


def test_broken_and_circular_links(hoyle, here: Path) -> None:
    try:
        (here / "gone.hoyle").symlink_to("nowhere.hoyle")
        (here / "loop.hoyle").symlink_to("loop.hoyle")
    except OSError:
        pytest.skip("no links here")
    for name in ("gone.hoyle", "loop.hoyle"):
        done = hoyle("check", name)
        assert done.code == 1
        assert "error E0103" in done.out


def test_colours_appear_only_on_request(hoyle, bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in hoyle("check", "draw.hoyle").out
    process_env = {"FORCE_COLOR": "1"}
    for name, value in process_env.items():
        monkeypatch.setenv(name, value)
    import subprocess

    command = [sys.executable, "-m", "hoyle.cli.main", "check", "draw.hoyle"]
    coloured = subprocess.run(command, capture_output=True, check=False).stdout
    assert b"\x1b[31m" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert b"\x1b" not in subprocess.run(command, capture_output=True, check=False).stdout


def test_a_few_games_are_played_unless_switched_off(hoyle, tmp_path: Path) -> None:
    path = tmp_path / "five.hoyle"
    path.write_text(
        'variant "Five" of newberry_euchre\nchange score_hand\n    replace the row n = 5 and alone\n'
        "        n = 5 and alone -> add 5 to makers.points\n",
        encoding="utf-8",
    )
    done = hoyle("check", path)
    assert done.code == 1
    assert f"{path}:4:28: error E1301: `points` of " in done.out
    assert "`after score_hand` at newberry_euchre.hoyle:" in done.out
    assert hoyle("check", "--no-play", path).code == 0


def test_a_folder_that_cannot_be_read(hoyle, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (good.parent / "rules").mkdir()
    monkeypatch.setattr("hoyle.cli.arguments.inputs.os.access", lambda *_: False)
    for command in ("check", "fmt", "replay"):
        done = hoyle(command, "rules")
        assert done.code == 2
        assert "the folder `rules` cannot be read: permission denied" in done.err


def test_a_path_as_windows_writes_it(hoyle, good: Path) -> None:
    (good.parent / "rules").mkdir()
    good.rename(good.parent / "rules" / "draw.hoyle")
    done = hoyle("check", r"rules\draw.hoyle")
    assert done.code == 2
    assert "a path is written with `/` here: `rules/draw.hoyle`" in done.err


def test_files_without_rules_have_their_names(hoyle, good: Path) -> None:
    """Each is reported at its own place, in every form."""
    for name, text in (("empty", ""), ("comment", "# nothing\n"), ("another", "# nothing\n")):
        (good.parent / f"{name}.hoyle").write_text(text, encoding="utf-8")
    done = hoyle("check", ".")
    assert (done.code, done.lines[-1]) == (1, "15 errors in 3 of 4 files")
    for form in ("text", "github", "sarif", "json"):
        said = hoyle("check", ".", "--format", form).out
        assert all(f"{name}.hoyle" in said for name in ("empty", "comment", "another"))
        assert "nowhere" not in said
