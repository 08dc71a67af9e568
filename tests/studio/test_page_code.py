"""The page's own code under Node's test runner (`studio/test`): what needs no browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

STUDIO = Path(__file__).resolve().parents[2] / "studio"


def test_the_code_of_the_page_passes_its_tests_in_node() -> None:
    node = shutil.which("node")
    if node is None or not (STUDIO / "node_modules" / "esbuild").is_dir():
        pytest.skip("Node or esbuild is not installed (npm ci in studio/)")
    done = subprocess.run(
        [node, "--test", "test/"], cwd=STUDIO, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "fail 0" in done.stdout
