"""The examples of docs/testing.md are tests, and they pass."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from hoyle.interpreter.fuzz.invariants import INVARIANTS
from hoyle.interpreter.fuzz.module import MODULE

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "testing.md").read_text(encoding="utf-8")
EXAMPLES = [match[1] for match in re.finditer(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]
FEW = settings(max_examples=10, stateful_step_count=12, suppress_health_check=list(HealthCheck))


def found() -> dict[str, Any]:
    """The test functions and the stateful test classes that the examples define, by name."""
    names: dict[str, Any] = {}
    for text in EXAMPLES:
        exec(compile(textwrap.dedent(text), "docs/testing.md", "exec"), names)
    return {name: value for name, value in names.items() if name.lower().startswith("test")}


@pytest.mark.parametrize("name", found())
def test_an_example_passes(name) -> None:
    example = found()[name]
    if isinstance(example, type):
        example.settings = FEW
        example("runTest").runTest()
    else:
        FEW(example)()


def test_every_invariant_is_listed_on_the_page() -> None:
    named = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert {one.name for one in (*INVARIANTS, *MODULE)} | {"rules", "undo"} <= named
