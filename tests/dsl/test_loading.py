"""A shipped ruleset is loaded only once, unless a file has changed or other settings are requested."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl import loading
from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.span import Source


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder in place of the shipped rulesets, with a game and a variant of it."""
    monkeypatch.setattr(loading, "RULESETS", tmp_path)
    text = (RULESETS / "hearts.hoyle").read_text(encoding="utf-8")
    (tmp_path / "hearts.hoyle").write_text(text, encoding="utf-8")
    (tmp_path / "longer.hoyle").write_text(
        'variant "Longer" of hearts\n\nreplace option target: 50..300 = 200\n', encoding="utf-8"
    )
    return tmp_path


def test_a_ruleset_is_loaded_once_under_all_its_names(shipped: Path) -> None:
    first = load("hearts")
    assert first.game is not None
    assert load("hearts") is first
    assert load(shipped / "hearts.hoyle") is first
    assert load("hearts", ["longer"]) is load("hearts", [shipped / "longer.hoyle"])
    assert load("hearts", ["longer"]) is not first


@pytest.mark.parametrize("file", ["hearts.hoyle", "longer.hoyle"])
def test_a_changed_file_is_read_again(shipped: Path, file: str) -> None:
    """For a variant this includes the file of its base."""
    before = load("longer")
    with (shipped / file).open("a", encoding="utf-8") as end:
        end.write("# one line more\n")
    after = load("longer")
    assert after is not before
    assert before.game is not None
    assert after.game is not None
    (shipped / file).write_text("nonsense\n", encoding="utf-8")
    assert load("longer").game is None
    (shipped / file).unlink()
    assert load("longer").game is None


def test_texts_other_folders_and_own_files_are_loaded_each_time(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (shipped / "hearts.hoyle").read_text(encoding="utf-8")
    first = load("hearts")
    assert load(Source("hearts.hoyle", text)) is not load(Source("hearts.hoyle", text))
    assert load("hearts", folders=[shipped]) is not first
    assert load("hearts", files=loading.Files()) is not first
    own = tmp_path / "own"
    own.mkdir()
    monkeypatch.setattr(loading, "RULESETS", tmp_path / "none")
    assert load(shipped / "hearts.hoyle") is not load(shipped / "hearts.hoyle")
    monkeypatch.setattr(loading, "RULESETS", shipped)
    (own / "hearts.hoyle").write_text(text.replace('game "', 'game "Our '), encoding="utf-8")
    monkeypatch.chdir(own)  # a ruleset in the current folder has priority over the shipped one
    here = load("hearts").game
    assert here is not None
    assert here.title.startswith("Our ")


def test_the_number_of_kept_rulesets_is_limited(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_kept", {})
    monkeypatch.setattr(loading, "MOST_KEPT", 2)
    first, second = load("hearts"), load("longer")
    assert load("hearts") is first
    load("hearts", ["longer"])
    assert load("hearts") is first
    assert load("longer") is not second


SAMPLES = sorted((Path(__file__).parent / "checks" / "samples").rglob("*.hoyle"))


def errors(found: loading.LoadedGame) -> list[str]:
    return [str(one) for one in found.diagnostics if one.severity == "error"]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_what_is_left_out_without_advice_finds_no_errors(path: Path) -> None:
    """Opening a game leaves these checks out, so rules with a mistake must be refused all the same."""
    whole, played = load(path), load(path, advice=False)
    assert errors(played) == errors(whole)
    assert {*played.diagnostics} <= {*whole.diagnostics}


def test_a_game_that_was_opened_is_still_checked_with_advice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(loading, "_kept", {})
    monkeypatch.setattr(loading, "RULESETS", tmp_path)
    rules = (RULESETS / "whist.hoyle").read_text(encoding="utf-8")
    path = tmp_path / "ours.hoyle"
    path.write_text(rules + 'option unused: 1..2 = 1 "a number that nothing asks for"\n', encoding="utf-8")
    assert not load(path, advice=False).diagnostics
    assert [one.code for one in load(path).diagnostics] == ["W0302"]
    assert load(path, advice=False) is load(path)
