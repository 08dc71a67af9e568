"""What the words of a command line stand for: files, folders, rulesets, settings, the players of each seat."""

from __future__ import annotations

import errno
import io
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from hoyle.cli.arguments import inputs, recovery, scripts
from hoyle.cli.arguments.batch import players_in
from hoyle.cli.arguments.calling import rules_of, variants_of
from hoyle.cli.arguments.exits import UnwrittenFile
from hoyle.cli.arguments.inputs import STDIN, Input
from hoyle.cli.arguments.seats import seats_of
from hoyle.cli.arguments.writing import check_target, write_file
from hoyle.dsl.loading import rulesets
from hoyle.dsl.source.span import Source
from hoyle.interpreter.players import strongest

BEST = strongest()
NEAR = "there is no file, folder or ruleset `{}`; did you mean `sub/c.hoyle`?"


def refused(call: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """The message with which a command line is refused."""
    with pytest.raises(click.UsageError) as found:
        call(*arguments, **named)
    return found.value.format_message()


@pytest.fixture
def files(here: Path) -> Path:
    """The current folder, with rule files and scripts in it."""
    for name in ("b.hoyle", "a.hoyle", "sub/c.hoyle", "sub/.hidden/d.hoyle", ".e.hoyle", "one.play", "sub/two.play"):
        path = here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("game club\n" if name.endswith("play") else "", "utf-8")
    (here / "empty").mkdir()
    (here / "odd.hoyle").mkdir()
    (here / "link.hoyle").symlink_to("a.hoyle")
    return here


# ------------------------------------------------------------------------------------------------------ files and rules


def test_rule_files_are_found_in_folders_and_named_once(files: Path) -> None:
    found = inputs.rule_files([".", "-", "sub/c.hoyle", "-", "whist"], rulesets=True)
    names = ["a.hoyle", "b.hoyle", str(Path("sub", "c.hoyle")), STDIN, str(rulesets()["whist"])]
    assert [one.name for one in found] == names
    assert [one.path for one in found][:4] == [*map(Path, names[:3]), None]
    assert inputs.rule_files(["link.hoyle", "a.hoyle"], rulesets=False) == [Input("link.hoyle", Path("link.hoyle"))]


def test_one_rule_file(files: Path) -> None:
    assert inputs.rule_file("a.hoyle") == Input("a.hoyle", Path("a.hoyle"))
    assert inputs.rule_file("-") == Input(STDIN, None)
    assert inputs.rule_file("whist").path == rulesets()["whist"]


@pytest.mark.parametrize(
    ("call", "arguments", "said"),
    [
        (inputs.rule_file, ("sub",), "`sub` is a folder; name one rule file or ruleset"),
        (inputs.rule_file, ("whisst",), "there is no file, folder or ruleset `whisst`; did you mean `whist`?"),
        (inputs.rule_file, ("qqqqqqqq",), "there is no file, folder or ruleset `qqqqqqqq`"),
        (inputs.rule_file, ("x" * 5000,), f"there is no file, folder or ruleset `{'x' * 5000}`"),
        (inputs.rule_file, ("sub/cc.hoyle",), NEAR.format("sub/cc.hoyle")),
        (inputs.rule_file, ("sub\\c.hoyle",), "there is no such file; a path is written with `/` here: `sub/c.hoyle`"),
        (inputs.rule_file, ("sub\\x.hoyle",), NEAR.format("sub/x.hoyle")),
        (inputs.existing, ("on.play",), "there is no file `on.play`; did you mean `one.play`?"),
        (inputs.existing, ("zzzz",), "there is no file `zzzz`"),
        (inputs.json_input, ("sub",), "`sub` is a folder; name a file"),
        (inputs.json_input, ("x.json",), "`x.json` is not there; name a file"),
        (scripts.script_files, ("empty",), "there are no scripts (*.play, *.json) in the folder empty"),
        (variants_of, (("a.hoyle", "-"),), "a variant cannot come from standard input"),
    ],
)  # fmt: skip
def test_names_that_stand_for_nothing(files: Path, call: Any, arguments: tuple[Any, ...], said: str) -> None:
    assert refused(call, *arguments) == said


def test_folders_without_rule_files_and_names_that_are_not_accepted(files: Path) -> None:
    assert refused(inputs.rule_files, ["empty"], rulesets=True) == "there are no *.hoyle files in the folder `empty`"
    assert refused(inputs.rule_files, ["whist"], rulesets=False) == "there is no file or folder `whist`"
    assert refused(inputs.rule_files, ["bb.hoyle"], rulesets=False) == (
        "there is no file or folder `bb.hoyle`; did you mean `b.hoyle`?"
    )


def test_a_folder_that_cannot_be_listed(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    said = "the folder `sub` cannot be read: permission denied"
    assert refused(inputs.readable_folder, Path("sub")) == said
    assert not inputs.readable_folder(Path("a.hoyle"))
    assert not inputs.readable_folder(Path("a\0b"))
    monkeypatch.setattr(Path, "lstat", lambda path: (_ for _ in ()).throw(PermissionError))
    assert inputs.existing("behind/a/wall") == "behind/a/wall"


@pytest.mark.parametrize("call", [lambda name: inputs.rule_files([name], rulesets=True), scripts.script_files])
def test_a_folder_in_a_folder_that_cannot_be_listed(
    files: Path, monkeypatch: pytest.MonkeyPatch, call: Callable[[str], object]
) -> None:
    (files / "sub" / "private").mkdir()
    scandir = os.scandir

    def refusing(path: Any) -> Any:
        if str(path).endswith("private"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    assert call("sub")
    monkeypatch.setattr(os, "scandir", refusing)
    private = Path("sub", "private")
    assert refused(call, "sub") == f"the folder `{private}` cannot be read: permission denied"


def test_a_link_to_nothing_is_no_less_a_file(files: Path) -> None:
    """Whoever reads it says what is wrong; in a folder it was passed over."""
    (files / "sub" / "gone.hoyle").symlink_to("nothing.hoyle")
    (files / "sub" / "gone.play").symlink_to("nothing.play")
    found = inputs.rule_files(["sub"], rulesets=False)
    assert [one.name for one in found] == [str(Path("sub", name)) for name in ("c.hoyle", "gone.hoyle")]
    assert scripts.script_files("sub") == [str(Path("sub", name)) for name in ("gone.play", "two.play")]


def test_the_rules_of_an_argument(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rules_of("a.hoyle") == Path("a.hoyle")
    assert rules_of("whist") == "whist"
    assert variants_of(("a.hoyle", "whist")) == [Path("a.hoyle"), "whist"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"game")))
    assert rules_of("-") == Source(STDIN, "game")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit) as left:
        rules_of("-")
    assert left.value.code == 1


def test_the_text_of_an_input(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.hoyle").write_text("players 4", "utf-8")
    source, problems = inputs.source_of(Input("shown", Path("a.hoyle")))
    assert (source, problems) == (Source("shown", "players 4"), ())
    monkeypatch.setattr(sys, "stdin", None)
    source, problems = inputs.source_of(Input(STDIN, None))
    assert source is None
    assert [(one.code, one.message, one.span.source.name) for one in problems] == [
        ("E0103", "this file cannot be read: there is no standard input", STDIN)
    ]


def test_existing_files_of_data(files: Path) -> None:
    assert [inputs.existing(one) for one in ("-", "one.play", "sub")] == ["-", "one.play", "sub"]
    assert inputs.json_input("-") == Input(STDIN, None)
    assert inputs.json_input("one.play") == Input("one.play", Path("one.play"))


def test_documents_are_looked_for_before_they_are_read(files: Path) -> None:
    assert inputs.documents_in({"club": "one.play", "x": "a.hoyle"}) == {"club": Path("one.play"), "x": Path("a.hoyle")}
    assert refused(inputs.documents_in, {"club": "none"}) == ("--source club: `none`: no such file or directory")


def test_rules_that_depend_on_others(files: Path) -> None:
    Path("sub/c.hoyle").write_text('variant "C" of a\n', "utf-8")
    found = inputs.dependent_rules([Input("a.hoyle", Path("a.hoyle")), Input(STDIN, None)])
    assert str(Path("sub", "c.hoyle")) in [one.name for one in found]
    assert all(one.name == str(one.path) for one in found)


# --------------------------------------------------------------------------------------------------------------- scripts


def test_the_scripts_of_a_folder_and_those_that_ship(files: Path) -> None:
    text = "hoyle play 1\n\ngame a\n"
    Path("one.play").write_text(text, "utf-8")
    Path("sub/two.play").write_text(text.replace("game a", "game c"), "utf-8")
    assert scripts.script_files(".") == ["one.play", str(Path("sub", "two.play"))]
    assert scripts.script_files("one.play") == ["one.play"]
    assert scripts.script_files("-") == ["-"]
    Path("-").mkdir()
    assert scripts.script_files("-") == ["-"]  # standard input, not the folder
    Path("-").rmdir()
    shipped = scripts.shipped_script("texas_worked_round")
    assert shipped is not None
    assert Path(shipped).name == "texas_worked_round.play"
    assert scripts.script_files("texas_worked_round") == [shipped]
    Path("texas_worked_round").write_text(text, "utf-8")
    assert scripts.script_files("texas_worked_round") == ["texas_worked_round"]
    assert [scripts.shipped_script(name) for name in ("no_such", "../games/x", "x" * 61)] == [None, None, None]
    assert scripts.dependent_scripts(["one.play", "one.play"]) == ["one.play"]
    assert scripts.dependent_scripts(["a.hoyle"]) == ["one.play"]
    assert scripts.dependent_scripts(["b.hoyle"]) == []


def test_reading_a_script_from_a_file_and_from_standard_input(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, folder, games = scripts.read_script(str(club / "evening.play"))
    assert (name, folder, len([*games])) == ("evening.play", club, 1)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((club / "evening.play").read_bytes())))
    name, folder, games = scripts.read_script("-", places=False)
    assert (name, folder, len([*games])) == (STDIN, Path(), 1)
    monkeypatch.setattr(sys, "stdin", None)
    assert scripts.read_script("-")[:2] == (STDIN, Path())


# -------------------------------------------------------------------------------------------------------------- settings


def test_pairs_of_names_and_values() -> None:
    assert inputs.pairs(["a=1", " b = 2=3 ", "a=4"], "--option") == {"a": "4", "b": "2=3"}
    for wrong in ("a", "=1", "a=", " = ", "a = "):
        assert refused(inputs.pairs, [wrong], "-o") == f"-o wants NAME=VALUE, not `{wrong}`"
    assert inputs.values_of(("a=1, 2,,3", "b=x")) == {"a": ["1", "2", "3"], "b": ["x"]}
    assert inputs.settings_of(("a=1,2", "b=3")) == [{"a": "1", "b": "3"}, {"a": "2", "b": "3"}]
    assert refused(inputs.settings_of, ("a",)) == "--vary wants NAME=VALUE, not `a`"
    assert refused(inputs.settings_of, ("a=,",)).startswith("--vary: ")


@pytest.mark.parametrize(
    ("given", "found"),
    [(None, None), ("", ""), ("think", "think"), (" sound ", " sound "), ("1", 1), (" 2 ", 2), ("64", 64), ("007", 7)],
)
def test_players_by_name_or_how_many(given: str | None, found: Any) -> None:
    assert players_in(given) == found


@pytest.mark.parametrize("given", ["0", "65", "999", "1000", "0001"])
def test_numbers_of_players_that_cannot_be(given: str) -> None:
    assert refused(players_in, given) == f"--players: from 1 to 64 can play, not {given}"


# ------------------------------------------------------------------------------------------------------------- the seats


@pytest.mark.parametrize(
    ("given", "names", "kinds"),
    [
        ((), "A B C", ("person", BEST, BEST)),
        (("A=random",), "A B C", ("random", BEST, BEST)),
        (("2=random",), "A B C", ("person", "random", BEST)),
        (("3=random",), "A B C", ("person", BEST, "random")),
        (("all=random",), "A B C", ("random", "random", "random")),
        (("all=random", "B=person"), "A B C", ("random", "person", "random")),
        (("B=person", "all=random"), "A B C", ("random", "person", "random")),
        (("Ann=random", "Bob=person"), "Ann Bob C", ("random", "person", BEST)),
        (("A=random", "Ann=person"), "A Ann C", ("random", "person", BEST)),
        ((" Ann = random ", "1=person"), "Ann B C", ("person", BEST, BEST)),
        (("Ann=random", "Bob=random", "Cyd=random"), "Ann Bob Cyd", ("random", "random", "random")),
    ],
)
def test_who_sits_where(given: tuple[str, ...], names: str, kinds: tuple[str, ...]) -> None:
    found = seats_of(3, given)
    assert (found.names, found.kinds) == (tuple(names.split()), kinds)


def test_seats_that_a_file_names() -> None:
    found = seats_of(2, ("Bob=random",), ("Ann", "Bob"), ("person", "person"))
    assert (found.names, found.kinds) == (("Ann", "Bob"), ("person", "random"))
    assert (found.people, found.viewer) == ((True, False), 0)
    assert seats_of(2, ("all=random",)).viewer is None
    assert seats_of(2, ("all=person",)).viewer == -1
    assert seats_of(2, ("A=random", "B=person")).viewer == 1
    said = refused(seats_of, 2, ("Cyd=random",), ("Ann", "Bob"))
    assert said == "Invalid value for --seat: nobody is called `Cyd`; there are Ann, Bob"
    assert refused(seats_of, 2, (), ("Ann", "Bob"), ("person", "gone")) == (
        "the file has Bob played by `gone`, which cannot sit here: --seat Bob=person or --seat Bob=random"
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("0=random",), "`0=random`: there are 2 seats"),
        (("3=random",), "`3=random`: there are 2 seats"),
        (("X=random", "Y=random", "Z=random"), "`Z=random`: there are 2 seats"),
        (("A",), "`A` is not of the form NAME=KIND"),
        (("=random",), "`=random` is not of the form NAME=KIND"),
        (("A=",), "`A=` is not of the form NAME=KIND"),
        (("A=randm",), "there is no player `randm`; did you mean `random`?"),
        (("Ann=random", "ann=random"), "`ann` cannot be a name: it is taken"),
        (("a=random",), "`a` cannot be a name: it is taken"),
        (("x\u200by=random",), "`x\\u200by` cannot be a name: it holds characters that cannot be seen"),
    ],
)
def test_seats_that_cannot_be(given: tuple[str, ...], said: str) -> None:
    assert refused(seats_of, 2, given) == f"Invalid value for --seat: {said}"


def test_players_with_settings_that_cannot_be() -> None:
    assert refused(seats_of, 2, ("A=qqqqqqqqq",)).startswith(
        "Invalid value for --seat: there is no player `qqqqqqqqq`; there are person, "
    )
    said = refused(seats_of, 2, ("A=think:7",))
    assert said.startswith("Invalid value for --seat: ")
    assert "did you mean" not in said


# ----------------------------------------------------------------------------------------------------- what is written


def test_files_that_may_not_be_written_over(files: Path) -> None:
    Path("kept.txt").write_text("text", "utf-8")
    Path("none.txt").write_text("", "utf-8")
    Path("old.HTML").write_text("text", "utf-8")
    for target, read in (
        ("-", ["-"]),
        ("none.txt", ["a.hoyle"]),
        ("old.HTML", ["-", "gone"]),
        ("new.txt", ["new.txt"]),
    ):
        check_target(target, (".html",), read, "--to")
    assert refused(check_target, "kept.txt", (".html", ".json"), ["a.hoyle"], "--to") == (
        "Invalid value for --to: `kept.txt` is there already and does not end in .html or .json; name another file"
    )
    for name in ("a.hoyle", "link.hoyle"):
        assert refused(check_target, name, (".hoyle",), ["x", "a.hoyle"], "--to") == (
            f"Invalid value for --to: `{name}` is what is read here; name another file"
        )


def test_writing_a_file_or_not(files: Path) -> None:
    write_file(Path("new"), b"one")
    write_file(Path("new"), b"two")
    assert refused(write_file, Path("new"), b"x", force=False) == "`new` exists already; --force writes over it"
    assert refused(write_file, Path("sub"), b"x", force=False) == "`sub` exists already; --force writes over it"
    write_file(Path("newer"), b"x", force=False)
    assert (Path("new").read_bytes(), Path("newer").read_bytes()) == (b"two", b"x")
    for path, why in ((Path("none/x"), "no such file or directory"), (Path("a\0b"), "that is no file name")):
        with pytest.raises(UnwrittenFile) as found:
            write_file(path, b"x")
        shown = str(path).replace("\0", "\\u0000")
        assert (found.value.message, found.value.exit_code) == (f"`{shown}` cannot be written: {why}", 74)


# ------------------------------------------------------------------------------------------------------ games that were left


@pytest.fixture
def place(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(here))
    return recovery.folder()


def test_games_that_were_left_are_listed_the_newest_first(place: Path) -> None:
    assert recovery.kept_games() == []
    path = recovery.new_file("my/house rules!.hoyle")
    stamp = time.strftime("%Y%m%d")
    assert path.parent == place
    assert path.name.startswith(f"houserules-{stamp}-")
    assert path.name.endswith(f"-{os.getpid()}.play")
    assert place.stat().st_mode & 0o777 == 0o700
    assert recovery.new_file("!").name.startswith("game-")
    assert recovery.new_file("x" * 50).name.startswith("x" * 40 + "-")
    for number, text in enumerate(("hoyle play 1\n\ngame my/whist.hoyle \n", "nothing", "x" * 4096 + "\ngame late\n")):
        file = place / f"g{number}.play"
        file.write_text(text, "utf-8")
        os.utime(file, (1000 + number, 1000 + number))
    found = recovery.kept_games()
    assert [(one.path.name, one.game, one.played) for one in found] == [
        ("g2.play", "g2", 1002.0), ("g1.play", "g1", 1001.0), ("g0.play", "whist", 1000.0),
    ]  # fmt: skip
    when = time.mktime((2025, 3, 5, 22, 4, 0, 0, 0, -1))
    assert recovery.LeftGame(place, "hearts", when).title == "hearts, left on 5 March at 22:04"
    recovery.remove(place / "g1.play")
    recovery.remove(place / "g1.play")
    assert [one.path.name for one in recovery.kept_games()] == ["g2.play", "g0.play"]


def test_only_the_newest_games_are_kept(place: Path) -> None:
    place.mkdir(parents=True)
    for number in range(12):
        file = place / f"g{number:02}.play"
        file.write_text("", "utf-8")
        os.utime(file, (1000 + number, 1000 + number))
    recovery.new_file("new")
    assert sorted(path.name for path in place.iterdir()) == [f"g{number:02}.play" for number in range(3, 12)]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_file_named_in_two_ways_is_one_and_a_circle_of_links_is_itself(files: Path) -> None:
    Path("other.hoyle").symlink_to("a.hoyle")
    Path("round").symlink_to("round")
    real = inputs._real(Path("a.hoyle"))
    assert real is not None
    assert real == inputs._real(Path("other.hoyle"))
    assert real.is_absolute()
    assert inputs._real(None) is None
    assert inputs._real(Path("round")) in (Path("round"), Path("round").absolute())
