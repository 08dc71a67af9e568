"""The mutation tester in `benchmarks/mutation`: each mutant differs from the original code and has a stable key.

Both for Python and for the scripts of the page.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "mutation"
TEXT = '''\
"""Some code."""
MOST = 3

class Box:
    """A box."""

    def fits(self, size: int, *others: int) -> bool:
        """Whether it fits."""
        total = size + sum(o for o in others if o > 0)
        while total > MOST and others:
            total -= 1
            if total == size:
                break
        match size:
            case 0:
                return True
            case _:
                return not max(total, 1) > pow(size, MOST)

    def over(self, low: int, high: int) -> int:
        """How much."""
        self.low, self.high = high - low, low
        return self.low
'''


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("changes", FOLDER / "changes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "changes", module)  # dataclasses look up their module in sys.modules
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def page_changes(changes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("tree_sitter_typescript", reason="tree-sitter-typescript is not installed")
    spec = importlib.util.spec_from_file_location("page_changes", FOLDER / "page_changes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "page_changes", module)
    spec.loader.exec_module(module)
    return module


SCRIPT = """\
const MOST = 3;

/** A box. */
export class Box {
  fits(size: 1 | 2, low: number, high: number, ...others: readonly number[]): boolean {
    let total = size + others.filter((one) => known(one)).length;
    while (total > MOST && others.some((one) => one < 0)) {
      total -= 1;
      if (total === size) break;
      if (total) continue;
      this.say(low, high);
    }
    switch (size) {
      case 1:
        return true;
      default:
        return !(Math.max(total, high) > 5 - low) ? low > 1 : false;
    }
  }
}
"""


def test_every_mutant_of_a_script_is_another_text(page_changes: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "box.ts").write_text(SCRIPT, encoding="utf-8")
    found = page_changes.mutants(tmp_path, "box.ts")
    assert {m.operator for m in found} >= {
        "and/or", "arguments swapped", "break to continue", "comparison", "continue to break", "drop case",
        "drop operand", "drop sign", "drop statement", "dropped bound", "flag", "function", "negate", "number + 1",
        "operator", "return nothing", "swapped sides", "wrong owner",
    }  # fmt: skip
    assert len({m.key for m in found}) == len(found)
    texts = {page_changes.mutated(tmp_path, mutant) for mutant in found}
    assert len(texts) == len(found)
    assert SCRIPT not in texts
    assert {m.function.split(".")[0] for m in found} == {"Box", "MOST"}
    assert all("size: 1 | 2" in text for text in texts), "types are not changed"
    assert not any(page_changes.parsed(text.encode()).has_error for text in texts)


def test_the_key_of_a_mutant_of_a_script_survives_other_edits(page_changes: ModuleType, tmp_path: Path) -> None:
    for name, text in (("one", SCRIPT), ("other", "// More.\n\n" + SCRIPT)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "box.ts").write_text(text, encoding="utf-8")
    one, other = (page_changes.mutants(tmp_path / name, "box.ts") for name in ("one", "other"))
    assert [m.key for m in one] == [m.key for m in other]
    assert [m.line + 2 for m in one] == [m.line for m in other]


def test_every_mutant_compiles_to_different_code(changes: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "box.py").write_text(TEXT, encoding="utf-8")
    found = changes.mutants(tmp_path, "box.py")
    assert {m.operator for m in found} >= {
        "and/or", "arguments swapped", "break to continue", "comparison", "drop case", "drop operand", "drop sign",
        "drop statement", "dropped bound", "flag", "forgotten restore", "function", "number + 1", "operator", "return nothing", "swapped sides", "wrong owner",
    }  # fmt: skip
    assert len({m.key for m in found}) == len(found)
    original = compile(TEXT, "box.py", "exec").co_consts
    for mutant in found:
        code = compile(changes.mutated(tmp_path, mutant), "box.py", "exec")
        assert code.co_consts != original, mutant
        if mutant.function != "MOST":
            assert changes.code_of(code, mutant.function).co_name in ("fits", "over")


def test_the_key_of_a_mutant_survives_other_edits(changes: ModuleType, tmp_path: Path) -> None:
    for name, text in (("one", TEXT), ("other", "import sys\n\n" + TEXT)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "box.py").write_text(text, encoding="utf-8")
    one, other = (changes.mutants(tmp_path / name, "box.py") for name in ("one", "other"))
    assert [m.key for m in one] == [m.key for m in other]
    assert [m.line + 2 for m in one] == [m.line for m in other]
