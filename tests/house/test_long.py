"""The tests that runs leave out or keep whole: each exists, and `.ci/run` asks for the long ones."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def test_every_test_of_the_lists_exists(root: Path) -> None:
    tree = ast.parse((root / "tests/conftest.py").read_text(encoding="utf-8"))
    (whole,) = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "WHOLE"
    ]
    long = [line.split()[1] for line in (root / "tests/long.txt").read_text(encoding="utf-8").splitlines()]
    beginnings = [name if "::" in name else f"{name}::test" for name in whole]
    for name, rest in [*((one, r"\w*") for one in beginnings), *((one, "") for one in long)]:
        path, test, *_ = name.split("::")
        defined = rf"^(async def |def |class )?{test}{rest}(\(|:| =)"
        assert re.search(defined, (root / path).read_text(encoding="utf-8"), re.MULTILINE), name
    assert re.search(r"^export HOYLE_LONG_TESTS=", (root / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
