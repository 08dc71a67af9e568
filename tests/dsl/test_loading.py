"""A shipped ruleset is loaded only once, unless a file has changed or other settings are requested."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from hoyle.dsl import loading
from hoyle.dsl.loading import RULESETS, Files, load
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n


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


SHIPPED = sorted(RULESETS.rglob("*.hoyle"))
BROKEN_EXAMPLES = """
example "a word that no rule knows" by p
    shuffle everything
    expect p.luck = 1

example "half a condition" by p
    expect p.

example "an option that is not there"
    set nothing = 3
"""


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


def marks(symbol: object) -> dict[str, object]:
    """What resolving has noted at a symbol: its name, and how it is used."""
    assert is_dataclass(symbol)
    values = {one.name: getattr(symbol, one.name) for one in fields(symbol)}
    return {name: value for name, value in values.items() if isinstance(value, bool | int | str)}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_game_is_the_same_without_its_examples(path: Path) -> None:
    read, without = load(path).game, load(path, files=Files(), advice=False).game
    assert read is not None
    assert without is not None
    kept = tuple(one for one in read.tree.declarations if not isinstance(one, n.Example))
    assert without.tree.declarations == kept
    assert not without.examples
    for name in ("options", "zones", "variables", "values", "defines", "phases"):
        before, after = getattr(read, name), getattr(without, name)
        assert [marks(one) for one in after] == [marks(one) for one in before], name


def test_a_broken_example_is_for_check_and_does_not_stop_a_game() -> None:
    rules = Source("ours.hoyle", (RULESETS / "whist.hoyle").read_text(encoding="utf-8") + BROKEN_EXAMPLES)
    assert len(errors(load(rules))) == 2
    assert load(rules, advice=False).ok
    assert not load(rules, advice=False).diagnostics
