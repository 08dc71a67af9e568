"""The tests of searching share what `test_worlds.py` begins with."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.interpreter.search import thinker

sys.path.insert(0, str(Path(__file__).resolve().parent))


@pytest.fixture
def short_lesson() -> Iterator[None]:
    """The cheap model learns for a moment: how well it plays makes no difference to what is tested."""
    lessons = thinker._LESSONS
    thinker._compiled.clear()
    thinker._LESSONS = 1
    yield
    thinker._LESSONS = lessons
    thinker._compiled.clear()
