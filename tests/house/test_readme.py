"""The README is true: its commands work, and its excerpt is part of the rule file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def readme(root: Path) -> str:
    return (root / "README.md").read_text(encoding="utf-8")


def command(readme: str, name: str) -> str:
    found = re.findall(rf"<!-- command: {name} -->\n```sh\n(.*?)\n```", readme, re.DOTALL)
    assert len(found) == 1, f"the README has {len(found)} commands marked {name!r}"
    assert "\n" not in found[0], "one command is one line"
    return found[0]


def test_both_commands_create_their_own_environment(readme: str) -> None:
    for name in ("replay", "test"):
        assert command(readme, name).startswith("python3 -m venv .venv && .venv/bin/pip install")


def test_ci_runs_the_test_command_of_the_readme(root: Path, readme: str) -> None:
    """`.ci/run` extracts the command from the README and runs exactly that command."""
    script = (root / ".ci" / "run").read_text(encoding="utf-8")
    (extract,) = re.findall(r"^test_command=.*$", script, re.MULTILINE)
    assert 'bash -c "$test_command"' in script
    answer = subprocess.run(
        ["bash", "-c", extract + '\nprintf %s "$test_command"'], cwd=root, capture_output=True, text=True, check=True
    )
    assert answer.stdout == command(readme, "test")


def test_the_replay_command_replays(root: Path, readme: str) -> None:
    """Runs only the last part of the command, in the environment of the tests."""
    last = command(readme, "replay").split(" && ")[-1]
    assert last.startswith(".venv/bin/hoyle replay ")
    done = subprocess.run(
        [sys.executable, "-m", "hoyle.cli.main", *last.split()[1:]],
        cwd=root, env=os.environ | {"PYTHONUTF8": "1"}, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().splitlines()[-1].endswith("expectations hold")


def test_the_excerpt_is_part_of_the_rule_file(root: Path, readme: str) -> None:
    excerpts = re.findall(r"<!-- excerpt: (\S+) -->\n```hoyle\n(.*?)```", readme, re.DOTALL)
    assert excerpts
    for name, text in excerpts:
        whole = (root / name).read_text(encoding="utf-8")
        for part in text.strip("\n").split("\n\n"):
            assert part in whole, f"not in {name}:\n{part}"


def test_links_between_documents_lead_to_files(root: Path, files: tuple[Path, ...]) -> None:
    for path in files:
        if path.suffix != ".md":
            continue
        text = re.sub(r"```.*?```", "", (root / path).read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (root / path.parent / target).exists(), f"{path}: {target}"


def marked(readme: str, name: str) -> str:
    (found,) = re.findall(rf"<!-- house rule: {name} -->\n```\w+\n(.*?)```", readme, re.DOTALL)
    return found


def test_the_first_house_rule_is_as_described(readme: str, tmp_path: Path) -> None:
    """The first file causes the message that the README shows.

    The second file adds the lines that the message suggests.  Every command runs.
    """

    def hoyle(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "hoyle.cli.main", *arguments],
            cwd=tmp_path, env=os.environ | {"PYTHONUTF8": "1"}, capture_output=True, encoding="utf-8", check=False,
            stdin=subprocess.DEVNULL, timeout=300,
        )  # fmt: skip

    path = tmp_path / "five.hoyle"
    first, second = marked(readme, "first"), marked(readme, "second")
    path.write_text(first, encoding="utf-8")
    stopped = hoyle("check", "five.hoyle")
    assert stopped.returncode == 1
    assert marked(readme, "check").strip() in stopped.stdout
    assert second.startswith(first)
    for line in second.removeprefix(first).strip().split("\n"):
        assert f" {line}\n" in stopped.stdout
    path.write_text(second, encoding="utf-8")
    commands = marked(readme, "commands").strip().split("\n")
    assert [line.split()[1] for line in commands] == ["check", "diff", "compare", "play"]
    for line in commands:
        word, *arguments = line.split()
        fewer = ["-n", "20"] if arguments[0] == "compare" else []  # of two thousand games
        done = hoyle(*arguments, *fewer)
        assert word == "hoyle"
        if arguments[0] == "play":  # standard input is empty: the game starts, asks once and ends
            assert done.returncode != 2, done.stderr
            assert "Five for all five, alone" in done.stdout + done.stderr
        else:
            assert done.returncode == 0, done.stdout + done.stderr
