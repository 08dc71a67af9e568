"""The sweeps that runs leave out or keep whole: each exists, and `.ci/run` asks for the long ones."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def test_every_sweep_is_a_test_that_exists(root: Path) -> None:
    tree = ast.parse((root / "tests/conftest.py").read_text(encoding="utf-8"))
    tables = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in {"LONG", "WHOLE"}
    ]
    assert len(tables) == 2
    for name in [name for table in tables for name in table]:
        path, _, test = name.partition("::")
        assert re.search(rf"^def {test or 'test'}\w*\(", (root / path).read_text(encoding="utf-8"), re.MULTILINE), name
    assert re.search(r"^export HOYLE_LONG_TESTS=", (root / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
