"""Chains of variants: a cycle and a chain that is too long have different messages."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.loading import load


def chain(folder: Path, length: int, bottom: str) -> list[tuple[str, str]]:
    for i in range(length):
        base = f"v{i + 1}" if i + 1 < length else bottom
        (folder / f"v{i}.hoyle").write_text(f'variant "V{i}" of {base}\n', encoding="utf-8")
    return [(d.code, d.message) for d in load(folder / "v0.hoyle").diagnostics if d.severity == "error"]


def test_a_chain_has_at_most_twenty_variants(tmp_path: Path) -> None:
    assert chain(tmp_path, 20, "whist") == []
    assert chain(tmp_path, 40, "whist") == [("E0931", "more than 20 variants lie over each other here")]


def test_a_cycle_is_reported_as_a_cycle(tmp_path: Path) -> None:
    ((code, _),) = chain(tmp_path, 3, "v0")
    assert code == "E0904"


def test_a_variant_with_the_file_name_of_its_base_is_reported_as_the_cause(tmp_path: Path) -> None:
    """A house rule in a file `durak.hoyle` that is a variant of `durak` names itself as its base."""
    own = tmp_path / "durak.hoyle"
    own.write_text('variant "Three deals" of durak\nset deals to 3\n', encoding="utf-8")
    (found,) = load(own).diagnostics
    assert found.code == "E0904"
    assert found.help == "this file is named like the game it changes: name it otherwise, say `our_durak.hoyle`"
    (tmp_path / "our_durak.hoyle").write_text(own.read_text(encoding="utf-8"), encoding="utf-8")
    own.unlink()
    assert load(tmp_path / "our_durak.hoyle").game is not None
