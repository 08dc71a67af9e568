"""The command from the built wheel, run in an empty folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Installed


def test_the_help_names_the_commands(installed: Installed) -> None:
    done = installed.run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for command in ("check", "replay", "play"):
        assert command in done.stdout


def test_shipped_rulesets_pass_the_check(installed: Installed) -> None:
    """One in eight; `test_packaging.py` compares the wheel with the checkout, whose rulesets are all checked elsewhere."""
    rule_files = sorted(map(str, (installed.package / "rulesets").rglob("*.hoyle")))
    assert len(rule_files) > 80
    done = installed.run("check", "--no-play", *rule_files[::8])
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_the_worked_round_replays(installed: Installed) -> None:
    script = installed.package / "rulesets" / "games" / "texas_worked_round.play"
    done = installed.run("replay", str(script))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.rstrip().splitlines()[-1].endswith("expectations hold")


def test_the_html_page_of_a_game_needs_only_files_of_the_package(installed: Installed) -> None:
    script = installed.package / "rulesets" / "games" / "texas_worked_round.play"
    done = installed.run("replay", str(script), "--html", "-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<!DOCTYPE html>")
    assert done.stdout.rstrip().endswith("</html>")


@pytest.mark.parametrize("folder", ["rulesets/games"])
def test_a_script_copied_elsewhere_still_finds_its_ruleset(installed: Installed, folder: str) -> None:
    """Replays the shortest scripts of games and of variants.  `tests/rulesets/test_golden.py` replays all of them."""
    scripts = sorted((installed.package / folder).rglob("*.play"), key=lambda path: path.stat().st_size)[:20]
    variants = {path.stem for path in (installed.package / "rulesets" / "variants").glob("*.hoyle")}
    names = [re.findall("^game (.*)$", script.read_text("utf-8"), re.MULTILINE)[0] for script in scripts]
    assert {name in variants for name in names} == {True, False}
    for script in scripts:
        (installed.empty / script.name).write_bytes(script.read_bytes())
    done = installed.run("replay", "--quiet", *(script.name for script in scripts))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_mistake_is_one_message_and_exit_code_1(installed: Installed) -> None:
    (installed.empty / "house.hoyle").write_text('game "House"\nlanguage 1\nplayers four\n', encoding="utf-8")
    done = installed.run("check", "house.hoyle")
    assert done.returncode == 1
    assert "house.hoyle:3:9" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_wrong_use_gives_exit_code_2(installed: Installed) -> None:
    done = installed.run("shuffle")
    assert done.returncode == 2
    assert "Traceback" not in done.stdout + done.stderr


def test_the_package_is_not_the_checkout(installed: Installed, root: Path) -> None:
    assert root not in installed.package.parents
