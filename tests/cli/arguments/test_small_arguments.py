"""The options that commands share, who sits where, games that were left, and files that may be written over."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from hoyle.cli.arguments import batch, common, completing, engines, exits, recovery, writing
from hoyle.cli.arguments.seats import seats_of

from ...golden import same_as_file

KEPT = Path(__file__).with_name("printed")


def test_shared_options_have_names_kinds_and_help() -> None:
    out: list[str] = []
    for name, add in (
        ("of one", common.rule_options), ("of two", common.options_of_two), ("variant", common.variant_option()),
        ("variant of both", common.variant_option("both")), ("engine", engines.engine_option("Who. ")),
        ("seed", common.seed_option), ("seats", common.seats_option), ("workers", common.workers_option),
        ("cluster", common.cluster_option),
    ):  # fmt: skip

        @click.command()
        @add
        def command(**given: Any) -> None:
            """A command."""
            click.echo(json.dumps(given))

        out.append(f"== {name}")
        for param in command.params:
            assert isinstance(param, click.Option)
            kind: Any = param.type
            limits = [getattr(kind, limit, None) for limit in ("min", "max", "choices")]
            out.append(f"{param.name} {param.opts} {param.multiple} {param.metavar} {param.help} {kind.name} {limits}")
        out.append(CliRunner().invoke(command).output)
        letters = [one for param in command.params for one in param.opts if len(one) == 2]
        given = [part for one in letters for part in (one, "1", one, "2")]
        out.append(f"{' '.join(given)}: {CliRunner().invoke(command, given).output}")
    same_as_file(KEPT / "options.txt", "\n".join(out) + "\n")


def test_who_sits_where() -> None:
    out: list[str] = []
    for count, given, written, kinds in (
        (3, (), None, ()), (3, ("B=random",), None, ()), (3, ("2=person", "A=sound"), None, ()),
        (3, ("all=random",), None, ()), (3, ("B=person", "all=random"), None, ()), (3, ("all=sound", "B=person"), None, ()),
        (3, ("Zoe=random", "Yan=person"), None, ()), (3, ("B=random", "Zoe=sound", "Yan=random"), None, ()),
        (2, ("Zoe=random", "Yan=random", "Xia=random"), None, ()), (2, ("3=random",), None, ()), (2, ("0=random",), None, ()),
        (2, ("Zoe=random", "zoe=random"), None, ()), (2, ("none=random",), None, ()), (2, ("Z\u200b=random",), None, ()),
        (2, ("A",), None, ()), (2, ("=random",), None, ()), (2, ("A=",), None, ()), (2, (" A = random ",), None, ()),
        (2, ("A=randon",), None, ()), (2, ("A=zzzzzz",), None, ()), (2, ("A=think:slower",), None, ()),
        (2, ("Ann=random",), ("Ann", "Bob"), ()), (2, ("2=random",), ("Ann", "Bob"), ()),
        (2, ("Cyd=random",), ("Ann", "Bob"), ()), (2, (), ("Ann", "Bob"), ("person", "sound")),
        (2, (), ("Ann", "Bob"), ("person", "nobody:x")), (2, ("2=person",), ("Ann", "Bob"), ("person", "nobody")),
        (2, ("9=random",), ("Ann", "Bob"), ()),
    ):  # fmt: skip
        try:
            found = seats_of(count, given, written, kinds)
            said = f"{found.names} {found.kinds} {found.people} {found.viewer}"
        except click.UsageError as error:
            said = error.format_message()
        out.append(f"{count} {given!r} {written} {kinds}: {said}")
    same_as_file(KEPT / "seats.txt", "\n".join(out) + "\n")


def test_how_many_play_or_who() -> None:
    assert [batch.players_in(one) for one in (None, "", "sound,random", "1", "64", " 007 ")] == [
        None, "", "sound,random", 1, 64, 7,
    ]  # fmt: skip
    for wrong in ("0", "65", "0064", "9999"):
        with pytest.raises(click.UsageError, match=f"--players: from 1 to 64 can play, not {wrong}"):
            batch.players_in(wrong)


def test_games_that_were_left_are_kept_the_newest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "user_folder", lambda kind: tmp_path / kind)
    monkeypatch.setattr(recovery.os, "getpid", lambda: 77)
    assert recovery.kept_games() == []
    first = recovery.new_file("some/where/my gäme!.hoyle")
    assert first.parent == tmp_path / "state" / "games"
    assert first.name.startswith("mygäme-2")
    assert first.name.endswith("-77.play")
    assert recovery.new_file("...").name.startswith("game-2")
    assert recovery.new_file("x" * 60).name.startswith("x" * 40 + "-2")
    assert first.parent.stat().st_mode & 0o077 == 0
    for number in range(12):
        path = first.parent / f"{number:02}.play"
        path.write_text(
            f"hoyle play 1\n\ngame  rules/own_{number}.hoyle \n" if number % 2 else f"{'#' * 4096}\ngame a\n"
        )
        os.utime(path, (number, number))
    (first.parent / "other.txt").write_text("game b\n")
    found = recovery.kept_games()
    assert [(one.path.name, one.game, one.played) for one in found[:3]] == [
        ("11.play", "own_11", 11.0), ("10.play", "10", 10.0), ("09.play", "own_9", 9.0),
    ]  # fmt: skip
    assert len(found) == 12
    recovery.new_file("a")
    assert [one.path.name for one in recovery.kept_games()] == [f"{number:02}.play" for number in range(11, 2, -1)]
    recovery.remove(first.parent / "11.play")
    recovery.remove(first.parent / "11.play")
    assert recovery.kept_games()[0].path.name == "10.play"
    left = recovery.LeftGame(first, "hearts", time.mktime((2026, 11, 5, 22, 31, 0, 0, 0, -1)))
    assert left.title == time.strftime("hearts, left on 5 %B at 22:31", time.localtime(left.played))


def test_what_may_be_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.hoyle").write_text("x")
    Path("empty.txt").write_text("")
    Path("old.html").write_text("x")
    Path("OLD.HTM").write_text("x")
    Path("notes.txt").write_text("x")

    def said(target: str, *inputs: str) -> str:
        try:
            writing.check_target(target, (".html", ".htm"), inputs, "--html")
        except click.BadParameter as error:
            return error.format_message()
        return ""

    assert [said(one, "in.hoyle") for one in ("-", "new.html", "new.txt", "empty.txt", "old.html", "OLD.HTM")] == [
        ""
    ] * 6
    assert said("in.hoyle", "-", "gone", "in.hoyle") == (
        "Invalid value for --html: `in.hoyle` is what is read here; name another file"
    )
    assert said("./in.hoyle", "in.hoyle").startswith("Invalid value for --html: `./in.hoyle` is what is read here")
    assert said("notes.txt") == (
        "Invalid value for --html: `notes.txt` is there already and does not end in .html or .htm; name another file"
    )
    assert said("x" * 5000) == ""
    with pytest.raises(click.UsageError, match=r"`old\.html` exists already; --force writes over it"):
        writing.write_file(Path("old.html"), b"y", force=False)
    Path("folder").mkdir()
    with pytest.raises(click.UsageError, match="`folder` exists already"):
        writing.write_file(Path("folder"), b"y", force=False)
    writing.write_file(Path("old.html"), b"y")
    writing.write_file(Path("new.html"), b"z", force=False)
    assert (Path("old.html").read_bytes(), Path("new.html").read_bytes()) == (b"y", b"z")
    with pytest.raises(exits.UnwrittenFile, match="`none/x` cannot be written: no such file or directory") as found:
        writing.write_file(Path("none/x"), b"y")
    assert found.value.exit_code == 74


def test_files_are_completed_where_a_file_is_named() -> None:
    @click.group()
    def group() -> None:
        """A group."""

    @group.command()
    @click.argument("script")
    @click.option("--record", type=click.IntRange(1, 3))
    @click.option("--html", type=click.Choice(["a", "b"]))
    @click.option("--other")
    def command(**given: Any) -> None:
        """A command."""

    before = {one.name: one.shell_complete for one in command.params}
    completing.complete(group)
    changed = [one.name for one in command.params if one.shell_complete != before[one.name]]
    assert changed == ["script"]
    found = command.params[0].shell_complete(click.Context(command), "so")
    assert [(one.value, one.type) for one in found] == [("so", "file")]
