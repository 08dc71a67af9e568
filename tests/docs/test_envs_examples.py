"""The examples of docs/envs.md run, one after the other.  Those for OpenSpiel run only where it is installed."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra `envs`)")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")

PAGE = Path(__file__).resolve().parents[2] / "docs" / "envs.md"


def test_every_example_runs() -> None:
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        if "pyspiel" in block:
            if find_spec("pyspiel") is None:
                continue
            block = "import pyspiel\n" + block
        exec(compile(block, str(PAGE), "exec"), names)
    assert names["rewards"].shape == (64, 4)
