"""What depends on a changed rule file: variants of variants, and the scripts that are played by any of them."""

from __future__ import annotations

import random
from pathlib import Path

from hoyle.dsl.loading import load
from hoyle.interpreter.notation.files import is_script
from hoyle.interpreter.opening.dependents import Dependents, below

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
    (games / "foreign.play").write_text("- hosts: all\n", encoding="utf-8")

    def found(*changed: Path) -> tuple[set[Path], set[Path]]:
        dependents = Dependents(tmp_path, changed)
        return set(dependents.rules()), set(dependents.scripts())

    assert found(one) == ({first, second}, {a, b, d})
    assert found(first) == ({second}, {b, d})
    assert found(second) == (set(), {b, d})
    assert found(other) == ({third}, {c, d})
    assert found(circle)[0] == {tmp_path / "round.hoyle"}
    assert found() == (set(), {d})


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
