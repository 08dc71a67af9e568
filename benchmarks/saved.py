"""What a benchmark has measured, kept from run to run in a file of JSON beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def read_saved(path: Path) -> dict[str, Any]:
    """What was measured so far; nothing if there is no file yet."""
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def write_saved(path: Path, rows: dict[str, Any]) -> None:
    """Keep what was measured."""
    path.write_text(json.dumps(rows, indent=1, sort_keys=True) + "\n", "utf-8")
