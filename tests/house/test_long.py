"""The long sweeps that a plain run leaves out: each exists, and `.ci/run` asks for them."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def test_every_long_sweep_is_a_test_that_exists(root: Path) -> None:
    tree = ast.parse((root / "tests/conftest.py").read_text(encoding="utf-8"))
    (table,) = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and [getattr(one, "id", "") for one in node.targets] == ["LONG"]
    ]
    assert table
    for name in table:
        path, _, test = name.partition("::")
        assert re.search(rf"^def {test}\w*\(", (root / path).read_text(encoding="utf-8"), re.MULTILINE), name
    assert re.search(r"^export HOYLE_LONG_TESTS=", (root / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
