"""Fixtures of the tests of the search."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.interpreter.search import modules, thinker

sys.path.insert(0, str(Path(__file__).resolve().parent))


@pytest.fixture
def short_lesson() -> Iterator[None]:
    """Let the cheap model learn only for a short time.  The results tested here do not depend on its strength."""
    lessons = thinker._LESSONS
    modules.code_of.clear()
    thinker._LESSONS = 1
    yield
    thinker._LESSONS = lessons
    modules.code_of.clear()
