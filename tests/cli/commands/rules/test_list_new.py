"""`hoyle list`, `hoyle new` and shell completion."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import get_completion_class

from hoyle.cli.arguments.shells import use_our_shells

Hoyle = Callable[..., Any]


def test_the_list_of_games_variants_presets_and_players(hoyle: Hoyle, here: Path) -> None:
    (here / "ours.hoyle").write_text('variant "Ours" of whist\n', encoding="utf-8")
    found = json.loads(hoyle("list", "--format", "json").out)
    assert {"name": "whist", "about": "Whist"} in found["games"]
    assert {"name": "ours.hoyle", "about": "Ours", "of": "whist"} in found["variants"]
    assert {"name": "club euchre", "about": "", "of": "newberry_euchre"} in found["presets"]
    assert {"random", "sound"} <= {one["name"] for one in found["players"]}
    assert "benny" in hoyle("list", "variants").out
    assert hoyle("list", "nothing").code == 2


def test_the_title_of_a_new_game_is_an_argument_or_an_option(hoyle: Hoyle, here: Path) -> None:
    assert hoyle("new", "game", "--title", "Knaves", "--output", "k.hoyle").code == 0
    assert 'game "Knaves"' in (here / "k.hoyle").read_text(encoding="utf-8")


def test_a_new_game_passes_the_check_and_can_be_played(hoyle: Hoyle, here: Path) -> None:
    assert hoyle("new", "game", "Five Tricks").code == 0
    assert hoyle("check", "--strict", "five_tricks.hoyle").code == 0
    assert hoyle("fmt", "--check", "five_tricks.hoyle").code == 0
    assert hoyle("play", "./five_tricks.hoyle", "--seat", "all=random").code == 0
    again = hoyle("new", "game", "Five Tricks")
    assert again.code == 2
    assert "is there already" in again.err


@pytest.mark.parametrize("base", ["newberry_euchre", "texas_euchre", "crazy_eights", "whist"])
def test_every_suggested_line_of_a_new_variant_passes_the_check(hoyle: Hoyle, here: Path, base: str) -> None:
    """Removing the `# ` before a suggested line gives a valid variant."""
    assert hoyle("new", "variant", base, "--title", "Ours").code == 0
    path = here / "ours.hoyle"
    assert hoyle("check", "--strict", "ours.hoyle").code == 0
    text = path.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 120
    offered = [
        line for line in text.splitlines() if line.startswith(("# set ", "# replace ", "# change ", "# ruling "))
    ]
    assert {line.split()[1] for line in offered} >= {"replace", "change", "ruling"}
    for line in offered:
        at = text.index(line)
        end = text.index("\n\n", at) if line.startswith("# change") else at + len(line)
        taken = text[at:end].replace("\n# ", "\n").removeprefix("# ")
        path.write_text(f"{text[:at]}{taken}{text[end:]}", encoding="utf-8")
        done = hoyle("check", "ours.hoyle", "--no-play")
        assert done.code == 0, (line, done.err)


@pytest.mark.parametrize(
    ("title", "file"),
    [
        ("Tysiąc", "tysiac"),
        ("Żółw", "zolw"),
        ("Ærø, Þórr & Œuvre", "aero_thorr_oeuvre"),
        ("Đurđevac", "durdevac"),
        ("Großer Strauß", "grosser_strauss"),
        ("Kızılcık İki", "kizilcik_iki"),
        ("Cafe\u0301", "cafe"),
        ("扑克", "my_rules"),
    ],
)
def test_letters_with_accents_are_plain_in_the_name_of_the_file(
    hoyle: Hoyle, here: Path, title: str, file: str
) -> None:
    assert hoyle("new", "game", title).code == 0
    assert [path.name for path in here.glob("*.hoyle")] == [f"{file}.hoyle"]
    (here / f"{file}.hoyle").unlink()
    assert hoyle("new", "variant", "whist", "--title", title).code == 0
    assert [path.name for path in here.glob("*.hoyle")] == [f"{file}.hoyle"]


def test_titles_that_would_break_the_file_are_refused(hoyle: Hoyle, here: Path) -> None:
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
def test_words_are_completed(completed: Completed, line: str, wanted: str) -> None:
    assert f"plain,{wanted}" in completed("zsh", line)


Completed = Callable[[str, str], list[str]]


@pytest.fixture
def completed(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> Completed:
    """Return a function that gives the completions for a line that ends at the cursor."""

    def ask(shell: str, line: str) -> list[str]:
        monkeypatch.setenv("_HOYLE_COMPLETE", f"{shell}_complete")
        monkeypatch.setenv("COMP_WORDS", "hoyle " + line)
        done = hoyle()
        assert (done.code, done.err) == (0, "")
        return done.lines

    return ask


def test_spaces_are_escaped_for_bash_only(completed: Completed) -> None:
    """bash inserts a completion without quoting it: `--preset club euchre` would be two words."""
    assert r"plain,club\ euchre" in completed("bash", "play newberry_euchre --preset cl")
    assert "plain,club euchre" in completed("bash", "play newberry_euchre --preset 'cl")
    assert "plain,club euchre" in completed("fish", "play newberry_euchre --preset 'club ")


def test_where_no_word_fits_file_names_are_completed(completed: Completed) -> None:
    assert completed("bash", "replay evening.p") == ["file,evening.p"]
    assert completed("bash", "check no_such_folder/heart") == ["file,no_such_folder/heart"]


def in_a_shell(shell: str, answer: str, script: str, folder: Path, before: str = "") -> list[str]:
    """Run lines of a script in a shell with our completion script.  In it, `hoyle` is a stub that prints `answer`."""
    path = folder / "hoyle"
    path.write_text(f"#!/bin/sh\ncat <<'.'\n{answer}\n.\n", encoding="utf-8")
    path.chmod(0o755)
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}
    done = subprocess.run(
        [shell, "-c", f"{before}\n{source(shell)}\n{script}"],
        env=environment, capture_output=True, encoding="utf-8", cwd=folder, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.splitlines()


def source(shell: str) -> str:
    """The completion script of a shell, as `_HOYLE_COMPLETE=…_source hoyle` prints it."""
    use_our_shells()
    found = get_completion_class(shell)
    assert found is not None
    return found(click.Command("hoyle"), {}, "hoyle", "_HOYLE_COMPLETE").source()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("breaks", ["=:", ""])
def test_completion_in_bash(here: Path, breaks: str) -> None:
    """bash replaces the text after the last `=` or `:`, if these characters are in COMP_WORDBREAKS."""
    script = f"""
        compopt() {{ echo "$*"; }}
        COMP_WORDBREAKS={breaks!r} COMP_LINE='hoyle play whist --seat B=think:d'
        COMP_POINT=${{#COMP_LINE}}
        _hoyle_completion
        printf '%s\n' "${{COMPREPLY[@]}}"
    """
    found = in_a_shell("bash", "plain,B=think:deep", script, here)
    assert found == ["deep" if breaks else "B=think:deep"]
    assert in_a_shell("bash", "plain,target=", script, here) == ["-o nospace", "target="]
    assert in_a_shell("bash", "file,ev", script, here) == ["-o default", ""]


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_completion_in_fish(here: Path) -> None:
    (here / "ours.play").touch()
    assert in_a_shell("fish", "plain,sound,random", "complete -C 'hoyle simulate -p sound,r'", here) == ["sound,random"]
    assert in_a_shell("fish", "plain,club euchre", "complete -C 'hoyle play --preset \"club '", here) == ["club euchre"]
    assert in_a_shell("fish", "file,our", "complete -C 'hoyle replay our'", here) == ["ours.play"]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_completion_in_zsh(here: Path) -> None:
    """Checks the arguments of `compadd`, to which the function passes words, and `target=` without a space after it."""
    script = """
        compadd() { echo "$*: ${(P)argv[-1]}" }
        words=(hoyle play whist -o tar) CURRENT=5 PREFIX=tar
        _hoyle_completion || true
    """
    answer = "plain,target=\nplain,club euchre"
    found = in_a_shell("zsh", answer, script, here, before="compdef() { : }")
    assert found == ["-V unsorted -a words_found: club euchre", "-V unsorted -S  -a open_found: target="]


def test_a_missing_file_is_a_usage_error_in_every_command(hoyle: Hoyle, here: Path) -> None:
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


def test_inputs_and_files_of_other_kinds_are_not_overwritten(hoyle: Hoyle, here: Path) -> None:
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


def test_a_shipped_file_is_shown_without_its_folder(here: Path, root: Path) -> None:
    from hoyle.cli.terminal.console import shown_path

    assert shown_path(str(root / "rulesets" / "variants" / "benny.hoyle")) == "benny.hoyle"
    assert shown_path(str(here / "ours.hoyle")) == "ours.hoyle"
    assert shown_path(str(here.parent / "ours.hoyle")) == str(here.parent / "ours.hoyle")
