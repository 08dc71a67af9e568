"""The base of a variant is named, not found by a path: where it lies, and what is advised for a path."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.dsl.loading import RULESETS, load

WHERE = "a base lies in the folder of its variants, or the one above them, or comes with Hoyle"


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game and a folder for variants."""
    (tmp_path / "house").mkdir()
    text = (RULESETS / "whist.hoyle").read_text(encoding="utf-8")
    (tmp_path / "club_whist.hoyle").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def variant(path: Path, base: str) -> Path:
    path.write_text(f'variant "V" of {base}\nset target to 7\n', encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("base", "code", "marked"),
    [
        ("../club_whist", "E0201", "../club_whist"),
        ("club_whist.hoyle", "E0201", "club_whist.hoyle"),
        ("rules/club_whist.hoyle", "E0201", "rules/club_whist.hoyle"),
        ('"../club_whist.hoyle"', "E0231", '"../club_whist.hoyle"'),
        ('"rules\\club_whist.hoyle"', "E0231", '"rules\\club_whist.hoyle"'),
    ],
)
def test_a_path_is_answered_with_the_name(club: Path, base: str, code: str, marked: str) -> None:
    path = variant(club / "house" / "v.hoyle", base)
    (problem,) = load(path).diagnostics
    assert (problem.code, problem.span.text) == (code, marked)
    assert problem.help == f"write `of club_whist`: {WHERE}"
    assert load(variant(path, "club_whist")).game is not None


def test_a_file_that_has_no_name_gets_one(club: Path) -> None:
    path = variant(club / "v.hoyle", '"../my house (2).hoyle"')
    (problem,) = load(path).diagnostics
    assert problem.help is not None
    assert problem.help.startswith("call its file `my_house_2.hoyle`, and write `of my_house_2`")
    (club / "club_whist.hoyle").rename(club / "my_house_2.hoyle")
    assert load(variant(path, "my_house_2")).game is not None


def test_other_mistakes_in_the_line_have_their_own_advice(club: Path) -> None:
    for base in ('"club_whist"', "", "club_whist whist", '"club_whist" # as in ../club_whist.hoyle'):
        problems = load(variant(club / "v.hoyle", base)).diagnostics
        assert problems
        assert not any(WHERE in (one.help or "") for one in problems), base


def test_a_base_that_is_not_found_is_looked_for_where_the_help_says(club: Path) -> None:
    near = "no `{}.hoyle` lies in the folder of this variant, nor in the one above"
    for base, help in (
        ("qqqqqqq", near.format("qqqqqqq")),
        ("whisst", "did you mean `whist`?; " + near.format("whisst")),
    ):
        (problem,) = load(variant(club / "house" / "v.hoyle", base)).diagnostics
        assert (problem.code, problem.help) == ("E0905", help)
        named = re.search(r"no `(.*?)`", help)
        assert named is not None
        for folder in (club, club / "house"):
            (folder / named[1]).write_bytes((club / "club_whist.hoyle").read_bytes())
            assert load(club / "house" / "v.hoyle").game is not None
            (folder / named[1]).unlink()


def test_the_folder_above_is_found_from_wherever_one_stands(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variant(club / "house" / "v.hoyle", "club_whist")
    (club / "house" / "deeper").mkdir()
    for folder, path in ((".", "house/v.hoyle"), ("house", "v.hoyle"), ("house/deeper", "../v.hoyle")):
        monkeypatch.chdir(club / folder)
        assert load(Path(path)).game is not None, path
