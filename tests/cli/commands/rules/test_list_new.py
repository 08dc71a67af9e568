"""`hoyle list`, `hoyle new`, and what the shell completes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Hoyle = Callable[..., Any]


def test_what_there_is(hoyle: Hoyle, here: Path) -> None:
    (here / "ours.hoyle").write_text('variant "Ours" of whist\n', encoding="utf-8")
    found = json.loads(hoyle("list", "--format", "json").out)
    assert {"name": "whist", "about": "Whist"} in found["games"]
    assert {"name": "ours.hoyle", "about": "Ours", "of": "whist"} in found["variants"]
    assert {"name": "club euchre", "about": "", "of": "newberry_euchre"} in found["presets"]
    assert {"random", "sound"} <= {one["name"] for one in found["players"]}
    assert "benny" in hoyle("list", "variants").out
    assert hoyle("list", "nothing").code == 2


def test_a_new_game_checks_clean_and_can_be_played(hoyle: Hoyle, here: Path) -> None:
    assert hoyle("new", "game", "Five Tricks").code == 0
    assert hoyle("check", "--strict", "five_tricks.hoyle").code == 0
    assert hoyle("fmt", "--check", "five_tricks.hoyle").code == 0
    assert hoyle("play", "./five_tricks.hoyle", "--seat", "all=random").code == 0
    again = hoyle("new", "game", "Five Tricks")
    assert again.code == 2
    assert "is there already" in again.err


@pytest.mark.parametrize("base", ["newberry_euchre", "texas_euchre", "crazy_eights", "whist"])
def test_a_new_variant_checks_clean_with_every_option_it_offers(hoyle: Hoyle, here: Path, base: str) -> None:
    assert hoyle("new", "variant", base, "--title", "Ours").code == 0
    path = here / "ours.hoyle"
    assert hoyle("check", "--strict", "ours.hoyle").code == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    offered = [line for line in lines if line.startswith("# set ")]
    for line in offered:
        path.write_text(f'variant "Ours" of {base}\n{line[2:].partition(" it is ")[0].rstrip()}\n', encoding="utf-8")
        done = hoyle("check", "ours.hoyle")
        assert done.code == 0, (line, done.err)


def test_titles_that_would_spoil_the_file(hoyle: Hoyle, here: Path) -> None:
    for title in ('a"b', "a\nb", "", "x" * 100):
        assert hoyle("new", "game", title).code == 2
    assert hoyle("new", "variant", "no_such_game").code == 2
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("play newb", "newberry_euchre"),
        ("play newberry_euchre --preset ", "club euchre"),
        ("play newberry_euchre --option tar", "target="),
        ("simulate newberry_euchre --option stick_the_dealer=", "stick_the_dealer=must_call"),
        ("show newberry_euchre --variant b", "benny"),
        ("play whist --seat B=so", "B=sound"),
        ("new variant wh", "whist"),
    ],
)
def test_the_shell_completes(line: str, wanted: str) -> None:
    words = line.split(" ")
    environment = os.environ | {
        "_HOYLE_COMPLETE": "zsh_complete", "COMP_WORDS": "hoyle " + line, "COMP_CWORD": str(len(words)),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "hoyle.cli.main"], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert wanted in done.stdout.splitlines(), done.stdout + done.stderr


def test_bash_is_given_blanks_quoted() -> None:
    """bash takes a completed word as it stands: `--preset club euchre` would be two words."""
    environment = os.environ | {
        "_HOYLE_COMPLETE": "bash_complete", "COMP_WORDS": "hoyle play newberry_euchre --preset ", "COMP_CWORD": "4",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "hoyle.cli.main"], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert r"plain,club\ euchre" in done.stdout.splitlines(), done.stdout + done.stderr


def test_a_missing_file_is_wrong_use_everywhere(hoyle: Hoyle, here: Path) -> None:
    for command in (
        "check",
        "show",
        "replay",
        "convert",
        "rulebook",
        "simulate",
        "play",
        "trace",
        "fmt",
        "tree",
        "fuzz",
    ):
        assert hoyle(command, "no_such.hoyle").code == 2, command
    (here / "evening.play").write_text("hoyle play 1\ngame whist\n", encoding="utf-8")
    assert "did you mean `evening.play`?" in hoyle("replay", "evenin.play").err


def test_nothing_is_written_over_an_input_or_another_kind_of_file(hoyle: Hoyle, here: Path) -> None:
    script = here / "x.play"
    script.write_text("hoyle play 1\ngame whist\n", encoding="utf-8")
    (here / "rules.hoyle").write_text('variant "Ours" of whist\n', encoding="utf-8")
    (here / "notes.txt").write_text("mine\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in here.iterdir()}
    for arguments in (
        ("replay", "x.play", "--html", "x.play"),
        ("replay", "x.play", "--html", "notes.txt"),
        ("convert", "x.play", "--force", "--output", "x.play"),
        ("convert", "x.play", "--force", "--output", "notes.txt"),
        ("compile", "rules.hoyle", "--output", "x.wasm", "--description", "rules.hoyle"),
    ):
        assert hoyle(*arguments).code == 2, arguments
    assert {path: path.read_bytes() for path in here.iterdir()} == before


def test_a_shipped_file_is_named_without_its_folder(here: Path, root: Path) -> None:
    from hoyle.cli.terminal.console import shown_path

    assert shown_path(str(root / "rulesets" / "variants" / "benny.hoyle")) == "benny.hoyle"
    assert shown_path(str(here / "ours.hoyle")) == "ours.hoyle"
    assert shown_path(str(here.parent / "ours.hoyle")) == str(here.parent / "ours.hoyle")
