"""What depends on a changed rule file: variants of variants, and the scripts that are played by any of them."""

from __future__ import annotations

import random
from pathlib import Path

from hoyle.dsl.loading import load
from hoyle.dsl.source.folders import below
from hoyle.interpreter.notation.files import is_script
from hoyle.interpreter.opening.dependents import Dependents, base_of

ROOT = Path(__file__).resolve().parents[3]
GAME = 'game "G"\nlanguage 1\nplayers 2\ndeck 2 3\n'


def variant(folder: Path, name: str, base: str) -> Path:
    path = folder / f"{name}.hoyle"
    path.write_text(f'# Why.\nvariant "{name}" of {base}\n', encoding="utf-8")
    return path


def script(folder: Path, name: str, rules: str, *, json: bool = False) -> Path:
    path = folder / f"{name}.{'json' if json else 'play'}"
    text = f'{{"$schema": "x", "play": 1, "games": [{{"ruleset": "{rules}", "steps": []}}]}}'
    path.write_text(text if json else f"hoyle play 1\n\ngame {rules}\n", encoding="utf-8")
    return path


def test_whatever_depends_on_a_file_is_found(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    one, other = tmp_path / "one.hoyle", tmp_path / "other.hoyle"
    for path in (one, other):
        path.write_text(GAME, encoding="utf-8")
    first = variant(tmp_path, "first", "one")
    second = variant(games, "second", "first")
    third = variant(tmp_path, "third", "other")
    circle = variant(tmp_path, "circle", "round")
    variant(tmp_path, "round", "circle")
    a, b = script(games, "a", "../one.hoyle"), script(games, "b", "second", json=True)
    c, d = script(games, "c", "../third.hoyle"), script(tmp_path, "d", "nosuch")
    (games / "data.json").write_text('{"play": "no"}', encoding="utf-8")
    (games / "foreign.json").write_text("- hosts: all\n", encoding="utf-8")

    def found(*changed: Path) -> tuple[set[Path], set[Path]]:
        dependents = Dependents(tmp_path, changed)
        return set(dependents.rules()), set(dependents.scripts())

    assert found(one) == ({first, second}, {a, b, d})
    assert found(first) == ({second}, {b, d})
    assert found(second) == (set(), {b, d})
    assert found(other) == ({third}, {c, d})
    assert found(circle)[0] == {tmp_path / "round.hoyle"}
    assert found() == (set(), {d})


def test_what_cannot_be_read_may_depend_on_everything(tmp_path: Path) -> None:
    """A script with a mistake, or by rules that are not found, is looked at; what is hidden, and packages, are not."""
    one = tmp_path / "one.hoyle"
    one.write_text(GAME, encoding="utf-8")
    other = variant(tmp_path, "other", "one")
    odd = variant(tmp_path, "odd", "nothing")
    broken, two = tmp_path / "broken.play", tmp_path / "b.play"
    broken.write_text("hoyle play 1\n\ngame\n", encoding="utf-8")
    two.write_text("hoyle play 1\n\ngame one\n\nA: pass\n\ngame other\n", encoding="utf-8")
    laid = tmp_path / "a.play"
    laid.write_text("hoyle play 1\n\ngame one\nvariant other\n", encoding="utf-8")
    for folder in (".hidden", "node_modules", "z", "c"):
        (tmp_path / folder).mkdir()
        variant(tmp_path / folder, "inner", "../one")
        script(tmp_path / folder, "inner", "../other.hoyle")
    variant(tmp_path, ".hidden", "one")
    assert [path.relative_to(tmp_path).as_posix() for path in below(tmp_path, (".hoyle", ".play"))] == [
        "a.play", "b.play", "broken.play", "odd.hoyle", "one.hoyle", "other.hoyle",
        "c/inner.hoyle", "c/inner.play", "z/inner.hoyle", "z/inner.play",
    ]  # fmt: skip
    inner = [tmp_path / "c" / "inner.play", tmp_path / "z" / "inner.play"]
    assert Dependents(tmp_path, [other]).scripts() == [laid, two, broken, *inner]
    assert Dependents(tmp_path, [odd]).scripts() == [broken]
    assert Dependents(tmp_path, [one]).rules() == [other]
    assert Dependents(tmp_path, [one, other]).rules() == []
    assert [base_of(path) for path in (other, odd, one, tmp_path / "none.hoyle")] == [one, None, None, None]


def test_the_bases_found_quickly_are_those_of_the_rules() -> None:
    """The quick look at the first lines finds what loading finds, for every shipped variant and a random base."""
    files = list(below(ROOT / "rulesets", (".hoyle",)))
    assert len(files) > 60
    for base in random.Random(7).sample(files, 6):
        built = Dependents(ROOT / "rulesets", [base]).rules()
        read = {path for path in files if path != base and base.name in _read(path)}
        assert {path.name for path in built} == {path.name for path in read}


def _read(path: Path) -> set[str]:
    game = load(path).game
    assert game is not None
    tree_sources = {one.span.source.name for one in game.tree.declarations}
    return {Path(name).name for name in tree_sources}


def test_every_shipped_script_is_one() -> None:
    scripts = list(below(ROOT / "rulesets" / "games", (".play",)))
    assert all(map(is_script, scripts))
    assert not any(map(is_script, below(ROOT / "schemas", (".json",))))
    assert not any(map(is_script, below(ROOT / "rulesets" / "records", (".json",))))
