"""Scripts joined to one file, in the report for build servers."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hoyle.cli.main import run

SCRIPT = """\
hoyle play 1

game hearts
players A, B, C, D
"""
UNREADABLE = """\

game hearts
players A, B, C, D
what is this
"""


def test_the_head_of_a_script_that_was_added_is_no_case_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "joined.play"
    path.write_text(SCRIPT + SCRIPT + UNREADABLE)
    assert run(["replay", str(path), "--format", "junit"]) == 1
    (suite,) = ElementTree.fromstring(capsys.readouterr().out)
    failures = [[found.get("type") for found in case] for case in suite]
    lines = [case.get("line") or case.get("name") for case in suite]
    assert (lines, failures) == (["3", "7", "line 12"], [["E1012"], [], failures[2]])
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
