"""A chain of variants: a circle and a chain that is too long are told apart."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.loading import load


def chain(folder: Path, length: int, bottom: str) -> list[tuple[str, str]]:
    for i in range(length):
        base = f"v{i + 1}" if i + 1 < length else bottom
        (folder / f"v{i}.hoyle").write_text(f'variant "V{i}" of {base}\n', encoding="utf-8")
    return [(d.code, d.message) for d in load(folder / "v0.hoyle").diagnostics if d.severity == "error"]


def test_twenty_variants_may_lie_over_each_other_and_no_more(tmp_path: Path) -> None:
    assert chain(tmp_path, 20, "whist") == []
    assert chain(tmp_path, 40, "whist") == [("E0931", "more than 20 variants lie over each other here")]


def test_a_circle_is_a_circle(tmp_path: Path) -> None:
    ((code, _),) = chain(tmp_path, 3, "v0")
    assert code == "E0904"


def test_a_variant_named_like_its_game_is_named_as_the_cause(tmp_path: Path) -> None:
    """Whoever calls the file of a house rule `durak.hoyle` names itself as the game below."""
    own = tmp_path / "durak.hoyle"
    own.write_text('variant "Three deals" of durak\nset deals to 3\n', encoding="utf-8")
    (found,) = load(own).diagnostics
    assert found.code == "E0904"
    assert found.help == "this file is named like the game it changes: name it otherwise, say `our_durak.hoyle`"
    (tmp_path / "our_durak.hoyle").write_text(own.read_text(encoding="utf-8"), encoding="utf-8")
    own.unlink()
    assert load(tmp_path / "our_durak.hoyle").game is not None
